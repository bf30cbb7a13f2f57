use std::sync::Arc;

use poker_engine::event::{DealtCard, PublicEvent};
use poker_engine::game::catalogue;
use poker_engine::hand::Kill;
use poker_engine::history::phh::{self, PhhHand, Record, Replay};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{Action, BySeat, CardSet, Chips, Hand, LimitKind, Post, PostKind, SeatIx, Viewer};
use poker_protocol::v1::LocalName;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use serde_json::json;

mod habits;

use super::import::ImportError;
use super::{Format, FormatError, Telling, ohh, tracker};
use crate::table::{EventKind, EventRecord};

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

fn only(hands: Vec<Result<PhhHand, ImportError>>) -> Replay {
    let [hand] = <[_; 1]>::try_from(hands).expect("one hand");
    phh::replay(&hand.expect("a hand that can be read"))
}

fn stacks(replay: &Replay) -> Vec<u64> {
    let stacks = replay.stacks.as_ref().expect("the hand was not refused");
    stacks.iter().map(|stack| stack.expect("a known stack").get()).collect()
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
            let hero = played.hand.dealt().iter().next().expect("somebody plays");
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

/// A finished hand of any table comes back from every format that can express it, as all viewers saw it and as each player did.
pub(crate) fn comes_back(hand: &crate::store::HandRecord) {
    let views = hand.participants.iter().map(|participant| participant.private.clone());
    for private in views.chain([None]) {
        let view = crate::store::HandView {
            table: crate::store::TableId(7),
            hand_no: hand.hand_no,
            game: hand.game.clone(),
            started_at: hand.started_at,
            ended_at: hand.ended_at,
            public: hand.public.clone(),
            private,
        };
        let public: crate::table::PublicRecord = serde_json::from_str(&view.public).expect("a record");
        let file = crate::wire::HandFile::read(&view.game, &public, None).expect("a hand");
        let record = file.record();
        let ended = record.events.iter().find_map(|event| match event {
            PublicEvent::HandCompleted { stacks } => Some(stacks.clone()),
            _ => None,
        });
        let ended = ended.expect("a finished hand");
        let stack = |seat: u8| {
            ended
                .iter()
                .find(|(other, _)| other.number() == seat)
                .expect("a seat")
                .1
                .get()
        };
        let expected: Vec<u64> = file.order().map(stack).collect();
        for format in [Format::Phh, Format::Ohh, Format::Text] {
            let text = match super::write(&view, format) {
                Ok(text) => text,
                Err(error) if format != Format::Phh && error.lack().is_some() => continue,
                Err(error) => panic!("hand {} as {format:?}: {error}", hand.hand_no),
            };
            let replay = match format {
                Format::Phh => phh::replay(phh::read(&text).expect("a file")[0].as_ref().expect("a hand")),
                Format::Ohh => only(ohh::read(&text)),
                _ => only(tracker::read(&text)),
            };
            assert_eq!((&replay.error, replay.complete), (&None, true), "{format:?}:\n{text}");
            assert_eq!(stacks(&replay), expected, "{format:?}:\n{text}");
        }
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

/// Returns the positions of payments in a text: numbers in cards, seats, streets and made hands are left out.
fn numbers(text: &str, format: Format) -> Vec<std::ops::Range<usize>> {
    let mut places = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_told = match format {
            Format::Text => {
                let is_seat = line.starts_with("Seat ") && line.contains(" in chips");
                let skipped = ["PokerStars", "Table", "***", "Dealt", "Board", "FIRST", "SECOND"];
                !is_seat
                    && !skipped.iter().any(|start| line.starts_with(start))
                    && !line.contains(" shows [")
                    && !line.contains(": discards ")
                    && !line.contains(" folded on ")
            }
            Format::Phh => line.starts_with("finishing_stacks"),
            _ => true,
        };
        if !is_told {
            continue;
        }
        let bytes = line.as_bytes();
        let mut index = 0;
        while index < bytes.len() {
            let length = bytes[index..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if length == 0 {
                index += 1;
                continue;
            }
            let before = &line[..index];
            let amount = match format {
                Format::Text => {
                    let word = before.ends_with(' ') || before.ends_with('(') && !before.ends_with("Player_(");
                    let words =
                        before.ends_with("Player _") || before.ends_with("Seat ") || before.contains(" showed [");
                    word && !words
                }
                // An uncalled bet may be of any size: it goes back, and this format does not record that.
                Format::Ohh => {
                    let object = before.rsplit('{').next().unwrap_or_default();
                    let is_called = object.contains("\"Call\"") || !object.contains("\"action\"");
                    before.ends_with("\"win_amount\":") || before.ends_with("\"amount\":") && is_called
                }
                _ => true,
            };
            if amount {
                places.push(start + index..start + index + length);
            }
            index += length;
        }
    }
    places
}

/// No number for a payment or an award in a file can be changed unnoticed: each is checked against the engine.
#[test]
fn no_number_of_a_file_is_a_lie() {
    let mut lies = 0;
    for game in catalogue::all().iter().filter(|game| game.tracker.is_some()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..6 {
            let played = played(&plan, seed);
            let record = Record::of_played(&played);
            let telling = telling(record.clone(), None);
            let texts = FORMATS
                .iter()
                .filter_map(|(format, _)| Some((*format, telling.write(*format).ok()?)));
            let phh = (Format::Phh, phh::write(&record));
            for (format, text) in texts.chain([phh]) {
                for place in numbers(&text, format) {
                    let number: u64 = text[place.clone()].parse().expect("a number");
                    for lie in [number + 1, number * 7 + 100] {
                        let mut altered = text.clone();
                        altered.replace_range(place.clone(), &lie.to_string());
                        lies += 1;
                        let row = altered[..place.end].rsplit('\n').next().unwrap_or_default();
                        // With a fixed limit, no title gives the small blind.
                        let is_fixed = played.setup.tiers[0].kind() == LimitKind::Fixed;
                        if is_fixed && row.contains("posts small blind") {
                            continue;
                        }
                        assert!(
                            is_refused(&altered, format),
                            "{} with seed {seed}, `{row}`:\n{text}",
                            game.id
                        );
                    }
                }
            }
        }
    }
    assert!(lies > 2_000, "{lies} lies");
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
                let seat = turn.seats.iter().next().expect("somebody is asked");
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

/// The same hand, with one player's hand killed by an official before a decision; all check or fold after it.
fn killed(played: &Played, seat: SeatIx, before: usize) -> Played {
    let (setup, deck) = (played.setup.clone(), played.deck.clone());
    let dealt = Hand::deal(Arc::clone(played.hand.game()), setup, deck);
    let (mut hand, mut events) = dealt.expect("the hand was dealt");
    for (seat, action) in &played.actions[..before] {
        events.extend(hand.apply(*seat, *action).expect("a decision of the same hand"));
    }
    events.extend(hand.kill(seat, Kill::Ruling));
    while let Some(turn) = hand.turn() {
        let seat = turn.seats.iter().next().expect("somebody is asked");
        let action = hand.default_action(seat).expect("there is a choice");
        events.extend(hand.apply(seat, action).expect("what is offered is accepted"));
    }
    Played {
        events,
        hand,
        ..played.clone()
    }
}

// Rule: tournament 11.4.
#[test]
fn the_cards_of_a_killed_hand_are_told_to_all() {
    let mut shown = 0;
    for game in catalogue::all().iter().filter(|game| game.ohh.is_some()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..40 {
            let played = played(&plan, seed);
            let before = played.actions.len() / 2;
            let Some((seat, _)) = played.actions.get(before).copied() else {
                continue;
            };
            let played = killed(&played, seat, before);
            let cards = played.events.iter().find_map(|event| match &event.public {
                PublicEvent::KilledShown { cards, .. } => Some(cards.to_vec()),
                _ => None,
            });
            for (format, read) in FORMATS {
                let what = format!("{} with seed {seed} as {format:?}", game.id);
                let text = telling(Record::of_played(&played).seen_by(Viewer::Spectator), None)
                    .write(format)
                    .expect("a hand that the format knows");
                let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
                for card in cards.iter().flatten() {
                    shown += 1;
                    assert!(
                        words.contains(&card.to_string().as_str()),
                        "{what} hides {card}:\n{text}"
                    );
                }
                hides(&played, Viewer::Spectator, &text, &what);
                let replay = only(read(&text));
                assert_eq!((&replay.error, replay.complete), (&None, true), "{what}:\n{text}");
                let order = played.hand.dealt().clockwise_from(played.setup.button);
                let expected: Vec<u64> = order.map(|seat| played.hand.stack(seat).get()).collect();
                assert_eq!(stacks(&replay), expected, "{what}:\n{text}");
            }
        }
    }
    assert!(shown > 500, "{shown} cards of killed hands were told");
}

fn hides(played: &Played, viewer: Viewer, text: &str, what: &str) {
    let shown = |seat: SeatIx| {
        played
            .events
            .iter()
            .any(|event| matches!(event.public, PublicEvent::HandShown { seat: s, .. } | PublicEvent::KilledShown { seat: s, .. } if s == seat))
    };
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let hidden = played.events.iter().flat_map(|event| &event.secrets);
    // A card that is face up, or that came again from a refilled deck, is no secret.
    let mut open = CardSet::EMPTY;
    for event in &played.events {
        match &event.public {
            PublicEvent::HoleCardsDealt { hands } => {
                let up = hands.iter().flat_map(|(_, cards)| cards.iter());
                let up = up.filter_map(|card| match card {
                    DealtCard::Up(card) => Some(*card),
                    DealtCard::Down => None,
                });
                open = open.union(up.collect());
            }
            PublicEvent::HandShown { cards, .. } if played.hand.game().has_draw() => {
                open = open.union(cards.iter().copied().collect());
            }
            _ => {}
        }
        let own = event
            .secrets
            .iter()
            .filter(|secret| viewer == Viewer::Seat(secret.seat()));
        if played.hand.game().has_draw() {
            open = open.union(
                own.flat_map(|secret| secret.reveal_to_owner().iter().copied())
                    .collect(),
            );
        }
    }
    for secret in hidden.filter(|secret| viewer != Viewer::Seat(secret.seat()) && !shown(secret.seat())) {
        for card in secret.reveal_to_owner().iter().filter(|card| !open.contains(**card)) {
            assert!(
                !words.contains(&card.to_string().as_str()),
                "{what} tells {card}:\n{text}"
            );
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

const TEXT: &str = "\u{feff}PokerStars Hand #250000000001:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/11/21 3:00:00 ET
Table 'Alpha I' 6-max Seat #1 is the button
Seat 1: Alice ($100.00 in chips)
Seat 3: Bob: the 2nd ($80 in chips)
Seat 5: Carl ($120.50 in chips)
Seat 6: Dora ($50 in chips) is sitting out
Bob: the 2nd: posts small blind $0.50
Carl: posts big blind $1.00
*** HOLE CARDS ***
Dealt to Alice [Ah Kd]
Alice: raises $1.50 to $2.50
Bob: the 2nd: folds
Carl: calls $1.50
*** FLOP *** [Kc 7d 2s]
Carl: checks
Alice: bets $4.00
Carl: calls $4.00
*** TURN *** [Kc 7d 2s] [5h]
Carl: checks
Alice: checks
*** RIVER *** [Kc 7d 2s 5h] [9c]
Carl: bets $10.00
Alice: calls $10.00
*** SHOW DOWN ***
Carl: shows [Kh Qh] (a pair of Kings)
Alice: shows [Ah Kd] (a pair of Kings - Ace kicker)
Alice collected $33.50 from pot
*** SUMMARY ***
Total pot $33.50 | Rake $0.00
Board [Kc 7d 2s 5h 9c]
Seat 1: Alice (button) showed [Ah Kd] and won ($33.50) with a pair of Kings
";

/// A hand killed by an official after draws: the cards shown then are not those dealt.
#[test]
fn a_killed_hand_that_has_drawn_is_read() {
    let text = "PokerStars Hand #7700000025:  Badugi Limit (200/400) - 2026/11/29 11:56:57 UTC
Table '75' 3-max (Play Money) Seat #1 is the button
Seat 1: Ana (3684 in chips)
Seat 2: Bea (3633 in chips)
Seat 3: Cid (4710 in chips)
Bea: posts small blind 100
Cid: posts big blind 200
*** DEALING HANDS ***
Ana: calls 200
Bea: folds
Cid: checks
*** FIRST DRAW ***
Cid: discards 3 cards
Ana: discards 3 cards
Cid: checks
Ana: bets 200
Cid: folds
Cid: shows [4h Ah 5h 7h] (a killed hand)
Uncalled bet (200) returned to Ana
Ana collected 500 from pot
*** SUMMARY ***
Total pot 500 | Rake 0
Seat 1: Ana (button) collected (500)
Seat 2: Bea (small blind) folded before Flop
Seat 3: Cid (big blind) folded on the First Draw
";
    let replay = only(tracker::read(text));
    assert_eq!((&replay.error, replay.complete), (&None, true));
    // There is no player of that name in the hand.
    let other = text.replace("Seat 1: Ana (button) collected", "Seat 1: Zoe (button) collected");
    let refused = tracker::read(&other).pop().unwrap().unwrap_err().to_string();
    assert!(refused.contains("nobody of this name"), "{refused}");
}

#[test]
fn a_text_from_elsewhere_is_read() {
    let replay = only(tracker::read(TEXT));
    assert_eq!((&replay.error, replay.complete), (&None, true));
    assert_eq!(
        stacks(&replay),
        [7_950, 10_400, 11_700],
        "cents, from the left of the button on"
    );
    assert_eq!(replay.winnings, [Chips::ZERO, Chips::ZERO, Chips::new(3_350)]);
}

#[test]
fn a_broken_text_names_its_line() {
    let error = |text: &str| {
        let hands = tracker::read(text);
        hands.into_iter().find_map(Result::err).expect("a fault").to_string()
    };
    assert_eq!(
        error(&TEXT.replace("Carl: checks", "Carl: sings")),
        "line 15: `sings` is not an action"
    );
    assert_eq!(
        error(&TEXT.replace("Hold'em No Limit", "Whist No Limit")),
        "line 1: the game `Whist` with this limit is not known"
    );
    assert!(error("nothing\n").starts_with("line 1: there is no hand"));
    let refused = only(tracker::read(
        &TEXT.replace("raises $1.50 to $2.50", "raises $0.50 to $1.50"),
    ));
    assert!(
        refused
            .error
            .expect("a refusal")
            .contains("1.5 is below the minimum of 2")
    );
}

const OHH: &str = r#"{"ohh": {"spec_version": "1.4.7", "site_name": "Elsewhere", "network_name": "Elsewhere",
  "internal_version": "1", "tournament": false, "game_number": "1", "start_date_utc": "2026-11-21T08:00:00Z",
  "table_name": "A", "game_type": "Omaha", "bet_limit": {"bet_type": "PL", "bet_cap": 0.0}, "table_size": 6,
  "currency": "USD", "dealer_seat": 4, "small_blind_amount": 1.00, "big_blind_amount": 2.00, "ante_amount": 0.00,
  "hero_player_id": 8, "players": [
    {"id": 8, "seat": 4, "name": "Alice", "starting_stack": 200.50},
    {"id": 9, "seat": 5, "name": "Bob", "starting_stack": 100.00}],
  "rounds": [
    {"id": 0, "street": "Preflop", "actions": [
      {"action_number": 1, "player_id": 8, "action": "Post SB", "amount": 1.00},
      {"action_number": 2, "player_id": 9, "action": "Post BB", "amount": 2.00},
      {"action_number": 3, "player_id": 8, "action": "Dealt Cards", "cards": ["As", "Ah", "Kd", "Qd"]},
      {"action_number": 4, "player_id": 8, "action": "Raise", "amount": 5.00},
      {"action_number": 5, "player_id": 9, "action": "Call", "amount": 4.00}]},
    {"id": 1, "street": "Flop", "cards": ["2c", "3d", "9h"], "actions": [
      {"action_number": 6, "player_id": 9, "action": "Check"},
      {"action_number": 7, "player_id": 8, "action": "Bet", "amount": 7.50},
      {"action_number": 8, "player_id": 9, "action": "Fold"}]}],
  "pots": [{"number": 0, "amount": 12.00, "rake": 0.00, "player_wins": [{"player_id": 8, "win_amount": 12.00}]}]}}
"#;

#[test]
fn an_open_hand_history_from_elsewhere_is_read() {
    let many = format!("{OHH}\n{}\n{OHH}", OHH.replace("\"Omaha\"", "\"Badugi\""));
    let hands = ohh::read(&many);
    assert_eq!(hands.len(), 3);
    let fault = hands[1].as_ref().expect_err("a game that the format does not know");
    assert_eq!(
        fault.to_string(),
        "line 21: the game `Badugi` with this limit is not known"
    );
    for hand in [&hands[0], &hands[2]] {
        let replay = phh::replay(hand.as_ref().expect("a hand"));
        assert_eq!((&replay.error, replay.complete), (&None, true));
        assert_eq!(stacks(&replay), [9_400, 20_650], "cents, the button last");
    }
    let broken = ohh::read(&OHH.replace("\"Fold\"", "\"Sing\"")).remove(0);
    assert_eq!(
        broken.expect_err("a fault").message,
        "`Sing` is not an action of a hand"
    );
    let cut = ohh::read(&OHH[..400]).remove(0);
    assert_eq!(cut.expect_err("a fault").line, 4);
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
