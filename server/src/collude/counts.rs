//! What is counted of accounts and of pairs, hand after hand. Memory grows with the pairs, never with the hands.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures about play: no chips are counted here"
)]

use std::collections::HashMap;
use std::ops::{AddAssign, SubAssign};

use super::reading::{Fact, Played};
use crate::store::AccountId;

/// What one player may pass to another in one hand as far as it counts, in units: one great pot alone is no evidence.
const FLOW_MAX: f64 = 10.0;

/// Pairs that are kept at most, some 200 MB; those that met least go first.
const PAIRS_MAX: usize = 1_000_000;

/// How often something could be done, and was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rate {
    pub(crate) of: u32,
    pub(crate) did: u32,
}

impl Rate {
    fn count(&mut self, did: bool) {
        self.of += 1;
        self.did += u32::from(did);
    }
}

impl AddAssign for Rate {
    fn add_assign(&mut self, other: Self) {
        self.of += other.of;
        self.did += other.did;
    }
}

impl SubAssign for Rate {
    fn sub_assign(&mut self, other: Self) {
        self.of -= other.of;
        self.did -= other.did;
    }
}

/// What one player did against another, or against all, or all against one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Way {
    /// Folds to a bet or raise: in the first betting round, and later.
    pub(crate) folds: [Rate; 2],
    /// Decisions between the two alone that were neither a bet nor a raise.
    pub(crate) soft: Rate,
    /// Folds behind much that was put in.
    pub(crate) gave_up: u32,
    /// Milliseconds of decisions between the two alone, and how many they were.
    pub(crate) thought: (u64, u32),
}

impl Way {
    fn count(&mut self, fact: Fact) {
        match fact {
            Fact::Faced {
                first_round, folded, ..
            } => self.folds[usize::from(!first_round)].count(folded),
            Fact::HeadsUp { soft, .. } => self.soft.count(soft),
            Fact::GaveUp { .. } => self.gave_up += 1,
            Fact::Thought { ms, .. } => {
                self.thought.0 += u64::from(ms);
                self.thought.1 += 1;
            }
        }
    }
}

impl AddAssign for Way {
    fn add_assign(&mut self, other: Self) {
        for (own, others) in self.folds.iter_mut().zip(other.folds) {
            *own += others;
        }
        self.soft += other.soft;
        self.gave_up += other.gave_up;
        self.thought.0 += other.thought.0;
        self.thought.1 += other.thought.1;
    }
}

impl SubAssign for Way {
    fn sub_assign(&mut self, other: Self) {
        for (own, others) in self.folds.iter_mut().zip(other.folds) {
            *own -= others;
        }
        self.soft -= other.soft;
        self.gave_up -= other.gave_up;
        self.thought.0 -= other.thought.0;
        self.thought.1 -= other.thought.1;
    }
}

/// What is counted of a pair: the first is the one with the smaller number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pair {
    /// Hands in which both were dealt in.
    pub(crate) hands: u32,
    /// Units that went from the first to the second, bounded hand by hand, and the sum of their squares.
    pub(crate) flow: f64,
    pub(crate) flow_squares: f64,
    /// The first against the second, and the second against the first.
    pub(crate) ways: [Way; 2],
}

/// What is counted of an account against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Hands with each of the others, added up.
    pub(crate) met: u64,
    /// Hands that it played.
    pub(crate) hands: u32,
    pub(crate) flow: f64,
    pub(crate) flow_squares: f64,
    /// What it did against all.
    pub(crate) own: Way,
    /// What all did against it.
    pub(crate) others: Way,
}

impl Sums {
    /// Adds a pair, or takes it out again; the account is the pair's first or second.
    pub(crate) fn count(&mut self, pair: &Pair, is_first: bool, sign: Sign) {
        let [own, others] = if is_first {
            pair.ways
        } else {
            [pair.ways[1], pair.ways[0]]
        };
        let flow = if is_first { pair.flow } else { -pair.flow };
        match sign {
            Sign::Plus => {
                self.met += u64::from(pair.hands);
                self.flow += flow;
                self.flow_squares += pair.flow_squares;
                self.own += own;
                self.others += others;
            }
            Sign::Minus => {
                self.met -= u64::from(pair.hands);
                self.flow -= flow;
                self.flow_squares -= pair.flow_squares;
                self.own -= own;
                self.others -= others;
            }
        }
    }
}

/// Whether a pair is added to sums or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    numbers: HashMap<AccountId, u32>,
    pub(crate) accounts: Vec<AccountId>,
    pub(crate) hands_of: Vec<u32>,
    pub(crate) pairs: HashMap<(u32, u32), Pair>,
    /// Hands that were counted.
    pub(crate) hands: u64,
    /// Pairs that were dropped, as there were too many, had met at most so often.
    pub(crate) dropped: u32,
}

impl Counts {
    fn number(&mut self, account: AccountId) -> u32 {
        let next = u32::try_from(self.accounts.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(account).or_insert(next);
        if number == next {
            self.accounts.push(account);
            self.hands_of.push(0);
        }
        number
    }

    /// Counts a hand.
    pub(crate) fn add(&mut self, played: &Played) {
        self.hands += 1;
        let numbers: Vec<u32> = played.accounts.iter().map(|account| self.number(*account)).collect();
        for number in &numbers {
            self.hands_of[*number as usize] += 1;
        }
        let flows = flows(&played.net);
        for (first, one) in numbers.iter().enumerate() {
            for (second, other) in numbers.iter().enumerate().skip(first + 1) {
                let flow = flows(first, second);
                let pair = self.pair(*one, *other);
                pair.hands += 1;
                pair.flow += if one < other { flow } else { -flow };
                pair.flow_squares += flow * flow;
            }
        }
        for fact in &played.facts {
            let (who, whom) = match *fact {
                Fact::Faced { who, whom, .. }
                | Fact::HeadsUp { who, whom, .. }
                | Fact::GaveUp { who, whom }
                | Fact::Thought { who, whom, .. } => (numbers[who], numbers[whom]),
            };
            if who != whom {
                self.pair(who, whom).ways[usize::from(who > whom)].count(*fact);
            }
        }
        if self.pairs.len() > PAIRS_MAX {
            self.shrink();
        }
    }

    fn pair(&mut self, one: u32, other: u32) -> &mut Pair {
        self.pairs.entry((one.min(other), one.max(other))).or_default()
    }

    /// Forgets the pairs that met least.
    fn shrink(&mut self) {
        while self.pairs.len() > PAIRS_MAX * 3 / 4 {
            self.dropped += 1;
            self.pairs.retain(|_, pair| pair.hands > self.dropped);
        }
    }

    /// The sums of each account over the pairs that are kept.
    pub(crate) fn sums(&self) -> Vec<Sums> {
        let mut sums: Vec<Sums> = self
            .hands_of
            .iter()
            .map(|hands| Sums {
                hands: *hands,
                ..Sums::default()
            })
            .collect();
        for ((first, second), pair) in &self.pairs {
            sums[*first as usize].count(pair, true, Sign::Plus);
            sums[*second as usize].count(pair, false, Sign::Plus);
        }
        sums
    }
}

/// What went from one place to another: each loser paid each winner in proportion to what that won.
fn flows(net: &[i64]) -> impl Fn(usize, usize) -> f64 + '_ {
    let won: i64 = net.iter().filter(|net| **net > 0).sum();
    let paid = move |from: i64, to: i64| {
        if from < 0 && to > 0 && won > 0 {
            (-from) as f64 * to as f64 / won as f64 / 100.0
        } else {
            0.0
        }
    };
    move |from, to| (paid(net[from], net[to]) - paid(net[to], net[from])).clamp(-FLOW_MAX, FLOW_MAX)
}
