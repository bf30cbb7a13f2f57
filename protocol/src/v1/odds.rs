//! What hands that lie open can expect from the cards to come.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::choice::Declaration;
use super::common::{Card, TableId, is_false, is_zero};

/// Asks for the odds of hands that lie open: `POST /api/v1/odds`. No card lies in two places.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// The identifier of the game.
    pub game: String,
    /// The table, where the game is its host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// The hands that contend, from 2 to 12, all with the same number of cards.
    #[schemars(length(min = 2, max = 12))]
    pub hands: Vec<OpenHand>,
    /// The cards of the board that lie face up, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 54))]
    #[ts(optional, as = "Option<_>")]
    pub board: Vec<Card>,
    /// How many cards of the board lie face down, behind the others.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<_>")]
    pub board_down: u8,
    /// Cards that everybody has seen and that cannot come: those of folded hands, and of another board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 54))]
    #[ts(optional, as = "Option<_>")]
    pub gone: Vec<Card>,
}

/// A hand that lies open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenHand {
    /// The cards that were dealt face down, in their order.
    #[schemars(length(max = 54))]
    pub down: Vec<Card>,
    /// The cards that were dealt face up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 54))]
    #[ts(optional, as = "Option<_>")]
    pub up: Vec<Card>,
    /// What its player declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub declared: Option<Declaration>,
}

/// The odds of open hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OddsResponse {
    /// Each hand's part of the pot on average, in thousandths rounded down, in the order of the request. Empty where a draw, a
    /// discard or another decision may still come, and where cards cannot lie as they do in this game.
    pub shares: Vec<u16>,
    /// How many deals to the end are behind it. 1 and `exact` where nothing is to come.
    pub deals: u32,
    /// Whether those are all that there are; else they are dealt at random, the same ones for the same question.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub exact: bool,
}
