//! Everything that a client can do wrong: a typed error or a documented close code, and no one else is affected.

mod messages;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::net::raw::{self, Frames, frame};
use crate::net::server::{Client, NEVER, Server, Tables, at_both_kinds, start};

/// Checks that the connection is as good as before.
async fn still_works(client: &mut Client) {
    assert_eq!(client.ask(json!({"type": "ping"})).await["type"], "pong");
}

async fn server() -> Server {
    start(|config| {
        config.messages_per_second = 1000;
        config.message_burst = 1000;
    })
    .await
}

/// Connects as another guest, so offences do not add up.
async fn replaced(client: Client, server: &Server) -> Client {
    static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    drop(client);
    let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    server.guest(&format!("Guest {number}")).await
}

#[tokio::test]
async fn floods_are_slowed_and_then_ended_while_neighbours_go_on() {
    let server = start(|_| {}).await;
    let mut neighbour = server.guest("Bea").await;
    let mut client = server.guest("Ada").await;
    for _ in 0..500 {
        if client
            .send(Message::text(r#"{"type":"ping","id":"again"}"#))
            .await
            .is_err()
        {
            break;
        }
    }
    let (mut answered, mut limited) = (0, 0);
    let code = loop {
        match client.next_or_close().await {
            Ok(answer) if answer["type"] == "pong" => answered += 1,
            Ok(answer) => {
                assert_eq!(
                    (&answer["code"], &answer["id"]),
                    (&json!("rate.limited"), &json!("again"))
                );
                assert!(answer["params"]["retry_after_ms"].as_u64().unwrap() > 0);
                assert_eq!(answer["retryable"], true);
                limited += 1;
            }
            Err(code) => break code,
        }
    };
    assert_eq!(code, Some(4006));
    // The burst, less the hello, and what a slow machine let through meanwhile.
    assert!((19..100).contains(&answered), "{answered}");
    assert!(limited > 0);
    still_works(&mut neighbour).await;
}

#[tokio::test]
async fn control_frames_count_too() {
    let server = start(|_| {}).await;
    let mut frames = Frames::connect(server.address, "/ws").await;
    for _ in 0..500 {
        frames.write(&frame(0x89, b"")).await;
    }
    assert_eq!(frames.closed().await, Some(4006));
}

#[tokio::test]
async fn a_client_that_does_not_read_is_sent_away_while_neighbours_go_on() {
    let server = start(|config| {
        config.messages_per_second = 1_000_000;
        config.message_burst = 1_000_000;
        config.outbox_bytes = 20_000;
    })
    .await;
    let mut neighbour = server.guest("Bea").await;
    let mut slow = Frames::connect(server.address, "/ws").await;
    let hello = r#"{"type":"hello","id":"0","versions":["poker.v1"],"nickname":"Ada"}"#;
    slow.write(&frame(0x81, hello.as_bytes())).await;
    // Far more than all buffers between us can take; the answers are some kilobytes each.
    let ask = frame(0x81, br#"{"type":"list_games","id":"1"}"#);
    let many = ask.repeat(4_000);
    let (mut read, mut write) = slow.into_split();
    let writing = tokio::spawn(async move {
        // The server stops reading at some point.
        let _ = write.write_all(&many).await;
        write
    });
    still_works(&mut neighbour).await;
    let mut code = None;
    let mut answers = 0;
    while let Some((first, payload)) = read.read().await {
        match first {
            0x81 => answers += 1,
            0x88 => code = Some(u16::from_be_bytes([payload[0], payload[1]])),
            _ => {}
        }
    }
    assert_eq!(code, Some(4004), "{answers} answers");
    assert!(answers > 1, "what was taken before arrives");
    drop(writing.await);
    still_works(&mut neighbour).await;
}

#[tokio::test]
async fn hello_comes_first_and_once_and_in_time() {
    let server = start(|config| config.hello_timeout_ms = 300).await;
    let mut client = server.connect().await;
    client.send_text(r#"{"type":"list_games","id":"1"}"#).await;
    assert_eq!(client.next().await["code"], "protocol.hello_required");
    client
        .send_text(r#"{"type":"hello","id":"2","versions":["poker.v0"],"nickname":"Ada"}"#)
        .await;
    assert_eq!(client.next().await["code"], "protocol.version_unsupported");
    client
        .send_text(r#"{"type":"hello","id":"3","versions":["poker.v1"]}"#)
        .await;
    assert_eq!(client.next().await["code"], "protocol.invalid_field");
    assert_eq!(client.closed().await, Some(4000));
}

#[tokio::test]
async fn names_are_used_once_and_another_one_may_be_tried() {
    let server = server().await;
    let _ada = server.guest("Ada").await;
    let mut client = server.connect().await;
    for (nickname, code) in [
        ("Ada", "auth.name_taken"),
        ("ADA", "auth.name_taken"),
        ("A", "auth.name_invalid"),
        ("Ada\u{202e}", "auth.name_invalid"),
        ("Ada:", "auth.name_invalid"),
        ("much too long for a name of a player", "auth.name_invalid"),
    ] {
        let hello = json!({"type": "hello", "versions": ["poker.v1"], "nickname": nickname});
        let answer = client.ask(hello).await;
        assert_eq!(answer["code"], code, "{nickname}");
    }
    client.hello(json!({"nickname": "Bea"})).await;
}

#[tokio::test]
async fn forged_tokens_are_refused() {
    let server = server().await;
    let mut client = server.connect().await;
    let welcome = client.hello(json!({"nickname": "Ada"})).await;
    let token = welcome["token"].as_str().unwrap().to_owned();
    let body = r#"{"nickname":"Bea"}"#;
    let json_type = "content-type: application/json\r\n";
    let session = raw::request(server.address, "POST", "/api/v1/guest", json_type, body)
        .await
        .json();
    let access = session["access_token"].as_str().unwrap().to_owned();
    let refresh = session["refresh_token"].as_str().unwrap().to_owned();
    let (head, _) = access.rsplit_once('.').unwrap();
    let unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.".to_owned();
    for forged in [
        String::new(),
        "nonsense".to_owned(),
        token[..token.len() - 1].to_owned(),
        format!("{token}x"),
        format!("{head}."),
        format!("{head}.AAAA"),
        unsigned,
        refresh,
        "x".repeat(3000),
    ] {
        let mut client = server.connect().await;
        let hello = json!({"type": "hello", "versions": ["poker.v1"], "token": forged});
        assert_eq!(client.ask(hello).await["code"], "auth.invalid_token", "{forged}");
        assert_eq!(client.closed().await, Some(4002));
    }
    let mut client = server.connect().await;
    client.hello(json!({"token": token})).await;
    let mut client = server.connect().await;
    client.hello(json!({"token": access})).await;
}

#[tokio::test]
async fn foreign_pages_may_not_connect() {
    let server = start(|config| config.allow_origin = vec!["https://club.example".to_owned()]).await;
    let address = server.address;
    for (origin, status) in [
        (format!("http://{address}"), 101),
        ("https://club.example".to_owned(), 101),
        ("https://evil.example".to_owned(), 403),
        (format!("http://{address}.evil.example"), 403),
        ("null".to_owned(), 403),
    ] {
        let handshake = raw::handshake(address, "/ws", &format!("origin: {origin}\r\n"));
        let mut tcp = TcpStream::connect(address).await.unwrap();
        tcp.write_all(handshake.as_bytes()).await.unwrap();
        let mut line = [0; 12];
        timeout(NEVER, tcp.read_exact(&mut line)).await.unwrap().unwrap();
        assert_eq!(line, format!("HTTP/1.1 {status}").as_bytes(), "{origin}");
    }
    let headers = "origin: https://evil.example\r\ncontent-type: application/json\r\n";
    let answer = raw::request(address, "POST", "/api/v1/guest", headers, r#"{"nickname":"Ada"}"#).await;
    assert_eq!((answer.status, &answer.json()["code"]), (403, &json!("auth.forbidden")));
}

#[tokio::test]
async fn handshakes_that_are_none_are_refused() {
    let server = server().await;
    let good = raw::handshake(server.address, "/ws", "");
    for (from, to, status) in [
        ("sec-websocket-version: 13", "sec-websocket-version: 8", 400),
        (
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
            "sec-websocket-key: AAAA",
            400,
        ),
        ("connection: Upgrade", "connection: close", 400),
        ("GET /ws ", "POST /ws ", 405),
    ] {
        let answer = raw::send(server.address, good.replace(from, to).as_bytes()).await;
        assert_eq!(answer.status, status, "{to}");
    }
    assert_eq!(raw::request(server.address, "GET", "/ws", "", "").await.status, 426);
}

#[tokio::test]
async fn half_a_request_does_not_stay_for_ever() {
    let server = start(|config| config.header_timeout_ms = 200).await;
    for half in ["", "GET /ws HTT", "GET / HTTP/1.1\r\nhost: x\r\nx-slow: "] {
        let mut tcp = TcpStream::connect(server.address).await.unwrap();
        tcp.write_all(half.as_bytes()).await.unwrap();
        let mut rest = Vec::new();
        timeout(NEVER, tcp.read_to_end(&mut rest)).await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn great_heads_and_bodies_are_refused() {
    let server = server().await;
    let long = format!("x-long: {}\r\n", "x".repeat(20_000));
    assert_eq!(raw::request(server.address, "GET", "/", &long, "").await.status, 431);
    let many = "x-many: x\r\n".repeat(100);
    assert_eq!(raw::request(server.address, "GET", "/", &many, "").await.status, 431);
    let body = format!(r#"{{"nickname":"{}"}}"#, "x".repeat(20_000));
    let headers = "content-type: application/json\r\n";
    assert_eq!(
        raw::request(server.address, "POST", "/api/v1/guest", headers, &body)
            .await
            .status,
        413
    );
}

#[tokio::test]
async fn there_is_room_for_so_many_and_no_more() {
    let server = start(|config| config.max_connections = 2).await;
    let first = server.guest("Ada").await;
    let _second = server.guest("Bea").await;
    let answer = raw::send(server.address, b"").await;
    assert_eq!((answer.status, &answer.json()["code"]), (503, &json!("server.full")));
    assert_eq!(answer.header("retry-after"), Some("5"));
    drop(first);
    // The place is free as soon as the server has noticed.
    loop {
        let answer = raw::request(server.address, "GET", "/healthz", "", "").await;
        if answer.status == 200 {
            break;
        }
    }
}

at_both_kinds!(bad_actions_are_refused_and_the_hand_goes_on);

async fn bad_actions_are_refused_and_the_hand_goes_on(kind: Tables) {
    let server = server().await;
    let mut ada = server.guest("Ada").await;
    let mut bea = server.guest("Bea").await;
    let table = ada.create_table(kind).await;
    ada.sit(&table).await;
    bea.sit(&table).await;
    let (mut actor, mut other, choices) = who_acts(ada, bea).await;
    let (hand, turn) = (choices["hand"].as_u64().unwrap(), choices["turn"].as_u64().unwrap());
    let act = |turn: u64, hand: u64, action: Value| json!({"type": "act", "table": table, "hand": hand, "turn": turn, "action": action});
    let fold = json!({"kind": "fold"});
    for (request, code) in [
        (act(turn, hand, json!({"kind": "raise", "to": 1})), "rule.bet_too_small"),
        (
            act(turn, hand, json!({"kind": "raise", "to": 9_007_199_254_740_991_u64})),
            "rule.bet_too_large",
        ),
        (act(turn, hand, json!({"kind": "bet", "to": 40})), "rule.already_bet"),
        (
            act(turn, hand, json!({"kind": "call", "amount": 3})),
            "rule.price_changed",
        ),
        (
            act(turn, hand, json!({"kind": "discard", "cards": []})),
            "rule.wrong_kind",
        ),
        (act(turn + 1, hand, fold.clone()), "turn.stale"),
        (act(turn, hand + 1, fold.clone()), "turn.stale"),
    ] {
        let answer = actor.ask(request.clone()).await;
        assert_eq!(answer["code"], code, "{request}: {answer}");
    }
    let answer = other.ask(act(turn, hand, fold.clone())).await;
    assert_eq!(answer["code"], "turn.not_yours", "{answer}");
    let answer = actor.ask(act(turn, hand, json!({"kind": "raise", "to": 1}))).await;
    assert!(
        answer["legal"].as_array().is_some_and(|legal| !legal.is_empty()),
        "{answer}"
    );
    let answer = actor.ask(act(turn, hand, fold)).await;
    assert_eq!(answer["type"], "ok", "{answer}");
}

/// Returns the player to act, the other one, and the choices of the first.
async fn who_acts(mut one: Client, mut two: Client) -> (Client, Client, Value) {
    let seat = loop {
        let message = one.next().await;
        let events = message["events"].as_array().cloned().unwrap_or_default();
        let turn = events.iter().find(|event| event["event"]["kind"] == "turn_started");
        if let Some(turn) = turn {
            break turn["event"]["seats"][0].as_u64().unwrap();
        }
    };
    // The first to sit down is in the first seat.
    if seat != 1 {
        std::mem::swap(&mut one, &mut two);
    }
    let choices = loop {
        let message = one.next().await;
        let events = message["events"].as_array().cloned().unwrap_or_default();
        if let Some(choices) = events.iter().find(|event| event["kind"] == "choices") {
            break choices.clone();
        }
    };
    (one, two, choices)
}
