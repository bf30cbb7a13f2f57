//! What players are asked, and what they answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Card, Chips};
use super::mix::OfferedGame;

/// One thing that may be done, with its bounds. Amounts are totals for the betting round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Choice {
    /// Give up.
    Fold {},
    /// Stay in without money.
    Check {},
    /// Match the bet.
    Call {
        /// Chips that it adds.
        amount: Chips,
    },
    /// Open the betting to a total from `min` to `max`.
    Bet {
        /// The least total.
        min: Chips,
        /// The greatest total.
        max: Chips,
    },
    /// Raise to a total from `min` to `max`.
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
        /// The cards to choose from.
        cards: Vec<Card>,
        /// Whether each discarded card is replaced by one from the deck.
        replaced: bool,
        /// Cards lying face up that are to be discarded besides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        up: Option<Pick>,
    },
    /// Raise blind.
    Straddle {
        /// The total that it makes.
        amount: Chips,
    },
    /// Do not straddle.
    Decline {},
    /// Turn from `min` to `max` of these down-cards up.
    Roll {
        /// The least number of cards.
        min: u8,
        /// The greatest number of cards.
        max: u8,
        /// The cards to choose from.
        cards: Vec<Card>,
        /// What is to be announced with them, one of these; empty if nothing is.
        announce: Vec<Declaration>,
    },
    /// Turn the hole card up and take the next card face down.
    Flip {},
    /// Leave the cards as they lie.
    Keep {},
    /// Discard the up-card and take a down-card for it.
    Swap {
        /// The up-card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<Card>,
    },
    /// Lay these down-cards in an order, the first nearest to the player.
    Arrange {
        /// The cards, as they lie now.
        cards: Vec<Card>,
    },
    /// Pay for the up-card.
    Buy {
        /// Chips that it takes.
        price: Chips,
        /// The up-card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<Card>,
    },
    /// Do not pay for the up-card, which gives up the pot.
    Pass {},
    /// Say which sides of the pot are played for.
    Declare {
        /// What may be declared.
        options: Vec<Declaration>,
    },
    /// Agree to deal the rest of the board twice, each time for one half of every pot.
    RunTwice {},
    /// Deal the rest of the board once.
    RunOnce {},
    /// Pick the game of the next hand.
    PickGame {
        /// The games that fit the players.
        games: Vec<OfferedGame>,
    },
}

/// A round of draws among those of its hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DrawRound {
    /// Its number, from 1.
    pub number: u8,
    /// The last number, if the hand is played to its end.
    pub of: u8,
}

/// Some of several cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Pick {
    /// The least number of cards.
    pub min: u8,
    /// The greatest number of cards.
    pub max: u8,
    /// The cards to choose from.
    pub cards: Vec<Card>,
}

/// Which sides of the pot are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Declaration {
    /// The high side.
    High,
    /// The low side.
    Low,
    /// Both.
    Both,
}

/// The answer to a decision: the kind of a choice, filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Give up.
    Fold {},
    /// Stay in without money.
    Check {},
    /// Match the bet.
    Call {
        /// The price, if the call is meant at that price only; another one is refused as `rule.price_changed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        amount: Option<Chips>,
    },
    /// Open the betting.
    Bet {
        /// The total for this betting round.
        to: Chips,
    },
    /// Raise.
    Raise {
        /// The total for this betting round.
        to: Chips,
    },
    /// Discard cards; none to stand pat.
    Discard {
        /// The cards to discard.
        cards: Vec<Card>,
    },
    /// Raise blind.
    Straddle {},
    /// Do without the straddle.
    Decline {},
    /// Turn own down-cards up.
    Roll {
        /// The cards.
        cards: Vec<Card>,
        /// The announcement, where one is asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        announce: Option<Declaration>,
    },
    /// Turn the hole card up.
    Flip {},
    /// Leave the cards as they lie.
    Keep {},
    /// Discard the up-card for a down-card.
    Swap {},
    /// Lay the down-cards in this order.
    Arrange {
        /// The cards, the first nearest to the player.
        cards: Vec<Card>,
    },
    /// Pay for the up-card.
    Buy {},
    /// Do not pay for it, and give up the pot.
    Pass {},
    /// Declare.
    Declare {
        /// Which sides.
        sides: Declaration,
    },
    /// Agree to deal the rest of the board twice.
    RunTwice {},
    /// Deal it once.
    RunOnce {},
    /// Check in the coming betting round, whatever comes on the board before it. It binds and is told to all. Only for the seat of
    /// `dark_offer`, at tables that play in the dark; the action names the open decision, which stays open.
    CheckDark {},
    /// Open the betting in the coming round, as `check_dark` checks.
    BetDark {
        /// The total for that round. If the stack is smaller by then, all of it.
        to: Chips,
    },
    /// Pick the game of the next hand.
    PickGame {
        /// The game.
        game: String,
        /// The betting structure; the first that is offered if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        limit: Option<String>,
    },
}

/// The kind of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DecisionKind {
    /// Bet, call, check, fold.
    Bet,
    /// Discard cards and receive others.
    Draw,
    /// Discard cards for good.
    Discard,
    /// Raise blind or not.
    Straddle,
    /// Turn own down-cards up, all players at once.
    Roll,
    /// Turn the hole card up or not.
    OptionalRoll,
    /// Lay the down-cards in an order.
    Arrange,
    /// Pay for an up-card or give up.
    Buy,
    /// Change an up-card for a down-card or not.
    Swap,
    /// Say which sides of the pot are played for, all players at once.
    Declare,
    /// Deal the rest of the board twice or once, all players at once; it takes all to agree to twice.
    Runs,
    /// Pick the game of the next hand.
    PickGame,
}
