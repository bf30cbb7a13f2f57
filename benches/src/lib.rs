//! A stopwatch for contenders that do the same work: interleaved rounds, medians, ratios. It counts processor time, to reduce the influence
//! of other processes.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

/// Number of runs of each contender, of which the median counts.
pub const ROUNDS: usize = 9;

/// A contender: a name and its work, which returns a checksum so that nothing is optimised away.
pub struct Contender<'a> {
    name: &'static str,
    work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Contender<'a> {
    /// Returns a contender with this name.
    pub fn new(name: &'static str, work: impl FnMut() -> u64 + 'a) -> Self {
        Self {
            name,
            work: Box::new(work),
        }
    }
}

/// Runs the contenders in turn, round after round, and prints the units of work per second and the ratio of each to the first. Does nothing
/// if the command line names other races.
pub fn race(title: &str, units: u64, unit: &str, mut contenders: Vec<Contender<'_>>) {
    // Cargo itself passes `--bench`.
    let mut wanted = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).peekable();
    if wanted.peek().is_some() && !wanted.any(|part| title.contains(&part)) {
        return;
    }
    for contender in &mut contenders {
        black_box((contender.work)());
    }
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); contenders.len()];
    for round in 0..ROUNDS {
        for turn in 0..contenders.len() {
            // Rotates the order, so that no contender always runs after the same one.
            let at = (turn + round) % contenders.len();
            let start = ThreadTime::now();
            black_box((contenders[at].work)());
            times[at].push(start.elapsed());
        }
    }
    println!("{title}");
    // The ratio is taken round by round, so that a slow moment of the machine affects both sides.
    let ratios: Vec<f64> = times
        .iter()
        .map(|times_of| {
            let of_first = times_of.iter().zip(&times[0]);
            median(of_first.map(|(other, first)| other.as_secs_f64() / first.as_secs_f64()))
        })
        .collect();
    let first = contenders[0].name;
    for (at, contender) in contenders.iter().enumerate() {
        let seconds = median(times[at].iter().map(Duration::as_secs_f64));
        println!(
            "  {:<28} {:>10.2} M {unit}/s   {first} is {:.2} times as fast",
            contender.name,
            as_float(units) / seconds / 1e6,
            ratios[at]
        );
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[expect(clippy::cast_precision_loss, reason = "counts here are far below 2 to the 52")]
fn as_float(count: u64) -> f64 {
    count as f64
}

/// Returns this many hands of `N` different cards as indices `4 * rank + suit`, always the same for the same seed.
pub fn random_hands<const N: usize>(hands: usize, seed: u64) -> Vec<[u8; N]> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut deck: Vec<u8> = (0..52).collect();
    (0..hands)
        .map(|_| {
            let (dealt, _) = deck.partial_shuffle(&mut random, N);
            std::array::from_fn(|at| dealt[at])
        })
        .collect()
}

/// Returns a source of random numbers.
pub fn random_source(seed: u64) -> impl FnMut() -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    move || random.random()
}
