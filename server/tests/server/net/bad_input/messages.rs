//! Messages that are not valid.

use tokio_tungstenite::tungstenite::{Bytes, Message};

use super::{replaced, server, still_works};
use crate::net::raw::{Frames, frame};

/// Texts that are not valid messages: the error they get, and the `id` it repeats.
const BROKEN: [(&str, &str, Option<&str>); 32] = [
    ("", "protocol.malformed", None),
    ("{", "protocol.malformed", None),
    ("nonsense", "protocol.malformed", None),
    ("[]", "protocol.malformed", None),
    ("7", "protocol.malformed", None),
    ("null", "protocol.malformed", None),
    (r#"{"id":"1"}"#, "protocol.malformed", Some("1")),
    (r#"{"type":"ping","id":"1"} {}"#, "protocol.malformed", None),
    (r#"{"type":"ping","type":"ping","id":"1"}"#, "protocol.malformed", None),
    (r#"{"type":"fly","id":"1"}"#, "protocol.unknown_type", Some("1")),
    (r#"{"type":"Ping","id":"1"}"#, "protocol.unknown_type", Some("1")),
    (r#"{"type":"ping"}"#, "protocol.invalid_field", None),
    (r#"{"type":"ping","id":7}"#, "protocol.invalid_field", None),
    (r#"{"type":"ping","id":""}"#, "protocol.invalid_field", None),
    (r#"{"type":"watch","id":"1"}"#, "protocol.invalid_field", Some("1")),
    (
        r#"{"type":"watch","id":"1","table":5}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"resume","id":"1","table":"1","after":-1}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":-5}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":1.5}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":1e3}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":"9"}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":9007199254740992}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":1,"seat":300}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"sit","id":"1","table":"1","buy_in":1,"extra":1}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"act","id":"1","table":"1","hand":1,"turn":1,"action":{"kind":"bluff"}}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"act","id":"1","table":"1","hand":99999999999999999999999,"turn":1,"action":{"kind":"fold"}}"#,
        "protocol.invalid_field",
        Some("1"),
    ),
    (
        r#"{"type":"watch","id":"1","table":"nowhere"}"#,
        "table.not_found",
        Some("1"),
    ),
    (
        r#"{"type":"watch","id":"1","table":"-1"}"#,
        "table.not_found",
        Some("1"),
    ),
    (
        r#"{"type":"watch","id":"1","table":"99999999999999999999"}"#,
        "table.not_found",
        Some("1"),
    ),
    (
        r#"{"type":"create_table","id":"1","config":{"name":"x","game":"snap","seats":6}}"#,
        "game.unknown",
        Some("1"),
    ),
    (
        r#"{"type":"create_table","id":"1","config":{"name":"x","game":"no-limit-holdem","seats":99}}"#,
        "table.config_invalid",
        Some("1"),
    ),
    (
        r#"{"type":"hello","id":"1","versions":["poker.v1"],"nickname":"Eve"}"#,
        "protocol.already_greeted",
        Some("1"),
    ),
];

#[tokio::test]
async fn broken_messages_get_typed_errors() {
    let server = server().await;
    let mut client = server.guest("Ada").await;
    let deep = format!("{}{}", "[".repeat(2000), "]".repeat(2000));
    for (text, code, id) in BROKEN.into_iter().chain([(deep.as_str(), "protocol.malformed", None)]) {
        client.send_text(text).await;
        let answer = client.next().await;
        assert_eq!(answer["type"], "error", "{text}");
        assert_eq!(answer["code"], code, "{text}: {answer}");
        assert_eq!(answer["id"].as_str(), id, "{text}");
        let names_a_field = answer["params"]["field"].is_string();
        assert!(names_a_field || code != "protocol.invalid_field", "{text}: {answer}");
        // Offences are forgiven as time passes; a test has none to spare.
        client = replaced(client, &server).await;
    }
    still_works(&mut client).await;
}

#[tokio::test]
async fn an_error_changes_nothing_and_ends_nothing() {
    let server = server().await;
    let mut client = server.guest("Ada").await;
    client.send_text("{").await;
    assert_eq!(client.next().await["code"], "protocol.malformed");
    still_works(&mut client).await;
}

#[tokio::test]
async fn broken_messages_again_and_again_end_the_connection() {
    let server = server().await;
    let mut client = server.guest("Ada").await;
    for _ in 0..200 {
        if client.send(Message::text("{")).await.is_err() {
            break;
        }
    }
    assert_eq!(client.closed().await, Some(1008));
}

#[tokio::test]
async fn what_is_no_text_of_ours_ends_the_connection() {
    let server = server().await;
    let too_long = frame(0x81, &[b'x'; 4097]);
    let mut too_long_in_parts = frame(0x01, &[b'x'; 4000]);
    too_long_in_parts.extend(frame(0x80, &[b'x'; 97]));
    for (bytes, code) in [
        (too_long, 1009),
        (too_long_in_parts, 1009),
        (frame(0x81, b"\xff"), 1007),
        (frame(0x82, b"binary"), 1003),
        (frame(0x83, b"?"), 1002),
    ] {
        let mut frames = Frames::connect(server.address, "/ws").await;
        frames.write(&bytes).await;
        assert_eq!(frames.closed().await, Some(code));
    }
    let mut client = server.guest("Ada").await;
    client.send(Message::Binary(Bytes::from_static(b"{}"))).await.unwrap();
    assert_eq!(client.closed().await, Some(1003));
}
