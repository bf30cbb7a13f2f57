//! Practice over the wire: bots play immediately, hints go to the player to act, and no other account gets in.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::net::exports::{Ends, end_alike, note};
use crate::net::raw::{Answer, request};
use crate::net::server::{Client, Server, Tables, at_both_kinds, start, start_in};

const JSON: &str = "content-type: application/json\r\n";

/// A guest, with a connection and the token for HTTP.
struct Player {
    client: Client,
    token: String,
    server: SocketAddr,
    /// The maximum buy-in of the last practice table.
    buy_in: Value,
}

impl Player {
    async fn guest(server: &Server, nickname: &str) -> Self {
        let body = json!({"nickname": nickname}).to_string();
        let session = request(server.address, "POST", "/api/v1/guest", JSON, &body).await;
        let token = session.json()["access_token"].as_str().unwrap().to_owned();
        let mut client = server.connect().await;
        client.hello(json!({"token": token})).await;
        Self {
            client,
            token,
            server: server.address,
            buy_in: Value::Null,
        }
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        let headers = format!("{JSON}authorization: Bearer {}\r\n", self.token);
        request(self.server, "POST", path, &headers, &body.to_string()).await
    }

    async fn get(&self, path: &str) -> Value {
        let headers = format!("authorization: Bearer {}\r\n", self.token);
        request(self.server, "GET", path, &headers, "").await.json()
    }

    async fn practise(&mut self, game: &str, bots: u8) -> String {
        let opened = self.post("/api/v1/practice", json!({"game": game, "bots": bots})).await;
        let info = opened.json();
        assert_eq!(opened.status, 201, "{info}");
        assert_eq!((&info["practice"], &info["private"]), (&json!(true), &json!(true)));
        self.buy_in = info["buy_in_max"].clone();
        info["table"].as_str().unwrap().to_owned()
    }

    /// Sits down with the maximum buy-in.
    async fn sit(&mut self, table: &str) {
        let watch = self.client.ask(json!({"type": "watch", "table": table})).await;
        assert_eq!(watch["type"], "ok", "{watch}");
        let sit = json!({"type": "sit", "table": table, "buy_in": self.buy_in, "entry": "post"});
        let answer = self.client.ask(sit).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }

    /// Waits until the player is to act; returns hand and decision with the choices.
    async fn asked(&mut self) -> Value {
        loop {
            let message = self.client.next().await;
            let parts = message["events"].as_array().into_iter().flatten();
            if let Some(part) = parts.into_iter().find(|part| part["choices"].is_array()) {
                return part.clone();
            }
        }
    }
}

async fn lively() -> Server {
    start(quick).await
}

fn quick(config: &mut poker_server::config::Config) {
    config.bot_think_percent = 0;
    config.hand_pause_percent = 0;
}

#[tokio::test]
async fn bots_play_at_once_and_hints_tell_what_a_decision_is_worth() {
    let server = lively().await;
    let mut ada = Player::guest(&server, "Ada").await;
    let before = ada.get("/api/v1/me").await["balance"].clone();
    let table = ada.practise("no-limit-holdem", 3).await;
    ada.sit(&table).await;
    let asked = ada.asked().await;
    let hint = ada.client.ask(json!({"type": "hint", "table": table})).await["hint"].clone();
    assert_eq!(
        (&hint["hand"], &hint["turn"]),
        (&asked["hand"], &asked["turn"]),
        "{hint}"
    );
    assert_eq!(hint["pot"], asked["pot"]);
    assert_eq!(hint["price"], asked["to_call"]);
    let costs = hint["costs"].as_array().unwrap();
    assert_eq!(costs.len(), asked["choices"].as_array().unwrap().len(), "{hint}");
    let share = hint["chance"]["share"].as_u64().unwrap();
    assert!((1..1000).contains(&share), "{hint}");
    assert!(hint["chance"]["samples"].as_u64().unwrap() > 100);
    assert!(hint["reason"].is_string());
    // One hint after the other; and none once the decision is answered.
    // Two requests are sent together, so a busy machine cannot hold the second one back.
    for id in ["one", "two"] {
        let hint = json!({"type": "hint", "table": table, "id": id});
        ada.client.send_text(&hint.to_string()).await;
    }
    let mut codes = Vec::new();
    while codes.len() < 2 {
        let answer = ada.client.next().await;
        if answer["id"] == "one" || answer["id"] == "two" {
            codes.push(answer["code"].clone());
        }
    }
    assert!(codes.contains(&json!("rate.limited")), "{codes:?}");
    // Whole hands are played, with decks fixed in advance as at any table, and none of it is for money.
    ada.client.answer(&table, &asked).await;
    let mut commitments = 0;
    let count = |event: &Value| commitments += usize::from(event["event"]["commitment"].is_string());
    ada.client.play(&table, 2, count).await;
    assert!(commitments > 0);
    assert_eq!(ada.get("/api/v1/me").await["balance"], before);
}

#[tokio::test]
async fn hands_of_practice_end_alike_in_every_format() {
    let server = lively().await;
    let mut ada = Player::guest(&server, "Ada").await;
    let table = ada.practise("no-limit-holdem", 3).await;
    ada.sit(&table).await;
    let mut ends = Ends::new();
    ada.client.play(&table, 4, |event| note(&mut ends, event)).await;
    assert!(ends.len() >= 4, "{ends:?}");
    // A hand dealt before the player came is reported, and is not the player's.
    let dealt = ada.get("/api/v1/hands").await["hands"].as_array().unwrap().clone();
    let dealt: Vec<u64> = dealt.iter().map(|hand| hand["hand"].as_u64().unwrap()).collect();
    ends.retain(|hand, _| dealt.contains(hand));
    assert!(ends.len() >= 3, "{ends:?} {dealt:?}");
    end_alike(server.address, &table, &[&ada.token], &ends).await;
}

#[tokio::test]
async fn no_other_account_finds_the_table() {
    let server = lively().await;
    let mut ada = Player::guest(&server, "Ada").await;
    let mut bea = Player::guest(&server, "Bea").await;
    let table = ada.practise("five-card-draw", 2).await;
    ada.sit(&table).await;
    ada.asked().await;
    let number = table.split('-').next().unwrap();
    for name in [table.as_str(), number] {
        for wish in [
            json!({"type": "watch", "table": name}),
            json!({"type": "sit", "table": name, "buy_in": 1000}),
            json!({"type": "hint", "table": name}),
            json!({"type": "host", "table": name, "action": {"kind": "pause"}}),
        ] {
            let refused = bea.client.ask(wish.clone()).await;
            assert_eq!(refused["code"], "table.not_found", "{wish}: {refused}");
        }
        let seen = request(server.address, "GET", &format!("/api/v1/tables/{name}/state"), "", "").await;
        assert_eq!(seen.status, 404);
        let seen = request(server.address, "GET", &format!("/api/v1/tables/{name}"), "", "").await;
        assert_eq!(seen.status, 404);
    }
    let listed = bea.client.ask(json!({"type": "list_tables"})).await;
    assert_eq!(listed["tables"], json!([]));
}

at_both_kinds!(hints_are_for_practice_and_for_who_is_asked);

async fn hints_are_for_practice_and_for_who_is_asked(kind: Tables) {
    let server = lively().await;
    let mut ada = Player::guest(&server, "Ada").await;
    let table = ada.client.create_table(kind).await;
    ada.client.sit(&table).await;
    let refused = ada.client.ask(json!({"type": "hint", "table": table})).await;
    assert_eq!(refused["code"], "practice.only", "{refused}");
    let table = ada.practise("razz", 1).await;
    let watch = ada.client.ask(json!({"type": "watch", "table": table})).await;
    assert_eq!(watch["type"], "ok");
    let refused = ada.client.ask(json!({"type": "hint", "table": table})).await;
    assert_eq!(refused["code"], "turn.not_yours", "{refused}");
}

#[tokio::test]
async fn there_is_one_at_a_time_and_it_closes_behind_its_player() {
    let server = lively().await;
    let mut ada = Player::guest(&server, "Ada").await;
    let first = ada.practise("no-limit-holdem", 1).await;
    let again = ada.post("/api/v1/practice", json!({"game": "razz", "bots": 1})).await;
    assert_eq!(again.status, 409);
    let again = again.json();
    assert_eq!(again["code"], "practice.open");
    assert_eq!(again["params"]["table"], first.split('-').next().unwrap());
    for (body, code) in [
        (json!({"game": "no-such-game", "bots": 1}), "game.unknown"),
        (json!({"game": "razz", "bots": 0}), "table.config_invalid"),
        (json!({"game": "razz", "bots": 200}), "table.config_invalid"),
        (
            json!({"game": "razz", "bots": 1, "stacks": 9}),
            "protocol.invalid_field",
        ),
    ] {
        let refused = ada.post("/api/v1/practice", body.clone()).await.json();
        assert_eq!(refused["code"], code, "{body}: {refused}");
    }
    ada.sit(&first).await;
    ada.asked().await;
    let left = ada.client.ask(json!({"type": "leave", "table": first})).await;
    assert_eq!(left["type"], "ok");
    ada.client.play_until_closed(&first).await;
    let second = ada.practise("razz", 1).await;
    assert_ne!(first, second);
}

#[tokio::test]
async fn practice_ends_with_the_server_and_leaves_no_chips_behind() {
    let mut server = lively().await;
    let mut ada = Player::guest(&server, "Ada").await;
    let table = ada.practise("omaha", 2).await;
    ada.sit(&table).await;
    ada.asked().await;
    server.ask_to_stop();
    let server = start_in(server.stopped().await, quick).await;
    let mut bea = server.guest("Bea").await;
    let gone = bea.ask(json!({"type": "watch", "table": table})).await;
    assert_eq!(gone["code"], "table.not_found");
}

/// Returns the hands of the day, which a busy machine takes its time to make.
async fn study_hands(server: SocketAddr) -> Answer {
    loop {
        let answer = request(server, "GET", "/api/v1/practice/hands", "", "").await;
        if answer.status != 503 {
            return answer;
        }
        assert_eq!(answer.json()["code"], "practice.not_ready");
        assert_eq!(answer.header("retry-after"), Some("2"));
    }
}

#[tokio::test]
async fn hands_to_study_are_for_everybody_and_are_sent_once() {
    let server = start(|_| {}).await;
    let path = "/api/v1/practice/hands";
    let asks = (0..3).map(|_| study_hands(server.address));
    let answers = futures_util::future::join_all(asks).await;
    let first = &answers[0];
    assert_eq!(first.status, 200);
    assert!(answers.iter().all(|answer| answer.body == first.body));
    let hands = first.json();
    for hand in hands["hands"].as_array().unwrap() {
        assert!(!hand["decisions"].as_array().unwrap().is_empty(), "{hand}");
    }
    let tag = first.header("etag").unwrap();
    let known = request(server.address, "GET", path, &format!("if-none-match: {tag}\r\n"), "").await;
    assert_eq!((known.status, known.body.len()), (304, 0));
}
