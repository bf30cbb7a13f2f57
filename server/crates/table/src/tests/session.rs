//! Session rules of a table: the choices of its creator, from the wish to the journal.

use poker_engine::history::phh::{self, Replay};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::table::FirstDealer;
use poker_protocol::v1::table::session::{Need, Number, RULES, RuleFault, Takes};
use poker_protocol::v1::{Action, Chips, Choice, ErrorCode};
use poker_store::{HandRecord, StepKind};
use poker_wire::{HandFile, PublicRecord};
use serde_json::{Value, json};

use super::house_rules::call_down;
use super::world::{World, config, setup};
use crate::core::End;
use crate::core::mail::TableRequest;
use crate::setup::timing::Timing;
use crate::setup::{config::TableSetup, error::ConfigError};

/// A table with these rules and players with 500 each.
pub(super) fn table(game: &str, players: usize, session: &Value) -> World {
    let mut config = config(game);
    (config.buy_in_min, config.buy_in_max) = (Chips::new(500), Chips::new(500));
    config.session = serde_json::from_value(session.clone()).unwrap();
    config.private = true;
    let mut world = World::with(setup(&config), players);
    world.seat_all(500);
    world
}

fn act(world: &mut World, client: usize, action: Action) {
    let (hand, turn) = world.clients[client].turn().expect("it is the client's turn");
    let id = world.ask(client, TableRequest::Act { hand, turn, action });
    assert!(!world.clients[client].errors.contains_key(&id), "refused");
}

/// All public events, in order.
pub(super) fn told(world: &World) -> Vec<PublicEvent> {
    told_behind(world, 0)
}

/// The public events after the first `known` ones.
pub(super) fn told_behind(world: &World, known: usize) -> Vec<PublicEvent> {
    let events = world.told.values().skip(known);
    events.map(|event| serde_json::from_str(event).unwrap()).collect()
}

/// Plays the next hand to its end and returns its events.
pub(super) fn next_hand(world: &mut World) -> Vec<PublicEvent> {
    let before = world.told.len();
    world.wait_until_due();
    call_down(world);
    told_behind(world, before)
}

/// The file of a hand and the result of its replay, which must be the whole hand.
pub(super) fn replayed(hand: &HandRecord) -> (String, Replay) {
    let public: PublicRecord = serde_json::from_str(&hand.public).unwrap();
    let file = HandFile::read(&hand.game, &public, None).unwrap();
    let text = phh::write(&file.record());
    let hands = phh::read(&text).expect("a file of our own");
    let replay = phh::replay(hands[0].as_ref().expect("a hand"));
    assert_eq!((&replay.error, replay.complete), (&None, true), "{text}");
    (text, replay)
}

/// All players who may fold do so, until the hand is over.
pub(super) fn fold_all(world: &mut World) {
    let hand = world.core.table().hand_no();
    while let Some(client) = world.asked().first().copied() {
        if world.core.table().hand_no() != hand {
            return;
        }
        let action = match world.clients[client].choices()[0] {
            Choice::Fold {} => Action::Fold {},
            Choice::Discard { .. } => Action::Discard { cards: Vec::new() },
            _ => Action::Check {},
        };
        act(world, client, action);
    }
}

/// All players go all-in.
fn all_in(world: &mut World) {
    loop {
        let client = world.asked()[0];
        let choices = world.clients[client].choices();
        let action = choices.iter().find_map(|choice| match choice {
            Choice::RunTwice {} => Some(None),
            Choice::Raise { max, .. } => Some(Some(Action::Raise { to: *max })),
            _ => None,
        });
        match action {
            Some(Some(raise)) => act(world, client, raise),
            Some(None) => return,
            None => act(world, client, Action::Call { amount: None }),
        }
    }
}

#[test]
fn players_who_are_all_in_run_it_twice_and_a_restart_changes_nothing() {
    let mut world = table("no-limit-holdem", 2, &json!({"run_twice": true}));
    world.wait_until_due();
    all_in(&mut world);
    assert_eq!(world.asked(), [0, 1]);
    assert_eq!(world.clients[0].choices(), [Choice::RunTwice {}, Choice::RunOnce {}]);
    act(&mut world, 0, Action::RunTwice {});
    let row = world.disk.rows.last().unwrap();
    assert!(
        !String::from_utf8_lossy(&row.command).contains("run_twice"),
        "what was said is sealed"
    );
    world.check_recovery();
    world.crash();
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(world.asked(), [1]);
    act(&mut world, 1, Action::RunTwice {});
    world.check();
    world.check_recovery();
    let told = told(&world);
    assert!(told.contains(&PublicEvent::RunsDecided { twice: true }));
    assert!(told.contains(&PublicEvent::SecondRunStarted { kept: 0 }));
    let paid = told.iter().filter_map(|event| match event {
        PublicEvent::PotAwarded { amount, run, .. } => Some((*run, amount.get())),
        _ => None,
    });
    assert_eq!(paid.collect::<Vec<_>>(), [(Some(1), 500), (Some(2), 500)]);
}

#[test]
fn a_player_who_says_nothing_runs_it_once() {
    let mut world = table("no-limit-holdem", 2, &json!({"run_twice": true}));
    world.wait_until_due();
    all_in(&mut world);
    act(&mut world, 0, Action::RunTwice {});
    while world.core.table().running().is_some() {
        assert!(world.wait_until_due());
    }
    assert!(told(&world).contains(&PublicEvent::RunsDecided { twice: false }));
    world.check_recovery();
}

#[test]
fn cards_dealt_face_up_decide_who_deals_first() {
    for (game, rule) in [
        ("no-limit-holdem", FirstDealer::HighCard),
        ("five-card-draw", FirstDealer::FirstJack),
    ] {
        let mut world = table(game, 3, &json!({}));
        world.wait_until_due();
        let told = told(&world);
        let drawn = told
            .iter()
            .position(|event| matches!(event, PublicEvent::DealerDrawn { .. }));
        let Some(PublicEvent::DealerDrawn {
            rule: drawn_by,
            cards,
            dealer,
        }) = drawn.map(|at| &told[at])
        else {
            panic!("{game}: no player is told how the dealer was found");
        };
        assert_eq!(*drawn_by, rule, "{game}");
        let mine = |rank: &str| cards.iter().filter(|card| card.card.as_str().starts_with(rank)).count();
        match rule {
            FirstDealer::FirstJack => {
                assert_eq!(cards.last().unwrap().seat, *dealer);
                assert_eq!(mine("J"), 1);
            }
            _ => assert_eq!(cards.iter().map(|card| card.seat).collect::<Vec<_>>(), [1, 2, 3]),
        }
        assert!(matches!(&told[drawn.unwrap() + 1], PublicEvent::HandStarted { button, .. } if button == dealer));
        world.check_recovery();
        // The next hand's dealer is not decided by chance.
        fold_all(&mut world);
        world.wait_until_due();
        let later = self::told(&world);
        let again = later
            .iter()
            .filter(|event| matches!(event, PublicEvent::DealerDrawn { .. }));
        assert_eq!(again.count(), 1, "{game}");
        world.check_recovery();
    }
}

#[test]
fn without_cards_the_first_dealer_is_drawn_in_silence() {
    for rule in ["random", "first_seat"] {
        let mut world = table("no-limit-holdem", 3, &json!({"first_dealer": rule}));
        world.wait_until_due();
        let told = told(&world);
        assert!(
            !told
                .iter()
                .any(|event| matches!(event, PublicEvent::DealerDrawn { .. }))
        );
        let button = told.iter().find_map(|event| match event {
            PublicEvent::HandStarted { button, .. } => Some(*button),
            _ => None,
        });
        assert!(rule == "random" || button == Some(1));
        world.check_recovery();
    }
}

/// Start of the worlds in these tests, in milliseconds since 1970.
const START: u64 = 1_700_000_000_000;

fn announcements(world: &World) -> usize {
    let told = told(world);
    let announced = told
        .iter()
        .filter(|event| matches!(event, PublicEvent::ClosingAnnounced { .. }));
    announced.count()
}

/// Plays hands until `time` milliseconds have passed since the start.
fn play_until(world: &mut World, time: u64) {
    while world.time < time {
        fold_all(world);
        assert!(world.wait_until_due());
    }
}

#[test]
fn players_are_told_ten_minutes_before_a_table_closes_and_once() {
    let mut world = table("no-limit-holdem", 2, &json!({"closes_at": START + 620_000}));
    play_until(&mut world, 15_000);
    assert_eq!(announcements(&world), 0, "it is too early to tell");
    play_until(&mut world, 20_000);
    assert_eq!(announcements(&world), 1);
    world.crash();
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
    }
    play_until(&mut world, 30_000);
    assert_eq!(announcements(&world), 1);
}

#[test]
fn a_table_closes_after_the_hand_that_runs() {
    let mut world = table("no-limit-holdem", 2, &json!({"closes_at": START + 20_000}));
    assert_eq!(announcements(&world), 1);
    play_until(&mut world, 10_000);
    while world.core.table().running().is_none() {
        assert!(world.wait_until_due());
    }
    // Time runs out in the middle of a hand, which is played to its end.
    world.wait(20_000 - world.time);
    assert!(world.core.table().running().is_some());
    let hand = world.core.table().hand_no();
    fold_all(&mut world);
    assert_eq!(world.ended, None, "the end of the hand is looked at first");
    assert!(world.wait_until_due());
    assert_eq!(world.ended, Some(End::Closed));
    assert_eq!(world.core.table().hand_no(), hand);
    assert_eq!(world.disk.escrow, 0, "everybody has left with the stack");
    assert_eq!(told(&world).pop(), Some(PublicEvent::TableClosed {}));
}

#[test]
fn a_table_may_have_every_hand_shown() {
    for (rule, mucks) in [(json!({}), true), (json!({"show_rule": "all"}), false)] {
        let mut world = table("no-limit-holdem", 4, &rule);
        for _ in 0..8 {
            world.wait_until_due();
            call_down(&mut world);
        }
        let told = told(&world);
        let mucked = told.iter().any(|event| matches!(event, PublicEvent::HandMucked { .. }));
        assert_eq!(mucked, mucks, "{rule}");
    }
}

#[test]
fn what_a_raise_has_too_much_is_forfeited_where_the_table_says_so() {
    let mut world = table("no-limit-holdem", 3, &json!({"forfeit_excess": true}));
    world.wait_until_due();
    let client = world.asked()[0];
    let to = Chips::new(13).unwrap();
    act(&mut world, client, Action::Raise { to });
    let told = told(&world);
    let excess = Chips::new(3).unwrap();
    let forfeited =
        |event: &&PublicEvent| matches!(event, PublicEvent::ExcessForfeited { amount, .. } if *amount == excess);
    assert_eq!(told.iter().filter(forfeited).count(), 1);
    world.check();
    world.check_recovery();
}

/// A hand with a raise and a re-raise that no player calls.
fn raise_twice(world: &mut World) {
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    for _ in 0..2 {
        let client = world.asked()[0];
        let choices = world.clients[client].choices();
        let raise = choices.iter().find_map(|choice| match choice {
            Choice::Raise { min, .. } => Some(Action::Raise { to: *min }),
            _ => None,
        });
        act(world, client, raise.expect("a raise is offered"));
    }
    fold_all(world);
}

fn kitty(world: &World) -> Option<u64> {
    let state = world.core.state_for(world.clients[0].account(), world.now());
    state.kitty.map(Chips::get)
}

#[test]
fn bt14_a_table_that_closes_shares_its_kitty_among_those_who_sit_there() {
    let mut world = table(
        "no-limit-holdem",
        4,
        &json!({"kitty": true, "closes_at": START + 300_000}),
    );
    assert_eq!(kitty(&world), Some(0));
    for chips in 1..=7 {
        raise_twice(&mut world);
        assert_eq!(kitty(&world), Some(chips));
        world.check();
        world.check_recovery();
    }
    // One player leaves before the end, and gets no share.
    world.ask(3, TableRequest::Leave);
    assert_eq!(kitty(&world), Some(7));
    world.crash();
    for client in 0..4 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(kitty(&world), Some(7));
    world.check();
    while world.ended.is_none() {
        fold_all(&mut world);
        assert!(world.wait_until_due());
    }
    assert_eq!(world.ended, Some(End::Closed));
    let told = told(&world);
    let shares: Vec<_> = told
        .iter()
        .filter_map(|event| match event {
            PublicEvent::KittyShared { shares } => Some(shares),
            _ => None,
        })
        .flatten()
        .collect();
    let button = told.iter().rev().find_map(|event| match event {
        PublicEvent::HandStarted { button, .. } => Some(*button),
        _ => None,
    });
    let first = button.unwrap() % 3 + 1;
    assert_eq!((shares[0].seat, shares[0].amount.get()), (first, 3), "the odd chip");
    assert_eq!(
        shares.iter().map(|share| share.amount.get()).collect::<Vec<_>>(),
        [3, 2, 2]
    );
    assert_eq!(world.disk.escrow, 0);
    assert_eq!(world.disk.wallets.values().sum::<u64>(), 4_000_000);
}

#[test]
fn the_kitty_is_in_the_snapshot_of_a_table() {
    let mut config = config("no-limit-holdem");
    (config.private, config.session.kitty) = (true, true);
    let setup = TableSetup::new(&config, Timing::default().without_pauses()).unwrap();
    let mut world = World::with(std::sync::Arc::new(setup), 2);
    world.seat_all(1_000);
    while !world.disk.rows.iter().any(|row| row.kind == StepKind::Snapshot) {
        raise_twice(&mut world);
    }
    assert!(kitty(&world) > Some(0));
    world.check_recovery();
}

#[test]
fn the_last_one_who_leaves_takes_the_kitty_along() {
    let mut world = table("no-limit-holdem", 2, &json!({"kitty": true}));
    raise_twice(&mut world);
    world.ask(0, TableRequest::Leave);
    assert_eq!(kitty(&world), Some(1));
    world.ask(1, TableRequest::Leave);
    assert_eq!((kitty(&world), world.disk.escrow), (Some(0), 0));
    world.check();
    world.check_recovery();
}

#[test]
fn only_private_tables_have_a_kitty() {
    let mut config = config("no-limit-holdem");
    config.session.kitty = true;
    let refused = TableSetup::new(&config, Timing::default()).unwrap_err();
    assert_eq!(
        refused,
        ConfigError::Session(RuleFault::Needs {
            field: "session.kitty",
            need: Need::Private
        })
    );
    config.private = true;
    assert!(TableSetup::new(&config, Timing::default()).is_ok());
}

#[test]
fn bt15_who_loses_all_stacks_has_lost_the_first_one_alone_and_is_out() {
    let mut world = table("no-limit-holdem", 2, &json!({"free_stacks": 2}));
    let refused = |world: &World, client: usize, id: &str| world.clients[client].errors[id].code;
    let rebuy = TableRequest::Rebuy {
        amount: Chips::new(100).unwrap(),
    };
    let id = world.ask(0, rebuy);
    assert_eq!(refused(&world, 0, &id), ErrorCode::TableNoRebuys);
    // All-ins until one player has lost everything.
    while world.core.table().law.occupied().len() == 2 {
        let Some(client) = world.asked().first().copied() else {
            assert!(world.wait_until_due());
            continue;
        };
        let choices = world.clients[client].choices();
        let raise = choices.iter().find_map(|choice| match choice {
            Choice::Raise { max, .. } => Some(Action::Raise { to: *max }),
            _ => None,
        });
        act(&mut world, client, raise.unwrap_or(Action::Call { amount: None }));
        world.check();
        world.check_recovery();
    }
    let [lost, won] = [0, 1].map(|client| world.core.table().seat_of(world.clients[client].account()).is_none());
    assert_ne!(lost, won);
    let loser = usize::from(won);
    assert_eq!(world.disk.wallets[&world.clients[loser].account()], 999_500);
    let seat = u8::try_from(loser + 1).unwrap();
    let given = |event: &PublicEvent| matches!(event, PublicEvent::FreeStackGiven { seat: s, .. } if *s == seat);
    assert_eq!(told(&world).iter().filter(|event| given(event)).count(), 2);
    let id = world.sit(loser, 500);
    assert_eq!(refused(&world, loser, &id), ErrorCode::TableNoRebuys);
    world.check_snapshot();
    world.crash();
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
    }
    let id = world.sit(loser, 500);
    assert_eq!(refused(&world, loser, &id), ErrorCode::TableNoRebuys);
    world.ask(1 - loser, TableRequest::Leave);
    assert_eq!(world.disk.escrow, 0);
    world.check();
}

#[test]
fn only_private_tables_give_free_stacks_and_no_more_than_five() {
    let mut config = config("no-limit-holdem");
    config.session.free_stacks = Some(2);
    let mut made = |private: bool, count: u8| {
        (config.private, config.session.free_stacks) = (private, Some(count));
        TableSetup::new(&config, Timing::default()).map(|setup| setup.law.free_stacks)
    };
    assert_eq!(
        made(false, 2),
        Err(ConfigError::Session(RuleFault::Needs {
            field: "session.free_stacks",
            need: Need::Private
        }))
    );
    assert_eq!(made(true, 0), Ok(0), "none");
    assert_eq!(
        made(true, 6),
        Err(ConfigError::Session(RuleFault::Range {
            field: "session.free_stacks",
            least: 1,
            most: 5
        }))
    );
    assert_eq!(made(true, 5), Ok(5));
}

/// A table where every rule is possible.
fn open_to_all() -> Value {
    json!({"name": "Test", "game": "no-limit-holdem", "seats": 6, "private": true})
}

/// The same where a condition is not met.
fn without(need: Need) -> Value {
    let mut config = open_to_all();
    match need {
        Need::Private => config["private"] = json!(false),
        Need::Board => config["game"] = json!("badugi"),
        Need::Straddles | Need::BombPots | Need::DoubleBoard | Need::SevenDeuce => {
            config["game"] = json!("seven-card-stud");
        }
        Need::OwnChips => config["session"] = json!({"own_chips": false}),
        Need::AccountChips => config["session"] = json!({"own_chips": true}),
    }
    config
}

/// What a table with one rule is refused for; `None` if it can be opened.
fn refused_field(mut config: Value, rule: &str, value: &Value) -> Option<String> {
    let rule = RULES.iter().find(|one| one.name == rule).unwrap();
    if config["session"].is_null() {
        config["session"] = json!({"own_chips": rule.needs.contains(&Need::OwnChips)});
    }
    config["session"][rule.name] = value.clone();
    // What the value goes with suits the same tables.
    if config["game"] == "no-limit-holdem"
        && let Takes::OneOf { offered } = rule.takes
        && let Some(other) = offered.iter().find(|one| *value == one.value).and_then(|one| one.with)
    {
        match other {
            "bomb_pot" => config["session"][other] = json!({"every": 5, "ante": 2}),
            "chip_value" if config["session"]["own_chips"] == true => config["session"][other] = json!(5),
            "chip_value" => {}
            other => panic!("{other}"),
        }
    }
    let config = serde_json::from_value(config).unwrap();
    let refused = TableSetup::new(&config, Timing::default()).err()?.answer(None);
    assert_eq!(refused.code, ErrorCode::TableConfigInvalid);
    Some(refused.params.unwrap()["field"].as_str().unwrap().to_owned())
}

/// The law of the table takes what the declaration allows, and the setup nothing else.
#[test]
fn every_rule_is_taken_within_its_declaration_and_no_further() {
    for rule in RULES {
        let around = |number: Number| ([number.least, number.most], [number.most + 1, number.least - 1]);
        let (good, bad): (Vec<Value>, Vec<Value>) = match rule.takes {
            Takes::Flag { .. } => (vec![json!(true)], Vec::new()),
            Takes::OneOf { offered } => (offered.iter().map(|one| json!(one.value)).collect(), Vec::new()),
            Takes::Number(number) => {
                let (within, beyond) = around(number);
                (within.map(|n| json!(n)).to_vec(), vec![json!(beyond[0])])
            }
            Takes::Parts { parts } => {
                let usual = parts
                    .iter()
                    .map(|part| (part.name.to_owned(), json!(part.number.usual)));
                let usual = Value::Object(usual.collect());
                let with = |name: &str, n: u64| {
                    let mut value = usual.clone();
                    value[name] = json!(n);
                    value
                };
                let (mut good, mut bad) = (vec![usual.clone()], Vec::new());
                for part in parts {
                    let (within, beyond) = around(part.number);
                    good.extend(within.map(|n| with(part.name, n)));
                    bad.extend(beyond.map(|n| with(part.name, n)));
                }
                (good, bad)
            }
            Takes::Time {} => (vec![json!(1_795_000_000_000_u64)], Vec::new()),
        };
        for value in &good {
            assert_eq!(
                refused_field(open_to_all(), rule.name, value),
                None,
                "{}: {value}",
                rule.name
            );
            for need in rule.needs {
                let field = if *need == Need::Private { "private" } else { rule.field };
                let refused = refused_field(without(*need), rule.name, value);
                assert_eq!(refused.as_deref(), Some(field), "{}: {value}", rule.name);
            }
        }
        for value in &bad {
            let refused = refused_field(open_to_all(), rule.name, value);
            assert_eq!(refused.as_deref(), Some(rule.field), "{}: {value}", rule.name);
        }
    }
}
