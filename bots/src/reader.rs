//! Tolerant reading of the server's messages: additions by a newer server are skipped and never cause a failure.

use poker_protocol::v1::event::{PrivateEvent, PublicEvent, SeqEvent};
use poker_protocol::v1::server::{Events, OkMsg, Private};
use poker_protocol::v1::tournament::{Offer, TournamentEvents};
use poker_protocol::v1::{Choice, ErrorMsg, ServerMsg, TournamentEvent};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A message as far as this client understands it.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// A message, with the numbers of the events skipped because their kind is unknown. Such events are part of the table's
    /// sequence all the same.
    Message(Box<ServerMsg>, Vec<u64>),
    /// A refusal with a code unknown to this client.
    Refused(Refusal),
    /// Nothing that this client understands.
    Unknown,
}

/// A refusal whose code is newer than this client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The `id` of the request, if the server could read it.
    pub id: Option<String>,
    /// The error code.
    pub code: String,
    /// The error in English.
    pub message: String,
    /// `true` if the very same request may succeed later.
    pub retryable: bool,
}

/// Reads a text message.
///
/// # Errors
/// Fails if the text is not JSON.
pub fn read(text: &str) -> Result<Incoming, serde_json::Error> {
    if let Ok(message) = serde_json::from_str::<ServerMsg>(text) {
        return Ok(Incoming::Message(Box::new(message), Vec::new()));
    }
    let value: Value = serde_json::from_str(text)?;
    Ok(tolerant(&value).unwrap_or(Incoming::Unknown))
}

/// Extracts the parts it understands from a message that cannot be read as a whole.
fn tolerant(value: &Value) -> Option<Incoming> {
    let known = |message| Some(Incoming::Message(Box::new(message), Vec::new()));
    match value["type"].as_str()? {
        "events" => events(value),
        "tournament_events" => tournament_events(value),
        "private" => known(ServerMsg::Private(Private {
            table: part(&value["table"])?,
            events: value["events"].as_array()?.iter().filter_map(private).collect(),
        })),
        "ok" => known(ServerMsg::Ok(OkMsg {
            id: part(&value["id"])?,
            games: None,
            mixes: None,
            tables: None,
            table: part(&value["table"]),
            seat: part(&value["seat"]),
            seq: part(&value["seq"]),
            tournaments: None,
            tournament: part(&value["tournament"]),
            ticket: part(&value["ticket"]),
            hint: part(&value["hint"]),
        })),
        "error" => match part::<ErrorMsg>(&with_known_choices(value, "legal")) {
            Some(error) => known(ServerMsg::Error(error)),
            None => Some(Incoming::Refused(Refusal {
                id: part(&value["id"]),
                code: part(&value["code"])?,
                message: part(&value["message"]).unwrap_or_default(),
                retryable: part(&value["retryable"]).unwrap_or_default(),
            })),
        },
        "tournament_you" => {
            let mut value = value.clone();
            let you = value.get_mut("you")?;
            *you = with_known(you, "offers", |offer| part::<Offer>(offer).is_some());
            known(part(&value)?)
        }
        "snapshot" => {
            let mut value = value.clone();
            let you = value.pointer_mut("/state/you")?;
            *you = with_known_choices(you, "choices");
            known(part(&value)?)
        }
        _ => None,
    }
}

fn events(value: &Value) -> Option<Incoming> {
    let mut events = Vec::new();
    let mut skipped = Vec::new();
    for item in value["events"].as_array()? {
        let seq = item["seq"].as_u64()?;
        match part::<PublicEvent>(&item["event"]) {
            Some(event) => events.push(SeqEvent { seq, event }),
            None => skipped.push(seq),
        }
    }
    let message = ServerMsg::Events(Events {
        table: part(&value["table"])?,
        events,
        clock: part(&value["clock"]),
    });
    Some(Incoming::Message(Box::new(message), skipped))
}

fn tournament_events(value: &Value) -> Option<Incoming> {
    let first_seq = value["first_seq"].as_u64()?;
    let (mut events, mut skipped) = (Vec::new(), Vec::new());
    for (seq, item) in (first_seq..).zip(value["events"].as_array()?) {
        match part::<TournamentEvent>(item) {
            Some(event) => events.push(event),
            None => skipped.push(seq),
        }
    }
    let message = ServerMsg::TournamentEvents(TournamentEvents {
        tournament: part(&value["tournament"])?,
        first_seq,
        events,
        clock: part(&value["clock"]),
    });
    Some(Incoming::Message(Box::new(message), skipped))
}

fn private(value: &Value) -> Option<PrivateEvent> {
    part(&with_known_choices(value, "choices"))
}

/// Returns the object without choices of unknown kind: the remaining ones are legal too.
fn with_known_choices(value: &Value, field: &str) -> Value {
    with_known(value, field, |choice| part::<Choice>(choice).is_some())
}

fn with_known(value: &Value, field: &str, is_known: impl Fn(&Value) -> bool) -> Value {
    let mut value = value.clone();
    if let Some(list) = value.get_mut(field).and_then(Value::as_array_mut) {
        list.retain(is_known);
    }
    value
}

fn part<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> (ServerMsg, Vec<u64>) {
        match read(text).unwrap() {
            Incoming::Message(message, skipped) => (*message, skipped),
            other => panic!("not a message: {other:?}"),
        }
    }

    #[test]
    fn unknown_events_are_skipped_and_counted() {
        let (read, skipped) = message(
            r#"{"type":"events","table":"t","events":[
                {"seq":7,"event":{"kind":"table_paused"}},
                {"seq":8,"event":{"kind":"dog_barked","at":3}},
                {"seq":9,"event":{"kind":"posted","seat":1,"amount":5,"post":"kitty","all_in":false}},
                {"seq":10,"event":{"kind":"table_resumed"}}]}"#,
        );
        let ServerMsg::Events(events) = read else {
            panic!("not events");
        };
        let numbers: Vec<u64> = events.events.iter().map(|event| event.seq).collect();
        assert_eq!((numbers, skipped), (vec![7, 10], vec![8, 9]));
    }

    #[test]
    fn unknown_choices_are_passed_over() {
        let (read, _) = message(
            r#"{"type":"private","table":"t","events":[{"kind":"dream","seq":3},{"kind":"choices","seq":4,"hand":1,"turn":2,
                "choices":[{"kind":"fold"},{"kind":"sing","song":12}],"cards":[],"board":[],"pot":1,"to_call":1,"stack":9}]}"#,
        );
        let ServerMsg::Private(private) = read else {
            panic!("not private");
        };
        let [PrivateEvent::Choices { choices, .. }] = private.events.as_slice() else {
            panic!("not one decision: {private:?}");
        };
        assert_eq!(choices, &[Choice::Fold {}]);
    }

    #[test]
    fn unknown_events_of_a_tournament_are_skipped_and_counted() {
        let (read, skipped) = message(
            r#"{"type":"tournament_events","tournament":"12","first_seq":7,"events":[
                {"event":"break_ended"},
                {"event":"dog_barked","at":3},
                {"event":"table_halted","table":2,"why":"fire"},
                {"event":"penalty_progress","player":3,"left":1}]}"#,
        );
        let ServerMsg::TournamentEvents(events) = read else {
            panic!("not events");
        };
        assert_eq!((events.first_seq, events.events.len(), skipped), (7, 2, vec![8, 9]));
    }

    #[test]
    fn unknown_offers_are_passed_over() {
        let (read, _) = message(
            r#"{"type":"tournament_you","tournament":"12","you":{"registered":true,
                "offers":[{"kind":"sponsor","song":12},{"kind":"re_enter","price":700}]}}"#,
        );
        let ServerMsg::TournamentYou(told) = read else {
            panic!("not you");
        };
        assert_eq!(told.you.offers.len(), 1);
    }

    #[test]
    fn a_refusal_with_a_newer_code_still_answers_its_request() {
        let text = r#"{"type":"error","id":"5","code":"rule.new","message":"no","retryable":true}"#;
        let Incoming::Refused(refusal) = read(text).unwrap() else {
            panic!("not refused");
        };
        assert_eq!((refusal.id.as_deref(), refusal.code.as_str()), (Some("5"), "rule.new"));
        assert!(refusal.retryable);
    }

    #[test]
    fn a_newer_type_is_unknown_and_broken_json_is_an_error() {
        assert_eq!(read(r#"{"type":"weather","rain":true}"#).unwrap(), Incoming::Unknown);
        assert!(read("{").is_err());
    }
}
