//! Tests that messages from clients are parsed, or refused with the faulty field.

use poker_protocol::v1::{Action, Chips, ClientMsg, ErrorCode};

fn code(text: &str) -> ErrorCode {
    ClientMsg::parse(text).unwrap_err().code
}

#[test]
fn an_action_reads() {
    let text = r#"{"type":"act","id":"7","table":"t1","hand":3,"turn":2,"action":{"kind":"raise","to":120}}"#;
    let ClientMsg::Act(act) = ClientMsg::parse(text).unwrap() else {
        panic!("not an act");
    };
    assert_eq!(
        act.action,
        Action::Raise {
            to: Chips::new(120).unwrap()
        }
    );
}

#[test]
fn requests_that_move_chips_refuse_unknown_fields_and_others_ignore_them() {
    let act = r#"{"type":"act","id":"7","table":"t1","hand":3,"turn":2,"action":{"kind":"fold"},"x":1}"#;
    assert_eq!(code(act), ErrorCode::ProtocolInvalidField);
    let nested = r#"{"type":"act","id":"7","table":"t1","hand":3,"turn":2,"action":{"kind":"fold","x":1}}"#;
    assert_eq!(code(nested), ErrorCode::ProtocolInvalidField);
    assert!(ClientMsg::parse(r#"{"type":"ping","id":"7","x":1}"#).is_ok());
}

#[test]
fn amounts_are_whole_and_bounded() {
    for amount in ["-1", "1.0", "1e3", "\"5\"", "9007199254740992", "null"] {
        let text = format!(r#"{{"type":"rebuy","id":"7","table":"t1","amount":{amount}}}"#);
        assert_eq!(code(&text), ErrorCode::ProtocolInvalidField, "{amount}");
    }
}

#[test]
fn numbers_are_whole_and_bounded() {
    let resume = |after: &str| format!(r#"{{"type":"resume","id":"7","table":"t1","after":{after}}}"#);
    let act = |hand: &str| {
        format!(r#"{{"type":"act","id":"7","table":"t1","hand":{hand},"turn":1,"action":{{"kind":"fold"}}}}"#)
    };
    let show = |hand: &str| format!(r#"{{"type":"show","id":"7","table":"t1","hand":{hand},"cards":[]}}"#);
    let turn = |turn: &str| act("1").replace(r#""turn":1"#, &format!(r#""turn":{turn}"#));
    let closes_at = |at: &str| {
        let session = format!(r#"{{"closes_at":{at}}}"#);
        let config = format!(r#"{{"name":"n","game":"g","seats":2,"session":{session}}}"#);
        format!(r#"{{"type":"create_table","id":"7","config":{config}}}"#)
    };
    for number in [
        "-1",
        "1.0",
        "1e3",
        "\"5\"",
        "9007199254740992",
        "18446744073709551615",
        "18446744073709551616",
    ] {
        for text in [
            resume(number),
            act(number),
            show(number),
            turn(number),
            closes_at(number),
        ] {
            assert_eq!(code(&text), ErrorCode::ProtocolInvalidField, "{text}");
        }
    }
    for text in [resume, act, show, closes_at].map(|text| text("9007199254740991")) {
        assert!(ClientMsg::parse(&text).is_ok(), "{text}");
    }
}

#[test]
fn broken_texts_are_told_apart() {
    assert_eq!(code("{"), ErrorCode::ProtocolMalformed);
    assert_eq!(code("[]"), ErrorCode::ProtocolMalformed);
    assert_eq!(code(r#"["ping","7"]"#), ErrorCode::ProtocolMalformed);
    assert_eq!(code(r#"{"id":"7"}"#), ErrorCode::ProtocolMalformed);
    assert_eq!(code(r#"{"type":"fly","id":"7"}"#), ErrorCode::ProtocolUnknownType);
    assert_eq!(code(r#"{"type":"ping","id":""}"#), ErrorCode::ProtocolInvalidField);
    let failure = ClientMsg::parse(r#"{"type":"chat","id":"7"}"#).unwrap_err();
    assert_eq!(
        (failure.id.as_deref(), failure.code),
        (Some("7"), ErrorCode::ProtocolInvalidField)
    );
}

#[test]
fn the_id_of_a_request_has_so_many_characters() {
    let ping = |length| format!(r#"{{"type":"ping","id":"{}"}}"#, "é".repeat(length));
    for length in [1, 33, 64] {
        assert!(ClientMsg::parse(&ping(length)).is_ok(), "{length}");
    }
    for length in [0, 65] {
        assert_eq!(code(&ping(length)), ErrorCode::ProtocolInvalidField, "{length}");
    }
}

#[test]
fn a_field_that_cannot_be_read_is_named() {
    for (text, field) in [
        (r#"{"type":"sit","id":"1","table":"7","buy_in":-5}"#, "buy_in"),
        (r#"{"type":"sit","id":"1","table":"7"}"#, "buy_in"),
        (r#"{"type":"sit","id":"1","table":"7","buy_in":5,"seet":2}"#, "seet"),
        (r#"{"type":"sit","id":"1","table":"7","buy_in":5,"seat":256}"#, "seat"),
        (
            r#"{"type":"act","id":"1","table":"7","hand":1,"turn":1,"action":{"kind":"bet"}}"#,
            "action",
        ),
        (
            r#"{"type":"create_table","id":"1","config":{"name":"x","game":"g","seats":"six"}}"#,
            "config.seats",
        ),
        (
            r#"{"type":"create_table","id":"1","config":{"name":"x","game":"g","seats":6,"session":{"kitty":3}}}"#,
            "config.session.kitty",
        ),
        (
            r#"{"type":"show","id":"1","table":"7","hand":1,"cards":["As","Zz"]}"#,
            "cards[1]",
        ),
        (r#"{"type":"resume","id":"1","table":"7","after":1.5}"#, "after"),
        (r#"{"type":"ping","id":""}"#, "id"),
    ] {
        let error = ClientMsg::parse(text).unwrap_err();
        assert_eq!(error.field.as_deref(), Some(field), "{text}: {error:?}");
        assert!(error.message.contains(field.rsplit('.').next().unwrap()), "{error:?}");
    }
}
