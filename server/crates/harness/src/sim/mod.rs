//! `poker-harness sim`: one seed plays the whole server.

mod attendee;
mod digest;
mod evenings;
mod hall;
mod laws;
mod line;
mod link;
mod panics;
mod plant;
mod player;
mod room;
mod store;
mod tables;
mod tally;
mod world;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args as Arguments;

pub use digest::Hash;
pub use plant::Plant;
pub use tally::Tally;

/// Play whole servers, each from one seed, and check what must hold after each step.
#[derive(Clone, Debug, Arguments)]
pub struct Args {
    /// Number of seeds to play.
    #[arg(long, default_value_t = 100)]
    seeds: u64,
    /// The first of them.
    #[arg(long, default_value_t = 1)]
    first: u64,
    /// Things that happen in each before its world heals.
    #[arg(long, default_value_t = 2_000)]
    steps: u64,
    /// Play each seed twice, and compare the hashes of everything.
    #[arg(long)]
    twice: bool,
    /// Plant a fault, to see it found.
    #[arg(long)]
    plant: Option<Plant>,
    /// Print a line for each seed.
    #[arg(long)]
    verbose: bool,
}

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// In which seed.
    pub seed: u64,
    /// Events before the world heals.
    pub steps: u64,
    /// The fault that was planted.
    pub plant: Option<Plant>,
    /// The broken promise.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seed,
            steps,
            plant,
            what,
        } = self;
        writeln!(f, "seed {seed}: {what}")?;
        write!(
            f,
            "repeat it with: poker-harness sim --first {seed} --seeds 1 --steps {steps}"
        )?;
        match plant {
            Some(plant) => write!(f, " --plant {plant}"),
            None => Ok(()),
        }
    }
}

/// Plays a seed: this many things happen, then the world heals and everything has to end.
///
/// # Errors
/// The broken promise.
pub fn play(seed: u64, steps: u64, plant: Option<Plant>) -> Result<(Hash, Tally), Broken> {
    panics::watch(|| world::World::new(seed, plant).run(steps)).map_err(|what| Broken {
        seed,
        steps,
        plant,
        what,
    })
}

/// Plays a seed twice.
///
/// # Errors
/// The broken promise, or the difference between the two runs.
pub fn play_twice(seed: u64, steps: u64) -> Result<(Hash, Tally), Broken> {
    let (first, tally) = play(seed, steps, None)?;
    let (second, _) = play(seed, steps, None)?;
    if first == second {
        Ok((first, tally))
    } else {
        Err(Broken {
            seed,
            steps,
            plant: None,
            what: format!("two runs differ: {first} and {second}"),
        })
    }
}

/// Looks for a planted fault in one seed after the other, for so long.
///
/// # Errors
/// The fault, found. It is an error as it would be without having been planted.
pub fn seek(plant: Plant, steps: u64, patience: Duration) -> Result<u64, Broken> {
    let began = Instant::now();
    let mut planted = 0;
    for seed in 1.. {
        let (_, tally) = play(seed, steps, Some(plant))?;
        planted += tally.planted;
        if began.elapsed() > patience {
            break;
        }
    }
    Ok(planted)
}

/// Plays the seeds of the command line.
pub(crate) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    let began = Instant::now();
    let mut all = Tally::default();
    for seed in args.first..args.first.saturating_add(args.seeds) {
        let played = if args.twice && args.plant.is_none() {
            play_twice(seed, args.steps)
        } else {
            play(seed, args.steps, args.plant)
        };
        match played {
            Ok((hash, tally)) => {
                if args.verbose {
                    writeln!(
                        out,
                        "seed {seed}: {hash}, {} hands, {} crashes",
                        tally.hands, tally.crashes
                    )?;
                }
                all.add(&tally);
            }
            Err(broken) => {
                writeln!(out, "{broken}")?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    writeln!(out, "{} seeds in {seconds:.1} s: {all}", args.seeds)?;
    Ok(ExitCode::SUCCESS)
}
