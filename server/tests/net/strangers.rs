//! What strangers may do to chips and to players.

use serde_json::{Value, json};

use crate::server::{Client, start};

/// A private table that gives free stacks, and where a seat costs this much at most.
async fn table_with_free_stacks(host: &mut Client, stacks: u8, buy_in_max: u64) -> Value {
    let config = json!({
        "name": "free", "game": "no-limit-holdem", "seats": 2, "private": true,
        "buy_in_min": 20, "buy_in_max": buy_in_max, "session": {"free_stacks": stacks},
    });
    host.ask(json!({"type": "create_table", "config": config})).await
}

/// Free stacks and daily grants come out of one share, whatever tables the host opens; spare stacks go back to it.
#[tokio::test]
async fn guests_multiply_no_chips_with_free_stacks() {
    let server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        let answer = table_with_free_stacks(&mut host, 5, 1_000).await;
        tables.push(answer["table"]["table"].clone());
    }
    let sit = |table: &Value| json!({"type": "sit", "table": table, "buy_in": 1_000});
    assert_eq!(host.ask(sit(&tables[0])).await["type"], "ok");
    assert_eq!(host.ask(sit(&tables[1])).await["type"], "ok");
    let refused = host.ask(sit(&tables[2])).await;
    assert_eq!(
        (&refused["code"], &refused["params"]["left"]),
        (&json!("ledger.top_up_limit"), &json!(0))
    );
    let gone = host.ask(json!({"type": "leave", "table": tables[0]})).await;
    assert_eq!(gone["type"], "ok", "{gone}");
    assert_eq!(host.ask(sit(&tables[2])).await["type"], "ok");
    let welcome = server.guest("Bea").await.ask(json!({"type": "ping"})).await;
    assert_eq!(welcome["type"], "pong");
}

/// A table whose free stacks are more than anybody is granted is refused when it is opened.
#[tokio::test]
async fn free_stacks_are_no_larger_than_a_grant() {
    let server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let config = json!({
        "name": "free", "game": "no-limit-holdem", "seats": 2, "private": true,
        "buy_in_min": 2_001, "buy_in_max": 1_000_000_000_000_u64, "session": {"free_stacks": 5},
    });
    let refused = host.ask(json!({"type": "create_table", "config": config})).await;
    assert_eq!(refused["code"], "table.config_invalid", "{refused}");
    let answer = table_with_free_stacks(&mut host, 5, 1_000_000_000_000).await;
    let sit = json!({"type": "sit", "table": answer["table"]["table"], "buy_in": 2_001});
    let refused = host.ask(sit).await;
    assert_eq!(
        (&refused["code"], &refused["params"]["left"]),
        (&json!("ledger.top_up_limit"), &json!(10_000))
    );
}
