//! Requests of a player for a seat.

use serde::{Deserialize, Serialize};

use super::super::common::{Chips, TableId, is_false};
use crate::describe::JsonSchema;

/// A request for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// The seat, from 1; any free one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Chips to bring to the table, within its buy-in range.
    pub buy_in: Chips,
    /// Entry into the game: post the big blind to be dealt in as soon as possible, or wait for it.
    #[serde(default)]
    pub entry: Entry,
}

/// The way a player enters the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// Waits for the big blind, at no extra cost.
    #[default]
    Wait,
    /// Posts the big blind and plays as soon as possible.
    Post,
}

/// A request to sit out or to come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SitOut {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// `true` to sit out, `false` to come back.
    pub out: bool,
    /// Point from which to sit out; ignored on coming back.
    #[serde(default)]
    pub when: SitOutWhen,
    /// Minutes of a pause, after which you are dealt in again if a connection of yours is there, and go on sitting out
    /// otherwise; ignored on coming back. Left out, sitting out has no end. Sent again, it sets another end, counted from now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 60))]
    pub minutes: Option<u8>,
    /// Entry into the game on coming back, also at the end of a pause; ignored on sitting out without an end.
    #[serde(default)]
    pub entry: Entry,
}

/// A request to straddle, or to stop straddling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Straddle {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// `true` to straddle, `false` to stop.
    pub on: bool,
}

/// The point from which a player sits out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SitOutWhen {
    /// The next hand.
    #[default]
    NextHand,
    /// The next big blind of the seat.
    NextBigBlind,
}

/// A request for more chips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rebuy {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// Chips to add; with `whole`, the whole stack.
    pub amount: Chips,
    /// `true` to choose the stack anew, within the range of buy-ins: at a table with chips of its own, in the player's first stay
    /// there, until the first hand is dealt to the player. It is no rebuy.
    #[serde(default, skip_serializing_if = "is_false")]
    pub whole: bool,
}

/// A choice of when the player's own time bank begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TimeBank {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// Start of the time bank.
    pub start: BankStart,
}

/// The start of a time bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BankStart {
    /// By itself, as soon as the time to act has run out, from the next decision on.
    Itself,
    /// Only if the player sends `now` during the decision, from the next decision on; otherwise the decision ends with the time
    /// to act. A player whose connection is down gets the bank in any case.
    Button,
    /// In the open decision, as soon as the time to act has run out.
    Now,
}

/// A request to join or leave the wait list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaitList {
    /// Identifier of this request, 1 to 64 characters; repeated in the answer.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Identifier of the table.
    pub table: TableId,
    /// `true` to join, `false` to leave or to decline the seat on offer.
    pub join: bool,
}
