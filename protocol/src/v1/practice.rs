//! Practice: a table of one's own against bots, for chips that are no money, and the hints that it gives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::choice::{Action, Declaration};
use super::common::{Card, Chips, is_false};
use super::rest::HandRecord;

/// `POST /api/v1/practice`: a table where the caller alone plays against bots of the house. Only the caller finds it. Its chips
/// are no money: none come from an account or go to one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PracticeRequest {
    /// The game, or a mix of several: its identifier.
    pub game: String,
    /// How many bots play, at least one and at most as leaves a seat of the game free.
    pub bots: u8,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`; the game's first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<String>,
}

/// `GET /api/v1/practice/hands`: hands to study, which bots of the house have played. They are the same for everybody for a day, by
/// UTC, and others on the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyResponse {
    /// The day, as in `2026-11-25`.
    pub day: String,
    /// The hands, of several families of games.
    pub hands: Vec<StudyHand>,
}

/// A hand to study, from one of its seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyHand {
    /// The family of its game.
    pub family: String,
    /// The hand as the player of that seat saw it, `own.seat`. `parts` hold `choices` as well: what the seat was asked.
    pub record: HandRecord,
    /// Every decision of the seat, in order.
    pub decisions: Vec<StudyDecision>,
}

/// A decision of a hand to study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StudyDecision {
    /// The place of the event of the record that asked, from 1: that of the part with its choices.
    pub seq: u64,
    /// What the seat did.
    pub action: Action,
    /// What the decision cost and promised.
    pub hint: Hint,
}

/// What a decision at a practice table costs and promises. All parts are in thousandths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Hint {
    /// The number of the hand.
    pub hand: u64,
    /// The number of the decision that it is about.
    pub turn: u32,
    /// All chips in the middle, bets of this round included.
    pub pot: Chips,
    /// What it takes to stay: a call, or the price of a card. 0 if nothing.
    pub price: Chips,
    /// The part of the pot that has to be won so that `price` costs nothing in the long run; 0 if staying is free.
    pub needed: u16,
    /// What each choice takes from the stack.
    pub costs: Vec<HintCost>,
    /// What the hand can expect if everybody stays to the end, by dealing the rest many times. Other hands are as likely as any.
    pub chance: HintChance,
    /// Whether the hand would win two pots in three if the cards were shown now.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub leads: bool,
    /// The unseen cards each of which, coming next, would make it lead. Left out where it leads already, and where no single
    /// card comes next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outs: Option<Vec<Card>>,
    /// What follows.
    pub reason: HintReason,
    /// The cards that `reason` is about: those to discard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub cards: Vec<Card>,
    /// The side that `reason` is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub side: Option<Declaration>,
}

/// What a choice takes from the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HintCost {
    /// The kind of the choice, as its `type` is called.
    pub choice: HintChoice,
    /// The least chips that it takes.
    pub min: Chips,
    /// The most.
    pub max: Chips,
}

/// A choice that has a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum HintChoice {
    /// Fold.
    Fold,
    /// Check.
    Check,
    /// Call.
    Call,
    /// Bet.
    Bet,
    /// Raise.
    Raise,
    /// Raise blind.
    Straddle,
    /// Pay for a card.
    Buy,
}

/// What a hand can expect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HintChance {
    /// How often the rest was dealt.
    pub samples: u32,
    /// Deals that win everything.
    pub win: u16,
    /// Deals that win a part.
    pub tie: u16,
    /// The part of the pot on average.
    pub share: u16,
    /// The part that each player would have if all hands were equal.
    pub fair: u16,
    /// The part of the high side; left out in games without two sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub high: Option<u16>,
    /// The part of the low side; left out in games without two sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub low: Option<u16>,
}

/// What the numbers of a hint come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum HintReason {
    /// No deal loses: bet as much as others call.
    Sure,
    /// The part is much larger than an equal one: bet for value.
    Value,
    /// Staying costs nothing: check.
    Free,
    /// The part is at least what the price needs: stay.
    PriceGood,
    /// The part is less than what the price needs: give up.
    PriceBad,
    /// No deal wins: give up.
    DrawingDead,
    /// These cards are best discarded.
    #[serde(rename = "throw")]
    Discard,
    /// No exchange promises more than the cards as they are.
    StandPat,
    /// This side promises most.
    Side,
    /// Chances do not decide this.
    Open,
}
