mod elsewhere;
mod habits;
mod killed;
mod numbers;

use std::sync::Arc;

use poker_engine::event::PublicEvent;
use poker_engine::game::catalogue;
use poker_engine::history::phh::{self, PhhHand, Record};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{Action, BySeat, Chips, Hand, Post, PostKind, SeatIx, Viewer};
use poker_protocol::v1::LocalName;
use poker_wire::{EventKind, EventRecord};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::json;

use super::import::ImportError;
use super::suite::{only, stacks};
use super::{Format, FormatError, Telling, ohh, tracker};
use killed::hides;

type Read = fn(&str) -> Vec<Result<PhhHand, ImportError>>;

const FORMATS: [(Format, Read); 2] = [(Format::Ohh, ohh::read), (Format::Text, tracker::read)];

fn telling(record: Record<'_>, hero: Option<SeatIx>) -> Telling<'_> {
    Telling {
        record,
        names: BySeat::from_fn(|seat| format!("Player [{}]", seat.number())),
        table: "7".to_owned(),
        hand: 12,
        started_at: jiff::Timestamp::UNIX_EPOCH,
        hero,
        event: None,
    }
}

fn played(plan: &Plan, seed: u64) -> Played {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    plan.play(&mut Dice::new(|| random.next_u64())).expect("a hand")
}

/// Every hand of every game that the formats support comes back with its result, and shows no card that its viewer did not see.
#[test]
fn hands_come_back_as_they_ended_and_hide_what_was_hidden() {
    let mut written = [0, 0];
    for game in catalogue::all().iter().filter(|game| game.tracker.is_some()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..60 {
            let played = played(&plan, seed);
            let hero = played.hand.dealt().iter().next().expect("someone plays");
            for (viewer, hero) in [(Viewer::Spectator, None), (Viewer::Seat(hero), Some(hero))] {
                let telling = telling(Record::of_played(&played).seen_by(viewer), hero);
                for (index, (format, read)) in FORMATS.into_iter().enumerate() {
                    let what = format!("{} with seed {seed} as {format:?}", game.id);
                    let text = match telling.write(format) {
                        Ok(text) => text,
                        Err(FormatError::Game(_)) if format == Format::Ohh && game.ohh.is_none() => continue,
                        Err(FormatError::Event(lack)) => {
                            assert!(happened(&played, lack.code), "{what}: {}", lack.code);
                            continue;
                        }
                        Err(error) => panic!("{what}: {error}"),
                    };
                    written[index] += 1;
                    let replay = only(read(&text));
                    assert_eq!((&replay.error, replay.complete), (&None, true), "{what}:\n{text}");
                    let order = played.hand.dealt().clockwise_from(played.setup.button);
                    let expected: Vec<u64> = order.map(|seat| played.hand.stack(seat).get()).collect();
                    assert_eq!(stacks(&replay), expected, "{what}:\n{text}");
                    assert_eq!(replay.board, played.hand.board(), "{what}");
                    hides(&played, viewer, &text, &what);
                    if format == Format::Text {
                        is_told_in_words(&played, &text, &what);
                        let button = usize::from(played.hand.dealt().contains(played.setup.button));
                        assert_eq!(text.matches(" (button)").count(), button, "{what}:\n{text}");
                    }
                }
            }
        }
    }
    assert!(written.iter().all(|written| *written > 300), "{written:?} hands");
}

/// `true` if the thing that a format cannot express happened in a hand.
fn happened(played: &Played, code: &str) -> bool {
    let rules = &played.setup.rules;
    let any = |wanted: fn(&PublicEvent) -> bool| played.events.iter().any(|event| wanted(&event.public));
    match code {
        "bomb_pot" => rules.bomb_pot,
        "two_boards" => rules.double_board,
        "seven_deuce" => any(|event| matches!(event, PublicEvent::SevenDeucePaid { .. })),
        "kitty" => !played.hand.kitty().is_zero(),
        "shared_card" => any(|event| matches!(event, PublicEvent::CommunalDealt { .. })),
        // A discard that the deck could not replace immediately.
        "event" => any(|event| matches!(event, PublicEvent::CardsDiscarded { .. })),
        _ => false,
    }
}

/// Hands of absent players, who sit out: they fold whenever they would be to act.
#[test]
fn hands_with_dead_hands_come_back() {
    let mut written = 0;
    for game in catalogue::all().iter().filter(|game| game.tracker.is_some()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..40 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let played = plan
                .play_with_dead_hands(&mut Dice::new(|| random.next_u64()))
                .expect("a hand");
            let telling = telling(Record::of_played(&played).seen_by(Viewer::Spectator), None);
            for (format, read) in FORMATS {
                let Ok(text) = telling.write(format) else { continue };
                let what = format!("{} with seed {seed} as {format:?}:\n{text}", game.id);
                let replay = only(read(&text));
                assert_eq!((&replay.error, replay.complete), (&None, true), "{what}");
                let order = played.hand.dealt().clockwise_from(played.setup.button);
                let expected: Vec<u64> = order.map(|seat| played.hand.stack(seat).get()).collect();
                assert_eq!(stacks(&replay), expected, "{what}");
                written += u32::from(played.setup.players.iter().any(|player| player.dead));
            }
        }
    }
    assert!(written > 300, "{written} hands with dead ones");
}

fn is_refused(text: &str, format: Format) -> bool {
    let refused =
        |hand: Result<PhhHand, String>| hand.is_err() || hand.is_ok_and(|hand| phh::replay(&hand).error.is_some());
    let hands: Vec<Result<PhhHand, String>> = match format {
        Format::Ohh => ohh::read(text)
            .into_iter()
            .map(|hand| hand.map_err(|error| error.to_string()))
            .collect(),
        Format::Text => tracker::read(text)
            .into_iter()
            .map(|hand| hand.map_err(|error| error.to_string()))
            .collect(),
        _ => phh::read(text)
            .expect("a file")
            .into_iter()
            .map(|hand| hand.map_err(|error| error.to_string()))
            .collect(),
    };
    hands.into_iter().any(refused)
}

/// Checks that every show names the made hand, and that the summary gives each seat's end of the hand: parsers of trackers drop
/// lines without it.
fn is_told_in_words(played: &Played, text: &str, what: &str) {
    let ends = [
        "folded before Flop",
        "folded before Flop (didn't bet)",
        "folded on the Flop",
        "folded on the Turn",
        "folded on the River",
        "folded on the 4th Street",
        "folded on the 5th Street",
        "folded on the 6th Street",
        "folded on the First Draw",
        "folded on the Second Draw",
        "folded on the Third Draw",
        "folded on the Draw",
        "mucked",
    ];
    let (hand, summary) = text.split_once("*** SUMMARY ***").expect("a summary");
    for line in hand.lines().filter(|line| line.contains(": shows [")) {
        let (_, made) = line
            .split_once("] (")
            .unwrap_or_else(|| panic!("`{line}` lacks words: {what}"));
        // A low hand is given by its ranks, of which there may be only one.
        let least = if made.starts_with("Lo: ") { 5 } else { 8 };
        assert!(made.len() > least && made.ends_with(')'), "`{line}`: {what}");
    }
    for line in summary.lines().filter(|line| line.starts_with("Seat ")) {
        let told = ends.iter().any(|end| line.ends_with(&format!(" {end}")))
            || line.contains(" showed [") && (line.contains("] and lost with ") || line.contains(") with "))
            || line.contains(" collected (");
        assert!(told, "`{line}`: {what}");
    }
    let posted = |event: &&poker_engine::Event| {
        matches!(
            event.public,
            PublicEvent::Posted {
                kind: PostKind::BigBlind,
                ..
            }
        )
    };
    let blinds = played.events.iter().filter(posted).count();
    assert_eq!(summary.matches("(big blind)").count(), blinds, "{what}:\n{text}");
}

/// Players who enter or come back: each posts the live blind, the dead one, or both.
#[test]
fn posts_of_newcomers_come_back() {
    for id in ["no-limit-holdem", "limit-holdem"] {
        let game = catalogue::find(id).expect("a game of the catalogue");
        let plan = Plan {
            game: Arc::clone(game),
            players: Some(5),
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..40 {
            let mut played = played(&plan, seed);
            let setup = &mut played.setup;
            let order = played.hand.dealt().clockwise_from(setup.button);
            let [back, new, owes]: [SeatIx; 3] = order.skip(2).collect::<Vec<_>>().try_into().expect("three others");
            let [big, small] = [(10, PostKind::EntryBlind), (5, PostKind::DeadBlind)].map(|(amount, kind)| {
                move |seat| Post {
                    seat,
                    amount: Chips::new(amount),
                    kind,
                }
            });
            setup.posts.extend([big(back), small(back), big(new), small(owes)]);
            let (mut hand, mut events) =
                Hand::deal(Arc::clone(game), setup.clone(), played.deck.clone()).expect("a hand");
            while let Some(turn) = hand.turn() {
                let seat = turn.seats.iter().next().expect("someone is asked");
                let check = hand.to_call(seat).is_zero();
                let action = if check { Action::Check } else { Action::Call };
                events.extend(hand.apply(seat, action).expect("a legal action"));
            }
            (played.hand, played.events) = (hand, events);
            let text = telling(Record::of_played(&played), None)
                .write(Format::Text)
                .expect("a text");
            let stack = |seat: SeatIx| {
                played
                    .setup
                    .players
                    .iter()
                    .find(|p| p.seat == seat)
                    .map(|p| p.stack.get())
            };
            if stack(back) > Some(15) {
                let both = format!("Player _{}_: posts small & big blinds 15", back.number());
                assert!(text.contains(&both), "{id} with seed {seed}:\n{text}");
            }
            let replay = only(tracker::read(&text));
            assert_eq!(
                (&replay.error, replay.complete),
                (&None, true),
                "{id} with seed {seed}:\n{text}"
            );
            let order = played.hand.dealt().clockwise_from(played.setup.button);
            let expected: Vec<u64> = order.map(|seat| played.hand.stack(seat).get()).collect();
            assert_eq!(stacks(&replay), expected, "{id} with seed {seed}:\n{text}");
        }
    }
}

#[test]
fn what_a_format_has_no_words_for_is_refused() {
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Deep,
            rules: HouseRules::Varied,
        };
        let played = played(&plan, 1);
        let telling = telling(Record::of_played(&played), None);
        for (format, _) in FORMATS {
            let words = if format == Format::Ohh {
                &game.ohh
            } else {
                &game.tracker
            };
            if words.is_some() {
                continue;
            }
            let refused = telling.write(format);
            assert!(
                matches!(&refused, Err(FormatError::Game(id)) if *id == game.id),
                "{refused:?}"
            );
        }
    }
}

fn bounty_event() -> EventRecord {
    let chips = |amount| poker_protocol::v1::Chips::new(amount).unwrap();
    EventRecord {
        tournament: 31,
        name: LocalName {
            en: "Sunday \"Big\"".to_owned(),
            fr: "Dimanche".to_owned(),
        },
        started_at: Some(1_795_600_800_000),
        table_no: 4,
        level: 9,
        level_seconds: 300,
        small_blind: chips(5),
        big_blind: chips(10),
        stack: chips(1_500),
        price: chips(500),
        bounty: chips(200),
        kinds: vec![EventKind::Bounty, EventKind::Progressive, EventKind::ReEntry],
        heads: vec![(1, chips(200)), (2, chips(350))],
    }
}

/// Hands of an event name it, and come back like any other.
#[test]
fn a_hand_of_an_event_is_told_with_it() {
    let game = catalogue::find("no-limit-holdem").expect("a game of the catalogue");
    let plan = Plan {
        game: Arc::clone(game),
        players: Some(3),
        stacks: Stacks::Deep,
        rules: HouseRules::None,
    };
    let played = played(&plan, 5);
    let event = bounty_event();
    let telling = Telling {
        event: Some(&event),
        ..telling(Record::of_played(&played), None)
    };
    let heads: Vec<u64> = played.hand.dealt().iter().map(|seat| telling.head(seat)).collect();
    let text = telling.write(Format::Text).expect("a text");
    let mut lines = text.lines();
    let first = lines.next().unwrap();
    let title = "PokerStars Hand #700000012: Tournament #31, 500+200+0 Hold'em No Limit - Level IX (5/10) - ";
    assert!(first.starts_with(title), "{first}");
    assert!(lines.next().unwrap().starts_with("Table '31 4' "), "{text}");
    assert_eq!(
        text.matches(" in chips, ").count(),
        heads.iter().filter(|head| **head > 0).count()
    );
    let object: serde_json::Value = serde_json::from_str(&telling.write(Format::Ohh).expect("an object")).unwrap();
    let ohh = &object["ohh"];
    assert_eq!(ohh["tournament"], true);
    let info = &ohh["tournament_info"];
    assert_eq!(
        (&info["tournament_number"], &info["name"], &info["type"]),
        (&json!("31"), &json!("Sunday \"Big\""), &json!("MTT"))
    );
    assert_eq!(
        (&info["buyin_amount"], &info["bounty_fee_amount"]),
        (&json!(500), &json!(200))
    );
    assert_eq!(info["flags"], json!(["Bounty", "Progressive-Bounty", "Re-Entry"]));
    assert_eq!(info["start_date_utc"], "2026-11-25T10:00:00Z");
    assert_eq!(info["speed"], json!({"type": "Turbo", "round_time": 300}));
    let told: Vec<u64> = ohh["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["player_bounty"].as_u64().unwrap())
        .collect();
    assert_eq!(told, heads);
    let order = played.hand.dealt().clockwise_from(played.setup.button);
    let expected: Vec<u64> = order.map(|seat| played.hand.stack(seat).get()).collect();
    for (format, read) in FORMATS {
        let replay = only(read(&telling.write(format).expect("a text")));
        assert_eq!((&replay.error, replay.complete), (&None, true), "{format:?}");
        assert_eq!(stacks(&replay), expected, "{format:?}");
    }
}
