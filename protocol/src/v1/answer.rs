//! Turns choices into actions by filling in the parts that a choice leaves open.

use super::choice::Declaration;
use super::{Action, Card, Chips, Choice};

/// Supplies the parts of an action that a choice leaves open. The defaults choose the legal minimum.
pub trait Fill {
    /// Returns a total from `min` to `max`, both included.
    fn total(&mut self, min: Chips, max: Chips) -> Chips {
        let _ = max;
        min
    }

    /// Returns `min` to `max` of the cards.
    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let _ = max;
        cards.iter().copied().take(min.into()).collect()
    }

    /// Returns the cards in the order in which to lay them.
    fn order(&mut self, cards: &[Card]) -> Vec<Card> {
        cards.to_vec()
    }

    /// Returns an index below `count`.
    fn one_of(&mut self, count: usize) -> usize {
        let _ = count;
        0
    }

    /// Returns one of the betting structures of the picked game; `None` for the game's first.
    fn limit(&mut self, limits: &[String]) -> Option<String> {
        let _ = limits;
        None
    }
}

impl Choice {
    /// Returns the action that takes this choice; `None` if the choice has nothing to choose from, which no server sends.
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
