//! Definitions with one change: each is either refused with a line and a reason, or playable.

use std::sync::Arc;

use crate::support::source;
use poker_engine::GameDef;
use poker_engine::game::catalogue;
use poker_engine::simulate::{Dice, HouseRules, Plan, Stacks};

/// Number of changes to each definition.
const CHANGES: u64 = 8;

/// Hands played with a definition that is still accepted.
const HANDS: u64 = 2;

#[test]
fn a_changed_definition_is_refused_or_can_be_played() {
    let (mut refused, mut played) = (0, 0);
    for (index, game) in catalogue::all().iter().enumerate() {
        let text = catalogue::source(&game.id).expect("the file of a game");
        for change in 0..CHANGES {
            let mut dice = Dice::new(source(index as u64 * 1_000 + change));
            let changed = mutate(text, &mut dice);
            match GameDef::parse(&changed) {
                Err(error) => {
                    refused += 1;
                    assert!(
                        error.line >= 1 && error.line <= changed.lines().count() + 1,
                        "{error}\n{changed}"
                    );
                    assert!(!error.message.is_empty(), "{changed}");
                }
                Ok(game) => {
                    played += HANDS;
                    play(game, &changed, &mut dice);
                }
            }
        }
    }
    assert!(refused > 100, "only {refused} were refused");
    assert!(played > 100, "only {played} hands were played");
}

fn play(game: GameDef, text: &str, dice: &mut Dice<impl FnMut() -> u64>) {
    let plan = Plan {
        game: Arc::new(game),
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    for _ in 0..HANDS {
        let hand = plan.play(dice).unwrap_or_else(|error| panic!("{error}\n{text}"));
        hand.chips_are_conserved()
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

/// Returns the definition with a step left out, repeated or moved, a number or a word changed, a line left out, or the text cut short.
fn mutate(text: &str, dice: &mut Dice<impl FnMut() -> u64>) -> String {
    let (head, rest) = text.split_once("script = \"\"\"\n").expect("a script");
    let script = rest.trim_end().trim_end_matches("\"\"\"");
    let mut steps: Vec<String> = script.split(';').map(|step| step.trim().to_owned()).collect();
    let at = |dice: &mut Dice<_>, len: usize| usize::try_from(dice.below(len as u64)).expect("an index");
    let place = at(dice, steps.len());
    match dice.below(8) {
        0 => drop(steps.remove(place)),
        1 => steps.insert(place, steps[place].clone()),
        2 => {
            let other = at(dice, steps.len());
            steps.swap(place, other);
        }
        3 => {
            let number = dice.between(0, 12).to_string();
            steps[place] = change(&steps[place], char::is_numeric, &number);
        }
        4 => {
            let words = [
                "left", "u", "d", "raiser", "highup", "no", "near", "HL", "declare", "A5", "2+3",
            ];
            let word = words[at(dice, words.len())];
            steps[place] = change(&steps[place], char::is_alphanumeric, word);
        }
        5 => {
            let lines: Vec<&str> = text.lines().collect();
            let gone = at(dice, lines.len());
            let kept = lines.iter().enumerate().filter(|(line, _)| *line != gone);
            return kept.flat_map(|(_, line)| [line, "\n"]).collect();
        }
        6 => {
            let seats = format!("seats = [2, {}]", dice.between(2, 10));
            let lines = head.lines().map(|line| {
                if line.starts_with("seats") {
                    seats.as_str()
                } else {
                    line
                }
            });
            let head: String = lines.flat_map(|line| [line, "\n"]).collect();
            return format!("{head}deck = \"36\"\nscript = \"\"\"\n{script}\"\"\"\n");
        }
        _ => {
            let cut = at(dice, text.len());
            let cut = (0..=cut).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            return text[..cut].to_owned();
        }
    }
    format!("{head}script = \"\"\"\n{}\n\"\"\"\n", steps.join(";\n"))
}

/// Replaces the last run of such characters in the step.
fn change(step: &str, of: fn(char) -> bool, by: &str) -> String {
    let Some(end) = step.rfind(of) else {
        return format!("{step}{by}");
    };
    let start = step[..end].rfind(|symbol| !of(symbol)).map_or(0, |before| before + 1);
    let after = step[end..].chars().next().map_or(0, char::len_utf8);
    format!("{}{by}{}", &step[..start], &step[end + after..])
}
