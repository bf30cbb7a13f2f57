//! Steps written by another program, nearly always an older version.
//!
//! Rules may have changed since then, and events may have gained fields and kinds. A finished hand stands as its
//! players saw it. A running hand is continued under today's rules if these agree with what its players have seen so
//! far. Fields and events that did not exist then contradict nothing.

use std::collections::BTreeSet;

use poker_owner::rows::from_json;
use poker_program::PROGRAM;
use poker_protocol::v1::PublicEvent;
use poker_store::JournalRow;
use serde_json::Value;
use serde_json::value::RawValue;

use super::command::FORMAT;
use super::event_log::NumberedEvent;
use super::table::Table;

/// `true` if this very program wrote the row.
pub fn is_own(row: &JournalRow) -> bool {
    row.format == FORMAT && &*row.program == PROGRAM
}

/// Finished hands of which another program wrote at least a part.
pub(super) fn hands_to_follow(rows: &[JournalRow]) -> BTreeSet<u64> {
    if rows.iter().all(is_own) {
        return BTreeSet::new();
    }
    let of_others = rows.iter().filter(|row| !is_own(row)).filter_map(|row| row.hand_no);
    let of_others: BTreeSet<u64> = of_others.collect();
    let over = rows.iter().filter(|row| ends_hand(row)).filter_map(|row| row.hand_no);
    over.filter(|hand| of_others.contains(hand)).collect()
}

fn ends_hand(row: &JournalRow) -> bool {
    let events: Vec<Value> = from_json(&row.events).unwrap_or_default();
    events
        .iter()
        .any(|event| matches!(event["kind"].as_str(), Some("hand_completed" | "hand_voided")))
}

/// `true` if today's events do not contradict the recorded ones: each recorded event is there, in order, and every
/// field that both have is the same. There may be further events between them, which were not sent then.
pub(super) fn agrees(recorded: &[Box<RawValue>], told: &[NumberedEvent]) -> bool {
    let now = told.iter().map(|told| &*told.public);
    agrees_by("kind", recorded, now)
}

/// The same for events whose kind is in the field `name`.
pub fn agrees_by<'a>(name: &str, recorded: &[Box<RawValue>], now: impl Iterator<Item = &'a str>) -> bool {
    let now: Vec<Value> = now.filter_map(|now| from_json(now.as_bytes()).ok()).collect();
    let mut rest = now.iter();
    recorded.iter().all(|event| {
        let Ok(then) = serde_json::from_str::<Value>(event.get()) else {
            return false;
        };
        let mut ahead = rest.clone();
        let agrees = ahead.any(|now| now[name] == then[name] && holds(now, &then));
        rest = ahead;
        agrees
    })
}

/// `true` if every field that both have is the same, apart from the cited rule: that is a remark, which may have been
/// wrong.
fn holds(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            let both = then.iter().filter(|(name, _)| *name != "rule");
            let both = both.filter_map(|(name, then)| Some((now.get(name)?, then)));
            both.into_iter().all(|(now, then)| holds(now, then))
        }
        (Value::Array(now), Value::Array(then)) => {
            now.len() == then.len() && now.iter().zip(then).all(|(now, then)| holds(now, then))
        }
        (now, then) => now == then,
    }
}

/// Numbers the events of a step as recorded: later events continue from there, and a decision that the step opened
/// keeps the number it had.
pub(super) fn renumber(table: &mut Table, first_seq: u64, recorded: &[Box<RawValue>]) {
    table.seq = first_seq - 1 + u64::try_from(recorded.len()).unwrap_or_default();
    let asks = |event: &RawValue| matches!(serde_json::from_str(event.get()), Ok(PublicEvent::TurnStarted { .. }));
    let numbered = (first_seq..).zip(recorded);
    let opened = numbered.filter(|(_, event)| asks(event)).map(|(seq, _)| seq).last();
    let opened = opened.unwrap_or(table.seq);
    table.picks.renumber(first_seq, opened);
    if let Some(play) = table.play.as_mut().filter(|play| play.turn_seq() >= first_seq) {
        play.asked_under(opened);
    }
}
