//! Tournaments: what is asked of one, how the lobby lists it, what it looks like at an instant, and what happens in it.
//!
//! Hands are played at tables, which emit them as cash tables do. A tournament emits the rest: who sits where, levels, moves,
//! places and prizes. Players, entries, tables and seats are numbered from 1 within a tournament.

mod event;
mod floor;
mod reason;
mod request;
mod state;
mod structure;

pub use event::TournamentEvent;
pub use floor::{
    FlagKind, FloorAction, FloorDenial, FloorDesk, FloorEntry, FloorFlag, FloorHand, FloorOfficial, FloorRequest,
    FloorResponse, FloorResult, FloorRole, FloorTicket, HandBust, Phrase, ProposedRung, TableOutOfPlay, TicketKind,
};
pub use reason::{
    DealEndReason, DealKind, HaltReason, HandForHandReason, MoveReason, Official, PlayerPresence, PrizeReason, Rung,
    SeatReason, VoidMode,
};
pub use request::{
    AnswerDeal, DealAnswer, OneTournament, ProposeDeal, Register, Report, RequestRuling, ResumeTournament, Statement,
    TournamentPresence, TournamentPurchase, TournamentRebuy, Withdraw,
};
pub use state::{
    DealOffer, Entrant, EventSeat, EventTable, Finished, HandForHandState, LevelClock, Offer, Place, TournamentEvents,
    TournamentSnapshot, TournamentState, TournamentYou, YourTournament,
};
pub use structure::{
    AbsentHand, AddOnTerms, AnteFormat, BountyKind, BountyTerms, BreakPlan, ClockKind, FieldKind, HandForHandTrigger,
    LevelInfo, LevelRow, PayTerms, RebuyTerms, Severity, StartKind, StructureInfo, TournamentGame,
};

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Chips, LocalName, UnixMs, is_false};

/// The version of the tournament rules that this server plays by. `register` names it, so that no player enters by rules that were
/// not shown.
pub const RULES_VERSION: u32 = 1;

/// Names a tournament for ever; never reused. A text to be kept as it is: that of a private one has its invitation in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(transparent)]
pub struct TournamentId(pub String);

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A line of the lobby: a tournament in short.
#[expect(clippy::struct_excessive_bools, reason = "each is told apart on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentSummary {
    /// The tournament.
    pub tournament: TournamentId,
    /// What it is called.
    pub name: LocalName,
    /// The identifier of its structure, such as `freezeout`.
    pub structure: String,
    /// What kind of tournament it is.
    pub format: TournamentFormat,
    /// What is played: one game, or several that take turns, a level each.
    pub games: Vec<TournamentGame>,
    /// What an entry pays to the pool.
    pub buy_in: Chips,
    /// What an entry pays for bounties besides; 0 if there are none.
    pub bounty: Chips,
    /// What the pool holds at the least: the house pays the rest. 0 if nothing is guaranteed.
    pub guarantee: Chips,
    /// The chips that an entry brings to the table. They are worth nothing outside it.
    pub stack: Chips,
    /// How many seats a table has.
    pub seats: u8,
    /// With fewer players it does not start.
    pub entries_min: u32,
    /// It takes no more players than this.
    pub entries_max: u32,
    /// Entries so far, re-entries included, those given back not.
    pub entries: u32,
    /// Players still in.
    pub alive: u32,
    /// How far it is.
    pub phase: TournamentPhase,
    /// When it starts, in milliseconds since 1970; left out where it starts as soon as it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub starts_at: Option<UnixMs>,
    /// When it was over, in milliseconds since 1970; left out until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ended_at: Option<UnixMs>,
    /// The level that is played, from 1; left out before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<u16>,
    /// Whether players may enter now, before the start or late.
    pub entries_open: bool,
    /// Chips in the pool so far, without bounties.
    pub pool: Chips,
    /// The tournament whose seats it pays, if it is a satellite of one. That of a private one is named without the invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<TournamentId>,
    /// The account that opened it, as in a player's `id`; left out where the house did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub host: Option<String>,
    /// Whether it is left out of the lobby's list, and for those alone who know its identifier, its players, its host and its
    /// officials.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub private: bool,
    /// Whether it is played with real cards and chips: its officials enter players and results, and no chips of accounts move.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub live: bool,
    /// Whether it is for adults: an account enters only once the operator has verified its age, and no program does.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub adults_only: bool,
    /// Whether it is one of the house's.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub house: bool,
    /// How many bots of the house are asked to come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots_wanted: Option<u32>,
    /// The languages of its chat, as BCP 47 tags such as `en` or `fr-CA`; left out where none is declared, and any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[ts(optional, as = "Option<_>")]
    pub languages: Vec<String>,
}

/// What kind of tournament it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormat {
    /// It starts at its time; tables are balanced and broken until one is left.
    Freezeout,
    /// It starts as soon as it is full.
    SitAndGo,
    /// Each table plays to its last player, and these meet in the next round.
    Shootout,
    /// A shootout of pairs.
    Bracket,
    /// Its prizes are entries of another tournament.
    Satellite,
}

/// How far a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Entries are open, and play has not begun.
    Registering,
    /// It is played; a break is part of it.
    Running,
    /// An official has stopped play for a while.
    Paused,
    /// It is over, and all prizes are paid.
    Completed,
    /// It was cancelled, and everything due was paid back.
    Cancelled,
}

/// The tournament that a table belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventInfo {
    /// The tournament.
    pub tournament: TournamentId,
    /// What it is called.
    pub name: LocalName,
    /// The table's number there, from 1.
    pub table_no: u32,
    /// The level of the running hand, or of the next one between two hands.
    pub level: u16,
}

/// How a seat of a tournament takes part in a hand. Rule: tournament 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum EventStatus {
    /// Its player plays it.
    Active,
    /// Its player has no connection: the clock acts, and the hand may win.
    Disconnected,
    /// Its player is absent: a dead hand, which posts and cannot win.
    Absent,
    /// Its player serves missed hands: a dead hand.
    Penalised,
    /// It came between the button and the small blind, and is dealt in when the button has passed.
    Waiting,
}
