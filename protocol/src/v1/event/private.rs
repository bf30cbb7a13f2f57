//! Information for one seat alone.

use serde::{Deserialize, Serialize};

use super::HandName;
use crate::describe::JsonSchema;
use crate::v1::choice::Choice;
use crate::v1::common::{Card, Chips};

/// The hands that a seat's cards make. A side on which nothing can be said yet is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Made {
    /// The hand on the high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<HandName>,
    /// The hand on the low side, if it qualifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<HandName>,
}

/// Information for one seat alone, under the number of a public event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PrivateEvent {
    /// The seat's cards changed: some were dealt, drawn, or discarded without replacement.
    Cards {
        /// Number of the public event that this belongs to.
        seq: u64,
        /// The new cards, hidden and face up, in dealing order; empty after a discard without replacement.
        cards: Vec<Card>,
        /// All cards of the seat, in the order in which they lie.
        hand: Vec<Card>,
    },
    /// The hands that the seat's cards now make, sent whenever its cards or the board change. A side on which nothing can be
    /// said yet is left out.
    Made {
        /// Number of the public event that this belongs to.
        seq: u64,
        /// The hand on the high side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        high: Option<HandName>,
        /// The hand on the low side, if it qualifies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        low: Option<HandName>,
        /// The hands made with the second of two boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<Box<Made>>,
    },
    /// The seat is to act: all legal choices, and the information needed to decide.
    Choices {
        /// Number of the public event that this belongs to.
        seq: u64,
        /// Number of the hand, to be repeated in the answer.
        hand: u64,
        /// Number of the decision, to be repeated in the answer.
        turn: u32,
        /// All legal choices; anything else is illegal.
        choices: Vec<Choice>,
        /// The seat's own cards.
        cards: Vec<Card>,
        /// For each of those cards, `true` if it lies face up; left out if none does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        face_up: Vec<bool>,
        /// The board cards that lie face up.
        board: Vec<Card>,
        /// Number of further board cards that lie face down.
        #[serde(default, skip_serializing_if = "crate::v1::common::is_zero")]
        board_down: u8,
        /// The cards of the second of two boards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        second_board: Vec<Card>,
        /// All chips in the pot, bets of this round included.
        pot: Chips,
        /// Chips needed to call; 0 if there is nothing to call.
        to_call: Chips,
        /// The seat's stack.
        stack: Chips,
    },
    /// The seat has agreed to show the cards of a stopped hand, or has taken that back. The question is over once `hand_stopped` comes
    /// without `asked`, or the hand goes on.
    Consent {
        /// Number of the public event that this belongs to.
        seq: u64,
        /// `true` if the seat has agreed.
        agreed: bool,
    },
}

impl PrivateEvent {
    /// Returns the number of the public event that the part belongs to.
    pub const fn seq(&self) -> u64 {
        match self {
            Self::Cards { seq, .. }
            | Self::Made { seq, .. }
            | Self::Choices { seq, .. }
            | Self::Consent { seq, .. } => *seq,
        }
    }
}
