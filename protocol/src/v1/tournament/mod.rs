//! Tournaments: requests about them, their place in the lobby, their state at one point in time, and their events.
//!
//! Hands are played at tables, which emit the same events as cash tables. A tournament emits the rest: seats, levels, moves,
//! places and prizes. Players, entries, tables and seats are numbered from 1 within a tournament.

mod event;
mod floor;
mod reason;
mod request;
mod state;
mod structure;

pub use event::TournamentEvent;
pub use floor::{
    FlagKind, FloorAction, FloorDenial, FloorDesk, FloorEntry, FloorFlag, FloorHand, FloorOfficial, FloorPassedOver,
    FloorRequest, FloorResponse, FloorResult, FloorRole, FloorTicket, FloorWaiting, GonePlayer, HandBust, Phrase,
    ProposedRung, TableOutOfPlay, TicketKind,
};
pub use reason::{
    DealEndReason, DealKind, HaltReason, HandForHandReason, MoveReason, Official, PlayerPresence, PrizeReason, Rung,
    SeatReason, VoidMode, WaitEnd,
};
pub use request::{
    AnswerDeal, DealAnswer, OneTournament, ProposeDeal, Register, Report, RequestRuling, ResumeTournament, Statement,
    TournamentPresence, TournamentPurchase, TournamentRebuy, Withdraw,
};
pub use state::{
    DealOffer, Entrant, EventSeat, EventTable, Finished, HandForHandState, LevelClock, Offer, PayoutTerms, Place,
    TournamentEvents, TournamentSnapshot, TournamentState, TournamentYou, YourTournament, YourWaitlist,
};
pub use structure::{
    AbsentHand, AddOnTerms, AnteFormat, BountyKind, BountyTerms, BreakPlan, ClockKind, FieldKind, HandForHandTrigger,
    LevelInfo, LevelRow, PayTerms, RebuyTerms, Severity, StartKind, StructureInfo, TournamentGame,
};

use std::fmt;

use serde::{Deserialize, Serialize};

use super::common::{Chips, LocalName, UnixMs, is_false};
use crate::describe::JsonSchema;

/// The version of the tournament rules in force on this server. `register` names it, so that no player enters under rules that
/// were not shown.
pub const RULES_VERSION: u32 = 1;

/// The permanent identifier of a tournament; never reused. Treat it as opaque: the identifier of a private tournament contains
/// its invitation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct TournamentId(pub String);

impl fmt::Display for TournamentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A tournament as listed in the lobby.
#[expect(clippy::struct_excessive_bools, reason = "each is told apart on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentSummary {
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Name of the tournament.
    pub name: LocalName,
    /// Identifier of its structure, such as `freezeout`.
    pub structure: String,
    /// The format of the tournament.
    pub format: TournamentFormat,
    /// The games: one, or several that take turns, one per level.
    pub games: Vec<TournamentGame>,
    /// Chips that an entry pays into the pool.
    pub buy_in: Chips,
    /// Chips that an entry pays for bounties in addition; 0 if there are none.
    pub bounty: Chips,
    /// Guaranteed minimum of the pool, in chips: the house makes up the difference. 0 if nothing is guaranteed.
    pub guarantee: Chips,
    /// Starting stack of an entry, in tournament chips, which have no value outside the tournament.
    pub stack: Chips,
    /// Number of seats at a table.
    pub seats: u8,
    /// Minimum number of players; with fewer it does not start.
    pub entries_min: u32,
    /// Maximum number of players.
    pub entries_max: u32,
    /// Number of entries so far, including re-entries but not refunded ones.
    pub entries: u32,
    /// Number of players still in.
    pub alive: u32,
    /// Number of those on the waiting list, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<u32>,
    /// The phase of the tournament.
    pub phase: TournamentPhase,
    /// Start of play, in milliseconds since 1970; left out if it starts as soon as it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<UnixMs>,
    /// End of the tournament, in milliseconds since 1970; left out until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<UnixMs>,
    /// The current level, from 1; left out before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u16>,
    /// `true` while players may enter, before the start or late.
    pub entries_open: bool,
    /// Chips in the pool so far, without bounties.
    pub pool: Chips,
    /// The tournament whose seats are the prizes, if this is a satellite. A private one is named without its invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<TournamentId>,
    /// The account that opened it, as in a player's `id`; left out for house tournaments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// `true` if it is left out of the lobby's list and only for those who know its identifier, its players, its host and its
    /// officials.
    #[serde(default, skip_serializing_if = "is_false")]
    pub private: bool,
    /// `true` if it is played with real cards and chips: its officials enter players and results, and no chips of accounts move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub live: bool,
    /// `true` if it is for adults: an account may enter only once the operator has verified its age, and programs never may.
    #[serde(default, skip_serializing_if = "is_false")]
    pub adults_only: bool,
    /// Minutes by which those without a seat at one of its tables see that table late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay: Option<u8>,
    /// `true` if it ended with the day: the stacks are bagged and go on in another tournament.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bagged: bool,
    /// `true` if it is a house tournament.
    #[serde(default, skip_serializing_if = "is_false")]
    pub house: bool,
    /// Number of house bots invited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_wanted: Option<u32>,
    /// Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`; left out if none is declared, so that any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub languages: Vec<String>,
}

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormat {
    /// Starts at its time; tables are balanced and broken until one is left.
    Freezeout,
    /// Starts as soon as it is full.
    SitAndGo,
    /// Each table plays down to one player, and the winners meet in the next round.
    Shootout,
    /// A shootout between pairs of players.
    Bracket,
    /// The prizes are entries in another tournament.
    Satellite,
}

/// The phase of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Entries are open, and play has not begun.
    Registering,
    /// Play is under way; breaks are included.
    Running,
    /// An official has paused play.
    Paused,
    /// The tournament is over, and all prizes are paid.
    Completed,
    /// The tournament was cancelled, and everything due was refunded.
    Cancelled,
}

/// The tournament to which a table belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventInfo {
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Name of the tournament.
    pub name: LocalName,
    /// Number of the table in the tournament, from 1.
    pub table_no: u32,
    /// The level of the running hand, or of the next one between two hands.
    pub level: u16,
}

/// The participation of a tournament seat in a hand. Rule: tournament 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventStatus {
    /// The player plays the hand.
    Active,
    /// The player is disconnected: the clock acts, and the hand may win.
    Disconnected,
    /// The player is absent: the hand is dead; it posts and cannot win.
    Absent,
    /// The player is serving a penalty: the hand is dead.
    Penalised,
    /// The player came in between the button and the small blind, and is dealt in once the button has passed.
    Waiting,
}
