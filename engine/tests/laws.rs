//! What is true of every hand of every game, over random play.

mod support;

use std::sync::Arc;

use poker_engine::Viewer;
use poker_engine::game::{Both, catalogue};
use poker_engine::simulate::{Dice, Plan, Played, Stacks};
use support::source;

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
            let laws = [
                Played::chips_are_conserved,
                Played::posts_are_nominal,
                Played::winners_show,
                Played::replays,
            ];
            for law in laws {
                law(&played).unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            }
            let seats = played.hand.dealt();
            for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
                let hides = played.hides_cards(viewer, &mut dice);
                hides.unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            }
        }
    }
}

/// Where a failure on one side loses both, a hand may win although a better one of its side has been shown.
#[test]
fn winners_show_where_both_sides_are_all_or_nothing() {
    let games = catalogue::all().iter().filter(|game| game.both == Both::Strict);
    for game in games {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
        };
        for seed in 0..600 {
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            let law = played.winners_show();
            law.unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
        }
    }
}
