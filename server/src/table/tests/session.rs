//! What a table plays by besides its game: the choices of its creator, from the wish to the journal.

use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::{Action, Choice};
use serde_json::{Value, json};

use super::world::{World, config, setup};
use crate::table::handle::TableRequest;

/// A table with these rules and players with 500 each.
fn table(game: &str, players: usize, session: &Value) -> World {
    let mut config = config(game);
    config.session = serde_json::from_value(session.clone()).unwrap();
    let mut world = World::with(setup(&config), players);
    world.seat_all(500);
    world
}

fn act(world: &mut World, client: usize, action: Action) {
    let (hand, turn) = world.clients[client].turn().expect("it is the client's turn");
    let id = world.ask(client, TableRequest::Act { hand, turn, action });
    assert!(!world.clients[client].errors.contains_key(&id), "refused");
}

/// Everything that everybody was told, in order.
fn told(world: &World) -> Vec<PublicEvent> {
    let events = world.told.values();
    events.map(|event| serde_json::from_str(event).unwrap()).collect()
}

/// Everybody puts the whole stack in.
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
fn whoever_says_nothing_runs_it_once() {
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
