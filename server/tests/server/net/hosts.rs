//! The host of a table, over the wire: the refusals, and the state after a restart.

use serde_json::{Value, json};

use crate::net::raw::request;
use crate::net::server::{Client, start, start_in};

async fn private_table(host: &mut Client) -> Value {
    let config = json!({"name": "home", "game": "no-limit-holdem", "seats": 4, "private": true});
    let answer = host.ask(json!({"type": "create_table", "config": config})).await;
    answer["table"]["table"].clone()
}

async fn act(client: &mut Client, table: &Value, action: Value) -> Value {
    client
        .ask(json!({"type": "host", "table": table, "action": action}))
        .await
}

/// Watches a table, and returns the snapshot.
async fn watch(client: &mut Client, table: &Value) -> Value {
    assert_eq!(client.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    loop {
        let message = client.next().await;
        if message["type"] == "snapshot" {
            return message["state"].clone();
        }
    }
}

#[tokio::test]
async fn what_a_host_decided_is_there_after_a_restart() {
    let mut server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let table = private_table(&mut host).await;
    for action in [
        json!({"kind": "pause"}),
        json!({"kind": "approval", "on": true}),
        json!({"kind": "stakes", "stakes": {"small_blind": 50, "big_blind": 100}}),
    ] {
        assert_eq!(act(&mut host, &table, action).await["type"], "ok");
    }
    let mut guest = server.guest("Bea").await;
    let asked = guest
        .ask(json!({"type": "ask_seat", "table": table, "ask": true}))
        .await;
    assert_eq!(asked["type"], "ok", "{asked}");
    let before = watch(&mut guest, &table).await;
    server.ask_to_stop();
    let server = start_in(server.stopped().await, |_| {}).await;
    let mut other = server.guest("Cleo").await;
    let after = watch(&mut other, &table).await;
    assert_eq!(after["host_rules"], before["host_rules"]);
    assert_eq!(after["host_rules"]["requests"][0]["player"]["name"], "Bea");
    assert_eq!(after["info"]["big_blind"], 100);
    let refused = act(&mut other, &table, json!({"kind": "resume"})).await;
    assert_eq!(refused["code"], "table.not_host");
    let sit = json!({"type": "sit", "table": table, "buy_in": 4_000});
    assert_eq!(other.ask(sit).await["code"], "table.not_accepted");
}

#[tokio::test]
async fn wishes_that_cannot_be_are_refused() {
    let server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let table = private_table(&mut host).await;
    let id = "0192f0c1-7d3a-7c41-9a64-3f0a5b6c7d8e";
    let most = u64::MAX;
    for (action, code) in [
        (json!({"kind": "rob"}), "protocol.invalid_field"),
        (json!({"kind": "pause", "hard": true}), "protocol.invalid_field"),
        (json!({"kind": "accept", "player": "Bea"}), "protocol.invalid_field"),
        (json!({"kind": "accept", "player": id}), "table.no_change"),
        (
            json!({"kind": "add_chips", "player": id, "amount": most}),
            "protocol.invalid_field",
        ),
        (
            json!({"kind": "add_chips", "player": id, "amount": 10}),
            "table.not_seated",
        ),
        (json!({"kind": "move", "player": id, "seat": 2}), "table.not_seated"),
        (
            json!({"kind": "move", "player": id, "seat": most}),
            "protocol.invalid_field",
        ),
        (json!({"kind": "bots", "count": 200}), "table.config_invalid"),
        (
            json!({"kind": "stakes", "stakes": {"big_blind": most}}),
            "protocol.invalid_field",
        ),
        (
            json!({"kind": "stakes", "stakes": {"big_blind": 9_007_199_254_740_991_u64}}),
            "table.config_invalid",
        ),
        (json!({"kind": "stakes", "stakes": {}}), "table.no_change"),
        (json!({"kind": "next_game"}), "table.no_other_game"),
    ] {
        let refused = act(&mut host, &table, action.clone()).await;
        assert_eq!(refused["code"], code, "{action} {refused}");
    }
    assert!(watch(&mut host, &table).await.get("host_rules").is_none());
}

#[tokio::test]
async fn pauses_and_links_that_cannot_be_are_refused() {
    let server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let table = private_table(&mut host).await;
    let most = u64::MAX;
    for (action, code) in [
        (json!({"kind": "pause", "minutes": 0}), "protocol.invalid_field"),
        (json!({"kind": "pause", "minutes": 61}), "protocol.invalid_field"),
        (json!({"kind": "pause", "minutes": -1}), "protocol.invalid_field"),
        (json!({"kind": "pause", "minutes": most}), "protocol.invalid_field"),
        (json!({"kind": "voice"}), "table.no_change"),
        (
            json!({"kind": "voice", "link": "http://meet.example.org/"}),
            "protocol.invalid_field",
        ),
        (
            json!({"kind": "voice", "link": "https://me@meet.example.org/"}),
            "protocol.invalid_field",
        ),
        (
            json!({"kind": "voice", "link": "https://meet.example.org/\u{202e}"}),
            "protocol.invalid_field",
        ),
        (
            json!({"kind": "voice", "link": format!("https://meet.example.org/{}", "a".repeat(200))}),
            "protocol.invalid_field",
        ),
    ] {
        let refused = act(&mut host, &table, action.clone()).await;
        assert_eq!(refused["code"], code, "{action} {refused}");
    }
    let whole = host
        .ask(json!({"type": "rebuy", "table": table, "amount": 500, "whole": true}))
        .await;
    assert_eq!(whole["code"], "ledger.other_chips", "{whole}");
    assert!(watch(&mut host, &table).await.get("host_rules").is_none());
}

/// The link to the voice room is for those with the invitation, and nowhere else; a pause and the link outlive a restart.
#[tokio::test]
async fn a_voice_room_is_told_to_those_who_are_invited() {
    let mut server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let config = json!({"name": "open", "game": "no-limit-holdem", "seats": 4});
    let open = host.ask(json!({"type": "create_table", "config": config})).await["table"]["table"].clone();
    let voice = json!({"kind": "voice", "link": "https://meet.example.org/friday"});
    for action in [&voice, &json!({"kind": "pause", "minutes": 5})] {
        let refused = act(&mut host, &open, action.clone()).await;
        assert_eq!(refused["code"], "table.private_only", "{refused}");
    }
    let table = private_table(&mut host).await;
    for action in [&voice, &json!({"kind": "pause", "minutes": 5})] {
        assert_eq!(act(&mut host, &table, action.clone()).await["type"], "ok");
    }
    let mut guest = server.guest("Bea").await;
    let refused = act(&mut guest, &table, voice.clone()).await;
    assert_eq!(refused["code"], "table.not_host");
    let rules = watch(&mut guest, &table).await["host_rules"].clone();
    assert_eq!(
        (&rules["voice"], &rules["paused"], rules["paused_until"].is_u64()),
        (&voice["link"], &json!(true), true)
    );
    let name = table.as_str().unwrap();
    let number = name.split('-').next().unwrap();
    for (path, is_told) in [
        (format!("/api/v1/tables/{name}/state"), true),
        (format!("/api/v1/tables/{number}/state"), false),
        (format!("/api/v1/tables/{name}/card"), false),
        (format!("/table/{name}"), false),
        ("/api/v1/tables".to_owned(), false),
    ] {
        let answer = request(server.address, "GET", &path, "", "").await;
        assert_eq!(answer.text().contains("meet.example.org"), is_told, "{path}");
    }
    server.ask_to_stop();
    let server = start_in(server.stopped().await, |_| {}).await;
    let mut other = server.guest("Cleo").await;
    assert_eq!(watch(&mut other, &table).await["host_rules"], rules);
}
