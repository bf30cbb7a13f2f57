//! `poker tournament`: tools for tournaments.

mod drive;
mod floor;
mod json;
mod show;
mod simulate;
mod team;
mod vectors;

use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Subcommand;

/// Work with tournaments: structures, whole tournaments by random play, questions to the law, and the floor of a running one.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Simulate(simulate::Args),
    Check(show::CheckArgs),
    Structures(show::ListArgs),
    Show(show::Args),
    Vectors(vectors::Args),
    Floor(floor::Args),
    Drive(drive::Args),
}

/// Runs the command.
///
/// # Errors
/// Those of reading and writing.
pub(super) fn run(args: &Args, input: impl Read, output: impl Write) -> io::Result<ExitCode> {
    match &args.command {
        Command::Simulate(args) => simulate::run(args, output),
        Command::Check(args) => show::check(args, output),
        Command::Structures(args) => show::list(args, output),
        Command::Show(args) => show::run(args, output),
        Command::Drive(args) => drive::run(args, output),
        Command::Floor(args) => floor::run(args, output),
        Command::Vectors(args) => vectors::run(args, input, output),
    }
}
