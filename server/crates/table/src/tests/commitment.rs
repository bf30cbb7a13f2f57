//! The deck is fixed before the first card, and all players get the commitment to it.

use std::collections::BTreeSet;

use poker_protocol::v1::PublicEvent;
use poker_store::{JournalRow, TableId};
use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;
use serde_json::{Value, json};

use super::session::{fold_all, table, told as told_by};
use super::world::{TABLE, World};
use crate::state::command::{Command, TableOrder};
use crate::state::deck::{Nonce, RefillSecret, Shuffle};
use crate::state::deck_audit::{CommitmentFault, check};

/// A game without draws, and one whose deck is refilled.
const GAMES: [&str; 2] = ["no-limit-holdem", "badugi"];

/// The row of a deal with a changed sealed part.
fn resealed(row: &JournalRow, change: impl FnOnce(&mut Shuffle)) -> JournalRow {
    let mut order = TableOrder::decode(&row.command, row.secret.as_deref()).unwrap();
    let Command::Deal { shuffle, .. } = &mut order.command else {
        panic!("it deals");
    };
    change(shuffle);
    let (command, secret) = order.encode();
    JournalRow {
        command,
        secret,
        ..row.clone()
    }
}

/// The row of a deal without its commitment.
fn untold(row: &JournalRow) -> JournalRow {
    let mut events: Vec<Value> = serde_json::from_slice(&row.events).unwrap();
    for event in &mut events {
        event.as_object_mut().unwrap().remove("commitment");
    }
    JournalRow {
        events: serde_json::to_vec(&events).unwrap(),
        ..row.clone()
    }
}

/// The rows that deal a hand with a commitment.
fn deals(rows: &[JournalRow]) -> Vec<&JournalRow> {
    rows.iter().filter(|row| check(TABLE, row).is_some()).collect()
}

/// The commitment of the running hand, which was sent before its first card.
fn commitment(world: &World) -> Option<String> {
    let told = told_by(world);
    let started = told
        .iter()
        .rposition(|event| matches!(event, PublicEvent::HandStarted { .. }));
    let dealt = told
        .iter()
        .rposition(|event| matches!(event, PublicEvent::HoleCardsDealt { .. }));
    assert!(started < dealt, "it begins before the cards come");
    match &told[started.unwrap()] {
        PublicEvent::HandStarted { commitment, .. } => commitment.clone(),
        _ => None,
    }
}

/// Three hands of three players.
fn played(game: &str) -> (World, BTreeSet<String>) {
    let mut world = table(game, 3, &json!({}));
    let mut told = BTreeSet::new();
    for _ in 0..3 {
        world.wait_until_due();
        let commitment = commitment(&world).expect("every hand has one");
        assert!(commitment.len() == 64 && commitment.bytes().all(|digit| digit.is_ascii_hexdigit()));
        told.insert(commitment);
        // The events are reproduced byte for byte, from the nonce in the journal.
        world.check_recovery();
        fold_all(&mut world);
        world.check_recovery();
    }
    (world, told)
}

#[test]
fn each_hand_has_a_commitment_to_its_own_deck() {
    for game in GAMES {
        let (world, told) = played(game);
        assert_eq!(told.len(), 3, "{game}: no two are the same");
        let deals = deals(&world.disk.rows);
        assert_eq!(deals.len(), 3, "{game}");
        let another = Some(Err(CommitmentFault::Another));
        for row in deals {
            assert_eq!(check(TABLE, row), Some(Ok(())), "{game}");
            assert_eq!(check(TableId(TABLE.0 + 1), row), another, "{game}: of another table");
            let swapped = resealed(row, |shuffle| shuffle.deck.swap(0, 9));
            assert_eq!(check(TABLE, &swapped), another, "{game}: another order");
            let mut rng = ChaCha20Rng::from_seed([9; 32]);
            let redrawn = resealed(row, |shuffle| shuffle.nonce = Nonce::draw(&mut rng));
            assert_eq!(check(TABLE, &redrawn), another, "{game}: another nonce");
            let refilled = resealed(row, |shuffle| shuffle.refills = Some(RefillSecret::draw(&mut rng)));
            assert_eq!(check(TABLE, &refilled), another, "{game}: other refills");
            assert_eq!(
                check(TABLE, &untold(row)),
                Some(Err(CommitmentFault::Missing)),
                "{game}"
            );
            let shut = JournalRow {
                secret: None,
                ..row.clone()
            };
            assert!(matches!(check(TABLE, &shut), Some(Err(CommitmentFault::Unreadable(_)))));
        }
    }
}
