//! `poker-harness vectors`: questions to the law, line by line. Answered by the code of live play.

mod grammar;
mod hand;
mod live;
mod money;
mod tables;
mod time;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use grammar::{Fields, QuestionError};

/// Answer questions to the law of tournaments.
///
/// One JSON object per line: `id`, `algo`, the fields of that algorithm, and `out` if an answer is expected. Prints `id` and
/// `out` in the same order, and `ok`, which is true if `out` is as expected. A line that cannot be read is answered with its
/// number and an `error`. The exit code is 1 if there was one, or an answer was not as expected.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// The files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Answers all lines of all files.
///
/// # Errors
/// Those of reading and writing.
pub(super) fn run(args: &Args, input: impl Read, output: impl Write) -> io::Result<ExitCode> {
    let mut output = BufWriter::new(output);
    let mut input = Some(input);
    let mut good = true;
    for file in &args.files {
        if file == Path::new("-") {
            if let Some(input) = input.take() {
                good &= answer_lines(input, &mut output)?;
            }
        } else {
            let opened = File::open(file);
            let opened =
                opened.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
            good &= answer_lines(opened, &mut output)?;
        }
    }
    output.flush()?;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Answers every line; `true` if all were read and have the expected answers.
fn answer_lines(input: impl Read, output: &mut impl Write) -> io::Result<bool> {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    let mut good = true;
    for number in 1_u64.. {
        // A caller that waits for each answer before it writes the next line must get it now.
        if input.buffer().is_empty() {
            output.flush()?;
        }
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let line = answer(&bytes).unwrap_or_else(|error| json!({ "line": number, "error": error.to_string() }));
        good &= line.get("error").is_none() && line.get("ok") != Some(&Value::Bool(false));
        writeln!(output, "{line}")?;
    }
    Ok(good)
}

/// Answers one question.
fn answer(line: &[u8]) -> Result<Value, QuestionError> {
    let mut fields = Fields::read(line)?;
    let id: String = fields.take("id")?;
    let algo: String = fields.take("algo")?;
    let expected = fields.take_value("out");
    let out = solve(&algo, fields)?;
    let mut answer = json!({ "id": id, "out": out });
    if let Some(expected) = expected {
        answer["ok"] = Value::Bool(answer["out"] == expected);
    }
    Ok(answer)
}

fn solve(algo: &str, fields: Fields) -> Result<Value, QuestionError> {
    match algo {
        "first_hand" => tables::first_hand(fields),
        "next_hand" => tables::next_hand(fields),
        "pick_seat" => tables::pick_seat(fields),
        "halted" => tables::halted(fields),
        "may_break" => tables::may_break(fields),
        "final_size" => tables::final_size(fields),
        "balance" => tables::balance(fields),
        "late_entry" => tables::late_entry(fields),
        "may_deal" => tables::may_deal(fields),
        "high_card" => tables::high_card(fields),
        "posts" => hand::posts(fields),
        "hand" => hand::hand(fields),
        "pots" => money::pots(fields),
        "award" => money::award(fields),
        "places" => money::places(fields),
        "pay" => money::pay(fields),
        "payouts" => money::payouts(fields),
        "chip_race" => money::chip_race(fields),
        "bounty" => money::bounty(fields),
        "chop" => money::chop(fields),
        "icm" => money::icm(fields),
        "withdraw" => money::withdraw(fields),
        "clock" => time::clock(fields),
        "hand_level" => time::hand_level(fields),
        "next_level" => time::next_level(fields),
        "entry_open" => time::entry_open(fields),
        "call_time" => time::call_time(fields),
        "spoken" => live::spoken(fields),
        "chips" => live::chips(fields),
        "substantial" => live::substantial(fields),
        "queued" => live::queued(fields),
        "orbits" => live::orbits(fields),
        "ladder" => live::ladder(fields),
        _ => Err(QuestionError::Algorithm),
    }
}

#[cfg(test)]
mod tests;
