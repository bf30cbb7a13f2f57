//! The chips paid out in the last hands, for the average pot.

use std::collections::VecDeque;

use poker_engine::Chips;
use serde::{Deserialize, Serialize};

/// Number of hands whose average pot is shown.
const HANDS: usize = 20;

/// Chips paid out in each of the last hands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct RecentPots(VecDeque<u64>);

impl RecentPots {
    /// Adds a hand.
    pub(super) fn add(&mut self, paid_out: u64) {
        self.0.push_back(paid_out);
        if self.0.len() > HANDS {
            self.0.pop_front();
        }
    }

    /// The average; 0 before the first hand.
    pub(super) fn average(&self) -> Chips {
        let count = u64::try_from(self.0.len().max(1)).unwrap_or(u64::MAX);
        Chips::new(self.0.iter().sum::<u64>() / count)
    }
}
