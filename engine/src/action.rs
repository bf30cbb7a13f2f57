//! Decisions put to players, and their answers.

use crate::list::{Blank, Cards, List};
use crate::{CardSet, Chips, SeatIx, SeatSet};

/// A player's answer to a decision. Amounts are totals for the current betting round, never increments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Give up the pot.
    Fold,
    /// Stay in without betting.
    Check,
    /// Match the bet, or go all-in for less.
    Call,
    /// Open the betting to this total.
    Bet(Chips),
    /// Raise to this total.
    Raise(Chips),
    /// Discard these cards, or none to stand pat; the game decides whether they are replaced.
    Discard(CardSet),
    /// Straddle: raise blind to twice the last blind.
    Straddle,
    /// Decline the straddle.
    Decline,
    /// Turn these down cards up. Some games also ask for an announcement of the side played for.
    Roll {
        /// Down cards to turn up.
        cards: CardSet,
        /// The announcement; `None` if the game asks for none.
        announce: Option<Declaration>,
    },
    /// Turn the hole card up and take the next card face down.
    Flip,
    /// Leave the cards as they lie.
    Keep,
    /// Discard the up card and take a down card in its place.
    Swap,
    /// Arrange the down cards in this order, the one nearest the player first.
    Arrange(Cards),
    /// Pay for the up card.
    Buy,
    /// Refuse to pay for the up card, which gives up the pot.
    Pass,
    /// Declare for one side of the pot or both.
    Declare(Declaration),
    /// Agree to run it twice: to deal the rest of the board twice, each time for half of every pot.
    RunTwice,
    /// Deal the rest of the board once.
    RunOnce,
    /// Check in the coming betting round, whatever its board cards are. Rule: tournament 9.16.
    CheckDark,
    /// Open the coming betting round to this total, whatever its board cards are. Rule: tournament 9.16.
    BetDark(Chips),
}

crate::coded! {
    /// Sides of the pot a player declares for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Declaration: ALL, code, from_code {
        /// The high side.
        High = "high",
        /// The low side.
        Low = "low",
        /// Both sides.
        Both = "both",
    }
}

impl Declaration {
    /// Returns `true` if the declaration includes the high side.
    pub const fn is_high(self) -> bool {
        matches!(self, Self::High | Self::Both)
    }

    /// Returns `true` if the declaration includes the low side.
    pub const fn is_low(self) -> bool {
        matches!(self, Self::Low | Self::Both)
    }
}

impl Blank for Declaration {
    const BLANK: Self = Self::High;
}

/// Declarations to choose from; empty if the game asks for none.
pub type Declarations = List<Declaration, 3>;

/// Legal actions of a seat.
pub type Choices = List<Choice, 4>;

impl Blank for Choice {
    const BLANK: Self = Self::Fold;
}

/// One legal action of the seat to act, with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Fold.
    Fold,
    /// Check.
    Check,
    /// Call for this many more chips.
    Call {
        /// Chips the call adds.
        amount: Chips,
    },
    /// Open for a total from `min` to `max`; the two are equal if only one size is legal.
    Bet {
        /// Smallest legal total.
        min: Chips,
        /// Largest legal total.
        max: Chips,
    },
    /// Raise to a total from `min` to `max`; the two are equal if only one size is legal.
    Raise {
        /// Smallest legal total.
        min: Chips,
        /// Largest legal total.
        max: Chips,
    },
    /// Discard from `min` to `max` of these cards.
    Discard {
        /// Fewest cards that must be discarded.
        min: u8,
        /// Maximum number of cards that may be discarded.
        max: u8,
        /// Cards to choose from, in the order in which they lie.
        cards: Cards,
        /// `true` if each discard is replaced by a card from the deck.
        replaced: bool,
        /// Up cards to be discarded in addition.
        up: Pick,
    },
    /// Straddle: raise blind.
    Straddle {
        /// Total of the straddle.
        amount: Chips,
    },
    /// Do not straddle.
    Decline,
    /// Turn from `min` to `max` of these down cards up.
    Roll {
        /// Fewest cards that must be turned up.
        min: u8,
        /// Maximum number of cards that may be turned up.
        max: u8,
        /// Cards to choose from, in the order in which they lie.
        cards: Cards,
        /// Announcements to choose from, one of which must go with the cards; empty if none is asked for.
        announce: Declarations,
    },
    /// Turn the hole card up and take the next card face down.
    Flip,
    /// Leave the cards as they lie.
    Keep,
    /// Discard the up card and take a down card in its place.
    Swap,
    /// Arrange these down cards in an order of the player's choice, the one nearest the player first.
    Arrange {
        /// Cards in their present order.
        cards: Cards,
    },
    /// Pay for the up card.
    Buy {
        /// Chips to pay; the whole stack if it is shorter than the price.
        price: Chips,
    },
    /// Refuse to pay, which gives up the pot.
    Pass,
    /// Declare one of these.
    Declare {
        /// Declarations to choose from.
        options: Declarations,
    },
    /// Agree to run it twice.
    RunTwice,
    /// Deal the rest of the board once.
    RunOnce,
}

/// A seat that may act in the dark, with the bounds of its bet. A check is always possible then. Rule: tournament 9.16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DarkOffer {
    /// Seat that may act in the dark.
    pub seat: SeatIx,
    /// Smallest legal total of a bet.
    pub min: Chips,
    /// Largest legal total of a bet.
    pub max: Chips,
}

/// Position of a draw round among those of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRound {
    /// Number of the round, from 1.
    pub number: u8,
    /// Number of the last draw round, if the hand is played to its end.
    pub of: u8,
}

/// A choice of some of several cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Fewest cards that must be chosen.
    pub min: u8,
    /// Maximum number of cards that may be chosen.
    pub max: u8,
    /// Cards to choose from, in the order in which they lie.
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

/// An open decision. The legal actions of each seat are private: see [`crate::Hand::choices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Number of the decision in its hand, from 1. Seats that choose simultaneously share it.
    pub no: u32,
    /// Seats that have not answered yet; several if the decision is simultaneous.
    pub seats: SeatSet,
    /// Kind of decision.
    pub kind: TurnKind,
}

/// Kind of a decision, public before it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind {
    /// Fold, check, call, bet or raise.
    Bet,
    /// Discard cards and receive others.
    Draw,
    /// Discard cards without replacement.
    Discard,
    /// Straddle or decline.
    Straddle,
    /// Turn down cards up. All seats choose simultaneously; nothing is shown until the last has chosen.
    Roll,
    /// Turn the hole card up and take the next card face down, or leave the cards as they lie.
    OptionalRoll,
    /// Arrange the down cards.
    Arrange,
    /// Pay for an up card or give up the pot.
    Buy,
    /// Exchange an up card for a down card, or keep it.
    Swap,
    /// Declare for a side of the pot or both. All seats choose simultaneously; nothing is revealed until the last has chosen.
    Declare,
    /// Deal the rest of the board twice or once. All seats choose simultaneously; nothing is revealed until the last has answered.
    Runs,
}

/// Reason for refusing an action. The hand is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The hand is over.
    #[error("the hand is over")]
    HandOver,
    /// Another seat is to act, or this seat has already answered. Rule: tournament 9.18.
    #[error("it is not the turn of seat {}", seat.number())]
    NotYourTurn {
        /// Seat that tried to act.
        seat: SeatIx,
    },
    /// The open decision is of another kind: a bet where cards are to be discarded, or the reverse.
    #[error("such an action does not answer this decision")]
    WrongKind,
    /// Folding is not offered while checking is free. Rule: tournament 9.22.
    #[error("fold refused: checking is free")]
    FoldNotOffered,
    /// Checking is not possible with a bet to call. Rule: tournament 9.4.
    #[error("check refused: {to_call} to call")]
    CheckNotOffered {
        /// Chips to call.
        to_call: Chips,
    },
    /// There is nothing to call.
    #[error("call refused: nothing to call")]
    NothingToCall,
    /// There is a bet already; raise instead.
    #[error("bet refused: there is already a bet of {bet}")]
    AlreadyBet {
        /// Bet to match, as a total.
        bet: Chips,
    },
    /// There is no bet yet; bet instead.
    #[error("raise refused: there is no bet")]
    NothingToRaise,
    /// The player has acted since the last full raise and may not raise again. Rule: tournament 9.21.
    #[error("raise refused: the betting was not reopened")]
    RaiseNotReopened,
    /// The round has seen as many raises as the structure allows. Rule: variants 4.2.
    #[error("raise refused: the round has had its {cap} raises")]
    RaiseCapReached {
        /// Maximum number of raises allowed in a round.
        cap: u8,
    },
    /// No other player could call the bet or raise. Rule: tournament D-13.
    #[error("bet refused: no opponent has chips left")]
    NobodyToBetAgainst,
    /// The bet or raise is below the legal minimum. Rule: tournament 9.6.
    #[error("{to} is below the minimum of {min}")]
    BetTooSmall {
        /// Total the player named.
        to: Chips,
        /// Smallest legal total.
        min: Chips,
    },
    /// The bet or raise is above the legal maximum.
    #[error("{to} is above the maximum of {max}")]
    BetTooLarge {
        /// Total the player named.
        to: Chips,
        /// Largest legal total.
        max: Chips,
    },
    /// The amount is not a multiple of the smallest chip in play.
    #[error("{to} is not a multiple of {unit}")]
    NotAMultiple {
        /// Total the player named.
        to: Chips,
        /// Smallest chip in play.
        unit: Chips,
    },
    /// A card is not held by the player, or not one of those to choose from.
    #[error("a card is not among those to choose from")]
    CardNotHeld,
    /// The player chose fewer cards than the game demands.
    #[error("{count} cards are fewer than the {min} to choose")]
    TooFewCards {
        /// Cards chosen.
        count: u8,
        /// Fewest cards that must be chosen.
        min: u8,
    },
    /// The player chose more cards than the game allows.
    #[error("{count} cards are more than the {max} that may be chosen")]
    TooManyCards {
        /// Cards chosen.
        count: u8,
        /// Maximum number of cards that may be chosen.
        max: u8,
    },
    /// The hand is not good enough to open the betting. Rule: variants 4.4.
    #[error("bet refused: the hand holds no openers")]
    NoOpeners,
    /// The first to act must bet in this game and may not check or fold. Rule: variants V62.
    #[error("the first speaker has to bet")]
    MustOpen,
    /// The first to act may only call or fold in this round. Rule: variants V23.
    #[error("raise refused: the first speaker may only call or fold")]
    FirstMayNotRaise,
    /// A player who has checked may not raise in this game. Rule: variants V26.
    #[error("raise refused: a player who checked may only call or fold")]
    CheckerMayNotRaise,
    /// Cards were turned up without the announcement that goes with them. Rule: variants V12.
    #[error("the announcement is missing")]
    AnnouncementMissing,
    /// The declaration is not one of those to choose from.
    #[error("this declaration is not offered")]
    DeclarationNotOffered,
    /// Acting in the dark is not offered. Rule: tournament 9.16.
    #[error("no action can be declared in the dark now")]
    DarkNotOffered,
    /// The order does not name each of the cards exactly once.
    #[error("the order must name each of the cards once")]
    BadOrder,
}

impl RuleError {
    /// Returns the stable code, as on the wire.
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
