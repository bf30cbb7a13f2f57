//! Players who are gone, and the time for which their seats are kept.

use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::client::{Entry, SitOutWhen};

use super::house_rules::{call_down, call_once};
use super::world::World;
use crate::core::mail::TableRequest;

/// Milliseconds for which an away player's seat is kept.
const KEPT_MS: u64 = 300_000;

fn sits(world: &World, client: usize) -> bool {
    world.core.table().seat_of(world.clients[client].account()).is_some()
}

/// Plays on without the absent players until hand number `hand`.
fn play_until(world: &mut World, hand: u64) {
    while world.core.table().hand_no() < hand {
        call_down(world);
        assert!(world.wait_until_due());
    }
}

#[test]
fn a_seat_is_given_up_where_no_hand_runs() {
    let mut world = World::new("no-limit-holdem", 1);
    world.seat_all(500);
    world.wait(3_600_000);
    assert!(sits(&world, 0), "who is there may wait");
    world.drop_connection(0);
    world.wait(KEPT_MS - 1);
    assert_eq!(world.disk.escrow, 500);
    world.wait(1);
    assert_eq!((sits(&world, 0), world.disk.escrow), (false, 0));
    world.check();
    world.check_recovery();
}

#[test]
fn a_player_who_comes_back_in_time_keeps_the_seat() {
    let mut world = World::new("no-limit-holdem", 1);
    world.seat_all(500);
    for _ in 0..3 {
        world.drop_connection(0);
        world.wait(KEPT_MS - 1);
        world.ask(0, TableRequest::Watch);
    }
    world.wait(KEPT_MS);
    assert!(sits(&world, 0));
    world.check();
}

#[test]
fn a_seat_is_given_up_after_three_deals() {
    let mut world = World::new("no-limit-holdem", 4);
    world.seat_all(500);
    play_until(&mut world, 1);
    world.drop_connection(2);
    let gone_at = world.time;
    play_until(&mut world, 3);
    assert!(sits(&world, 2));
    play_until(&mut world, 4);
    call_down(&mut world);
    assert!(!sits(&world, 2) && world.time < gone_at + KEPT_MS);
    assert!((0..4).filter(|client| *client != 2).all(|client| sits(&world, client)));
    world.check();
    world.check_recovery();
}

/// Seats that were given extra time.
fn extended(world: &World) -> Vec<u8> {
    let told = world.told.values().map(|event| serde_json::from_str(event).unwrap());
    let seats = told.filter_map(|event| match event {
        PublicEvent::TimeExtended { seat } => Some(seat),
        _ => None,
    });
    seats.collect()
}

/// 20 s, a bank of 60 s and half a second of grace; 15 s more once an hour if the connection is down.
/// Rule: tournament 2.13.
#[test]
fn a_lost_connection_gets_some_time_behind_the_bank_once_an_hour() {
    const USUAL_MS: u64 = 80_500;
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    let thinks = world.asked()[0];
    let seat = world.clients[thinks].seat().unwrap();
    world.drop_connection(thinks);
    world.wait(USUAL_MS - 1);
    assert!(extended(&world).is_empty());
    world.wait(1);
    assert_eq!(extended(&world), [seat]);
    world.wait(14_999);
    let acted = |world: &World| {
        let last = world
            .told
            .values()
            .rev()
            .map(|event| serde_json::from_str(event).unwrap());
        let mut acts = last.filter(|event| matches!(event, PublicEvent::ActionTaken { .. }));
        matches!(acts.next(), Some(PublicEvent::ActionTaken { seat: by, .. }) if by == seat)
    };
    assert!(!acted(&world));
    world.wait(1);
    assert!(acted(&world));
    // A player who is back plays on, and has used the extra time of this hour.
    world.ask(thinks, TableRequest::Watch);
    world.ask(
        thinks,
        TableRequest::SitOut {
            out: false,
            when: SitOutWhen::NextHand,
            minutes: None,
            entry: Entry::Post,
        },
    );
    while world.asked() != [thinks] {
        match world.asked().first() {
            Some(&other) => call_once(&mut world, other),
            None => assert!(world.wait_until_due()),
        }
    }
    world.drop_connection(thinks);
    world.wait(USUAL_MS);
    assert_eq!(extended(&world), [seat]);
    world.check();
    world.check_recovery();
}

#[test]
fn who_is_there_gets_no_more_time() {
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    play_until(&mut world, 1);
    world.wait(100_000);
    assert!(extended(&world).is_empty());
}

/// Plays until a client is to act, and returns its number and seat.
fn play_until_asked(world: &mut World) -> (usize, u8) {
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    let asked = world.asked()[0];
    (asked, world.clients[asked].seat().unwrap())
}

/// Number of actions of a seat so far.
fn answers(world: &World, seat: u8) -> usize {
    let told = world.told.values().map(|event| serde_json::from_str(event).unwrap());
    told.filter(|event| matches!(event, PublicEvent::ActionTaken { seat: by, .. } if *by == seat))
        .count()
}

/// No one waits eighty seconds at each decision for a player who is not coming back.
#[test]
fn no_decision_waits_for_a_player_who_is_leaving_and_gone() {
    const GONE_MS: u64 = 5_000;
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    let (leaver, seat) = play_until_asked(&mut world);
    call_once(&mut world, leaver);
    world.ask(leaver, TableRequest::Leave);
    world.drop_connection(leaver);
    let gone_at = world.time;
    // Those who stay check down. The player who left is waited for once in the hand, and for less than the usual time.
    while sits(&world, leaver) {
        match world.asked().iter().find(|asked| **asked != leaver) {
            Some(&other) => call_once(&mut world, other),
            None => assert!(world.wait_until_due()),
        }
    }
    assert!(answers(&world, seat) >= 2, "the seat checks on");
    let waited = world.time - gone_at;
    assert!((GONE_MS..2 * GONE_MS).contains(&waited), "{waited} ms");
    assert!(extended(&world).is_empty());
    world.check();
    world.check_recovery();
}

/// A lost connection alone is no reason to hurry, and neither is the intention to leave.
#[test]
fn a_player_who_is_leaving_and_there_has_the_usual_time() {
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    let (leaver, seat) = play_until_asked(&mut world);
    world.ask(leaver, TableRequest::Leave);
    world.drop_connection(leaver);
    world.wait(4_999);
    world.ask(leaver, TableRequest::Watch);
    world.wait(70_000);
    assert_eq!(answers(&world, seat), 0);
    world.drop_connection(leaver);
    world.wait(4_999);
    assert_eq!(answers(&world, seat), 0);
    world.wait(1);
    assert_eq!(answers(&world, seat), 1);
    world.check();
    world.check_recovery();
}

/// The lobby can distinguish tables where people play from those where seats are merely kept.
#[test]
fn the_lobby_hears_who_is_away() {
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    assert_eq!(world.status.as_ref().unwrap().summary.away, 0);
    world.drop_connection(1);
    let summary = world.status.as_ref().unwrap().summary.clone();
    assert_eq!((summary.taken.len(), summary.away), (3, 1));
    world.ask(1, TableRequest::Watch);
    assert_eq!(world.status.as_ref().unwrap().summary.away, 0);
}
