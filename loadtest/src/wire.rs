//! The messages of `poker.v1` as the harness needs them: requests as text, answers read as little as possible.

use std::borrow::Cow;

use serde::Deserialize;

/// The type of a message, such as `events`; `None` if it has none.
pub(crate) fn kind(message: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Typed<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
    }
    // Our server writes the type first. Other orders take the long way.
    match message.strip_prefix(r#"{"type":""#) {
        Some(rest) => rest.find('"').map(|end| &rest[..end]),
        None => serde_json::from_str::<Typed<'_>>(message).ok().map(|typed| typed.kind),
    }
}

/// An answer, read as far as all answers are alike.
#[derive(Debug, Deserialize)]
pub(crate) struct Answer<'a> {
    /// The request.
    #[serde(borrow, default)]
    pub(crate) id: Option<Cow<'a, str>>,
    /// The table that was opened.
    #[serde(default)]
    pub(crate) table: Option<OpenedTable>,
    /// Why it was refused.
    #[serde(borrow, default)]
    pub(crate) code: Option<Cow<'a, str>>,
}

/// A table that was opened.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenedTable {
    /// Its identifier.
    pub(crate) table: String,
    /// The least buy-in.
    pub(crate) buy_in_min: u64,
    /// The greatest buy-in.
    pub(crate) buy_in_max: u64,
}

/// The answer to `hello`.
#[derive(Debug, Deserialize)]
pub(crate) struct Welcome {
    /// For the next `hello`.
    #[serde(default)]
    pub(crate) token: Option<String>,
}

/// Puts a text into quotes.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// `hello` with a token, or with a nickname for a new guest.
pub(crate) fn hello(id: &str, token: Option<&str>, nickname: &str) -> String {
    let who = match token {
        Some(token) => format!(r#""token":{}"#, quoted(token)),
        None => format!(r#""nickname":{},"bot":true"#, quoted(nickname)),
    };
    format!(r#"{{"type":"hello","id":"{id}","versions":["poker.v1"],{who},"client":"loadtest"}}"#)
}

/// `watch`, `unwatch` or `leave`.
pub(crate) fn about_table(kind: &str, id: &str, table: &str) -> String {
    format!(r#"{{"type":"{kind}","id":"{id}","table":{}}}"#, quoted(table))
}

/// `sit` on a given seat, ready to play at once.
pub(crate) fn sit(id: &str, table: &str, seat: u8, buy_in: u64) -> String {
    let table = quoted(table);
    format!(r#"{{"type":"sit","id":"{id}","table":{table},"seat":{seat},"buy_in":{buy_in},"entry":"post"}}"#)
}

/// `rebuy`.
pub(crate) fn rebuy(id: &str, table: &str, amount: u64) -> String {
    format!(
        r#"{{"type":"rebuy","id":"{id}","table":{},"amount":{amount}}}"#,
        quoted(table)
    )
}

/// `sit_out`, or coming back at once.
pub(crate) fn sit_out(id: &str, table: &str, out: bool) -> String {
    format!(
        r#"{{"type":"sit_out","id":"{id}","table":{},"out":{out},"entry":"post"}}"#,
        quoted(table)
    )
}

/// `resume` after a number.
pub(crate) fn resume(id: &str, table: &str, after: u64) -> String {
    format!(
        r#"{{"type":"resume","id":"{id}","table":{},"after":{after}}}"#,
        quoted(table)
    )
}

/// `act` with an action that is JSON already.
pub(crate) fn act(id: &str, table: &str, hand: u64, turn: u32, action: &str) -> String {
    let table = quoted(table);
    format!(r#"{{"type":"act","id":"{id}","table":{table},"hand":{hand},"turn":{turn},"action":{action}}}"#)
}

/// `create_table` with a config that is JSON already.
pub(crate) fn create_table(id: &str, config: &str) -> String {
    format!(r#"{{"type":"create_table","id":"{id}","config":{config}}}"#)
}

#[cfg(test)]
mod tests {
    use poker_protocol::v1::ClientMsg;

    use super::*;

    #[test]
    fn requests_are_what_the_protocol_expects() {
        let config = r#"{"name":"x","game":"holdem-nl","seats":9}"#;
        for (text, kind) in [
            (hello("1", None, "a\"b"), "Hello"),
            (hello("1", Some("t"), ""), "Hello"),
            (about_table("watch", "1", "t1"), "Watch"),
            (about_table("leave", "1", "t1"), "Leave"),
            (sit("1", "t1", 3, 200), "Sit"),
            (rebuy("1", "t1", 200), "Rebuy"),
            (sit_out("1", "t1", false), "SitOut"),
            (resume("1", "t1", 17), "Resume"),
            (act("1", "t1", 3, 2, r#"{"kind":"call"}"#), "Act"),
            (create_table("1", config), "CreateTable"),
        ] {
            let message = ClientMsg::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(format!("{message:?}").starts_with(&format!("{kind}(")), "{text}");
        }
    }

    #[test]
    fn the_type_is_found_wherever_it_stands() {
        assert_eq!(kind(r#"{"type":"events","table":"t"}"#), Some("events"));
        assert_eq!(kind(r#"{"table":"t","type":"events"}"#), Some("events"));
        assert_eq!(kind("{}"), None);
        assert_eq!(kind("x"), None);
    }

    #[test]
    fn answers_are_read_as_far_as_needed() {
        let ok: Answer<'_> = serde_json::from_str(r#"{"type":"ok","id":"7","seq":12,"games":[]}"#).unwrap();
        assert_eq!((ok.id.as_deref(), ok.code), (Some("7"), None));
        let text = r#"{"type":"error","id":"7","code":"turn.stale","message":"too \"late\"","retryable":false}"#;
        let error: Answer<'_> = serde_json::from_str(text).unwrap();
        assert_eq!(error.code.as_deref(), Some("turn.stale"));
    }
}
