//! A finished hand as the history keeps it.

use poker_engine::setup::{Post, Setup};
use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::rest::HandPlayer;
use poker_protocol::v1::{Card, Chips};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::net::with_json;
use crate::wire::{self, Mirror};

/// What everybody saw of a hand.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublicRecord {
    /// The definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The betting limit of each tier, as in `nl:10`.
    pub limits: Vec<String>,
    /// How many seats the table has.
    pub seats: u8,
    /// What the hand started from.
    pub start: StartRecord,
    /// Who sat where.
    pub players: Vec<HandPlayer>,
    /// Everything that everybody saw, in order: each a `PublicEvent`.
    pub events: Vec<Box<RawValue>>,
}

impl PublicRecord {
    /// The record as it is kept, of a hand of which `events` are told: JSON already, with commas between.
    pub(super) fn with_events(&self, events: &str) -> String {
        debug_assert!(self.events.is_empty(), "they come from the text");
        with_json(self, |record| {
            let (head, end) = record.split_at(record.len() - END.len());
            debug_assert_eq!(end, END, "the events come last");
            [head, events, end].concat()
        })
    }
}

/// How a record without events ends.
const END: &str = "]}";

/// What a hand started from and no event tells: a player with few chips pays less than was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRecord {
    /// Every forced payment before the deal, in full.
    pub posts: Vec<PostRecord>,
    /// The forced bet of the door card, in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bring_in: Option<Chips>,
    /// What it took to open, where that differs from hand to hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openers: Option<String>,
    /// The smallest chip in play.
    pub unit: Chips,
}

/// A forced payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostRecord {
    /// Who pays.
    pub seat: u8,
    /// As what.
    pub post: PostKind,
    /// How much.
    pub amount: Chips,
}

impl StartRecord {
    /// What is recorded of a setup.
    pub fn of(setup: &Setup) -> Self {
        let post = |post: &Post| PostRecord {
            seat: post.seat.number(),
            post: post.kind.to_wire(),
            amount: wire::chips(post.amount),
        };
        Self {
            posts: setup.posts.iter().map(post).collect(),
            bring_in: setup.bring_in.map(wire::chips),
            openers: setup.openers.map(|openers| openers.to_string()),
            unit: wire::chips(setup.rules.unit),
        }
    }
}

/// What one participant saw beyond that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateRecord {
    /// The seat.
    pub seat: u8,
    /// All cards that the seat received, as dealt, drawn ones behind.
    pub cards: Vec<Card>,
    /// What it threw, throw by throw.
    pub thrown: Vec<Vec<Card>>,
}

#[cfg(test)]
mod tests {
    use poker_protocol::v1::PublicEvent;
    use serde_json::value::to_raw_value;

    use super::*;

    #[test]
    fn events_are_put_where_the_record_has_them() {
        let events = [PublicEvent::TablePaused {}, PublicEvent::TableResumed {}];
        let mut record = PublicRecord {
            definition: None,
            limits: vec!["nl:2".to_owned()],
            seats: 6,
            start: StartRecord::default(),
            players: Vec::new(),
            events: Vec::new(),
        };
        assert_eq!(record.with_events(""), serde_json::to_string(&record).unwrap());
        let texts = events.each_ref().map(|event| serde_json::to_string(event).unwrap());
        let kept = record.with_events(&texts.join(","));
        record.events = events.iter().map(|event| to_raw_value(event).unwrap()).collect();
        assert_eq!(kept, serde_json::to_string(&record).unwrap());
    }
}
