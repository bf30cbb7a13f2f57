//! The floor of a tournament: the actions of officials and their audit trail. Rules: tournament 1.1, 1.7, 11.

mod action;
mod desk;
mod phrase;

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;
use crate::v1::common::{PlayerInfo, Seq, TableId, UnixMs};
use crate::v1::event::{PublicEvent, ShownCards};
use crate::v1::rest::HandPlayer;

pub use action::{FloorAction, FloorRequest, HandBust};
pub use desk::{
    FlagKind, FloorDesk, FloorFlag, FloorPassedOver, FloorTicket, FloorWaiting, ProposedRung, TableOutOfPlay,
    TicketKind,
};
pub use phrase::Phrase;

/// The role of an official.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FloorRole {
    /// May rule on incidents.
    Floor,
    /// May also disqualify, cancel and make deals.
    Director,
}

/// A line in the audit trail of a tournament: the answer to `POST /api/v1/tournaments/{tournament}/floor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorEntry {
    /// Number of the line in the trail, from 1.
    pub no: u32,
    /// Time of the decision, in milliseconds since 1970.
    pub at: UnixMs,
    /// The official who decided.
    pub by: PlayerInfo,
    /// The role in which the official decided.
    pub role: FloorRole,
    /// The action taken.
    pub action: FloorAction,
    /// The rule it is based on, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The reason, in words.
    pub reason: String,
    /// The outcome.
    pub result: FloorResult,
    /// Number of the first event it caused in the tournament, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<Seq>,
}

/// The outcome of an official's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FloorResult {
    /// The action has been carried out.
    Done,
    /// The table has received the request and has yet to answer.
    Pending,
    /// The request came too late; the hand stands as played.
    Stands,
}

/// `GET /api/v1/tournaments/{tournament}/floor`: the audit trail, open to everyone, and the officials' open business, for officials only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorResponse {
    /// The lines after `?after=`, oldest first.
    pub entries: Vec<FloorEntry>,
    /// Number of the line after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
    /// Officials by a grant of this tournament, its host among them. The server's own officials are not listed.
    pub officials: Vec<FloorOfficial>,
    /// The caller's role here; left out for callers who are not officials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<FloorRole>,
    /// The officials' open business; left out for callers who are not officials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub desk: Option<FloorDesk>,
    /// The actions that the caller, as an official, may not take now, each with the reason; anything not listed is allowed.
    /// Left out for callers who are not officials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub denied: Vec<FloorDenial>,
    /// Players whose entry was given back, whom lines of the trail may name: the latest ones, with the first page alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<GonePlayer>,
}

/// A player whose entry was given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GonePlayer {
    /// Number of the player, which no other player gets.
    pub player: u32,
    /// The player.
    pub who: PlayerInfo,
}

/// An action that is not open to an official at the moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorDenial {
    /// The `kind` of the action.
    pub action: String,
    /// The reason: `office` (reserved for others), `phase` (not now, or not in this kind of tournament), `plays` or `played`
    /// (the official is or was a player in the tournament).
    pub why: String,
}

/// An official of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorOfficial {
    /// The official's account.
    pub who: PlayerInfo,
    /// The official's role.
    pub role: FloorRole,
}

/// `GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who has
/// given a reason with `see_hand`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FloorHand {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Identifier of the game.
    pub game: String,
    /// End of the hand, RFC 3339.
    pub ended_at: String,
    /// The players by seat.
    pub players: Vec<HandPlayer>,
    /// All events that everyone saw, in order.
    pub events: Vec<PublicEvent>,
    /// Each player's own cards in dealing order, drawn cards last; mucked cards included.
    pub cards: Vec<ShownCards>,
}
