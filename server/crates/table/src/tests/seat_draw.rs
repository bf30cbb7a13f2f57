//! Seats drawn by cards before the first hand, from the wish to the journal.

use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::table::session::{Need, RuleFault};
use serde_json::{Value, json};

use super::session::{fold_all, told};
use super::world::{World, config, setup};
use crate::Timing;
use crate::core::mail::TableRequest;
use crate::setup::{config::TableSetup, error::ConfigError};

/// A private table at which seats are drawn, with players of 500 each.
fn drawing(seats: u8, players: usize, games: &Value) -> World {
    let mut config = json!({"name": "Test", "game": "no-limit-holdem", "seats": seats, "private": true,
        "buy_in_min": 500, "buy_in_max": 500, "session": {"seat_draw": true}});
    if games.is_object() {
        (config["game"], config["mix"]) = (json!(""), games.clone());
    }
    let config = serde_json::from_value(config).unwrap();
    let mut world = World::with(setup(&config), players);
    world.seat_all(500);
    world
}

fn draws(world: &World) -> Vec<PublicEvent> {
    let mut told = told(world);
    told.retain(|event| matches!(event, PublicEvent::SeatsDrawn { .. }));
    told
}

#[test]
fn cards_dealt_face_up_decide_before_the_first_hand_who_sits_where() {
    let mut world = drawing(6, 4, &Value::Null);
    world.wait(29_999);
    assert_eq!(draws(&world), [], "others may still come");
    world.wait(1);
    let [PublicEvent::SeatsDrawn { cards, moves }] = &draws(&world)[..] else {
        panic!("seats are drawn once");
    };
    let dealt: Vec<u8> = cards.iter().map(|card| card.seat).collect();
    assert_eq!(dealt, [1, 2, 3, 4]);
    // The highest card gets the last of the taken seats, the next one the seat to its right.
    let rank = |seat: u8| {
        let card = cards.iter().find(|card| card.seat == seat).unwrap().card;
        "23456789TJQKA".find(&card.as_str()[..1]).unwrap()
    };
    assert_eq!(moves.iter().map(|way| way.to).collect::<Vec<_>>(), [4, 3, 2, 1]);
    assert!(moves.is_sorted_by_key(|way| std::cmp::Reverse(rank(way.from))));
    for way in moves {
        // Client n sat down in seat n + 1.
        assert_eq!(world.clients[usize::from(way.from) - 1].seat(), Some(way.to));
    }
    assert_eq!(world.core.table().hand_no(), 0);
    world.check();
    world.check_recovery();

    // The process dies and comes back between the draw and the first hand.
    world.crash();
    for client in 0..4 {
        world.ask(client, TableRequest::Watch);
    }
    for hand in 1..=2 {
        world.wait_until_due();
        assert_eq!(world.core.table().hand_no(), hand);
        fold_all(&mut world);
    }
    assert_eq!(draws(&world).len(), 1);
    world.check_snapshot();
    world.check();
    world.check_recovery();
}

#[test]
fn a_full_table_draws_its_seats_at_once() {
    let mut world = drawing(3, 2, &Value::Null);
    world.wait(1_000);
    assert_eq!(draws(&world), []);
    let mut full = drawing(3, 3, &Value::Null);
    full.wait(1_000);
    assert_eq!(draws(&full).len(), 1);
}

#[test]
fn seats_are_drawn_before_a_dealer_is_asked_for_the_game() {
    let mut world = drawing(6, 3, &json!({"kind": "dealers_choice"}));
    world.wait(30_000);
    assert_eq!(draws(&world).len(), 1);
    assert_eq!(world.core.table().asked(), None);
    assert!(world.wait_until_due());
    assert!(world.core.table().asked().is_some());
    world.check_recovery();
}

#[test]
fn seats_are_drawn_at_private_tables_only() {
    let mut config = config("no-limit-holdem");
    config.session.seat_draw = true;
    let refused = TableSetup::new(&config, Timing::default());
    assert_eq!(
        refused,
        Err(ConfigError::Session(RuleFault::Needs {
            field: "session.seat_draw",
            need: Need::Private
        }))
    );
    config.private = true;
    assert!(TableSetup::new(&config, Timing::default()).is_ok());
}
