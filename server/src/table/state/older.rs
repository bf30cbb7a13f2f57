//! Steps that another program has written, nearly always an older version.
//!
//! Rules may have changed since, events have fields and kinds that they did not have. A hand that is over stands as its
//! players were told. A running hand is played on under the rules of today, if those tell of it so far what was told; fields
//! and events that were not told then contradict nothing.

use std::collections::BTreeSet;

use poker_protocol::v1::PublicEvent;
use serde_json::Value;
use serde_json::value::RawValue;

use super::command::{FORMAT, from_json};
use super::event_log::Told;
use super::table::Table;
use crate::store::{JournalRow, PROGRAM};

/// Whether this very program has written a row.
pub(crate) fn is_own(row: &JournalRow) -> bool {
    row.format == FORMAT && &*row.program == PROGRAM
}

/// The hands that are over and of which another program has written a part.
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

/// Whether the events of today contradict none of the recorded ones: each recorded event is there, in order, and every field that
/// both have is the same. There may be others between them: events that were not told then.
pub(super) fn agrees(recorded: &[Box<RawValue>], told: &[Told]) -> bool {
    let now = told.iter().map(|told| &*told.public);
    agrees_by("kind", recorded, now)
}

/// The same for events whose names stand under `name`.
pub(crate) fn agrees_by<'a>(name: &str, recorded: &[Box<RawValue>], now: impl Iterator<Item = &'a str>) -> bool {
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

/// Whether every field that both have is the same, but for the rule that is named: that is a remark, which may have been wrong.
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

/// Events as they were told, each with what single players learned by it.
pub(super) fn as_recorded(mut told: Vec<Told>, recorded: &[Box<RawValue>]) -> Vec<Told> {
    for (told, recorded) in told.iter_mut().zip(recorded) {
        told.public = recorded.get().into();
    }
    told
}

/// Counts the events of a step as they were told: those that follow go on from there, and a decision that the step opened is
/// known under the number it had.
pub(super) fn renumber(table: &mut Table, first_seq: u64, recorded: &[Box<RawValue>]) {
    table.seq = first_seq - 1 + u64::try_from(recorded.len()).unwrap_or_default();
    let asks = |event: &RawValue| matches!(serde_json::from_str(event.get()), Ok(PublicEvent::TurnStarted { .. }));
    let numbered = (first_seq..).zip(recorded);
    let opened = numbered.filter(|(_, event)| asks(event)).map(|(seq, _)| seq).last();
    let opened = opened.unwrap_or(table.seq);
    if table.pick_seq >= first_seq {
        table.pick_seq = opened;
    }
    if let Some(play) = table.play.as_mut().filter(|play| play.turn_seq() >= first_seq) {
        play.asked_under(opened);
    }
}
