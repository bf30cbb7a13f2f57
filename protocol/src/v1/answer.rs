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

#[cfg(test)]
mod tests {
    use super::*;

    /// As it comes.
    struct Least;
    impl Fill for Least {}

    /// All that is left open taken from the other end.
    struct Most;
    impl Fill for Most {
        fn total(&mut self, _: Chips, max: Chips) -> Chips {
            max
        }
        fn cards(&mut self, _: u8, max: u8, cards: &[Card]) -> Vec<Card> {
            cards.iter().rev().copied().take(max.into()).collect()
        }
        fn one_of(&mut self, count: usize) -> usize {
            count - 1
        }
    }

    fn filled(choice: &str) -> [Option<serde_json::Value>; 2] {
        let choice: Choice = serde_json::from_str(choice).unwrap();
        let json = |action: Option<Action>| action.map(|action| serde_json::to_value(action).unwrap());
        [json(choice.fill_in(&mut Least)), json(choice.fill_in(&mut Most))]
    }

    #[test]
    fn what_a_choice_leaves_open_is_filled_in() {
        let [least, most] = filled(r#"{"kind":"raise","min":20,"max":90}"#);
        assert_eq!(least.unwrap()["to"], 20);
        assert_eq!(most.unwrap()["to"], 90);
        let discard = r#"{"kind":"discard","min":1,"max":2,"cards":["As","Kd","2c"],"replaced":false,"up":{"min":1,"max":1,"cards":["9h"]}}"#;
        let [least, most] = filled(discard);
        assert_eq!(least.unwrap()["cards"], serde_json::json!(["As", "9h"]));
        assert_eq!(most.unwrap()["cards"], serde_json::json!(["2c", "Kd", "9h"]));
        let [least, most] = filled(r#"{"kind":"declare","options":["high","low"]}"#);
        assert_eq!(
            (least.unwrap()["sides"].clone(), most.unwrap()["sides"].clone()),
            ("high".into(), "low".into())
        );
        let [least, most] = filled(r#"{"kind":"roll","min":1,"max":1,"cards":["As"],"announce":[]}"#);
        assert_eq!(least, most);
        assert_eq!(filled(r#"{"kind":"declare","options":[]}"#), [None, None]);
        assert_eq!(filled(r#"{"kind":"pick_game","games":[]}"#), [None, None]);
    }
}
