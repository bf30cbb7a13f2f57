//! Pauses that players take for themselves.

use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::UnixMs;
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::table::{SeatStatus, TableConfig};

use super::hosting::{ask, hosted, hosted_as, private, state, survives};
use super::house_rules::call_down;
use super::world::{World, config};
use crate::core::mail::TableRequest;

const MINUTE_MS: u64 = 60_000;

const fn pause(minutes: u8) -> TableRequest {
    TableRequest::SitOut {
        out: true,
        when: SitOutWhen::NextHand,
        minutes: Some(minutes),
        entry: Entry::Post,
    }
}

const fn sit(out: bool) -> TableRequest {
    TableRequest::SitOut {
        out,
        when: SitOutWhen::NextHand,
        minutes: None,
        entry: Entry::Wait,
    }
}

fn until(world: &World, minutes: u64) -> Option<UnixMs> {
    let now = u64::try_from(world.now().wall).unwrap();
    UnixMs::new(now + minutes * MINUTE_MS)
}

/// The end of a player's pause and the status of the seat, as all see it; `None` without a seat.
fn seat(world: &World, client: usize) -> Option<(Option<UnixMs>, SeatStatus)> {
    let seat = world.core.table().seat_of(world.clients[client].account())?.number();
    let state = state(world);
    let taken = state.seats.iter().find(|taken| taken.seat == seat)?;
    Some((taken.back_at, taken.status))
}

fn back_at(world: &World, client: usize) -> Option<UnixMs> {
    seat(world, client).and_then(|(back_at, _)| back_at)
}

fn sits_out(world: &World, client: usize) -> bool {
    seat(world, client).is_some_and(|(_, status)| status == SeatStatus::SittingOut)
}

/// A private table of four, between two hands.
fn friends() -> World {
    let mut world = hosted(4);
    world.seat_all(500);
    world
}

#[test]
fn a_player_is_back_when_the_pause_ends() {
    let mut world = friends();
    let end = until(&world, 7);
    assert_eq!(ask(&mut world, 1, pause(7)), None);
    assert_eq!(seat(&world, 1), Some((end, SeatStatus::SittingOut)));
    world.wait_until_due();
    call_down(&mut world);
    survives(&mut world);
    assert_eq!(back_at(&world, 1), end, "others see it after a crash, too");
    let left = end.unwrap().get() - u64::try_from(world.now().wall).unwrap();
    world.wait(left - 1);
    assert!(sits_out(&world, 1));
    world.wait(1);
    assert_eq!(back_at(&world, 1), None);
    assert!(!sits_out(&world, 1));
    survives(&mut world);
}

#[test]
fn the_seat_is_held_through_it_and_the_player_who_is_gone_goes_on_sitting_out() {
    let mut world = friends();
    assert_eq!(ask(&mut world, 1, pause(30)), None);
    world.drop_connection(1);
    world.wait(30 * MINUTE_MS - 1);
    assert!(sits_out(&world, 1), "hands were dealt, and the seat is kept");
    survives(&mut world);
    world.drop_connection(1);
    world.wait(1);
    assert_eq!(seat(&world, 1), Some((None, SeatStatus::SittingOut)));
    // From then on the law of absence is that of any other seat.
    world.wait(5 * MINUTE_MS);
    assert_eq!(seat(&world, 1), None);
    world.check_recovery();
}

/// A player who comes back to the page in the middle of the pause is dealt in at its end.
#[test]
fn a_pause_survives_a_connection_and_a_server() {
    let mut world = friends();
    let end = until(&world, 15);
    assert_eq!(ask(&mut world, 1, pause(15)), None);
    world.drop_connection(1);
    world.wait(10 * MINUTE_MS);
    world.crash();
    for client in 0..4 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(back_at(&world, 1), end);
    world.wait(5 * MINUTE_MS);
    assert_eq!(back_at(&world, 1), None);
    assert!(!sits_out(&world, 1));
    // A pause that ends while the server is down is over when it comes back.
    assert_eq!(ask(&mut world, 2, pause(1)), None);
    world.time += 2 * MINUTE_MS;
    world.crash();
    for client in 0..4 {
        world.ask(client, TableRequest::Watch);
    }
    world.wait(1);
    assert_eq!(back_at(&world, 2), None);
    world.check_recovery();
}

#[test]
fn a_player_comes_back_at_once_or_changes_the_end() {
    let mut world = friends();
    assert_eq!(ask(&mut world, 1, pause(10)), None);
    world.wait(MINUTE_MS);
    let end = until(&world, 20);
    assert_eq!(ask(&mut world, 1, pause(20)), None);
    assert_eq!(back_at(&world, 1), end);
    assert_eq!(ask(&mut world, 1, sit(false)), None);
    assert_eq!(back_at(&world, 1), None);
    assert!(!sits_out(&world, 1));
    // Sitting out without an end takes the end away.
    assert_eq!(ask(&mut world, 1, pause(10)), None);
    assert_eq!(ask(&mut world, 1, sit(true)), None);
    assert_eq!(seat(&world, 1), Some((None, SeatStatus::SittingOut)));
    assert_eq!(ask(&mut world, 1, sit(true)), Some(ErrorCode::TableNoChange));
    // A player who sits out already can set an end.
    let end = until(&world, 5);
    assert_eq!(ask(&mut world, 1, pause(5)), None);
    assert_eq!(seat(&world, 1), Some((end, SeatStatus::SittingOut)));
    // A player who leaves has none.
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    assert_eq!(ask(&mut world, 1, pause(5)), Some(ErrorCode::TableNotSeated));
    world.wait(10 * MINUTE_MS);
    survives(&mut world);
}

#[test]
fn pauses_of_an_hour_add_up_to_sixty_minutes() {
    let mut world = friends();
    assert_eq!(ask(&mut world, 1, pause(60)), None);
    world.wait(20 * MINUTE_MS);
    assert_eq!(ask(&mut world, 1, sit(false)), None);
    assert_eq!(ask(&mut world, 1, pause(41)), Some(ErrorCode::TablePauseTooLong));
    assert_eq!(ask(&mut world, 1, pause(40)), None);
    world.wait(40 * MINUTE_MS);
    assert_eq!(
        ask(&mut world, 1, pause(1)),
        Some(ErrorCode::TablePauseTooLong),
        "an hour was taken"
    );
    // Leaving the seat does not reset the total.
    survives(&mut world);
    world.wait(10 * MINUTE_MS);
    assert_eq!(ask(&mut world, 1, pause(11)), Some(ErrorCode::TablePauseTooLong));
    assert_eq!(ask(&mut world, 1, pause(10)), None);
    world.check_recovery();
}

/// Where others wait for a seat, nobody keeps one for long.
#[test]
fn a_seat_that_others_wait_for_is_kept_for_a_quarter_of_an_hour() {
    let three = TableConfig {
        seats: 3,
        ..private("no-limit-holdem")
    };
    let mut world = hosted_as(&three, 4);
    for client in 0..3 {
        world.sit(client, 500);
    }
    assert_eq!(ask(&mut world, 1, pause(60)), None);
    assert_eq!(ask(&mut world, 3, TableRequest::WaitList { join: true }), None);
    assert_eq!(ask(&mut world, 2, pause(16)), Some(ErrorCode::TablePauseTooLong));
    assert_eq!(ask(&mut world, 2, pause(15)), None);
    // The pause of a player who is connected goes on.
    world.wait(10 * MINUTE_MS);
    world.drop_connection(1);
    world.wait(5 * MINUTE_MS - 1);
    assert!(back_at(&world, 1).is_some());
    world.wait(1);
    assert_eq!(seat(&world, 1), Some((None, SeatStatus::SittingOut)));
    world.check_recovery();
}

/// At a public table the seat of an absent player is given up as usual, though all read the end of the pause.
#[test]
fn a_public_table_keeps_no_seat_for_an_absent_player() {
    let mut world = hosted_as(&config("no-limit-holdem"), 3);
    world.seat_all(500);
    let end = until(&world, 30);
    assert_eq!(ask(&mut world, 1, pause(30)), None);
    assert_eq!(ask(&mut world, 2, pause(30)), None);
    assert_eq!(back_at(&world, 1), end);
    world.drop_connection(1);
    world.wait(5 * MINUTE_MS);
    assert_eq!(seat(&world, 1), None);
    world.wait(25 * MINUTE_MS);
    assert!(!sits_out(&world, 2), "a player who is connected is back");
    world.check_recovery();
}

/// A pause that is over in the hand in which its player leaves does not keep the player.
#[test]
fn who_leaves_in_a_hand_is_not_brought_back_by_the_end_of_a_pause() {
    let mut world = friends();
    world.wait_until_due();
    let running = |world: &World| world.core.table().play().is_some_and(|play| !play.is_over());
    assert!(running(&world));
    assert_eq!(ask(&mut world, 1, pause(1)), None);
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    world.wait(MINUTE_MS);
    assert!(running(&world), "the others have time left");
    assert_eq!(seat(&world, 1), Some((None, SeatStatus::Leaving)));
    call_down(&mut world);
    assert_eq!(seat(&world, 1), None);
    world.check_recovery();
}

#[test]
fn thousands_of_short_pauses_are_sixty_at_most() {
    let mut world = friends();
    let mut taken = 0;
    for _ in 0..2_000 {
        match ask(&mut world, 1, pause(1)) {
            None => taken += 1,
            Some(code) => assert_eq!(code, ErrorCode::TablePauseTooLong),
        }
        if sits_out(&world, 1) {
            assert_eq!(ask(&mut world, 1, sit(false)), None);
        }
    }
    assert_eq!(taken, 60);
    world.wait(60 * MINUTE_MS);
    assert_eq!(
        ask(&mut world, 1, pause(60)),
        None,
        "an hour later the whole hour is available again"
    );
    world.check_recovery();
}
