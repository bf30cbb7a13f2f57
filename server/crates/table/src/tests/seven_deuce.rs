//! The seven-deuce bounty from the wish to the journal.

use poker_protocol::v1::event::SeatAmount;
use poker_protocol::v1::table::session::{Need, RuleFault};
use poker_protocol::v1::{ErrorCode, PublicEvent};
use serde_json::json;

use super::session::{next_hand, replayed, table};
use super::world::{World, config};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

/// Plays on until the bounty is paid; returns the events of that hand.
fn next_bounty(world: &mut World) -> Vec<PublicEvent> {
    for _ in 0..2_000 {
        let told = next_hand(world);
        if paid(&told).is_some() {
            return told;
        }
    }
    panic!("seven-deuce never wins");
}

/// The winner with seven-deuce, and the payments of the others.
fn paid(told: &[PublicEvent]) -> Option<(u8, Vec<SeatAmount>)> {
    told.iter().find_map(|event| match event {
        PublicEvent::SevenDeucePaid { seat, payments, .. } => Some((*seat, payments.clone())),
        _ => None,
    })
}

/// The seats that were dealt in.
fn dealt(told: &[PublicEvent]) -> Vec<u8> {
    let seats = told.iter().find_map(|event| match event {
        PublicEvent::HandStarted { seats, .. } => Some(seats.iter().map(|one| one.seat)),
        _ => None,
    });
    let mut seats: Vec<u8> = seats.expect("a hand begins").collect();
    seats.sort_unstable();
    seats
}

#[test]
fn the_winner_is_paid_by_all_others_and_a_crash_changes_nothing() {
    let mut world = table("no-limit-holdem", 6, &json!({"seven_deuce": 2}));
    let told = next_bounty(&mut world);
    let (seat, payments) = paid(&told).unwrap();
    let mut paying: Vec<u8> = payments.iter().map(|payment| payment.seat).collect();
    paying.push(seat);
    paying.sort_unstable();
    assert_eq!(paying, dealt(&told));
    assert!(
        payments.iter().all(|payment| payment.amount.get() == 20),
        "{payments:?}"
    );
    world.check();
    world.check_recovery();
    world.check_snapshot();
    world.crash();
    for client in 0..6 {
        world.ask(client, TableRequest::Watch);
    }
    next_bounty(&mut world);
    world.check();
    world.check_recovery();
}

/// The record shows the payments, and its file can be replayed.
#[test]
fn a_hand_with_a_bounty_is_replayed_from_its_file() {
    let mut world = table("no-limit-holdem", 6, &json!({"seven_deuce": 2}));
    next_bounty(&mut world);
    let hand = world.disk.hands.last().unwrap();
    let (text, _) = replayed(hand);
    assert!(text.contains("_seven_deuce = 20"), "{text}");
}

#[test]
fn a_game_that_has_no_such_hands_and_odd_bounties_are_refused() {
    let field = "session.seven_deuce";
    let needs = RuleFault::Needs {
        field,
        need: Need::SevenDeuce,
    };
    let range = RuleFault::Range {
        field,
        least: 1,
        most: 20,
    };
    for (game, bounty, error) in [
        ("five-card-draw", 2, needs),
        ("omaha", 2, needs),
        ("no-limit-holdem", 21, range),
        ("no-limit-holdem", u8::MAX, range),
    ] {
        let mut wishes = config(game);
        wishes.session.seven_deuce = Some(bounty);
        let found = TableSetup::new(&wishes, Timing::default()).unwrap_err();
        assert_eq!(found, ConfigError::Session(error));
        let answer = found.answer(None);
        assert_eq!(answer.code, ErrorCode::TableConfigInvalid);
        assert_eq!(answer.params.unwrap()["field"], "session.seven_deuce");
    }
    let mut none = config("omaha");
    none.session.seven_deuce = Some(0);
    assert!(
        TableSetup::new(&none, Timing::default()).is_ok(),
        "a bounty of zero is none"
    );
}
