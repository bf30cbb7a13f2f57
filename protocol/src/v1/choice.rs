//! Decisions offered to players, and their answers.

use serde::{Deserialize, Serialize};

use super::common::{Card, Chips};
use super::mix::OfferedGame;
use crate::describe::JsonSchema;

/// A legal action with its bounds. Amounts are totals for the betting round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Choice {
    /// Give up the hand.
    Fold {},
    /// Stay in without adding chips.
    Check {},
    /// Match the bet.
    Call {
        /// Chips to add.
        amount: Chips,
    },
    /// Open the betting to a total from `min` to `max`.
    Bet {
        /// Minimum total.
        min: Chips,
        /// Maximum total.
        max: Chips,
    },
    /// Raise to a total from `min` to `max`.
    Raise {
        /// Minimum total.
        min: Chips,
        /// Maximum total.
        max: Chips,
    },
    /// Discard `min` to `max` of these cards.
    Discard {
        /// Minimum number of cards.
        min: u8,
        /// Maximum number of cards.
        max: u8,
        /// The cards to choose from.
        cards: Vec<Card>,
        /// `true` if each discarded card is replaced by one from the deck.
        replaced: bool,
        /// Face-up cards to be discarded in addition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        up: Option<Pick>,
    },
    /// Straddle: raise blind.
    Straddle {
        /// The total it brings the bet to.
        amount: Chips,
    },
    /// Do not straddle.
    Decline {},
    /// Turn up `min` to `max` of these down cards.
    Roll {
        /// Minimum number of cards.
        min: u8,
        /// Maximum number of cards.
        max: u8,
        /// The cards to choose from.
        cards: Vec<Card>,
        /// The declarations of which one must be announced with the cards; empty if none is needed.
        announce: Vec<Declaration>,
    },
    /// Turn the hole card up and take the next card face down.
    Flip {},
    /// Leave the cards as they are.
    Keep {},
    /// Discard the up card and take a down card for it.
    Swap {
        /// The up card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// Put these down cards in order, the first one nearest to the player.
    Arrange {
        /// The cards in their present order.
        cards: Vec<Card>,
    },
    /// Pay for the up card.
    Buy {
        /// The price in chips.
        price: Chips,
        /// The up card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Card>,
    },
    /// Decline to pay for the up card, which gives up the pot.
    Pass {},
    /// Declare which sides of the pot to play for.
    Declare {
        /// The declarations allowed.
        options: Vec<Declaration>,
    },
    /// Agree to run it twice: the rest of the board is dealt twice, each board for half of every pot.
    RunTwice {},
    /// Run it once: the rest of the board is dealt once.
    RunOnce {},
    /// Pick the game of the next hand.
    PickGame {
        /// The games that fit the number of players.
        games: Vec<OfferedGame>,
    },
}

/// A draw among the draws of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DrawRound {
    /// Number of this draw, from 1.
    pub number: u8,
    /// Number of draws in the hand if it is played to its end.
    pub of: u8,
}

/// A selection from several cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pick {
    /// Minimum number of cards.
    pub min: u8,
    /// Maximum number of cards.
    pub max: u8,
    /// The cards to choose from.
    pub cards: Vec<Card>,
}

/// The sides of the pot that are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Declaration {
    /// The high side.
    High,
    /// The low side.
    Low,
    /// Both sides.
    Both,
}

/// The answer to a decision: the kind of a choice, filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Give up the hand.
    Fold {},
    /// Stay in without adding chips.
    Check {},
    /// Match the bet.
    Call {
        /// The price in chips, if the call is meant at that price only; at any other it is refused with `rule.price_changed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Chips>,
    },
    /// Open the betting.
    Bet {
        /// Total for this betting round.
        to: Chips,
    },
    /// Raise the bet.
    Raise {
        /// Total for this betting round.
        to: Chips,
    },
    /// Discard cards, or none to stand pat.
    Discard {
        /// The cards to discard.
        cards: Vec<Card>,
    },
    /// Straddle: raise blind.
    Straddle {},
    /// Decline to straddle.
    Decline {},
    /// Turn up down cards of one's own.
    Roll {
        /// The cards to turn up.
        cards: Vec<Card>,
        /// The announcement, if one is required.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        announce: Option<Declaration>,
    },
    /// Turn the hole card up.
    Flip {},
    /// Leave the cards as they are.
    Keep {},
    /// Discard the up card for a down card.
    Swap {},
    /// Put the down cards in this order.
    Arrange {
        /// The cards, the first nearest to the player.
        cards: Vec<Card>,
    },
    /// Pay for the up card.
    Buy {},
    /// Decline to pay for the up card, and give up the pot.
    Pass {},
    /// Declare sides of the pot.
    Declare {
        /// The sides declared for.
        sides: Declaration,
    },
    /// Agree to run it twice.
    RunTwice {},
    /// Run it once.
    RunOnce {},
    /// Check in the coming betting round whatever comes on the board before it. The declaration is binding and announced to
    /// everyone. Only for the seat in `dark_offer`, at tables with dark betting; the action names the open decision, which
    /// stays open.
    CheckDark {},
    /// Open the betting in the coming round, declared in the dark like `check_dark`.
    BetDark {
        /// Total for that round; all-in if the stack is smaller by then.
        to: Chips,
    },
    /// Pick the game of the next hand.
    PickGame {
        /// Identifier of the game.
        game: String,
        /// The betting structure; the first one offered if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<String>,
    },
}

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecisionKind {
    /// Bet, raise, call, check or fold.
    Bet,
    /// Discard cards and receive others.
    Draw,
    /// Discard cards without replacement.
    Discard,
    /// Straddle or decline.
    Straddle,
    /// Turn up down cards, all players simultaneously.
    Roll,
    /// Turn the hole card up or leave it.
    OptionalRoll,
    /// Put the down cards in order.
    Arrange,
    /// Pay for an up card or give up the pot.
    Buy,
    /// Exchange an up card for a down card or keep it.
    Swap,
    /// Declare which sides of the pot to play for, all players simultaneously.
    Declare,
    /// Run the rest of the board twice or once, all players simultaneously; twice requires everyone's agreement.
    Runs,
    /// Pick the game of the next hand.
    PickGame,
}
