//! Everything that is drawn from the seed.

use poker_follower::Dice;
use poker_owner::{Entropy, NoEntropy};

/// The entropy of tables and tournaments.
#[derive(Debug)]
pub(super) struct Chance(pub(super) Dice);

impl Entropy for Chance {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        // Now and then the operating system has none.
        if self.0.one_in(400) {
            return Err(NoEntropy);
        }
        Ok(self.0.bytes())
    }
}

/// The faults of a seed and their rates: each seed has its own mix. Means are in milliseconds of simulated time; 0 is never.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) crash_ms: u64,
    pub(super) drain_ms: u64,
    pub(super) cut_ms: u64,
    pub(super) full_ms: u64,
    pub(super) stop_ms: u64,
    pub(super) steal_ms: u64,
    /// One request in so many is sent twice; 0 is none.
    pub(super) repeats: u64,
    /// One request in so many is late by seconds; 0 is none.
    pub(super) late: u64,
    /// The longest way of a message.
    pub(super) latency_ms: u64,
    /// The longest time until the disk takes a group.
    pub(super) commit_ms: u64,
    /// The most steps in a group.
    pub(super) group: u64,
    /// One player in so many reads slowly; 0 is none.
    pub(super) slow: u64,
    /// The longest time that a player thinks.
    pub(super) think_ms: u64,
    /// One decision in so many is left to the clock; 0 is none.
    pub(super) stalls: u64,
}

impl Plan {
    pub(super) fn draw(dice: &mut Dice) -> Self {
        let mut mean = |ms: u64| if dice.one_in(3) { 0 } else { ms / 4 + dice.below(ms) };
        let (crash_ms, drain_ms, cut_ms) = (mean(120_000), mean(400_000), mean(20_000));
        let (full_ms, stop_ms, steal_ms) = (mean(120_000), mean(400_000), mean(200_000));
        let mut rate = |most: u64| if dice.one_in(3) { 0 } else { 2 + dice.below(most) };
        let (repeats, late, slow, stalls) = (rate(10), rate(20), rate(4), rate(40));
        Self {
            crash_ms,
            drain_ms,
            cut_ms,
            full_ms,
            stop_ms,
            steal_ms,
            repeats,
            late,
            latency_ms: 1 + dice.below(300),
            commit_ms: 1 + dice.below(60),
            group: 1 + dice.below(24),
            slow,
            think_ms: 200 + dice.below(3_000),
            stalls,
        }
    }

    /// The same world without any fault.
    pub(super) fn healed(&self) -> Self {
        Self {
            crash_ms: 0,
            drain_ms: 0,
            cut_ms: 0,
            full_ms: 0,
            stop_ms: 0,
            steal_ms: 0,
            repeats: 0,
            late: 0,
            slow: 0,
            stalls: 0,
            ..*self
        }
    }
}
