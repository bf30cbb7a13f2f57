//! Fuzz targets for the arguments and input of `poker eval` and `poker equity`.

use std::process::ExitCode;

use clap::Parser;

use poker_server::cli::{equity, eval};

use crate::fuzz::Seen;

#[derive(Debug, Parser)]
#[command(name = "poker")]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Eval(eval::Args),
    Equity(equity::Args),
}

/// Options on the first line, hands on the others.
pub(in crate::fuzz) fn eval(input: &[u8], seen: &mut Seen) {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (first, hands) = input.split_at(end);
    let Ok(options) = str::from_utf8(first) else { return };
    let words = ["poker"].into_iter().chain(options.split_whitespace());
    let line = match CommandLine::try_parse_from(words) {
        Ok(line) => line,
        Err(error) => return seen.note(format!("{:?}", error.kind())),
    };
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let done = match line.command {
        // It goes through millions of hands.
        Command::Eval(_) if options.contains("--count") => Ok(ExitCode::SUCCESS),
        Command::Eval(args) => eval::run(&args, hands, &mut output, &mut errors),
        Command::Equity(_) if takes_long(options) => Ok(ExitCode::SUCCESS),
        Command::Equity(args) => equity::run(&args, &mut output, &mut errors),
    };
    assert!(done.is_ok(), "vectors take everything");
    let (output, errors) = (String::from_utf8_lossy(&output), String::from_utf8_lossy(&errors));
    for line in output.lines() {
        seen.note(line.split(' ').next().map(str::to_owned));
    }
    for line in errors.lines() {
        seen.refused(&line);
    }
}

/// `true` if thousands of boards can still come: fewer than four cards of the board are known.
fn takes_long(options: &str) -> bool {
    let mut words = options.split_whitespace();
    let board = words.find_map(|word| match word.strip_prefix("--board")? {
        "" => Some(""),
        rest => rest.strip_prefix('='),
    });
    let board = board.map(|written| {
        if written.is_empty() {
            words.next().unwrap_or_default()
        } else {
            written
        }
    });
    board
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .count()
        < 8
}

/// Seeds of options and hands.
pub(in crate::fuzz) fn eval_seeds() -> Vec<Vec<u8>> {
    [
        "eval\nAhKhQhJhTh2c3d\nAhKh/QhJhTh2c3d\n[\"AsAd\",\"KsKd\"]\n[\"2c3c4c5d6d\",\"AsAd\",\"KsKd\"]",
        "eval --use omaha --json\nAhKh2c2d/QhJhTh2s3d\nAhKh2c2d/QhJhTh",
        "eval --use 4+1\nAhKh2c2d/Qh",
        "eval --ranking badugi\nAh2c3d4s\n[\"Ah2c3d4s\",\"Kh2c3d4s\"]",
        "eval --ranking short-deck --deck short\nAhKhQhJhTh6c7d",
        "eval --ranking 8-or-better --low-wild zero --wild rank:2\n2h3h4h5h6h7c8d",
        "eval --wild own_low --five-of-a-kind below_royal --wild-tie fewest_wilds\n2h2c4h5h6h7c8d/9c",
        "eval --joker bug --jokers 2 --bug-five-aces on\nX1X2AsAdAcAhKs",
        "eval --special dogs+skeet --dutch-ace-low on --wheel-straight off\n2h4h6h8hTc",
        "eval --wild first_down --wild board_card:3 --propagate on --json\n2h2c4h5h/6h7c8d",
        "eval --ranking three-card\nAhKhQh",
        "equity AsAh KsKh --board 2c3d7h9s --dead KdKc --json",
        "equity AsAhKdQd KsKh2c2d --use omaha --board 2c3d7h9s",
        "equity 2s3h 2d3d --board AsKsQsJsTs",
    ]
    .map(|line| line.as_bytes().to_vec())
    .into()
}
