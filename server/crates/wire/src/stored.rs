//! The records of a finished hand, as the store keeps them.

use poker_engine::setup::{Post, Setup};
use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::rest::HandPlayer;
use poker_protocol::v1::{Card, Chips, LocalName};
use poker_store::ChipMoney;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{MadeAt, Mirror, chips};

/// The public part of a hand's record.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublicRecord {
    /// The definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// The table's name.
    pub name: String,
    /// The betting limit of each tier, as in `nl:10`.
    pub limits: Vec<String>,
    /// Number of seats at the table.
    pub seats: u8,
    /// The money that a chip stood for, at a table that showed money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub money: Option<ChipMoney>,
    /// The start of the hand.
    pub start: StartRecord,
    /// The tournament that it belongs to; `None` for a cash game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<EventRecord>,
    /// Minutes after its end before it may be shown to those who did not play it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay: Option<u8>,
    /// Players by seat.
    pub players: Vec<HandPlayer>,
    /// The clock for decisions.
    pub clock: ClockRecord,
    /// Times of events, one pair for each step that brought any: the position of its first event, from 1, and the
    /// milliseconds since the hand began.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<(u32, u32)>,
    /// Steps of the server or an official, and interventions with the clocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseRecord>,
    /// All public events in order, each a `PublicEvent`.
    pub events: Vec<Box<RawValue>>,
}

/// The clock for the decisions of a hand, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockRecord {
    /// Time before the time bank started, or, if `calls` is set, before players could call Time.
    pub action: u32,
    /// Extra time that a player got occasionally if the connection was down.
    pub lost: u32,
    /// Time after the deadline within which an answer still counted.
    pub grace: u32,
    /// `true` if there was a time bank.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bank: bool,
    /// `true` if no clock ran before Time was called.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub calls: bool,
}

/// A step of a hand that was not a player's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CauseRecord {
    /// Position of the first event that it brought, or of the next event if it brought none.
    pub event: u32,
    /// Milliseconds since the hand began.
    pub ms: u32,
    /// The cause of the step.
    pub what: Cause,
    /// Number of the seat concerned; `None` if it concerned the whole table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// `true` if the player sits out from the next hand on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
}

/// An intervention of the server or an official in a hand, or a change to its clocks.
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
    /// A hand held during hand-for-hand play resumed.
    Released,
    /// An official had the pots split.
    Split,
    /// Play was paused, and clocks with it.
    Paused,
    /// Play resumed.
    Resumed,
}

impl Cause {
    /// `true` if it only concerns clocks and brings no event of the hand.
    pub const fn is_about_clocks(self) -> bool {
        matches!(
            self,
            Self::Extended | Self::TimeCalled | Self::TimeCalledByHouse | Self::Paused | Self::Resumed
        )
    }
}

/// Facts about the start of a hand that no event shows: a short stack posts less than the nominal amount.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartRecord {
    /// All forced bets before the deal, at their nominal amounts.
    pub posts: Vec<PostRecord>,
    /// The nominal bring-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bring_in: Option<Chips>,
    /// The openers required, where they differ from hand to hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openers: Option<String>,
    /// The smallest chip in play.
    pub unit: Chips,
}

/// The tournament that a hand belongs to, as it stood at the time of the deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// Number of the tournament.
    pub tournament: u64,
    /// The tournament's name.
    pub name: LocalName,
    /// Start of play, in milliseconds since 1970; unknown for hands recorded before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<i64>,
    /// The table's number in the tournament.
    pub table_no: u32,
    /// The level, from 1.
    pub level: u16,
    /// Duration of the level, in seconds.
    pub level_seconds: u32,
    /// The small blind of the level.
    pub small_blind: Chips,
    /// The big blind of the level.
    pub big_blind: Chips,
    /// Starting stack of an entry.
    pub stack: Chips,
    /// Price of an entry, which goes to the pool. Tournaments charge no fee.
    pub price: Chips,
    /// Price of an entry's bounty.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bounty: Chips,
    /// Properties of the tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<EventKind>,
    /// The bounties on heads, by seat; empty if bounties are in envelopes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heads: Vec<(u8, Chips)>,
}

/// Properties that distinguish a tournament from a scheduled freezeout over several tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// It starts as soon as it is full.
    SitAndGo,
    /// All its players fit at one table.
    SingleTable,
    /// Eliminating a player wins a bounty.
    Bounty,
    /// Part of each bounty is added to the bounty on the winner's own head.
    Progressive,
    /// Bounties are in envelopes.
    Mystery,
    /// Each table plays to its last player, round by round.
    Shootout,
    /// Each table is a heads-up match.
    Bracket,
    /// Players may rebuy.
    Rebuy,
    /// Players may enter again.
    ReEntry,
    /// The prizes are entries to another tournament.
    Satellite,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(chips: &Chips) -> bool {
    chips.get() == 0
}

/// A forced bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostRecord {
    /// Number of the seat that posts it.
    pub seat: u8,
    /// The kind of forced bet.
    pub post: PostKind,
    /// Its nominal amount.
    pub amount: Chips,
}

impl StartRecord {
    /// The record of a setup.
    pub fn of(setup: &Setup) -> Self {
        let post = |post: &Post| PostRecord {
            seat: post.seat.number(),
            post: post.kind.to_wire(),
            amount: chips(post.amount),
        };
        Self {
            posts: setup.posts.iter().map(post).collect(),
            bring_in: setup.bring_in.map(chips),
            openers: setup.openers.map(|openers| openers.to_string()),
            unit: chips(setup.rules.unit),
        }
    }
}

/// The view of one participant beyond the public part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateRecord {
    /// Number of the participant's seat.
    pub seat: u8,
    /// All cards that the seat received, in the order of dealing; drawn cards last.
    pub cards: Vec<Card>,
    /// The seat's discards, in order.
    #[serde(rename = "thrown")]
    pub discarded: Vec<Vec<Card>>,
    /// Each order into which the seat arranged its down cards, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Vec<Card>>,
    /// The cards at the end, if they differ from `cards`. Their number is public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Vec<Card>>,
    /// The hands that the cards made, by event, so that no reader has to compute them.
    pub made: Vec<MadeAt>,
}
