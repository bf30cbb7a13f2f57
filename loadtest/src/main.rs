//! The load harness: thousands of real WebSocket players, invariants checked while they play, figures at the end.
#![expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "it measures; no chip is ever a float"
)]

mod abuse;
mod attack;
mod audit;
mod baseline;
mod cli;
mod compare;
mod engine;
mod hostile;
mod http;
mod idle;
mod kill;
mod lag;
mod link;
mod player;
mod policy;
mod report;
mod rng;
mod run;
mod sizes;
mod spawn;
mod stage;
mod stats;
mod sys;
mod table;
mod threshold;
mod timer;
mod tournament;
mod turns;
mod wire;

use std::process::ExitCode;

use clap::Parser;

use loadtest::check;

use cli::{BaselineArgs, Cli, Command};

/// Result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Well,
    /// An invariant was broken, or the run failed.
    Broken,
    /// A threshold was missed.
    Missed,
}

/// Failure of a command, to be printed for people.
pub(crate) type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    sys::raise_open_files();
    let done = match cli.command {
        Command::Run(arguments) => with_runtime(arguments.threads, run::run(*arguments)),
        Command::Compare(arguments) => {
            let core = arguments.server_core();
            with_runtime_beside(core, compare::compare(*arguments, core))
        }
        Command::Hostile(arguments) => with_runtime(None, hostile::hostile(*arguments)),
        Command::Abuse(arguments) => with_runtime(None, abuse::abuse(*arguments)),
        Command::Idle(arguments) => with_runtime(None, idle::idle(arguments)),
        Command::Sizes(arguments) => with_runtime(None, sizes::sizes(arguments)),
        Command::Tournament(arguments) => with_runtime(None, tournament::tournament(*arguments)),
        Command::Kill(arguments) => with_runtime(None, kill::kill(*arguments)),
        Command::Baseline(arguments) => with_runtime(arguments.threads, serve_baseline(arguments)),
    };
    match done {
        Ok(Exit::Well) => ExitCode::SUCCESS,
        Ok(Exit::Broken) => ExitCode::from(1),
        Ok(Exit::Missed) => ExitCode::from(99),
        Err(failure) => {
            eprintln!("loadtest: {failure}");
            ExitCode::from(1)
        }
    }
}

/// Runs a command on this many threads.
fn with_runtime(threads: Option<usize>, command: impl Future<Output = Result<Exit, Failure>>) -> Result<Exit, Failure> {
    let threads = threads.unwrap_or_else(sys::cores).max(1);
    let mut builder = if threads == 1 {
        tokio::runtime::Builder::new_current_thread()
    } else {
        tokio::runtime::Builder::new_multi_thread()
    };
    builder.worker_threads(threads).enable_all().build()?.block_on(command)
}

/// Runs a command on all cores but one, which is reserved for a server.
fn with_runtime_beside(
    core: Option<usize>,
    command: impl Future<Output = Result<Exit, Failure>>,
) -> Result<Exit, Failure> {
    let Some(core) = core else {
        return with_runtime(None, command);
    };
    let threads = sys::cores().saturating_sub(1);
    sys::keep_off(core)?;
    with_runtime(Some(threads), command)
}

async fn serve_baseline(arguments: BaselineArgs) -> Result<Exit, Failure> {
    let listener = tokio::net::TcpListener::bind(arguments.listen).await?;
    println!("listening on ws://{}/ws", listener.local_addr()?);
    baseline::serve(listener, arguments.traffic(), arguments.shape).await?;
    Ok(Exit::Well)
}
