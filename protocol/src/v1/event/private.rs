//! What one seat alone learns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::HandName;
use crate::v1::choice::Choice;
use crate::v1::common::{Card, Chips};

/// What a seat's cards make. A side of which nothing can be said yet is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Made {
    /// On the high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub high: Option<HandName>,
    /// On the low side, if the hand qualifies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub low: Option<HandName>,
}

/// What one seat alone learns, under the number of a public event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PrivateEvent {
    /// The seat's cards changed: some were dealt, drawn or discarded for good.
    Cards {
        /// The number of the public event.
        seq: u64,
        /// The new cards, hidden and open, in the order of the deal; none after a discard without replacement.
        cards: Vec<Card>,
        /// All cards of the seat now, in the order in which they lie.
        hand: Vec<Card>,
    },
    /// What the seat's cards make now, sent whenever its cards or the board change. A side of which nothing can be
    /// said yet is left out.
    Made {
        /// The number of the public event.
        seq: u64,
        /// On the high side.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        high: Option<HandName>,
        /// On the low side, if the hand qualifies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        low: Option<HandName>,
        /// With the second of two boards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        second: Option<Box<Made>>,
    },
    /// The seat is asked: what is legal, and what a player needs to decide.
    Choices {
        /// The number of the public event.
        seq: u64,
        /// The hand's number, to be repeated in the answer.
        hand: u64,
        /// The decision's number, to be repeated in the answer.
        turn: u32,
        /// Everything that is legal, nothing that is not.
        choices: Vec<Choice>,
        /// The seat's own cards.
        cards: Vec<Card>,
        /// Whether each of those cards lies face up; left out if none does.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        face_up: Vec<bool>,
        /// The cards of the board that lie face up.
        board: Vec<Card>,
        /// How many more cards of the board lie face down.
        #[serde(default, skip_serializing_if = "crate::v1::common::is_zero")]
        #[ts(optional, as = "Option<_>")]
        board_down: u8,
        /// The cards of the second of two boards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        second_board: Vec<Card>,
        /// All chips in the middle, bets of this round included.
        pot: Chips,
        /// Chips to call, 0 if none.
        to_call: Chips,
        /// The seat's stack.
        stack: Chips,
    },
}

impl PrivateEvent {
    /// The number of the public event that the part belongs to.
    pub const fn seq(&self) -> u64 {
        match self {
            Self::Cards { seq, .. } | Self::Made { seq, .. } | Self::Choices { seq, .. } => *seq,
        }
    }
}
