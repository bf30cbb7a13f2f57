//! The command line.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod adults;
mod audit;
mod backup;
mod collude;
mod doctor;
pub mod equity;
pub mod eval;
mod export;
mod games;
mod http;
mod keys;
mod officials;
mod people;
mod replay;
mod serve;
mod tables;
mod tournament;

/// A real-time online poker server. Without a command it serves.
#[derive(Debug, Parser)]
#[command(name = "poker", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Accounts(people::AccountsArgs),
    Adults(adults::Args),
    Audit(audit::Args),
    Backup(backup::BackupArgs),
    Chat(people::ChatArgs),
    Collude(collude::Args),
    Doctor(Box<doctor::Args>),
    Equity(equity::Args),
    Eval(eval::Args),
    Explain(Box<people::ExplainArgs>),
    Export(export::Args),
    Games(games::Args),
    Keys(keys::Args),
    Officials(officials::Args),
    Release(tables::ReleaseArgs),
    Replay(replay::Args),
    Restore(backup::restore::RestoreArgs),
    Say(people::SayArgs),
    Tables(tables::ListArgs),
    Tournament(tournament::Args),
    Trail(people::TrailArgs),
}

/// Parses the command line and runs the command. Exits with 2 if the command line makes no sense.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let stdout = || io::stdout().lock();
    let Some(command) = cli.command else {
        return serve::run(cli.serve, serve::Greeting::Guide);
    };
    let done = match command {
        Command::Serve(args) => Ok(serve::run(*args, serve::Greeting::Address)),
        Command::Accounts(args) => people::accounts(&args, stdout()),
        Command::Adults(args) => adults::run(&args, stdout()),
        Command::Audit(args) => audit::run(&args, stdout()),
        Command::Backup(args) => backup::backup(&args, stdout()),
        Command::Chat(args) => people::chat(&args, stdout()),
        Command::Collude(args) => collude::run(&args, stdout()),
        Command::Doctor(args) => doctor::run(*args, stdout()),
        Command::Equity(args) => equity::run(&args, stdout(), io::stderr().lock()),
        Command::Eval(args) => eval::run(&args, io::stdin().lock(), stdout(), io::stderr().lock()),
        Command::Explain(args) => people::explain(&args, stdout()),
        Command::Export(args) => export::run(&args, stdout()),
        Command::Games(args) => games::run(&args, stdout()),
        Command::Keys(args) => keys::run(&args, stdout()),
        Command::Officials(args) => officials::run(&args, stdout()),
        Command::Release(args) => tables::release(&args, stdout()),
        Command::Replay(args) => replay::run(&args, stdout()),
        Command::Restore(args) => backup::restore::restore(&args, stdout()),
        Command::Say(args) => people::say(&args, stdout()),
        Command::Tables(args) => tables::list(&args, stdout()),
        Command::Tournament(args) => tournament::run(&args, stdout()),
        Command::Trail(args) => people::trail(&args, stdout()),
    };
    finish(done)
}

/// A reader that closes the pipe early is no fault.
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_command_means_serve() {
        let cli = Cli::try_parse_from(["poker", "--house-bots", "3"]).unwrap();
        assert!(cli.command.is_none());
        assert!(Cli::try_parse_from(["poker", "serve", "--ws-echo", "--listen", "127.0.0.1:0"]).is_ok());
        assert!(Cli::try_parse_from(["poker", "--house-bots", "-1"]).is_err());
    }
}
