//! Limits on what strangers can do to chips and to players.

use serde_json::{Value, json};

use crate::net::raw;
use crate::net::server::{Client, Server, start, start_in};

/// Opens a private table with free stacks, and this maximum buy-in.
async fn table_with_free_stacks(host: &mut Client, stacks: u8, buy_in_max: u64) -> Value {
    let config = json!({
        "name": "free", "game": "no-limit-holdem", "seats": 2, "private": true,
        "buy_in_min": 20, "buy_in_max": buy_in_max, "session": {"free_stacks": stacks},
    });
    host.ask(json!({"type": "create_table", "config": config})).await
}

/// Free stacks and daily grants come out of one share, however many tables the host opens; unused stacks return to it.
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

/// A table with free stacks larger than the grant is refused when it is opened.
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

/// Returns all requests about a table.
fn requests(table: &Value) -> Vec<Value> {
    let one = |kind: &str| json!({"type": kind, "table": table});
    vec![
        one("watch"),
        one("unwatch"),
        one("leave"),
        json!({"type": "resume", "table": table, "after": 0}),
        json!({"type": "sit", "table": table, "buy_in": 1_000}),
        json!({"type": "sit_out", "table": table, "out": true}),
        json!({"type": "rebuy", "table": table, "amount": 100}),
        json!({"type": "wait_list", "table": table, "join": true}),
        json!({"type": "act", "table": table, "hand": 1, "turn": 1, "action": {"kind": "fold"}}),
        json!({"type": "show", "table": table, "hand": 1, "cards": ["As"]}),
        json!({"type": "chat", "table": table, "text": "hello"}),
        json!({"type": "ask_seat", "table": table, "ask": true}),
        json!({"type": "host", "table": table, "action": {"kind": "pause"}}),
        json!({"type": "host", "table": table, "action": {"kind": "close"}}),
    ]
}

async fn private_table(host: &mut Client) -> (Value, String) {
    let config = json!({"name": "hidden", "game": "no-limit-holdem", "seats": 6, "private": true});
    let answer = host.ask(json!({"type": "create_table", "config": config})).await;
    let table = answer["table"]["table"].clone();
    let (number, invitation) = table.as_str().unwrap().split_once('-').unwrap();
    assert!(
        invitation.len() == 32 && invitation.bytes().all(|digit| digit.is_ascii_hexdigit()),
        "{table}"
    );
    let number = number.to_owned();
    (table, number)
}

async fn rules_status(server: &Server, table: &str) -> u16 {
    let path = format!("/api/v1/tables/{table}/rules");
    raw::request(server.address, "GET", &path, "", "").await.status
}

/// Guessing the number of a private table reveals no more than that of a table that does not exist.
#[tokio::test]
async fn a_private_table_is_found_by_its_invitation_alone() {
    let server = start(|config| config.message_burst = 1_000).await;
    let mut host = server.guest("Ada").await;
    let (table, number) = private_table(&mut host).await;
    let mut stranger = server.guest("Eve").await;
    let wrong = format!("{number}-{}", "0".repeat(32));
    for guess in [number.clone(), format!("{number}-"), wrong] {
        let pairs = requests(&json!(guess)).into_iter().zip(requests(&json!("999")));
        for (about_it, about_none) in pairs {
            let [mut answer, mut to_none] = [stranger.ask(about_it.clone()).await, stranger.ask(about_none).await];
            assert_eq!(answer["code"], "table.not_found", "{about_it}");
            (answer["id"], to_none["id"]) = (Value::Null, Value::Null);
            assert_eq!(answer, to_none, "{about_it}");
        }
        assert_eq!(rules_status(&server, &guess).await, 404);
    }
    assert_eq!(stranger.ask(json!({"type": "list_tables"})).await["tables"], json!([]));

    let mut friend = server.guest("Bea").await;
    friend.sit(table.as_str().unwrap()).await;
    assert_eq!(rules_status(&server, table.as_str().unwrap()).await, 200);
    // The host needs no invitation, and gets it from the table.
    assert_eq!(host.ask(json!({"type": "watch", "table": number})).await["type"], "ok");
    let snapshot = host.next().await;
    assert_eq!(
        (&snapshot["table"], &snapshot["state"]["info"]["table"]),
        (&table, &table)
    );
    assert_eq!(
        host.ask(json!({"type": "chat", "table": table, "text": "welcome"}))
            .await["type"],
        "ok"
    );
}

/// Players find their way back after a restart, and the link stays good.
#[tokio::test]
async fn invitations_outlive_a_restart() {
    let mut server = start(|_| {}).await;
    let mut host = server.guest("Ada").await;
    let (table, number) = private_table(&mut host).await;
    let mut friend = server.connect().await;
    let token = friend.hello(json!({"nickname": "Bea"})).await["token"].clone();
    friend.sit(table.as_str().unwrap()).await;
    server.ask_to_stop();
    let server = start_in(server.stopped().await, |_| {}).await;
    let mut friend = server.connect().await;
    assert_eq!(friend.hello(json!({"token": token})).await["tables"], json!([table]));
    assert_eq!(
        friend.ask(json!({"type": "resume", "table": table, "after": 0})).await["type"],
        "ok"
    );
    let mut late = server.guest("Cid").await;
    assert_eq!(late.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    let refused = late.ask(json!({"type": "watch", "table": number})).await;
    assert_eq!(refused["code"], "table.not_found");
}

/// One account does not fill the server with tables, nor does its network, whatever names it takes.
#[tokio::test]
async fn accounts_and_networks_open_so_many_tables_and_tournaments() {
    let server = start(|config| {
        config.tables_per_minute = 1_000;
        config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
        config.api_requests_per_second = 10_000;
    })
    .await;
    let post = async |path: &str, network: u8, token: Option<&Value>, body: &Value| {
        let mut headers = format!("content-type: application/json\r\nx-forwarded-for: 192.0.2.{network}\r\n");
        if let Some(token) = token {
            headers.push_str(&["authorization: Bearer ", token.as_str().unwrap(), "\r\n"].concat());
        }
        raw::request(server.address, "POST", path, &headers, &body.to_string()).await
    };
    let enter = async |number: u32, network: u8| {
        let body = json!({"nickname": format!("Guest {number}")});
        post("/api/v1/guest", network, None, &body).await.json()["access_token"].clone()
    };
    let config = json!({"name": "test", "game": "no-limit-holdem", "seats": 2});
    let open = async |token: &Value, network: u8| post("/api/v1/tables", network, Some(token), &config).await.status;
    for number in 0..10 {
        let token = enter(number, 1).await;
        for _ in 0..20 {
            assert_eq!(open(&token, 1).await, 201);
        }
        assert_eq!(open(&token, 1).await, 503, "an account has 20");
    }
    let late = enter(10, 1).await;
    assert_eq!(open(&late, 1).await, 503, "a network has 200");
    assert_eq!(open(&late, 2).await, 201);

    let config = json!({"structure": "heads-up", "private": true});
    let announce = async |token: &Value, network: u8| {
        let answer = post("/api/v1/tournaments", network, Some(token), &config).await;
        answer.status
    };
    for number in 11..21 {
        let token = enter(number, 3).await;
        for _ in 0..5 {
            assert_eq!(announce(&token, 3).await, 201);
        }
        assert_eq!(announce(&token, 3).await, 503, "an account has five tournaments");
    }
    let late = enter(21, 3).await;
    assert_eq!(announce(&late, 3).await, 503, "a network has 50");
    assert_eq!(announce(&late, 2).await, 201);
}
