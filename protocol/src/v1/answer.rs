//! Making an action of a choice: what the choice leaves open is filled in.

use super::choice::Declaration;
use super::{Action, Card, Chips, Choice};

/// Fills in what choices leave open. Left as it is, with the least that is legal.
pub trait Fill {
    /// A total from `min` to `max`.
    fn total(&mut self, min: Chips, max: Chips) -> Chips {
        let _ = max;
        min
    }

    /// From `min` to `max` of the cards.
    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let _ = max;
        cards.iter().copied().take(min.into()).collect()
    }

    /// The cards in an order.
    fn order(&mut self, cards: &[Card]) -> Vec<Card> {
        cards.to_vec()
    }

    /// One of so many things, counted from 0.
    fn one_of(&mut self, count: usize) -> usize {
        let _ = count;
        0
    }

    /// One of the betting structures of a game that is picked, or the game's first.
    fn limit(&mut self, limits: &[String]) -> Option<String> {
        let _ = limits;
        None
    }
}

impl Choice {
    /// The action that takes this choice. `None` if it offers nothing to choose from, which no server does.
    pub fn fill_in(&self, with: &mut impl Fill) -> Option<Action> {
        Some(match self {
            Self::Fold {} => Action::Fold {},
            Self::Check {} => Action::Check {},
            Self::Call { .. } => Action::Call { amount: None },
            Self::Bet { min, max } => Action::Bet {
                to: with.total(*min, *max),
            },
            Self::Raise { min, max } => Action::Raise {
                to: with.total(*min, *max),
            },
            Self::Discard {
                min, max, cards, up, ..
            } => {
                let mut discarded = with.cards(*min, *max, cards);
                if let Some(up) = up {
                    discarded.extend(with.cards(up.min, up.max, &up.cards));
                }
                Action::Discard { cards: discarded }
            }
            Self::Straddle { .. } => Action::Straddle {},
            Self::Decline {} => Action::Decline {},
            Self::Roll {
                min,
                max,
                cards,
                announce,
            } => Action::Roll {
                cards: with.cards(*min, *max, cards),
                announce: side(announce, with),
            },
            Self::Flip {} => Action::Flip {},
            Self::Keep {} => Action::Keep {},
            Self::Swap { .. } => Action::Swap {},
            Self::Arrange { cards } => Action::Arrange {
                cards: with.order(cards),
            },
            Self::Buy { .. } => Action::Buy {},
            Self::Pass {} => Action::Pass {},
            Self::Declare { options } => Action::Declare {
                sides: side(options, with)?,
            },
            Self::RunTwice {} => Action::RunTwice {},
            Self::RunOnce {} => Action::RunOnce {},
            Self::PickGame { games } => {
                let picked = (!games.is_empty()).then(|| with.one_of(games.len()))?;
                let picked = games.get(picked)?;
                Action::PickGame {
                    game: picked.game.clone(),
                    limit: with.limit(&picked.limits),
                }
            }
        })
    }
}

fn side(options: &[Declaration], with: &mut impl Fill) -> Option<Declaration> {
    let one = (!options.is_empty()).then(|| with.one_of(options.len()))?;
    options.get(one).copied()
}
