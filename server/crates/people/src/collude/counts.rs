//! Counters per account and per pair, updated hand by hand. Memory grows with the number of pairs, never with the number of hands.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures about play: no chips are counted here"
)]

use std::collections::HashMap;
use std::ops::{AddAssign, SubAssign};

use poker_store::AccountId;

use super::reading::{Fact, Played};

/// Cap on what one player's losses to another count for in one hand, in units: one big pot alone is no evidence.
const FLOW_MAX: f64 = 10.0;

/// Upper bound on the pairs kept, some 200 MB; those that have met least are dropped first.
const PAIRS_MAX: usize = 1_000_000;

/// Opportunities to do something, and how many were used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rate {
    pub of: u32,
    pub did: u32,
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

/// Acts of one player against another, of one against all, or of all against one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Way {
    /// Folds to a bet or raise: in the first betting round, and in later ones.
    pub folds: [Rate; 2],
    /// Heads-up decisions that were neither a bet nor a raise.
    pub soft: Rate,
    /// Folds after a large investment.
    pub gave_up: u32,
    /// Total time of heads-up decisions in milliseconds, and their number.
    pub thought: (u64, u32),
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

/// Counters of a pair: the first account is the one with the smaller number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// Hands into which both were dealt.
    pub hands: u32,
    /// Units that went from the first to the second, capped per hand, and the sum of their squares.
    pub flow: f64,
    pub flow_squares: f64,
    /// The first against the second, and the second against the first.
    pub ways: [Way; 2],
}

/// Counters of one account against all others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Hands played with each of the others, added up.
    pub met: u64,
    pub hands: u32,
    pub flow: f64,
    pub flow_squares: f64,
    /// Its acts against all others.
    pub own: Way,
    /// The acts of all others against it.
    pub others: Way,
}

impl Sums {
    /// Adds or subtracts a pair. `is_first` says whether the account is the first of the pair.
    pub fn count(&mut self, pair: &Pair, is_first: bool, sign: Sign) {
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

/// Direction in which a pair is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Plus,
    Minus,
}

/// The counters of all accounts and pairs.
#[derive(Debug, Default)]
pub struct Counts {
    numbers: HashMap<AccountId, u32>,
    /// The accounts seen; a pair names them by their indices.
    pub accounts: Vec<AccountId>,
    /// Hands of each account.
    pub hands_of: Vec<u32>,
    /// The pairs that have met.
    pub pairs: HashMap<(u32, u32), Pair>,
    /// All hands counted.
    pub hands: u64,
    /// Pairs that had met at most this often were dropped because there were too many.
    pub dropped: u32,
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
    pub fn add(&mut self, played: &Played) {
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

    /// Drops the pairs that have met least.
    fn shrink(&mut self) {
        while self.pairs.len() > PAIRS_MAX * 3 / 4 {
            self.dropped += 1;
            self.pairs.retain(|_, pair| pair.hands > self.dropped);
        }
    }

    /// The sums of each account over the pairs kept.
    pub fn sums(&self) -> Vec<Sums> {
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

/// Net flow of chips between two players: each loser pays each winner in proportion to what the winner won.
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
