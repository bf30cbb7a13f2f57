//! Tries the engine and the server without being part of them.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod drive;
mod fuzz;
mod hands;
pub mod sim;
mod tournaments;
mod vectors;

/// Try the engine and the server: random play, whole servers from a seed, questions to the law, hostile inputs, crashes.
#[derive(Debug, Parser)]
#[command(name = "poker-harness", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Drive(drive::Args),
    Fuzz(fuzz::Args),
    Hands(hands::Args),
    Sim(sim::Args),
    Tournaments(tournaments::Args),
    Vectors(vectors::Args),
}

/// Parses the command line and runs the command. Exits with 2 if the command line makes no sense.
pub fn main() -> ExitCode {
    let stdout = || io::stdout().lock();
    let done = match Cli::parse().command {
        Command::Drive(args) => drive::run(&args, stdout()),
        Command::Fuzz(args) => fuzz::run(&args, stdout()),
        Command::Hands(args) => hands::run(&args, stdout()),
        Command::Sim(args) => sim::run(&args, stdout()),
        Command::Tournaments(args) => tournaments::run(&args, stdout()),
        Command::Vectors(args) => vectors::run(&args, io::stdin().lock(), stdout()),
    };
    finish(done)
}

/// A reader that closes the pipe early is no fault.
fn finish(done: io::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("poker-harness: {error}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
