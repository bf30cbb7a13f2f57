//! Practice: a private table against bots, for chips without value, and the hints it gives.

use serde::{Deserialize, Serialize};

use super::choice::{Action, Declaration};
use super::common::{Card, Chips, is_false};
use super::rest::HandRecord;
use crate::describe::JsonSchema;

/// `POST /api/v1/practice`: opens a table where the caller alone plays against house bots. No one else can find it. Its chips
/// have no value: none come from an account or go to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PracticeRequest {
    /// Identifier of the game or of a mix.
    pub game: String,
    /// Number of bots: at least 1, and few enough to leave one seat of the game free.
    pub bots: u8,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`; the game's first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// `GET /api/v1/practice/hands`: hands to study, played by house bots. Everyone gets the same ones for a day, counted by UTC,
/// and new ones the next day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyResponse {
    /// The day, such as `2026-11-25`.
    pub day: String,
    /// The hands, from several families of games.
    pub hands: Vec<StudyHand>,
}

/// A hand to study, seen from one of its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyHand {
    /// Family of the hand's game.
    pub family: String,
    /// The hand as the player in the seat `own.seat` saw it. `parts` also includes the `choices` given to the seat.
    pub record: HandRecord,
    /// All decisions of the seat, in order.
    pub decisions: Vec<StudyDecision>,
}

/// A decision in a hand to study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StudyDecision {
    /// Position of the event in the record that opened the decision, from 1: that of the part with its choices.
    pub seq: u64,
    /// The action the seat took.
    pub action: Action,
    /// The cost and the prospects of the decision.
    pub hint: Hint,
}

/// The cost and the prospects of a decision at a practice table. All fractions are in thousandths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hint {
    /// Number of the hand.
    pub hand: u64,
    /// Number of the decision.
    pub turn: u32,
    /// All chips in the pot, bets of this round included.
    pub pot: Chips,
    /// Chips needed to stay in: a call, or the price of a card; 0 if staying in is free.
    pub price: Chips,
    /// The share of the pot, in thousandths, at which paying `price` breaks even in the long run; 0 if staying in is free.
    pub needed: u16,
    /// The cost of each choice, in chips from the stack.
    pub costs: Vec<HintCost>,
    /// Prospects of the hand if every player stays in to the end, estimated by dealing the rest many times. All holdings of the
    /// opponents are taken as equally likely.
    pub chance: HintChance,
    /// `true` if the hand would win at least two pots in three were the cards shown now.
    #[serde(default, skip_serializing_if = "is_false")]
    pub leads: bool,
    /// Unseen cards any of which, coming next, would put the hand in the lead. Left out if it already leads, or if the next
    /// deal is not a single card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outs: Option<Vec<Card>>,
    /// The conclusion to draw.
    pub reason: HintReason,
    /// The cards that `reason` refers to: those to discard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Card>,
    /// The side that `reason` refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Declaration>,
}

/// The cost of a choice, in chips from the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HintCost {
    /// The kind of choice, named as in its `kind`.
    pub choice: HintChoice,
    /// Minimum cost, in chips.
    pub min: Chips,
    /// Maximum cost, in chips.
    pub max: Chips,
}

/// A choice with a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintChoice {
    /// To fold.
    Fold,
    /// To check.
    Check,
    /// To call.
    Call,
    /// To bet.
    Bet,
    /// To raise.
    Raise,
    /// To straddle.
    Straddle,
    /// To pay for a card.
    Buy,
}

/// The prospects of a hand; fractions are in thousandths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HintChance {
    /// Number of times the rest was dealt.
    pub samples: u32,
    /// Deals that win the whole pot, in thousandths.
    pub win: u16,
    /// Deals that win part of the pot, in thousandths.
    pub tie: u16,
    /// Average share of the pot, in thousandths.
    pub share: u16,
    /// Share of each player if all hands were equal, in thousandths.
    pub fair: u16,
    /// Share of the high side, in thousandths; left out in games without two sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<u16>,
    /// Share of the low side, in thousandths; left out in games without two sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<u16>,
}

/// The conclusion drawn from the numbers of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HintReason {
    /// No deal loses: bet as much as opponents will call.
    Sure,
    /// The share is far above an equal one: bet for value.
    Value,
    /// Staying in is free: check.
    Free,
    /// The share is at least the one needed for the price: stay in.
    PriceGood,
    /// The share is below the one needed for the price: fold.
    PriceBad,
    /// No deal wins: fold.
    DrawingDead,
    /// These cards are the best to discard.
    #[serde(rename = "throw")]
    Discard,
    /// No exchange improves on the cards as they are: stand pat.
    StandPat,
    /// This side has the best prospects.
    Side,
    /// The numbers do not settle this decision.
    Open,
}
