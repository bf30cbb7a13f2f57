//! A finished hand as the history keeps it.

use poker_engine::setup::{Post, Setup};
use poker_engine::tournament::Structure;
use poker_engine::tournament::structure::{BountyKind, Kind, Pays, Start};
use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::rest::HandPlayer;
use poker_protocol::v1::{Card, Chips, LocalName};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::command::{Command, Order};
use crate::net::with_json;
use crate::table::setup::event::EventSetup;
use crate::table::setup::timing::Timing;
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
    /// How long a decision might take.
    pub clock: ClockRecord,
    /// When events came, a pair for each step that brought some: the place of its first event, from 1, and the milliseconds since the
    /// hand began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<(u32, u32)>,
    /// What was done by the server or an official, and what clocks did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseRecord>,
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

/// How long decisions of a hand might take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRecord {
    /// Before the time bank began. Players had to be called Time on where that is so.
    pub action: u32,
    /// What more a player got, once in a while, whose connection was down.
    pub lost: u32,
    /// How late an answer might arrive.
    pub grace: u32,
    /// Whether there was a time bank.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bank: bool,
    /// Whether no clock ran before Time was called.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub calls: bool,
}

impl ClockRecord {
    /// The clock of a table whose decisions may take `action` milliseconds.
    pub(crate) const fn of(timing: &Timing, action: u32) -> Self {
        Self {
            action,
            lost: timing.lost_ms,
            grace: timing.grace_ms,
            bank: timing.bank_ms > 0 || timing.bank_gain_ms > 0,
            calls: timing.house_call_ms.is_some(),
        }
    }
}

/// Something in a hand that was no player's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CauseRecord {
    /// The place of the first event that it brought, or of the next one.
    pub event: u32,
    /// Milliseconds since the hand began.
    pub ms: u32,
    /// What it was.
    pub what: Cause,
    /// Whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Whether the player sits out from the next hand on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
}

/// A step of a hand: when it was, in milliseconds since 1970, and what it was if no player's action.
#[derive(Clone, Copy, Debug)]
pub struct HandStep {
    /// When.
    pub at: i64,
    /// What it was, for whom, and whether that player sits out from the next hand on.
    pub cause: Option<(Cause, Option<u8>, bool)>,
}

impl HandStep {
    /// The step that a command is.
    pub fn of(order: &Order) -> Self {
        Self {
            at: order.at,
            cause: Cause::of(&order.command),
        }
    }
}

/// What the server or an official did in a hand, and what became of its clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The time for a decision was up.
    TimeOut,
    /// A player whose connection was down got more time.
    Extended,
    /// A player called Time.
    TimeCalled,
    /// The house called Time.
    TimeCalledByHouse,
    /// The hand of a player who left, or let the called time run out, was killed.
    Killed,
    /// An official had a hand killed.
    KilledByRuling,
    /// A hand that was held for hand-for-hand went on.
    Released,
    /// An official had the pots shared.
    Split,
    /// Play stopped, and clocks with it.
    Paused,
    /// Play went on.
    Resumed,
}

impl Cause {
    /// What a command is in the record of the hand that runs, with the seat that it is about, and whether that sits out from the next
    /// hand on. An action of a player is nothing there.
    fn of(command: &Command) -> Option<(Self, Option<u8>, bool)> {
        let all = |cause| Some((cause, None, false));
        match command {
            Command::TimeOut { seat, absent } => Some((Self::TimeOut, Some(*seat), *absent)),
            Command::Kill {
                seat, absent, ruled, ..
            } => {
                let cause = if *ruled { Self::KilledByRuling } else { Self::Killed };
                Some((cause, Some(*seat), *absent))
            }
            Command::ExtendTime { seat } => Some((Self::Extended, Some(*seat), false)),
            Command::CallTime { by: Some(_) } => all(Self::TimeCalled),
            Command::CallTime { by: None } => all(Self::TimeCalledByHouse),
            Command::Release { .. } => all(Self::Released),
            Command::Split { .. } => all(Self::Split),
            Command::Pause {} => all(Self::Paused),
            Command::Resume {} => all(Self::Resumed),
            _ => None,
        }
    }

    /// Whether it brings no event of the hand: it is about clocks alone.
    pub const fn is_about_clocks(self) -> bool {
        matches!(
            self,
            Self::Extended | Self::TimeCalled | Self::TimeCalledByHouse | Self::Paused | Self::Resumed
        )
    }
}

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
            clock: ClockRecord::of(&Timing::default(), 0),
            times: vec![(1, 0), (2, 1_500)],
            causes: Vec::new(),
            events: Vec::new(),
        };
        assert_eq!(record.with_events(""), serde_json::to_string(&record).unwrap());
        let texts = events.each_ref().map(|event| serde_json::to_string(event).unwrap());
        let kept = record.with_events(&texts.join(","));
        record.events = events.iter().map(|event| to_raw_value(event).unwrap()).collect();
        assert_eq!(kept, serde_json::to_string(&record).unwrap());
    }
}
