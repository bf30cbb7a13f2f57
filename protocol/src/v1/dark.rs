//! Checks and bets in the dark: declared before the cards of the board that the coming betting round waits for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::Chips;
use super::event::BetAction;

/// Who may declare in the dark, and how much a bet may be. A check is possible as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DarkOffer {
    /// The seat that will be first in the coming round, or the next one behind those that have declared a check.
    pub seat: u8,
    /// The least total of a bet.
    pub min: Chips,
    /// The greatest total of a bet.
    pub max: Chips,
}

/// What a seat has declared for the coming round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DarkAction {
    /// Who.
    pub seat: u8,
    /// `check` or `bet`.
    pub action: BetAction,
    /// The total of the bet; 0 for a check.
    pub to: Chips,
}
