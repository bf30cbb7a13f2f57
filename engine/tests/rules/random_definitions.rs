//! What the check of a definition accepts can be played to the end, with every law kept.

use std::panic::catch_unwind;
use std::sync::Arc;

use crate::support::source;
use poker_engine::game::GameDef;
use poker_engine::simulate::{Dice, definition, try_out};

/// What goes wrong with the definition of a seed, with its text; `None` if the check refuses it.
fn fault(seed: u64) -> Option<Result<(), String>> {
    let mut dice = Dice::new(source(seed));
    let text = definition(&mut dice);
    let game = Arc::new(GameDef::parse(&text).ok()?);
    let played = catch_unwind(move || try_out(&game, 2, &mut dice));
    Some(match played {
        Ok(Ok(())) => Ok(()),
        Ok(Err(broken)) => Err(format!("seed {seed}: {broken}\n{text}")),
        Err(_) => Err(format!("seed {seed}: a panic\n{text}")),
    })
}

#[test]
fn what_passes_the_check_plays() {
    let seeds = 1500;
    let played: Vec<_> = (0..seeds).filter_map(fault).collect();
    let faults: Vec<_> = played.iter().filter_map(|played| played.as_ref().err()).collect();
    for fault in faults.iter().take(60) {
        eprintln!("{fault}");
    }
    assert!(
        faults.is_empty(),
        "{} of {} definitions do not play",
        faults.len(),
        played.len()
    );
    assert!(played.len() > 300, "the check accepts {} of {seeds}", played.len());
}
