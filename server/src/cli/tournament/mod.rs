//! `poker tournament`: tools for tournaments.

mod floor;
mod show;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Subcommand;

/// Work with tournaments: structures, and the floor of a running one.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(show::CheckArgs),
    Structures(show::ListArgs),
    Show(show::Args),
    Floor(floor::Args),
}

/// Runs the command.
///
/// # Errors
/// Those of reading and writing.
pub(super) fn run(args: &Args, output: impl Write) -> io::Result<ExitCode> {
    match &args.command {
        Command::Check(args) => show::check(args, output),
        Command::Structures(args) => show::list(args, output),
        Command::Show(args) => show::run(args, output),
        Command::Floor(args) => floor::run(args, output),
    }
}
