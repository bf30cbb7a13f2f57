//! Parts of events: actions, amounts by seat, cards that lie face up.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;
use crate::v1::choice::Declaration;
use crate::v1::common::{Card, Chips};

/// An action in a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BetAction {
    /// The player folded.
    Fold,
    /// The player checked.
    Check,
    /// The player called, or went all-in for less.
    Call,
    /// The player opened the betting.
    Bet,
    /// The player raised.
    Raise,
}

/// The kind of a forced payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PostKind {
    /// An ante paid by every player.
    Ante,
    /// An ante paid by one seat for the whole table; dead money.
    DeadAnte,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// The blind of the button.
    ButtonBlind,
    /// A straddle: a blind raise.
    Straddle,
    /// The live blind of a player who enters or comes back.
    EntryBlind,
    /// A missed small blind; dead money.
    DeadBlind,
    /// Counts towards its owner's bet, but sets no bet to match.
    Credit,
    /// The bring-in, forced by the door card.
    BringIn,
}

/// The part of a pot that is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The whole pot.
    Whole,
    /// The high half.
    High,
    /// The low half.
    Low,
}

/// A seat dealt in, with its stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatStack {
    /// The seat, from 1.
    pub seat: u8,
    /// The stack in chips.
    pub stack: Chips,
}

/// An amount of chips at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatAmount {
    /// The seat, from 1.
    pub seat: u8,
    /// The amount in chips.
    pub amount: Chips,
}

/// The move of a player from one seat to another, or to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatMove {
    /// The old seat, from 1.
    pub from: u8,
    /// The new seat, from 1.
    pub to: u8,
}

/// A seat with the card dealt to it face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatCard {
    /// The seat, from 1.
    pub seat: u8,
    /// The card.
    pub card: Card,
}

/// Down cards that a seat turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rolled {
    /// The seat, from 1.
    pub seat: u8,
    /// The cards.
    pub cards: Vec<Card>,
    /// The declaration announced with them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announced: Option<Declaration>,
}

/// The declaration of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatDeclaration {
    /// The seat, from 1.
    pub seat: u8,
    /// The sides of the pot declared for.
    pub sides: Declaration,
}

/// Cards dealt to a seat, as everyone sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DealtHand {
    /// The seat, from 1.
    pub seat: u8,
    /// The cards; `null` for each one that lies face down.
    pub cards: Vec<Option<Card>>,
}

/// Cards of a seat shown to everyone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownCards {
    /// The seat, from 1.
    pub seat: u8,
    /// The cards.
    pub cards: Vec<Card>,
}

/// The name of a made hand as data; clients supply the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandName {
    /// The category, such as `full_house`.
    pub category: Cow<'static, str>,
    /// Ranks that are part of the name, most significant first, such as `["9", "A"]`.
    pub ranks: Vec<char>,
    /// The cards that play.
    pub cards: Vec<Card>,
    /// The card that each of `cards` counts as, in the same order: itself, or the card that a wild card stands for; `X1` is a
    /// wild card that counts below the ace. Left out if none is wild.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stands_for: Vec<Card>,
}
