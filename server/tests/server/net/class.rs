//! A class over the socket: the host stops a hand, the server is killed between two consents and after the last, and the same cards are
//! hidden or open.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::home_game::Guest;
use crate::net::process::Process;

/// The state of the table as a guest sees it now.
async fn seen(guest: &mut Guest, table: &str) -> Value {
    let watch = json!({"type": "watch", "id": "look", "table": table});
    guest.client.send_text(&watch.to_string()).await;
    // An earlier snapshot may still be on its way.
    while guest.client.next().await["id"] != "look" {}
    loop {
        let message = guest.client.next().await;
        if message["type"] == "snapshot" {
            return message["state"].clone();
        }
    }
}

/// The cards that a guest knows of each seat other than their own.
fn others(state: &Value) -> BTreeSet<String> {
    let own = &state["you"]["seat"];
    let seats = state["seats"].as_array().unwrap().iter();
    let cards = seats.filter(|seat| seat["seat"] != *own);
    let cards = cards.flat_map(|seat| seat["play"]["cards"].as_array().cloned().unwrap_or_default());
    cards.filter_map(|card| card.as_str().map(str::to_owned)).collect()
}

fn host(action: &Value) -> Value {
    json!({"type": "host", "action": action})
}

fn consent(hand: u64, agree: bool) -> Value {
    json!({"type": "consent", "hand": hand, "agree": agree})
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_lie_open_by_consent_across_two_crashes() {
    let server = Process::start(&[]);
    let mut address = server.address;
    let mut guests = Vec::new();
    for name in ["Teacher", "Ada", "Bea", "Watcher"] {
        guests.push(Guest::new(address, name).await);
    }
    let config = json!({
        "name": "Class", "game": "no-limit-holdem", "seats": 6, "private": true,
        "session": {"own_chips": true, "class": true},
    });
    let create = json!({"type": "create_table", "config": config});
    let answer = guests[0].client.ask(create).await;
    let table = answer["table"]["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned();
    let buy_in = answer["table"]["buy_in_min"].as_u64().unwrap();
    // The first hand waits for all three.
    guests[0].at(&table, host(&json!({"kind": "pause"}))).await;
    for guest in &mut guests[..3] {
        guest.sit(&table, buy_in).await;
    }
    guests[0].at(&table, host(&json!({"kind": "resume"}))).await;
    guests[3].at(&table, json!({"type": "watch"})).await;
    let hand = loop {
        let state = seen(&mut guests[0], &table).await;
        if state["hand"]["turn"].is_object() {
            break state["hand"]["hand"].as_u64().unwrap();
        }
        tokio::task::yield_now().await;
    };

    // Bad input changes nothing.
    for (who, wish, code) in [
        (0, host(&json!({"kind": "ask_reveal"})), "table.not_stopped"),
        (1, consent(hand, true), "table.not_stopped"),
        (1, host(&json!({"kind": "stop_hand", "minutes": 10})), "table.not_host"),
        (
            0,
            host(&json!({"kind": "stop_hand", "minutes": 0})),
            "protocol.invalid_field",
        ),
        (
            0,
            host(&json!({"kind": "stop_hand", "minutes": 61})),
            "protocol.invalid_field",
        ),
        (0, host(&json!({"kind": "stop_hand"})), "protocol.invalid_field"),
        (1, json!({"type": "consent", "hand": hand}), "protocol.invalid_field"),
    ] {
        let refused = guests[who].ask(&table, wish.clone()).await;
        assert_eq!(refused["code"], code, "{wish}: {refused}");
    }
    guests[0]
        .at(&table, host(&json!({"kind": "stop_hand", "minutes": 30})))
        .await;
    guests[0].at(&table, host(&json!({"kind": "ask_reveal"}))).await;
    assert_eq!(
        guests[3].ask(&table, consent(hand, true)).await["code"],
        "table.not_seated"
    );
    assert_eq!(
        guests[1].ask(&table, consent(hand + 1, true)).await["code"],
        "table.not_asked"
    );
    for guest in &mut guests[..2] {
        guest.at(&table, consent(hand, true)).await;
    }

    // Killed between two consents: everything is hidden, and the third is still missing.
    let server = Process::start_in(server.kill(), &[]).unwrap();
    address = server.address;
    for guest in &mut guests {
        guest.back(address, &table).await;
        let state = seen(guest, &table).await;
        assert_eq!(state["hand"]["stop"], json!({"asked": true, "agreed": 2, "holders": 3}));
        assert!(others(&state).is_empty(), "{state}");
    }
    guests[2].at(&table, consent(hand, true)).await;
    let mut open = Vec::new();
    for guest in &mut guests {
        let state = seen(guest, &table).await;
        assert_eq!(state["hand"]["stop"], json!({"holders": 3, "open": true}));
        open.push(others(&state));
    }
    assert_eq!(open.iter().map(BTreeSet::len).collect::<Vec<_>>(), [4, 4, 4, 6]);

    // Killed after the last one: the same cards are open.
    let server = Process::start_in(server.kill(), &[]).unwrap();
    address = server.address;
    for (guest, before) in guests.iter_mut().zip(&open) {
        guest.back(address, &table).await;
        assert_eq!(others(&seen(guest, &table).await), *before);
    }
    let late = guests[1].ask(&table, consent(hand, false)).await;
    assert_eq!(late["code"], "table.not_asked", "it is too late to take it back");
    guests[0].at(&table, host(&json!({"kind": "end_hand"}))).await;
    let state = seen(&mut guests[1], &table).await;
    assert!(state["hand"].is_null() || state["hand"]["hand"] != hand, "{state}");
    assert!(state["host_rules"]["paused"].is_null());
}
