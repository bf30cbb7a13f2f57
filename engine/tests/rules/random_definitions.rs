//! Any definition accepted by the check can be played to the end, with every law kept.

use std::panic::catch_unwind;
use std::sync::Arc;

use crate::support::source;
use poker_engine::Viewer;
use poker_engine::game::GameDef;
use poker_engine::history::phh::{self, Record};
use poker_engine::simulate::{Dice, HouseRules, Plan, Stacks, definition, try_out};

/// Returns the fault in play of the definition made from a seed, with its text; `None` if the check refuses it.
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

/// Returns the result of writing and reading back a hand of the definition made from a seed, as known to all viewers or to a spectator.
fn lost_in_a_file(seed: u64) -> Option<Result<(), String>> {
    let mut dice = Dice::new(source(seed));
    let text = definition(&mut dice);
    let game = Arc::new(GameDef::parse(&text).ok()?);
    let plan = Plan {
        game,
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    let played = plan.play(&mut dice).ok()?;
    let mut record = Record::of_played(&played);
    record.fields = vec![format!("_definition = '''\n{text}'''")];
    let order = played.hand.dealt().clockwise_from(played.setup.button);
    let stacks: Vec<_> = order.map(|seat| Some(played.hand.stack(seat))).collect();
    for record in [record.clone(), record.seen_by(Viewer::Spectator)] {
        let file = phh::write(&record);
        let hands = phh::read(&file).map_err(|error| error.to_string());
        let hand = hands.and_then(|mut hands| hands.remove(0).map_err(|error| error.to_string()));
        let replay = hand.map(|hand| phh::replay(&hand));
        match replay {
            Ok(replay) if replay.complete && replay.stacks.as_ref() == Some(&stacks) => {}
            Ok(replay) => {
                return Some(Err(format!(
                    "seed {seed}: {:?}, {stacks:?}\n{file}",
                    (replay.error, replay.stacks)
                )));
            }
            Err(error) => return Some(Err(format!("seed {seed}: {error}\n{file}"))),
        }
    }
    Some(Ok(()))
}

#[test]
fn what_passes_the_check_comes_back_from_a_file() {
    let played: Vec<_> = (0..3000).filter_map(lost_in_a_file).collect();
    let faults: Vec<_> = played.iter().filter_map(|played| played.as_ref().err()).collect();
    for fault in faults.iter().take(20) {
        eprintln!("{fault}");
    }
    assert!(
        faults.is_empty(),
        "{} of {} hands do not come back",
        faults.len(),
        played.len()
    );
    assert!(played.len() > 600, "only {} hands", played.len());
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
