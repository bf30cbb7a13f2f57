//! The command line.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod export;
mod games;
mod replay;
mod simulate;

/// A real-time online poker server.
#[derive(Debug, Parser)]
#[command(name = "poker", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Export(export::Args),
    Games(games::Args),
    Replay(replay::Args),
    Simulate(simulate::Args),
}

/// Reads the command line and does what it says. Exits with 2 when it makes no sense.
pub fn main() -> ExitCode {
    let stdout = io::stdout().lock();
    let done = match Cli::parse().command {
        Command::Export(args) => export::run(&args, stdout),
        Command::Games(args) => games::run(&args, stdout),
        Command::Replay(args) => replay::run(&args, stdout),
        Command::Simulate(args) => simulate::run(&args, stdout),
    };
    finish(done)
}

/// A reader that has seen enough and closed the pipe is no fault.
fn finish(done: io::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("poker: {error}");
            ExitCode::from(2)
        }
    }
}
