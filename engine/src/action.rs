//! What players are asked and what they answer.

use crate::list::{Blank, Cards, List};
use crate::{CardSet, Chips, SeatIx, SeatSet};

/// A player's answer to a decision. Amounts are totals for the current betting round, never increments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Give up the pot.
    Fold,
    /// Stay in without money.
    Check,
    /// Match the bet, or go all-in for less.
    Call,
    /// Open the betting to a total of this much.
    Bet(Chips),
    /// Raise to a total of this much.
    Raise(Chips),
    /// Throw these cards, none to stand pat; whether they are replaced is the game's affair.
    Discard(CardSet),
}

/// What a player may do.
pub type Choices = List<Choice, 3>;

impl Blank for Choice {
    const BLANK: Self = Self::Fold;
}

/// One thing that the player who is asked may do, with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Fold.
    Fold,
    /// Check.
    Check,
    /// Call for this much more.
    Call {
        /// Chips that the call adds.
        amount: Chips,
    },
    /// Open for a total from `min` to `max`, which are equal where only one size is possible.
    Bet {
        /// The least total.
        min: Chips,
        /// The greatest total.
        max: Chips,
    },
    /// Raise to a total from `min` to `max`, which are equal where only one size is possible.
    Raise {
        /// The least total.
        min: Chips,
        /// The greatest total.
        max: Chips,
    },
    /// Throw from `min` to `max` of these cards.
    Discard {
        /// The least number of cards.
        min: u8,
        /// The greatest number of cards.
        max: u8,
        /// The cards to choose from, in the order in which they lie.
        cards: Cards,
        /// Whether each thrown card is replaced by one from the deck.
        replaced: bool,
    },
}

/// Whose decision it is. What each may choose is private: see [`crate::Hand::choices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of the decision in its hand, from 1. Seats that choose at the same time share it.
    pub no: u32,
    /// Who has not yet answered; several where the decision is simultaneous.
    pub seats: SeatSet,
    /// What kind of decision it is.
    pub kind: TurnKind,
}

/// The kind of a decision, public before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// Bet, call, check, fold.
    Bet,
    /// Throw cards and receive others.
    Draw,
    /// Throw cards for good.
    Discard,
}

/// Why an action was refused. The hand is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The hand is over.
    #[error("the hand is over")]
    HandOver,
    /// Another seat is to act, or this one has already answered. Rule: tournament 9.18.
    #[error("it is not the turn of {seat}")]
    NotYourTurn {
        /// Who tried to act.
        seat: SeatIx,
    },
    /// The decision is of another kind: a bet where cards are to be thrown, or the reverse.
    #[error("this decision is not answered by such an action")]
    WrongKind,
    /// A fold where checking is free. Rule: tournament 9.22.
    #[error("fold refused: checking is free")]
    FoldNotOffered,
    /// A check with something to call. Rule: tournament 9.4.
    #[error("check refused: {to_call} to call")]
    CheckNotOffered {
        /// Chips to call.
        to_call: Chips,
    },
    /// A call of nothing.
    #[error("call refused: nothing to call")]
    NothingToCall,
    /// A bet where there is a bet already; raise instead.
    #[error("bet refused: there is a bet of {bet} already")]
    AlreadyBet {
        /// The bet to match, a total.
        bet: Chips,
    },
    /// A raise where there is no bet; bet instead.
    #[error("raise refused: there is no bet")]
    NothingToRaise,
    /// A raise by a player who has acted since the last full raise. Rule: tournament 9.21.
    #[error("raise refused: the betting was not reopened")]
    RaiseNotReopened,
    /// A raise when as many as the structure allows were made. Rule: variants 4.2.
    #[error("raise refused: the round has seen its {cap} raises")]
    RaiseCapReached {
        /// How many raises a round may see.
        cap: u8,
    },
    /// A bet or raise when nobody could call it. Rule: tournament D-13.
    #[error("bet refused: no rival has chips left")]
    NobodyToBetAgainst,
    /// A bet or raise below the least that is legal. Rule: tournament 9.6.
    #[error("{to} is below the minimum of {min}")]
    BetTooSmall {
        /// The total that was asked for.
        to: Chips,
        /// The least legal total.
        min: Chips,
    },
    /// A bet or raise above the most that is legal.
    #[error("{to} is above the maximum of {max}")]
    BetTooLarge {
        /// The total that was asked for.
        to: Chips,
        /// The greatest legal total.
        max: Chips,
    },
    /// An amount that is no whole number of the smallest chip in play.
    #[error("{to} is not a multiple of {unit}")]
    NotAMultiple {
        /// The total that was asked for.
        to: Chips,
        /// The smallest chip.
        unit: Chips,
    },
    /// A throw of cards that the player does not hold.
    #[error("a thrown card is not in the hand")]
    CardNotHeld,
    /// A throw of fewer cards than the game demands.
    #[error("{count} cards are fewer than the {min} to throw")]
    TooFewCards {
        /// How many were thrown.
        count: u8,
        /// The least number.
        min: u8,
    },
    /// A throw of more cards than the game allows.
    #[error("{count} cards are more than the {max} that may be thrown")]
    TooManyCards {
        /// How many were thrown.
        count: u8,
        /// The greatest number.
        max: u8,
    },
    /// An opening bet without the openers that the game asks for. Rule: variants 4.4.
    #[error("bet refused: the hand holds no openers")]
    NoOpeners,
}

impl RuleError {
    /// The stable code, as on the wire.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::HandOver => "rule.hand_over",
            Self::NotYourTurn { .. } => "turn.not_yours",
            Self::WrongKind => "rule.wrong_kind",
            Self::FoldNotOffered => "rule.fold_not_offered",
            Self::CheckNotOffered { .. } => "rule.check_not_offered",
            Self::NothingToCall => "rule.nothing_to_call",
            Self::AlreadyBet { .. } => "rule.already_bet",
            Self::NothingToRaise => "rule.nothing_to_raise",
            Self::RaiseNotReopened => "rule.raise_not_reopened",
            Self::RaiseCapReached { .. } => "rule.raise_cap_reached",
            Self::NobodyToBetAgainst => "rule.nobody_to_bet_against",
            Self::BetTooSmall { .. } => "rule.bet_too_small",
            Self::BetTooLarge { .. } => "rule.bet_too_large",
            Self::NotAMultiple { .. } => "rule.not_a_multiple",
            Self::CardNotHeld => "rule.card_not_held",
            Self::TooFewCards { .. } => "rule.too_few_cards",
            Self::TooManyCards { .. } => "rule.too_many_cards",
            Self::NoOpeners => "rule.no_openers",
        }
    }
}
