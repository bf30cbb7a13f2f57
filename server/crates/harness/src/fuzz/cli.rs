//! `poker-harness fuzz`: hostile inputs for every parser of data from outside.
//!
//! Every target starts from the inputs of its folder in the corpus and of the repository's own files. An input that shows
//! something new is kept and changed further. A finding is a panic or a try that takes too long; its input is written to a
//! file, and `--replay FILE` tries it again. Exits with 1 if there are any findings. A run with the same seed, executions and threads
//! is the same.

#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "figures for people")]

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::corpus::{collect, folder, inputs};
use super::run::{Options, remember_panics, run as try_inputs, try_input};
use super::{TARGETS, Target};

/// Try hostile inputs on every parser of data from outside.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Targets, separated by commas; `list` names them
    #[arg(long, value_delimiter = ',', default_value = "all")]
    target: Vec<String>,
    /// Number of inputs to try in all; fast targets get more of them
    #[arg(long, default_value_t = 1_000_000)]
    executions: u64,
    /// Number of threads; one per processor if omitted
    #[arg(long)]
    threads: Option<u32>,
    /// Seed of every change
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit of a try, in milliseconds; exceeding it repeatedly is a finding
    #[arg(long, default_value_t = 1000)]
    limit_ms: u64,
    /// Folder for the inputs of findings
    #[arg(long, default_value = "target/fuzz")]
    findings: PathBuf,
    /// Add inputs that show something new to the folder of their target
    #[arg(long)]
    collect: bool,
    /// Try only these files; the folder of each is named after its target
    #[arg(long, num_args = 1..)]
    replay: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    if !args.replay.is_empty() {
        return replay(&args.replay, out);
    }
    if args.target == ["list"] {
        for target in &TARGETS {
            writeln!(out, "{:<12} {}", target.name, target.about)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let is_wanted = |target: &&Target| args.target.iter().any(|name| name == "all" || name == target.name);
    let wanted: Vec<&Target> = TARGETS.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        return Err(io::Error::other("there is no such target; `--target list` names them"));
    }
    remember_panics();
    let shares: u64 = wanted.iter().map(|target| u64::from(target.share)).sum();
    let threads = std::thread::available_parallelism().map_or(1, |count| u32::try_from(count.get()).unwrap_or(1));
    let begun = Instant::now();
    let (mut executions, mut findings) = (0, 0);
    writeln!(
        out,
        "{:<12} {:>12} {:>10} {:>8} {:>8} {:>9}",
        "target", "executions", "/s", "inputs", "seen", "findings"
    )?;
    for target in wanted {
        let kept = inputs(target, &folder())?;
        let corpus: Vec<Vec<u8>> = kept.into_iter().map(|(_, input)| input).collect();
        let options = Options {
            executions: (u128::from(args.executions) * u128::from(target.share))
                .div_ceil(shares.into())
                .try_into()
                .unwrap_or(u64::MAX),
            threads: args.threads.unwrap_or(threads),
            seed: args.seed,
            limit: Some(Duration::from_millis(args.limit_ms)),
            findings: Some(args.findings.clone()),
        };
        let report = try_inputs(target, &corpus, &options)?;
        writeln!(
            out,
            "{:<12} {:>12} {:>10.0} {:>8} {:>8} {:>9}",
            target.name,
            report.executions,
            report.executions as f64 / report.elapsed.as_secs_f64(),
            report.kept.len(),
            report.seen,
            report.findings.len()
        )?;
        for finding in &report.findings {
            let (bytes, times) = (finding.input.len(), finding.times);
            writeln!(out, "  {} ({bytes} bytes, met {times} times)", finding.trouble.what)?;
            if let Some(file) = &finding.file {
                writeln!(out, "  again: --replay {}", file.display())?;
            }
        }
        if args.collect {
            let added = collect(target, &report.kept, &folder())?;
            writeln!(out, "  {added} inputs added to the corpus")?;
        }
        executions += report.executions;
        findings += report.findings.len();
    }
    let took = begun.elapsed().as_secs_f64();
    writeln!(out, "{executions} executions in {took:.0} s, {findings} findings")?;
    Ok(if findings == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(1)
    })
}

/// Tries the inputs of files, and reports what went wrong with each.
fn replay(files: &[PathBuf], mut out: impl Write) -> io::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let folder = file
            .canonicalize()?
            .parent()
            .and_then(|folder| Some(folder.file_name()?.to_owned()));
        let target = TARGETS
            .iter()
            .find(|target| folder.as_ref().is_some_and(|name| name == target.name));
        let target = target.ok_or_else(|| {
            let message = format!("{}: its folder is not named like a target", file.display());
            io::Error::other(message)
        })?;
        let begun = Instant::now();
        let (_, trouble) = try_input(target, &fs::read(file)?);
        let took = begun.elapsed().as_secs_f64();
        match trouble {
            None => writeln!(out, "{}: nothing in {took:.3} s", file.display())?,
            Some(trouble) => {
                writeln!(out, "{}: {} in {took:.3} s", file.display(), trouble.what)?;
                code = ExitCode::from(1);
            }
        }
    }
    Ok(code)
}
