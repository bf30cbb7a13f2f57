//! `poker-harness drive`: a whole tournament without a socket.

mod crash;
mod play;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use poker_base::idle::IdleSignal;
use poker_server::config::Config;
use serde_json::json;

use self::crash::Boundary;
use self::play::drive;

/// Play a tournament of thousands on the server's tables and journal, without a socket
///
/// The data folder must be new, or that of an interrupted drive, which is then resumed; check it afterwards with `poker audit`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// File with the structure of a sit & go
    structure: PathBuf,
    /// The data folder
    #[arg(long)]
    data: PathBuf,
    /// Number of players; must fill the sit & go
    #[arg(long)]
    players: u32,
    /// Seed of the players' decisions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End as a crash would, near the first move of a player to another table: 0 is before it is written, 1 as soon as it is on disk,
    /// 2 after the next group of steps, and so on; `crash.json` in the data folder records what was near
    #[arg(long, value_name = "BOUNDARY")]
    crash_near_move: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The tournament to play.
#[derive(Clone, Debug)]
struct Drive {
    /// Number of players who enter.
    players: u32,
    /// The structure, a sit & go for exactly that many players.
    structure: String,
    /// Seed of the players' decisions. The cards come from the operating system.
    seed: u64,
    /// The boundary at which the program ends itself as if it had crashed; `None` to play on.
    crash: Option<Boundary>,
}

/// The measurements of a drive.
#[derive(Clone, Copy, Debug, Default)]
struct Driven {
    /// From the last entry to the last prize.
    took: Duration,
    /// Until all had entered.
    entering: Duration,
    /// Decisions answered.
    decisions: u64,
    /// Messages sent to players.
    messages: u64,
}

pub(super) fn run(args: &Args, mut output: impl Write) -> io::Result<ExitCode> {
    let asked = Drive {
        players: args.players,
        structure: std::fs::read_to_string(&args.structure)?,
        seed: args.seed,
        crash: args.crash_near_move.map(Boundary),
    };
    let config = Config {
        data: args.data.clone(),
        house_bots: 0,
        demo_tables: false,
        hand_pause_percent: 0,
        guests_per_minute: 0,
        keep_journal: true,
        ..Config::default()
    };
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let lull = IdleSignal::of(runtime.enable_all());
    let driven = runtime.build()?.block_on(drive(config, lull, &asked));
    let driven = match driven {
        Ok(driven) => driven,
        Err(failure) => {
            writeln!(io::stderr(), "poker-harness: {failure}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let (took, entering) = (driven.took.as_millis(), driven.entering.as_millis());
    if args.json {
        let told = json!({
            "players": args.players,
            "entering_ms": u64::try_from(entering).unwrap_or(u64::MAX),
            "took_ms": u64::try_from(took).unwrap_or(u64::MAX),
            "decisions": driven.decisions,
            "messages": driven.messages,
        });
        writeln!(output, "{told}")?;
    } else {
        writeln!(
            output,
            "{} players, {entering} ms to enter, {took} ms to the last prize, {} decisions, {} messages",
            args.players, driven.decisions, driven.messages
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
