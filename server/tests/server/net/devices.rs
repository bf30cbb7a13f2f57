//! Several devices of one account: all stay connected, and one of them holds the seat at each table.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use crate::net::server::{Client, Server, Tables, at_both_kinds, start};

/// Ada's account at a server.
struct Ada<'a> {
    server: &'a Server,
    token: Value,
}

impl Ada<'_> {
    /// Connects another device.
    async fn device(&self, name: &str) -> Client {
        let mut client = self.server.connect().await;
        client.hello(json!({"token": self.token, "device": name})).await;
        client
    }
}

/// Connects Ada's first device, a tablet.
async fn ada(server: &Server) -> (Ada<'_>, Client) {
    let mut tablet = server.connect().await;
    let welcome = tablet.hello(json!({"nickname": "Ada", "device": "tablet"})).await;
    let token = welcome["token"].clone();
    (Ada { server, token }, tablet)
}

/// Returns the next message of a type; earlier ones are dropped.
async fn next_of(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.next().await;
        if message["type"] == kind {
            return message;
        }
    }
}

/// Watches a table as `seat` says, and returns the snapshot.
async fn watch(client: &mut Client, table: &str, seat: &str) -> Value {
    let answer = client.ask(json!({"type": "watch", "table": table, "seat": seat})).await;
    assert_eq!(answer["type"], "ok", "{answer}");
    next_of(client, "snapshot").await["state"].clone()
}

/// Returns everything that a device hears until it is quiet.
async fn heard(client: &mut Client) -> Vec<Value> {
    let mut heard = Vec::new();
    while let Ok(message) = timeout(Duration::from_millis(300), client.next()).await {
        heard.push(message);
    }
    heard
}

/// `true` if a snapshot has Ada's cards, who sits in seat 1.
fn has_cards(state: &Value) -> bool {
    let cards = |play: &Value| {
        let cards = play["cards"].as_array().cloned().unwrap_or_default();
        cards.iter().any(|card| !card.is_null())
    };
    cards(&state["you"]) || cards(&state["seats"][0]["play"])
}

/// Answers the open decision of a snapshot by folding.
async fn fold(client: &mut Client, table: &str, state: &Value) -> Value {
    let (hand, turn) = (&state["hand"]["hand"], &state["hand"]["turn"]["turn"]);
    let action = json!({"kind": "fold"});
    client
        .ask(json!({"type": "act", "table": table, "hand": hand, "turn": turn, "action": action}))
        .await
}

at_both_kinds!(a_seat_moves_to_another_device_in_the_middle_of_a_decision);

async fn a_seat_moves_to_another_device_in_the_middle_of_a_decision(kind: Tables) {
    let server = start(|_| {}).await;
    let (account, mut tablet) = ada(&server).await;
    let table = tablet.create_table(kind).await;
    tablet.sit(&table).await;
    let mut bea = server.guest("Bea").await;
    bea.sit(&table).await;
    // Heads up, one of the two is asked first.
    next_of(&mut bea, "private").await;

    let mut laptop = account.device("laptop").await;
    let aside = watch(&mut laptop, &table, "if_free").await;
    assert!(!has_cards(&aside) && aside["you"].is_null(), "{aside}");
    let held = next_of(&mut laptop, "seat_held").await;
    assert_eq!(held, json!({"type": "seat_held", "table": table, "by": "other_device"}));
    heard(&mut tablet).await;

    // The laptop takes the seat with the hand as it stands.
    let state = watch(&mut laptop, &table, "take").await;
    assert!(has_cards(&state), "{state}");
    assert_eq!(next_of(&mut tablet, "seat_held").await["by"], "other_device");
    let refused = fold(&mut tablet, &table, &state).await;
    assert_eq!(refused["code"], "table.other_device", "{refused}");
    let back = json!({"type": "watch", "table": table, "seat": "take"});
    let refused = tablet.ask(back.clone()).await;
    assert_eq!(refused["code"], "rate.limited", "no ping-pong: {refused}");
    let wait = refused["params"]["retry_after_ms"].as_u64().unwrap();
    assert!((1..=1_000).contains(&wait), "{wait}");

    let is_asked = !state["you"]["choices"].as_array().unwrap().is_empty();
    let folded = fold(if is_asked { &mut laptop } else { &mut bea }, &table, &state).await;
    assert_eq!(folded["type"], "ok", "{folded}");
    // The tablet has seen the hand end, and none of it that is Ada's alone.
    let seen = heard(&mut tablet).await;
    assert!(seen.iter().any(|message| message["type"] == "events"));
    assert!(seen.iter().all(|message| message["type"] != "private"), "{seen:?}");

    // And back, by a resume: a device that did not hold the seat gets all of it anew.
    tokio::time::sleep(Duration::from_millis(wait)).await;
    let resumed = tablet.ask(json!({"type": "resume", "table": table, "after": 1})).await;
    assert_eq!(resumed["type"], "ok", "{resumed}");
    assert!(!next_of(&mut tablet, "snapshot").await["state"]["you"].is_null());
    assert_eq!(next_of(&mut laptop, "seat_held").await["by"], "other_device");
    // The laptop catches up as the watcher that it is.
    let resumed = laptop
        .ask(json!({"type": "resume", "table": table, "after": 1, "seat": "if_free"}))
        .await;
    assert_eq!(resumed["type"], "ok", "{resumed}");
    let caught_up = heard(&mut laptop).await;
    assert!(
        caught_up.iter().all(|message| message["type"] != "private"),
        "{caught_up:?}"
    );
}

at_both_kinds!(a_seat_whose_device_is_gone_waits_for_another);

async fn a_seat_whose_device_is_gone_waits_for_another(kind: Tables) {
    let server = start(|_| {}).await;
    let (account, mut tablet) = ada(&server).await;
    let table = tablet.create_table(kind).await;
    tablet.sit(&table).await;
    let mut bea = server.guest("Bea").await;
    bea.ask(json!({"type": "watch", "table": table})).await;
    let mut wall = account.device("wall").await;
    watch(&mut wall, &table, "no").await;
    assert_eq!(next_of(&mut wall, "seat_held").await["by"], "other_device");
    drop(tablet);
    // The wall is still there, and plays no part: Ada counts as gone.
    let gone = next_of(&mut bea, "presence").await;
    assert_eq!((&gone["seat"], &gone["connected"]), (&json!(1), &json!(false)));
    assert_eq!(next_of(&mut wall, "seat_held").await["by"], "nobody");
    let mut phone = account.device("phone").await;
    let state = watch(&mut phone, &table, "if_free").await;
    assert_eq!(state["you"]["seat"], 1, "{state}");
    let here = next_of(&mut bea, "presence").await;
    assert_eq!((&here["seat"], &here["connected"]), (&json!(1), &json!(true)));
    assert_eq!(next_of(&mut wall, "seat_held").await["by"], "other_device");
    // The seat is left from any device, which holds nothing by that.
    let left = wall.ask(json!({"type": "leave", "table": table})).await;
    assert_eq!(left["type"], "ok", "{left}");
    // The wall sits down itself, and the phone is told.
    let sat = wall
        .ask(json!({"type": "sit", "table": table, "buy_in": 1000, "entry": "post"}))
        .await;
    assert_eq!(sat["type"], "ok", "{sat}");
    assert_eq!(next_of(&mut phone, "seat_held").await["by"], "other_device");
}

#[tokio::test]
async fn an_account_has_so_many_devices_and_one_connection_for_each() {
    let server = start(|config| config.max_connections_per_ip = 10_000).await;
    let (account, mut tablet) = ada(&server).await;
    let table = tablet.create_table(Tables::Public).await;
    tablet.sit(&table).await;
    // Programs that name no device share one, as before there were several.
    let mut programs = Vec::new();
    for _ in 0..2 {
        let mut program = server.connect().await;
        program.hello(json!({"token": account.token})).await;
        programs.push(program);
    }
    assert_eq!(programs[0].closed().await, Some(4001));
    let mut phone = account.device("phone").await;
    let mut phone_again = account.device("phone").await;
    assert_eq!(phone.closed().await, Some(4001));

    let mut crowd = Vec::new();
    for no in 0..40 {
        crowd.push(account.device(&format!("device {no}")).await);
    }
    assert_eq!(programs[1].closed().await, Some(4001));
    assert_eq!(phone_again.closed().await, Some(4001));
    for older in &mut crowd[..33] {
        assert_eq!(older.closed().await, Some(4001));
    }
    for newer in &mut crowd[33..] {
        assert_eq!(newer.ask(json!({"type": "ping"})).await["type"], "pong");
    }
    // The tablet is the oldest of all, and plays.
    assert_eq!(tablet.ask(json!({"type": "ping"})).await["type"], "pong");
}

#[tokio::test]
async fn a_device_has_a_name_of_some_length() {
    let server = start(|_| {}).await;
    for name in [String::new(), "x".repeat(65)] {
        let mut client = server.connect().await;
        let hello = json!({"type": "hello", "versions": ["poker.v1"], "nickname": "Ada", "device": name});
        let refused = client.ask(hello).await;
        assert_eq!(refused["code"], "protocol.invalid_field", "{refused}");
        assert_eq!(refused["params"]["field"], "device");
    }
    let (account, mut tablet) = ada(&server).await;
    let mut other = account.device(&"é".repeat(64)).await;
    let table = tablet.create_table(Tables::Public).await;
    let odd = json!({"type": "watch", "table": table, "seat": "mine"});
    assert_eq!(other.ask(odd).await["code"], "protocol.invalid_field");
}
