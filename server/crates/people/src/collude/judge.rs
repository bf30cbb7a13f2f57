//! Decides which pairs stand out, and by how much.

#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "figures about play: no chips are counted here"
)]

mod statistics;

use std::collections::{HashMap, HashSet};

use super::counts::{Counts, Pair, Rate, Sign, Sums, Way};
use statistics::{ln_poisson_tail, ln_tail, logit, spread, z_of_ln};

/// Pairs with fewer hands together are not judged.
const HANDS_MIN: u32 = 60;

/// A pair is not judged either if one of its accounts has met all others together less often than this.
const MET_MIN: u64 = 200;

/// The share of all flags that may be due to chance.
const RISK: f64 = 0.1;

/// Upper bound on the probability that a flagged pair's strongest figure is due to chance, whatever the other pairs
/// look like. The second bound is for pairs that share a network, which are few.
const CHANCE_MAX: f64 = 0.001;

const CHANCE_MAX_SHARING: f64 = 0.01;

/// Weight of the prior, in decisions: before anything is known of a player, this many average decisions are assumed.
const PRIOR: f64 = 10.0;

/// Tests per pair: chips each way, folds and calls each way, hands given up each way, soft play by both.
const TESTS: f64 = 9.0;

/// Minimum excess over the expected value: in units of chips, in folds or soft decisions, in hands given up.
const UNITS_MIN: f64 = 20.0;

const DECISIONS_MIN: f64 = 8.0;
const GIVEN_MIN: f64 = 3.0;

/// Large pots are rare, so sums of chips scatter this much more widely than a normal distribution.
const CHIPS_TAIL: f64 = 1.2;

/// From this many pairs on, the spread among them measures how widely the figures of innocent pairs scatter.
const SPREAD_PAIRS: usize = 40;

/// Threshold in standard deviations for showing a figure of a flagged pair; anything below is no evidence.
const TOLD: f64 = 2.5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Chips went from one to the other.
    Chips,
    /// One folded to the other.
    Folds,
    /// One called the other where it folds to everyone else, and lost chips to it.
    Calls,
    /// One put in a lot and then folded to the other.
    GaveUp,
    /// Neither bet nor raised against the other when only the two were left.
    Soft,
}

impl Kind {
    /// The word used in JSON.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Chips => "chips",
            Self::Folds => "folds",
            Self::Calls => "calls",
            Self::GaveUp => "gave_up",
            Self::Soft => "soft",
        }
    }
}

/// One measured figure of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    pub kind: Kind,
    /// `true` if it concerns the second against the first; a figure of soft play concerns both.
    pub from_second: bool,
    /// Opportunities; for chips and hands given up, hands.
    pub of: u32,
    /// Observed occurrences; for chips, units.
    pub was: f64,
    /// Expected value of `was`.
    pub expected: f64,
    /// Excess over the expected value, in standard deviations.
    pub z: f64,
}

impl Evidence {
    fn is_large(&self) -> bool {
        let least = match self.kind {
            Kind::Chips => UNITS_MIN,
            Kind::Folds | Kind::Calls | Kind::Soft => DECISIONS_MIN,
            Kind::GaveUp => GIVEN_MIN,
        };
        self.was - self.expected >= least
    }
}

/// A pair that stands out.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// Indices of its accounts.
    pub pair: (u32, u32),
    /// Hands that both played.
    pub hands: u32,
    /// The share of each account's hands that it played with the other, in percent.
    pub together: [u32; 2],
    /// Mean milliseconds of each account's heads-up decisions against the other and against everyone else, where known.
    pub thought: [Option<(u64, u64)>; 2],
    /// The figures, the strongest first.
    pub evidence: Vec<Evidence>,
    /// Base-10 logarithm of the share of flags at least this strong that are expected by chance alone.
    pub log_q: f64,
    /// `true` if it stands out only among the pairs that share a network.
    pub by_network: bool,
}

/// The result of judging all pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The strongest first.
    pub flags: Vec<Flag>,
    /// Pairs judged.
    pub tested: usize,
    /// Pairs that had met too seldom to be judged.
    pub too_few: usize,
}

/// Judges all pairs except those with a skipped account. `shares` returns `true` for a pair that shares a network.
pub fn judge(counts: &Counts, skipped: impl Fn(u32) -> bool, shares: impl Fn((u32, u32)) -> bool) -> Judged {
    let all = counts.sums();
    let mut tested = Vec::new();
    let mut too_few = 0;
    for (key, pair) in &counts.pairs {
        if skipped(key.0) || skipped(key.1) {
            continue;
        }
        let knows = |number: u32| all[number as usize].met >= u64::from(pair.hands) + MET_MIN;
        if pair.hands >= HANDS_MIN && knows(key.0) && knows(key.1) {
            tested.push((*key, *pair));
        } else {
            too_few += 1;
        }
    }
    // A map iterates in random order.
    tested.sort_unstable_by_key(|(key, _)| *key);
    let mut taken_out: HashSet<(u32, u32)> = HashSet::new();
    let mut flags = Vec::new();
    // A pair's play together also shows in each player's play against all. So flagged pairs are taken out of those
    // sums, in the first rounds only the strongest pair of each account.
    for round in 0..4 {
        flags = judge_once(counts, &all, &tested, &taken_out, &shares);
        let mut next = HashSet::new();
        let mut met = HashSet::new();
        for flag in &flags {
            let (first, second) = flag.pair;
            if round >= 2 || (!met.contains(&first) && !met.contains(&second)) {
                next.insert(flag.pair);
                met.extend([first, second]);
            }
        }
        if next == taken_out {
            break;
        }
        taken_out = next;
    }
    Judged {
        flags,
        tested: tested.len(),
        too_few,
    }
}

fn judge_once(
    counts: &Counts,
    all: &[Sums],
    tested: &[((u32, u32), Pair)],
    taken_out: &HashSet<(u32, u32)>,
    shares: &impl Fn((u32, u32)) -> bool,
) -> Vec<Flag> {
    let mut sums = all.to_vec();
    for key in taken_out {
        let pair = &counts.pairs[key];
        sums[key.0 as usize].count(pair, true, Sign::Minus);
        sums[key.1 as usize].count(pair, false, Sign::Minus);
    }
    let total = Total::of(&sums);
    let mut found: Vec<Vec<Evidence>> = Vec::with_capacity(tested.len());
    for (key, pair) in tested {
        let (mut first, mut second) = (sums[key.0 as usize], sums[key.1 as usize]);
        if !taken_out.contains(key) {
            first.count(pair, true, Sign::Minus);
            second.count(pair, false, Sign::Minus);
        }
        found.push(evidence(pair, &first, &second, &total));
    }
    spread(&mut found);
    let ln_p: Vec<f64> = found.iter().map(|figures| strongest(figures)).collect();
    let by_all = stand_out((0..tested.len()).map(|at| (at, ln_p[at])).collect(), CHANCE_MAX);
    let sharing = (0..tested.len()).filter(|at| shares(tested[*at].0));
    let by_network = stand_out(sharing.map(|at| (at, ln_p[at])).collect(), CHANCE_MAX_SHARING);
    let mut flags = Vec::new();
    for (at, ((key, pair), mut evidence)) in tested.iter().zip(found).enumerate() {
        let Some(ln_q) = by_all.get(&at).or(by_network.get(&at)) else {
            continue;
        };
        evidence.sort_by(|one, other| other.z.total_cmp(&one.z));
        evidence.retain(|figure| figure.z >= TOLD && figure.is_large());
        let share = |number: u32| {
            let hands = counts.hands_of[number as usize].max(1);
            pair.hands.saturating_mul(100) / hands
        };
        let thought = |way: &Way, number: u32| {
            let own = &all[number as usize].own;
            let (ms, count) = way.thought;
            let (other_ms, others) = (own.thought.0 - ms, own.thought.1 - count);
            (count >= 10 && others >= 10).then(|| (ms / u64::from(count), other_ms / u64::from(others)))
        };
        flags.push(Flag {
            pair: *key,
            hands: pair.hands,
            together: [share(key.0), share(key.1)],
            thought: [thought(&pair.ways[0], key.0), thought(&pair.ways[1], key.1)],
            evidence,
            log_q: ln_q / std::f64::consts::LN_10,
            by_network: !by_all.contains_key(&at),
        });
    }
    flags.sort_by(|one, other| one.log_q.total_cmp(&other.log_q).then(one.pair.cmp(&other.pair)));
    flags
}

/// The log-probability of the strongest figure that is also large enough to matter, corrected for the number of tests.
fn strongest(figures: &[Evidence]) -> f64 {
    let large = figures.iter().filter(|figure| figure.is_large());
    let ln_p = large.map(|figure| ln_tail(figure.z)).fold(0.0, f64::min);
    (ln_p + TESTS.ln()).min(0.0)
}

/// Selects as many pairs as possible while the expected share of chance findings stays in bounds (Benjamini and
/// Hochberg). Each index comes with the logarithm of that share.
fn stand_out(mut pairs: Vec<(usize, f64)>, chance_max: f64) -> HashMap<usize, f64> {
    pairs.sort_by(|one, other| one.1.total_cmp(&other.1));
    let all = (pairs.len() as f64).ln();
    let mut least = 0.0_f64;
    let mut out = HashMap::new();
    for (before, (at, ln_p)) in pairs.iter().enumerate().rev() {
        least = least.min(ln_p + all - ((before + 1) as f64).ln());
        if least <= RISK.ln() && *ln_p <= chance_max.ln() {
            out.insert(*at, least);
        }
    }
    out
}

/// Rates over all accounts.
struct Total {
    folds: [f64; 2],
    soft: f64,
    gave_up: f64,
    flow_squares: f64,
}

impl Total {
    fn of(sums: &[Sums]) -> Self {
        let mut way = Way::default();
        let (mut met, mut flow_squares) = (0_u64, 0.0);
        for sums in sums {
            way += sums.own;
            met += sums.met;
            flow_squares += sums.flow_squares;
        }
        let rate = |rate: Rate| ((f64::from(rate.did) + 1.0) / (f64::from(rate.of) + 2.0)).clamp(0.01, 0.99);
        let met = (met as f64).max(1.0);
        Self {
            folds: way.folds.map(rate),
            soft: rate(way.soft),
            gave_up: (f64::from(way.gave_up) + 1.0) / met,
            flow_squares: (flow_squares + 1.0) / met,
        }
    }
}

/// The figures of a pair, given each account's play against all others.
fn evidence(pair: &Pair, first: &Sums, second: &Sums, total: &Total) -> Vec<Evidence> {
    let mut found = vec![soft(pair, first, second, total)];
    let (chips_first, chips_second) = chips(pair, first, second, total);
    found.extend([chips_first, chips_second]);
    for (from_second, who, whom) in [(false, first, second), (true, second, first)] {
        let way = &pair.ways[usize::from(from_second)];
        let mut tally = Tally::default();
        for (round, folds) in way.folds.iter().enumerate() {
            tally.add(
                *folds,
                who.own.folds[round],
                whom.others.folds[round],
                total.folds[round],
            );
        }
        found.push(tally.evidence(Kind::Folds, from_second));
        let mut late = Tally::default();
        late.add(way.folds[1], who.own.folds[1], whom.others.folds[1], total.folds[1]);
        let lost = if from_second { -pair.flow } else { pair.flow };
        found.push(late.calls(from_second, lost));
        let rate = |count: u32, met: u64| (f64::from(count) + 1.0) / (met as f64 + 1.0 / total.gave_up);
        let each = rate(who.own.gave_up, who.met) * rate(whom.others.gave_up, whom.met) / total.gave_up;
        let expected = each * f64::from(pair.hands);
        // Hands with large investments come in streaks.
        let z = z_of_ln(ln_poisson_tail(way.gave_up, expected * 1.25 + 0.3));
        found.push(Evidence {
            kind: Kind::GaveUp,
            from_second,
            of: pair.hands,
            was: f64::from(way.gave_up),
            expected,
            z,
        });
    }
    found
}

fn soft(pair: &Pair, first: &Sums, second: &Sums, total: &Total) -> Evidence {
    let mut tally = Tally::default();
    for (way, who, whom) in [(0, first, second), (1, second, first)] {
        tally.add(pair.ways[way].soft, who.own.soft, whom.others.soft, total.soft);
    }
    tally.evidence(Kind::Soft, false)
}

/// Net chips from the first to the second, and back, measured against how each wins or loses against everyone else.
fn chips(pair: &Pair, first: &Sums, second: &Sums, total: &Total) -> (Evidence, Evidence) {
    let hands = f64::from(pair.hands);
    let each = |sums: &Sums| {
        let met = (sums.met as f64).max(1.0);
        // An account with little history is assumed to play as everyone does.
        let squares = (sums.flow_squares + 100.0 * total.flow_squares) / (met + 100.0);
        (sums.flow / met, squares, met)
    };
    let ((lost, squares, met), (other_lost, other_squares, other_met)) = (each(first), each(second));
    let expected = hands * (lost - other_lost);
    let of_pair = squares * other_squares / total.flow_squares;
    let variance = hands * of_pair + hands * hands * (squares / met + other_squares / other_met);
    let deviation = variance.max(1e-9).sqrt();
    let figure = |from_second: bool| {
        let sign = if from_second { -1.0 } else { 1.0 };
        Evidence {
            kind: Kind::Chips,
            from_second,
            of: pair.hands,
            was: sign * pair.flow,
            expected: sign * expected,
            z: sign * (pair.flow - expected) / (deviation * CHIPS_TAIL),
        }
    };
    (figure(false), figure(true))
}

/// Decisions of a pair, with their expected number.
#[derive(Clone, Copy, Default)]
struct Tally {
    of: u32,
    did: u32,
    expected: f64,
    variance: f64,
}

impl Tally {
    /// Adds one player's decisions against another. The expected share combines that player's rate against everyone
    /// with everyone's rate against the other.
    fn add(&mut self, seen: Rate, own: Rate, others: Rate, all: f64) {
        let known = |rate: Rate| {
            let of = f64::from(rate.of) + PRIOR;
            let share = (f64::from(rate.did) + PRIOR * all) / of;
            (share, 1.0 / (of * share * (1.0 - share)))
        };
        let ((own, own_error), (others, others_error)) = (known(own), known(others));
        let odds = logit(own) + logit(others) - logit(all);
        let share = (1.0 / (1.0 + (-odds).exp())).clamp(0.005, 0.995);
        let of = f64::from(seen.of);
        let binomial = of * share * (1.0 - share);
        self.of += seen.of;
        self.did += seen.did;
        self.expected += of * share;
        self.variance += binomial + binomial * binomial * (own_error + others_error);
    }

    /// The same decisions counted as calls and raises, provided they cost the player at least the minimum number of units.
    fn calls(&self, from_second: bool, lost: f64) -> Evidence {
        let called = Self {
            did: self.of - self.did,
            expected: f64::from(self.of) - self.expected,
            ..*self
        };
        let evidence = called.evidence(Kind::Calls, from_second);
        let z = if lost >= UNITS_MIN { evidence.z } else { 0.0 };
        Evidence { z, ..evidence }
    }

    fn evidence(&self, kind: Kind, from_second: bool) -> Evidence {
        let was = f64::from(self.did);
        let z = if self.variance > 0.0 {
            (was - self.expected - 0.5) / self.variance.sqrt()
        } else {
            0.0
        };
        Evidence {
            kind,
            from_second,
            of: self.of,
            was,
            expected: self.expected,
            z,
        }
    }
}
