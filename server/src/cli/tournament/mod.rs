//! `poker tournament`: what tournaments are made of, from the command line.

mod vectors;

use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::Subcommand;

/// Questions to the law of tournaments.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Vectors(vectors::Args),
}

/// Does what the command line says.
///
/// # Errors
/// Those of reading and writing.
pub(super) fn run(args: &Args, input: impl Read, output: impl Write) -> io::Result<ExitCode> {
    match &args.command {
        Command::Vectors(args) => vectors::run(args, input, output),
    }
}
