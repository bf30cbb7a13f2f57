//! Whole hands of five families, played at random by one policy: the cost of the building blocks of a game.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench families`

use poker_benches::{Contender, race, random_source};
use poker_engine::game::catalogue;
use poker_engine::simulate::{Dice, HouseRules, Plan, Stacks};

const HANDS: u64 = 2_000;

/// One game of each family: a board; up cards and a bring-in; draws; wild cards and bought cards; declarations and a board that is turned
/// card by card.
const GAMES: [&str; 5] = [
    "no-limit-holdem",
    "seven-card-stud",
    "deuce-to-seven-triple-draw",
    "baseball",
    "bull",
];

fn main() {
    let contenders = GAMES.map(|id| {
        let game = catalogue::find(id).expect("it is in the catalogue");
        let plan = Plan {
            game: game.clone(),
            players: Some(6),
            stacks: Stacks::Deep,
            rules: HouseRules::Varied,
        };
        Contender::new(id, move || {
            let mut dice = Dice::new(random_source(9));
            let events = (0..HANDS).map(|_| plan.play(&mut dice).expect("a hand by the rules").events.len() as u64);
            events.sum()
        })
    });
    race("Six players at random", HANDS, "hands", contenders.into());
}
