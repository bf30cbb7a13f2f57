//! A finished hand as the history keeps it.

use poker_engine::setup::{Post, Setup};
use poker_engine::tournament::Structure;
use poker_engine::tournament::structure::{BountyKind, Kind, Pays, Start};
use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::rest::HandPlayer;
use poker_protocol::v1::{Card, Chips, LocalName};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::net::with_json;
use crate::table::setup::event::EventSetup;
use crate::wire::{self, MadeAt, Mirror};

/// What everybody saw of a hand.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublicRecord {
    /// The definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// What the table was called.
    pub name: String,
    /// The betting limit of each tier, as in `nl:10`.
    pub limits: Vec<String>,
    /// How many seats the table has.
    pub seats: u8,
    /// What the hand started from.
    pub start: StartRecord,
    /// The event that it belongs to, if it is no cash game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventRecord>,
    /// Who sat where.
    pub players: Vec<HandPlayer>,
    /// Everything that everybody saw, in order: each a `PublicEvent`.
    pub events: Vec<Box<RawValue>>,
}

impl PublicRecord {
    /// The record as it is kept, of a hand of which `events` are told: JSON already, with commas between.
    pub(super) fn with_events(&self, events: &str) -> String {
        assert!(self.events.is_empty(), "they come from the text");
        with_json(self, |record| {
            let (head, end) = record.split_at(record.len() - END.len());
            assert_eq!(end, END, "the events come last");
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

/// The event that a hand belongs to, as it stood when the hand was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// The number of the tournament.
    pub tournament: u64,
    /// What it is called.
    pub name: LocalName,
    /// When it began, in milliseconds since 1970; unknown of hands that were recorded before this was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<i64>,
    /// The table's number in it.
    pub table_no: u32,
    /// The level.
    pub level: u16,
    /// How many seconds the level lasts.
    pub level_seconds: u32,
    /// The small blind of the level.
    pub small_blind: Chips,
    /// The big blind of the level.
    pub big_blind: Chips,
    /// The stack that an entry begins with.
    pub stack: Chips,
    /// What an entry pays to the pool. Events take no fee.
    pub price: Chips,
    /// What an entry pays for its bounty.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bounty: Chips,
    /// What kind of event it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<EventKind>,
    /// The bounties on heads, by seat; none where bounties are in envelopes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heads: Vec<(u8, Chips)>,
}

/// What makes an event other than a freezeout over several tables that begins at its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// It begins as soon as it is full.
    SitAndGo,
    /// All its players fit at one table.
    SingleTable,
    /// Who eliminates a player wins something.
    Bounty,
    /// A part of that goes onto the winner's own head.
    Progressive,
    /// What is won lies in an envelope.
    Mystery,
    /// Each table plays to its last player, round by round.
    Shootout,
    /// Each table is a pair.
    Bracket,
    /// Players may buy chips.
    Rebuy,
    /// Players may enter again.
    ReEntry,
    /// Entries of another event are paid.
    Satellite,
}

impl EventRecord {
    /// What is recorded of an event at a level.
    pub(super) fn of(event: &EventSetup, level: u16, heads: Vec<(u8, Chips)>) -> Self {
        let structure = &event.structure;
        let terms = structure.terms(level);
        let bounty = structure.bounty.as_ref();
        Self {
            tournament: event.tournament.0,
            name: event.name.clone(),
            started_at: event.started_at,
            table_no: event.no.0,
            level,
            level_seconds: structure.seconds(level),
            small_blind: wire::chips(terms.small_blind),
            big_blind: wire::chips(terms.big_blind),
            stack: wire::chips(structure.stack),
            price: wire::chips(structure.price),
            bounty: wire::chips(bounty.map_or(poker_engine::Chips::ZERO, |bounty| bounty.price)),
            kinds: kinds(structure),
            heads,
        }
    }
}

fn kinds(structure: &Structure) -> Vec<EventKind> {
    let bounty = structure.bounty.as_ref().map(|bounty| &bounty.kind);
    let kinds = [
        (EventKind::SitAndGo, structure.start == Start::Full),
        (
            EventKind::SingleTable,
            structure.entries.1 <= u32::from(structure.seats),
        ),
        (EventKind::Bounty, bounty.is_some()),
        (EventKind::Progressive, matches!(bounty, Some(BountyKind::Progressive))),
        (EventKind::Mystery, matches!(bounty, Some(BountyKind::Mystery { .. }))),
        (EventKind::Shootout, structure.kind == Kind::Shootout),
        (EventKind::Bracket, structure.kind == Kind::Bracket),
        (EventKind::Rebuy, structure.rebuy.is_some()),
        (EventKind::ReEntry, structure.re_entries > 0),
        (EventKind::Satellite, matches!(structure.pays, Pays::Seats { .. })),
    ];
    kinds.into_iter().filter(|(_, is)| *is).map(|(kind, _)| kind).collect()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(chips: &Chips) -> bool {
    chips.get() == 0
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
    /// Its discards, in order.
    #[serde(rename = "thrown")]
    pub discarded: Vec<Vec<Card>>,
    /// The orders that it laid its down-cards in, one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Vec<Card>>,
    /// What it held at the end, where that differs from `cards`. How many cards that are is known to all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Vec<Card>>,
    /// What its cards made, from event to event, so that no reader has to work it out.
    pub made: Vec<MadeAt>,
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
            name: String::new(),
            limits: vec!["nl:2".to_owned()],
            seats: 6,
            start: StartRecord::default(),
            event: None,
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
