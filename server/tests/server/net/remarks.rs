//! Limits on chat by spectators, who must not flood a table.

use std::time::Instant;

use serde_json::{Value, json};

use crate::net::server::{Client, Tables, start};

async fn say(client: &mut Client, table: &str, number: usize) -> Value {
    let remark = json!({"type": "chat", "table": table, "text": format!("remark {number}")});
    client.ask(remark).await
}

/// Twenty spectators chat freely: the table gets some of it, and a seated player still gets through.
#[tokio::test]
async fn a_crowd_says_no_more_than_one_can_read() {
    let server = start(|config| {
        config.messages_per_second = 1_000;
        config.message_burst = 1_000;
    })
    .await;
    let mut ada = server.guest("Ada").await;
    let table = ada.create_table(Tables::Public).await;
    ada.sit(&table).await;
    let begun = Instant::now();
    let (mut said, mut refused) = (0, 0);
    let mut crowd = Vec::new();
    for watcher in 0..20 {
        let mut client = server.guest(&format!("Watcher {watcher}")).await;
        let watch = json!({"type": "watch", "table": table});
        assert_eq!(client.ask(watch).await["type"], "ok");
        crowd.push(client);
    }
    for number in 0..20 {
        for client in &mut crowd {
            let answer = say(client, &table, number).await;
            if answer["type"] == "ok" {
                said += 1;
            } else {
                assert_eq!(answer["code"], "rate.limited", "{answer}");
                assert!(answer["params"]["retry_after_ms"].as_u64().unwrap() > 0, "{answer}");
                refused += 1;
            }
        }
    }
    let most = 11 + begun.elapsed().as_secs();
    assert!((10..=most).contains(&said), "{said} of {} remarks", said + refused);
    for number in 0..8 {
        let answer = say(&mut ada, &table, number).await;
        assert_eq!(answer["type"], "ok", "who plays is heard: {answer}");
    }
    // A player sends at most ten remarks in a burst, over all tables.
    let mut heard = 0;
    for number in 0..30 {
        heard += u64::from(say(&mut ada, &table, number).await["type"] == "ok");
    }
    assert!(heard <= 3 + begun.elapsed().as_secs(), "{heard}");
}
