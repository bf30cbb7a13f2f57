//! Numbers of files, each checked against the engine's.

use std::sync::Arc;

use poker_engine::LimitKind;
use poker_engine::game::catalogue;
use poker_engine::history::phh::{self, Record};
use poker_engine::simulate::{HouseRules, Plan, Stacks};

use super::super::Format;
use super::{FORMATS, is_refused, played, telling};

/// Returns the positions of payments in a text: numbers in cards, seats, streets and made hands are left out.
fn numbers(text: &str, format: Format) -> Vec<std::ops::Range<usize>> {
    let mut places = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_told = match format {
            Format::Text => {
                let is_seat = line.starts_with("Seat ") && line.contains(" in chips");
                let skipped = ["PokerStars", "Table", "***", "Dealt", "Board", "FIRST", "SECOND"];
                !is_seat
                    && !skipped.iter().any(|start| line.starts_with(start))
                    && !line.contains(" shows [")
                    && !line.contains(": discards ")
                    && !line.contains(" folded on ")
            }
            Format::Phh => line.starts_with("finishing_stacks"),
            _ => true,
        };
        if !is_told {
            continue;
        }
        let bytes = line.as_bytes();
        let mut index = 0;
        while index < bytes.len() {
            let length = bytes[index..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if length == 0 {
                index += 1;
                continue;
            }
            let before = &line[..index];
            let amount = match format {
                Format::Text => {
                    let word = before.ends_with(' ') || before.ends_with('(') && !before.ends_with("Player_(");
                    let words =
                        before.ends_with("Player _") || before.ends_with("Seat ") || before.contains(" showed [");
                    word && !words
                }
                // An uncalled bet may be of any size: it goes back, and this format does not record that.
                Format::Ohh => {
                    let object = before.rsplit('{').next().unwrap_or_default();
                    let is_called = object.contains("\"Call\"") || !object.contains("\"action\"");
                    before.ends_with("\"win_amount\":") || before.ends_with("\"amount\":") && is_called
                }
                _ => true,
            };
            if amount {
                places.push(start + index..start + index + length);
            }
            index += length;
        }
    }
    places
}

/// No number for a payment or an award in a file can be changed unnoticed: each is checked against the engine.
#[test]
fn no_number_of_a_file_is_a_lie() {
    let mut lies = 0;
    for game in catalogue::all().iter().filter(|game| game.tracker.is_some()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..6 {
            let played = played(&plan, seed);
            let record = Record::of_played(&played);
            let telling = telling(record.clone(), None);
            let texts = FORMATS
                .iter()
                .filter_map(|(format, _)| Some((*format, telling.write(*format).ok()?)));
            let phh = (Format::Phh, phh::write(&record));
            for (format, text) in texts.chain([phh]) {
                for place in numbers(&text, format) {
                    let number: u64 = text[place.clone()].parse().expect("a number");
                    for lie in [number + 1, number * 7 + 100] {
                        let mut altered = text.clone();
                        altered.replace_range(place.clone(), &lie.to_string());
                        lies += 1;
                        let row = altered[..place.end].rsplit('\n').next().unwrap_or_default();
                        // With a fixed limit, no title gives the small blind.
                        let is_fixed = played.setup.tiers[0].kind() == LimitKind::Fixed;
                        if is_fixed && row.contains("posts small blind") {
                            continue;
                        }
                        assert!(
                            is_refused(&altered, format),
                            "{} with seed {seed}, `{row}`:\n{text}",
                            game.id
                        );
                    }
                }
            }
        }
    }
    assert!(lies > 2_000, "{lies} lies");
}
