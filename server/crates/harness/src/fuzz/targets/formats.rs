//! Fuzz targets for hands and games that users bring along as text.

use std::sync::Arc;

use poker_engine::GameDef;
use poker_engine::game::catalogue;
use poker_engine::history::notation;
use poker_engine::history::phh::{self, PhhHand, Record};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks, try_out};
use poker_formats::{Format, Telling, read_ohh, read_text, text_of};
use poker_table::own_game;
use poker_wire as wire;
use poker_words::rules::{Lang, game_rules};
use rand::Rng;

use super::numbers_of;
use crate::fuzz::{Seen, repository};

/// Maximum number of hands of one input that are played.
const HANDS: usize = 4;

/// Reads a definition. If it is accepted, its rules can be put in words, and its hands keep every law.
pub(in crate::fuzz) fn definition(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    let Some(game) = seen.outcome(own_game(text)) else {
        return;
    };
    play(game, text, seen);
}

fn play(game: GameDef, text: &str, seen: &mut Seen) {
    let info = wire::game_info(&game);
    seen.note((info.deal, info.limits));
    for lang in Lang::ALL {
        let _ = game_rules(&game, text, lang);
    }
    let mut numbers = numbers_of(text.as_bytes());
    let played = try_out(&Arc::new(game), 1, &mut Dice::new(|| numbers.next_u64()));
    assert!(played.is_ok(), "{played:?}");
}

/// Reads a file of PHH and replays its hands.
pub(in crate::fuzz) fn phh(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    if let Some(hands) = seen.outcome(phh::read(text)) {
        replay(hands, seen);
    }
}

/// Reads a file of Open Hand History and replays its hands.
pub(in crate::fuzz) fn ohh(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    replay(read_ohh(text), seen);
}

/// Reads the text of a tracker and replays its hands.
pub(in crate::fuzz) fn tracker(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    replay(read_text(text), seen);
}

fn replay<E: std::fmt::Display>(hands: Vec<Result<PhhHand, E>>, seen: &mut Seen) {
    seen.note(hands.len().min(HANDS));
    for hand in hands.into_iter().take(HANDS) {
        let Some(hand) = seen.outcome(hand) else { continue };
        let replayed = phh::replay(&hand);
        match replayed.error {
            // Neither the number of the action nor its text counts as new.
            Some(error) => seen.refused(&error),
            None => seen.note((hand.variant, replayed.complete, replayed.pots.len())),
        }
    }
}

/// Reads hands in the notation of the test vectors, and plays them.
pub(in crate::fuzz) fn hand(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    for hand in notation::parse(text).into_iter().take(HANDS) {
        let Some(hand) = seen.outcome(hand) else { continue };
        if let Some(outcome) = seen.outcome(hand.play()) {
            seen.note((outcome.awards.len(), outcome.stacks.is_some()));
            if let Some((_, refusal)) = &outcome.refused {
                seen.note(refusal.code());
            }
            let _ = hand.contradictions(&outcome);
        }
    }
}

/// A hand of every game.
fn hands() -> Vec<Played> {
    let plan = |game: &Arc<GameDef>| Plan {
        game: Arc::clone(game),
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    let plans = catalogue::all().iter().map(plan);
    let played = plans.filter_map(|plan| {
        let mut numbers = numbers_of(plan.game.id.as_bytes());
        plan.play(&mut Dice::new(|| numbers.next_u64())).ok()
    });
    played.collect()
}

/// The games of the catalogue, renamed as a host's own games must be.
pub(in crate::fuzz) fn definition_seeds() -> Vec<Vec<u8>> {
    let texts = catalogue::all().iter().filter_map(|game| catalogue::source(&game.id));
    let own = texts.map(|text| text.replacen("id = \"", "id = \"own-", 1).into_bytes());
    own.collect()
}

/// A hand of every game.
pub(in crate::fuzz) fn phh_seeds() -> Vec<Vec<u8>> {
    let written = hands()
        .into_iter()
        .map(|played| phh::write(&Record::of_played(&played)));
    written.map(String::into_bytes).collect()
}

/// A hand of every game that the format supports.
pub(in crate::fuzz) fn ohh_seeds() -> Vec<Vec<u8>> {
    let written = hands().into_iter().filter_map(|played| {
        let telling = Telling {
            record: Record::of_played(&played),
            names: poker_engine::BySeat::from_fn(|seat| format!("Player {}", seat.number())),
            table: "7".to_owned(),
            hand: 12,
            started_at: jiff::Timestamp::UNIX_EPOCH,
            hero: played.hand.dealt().iter().next(),
            event: None,
        };
        telling.write(Format::Ohh).ok()
    });
    written.map(String::into_bytes).collect()
}

/// A hand of every game that the format supports.
pub(in crate::fuzz) fn tracker_seeds() -> Vec<Vec<u8>> {
    let written = hands()
        .into_iter()
        .filter_map(|played| text_of(Record::of_played(&played), 12).ok());
    written.map(String::into_bytes).collect()
}

/// The test vectors of the engine.
pub(in crate::fuzz) fn hand_seeds() -> Vec<Vec<u8>> {
    repository("engine/tests/vectors", ".hand")
}
