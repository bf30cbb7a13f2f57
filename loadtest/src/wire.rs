//! The messages of `poker.v1` as the harness needs them.
//!
//! Requests are the protocol's own types. The messages of every action are not: thousands of players share the cores with the server they
//! measure, so `act` is assembled from prepared text, the type of a message is read from its first bytes, and an answer is parsed only as
//! far as all answers are alike, without copying it.

use std::borrow::Cow;

use poker_protocol::SUBPROTOCOL;
use poker_protocol::v1::client::{Entry, Hello, OneTable, Rebuy, Resume, SeatClaim, Sit, SitOut, SitOutWhen, Watch};
use poker_protocol::v1::{Chips, ClientMsg, Seq, TableId};
use serde::Deserialize;

/// Returns the type of a message, such as `events`, or `None` if it has none.
pub(crate) fn kind(message: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Typed<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
    }
    // Our server writes the type first. Other orders take the slow path.
    match message.strip_prefix(r#"{"type":""#) {
        Some(rest) => rest.find('"').map(|end| &rest[..end]),
        None => serde_json::from_str::<Typed<'_>>(message).ok().map(|typed| typed.kind),
    }
}

/// An answer, parsed as far as all answers are alike.
#[derive(Debug, Deserialize)]
pub(crate) struct Answer<'a> {
    /// Identifier of the request.
    #[serde(borrow, default)]
    pub(crate) id: Option<Cow<'a, str>>,
    /// The newly opened table, if any.
    #[serde(default)]
    pub(crate) table: Option<OpenedTable>,
    /// Reason for a refusal.
    #[serde(borrow, default)]
    pub(crate) code: Option<Cow<'a, str>>,
}

/// A newly opened table.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenedTable {
    /// Identifier of the table.
    pub(crate) table: String,
    /// Smallest buy-in, in chips.
    pub(crate) buy_in_min: u64,
    /// Largest buy-in, in chips.
    pub(crate) buy_in_max: u64,
}

/// The answer to `hello`.
#[derive(Debug, Deserialize)]
pub(crate) struct Welcome {
    /// Token for the next `hello`.
    #[serde(default)]
    pub(crate) token: Option<String>,
}

/// Returns a request as it is sent.
fn text(request: &ClientMsg) -> String {
    serde_json::to_string(request).expect("a request is always JSON")
}

fn chips(amount: u64) -> Chips {
    Chips::new(amount).unwrap_or_default()
}

/// Returns `hello` with a token, or with a nickname for a new guest.
pub(crate) fn hello(id: &str, token: Option<&str>, nickname: &str) -> String {
    text(&ClientMsg::Hello(Hello {
        id: id.to_owned(),
        versions: vec![SUBPROTOCOL.to_owned()],
        token: token.map(str::to_owned),
        nickname: token.is_none().then(|| nickname.to_owned()),
        bot: token.is_none(),
        client: Some("loadtest".to_owned()),
        device: None,
    }))
}

fn one_table(id: &str, table: &str) -> OneTable {
    OneTable {
        id: id.to_owned(),
        table: TableId(table.to_owned()),
    }
}

/// Returns `watch`.
pub(crate) fn watch(id: &str, table: &str) -> String {
    let OneTable { id, table } = one_table(id, table);
    let seat = SeatClaim::Take;
    text(&ClientMsg::Watch(Watch { id, table, seat }))
}

/// Returns `leave`.
pub(crate) fn leave(id: &str, table: &str) -> String {
    text(&ClientMsg::Leave(one_table(id, table)))
}

/// Returns `sit` for a given seat, ready to play immediately.
pub(crate) fn sit(id: &str, table: &str, seat: u8, buy_in: u64) -> String {
    let OneTable { id, table } = one_table(id, table);
    text(&ClientMsg::Sit(Sit {
        id,
        table,
        seat: Some(seat),
        buy_in: chips(buy_in),
        entry: Entry::Post,
    }))
}

/// Returns `rebuy`.
pub(crate) fn rebuy(id: &str, table: &str, amount: u64) -> String {
    let OneTable { id, table } = one_table(id, table);
    let amount = chips(amount);
    text(&ClientMsg::Rebuy(Rebuy {
        id,
        table,
        amount,
        whole: false,
    }))
}

/// Returns `sit_out`.
pub(crate) fn sit_out(id: &str, table: &str) -> String {
    sitting(id, table, true)
}

/// Returns the reverse of `sit_out`: the player comes back immediately, for a blind.
pub(crate) fn come_back(id: &str, table: &str) -> String {
    sitting(id, table, false)
}

fn sitting(id: &str, table: &str, out: bool) -> String {
    let OneTable { id, table } = one_table(id, table);
    text(&ClientMsg::SitOut(SitOut {
        id,
        table,
        out,
        when: SitOutWhen::NextHand,
        minutes: None,
        entry: Entry::Post,
    }))
}

/// Returns `resume` after a number.
pub(crate) fn resume(id: &str, table: &str, after: u64) -> String {
    let OneTable { id, table } = one_table(id, table);
    let after = Seq::new(after).unwrap_or_default();
    let seat = SeatClaim::Take;
    text(&ClientMsg::Resume(Resume { id, table, after, seat }))
}

/// Returns `act` with an action that is already JSON.
pub(crate) fn act(id: &str, table: &str, hand: u64, turn: u32, action: &str) -> String {
    let table = serde_json::Value::from(table);
    format!(r#"{{"type":"act","id":"{id}","table":{table},"hand":{hand},"turn":{turn},"action":{action}}}"#)
}

/// Returns `create_table` with a config that is already JSON, as given by a user: the server judges it.
pub(crate) fn create_table(id: &str, config: &str) -> String {
    format!(r#"{{"type":"create_table","id":"{id}","config":{config}}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_what_the_protocol_expects() {
        let config = r#"{"name":"x","game":"holdem-nl","seats":9}"#;
        for (text, kind) in [
            (hello("1", None, "a\"b"), "Hello"),
            (hello("1", Some("t"), ""), "Hello"),
            (watch("1", "t1"), "Watch"),
            (leave("1", "t1"), "Leave"),
            (sit("1", "t1", 3, 200), "Sit"),
            (rebuy("1", "t1", 200), "Rebuy"),
            (sit_out("1", "t1"), "SitOut"),
            (come_back("1", "t1"), "SitOut"),
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
