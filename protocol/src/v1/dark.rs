//! Checks and bets in the dark, declared before the board cards of the coming betting round are dealt.

use serde::{Deserialize, Serialize};

use super::common::Chips;
use super::event::BetAction;
use crate::describe::JsonSchema;

/// The seat that may declare in the dark, and the bounds of a bet. A check is always possible as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DarkOffer {
    /// The seat that is first to act in the coming round, or the next one after the seats that have declared a check.
    pub seat: u8,
    /// Minimum total of a bet.
    pub min: Chips,
    /// Maximum total of a bet.
    pub max: Chips,
}

/// The declaration of a seat for the coming round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DarkAction {
    /// The seat, from 1.
    pub seat: u8,
    /// `check` or `bet`.
    pub action: BetAction,
    /// Total of the bet; 0 for a check.
    pub to: Chips,
}
