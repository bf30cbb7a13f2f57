//! Bots that do not look at their cards.

use poker_protocol::v1::event::Declaration;
use poker_protocol::v1::mix::OfferedGame;
use poker_protocol::v1::{Action, Chips, Choice};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::{Ask, Bot, TableModel};

/// Does anything that is legal, each as likely as the others, with amounts that people use.
#[derive(Debug)]
pub struct Random {
    random: StdRng,
}

impl Random {
    /// A bot whose choices follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: StdRng::seed_from_u64(seed),
        }
    }

    /// The least total, a part of the pot, or now and then everything.
    fn total(&mut self, ask: &Ask, min: Chips, max: Chips) -> Chips {
        if self.random.random_ratio(1, 40) {
            return max;
        }
        let in_quarters = self.random.random_range(0..=4);
        let pot = ask.pot.get().saturating_add(ask.to_call.get());
        let total = min.get().saturating_add(pot / 4 * in_quarters);
        Chips::new(total).unwrap_or(max).clamp(min, max)
    }
}

impl Bot for Random {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        let Some(choice) = ask.choices.choose(&mut self.random).cloned() else {
            return ask.check_or_fold();
        };
        match choice {
            Choice::Fold {} => Action::Fold {},
            Choice::Check {} => Action::Check {},
            Choice::Call { amount } => Action::Call { amount: Some(amount) },
            Choice::Bet { min, max } => Action::Bet {
                to: self.total(ask, min, max),
            },
            Choice::Raise { min, max } => Action::Raise {
                to: self.total(ask, min, max),
            },
            Choice::Discard {
                min,
                max,
                mut cards,
                up,
                ..
            } => {
                let count = usize::from(self.random.random_range(min..=max.max(min)));
                cards.shuffle(&mut self.random);
                cards.truncate(count);
                let up = up
                    .into_iter()
                    .flat_map(|up| up.cards.into_iter().take(usize::from(up.min)));
                cards.extend(up);
                Action::Discard { cards }
            }
            Choice::Straddle { .. } => Action::Straddle {},
            Choice::Decline {} => Action::Decline {},
            Choice::Roll {
                min,
                mut cards,
                announce,
                ..
            } => {
                cards.shuffle(&mut self.random);
                cards.truncate(usize::from(min));
                let announce = announce.choose(&mut self.random).copied();
                Action::Roll { cards, announce }
            }
            Choice::Flip {} => Action::Flip {},
            Choice::Keep {} => Action::Keep {},
            Choice::Swap { .. } => Action::Swap {},
            Choice::Arrange { cards } => Action::Arrange { cards },
            Choice::Buy { .. } => Action::Buy {},
            Choice::Pass {} => Action::Pass {},
            Choice::RunTwice {} => Action::RunTwice {},
            Choice::RunOnce {} => Action::RunOnce {},
            Choice::Declare { options } => {
                let sides = options.choose(&mut self.random).copied();
                Action::Declare {
                    sides: sides.unwrap_or(Declaration::High),
                }
            }
            Choice::PickGame { games } => pick(&games, &mut self.random).unwrap_or_else(|| ask.check_or_fold()),
        }
    }
}

/// One of the games on offer, in one of its forms.
pub(super) fn pick(games: &[OfferedGame], random: &mut StdRng) -> Option<Action> {
    let picked = games.choose(random)?;
    Some(Action::PickGame {
        game: picked.game.clone(),
        limit: picked.limits.choose(random).cloned(),
    })
}

/// Never folds and never raises; throws as few cards as it may.
#[derive(Clone, Copy, Debug, Default)]
pub struct Station;

impl Bot for Station {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        ask.check_or_call()
    }
}
