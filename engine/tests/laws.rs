//! What is true of every hand of every game, over random play.

use std::sync::Arc;

use poker_engine::Viewer;
use poker_engine::game::catalogue;
use poker_engine::simulate::{Dice, Plan, Stacks};

/// Random numbers for tests (splitmix64).
fn source(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

const HANDS: u64 = 60;

#[test]
fn every_law_holds_in_every_game() {
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
        };
        for seed in 0..HANDS {
            let mut dice = Dice::new(source(seed));
            let fail = |error| panic!("{} with seed {seed}: {error}", game.id);
            let played = plan.play(&mut dice).unwrap_or_else(fail);
            played
                .chips_are_conserved()
                .unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            played
                .replays()
                .unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            let seats = played.hand.dealt();
            for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
                let hides = played.hides_cards(viewer, &mut dice);
                hides.unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            }
        }
    }
}
