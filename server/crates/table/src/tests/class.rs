//! A class: the host stops a hand, the players agree to show their cards or do not, and a crash changes nothing.

use poker_protocol::v1::host::{HandStop, HostDeed};
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::{Action, Card, ErrorCode, PublicEvent};
use serde_json::json;

use super::home_game::{ask, home, state};
use super::hosting::{deeds, hosted, private};
use super::house_rules::{act, call_down, call_once};
use super::world::{World, config};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;
use crate::state::hosting::HostRule;

const MINUTE_MS: u64 = 60_000;

/// A class of this many players, the host among them, in the first hand; one more client watches.
pub(super) fn class(players: usize) -> World {
    let mut world = home(players + 1, &json!({"class": true}));
    for client in 0..players {
        world.sit(client, 500);
    }
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    world
}

fn rule(world: &mut World, rule: HostRule) -> Option<ErrorCode> {
    ask(world, 0, TableRequest::Host(rule))
}

pub(super) fn stop(world: &mut World) -> Option<ErrorCode> {
    rule(world, HostRule::StopHand { minutes: 10 })
}

fn reveal(world: &mut World) -> Option<ErrorCode> {
    rule(world, HostRule::AskReveal {})
}

fn answer(world: &mut World, client: usize, agree: bool) -> Option<ErrorCode> {
    let hand = world.core.table().hand_no();
    ask(world, client, TableRequest::Consent { hand, agree })
}

fn stopped(world: &World) -> Option<HandStop> {
    state(world).hand?.stop
}

/// The cards of other seats that a client knows from a fresh snapshot.
fn known(world: &World, client: usize) -> Vec<Card> {
    let state = world.core.state_for(world.clients[client].account(), world.now());
    let own = state.you.map_or(0, |you| you.seat);
    let others = state.seats.into_iter().filter(|taken| taken.seat != own);
    let plays = others.filter_map(|taken| taken.play);
    plays.flat_map(|play| play.cards).flatten().collect()
}

fn told(world: &World, kind: &str) -> usize {
    let kind = format!("\"kind\":\"{kind}\"");
    world.told.values().filter(|event| event.contains(&kind)).count()
}

/// Checks that the journal gives the same table, and that it is the same after a crash.
fn survives(world: &mut World) {
    let all = 0..world.clients.len();
    let views = |world: &World| -> Vec<_> { all.clone().map(|client| known(world, client)).collect() };
    world.check();
    world.check_recovery();
    let before = (stopped(world), state(world).host_rules, views(world));
    world.crash();
    assert_eq!((stopped(world), state(world).host_rules, views(world)), before);
    for client in all {
        world.ask(client, TableRequest::Watch);
    }
    world.check();
}

#[test]
fn in_a_stop_the_clock_stands_still_and_nobody_acts() {
    let mut world = class(3);
    let client = world.asked()[0];
    world.wait(3_000);
    let due = world.due().unwrap();
    assert_eq!(stop(&mut world), None);
    assert_eq!(
        world.due().unwrap().0,
        world.time + 10 * MINUTE_MS,
        "its end alone is planned"
    );
    let id = act(&mut world, client, Action::Call { amount: None });
    assert_eq!(world.clients[client].errors[&id].code, ErrorCode::TablePaused);
    world.wait(5 * MINUTE_MS);
    world.check();
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    assert_eq!(stopped(&world), None);
    assert_eq!(
        world.due().unwrap().0,
        due.0 + 5 * MINUTE_MS,
        "with the time that was left"
    );
    call_down(&mut world);
    assert_eq!(world.core.table().hands, 1);
    assert_eq!(deeds(&world), [HostDeed::Paused, HostDeed::Resumed]);
    assert_eq!(told(&world, "hand_went_on"), 1);
    let record = &world.disk.hands.last().unwrap().public;
    let causes = record.split_once("\"causes\":").unwrap().1;
    assert!(
        causes.contains("paused") && causes.contains("resumed"),
        "the record knows why it took so long"
    );
    world.check();
}

#[test]
fn a_stop_ends_by_itself_even_while_the_server_is_down() {
    let mut world = class(3);
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), None);
    survives(&mut world);
    // Another end.
    assert_eq!(rule(&mut world, HostRule::StopHand { minutes: 20 }), None);
    assert!(stopped(&world).unwrap().asked);
    world.wait(20 * MINUTE_MS - 1);
    assert!(stopped(&world).is_some());
    world.wait(1);
    assert_eq!(stopped(&world), None);
    assert_eq!(answer(&mut world, 1, true), Some(ErrorCode::TableNotStopped));
    assert_eq!(stop(&mut world), None);
    world.time += 11 * MINUTE_MS;
    world.crash();
    for client in 0..4 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!((stopped(&world), state(&world).host_rules.paused), (None, false));
    call_down(&mut world);
    assert_eq!(world.core.table().hands, 1);
}

#[test]
fn nobody_is_missed_in_a_stop() {
    let mut world = class(3);
    assert_eq!(rule(&mut world, HostRule::StopHand { minutes: 60 }), None);
    for client in 0..3 {
        world.drop_connection(client);
    }
    world.wait(60 * MINUTE_MS - 1);
    let seats = world.core.table().law.occupied().len();
    assert_eq!(seats, 3);
}

/// The cards lie open with the last consent, for all, and not a step before; a crash at any point changes nothing.
#[test]
fn cards_lie_open_once_all_who_hold_some_agree() {
    let mut world = class(3);
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), None);
    let waits = |agreed| {
        Some(HandStop {
            asked: true,
            agreed,
            holders: 3,
            open: false,
        })
    };
    for (client, agree, agreed) in [(0, true, 1), (1, true, 2), (0, false, 1), (0, true, 2)] {
        assert_eq!(answer(&mut world, client, agree), None);
        assert_eq!(stopped(&world), waits(agreed));
        assert!((0..4).all(|client| known(&world, client).is_empty()));
        survives(&mut world);
    }
    // The last player is away, which is no consent.
    world.drop_connection(2);
    world.wait(MINUTE_MS);
    assert_eq!(stopped(&world), waits(2));
    world.ask(2, TableRequest::Watch);
    assert_eq!(told(&world, "hands_opened"), 0);
    assert_eq!(answer(&mut world, 2, true), None);
    let open = HandStop {
        holders: 3,
        open: true,
        ..HandStop::default()
    };
    assert_eq!(stopped(&world), Some(open));
    let lying = |world: &World| [0, 1, 2, 3].map(|client| known(world, client).len());
    assert_eq!(lying(&world), [4, 4, 4, 6], "all see all, the watcher too");
    survives(&mut world);
    assert_eq!(reveal(&mut world), Some(ErrorCode::TableNotToOpen));
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    survives(&mut world);
    // Another stop of the same hand remembers that its cards lie open.
    assert_eq!(stop(&mut world), None);
    assert_eq!(stopped(&world), Some(open));
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    let next = world.asked()[0];
    call_once(&mut world, next);
    world.check();
    assert_eq!(lying(&world), [4, 4, 4, 6], "they lie open for the rest of the hand");
    call_down(&mut world);
    world.check();
    let record = &world.disk.hands.last().unwrap().public;
    assert!(record.contains("\"kind\":\"hands_opened\""), "{record}");
    assert!(!record.contains("hand_stopped"), "it is no part of the hand: {record}");
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 2);
    assert_eq!(lying(&world), [0; 4], "the next hand is dealt face down");
    world.check();
}

/// `true` for the players whose fresh snapshot says that they have agreed.
fn agreed(world: &World) -> [bool; 3] {
    [0, 1, 2].map(|client| {
        let state = world.core.state_for(world.clients[client].account(), world.now());
        state.you.is_some_and(|you| you.agreed)
    })
}

/// Number of times that a client was told its own answer.
fn answers(world: &World, client: usize) -> usize {
    let frames = world.clients[client].frames.iter();
    frames.filter(|frame| frame.contains("\"kind\":\"consent\"")).count()
}

#[test]
fn each_player_learns_only_their_own_answer() {
    let mut world = class(3);
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), None);
    assert_eq!(agreed(&world), [false; 3]);
    assert_eq!(answer(&mut world, 1, true), None);
    assert_eq!(agreed(&world), [false, true, false]);
    assert_eq!([0, 1, 2, 3].map(|client| answers(&world, client)), [0, 1, 0, 0]);
    survives(&mut world);
    assert_eq!(agreed(&world), [false, true, false], "a restart asks no player again");
    // A client that comes back and knows the table up to here is told once more.
    let (before, after) = (answers(&world, 1), world.core.table().seq());
    world.drop_connection(1);
    world.ask(1, TableRequest::Resume { after });
    assert_eq!(answers(&world, 1), before + 1);
    world.check();
    assert_eq!(answer(&mut world, 1, false), None);
    assert_eq!(agreed(&world), [false; 3]);
    // A consent is the answer to one question.
    assert_eq!(answer(&mut world, 1, true), None);
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    assert_eq!(agreed(&world), [false; 3]);
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), None);
    assert_eq!(agreed(&world), [false; 3]);
    for client in 0..3 {
        assert_eq!(answer(&mut world, client, true), None);
    }
    assert_eq!(
        agreed(&world),
        [false; 3],
        "the question is over, and the cards lie open"
    );
    survives(&mut world);
}

#[test]
fn a_folded_hand_stays_hidden_and_is_not_asked() {
    let mut world = class(3);
    let folder = world.asked()[0];
    act(&mut world, folder, Action::Fold {});
    let others: Vec<usize> = (0..3).filter(|client| *client != folder).collect();
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), None);
    assert_eq!(stopped(&world).unwrap().holders, 2);
    assert_eq!(answer(&mut world, folder, true), Some(ErrorCode::TableNothingToShow));
    for client in &others {
        assert_eq!(answer(&mut world, *client, true), None);
    }
    assert_eq!(known(&world, 3).len(), 4);
    assert_eq!(known(&world, others[0]).len(), 2);
    let play = world.core.table().play().unwrap();
    let seat = play.seat_of(world.clients[folder].account()).unwrap();
    let hidden: Vec<String> = play.own_cards(seat).iter().map(ToString::to_string).collect();
    let shown = world
        .told
        .values()
        .find(|event| event.contains("hands_opened"))
        .unwrap();
    assert!(hidden.iter().all(|card| !shown.contains(card)), "{shown}");
    survives(&mut world);
}

#[test]
fn an_open_hand_can_end_and_gives_all_chips_back() {
    let mut world = class(3);
    let next = world.asked()[0];
    call_once(&mut world, next);
    let ledger = state(&world).ledger;
    assert_eq!(rule(&mut world, HostRule::EndHand {}), Some(ErrorCode::TableNotStopped));
    assert_eq!(stop(&mut world), None);
    assert_eq!(rule(&mut world, HostRule::EndHand {}), Some(ErrorCode::TableNotOpen));
    assert_eq!(reveal(&mut world), None);
    for client in 0..3 {
        assert_eq!(answer(&mut world, client, true), None);
    }
    assert_eq!(rule(&mut world, HostRule::EndHand {}), None);
    let now = state(&world);
    assert!(now.hand.is_none() && !now.host_rules.paused);
    assert!(now.seats.iter().all(|taken| taken.stack.get() == 500));
    assert_eq!((now.hands, now.ledger), (0, ledger));
    assert_eq!(told(&world, "hand_voided"), 1);
    assert!(world.disk.hands.is_empty(), "it counts for nothing");
    super::home_game::survives(&mut world);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 2);
    world.check();
}

#[test]
fn what_is_wrong_is_refused_and_changes_nothing() {
    let mut world = class(3);
    let hand = 1;
    let consent = |hand, agree| TableRequest::Consent { hand, agree };
    let host = |rule| TableRequest::Host(rule);
    let check = |world: &mut World, client: usize, request: TableRequest, code: ErrorCode| {
        let before = world.core.table().clone();
        assert_eq!(ask(world, client, request), Some(code));
        assert_eq!(*world.core.table(), before);
    };
    // Before the stop.
    check(&mut world, 0, host(HostRule::AskReveal {}), ErrorCode::TableNotStopped);
    check(&mut world, 1, consent(hand, true), ErrorCode::TableNotStopped);
    for rule in [
        HostRule::StopHand { minutes: 10 },
        HostRule::AskReveal {},
        HostRule::EndHand {},
    ] {
        check(&mut world, 1, host(rule.clone()), ErrorCode::TableNotHost);
        check(&mut world, 3, host(rule), ErrorCode::TableNotHost);
    }
    // Before the question.
    assert_eq!(stop(&mut world), None);
    check(
        &mut world,
        0,
        host(HostRule::StopHand { minutes: 10 }),
        ErrorCode::TableNoChange,
    );
    check(
        &mut world,
        0,
        host(HostRule::Pause { minutes: None }),
        ErrorCode::TableNoChange,
    );
    check(&mut world, 1, consent(hand, true), ErrorCode::TableNotAsked);
    assert_eq!(reveal(&mut world), None);
    check(&mut world, 0, host(HostRule::AskReveal {}), ErrorCode::TableNoChange);
    check(&mut world, 1, consent(hand + 1, true), ErrorCode::TableNotAsked);
    check(&mut world, 1, consent(0, true), ErrorCode::TableNotAsked);
    check(&mut world, 3, consent(hand, true), ErrorCode::TableNotSeated);
    check(&mut world, 1, consent(hand, false), ErrorCode::TableNoChange);
    assert_eq!(answer(&mut world, 1, true), None);
    check(&mut world, 1, consent(hand, true), ErrorCode::TableNoChange);
    // A player who came too late for the hand holds no cards.
    assert!(super::home_game::sit(&mut world, 3, 500).is_none());
    check(&mut world, 3, consent(hand, true), ErrorCode::TableNothingToShow);
    // After the stop.
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    check(&mut world, 0, consent(hand, true), ErrorCode::TableNotStopped);
    // A new stop has a new question.
    assert_eq!(stop(&mut world), None);
    assert_eq!(stopped(&world).unwrap().agreed, 0);
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    call_down(&mut world);
    check(
        &mut world,
        0,
        host(HostRule::StopHand { minutes: 10 }),
        ErrorCode::TurnNoHand,
    );
}

#[test]
fn other_tables_are_no_classes() {
    let mut world = hosted(2);
    world.seat_all(500);
    world.wait_until_due();
    let before = world.core.table().clone();
    for rule in [
        HostRule::StopHand { minutes: 10 },
        HostRule::AskReveal {},
        HostRule::EndHand {},
    ] {
        assert_eq!(
            ask(&mut world, 0, TableRequest::Host(rule)),
            Some(ErrorCode::TableNoClass)
        );
    }
    assert_eq!(answer(&mut world, 1, true), Some(ErrorCode::TableNoClass));
    assert_eq!(*world.core.table(), before);
    // For chips of accounts, or in public, there is no class.
    let wishes = |private: bool, own_chips: bool| {
        let mut config = TableConfig {
            private,
            ..config("no-limit-holdem")
        };
        (config.session.class, config.session.own_chips) = (true, own_chips);
        TableSetup::new(&config, Timing::default())
    };
    let field = |private, own_chips| match wishes(private, own_chips) {
        Err(ConfigError::Session(fault)) => fault.field(),
        other => panic!("{other:?}"),
    };
    assert_eq!(field(true, false), "session.class");
    assert_eq!(field(false, true), "private");
    assert!(wishes(true, true).is_ok());
}

/// Cards that players still choose are not laid open: no viewer could tell which of the open ones are gone.
#[test]
fn while_players_draw_no_hand_is_laid_open() {
    let mut config = TableConfig { ..private("badugi") };
    (config.session.own_chips, config.session.class) = (true, true);
    let mut world = super::hosting::hosted_as(&config, 3);
    seat_at_least(&mut world, &config);
    world.wait_until_due();
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), Some(ErrorCode::TableNotToOpen));
    assert_eq!(rule(&mut world, HostRule::Resume {}), None);
    let mut asked = 0;
    while let Some(client) = world.asked().first().copied() {
        assert_eq!(stop(&mut world), None);
        if reveal(&mut world).is_none() {
            asked += 1;
            for client in 0..3 {
                answer(&mut world, client, true);
            }
            assert!(stopped(&world).unwrap().open);
            survives(&mut world);
        }
        assert_eq!(rule(&mut world, HostRule::Resume {}), None);
        let draws = world.clients[client].choices().iter().find_map(|choice| match choice {
            poker_protocol::v1::Choice::Discard { cards, .. } => Some(Action::Discard {
                cards: cards[..1].to_vec(),
            }),
            _ => None,
        });
        match draws {
            Some(draw) => drop(act(&mut world, client, draw)),
            None => call_once(&mut world, client),
        }
        world.check();
    }
    assert_eq!(asked, 1, "once, after the last draw");
}

/// Seats the first three clients with the least buy-in.
fn seat_at_least(world: &mut World, config: &TableConfig) {
    let setup = TableSetup::new(config, Timing::default()).unwrap();
    for client in 0..3 {
        world.set_wallet(client, 0);
    }
    for client in 0..3 {
        world.sit(client, setup.law.buy_in.min.get());
    }
}

/// Streets that follow are dealt as usual: their down cards are hidden until they are opened too.
#[test]
fn cards_dealt_after_the_question_are_hidden_again() {
    let mut config = private("seven-card-stud");
    (config.session.own_chips, config.session.class) = (true, true);
    let mut world = super::hosting::hosted_as(&config, 3);
    world.has_oracle = false;
    seat_at_least(&mut world, &config);
    world.wait_until_due();
    let mut opened = 0;
    while let Some(client) = world.asked().first().copied() {
        assert_eq!(stop(&mut world), None);
        if reveal(&mut world).is_none() {
            opened += 1;
            for client in 0..3 {
                assert_eq!(answer(&mut world, client, true), None);
            }
            survives(&mut world);
        }
        assert_eq!(rule(&mut world, HostRule::Resume {}), None);
        call_once(&mut world, client);
        world.check();
    }
    assert_eq!(opened, 2, "the first two cards, and the last one");
    let hands: Vec<PublicEvent> = world
        .told
        .values()
        .filter_map(|event| serde_json::from_str(event).ok())
        .collect();
    let counts = hands.iter().filter_map(|event| match event {
        PublicEvent::HandsOpened { hands } => Some(hands.iter().map(|hand| hand.cards.len()).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(counts.collect::<Vec<_>>(), [[3; 3], [7; 3]]);
}

/// Those who watch late see the stop and the cards when their time has come, and not before.
#[test]
fn late_watchers_see_open_cards_late() {
    let mut world = home(4, &json!({"class": true, "watch_delay": 1}));
    for client in 0..3 {
        world.sit(client, 500);
    }
    world.wait_until_due();
    assert_eq!(stop(&mut world), None);
    assert_eq!(reveal(&mut world), None);
    for client in 0..3 {
        assert_eq!(answer(&mut world, client, true), None);
    }
    let heard = |world: &World, kind: &str| world.clients[3].frames.iter().any(|frame| frame.contains(kind));
    let kinds = ["hand_stopped", "hands_opened", "\"stop\""];
    world.wait(MINUTE_MS - 1);
    world.ask(3, TableRequest::Watch);
    assert!(kinds.iter().all(|kind| !heard(&world, kind)));
    world.wait(MINUTE_MS);
    assert!(heard(&world, "hands_opened"));
}
