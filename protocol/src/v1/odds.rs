//! Odds of exposed hands against the cards to come.

use serde::{Deserialize, Serialize};

use super::choice::Declaration;
use super::common::{Card, TableId, is_false, is_zero};
use crate::describe::JsonSchema;

/// Asks for the odds of exposed hands: `POST /api/v1/odds`. No card may appear twice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// Identifier of the game.
    pub game: String,
    /// Identifier of the table, if the game is its host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The hands in contention, from 2 to 12, all with the same number of cards.
    #[schemars(length(min = 2, max = 12))]
    pub hands: Vec<OpenHand>,
    /// The face-up board cards, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 54))]
    pub board: Vec<Card>,
    /// Number of face-down board cards, which follow the others.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub board_down: u8,
    /// Cards that everyone has seen and that cannot come: those of folded hands and of another board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 54))]
    pub gone: Vec<Card>,
}

/// An exposed hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenHand {
    /// The cards that were dealt face down, in order.
    #[schemars(length(max = 54))]
    pub down: Vec<Card>,
    /// The cards that were dealt face up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 54))]
    pub up: Vec<Card>,
    /// The player's declaration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declaration>,
}

/// The odds of exposed hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OddsResponse {
    /// Average share of the pot for each hand, in thousandths rounded down, in the order of the request. Empty if a draw, a
    /// discard or another decision may still come, and if the cards cannot lie this way in the game.
    pub shares: Vec<u16>,
    /// Number of runouts behind the answer. 1, with `exact` set, if no card is to come.
    pub deals: u32,
    /// `true` if these are all possible runouts; otherwise they are random, and the same for the same question.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}
