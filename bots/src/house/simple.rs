//! Bots that do not look at their cards.

use poker_protocol::v1::{Action, Card, Chips, Fill};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use crate::{Ask, Bot, TableModel};

/// Picks any legal action with equal probability, using amounts that people use.
#[derive(Debug)]
pub struct Random {
    random: SmallRng,
}

impl Random {
    /// Creates a bot whose choices are determined by the seed.
    pub fn new(seed: u64) -> Self {
        Self {
            random: SmallRng::seed_from_u64(seed),
        }
    }
}

impl Bot for Random {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        let mut any = Any {
            ask,
            random: &mut self.random,
        };
        let choice = ask.choices.choose(any.random);
        let action = choice.and_then(|choice| choice.fill_in(&mut any));
        action.unwrap_or_else(|| ask.check_or_fold())
    }
}

/// Fills in choices with anything legal.
pub(super) struct Any<'a> {
    pub(super) ask: &'a Ask,
    pub(super) random: &'a mut SmallRng,
}

impl Fill for Any<'_> {
    /// Returns the minimum total, a fraction of the pot, or occasionally everything.
    fn total(&mut self, min: Chips, max: Chips) -> Chips {
        if self.random.random_ratio(1, 40) {
            return max;
        }
        let in_quarters = self.random.random_range(0..=4);
        let pot = self.ask.pot.get().saturating_add(self.ask.to_call.get());
        let total = min.get().saturating_add(pot / 4 * in_quarters);
        Chips::new(total).unwrap_or(max).clamp(min, max)
    }

    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let count = usize::from(self.random.random_range(min..=max.max(min)));
        let mut cards = cards.to_vec();
        cards.shuffle(self.random);
        cards.truncate(count);
        cards
    }

    fn one_of(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    fn limit(&mut self, limits: &[String]) -> Option<String> {
        limits.choose(self.random).cloned()
    }
}

/// Never folds and never raises; discards as few cards as possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct Station;

impl Bot for Station {
    fn act(&mut self, ask: &Ask, _: &TableModel) -> Action {
        ask.check_or_call()
    }
}
