//! `poker replay`: replays hands from files.

mod written;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use poker_engine::Chips;
use poker_engine::history::phh::{self, PhhHand, Replay, Scale};
use poker_formats as formats;
use serde::Serialize;
use serde_json::value::RawValue;

/// Replay hands from files, checking every action as in live play: PHH (`.phh`, `.phhs`), Open Hand History (`.ohh`),
/// the text of hand trackers (`.txt`), and the notation of the test vectors (`.hand`, `.hands`).
///
/// Exits with 0 if all hands were replayed, 1 if one was refused, 2 if a file or a hand could not be read.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON, one object per line and hand.
    #[arg(long)]
    json: bool,
}

/// The result of one hand. Players are numbered from 1, in the order of the file.
#[derive(Serialize)]
struct ReplayedHand<'a> {
    file: &'a str,
    index: usize,
    variant: Option<&'a str>,
    complete: bool,
    finishing_stacks: Option<Vec<Option<Box<RawValue>>>>,
    winnings: Option<Vec<Box<RawValue>>>,
    pots: Vec<PotLine>,
    board: Vec<String>,
    error: Option<String>,
}

#[derive(Serialize)]
struct PotLine {
    amount: Box<RawValue>,
    eligible: Vec<u8>,
    winners: Vec<u8>,
}

pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    let mut out = io::BufWriter::new(out);
    let (mut refused, mut unreadable) = (false, false);
    for path in &args.files {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let text = match read(path, extension) {
            Ok(text) => text,
            Err(error) => {
                unreadable = true;
                out.flush()?;
                writeln!(io::stderr(), "{}: {error}", path.display())?;
                continue;
            }
        };
        if matches!(extension, Some("hand" | "hands")) {
            for line in written::lines(&name, &text) {
                refused |= line.is_refused();
                if let (true, Some(error)) = (line.is_unreadable(), line.error()) {
                    unreadable = true;
                    out.flush()?;
                    writeln!(io::stderr(), "{}: {error}", path.display())?;
                }
                line.print(&mut out, args.json)?;
            }
            continue;
        }
        match hands(extension, &text) {
            Ok(hands) => {
                for (index, hand) in hands.into_iter().enumerate() {
                    let line = line(&name, index + 1, hand.as_ref().map_err(String::as_str));
                    refused |= line.error.is_some();
                    print(&mut out, args.json, &line)?;
                }
            }
            Err(error) => {
                unreadable = true;
                out.flush()?;
                writeln!(io::stderr(), "{}: {error}", path.display())?;
            }
        }
    }
    out.flush()?;
    Ok(match (unreadable, refused) {
        (true, _) => ExitCode::from(2),
        (false, true) => ExitCode::from(1),
        (false, false) => ExitCode::SUCCESS,
    })
}

/// Parses the hands of a file, in the format of its extension.
fn hands(extension: Option<&str>, text: &str) -> Result<Vec<Result<PhhHand, String>>, phh::PhhError> {
    fn told<E: std::fmt::Display>(hands: Vec<Result<PhhHand, E>>) -> Vec<Result<PhhHand, String>> {
        let hands = hands.into_iter();
        hands.map(|hand| hand.map_err(|error| error.to_string())).collect()
    }
    match extension {
        Some("ohh") => Ok(told(formats::read_ohh(text))),
        Some("txt" | "text") => Ok(told(formats::read_text(text))),
        _ => phh::read(text).map(told),
    }
}

/// Reads a file. Those of other programs may be in any of the encodings these write.
fn read(path: &Path, extension: Option<&str>) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    if matches!(extension, Some("ohh" | "txt" | "text")) {
        return Ok(formats::decode(bytes));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].split(|byte| *byte == b'\n').count();
        format!("line {line}: the text is not UTF-8")
    })
}

fn line<'a>(file: &'a str, index: usize, hand: Result<&'a PhhHand, &str>) -> ReplayedHand<'a> {
    let broken = |error: String, variant| ReplayedHand {
        file,
        index,
        variant,
        complete: false,
        finishing_stacks: None,
        winnings: None,
        pots: Vec::new(),
        board: Vec::new(),
        error: Some(error),
    };
    let hand = match hand {
        Ok(hand) => hand,
        Err(error) => return broken(error.to_owned(), None),
    };
    let Replay {
        complete,
        stacks,
        winnings,
        pots,
        board,
        error,
    } = phh::replay(hand);
    let variant = Some(hand.variant.as_str());
    if let Some(error) = error {
        return broken(error, variant);
    }
    let scale = hand.scale;
    ReplayedHand {
        file,
        index,
        variant,
        complete,
        finishing_stacks: stacks.map(|stacks| {
            stacks
                .into_iter()
                .map(|s| s.map(|stack| number(scale, stack)))
                .collect()
        }),
        winnings: Some(winnings.into_iter().map(|amount| number(scale, amount)).collect()),
        pots: pots
            .into_iter()
            .map(|pot| PotLine {
                amount: number(scale, pot.amount),
                eligible: pot.eligible,
                winners: pot.winners,
            })
            .collect(),
        board: board.iter().map(ToString::to_string).collect(),
        error: None,
    }
}

/// Formats a number exactly as the file would write it, decimals and all.
fn number(scale: Scale, amount: Chips) -> Box<RawValue> {
    RawValue::from_string(scale.show(amount).to_string()).expect("a decimal number is JSON")
}

fn print(out: &mut impl Write, json: bool, line: &ReplayedHand<'_>) -> io::Result<()> {
    if json {
        serde_json::to_writer(&mut *out, line)?;
        return writeln!(out);
    }
    let ReplayedHand { file, index, .. } = line;
    let variant = line.variant.unwrap_or("?");
    if let Some(error) = &line.error {
        return writeln!(out, "{file} {index} {variant}: {error}");
    }
    let stacks = line.finishing_stacks.iter().flatten();
    let stacks: Vec<&str> = stacks
        .map(|stack| stack.as_ref().map_or("?", |stack| stack.get()))
        .collect();
    let end = if line.complete { "complete" } else { "not complete" };
    writeln!(out, "{file} {index} {variant}: {end}, stacks {}", stacks.join(" "))
}
