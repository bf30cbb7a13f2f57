//! What events are made of: what was done, who has what, cards that lie open.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::v1::choice::Declaration;
use crate::v1::common::{Card, Chips};

/// What a player did in a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum BetAction {
    /// Gave up.
    Fold,
    /// Stayed in without money.
    Check,
    /// Matched the bet, or went all-in for less.
    Call,
    /// Opened the betting.
    Bet,
    /// Raised.
    Raise,
}

/// What a forced payment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PostKind {
    /// An ante of everybody.
    Ante,
    /// An ante of one for all, dead.
    DeadAnte,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// The blind of the button.
    ButtonBlind,
    /// A blind raise.
    Straddle,
    /// The live blind of a player who enters or comes back.
    EntryBlind,
    /// A missed small blind, dead.
    DeadBlind,
    /// Counts for its owner and sets no bet.
    Credit,
    /// The forced bet of the door card.
    BringIn,
}

/// Which part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// All of it.
    Whole,
    /// The high half.
    High,
    /// The low half.
    Low,
}

/// A seat with its stack and how it takes part in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatStack {
    /// The seat.
    pub seat: u8,
    /// The stack.
    pub stack: Chips,
}

/// A seat and an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatAmount {
    /// The seat.
    pub seat: u8,
    /// The amount.
    pub amount: Chips,
}

/// A player's way from one seat to another, or to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatMove {
    /// The seat before.
    pub from: u8,
    /// The seat from now on.
    pub to: u8,
}

/// A seat and a card that everybody saw it get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatCard {
    /// The seat.
    pub seat: u8,
    /// The card.
    pub card: Card,
}

/// Down-cards that a seat turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rolled {
    /// The seat.
    pub seat: u8,
    /// The cards.
    pub cards: Vec<Card>,
    /// What was announced with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub announced: Option<Declaration>,
}

/// A seat and what it declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatDeclaration {
    /// The seat.
    pub seat: u8,
    /// Which sides.
    pub sides: Declaration,
}

/// Cards dealt to a seat, as everybody sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DealtHand {
    /// The seat.
    pub seat: u8,
    /// The card if it is face up, `null` if it is face down.
    pub cards: Vec<Option<Card>>,
}

/// Cards of a seat that everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShownCards {
    /// The seat.
    pub seat: u8,
    /// The cards.
    pub cards: Vec<Card>,
}

/// What a hand makes, as data: clients find the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandName {
    /// The category, such as `full_house`.
    pub category: Cow<'static, str>,
    /// The ranks in the name, most significant first, such as `["9", "A"]`.
    pub ranks: Vec<char>,
    /// The cards that play.
    pub cards: Vec<Card>,
    /// What each of them counts as, in the same order: itself, or what it stands for if it is wild; `X1` is a wild card
    /// that counts below the ace. Left out if none is wild.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub stands_for: Vec<Card>,
}
