//! Calls of Time under a live clock. Rule: tournament 3.5.

use std::sync::Arc;

use poker_engine::tournament::law::THINKING_MS;
use poker_protocol::v1::{ErrorCode, PublicEvent};

use super::world::{World, config, setup};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;

/// A table with a live clock at which a hand has begun; the last client only watches.
fn live() -> World {
    let plain = setup(&config("no-limit-holdem"));
    let timing = Timing {
        action_ms: THINKING_MS,
        bank_ms: 0,
        bank_gain_ms: 0,
        bank_max_ms: 0,
        house_call_ms: Some(60_000),
        ..plain.timing
    };
    let mut world = World::with(
        Arc::new(TableSetup {
            timing,
            ..TableSetup::clone(&plain)
        }),
        4,
    );
    for client in 0..3 {
        world.sit(client, 500);
    }
    world.ask(3, TableRequest::Watch);
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    world
}

/// All public events after number `after`.
fn told(world: &World, after: u64) -> Vec<PublicEvent> {
    let since = world.told.range(after + 1..);
    since.map(|(_, event)| serde_json::from_str(event).unwrap()).collect()
}

fn call(world: &mut World, client: usize) -> Option<ErrorCode> {
    let id = world.ask(client, TableRequest::CallTime);
    world.clients[client].errors.get(&id).map(|error| error.code)
}

#[test]
fn a_called_player_has_half_a_minute_and_then_a_dead_hand() {
    let mut world = live();
    let thinks = world.asked()[0];
    let seat = world.clients[thinks].seat().unwrap();
    world.wait(59_000);
    assert_eq!(
        call(&mut world, 3),
        Some(ErrorCode::TournamentNoCall),
        "not before a minute is over"
    );
    world.wait(2_000);
    let seq = world.core.table().seq();
    assert_eq!(call(&mut world, 3), None);
    assert_eq!(
        call(&mut world, 1),
        Some(ErrorCode::TournamentNoCall),
        "it is called once"
    );
    let by = (*world.clients[3].caller().info).clone();
    assert_eq!(told(&world, seq), [PublicEvent::TimeCalled { seat, by: Some(by) }]);
    world.wait(30_400);
    assert_eq!(world.asked(), [thinks], "an answer that was sent in time is waited for");
    world.wait(100);
    assert_ne!(world.asked(), [thinks]);
    assert!(
        told(&world, seq)
            .iter()
            .any(|event| matches!(event, PublicEvent::ActionTaken { seat: folded, .. } if *folded == seat)),
        "{:?}",
        told(&world, seq)
    );
    world.check();
    world.check_recovery();
}

#[test]
fn the_house_calls_time_where_no_player_does() {
    let mut world = live();
    let thinks = world.asked()[0];
    let seat = world.clients[thinks].seat().unwrap();
    let seq = world.core.table().seq();
    world.wait(119_900);
    assert_eq!(told(&world, seq), []);
    world.wait(100);
    assert_eq!(told(&world, seq), [PublicEvent::TimeCalled { seat, by: None }]);
    world.crash();
    world.wait(100);
    world.check();
}

#[test]
fn no_time_is_called_where_a_clock_runs() {
    let mut world = World::new("no-limit-holdem", 3);
    world.seat_all(500);
    while world.asked().is_empty() {
        assert!(world.wait_until_due());
    }
    world.wait(61_000);
    assert_eq!(call(&mut world, 1), Some(ErrorCode::TournamentNoCall));
}
