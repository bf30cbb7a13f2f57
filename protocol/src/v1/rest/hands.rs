//! Hands that were played.

use serde::{Deserialize, Serialize};

use super::super::common::{Card, Chips, PlayerInfo, TableId, is_false};
use super::super::event::{PrivateEvent, PublicEvent, ShownCards};
use super::super::mix::StakesAtHand;
use super::super::table::GameInfo;
use super::super::table::session::Currency;
use crate::describe::JsonSchema;

/// A line of `GET /api/v1/hands`: a hand of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandSummary {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Identifier of the game.
    pub game: String,
    /// End of the hand, RFC 3339.
    pub ended_at: String,
    /// Name of the table. Absent from older servers, as are all fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_name: Option<String>,
    /// The caller's own cards at the end of the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Card>,
    /// The board; the first one if it was run twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub board: Vec<Card>,
    /// Chips that the caller won; negative if lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub net: Option<i64>,
    /// All chips that were played for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pot: Option<Chips>,
    /// Names of the other players dealt in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<String>,
    /// `true` if the caller was all-in.
    #[serde(default, skip_serializing_if = "is_false")]
    pub all_in: bool,
    /// `true` if the caller went to showdown.
    #[serde(default, skip_serializing_if = "is_false")]
    pub showdown: bool,
    /// Hundredths of the currency that a chip stood for, if the table showed chips as money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip_value: Option<u32>,
    /// The sign that stood with those amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
}

/// Settings of a link to a hand: `POST /api/v1/hands/{table}/{hand}/share`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    /// `true` if the link shows the caller's cards in addition to what everyone saw at the table.
    pub own_cards: bool,
    /// `true` if players appear under numbers instead of their names.
    pub hide_names: bool,
}

/// A link to a hand, usable by anyone. The same request gives the same link until the link is withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShareResponse {
    /// Token for `GET /api/v1/shared/{token}`: 128 random bits.
    pub token: String,
    /// Path of the page that shows the hand.
    pub path: String,
}

/// `GET /api/v1/hands`: the caller's hands, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandsResponse {
    /// The hands, newest first.
    pub hands: Vec<HandSummary>,
    /// Start of the older hands, for `?before=`; left out if there are none. A search that matches few hands stops after some
    /// thousands and may return fewer than requested: older ones may still match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
}

/// `GET /api/v1/hands/{table}/{hand}`: a finished hand as the caller, who took part in it, may see it. With `?format=` set to
/// `phh`, `json`, `ohh` or `text`, the answer is a file in that format instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HandRecord {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Identifier of the game.
    pub game: String,
    /// Definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
    /// End of the hand, RFC 3339.
    pub ended_at: String,
    /// Start of the hand, RFC 3339. Absent from older servers, as are all fields below except `players`, `events` and `own`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// Name of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_name: Option<String>,
    /// Number of seats at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The betting structure, such as `nl`; left out if this version no longer knows the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The stakes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stakes: Option<StakesAtHand>,
    /// Hundredths of the currency that a chip stood for, if the table showed chips as money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip_value: Option<u32>,
    /// The sign that stood with those amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The game as in the list of games; left out if this version no longer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_info: Option<Box<GameInfo>>,
    /// The players by seat.
    pub players: Vec<HandPlayer>,
    /// All events that everyone saw, in order.
    pub events: Vec<PublicEvent>,
    /// The caller's own cards in dealing order, drawn cards last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<ShownCards>,
    /// Information for the caller's seat alone: its cards whenever they changed, and the hands they made. `seq` is the position
    /// in `events`, from 1, of the event it came with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PrivateEvent>,
}

/// A participant in a finished hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandPlayer {
    /// The seat, from 1.
    pub seat: u8,
    /// The player.
    pub player: PlayerInfo,
}
