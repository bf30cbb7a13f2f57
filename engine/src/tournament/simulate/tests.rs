//! Every format obeys the laws, with trouble and without.

use super::*;
use crate::tournament::structure::shipped;

/// The numbers of a seed (splitmix64).
fn source(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn play(id: &str, players: u32, seed: u64, trouble: u8) -> Tally {
    let structure = shipped::find(id).expect("it comes with the engine");
    let plan = Plan::new(structure, players, trouble);
    let mut dice = Dice::new(source(seed));
    let played = plan.play(&mut dice, &mut NoLog);
    played.unwrap_or_else(|broken| panic!("{id}, {players} players, seed {seed}, trouble {trouble}: {broken}"))
}

#[test]
fn every_format_is_played_to_its_end() {
    for structure in shipped::all() {
        for (seed, players) in (1..).zip([2, 3, 7, 10, 11, 19, 28, 60]) {
            for trouble in [0, 3, 40] {
                play(&structure.id, players, seed, trouble);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tournament() {
    for id in ["freezeout", "mystery", "bracket"] {
        assert_eq!(play(id, 40, 7, 5), play(id, 40, 7, 5));
        assert_ne!(play(id, 40, 7, 5).digest, play(id, 40, 8, 5).digest);
    }
}
