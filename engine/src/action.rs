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
    /// Discard these cards, none to stand pat; the game says whether they are replaced.
    Discard(CardSet),
    /// Raise blind, for twice the last blind.
    Straddle,
    /// Do without the straddle.
    Decline,
    /// Turn these own down-cards up, in games that ask for it with a word on the side that is played for.
    Roll {
        /// The cards.
        cards: CardSet,
        /// The announcement; `None` where none is asked for.
        announce: Option<Declaration>,
    },
    /// Turn the hole card up and take the next card down.
    Flip,
    /// Leave the cards as they lie.
    Keep,
    /// Discard the up-card and take a down-card for it.
    Swap,
    /// Lay the down-cards in this order, the first nearest to the player.
    Arrange(Cards),
    /// Pay for the up-card.
    Buy,
    /// Do not pay for the up-card, which gives up the pot.
    Pass,
    /// Say which sides of the pot are played for.
    Declare(Declaration),
    /// Agree to deal the rest of the board twice, each time for one half of every pot.
    RunTwice,
    /// Deal the rest of the board once.
    RunOnce,
    /// Check in the coming betting round, whatever comes on the board before it. Rule: tournament 9.16.
    CheckDark,
    /// Open the coming betting round to a total of this much, whatever comes on the board before it. Rule: tournament 9.16.
    BetDark(Chips),
}

/// Which sides of the pot a player plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// The high side.
    High,
    /// The low side.
    Low,
    /// Both.
    Both,
}

impl Declaration {
    /// Every declaration.
    pub const ALL: [Self; 3] = [Self::High, Self::Low, Self::Both];

    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Low => "low",
            Self::Both => "both",
        }
    }

    /// The declaration of a stable name, `None` if there is none.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|declaration| declaration.code() == code)
    }

    /// Whether the high side is among them.
    pub const fn is_high(self) -> bool {
        matches!(self, Self::High | Self::Both)
    }

    /// Whether the low side is among them.
    pub const fn is_low(self) -> bool {
        matches!(self, Self::Low | Self::Both)
    }
}

impl Blank for Declaration {
    const BLANK: Self = Self::High;
}

/// The declarations to choose from; empty where nothing is declared.
pub type Declarations = List<Declaration, 3>;

/// What a player may do.
pub type Choices = List<Choice, 4>;

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
    /// Discard from `min` to `max` of these cards.
    Discard {
        /// The least number of cards.
        min: u8,
        /// The greatest number of cards.
        max: u8,
        /// The cards to choose from, in the order in which they lie.
        cards: Cards,
        /// Whether each discarded card is replaced by one from the deck.
        replaced: bool,
        /// Cards lying face up that are to be discarded besides.
        up: Pick,
    },
    /// Raise blind.
    Straddle {
        /// The total that it makes.
        amount: Chips,
    },
    /// Do not straddle.
    Decline,
    /// Turn from `min` to `max` of these down-cards up.
    Roll {
        /// The least number of cards.
        min: u8,
        /// The greatest number of cards.
        max: u8,
        /// The cards to choose from, in the order in which they lie.
        cards: Cards,
        /// What is to be announced with them, one of these; empty if nothing is.
        announce: Declarations,
    },
    /// Turn the hole card up and take the next card down.
    Flip,
    /// Leave the cards as they lie.
    Keep,
    /// Discard the up-card and take a down-card for it.
    Swap,
    /// Lay these down-cards in an order of one's own, the first nearest to the player.
    Arrange {
        /// The cards, as they lie now.
        cards: Cards,
    },
    /// Pay for the up-card.
    Buy {
        /// Chips that it takes; the whole stack if it is short.
        price: Chips,
    },
    /// Do not pay, which gives up the pot.
    Pass,
    /// Declare one of these.
    Declare {
        /// What may be declared.
        options: Declarations,
    },
    /// Agree to deal the rest of the board twice.
    RunTwice,
    /// Deal it once.
    RunOnce,
}

/// Who may declare in the dark, and how much a bet may be. Checking is always possible then. Rule: tournament 9.16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DarkOffer {
    /// Who.
    pub seat: SeatIx,
    /// The least total of a bet.
    pub min: Chips,
    /// The greatest total of a bet.
    pub max: Chips,
}

/// A round of draws among those of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRound {
    /// Its number, from 1.
    pub number: u8,
    /// The last number, if the hand is played to its end.
    pub of: u8,
}

/// Some of several cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The least number.
    pub min: u8,
    /// The greatest number.
    pub max: u8,
    /// The cards to choose from, in the order in which they lie.
    pub cards: Cards,
}

impl Pick {
    /// Nothing to choose.
    pub const NONE: Self = Self {
        min: 0,
        max: 0,
        cards: Cards::EMPTY,
    };
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
    /// Discard cards and receive others.
    Draw,
    /// Discard cards for good.
    Discard,
    /// Raise blind or not.
    Straddle,
    /// Turn own down-cards up: several seats at once, and nothing is shown until all have chosen.
    Roll,
    /// Turn the hole card up and take the next card down, or not.
    OptionalRoll,
    /// Lay the down-cards in an order.
    Arrange,
    /// Pay for an up-card or give up the pot.
    Buy,
    /// Change an up-card for a down-card, or not.
    Swap,
    /// Say which sides of the pot are played for: several seats at once, and nothing is told until all have chosen.
    Declare,
    /// Deal the rest of the board twice or once: several seats at once, and nothing is told until all have answered.
    Runs,
}

/// Why an action was refused. The hand is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The hand is over.
    #[error("the hand is over")]
    HandOver,
    /// Another seat is to act, or this one has already answered. Rule: tournament 9.18.
    #[error("it is not the turn of seat {}", seat.number())]
    NotYourTurn {
        /// Who tried to act.
        seat: SeatIx,
    },
    /// The decision is of another kind: a bet where cards are to be discarded, or the reverse.
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
    /// A bet or raise that no other player could call. Rule: tournament D-13.
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
    /// A card that the player does not hold, or that this choice is not about.
    #[error("a card is not among those to choose from")]
    CardNotHeld,
    /// A choice of fewer cards than the game demands.
    #[error("{count} cards are fewer than the {min} to choose")]
    TooFewCards {
        /// How many were chosen.
        count: u8,
        /// The least number.
        min: u8,
    },
    /// A choice of more cards than the game allows.
    #[error("{count} cards are more than the {max} that may be chosen")]
    TooManyCards {
        /// How many were chosen.
        count: u8,
        /// The greatest number.
        max: u8,
    },
    /// An opening bet without the openers that the game asks for. Rule: variants 4.4.
    #[error("bet refused: the hand holds no openers")]
    NoOpeners,
    /// A check or fold of the first speaker of a game in which he has to bet. Rule: variants V62.
    #[error("the first speaker has to bet")]
    MustOpen,
    /// A raise by the first speaker of a round in which he may only call or fold. Rule: variants V23.
    #[error("raise refused: the first speaker may only call or fold")]
    FirstMayNotRaise,
    /// A raise by a player who has checked, in a game that forbids it. Rule: variants V26.
    #[error("raise refused: a player who checked may only call or fold")]
    CheckerMayNotRaise,
    /// Cards turned up without the word that goes with them. Rule: variants V12.
    #[error("the announcement is missing")]
    AnnouncementMissing,
    /// A declaration that is not among those to choose from.
    #[error("this declaration is not offered")]
    DeclarationNotOffered,
    /// A declaration in the dark where there can be none. Rule: tournament 9.16.
    #[error("no action can be declared in the dark now")]
    DarkNotOffered,
    /// An order that does not name each of the cards once.
    #[error("the order must name each of the cards once")]
    BadOrder,
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
            Self::MustOpen => "rule.must_open",
            Self::FirstMayNotRaise => "rule.first_may_not_raise",
            Self::CheckerMayNotRaise => "rule.checker_may_not_raise",
            Self::AnnouncementMissing => "rule.announcement_missing",
            Self::DeclarationNotOffered => "rule.declaration_not_offered",
            Self::DarkNotOffered => "rule.dark_not_offered",
            Self::BadOrder => "rule.bad_order",
        }
    }
}
