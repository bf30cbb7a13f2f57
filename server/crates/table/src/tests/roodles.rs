//! Roodles from the wish to the journal: an orbit at doubled stakes after a full house or better.

use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::mix::StakesAtHand;
use serde_json::json;

use super::house_rules::call_down;
use super::session::{table, told, told_behind};
use super::world::World;
use crate::core::mail::TableRequest;

/// The big blind of the table.
const BIG_BLIND: u64 = 10;

fn big_blind(stakes: &StakesAtHand) -> u64 {
    stakes.big_blind.get()
}

/// A table of Omaha, where full houses are common, at the hand that started roodles.
fn begun(players: usize) -> World {
    let mut world = table("omaha", players, &json!({"roodles": true}));
    for _ in 0..40 {
        world.wait_until_due();
        call_down(&mut world);
        if world.core.table().law.cash().unwrap().plays_roodles() {
            return world;
        }
    }
    panic!("no player wins with a full house");
}

/// Events after the last hand.
fn after_the_hand(world: &World) -> Vec<PublicEvent> {
    let mut told = told(world);
    let over = told
        .iter()
        .rposition(|event| matches!(event, PublicEvent::HandCompleted { .. }));
    told.split_off(over.expect("a hand was played") + 1)
}

fn sit_out(world: &mut World, client: usize) {
    let (out, when, entry) = (true, SitOutWhen::NextHand, Entry::Wait);
    let id = world.ask(
        client,
        TableRequest::SitOut {
            out,
            when,
            minutes: None,
            entry,
        },
    );
    assert!(world.clients[client].oks.contains_key(&id));
}

/// Plays the next hand; returns the seats dealt in, and the biggest post.
fn play(world: &mut World) -> (Vec<u8>, u64) {
    let before = world.told.len();
    world.wait_until_due();
    call_down(world);
    let told = told_behind(world, before);
    let dealt = told.iter().find_map(|event| match event {
        PublicEvent::HandStarted { seats, .. } => Some(seats.iter().map(|dealt| dealt.seat).collect()),
        _ => None,
    });
    let posts = told.iter().filter_map(|event| match event {
        PublicEvent::Posted { amount, .. } => Some(amount.get()),
        _ => None,
    });
    (dealt.expect("a hand begins"), posts.max().expect("someone posts"))
}

#[test]
fn a_big_hand_begins_an_orbit_for_doubled_stakes_from_which_no_player_sits_out() {
    let mut world = begun(3);
    let told = after_the_hand(&world);
    let Some(PublicEvent::RoodlesStarted { stakes }) = told.first() else {
        panic!("no player is told that roodles begin: {told:?}");
    };
    assert_eq!(big_blind(stakes), 2 * BIG_BLIND);
    sit_out(&mut world, 1);
    for hand in 1..=3 {
        assert!(world.core.table().law.cash().unwrap().plays_roodles(), "hand {hand}");
        assert_eq!(play(&mut world), (vec![1, 2, 3], 2 * BIG_BLIND), "hand {hand}");
        world.check_recovery();
        if hand == 1 {
            // The process dies and comes back.
            world.crash();
            for client in 0..3 {
                world.ask(client, TableRequest::Watch);
            }
        }
    }
    let told = after_the_hand(&world);
    assert!(
        matches!(
            &told[..],
            [PublicEvent::RoodlesEnded { stakes }, PublicEvent::SeatStatusChanged { seat: 2, .. }]
                if big_blind(stakes) == BIG_BLIND
        ),
        "{told:?}"
    );
    assert_eq!(play(&mut world), (vec![1, 3], BIG_BLIND));
    world.check();
    world.check_recovery();
}

#[test]
fn a_snapshot_keeps_the_orbit_and_who_wants_to_sit_out() {
    let mut world = begun(2);
    sit_out(&mut world, 0);
    for _ in 0..2 {
        world.check_snapshot();
        play(&mut world);
    }
    assert!(!world.core.table().law.cash().unwrap().plays_roodles());
}

#[test]
fn a_newcomer_sees_the_stakes_at_hand() {
    let mut world = begun(3);
    let seen = |world: &World| {
        let account = world.clients[2].account();
        let state = world.core.state_for(account, world.now());
        let listed = world.core.status().summary.info;
        assert_eq!(listed.big_blind, state.info.big_blind);
        (state.roodles, state.info.big_blind.get())
    };
    assert_eq!(seen(&world), (true, 2 * BIG_BLIND));
    while world.core.table().law.cash().unwrap().plays_roodles() {
        play(&mut world);
    }
    assert_eq!(seen(&world), (false, BIG_BLIND));
    // A hand of the orbit is recorded with the limits that it was played at.
    let hands: Vec<serde_json::Value> = world
        .disk
        .hands
        .iter()
        .map(|hand| serde_json::from_str(&hand.public).unwrap())
        .collect();
    let doubled = hands.iter().filter(|hand| hand["limits"][0] == "pot:20");
    assert_eq!(doubled.count(), 3);
}

#[test]
fn a_table_that_did_not_choose_them_plays_on() {
    let big = begun(3).core.table().hand_no();
    let mut world = table("omaha", 3, &json!({}));
    for _ in 0..big {
        play(&mut world);
    }
    let told = told(&world);
    assert!(
        !told
            .iter()
            .any(|event| matches!(event, PublicEvent::RoodlesStarted { .. }))
    );
}
