//! `poker-harness hands`, as a program would call it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use poker_engine::history::phh;
use serde_json::Value;

fn hands(arguments: &[&str]) -> Output {
    let mut run = Command::new(env!("CARGO_BIN_EXE_poker-harness"));
    run.arg("hands").args(arguments).output().expect("the program starts")
}

/// Plays hands and writes them to a file; returns the program's output and the text of the file.
fn played(file: &str, game: &str, count: &str) -> (Vec<Value>, String) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{file}", std::process::id()));
    let shown = path.to_string_lossy();
    let arguments = [
        "--json", "--game", game, "--hands", count, "--seed", "7", "--phh", &shown,
    ];
    let output = hands(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = std::str::from_utf8(&output.stdout).expect("UTF-8").lines();
    let lines = lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let text = fs::read_to_string(&path).expect("the file");
    fs::remove_file(&path).expect("the file");
    (lines, text)
}

/// Replays this many hands of a file, and compares the stacks with those written in it.
fn replays_as_written(text: &str, count: usize) {
    let read = phh::read(text).expect("a file of hands");
    assert_eq!(read.len(), count);
    let written = text.lines().filter_map(|line| line.strip_prefix("finishing_stacks = "));
    for (hand, written) in read.into_iter().zip(written) {
        let replayed = phh::replay(&hand.expect("a hand"));
        let stacks = replayed.stacks.unwrap_or_else(|| panic!("{:?}", replayed.error));
        let stacks: Vec<u64> = stacks.into_iter().flatten().map(poker_engine::Chips::get).collect();
        assert_eq!(format!("{stacks:?}"), written);
    }
}

#[test]
fn a_seed_repeats_itself_and_its_file_replays() {
    let (first, a) = played("a.phhs", "omaha-8", "200");
    let (second, b) = played("b.phhs", "omaha-8", "200");
    assert_eq!(first[0]["digest"], second[0]["digest"]);
    assert_eq!(a, b);
    replays_as_written(&a, 200);
}

#[test]
fn hands_of_every_game_are_written_and_replayed() {
    let (games, text) = played("all.phhs", "all", "5");
    replays_as_written(&text, 5 * games.len());
}

#[test]
fn games_and_numbers_of_players_are_checked() {
    assert_eq!(hands(&["--game", "no-such-game"]).status.code(), Some(2));
    let crowd = hands(&["--game", "short-deck", "--players", "10"]);
    assert_eq!(crowd.status.code(), Some(2));
}
