//! Stopping: running hands end, every client is notified, nothing is lost.

use std::time::{Duration, Instant};

use poker_base::idle::IdleSignal;
use poker_server::config::Config;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::{Client, Tables, at_both_kinds, start, start_in};

/// Folds whenever to act, until the server closes; returns the notice of the end.
async fn fold_until_closed(mut client: Client, table: &str) -> (Option<Value>, Option<u16>, bool) {
    let (mut closing, mut hand_over) = (None, false);
    loop {
        let message = match client.next_or_close().await {
            Ok(message) => message,
            Err(code) => return (closing, code, hand_over),
        };
        if message["type"] == "closing" {
            closing = Some(message);
            continue;
        }
        let events = message["events"].as_array().cloned().unwrap_or_default();
        for event in events {
            hand_over |= event["event"]["kind"] == "hand_completed";
            if event["kind"] == "choices" {
                let act = json!({
                    "type": "act", "id": format!("{}-{}", event["hand"], event["turn"]), "table": table,
                    "hand": event["hand"], "turn": event["turn"], "action": {"kind": "fold"},
                });
                client.send_text(&act.to_string()).await;
            }
        }
    }
}

at_both_kinds!(running_hands_end_before_everybody_is_sent_away);

async fn running_hands_end_before_everybody_is_sent_away(kind: Tables) {
    let mut server = start(|_| {}).await;
    let mut ada = server.connect().await;
    let welcome = ada.hello(json!({"nickname": "Ada"})).await;
    let table = ada.create_table(kind).await;
    let mut bea = server.guest("Bea").await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    // A hand runs and waits for a player.
    loop {
        let message = ada.next().await;
        let events = message["events"].as_array().cloned().unwrap_or_default();
        if events.iter().any(|event| event["event"]["kind"] == "turn_started") {
            break;
        }
    }
    let address = server.address;
    let mut watcher = server.guest("Cleo").await;
    server.ask_to_stop();
    while request(address, "GET", "/readyz", "", "").await.status != 503 {}
    assert_eq!(request(address, "GET", "/healthz", "", "").await.status, 200);
    let mut late = server.connect().await;
    let hello = json!({"type": "hello", "versions": ["poker.v1"], "nickname": "Dora"});
    assert_eq!(late.ask(hello).await["code"], "server.draining");
    assert_eq!(late.closed().await, Some(1012));
    let config = json!({"name": "late", "game": "no-limit-holdem", "seats": 6});
    let refused = watcher.ask(json!({"type": "create_table", "config": config})).await;
    assert_eq!(refused["code"], "server.draining");

    // The player to act has the choices already or gets them with a new snapshot.
    for client in [&mut ada, &mut bea] {
        client
            .send_text(&json!({"type": "watch", "id": "w", "table": table}).to_string())
            .await;
    }
    let (one, two) = tokio::join!(play_out(ada, &table), play_out(bea, &table));
    assert!(one.2 && two.2, "the hand came to its end");
    for (closing, code, _) in [one, two] {
        let closing = closing.expect("they are told");
        assert_eq!(closing["reason"], "restart");
        assert!(closing["retry_after_ms"].as_u64().unwrap() >= 1000);
        assert_eq!(code, Some(1012));
    }
    let data = server.stopped().await;

    // The seats are kept.
    let server = start_in(data, |_| {}).await;
    let mut ada = server.connect().await;
    let back = ada.hello(json!({"token": welcome["token"]})).await;
    assert_eq!(back["tables"], json!([table]));
}

/// Folds immediately if the snapshot has the client to act, and goes on as [`fold_until_closed`].
async fn play_out(mut client: Client, table: &str) -> (Option<Value>, Option<u16>, bool) {
    let snapshot = loop {
        let message = client.next().await;
        if message["type"] == "snapshot" {
            break message;
        }
    };
    let state = &snapshot["state"];
    if state["you"]["choices"]
        .as_array()
        .is_some_and(|choices| !choices.is_empty())
    {
        let act = json!({
            "type": "act", "id": "out", "table": table, "hand": state["hand"]["hand"],
            "turn": state["hand"]["turn"]["turn"], "action": {"kind": "fold"},
        });
        client.send_text(&act.to_string()).await;
    }
    fold_until_closed(client, table).await
}

at_both_kinds!(hands_that_take_too_long_go_on_after_the_restart);

async fn hands_that_take_too_long_go_on_after_the_restart(kind: Tables) {
    let mut server = start(|config| config.drain_timeout_s = 1).await;
    let mut ada = server.connect().await;
    let welcome = ada.hello(json!({"nickname": "Ada"})).await;
    let table = ada.create_table(kind).await;
    let mut bea = server.guest("Bea").await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    let started = loop {
        let message = ada.next().await;
        let events = message["events"].as_array().cloned().unwrap_or_default();
        if let Some(event) = events.iter().find(|event| event["event"]["kind"] == "turn_started") {
            break event.clone();
        }
    };
    server.ask_to_stop();
    assert_eq!(ada.closed().await, Some(1012));
    let data = server.stopped().await;
    let server = start_in(data, |_| {}).await;
    let mut ada = server.connect().await;
    ada.hello(json!({"token": welcome["token"]})).await;
    ada.send_text(&json!({"type": "watch", "id": "w", "table": table}).to_string())
        .await;
    let snapshot = loop {
        let message = ada.next().await;
        if message["type"] == "snapshot" {
            break message;
        }
    };
    let turn = &snapshot["state"]["hand"]["turn"];
    assert_eq!(
        (&turn["turn"], &turn["seats"]),
        (&started["event"]["turn"], &started["event"]["seats"])
    );
    assert!(snapshot["seq"].as_u64() >= started["seq"].as_u64());
}

#[tokio::test]
async fn a_folder_that_is_in_use_is_refused() {
    let server = start(|_| {}).await;
    let config = Config {
        data: server.data().to_owned(),
        ..Config::default()
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let outcome = poker_server::run(listener, config, IdleSignal::always(), || {}, std::future::pending()).await;
    assert!(outcome.unwrap_err().to_string().contains("another server"));
}

/// Two dozen players who think: all are notified immediately, no clock runs out, and the stop takes seconds.
#[tokio::test]
async fn a_stop_under_play_is_told_at_once_and_takes_no_time() {
    let server = Process::start(&[]);
    let (mut players, mut tokens, mut tables) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..24 {
        let mut player = Client::connect(server.address, "/ws").await;
        let welcome = player.hello(json!({"nickname": format!("Player {number}")})).await;
        tokens.push(welcome["token"].clone());
        if number % 6 == 0 {
            tables.push(player.create_table(Tables::Public).await);
        }
        let table = tables.last().unwrap().clone();
        player.sit(&table).await;
        players.push(player);
    }
    let asked = until_turn(&mut players[0]).await;
    let began = Instant::now();
    server.signal(Signal::TERM);
    let mut told = Vec::new();
    for player in &mut players {
        told.push(async {
            let closing = loop {
                let message = player.next().await;
                if message["type"] == "closing" {
                    break message;
                }
            };
            assert_eq!(closing["reason"], "restart");
            began.elapsed()
        });
    }
    for told in futures_util::future::join_all(told).await {
        assert!(told < Duration::from_secs(1), "told after {told:?}");
    }
    for mut player in players {
        while player.next_or_close().await.is_ok() {}
    }
    let folder = server.wait();
    assert!(
        began.elapsed() < Duration::from_secs(6),
        "it took {:?}",
        began.elapsed()
    );

    // The decision goes on where it was, with the full time.
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let mut first = Client::connect(server.address, "/ws").await;
    first.hello(json!({"token": tokens[0]})).await;
    let watch = json!({"type": "watch", "id": "w", "table": tables[0]});
    first.send_text(&watch.to_string()).await;
    let snapshot = loop {
        let message = first.next().await;
        if message["type"] == "snapshot" {
            break message;
        }
    };
    let turn = &snapshot["state"]["hand"]["turn"];
    assert_eq!(turn["seats"], asked["event"]["seats"], "{snapshot}");
    assert!(turn["clock"]["left_ms"].as_u64().unwrap() > 15_000, "{snapshot}");
}

async fn until_turn(client: &mut Client) -> Value {
    loop {
        let message = client.next().await;
        let events = message["events"].as_array().cloned().unwrap_or_default();
        if let Some(event) = events.iter().find(|event| event["event"]["kind"] == "turn_started") {
            return event.clone();
        }
    }
}
