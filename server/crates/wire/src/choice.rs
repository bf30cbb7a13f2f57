//! Decisions: the choices on offer, and the answers to them.

use super::{Mirror, declaration_in};
use super::{card, card_in, card_set_in, cards, chips, chips_in};
use poker_engine::hand::{CardView, PlayView};
use poker_protocol::v1::choice::{DrawRound, Pick};
use poker_protocol::v1::{Action, Card, Choice};

/// Choices of a seat on the wire. Its view of the hand supplies the cards they concern.
pub fn choices(choices: &[poker_engine::Choice], play: &PlayView) -> Vec<Choice> {
    let last_up = match play.cards.last() {
        Some(CardView::Up(up)) => Some(card(*up)),
        _ => None,
    };
    choices.iter().map(|offered| choice(offered, last_up)).collect()
}

/// Converts a draw round.
pub fn draw_round(round: poker_engine::action::DrawRound) -> DrawRound {
    let poker_engine::action::DrawRound { number, of } = round;
    DrawRound { number, of }
}

/// Converts one choice; `up_card` is the card it may concern.
fn choice(choice: &poker_engine::Choice, up_card: Option<Card>) -> Choice {
    use poker_engine::Choice as C;
    match choice {
        C::Fold => Choice::Fold {},
        C::Check => Choice::Check {},
        C::Call { amount } => Choice::Call { amount: chips(*amount) },
        C::Bet { min, max } => Choice::Bet {
            min: chips(*min),
            max: chips(*max),
        },
        C::Raise { min, max } => Choice::Raise {
            min: chips(*min),
            max: chips(*max),
        },
        C::Discard {
            min,
            max,
            cards: of,
            replaced,
            up,
        } => Choice::Discard {
            min: *min,
            max: *max,
            cards: cards(of.iter().copied()),
            replaced: *replaced,
            up: (*up != poker_engine::action::Pick::NONE).then(|| Pick {
                min: up.min,
                max: up.max,
                cards: cards(up.cards.iter().copied()),
            }),
        },
        C::Straddle { amount } => Choice::Straddle { amount: chips(*amount) },
        C::Decline => Choice::Decline {},
        C::Roll {
            min,
            max,
            cards: of,
            announce,
        } => Choice::Roll {
            min: *min,
            max: *max,
            cards: cards(of.iter().copied()),
            announce: announce.iter().map(Mirror::to_wire).collect(),
        },
        C::Flip => Choice::Flip {},
        C::Keep => Choice::Keep {},
        C::Swap => Choice::Swap { card: up_card },
        C::Arrange { cards: of } => Choice::Arrange {
            cards: cards(of.iter().copied()),
        },
        C::Buy { price } => Choice::Buy {
            price: chips(*price),
            card: up_card,
        },
        C::Pass => Choice::Pass {},
        C::RunTwice => Choice::RunTwice {},
        C::RunOnce => Choice::RunOnce {},
        C::Declare { options } => Choice::Declare {
            options: options.iter().map(Mirror::to_wire).collect(),
        },
    }
}

/// Reason why an action cannot be converted into one of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAction {
    /// A call at a price that is not the current one.
    #[error("the price of a call is {price}, not {named}")]
    PriceChanged {
        /// Price named by the client, in chips.
        named: poker_engine::Chips,
        /// Current price, in chips.
        price: poker_engine::Chips,
    },
    /// A card is named twice.
    #[error("a card is named twice")]
    CardTwice,
    /// More cards than a player can hold.
    #[error("more cards are named than any player holds")]
    TooManyCards,
    /// The pick of a game, which is not an action of a hand.
    #[error("no hand is waiting for a choice of game")]
    NoneOfAHand,
}

/// Converts a player's answer. `price` is what a call adds now.
pub fn action_in(action: &Action, price: poker_engine::Chips) -> Result<poker_engine::Action, BadAction> {
    use poker_engine::Action as A;
    Ok(match action {
        Action::Fold {} => A::Fold,
        Action::Check {} => A::Check,
        Action::Call { amount } => match amount.map(chips_in) {
            Some(named) if named != price => return Err(BadAction::PriceChanged { named, price }),
            _ => A::Call,
        },
        Action::Bet { to } => A::Bet(chips_in(*to)),
        Action::Raise { to } => A::Raise(chips_in(*to)),
        Action::Discard { cards } => A::Discard(card_set_in(cards).ok_or(BadAction::CardTwice)?),
        Action::Straddle {} => A::Straddle,
        Action::Decline {} => A::Decline,
        Action::Roll { cards, announce } => A::Roll {
            cards: card_set_in(cards).ok_or(BadAction::CardTwice)?,
            announce: announce.map(declaration_in),
        },
        Action::Flip {} => A::Flip,
        Action::Keep {} => A::Keep,
        Action::Swap {} => A::Swap,
        Action::Arrange { cards } if cards.len() > poker_engine::list::Cards::ROOM => {
            return Err(BadAction::TooManyCards);
        }
        Action::Arrange { cards } => A::Arrange(cards.iter().copied().map(card_in).collect()),
        Action::Buy {} => A::Buy,
        Action::Pass {} => A::Pass,
        Action::Declare { sides } => A::Declare(declaration_in(*sides)),
        Action::RunTwice {} => A::RunTwice,
        Action::RunOnce {} => A::RunOnce,
        Action::CheckDark {} => A::CheckDark,
        Action::BetDark { to } => A::BetDark(chips_in(*to)),
        Action::PickGame { .. } => return Err(BadAction::NoneOfAHand),
    })
}
