//! The simulation finds every planted fault, finds none where none is planted, and gives the same run for the same seed.

use std::time::Duration;

use poker_harness::sim::{Plant, play_twice, seek};

/// Things that happen in each seed before its world heals.
const STEPS: u64 = 1_500;

/// Time within which a planted fault has to be found.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
fn every_planted_fault_is_found() {
    let missed: Vec<String> = Plant::all()
        .iter()
        .filter_map(|plant| match seek(*plant, STEPS, PATIENCE) {
            Err(broken) => {
                println!("{plant}: {broken}");
                None
            }
            Ok(planted) => Some(format!("{plant}, planted {planted} times")),
        })
        .collect();
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn a_seed_is_the_same_twice_and_breaks_nothing() {
    for seed in 1..=4 {
        if let Err(broken) = play_twice(seed, STEPS) {
            panic!("{broken}");
        }
    }
}
