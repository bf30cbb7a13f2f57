//! Hands that no one plays go no faster than hands with players, whatever the pauses are.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::net::deals::{Player, THREE, announce};
use crate::net::process::Process;
use crate::net::server::Client;

/// Time of counting.
const WHILE: Duration = Duration::from_secs(14);

/// Maximum number of hands that end at a table meanwhile: one every six seconds, and one that had begun before.
const MOST: usize = 3;

/// Counts the hands that end at the tables a client watches.
async fn hands(client: &mut Client) -> usize {
    let begun = Instant::now();
    let mut hands = 0;
    while let Some(left) = WHILE.checked_sub(begun.elapsed()) {
        let Ok(message) = timeout(left, client.next()).await else {
            break;
        };
        let ends = |event: &&Value| event["event"]["kind"] == "hand_completed";
        hands += message["events"].as_array().into_iter().flatten().filter(ends).count();
    }
    hands
}

#[tokio::test]
async fn a_game_without_decisions_is_dealt_every_six_seconds() {
    // Without pauses, the default here.
    let server = Process::start(&[]);
    let (mut ada, mut bea) = (server.guest("Ada").await, server.guest("Bea").await);
    let config = json!({"name": "cold", "game": "cold-hands", "seats": 2});
    let opened = ada.ask(json!({"type": "create_table", "config": config})).await;
    let table = opened["table"]["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{opened}"))
        .to_owned();
    for player in [&mut ada, &mut bea] {
        let watch = player.ask(json!({"type": "watch", "table": table})).await;
        assert_eq!(watch["type"], "ok", "{watch}");
        let sat = player.ask(json!({"type": "sit", "table": table, "buy_in": 500})).await;
        assert_eq!(sat["type"], "ok", "{sat}");
    }
    let hands = hands(&mut ada).await;
    assert!((1..=MOST).contains(&hands), "{hands} hands");
}

#[tokio::test]
async fn bots_who_are_away_play_a_hand_every_six_seconds() {
    let server = Process::start(&[]);
    let mut ann = Player::new(&server, "Ann").await;
    let tournament = announce(&server, &ann.token, THREE).await;
    let mut bots = Vec::new();
    for number in 0..3 {
        let mut bot = Client::connect(server.address, "/ws").await;
        bot.hello(json!({"nickname": format!("Bot {number}"), "bot": true}))
            .await;
        let register = json!({"type": "register", "tournament": tournament, "rules": 1});
        assert_eq!(bot.ask(register).await["type"], "ok");
        bots.push(bot);
    }
    for bot in &mut bots {
        let away = json!({"type": "tournament_presence", "tournament": tournament, "absent": true});
        assert_eq!(bot.ask(away).await["type"], "ok");
    }
    let state = ann.watch(&tournament).await;
    let table = state["tables"][0]["table"].clone();
    assert!(table.is_string(), "{state}");
    assert_eq!(
        ann.client.ask(json!({"type": "watch", "table": table})).await["type"],
        "ok"
    );
    // They were there when the first hand was dealt, and let their time run out in it.
    let ends = |message: &Value| {
        let mut events = message["events"].as_array().into_iter().flatten();
        events.any(|event| event["event"]["kind"] == "hand_completed")
    };
    while !ends(&ann.client.next().await) {}
    drop(bots);
    let hands = hands(&mut ann.client).await;
    assert!((1..=MOST).contains(&hands), "{hands} hands");
}
