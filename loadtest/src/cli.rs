//! The command line.

mod table;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::baseline::{Shape, Traffic};
use crate::link::Target;
use crate::policy::Profile;
use crate::stage::{Stage, StageError};
use crate::threshold::Threshold;

pub(crate) use table::TableArgs;

fn duration(text: &str) -> Result<Duration, StageError> {
    crate::stage::duration(text)
}

/// Reads the length of a turn, which must leave time for something to happen.
fn turn(text: &str) -> Result<Duration, String> {
    match duration(text) {
        Ok(turn) if turn < Duration::from_millis(1) => Err("a turn takes 1ms at least".to_owned()),
        Ok(turn) => Ok(turn),
        Err(error) => Err(error.to_string()),
    }
}

/// Put a poker server under load and check its invariants.
///
/// Exit codes: 0 all is well; 1 an invariant was broken or the run failed; 2 wrong usage; 99 a threshold was missed.
#[derive(Debug, Parser)]
#[command(name = "loadtest", version)]
pub(crate) struct Cli {
    /// Command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Commands of the harness.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play with thousands of players on many tables and check every hand and message.
    Run(Box<RunArgs>),
    /// Compare the server with the baseline: deliveries per second, CPU, writes and memory as ratios.
    Compare(Box<CompareArgs>),
    /// Kill the server in the middle of hands, over and over, and check that nothing a client saw is lost.
    Kill(Box<KillArgs>),
    /// Send malformed traffic to a server while others play.
    Hostile(Box<HostileArgs>),
    /// Abuse costly and shared resources from many networks while two tables play, which must not suffer.
    Abuse(Box<AbuseArgs>),
    /// Play a tournament of bots to its last prize, killing the server on the way, and check that no chip, seat, place or prize is lost.
    Tournament(Box<TournamentArgs>),
    /// Measure the memory of an idle seated connection.
    Idle(IdleArgs),
    /// Estimate the cores, memory, daily disk space and sockets needed for a number of players.
    Sizes(SizesArgs),
    /// Serve a bare broadcast without poker, for comparison.
    Baseline(BaselineArgs),
}

/// Options of the server under test.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServerArgs {
    /// Use this server program; cargo builds it if left out.
    #[arg(long, env = "POKER_SERVER_BIN", value_name = "FILE")]
    pub(crate) server: Option<PathBuf>,
    /// Keep the server on this core.
    #[arg(long, value_name = "CORE")]
    pub(crate) server_core: Option<usize>,
    /// Change a setting of the server, such as `outbox-bytes=100000`.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

/// Load models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Keep a number of players, each acting some time after its turn begins.
    Closed,
    /// Keep to a schedule of actions or arrivals per second, whether or not the server keeps up.
    Open,
}

/// Units of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Arrive {
    /// Count actions of seated players.
    Actions,
    /// Count players, who connect, sit down, stay and leave.
    Players,
}

/// Options of `run`.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// Connect to this server, such as `ws://127.0.0.1:8080/ws`.
    #[arg(long, required_unless_present = "spawn", conflicts_with = "spawn")]
    pub(crate) url: Option<Target>,
    /// Start a new server with its data in a temporary folder.
    #[arg(long)]
    pub(crate) spawn: bool,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Choose the load model.
    #[arg(long, value_enum, default_value_t = Mode::Closed)]
    pub(crate) mode: Mode,
    /// Set the number of players.
    #[arg(long, default_value_t = 90)]
    pub(crate) players: usize,
    /// Set the mean thinking time, which varies at random by half of it (closed model).
    #[arg(long, default_value = "1s", value_parser = duration)]
    pub(crate) think: Duration,
    /// Set the actions or players per second (open model).
    #[arg(long, default_value_t = 100.0)]
    pub(crate) rate: f64,
    /// Choose what the rate counts (open model).
    #[arg(long, value_enum, default_value_t = Arrive::Actions)]
    pub(crate) arrive: Arrive,
    /// Let an arrival stay this long (open model).
    #[arg(long, default_value = "10s", value_parser = duration)]
    pub(crate) stay: Duration,
    /// Run for this long, not counting warm-up and the arrival of players.
    #[arg(long, default_value = "30s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Change the level by a stage such as 0..5000@60s, in players or in the rate; repeat for further stages.
    #[arg(long)]
    pub(crate) stage: Vec<Stage>,
    /// Leave out this much time from the figures, once all players are in.
    #[arg(long, default_value = "5s", value_parser = duration)]
    pub(crate) warmup: Duration,
    /// Limit the connections opened per second.
    #[arg(long, default_value_t = 500.0)]
    pub(crate) connect_rate: f64,
    /// Let this share of the players, from 0 to 1, drop off and come back.
    #[arg(long, default_value_t = 0.0)]
    pub(crate) drop_share: f64,
    /// Set the mean time between two drops of such a player.
    #[arg(long, default_value = "20s", value_parser = duration)]
    pub(crate) drop_every: Duration,
    /// Limit the time for which a dropped player stays away.
    #[arg(long, default_value = "1s", value_parser = duration)]
    pub(crate) drop_away: Duration,
    /// Require a condition such as `action_ack p99<50ms` or `errors==0`; exit with code 99 if one is not met.
    #[arg(long)]
    pub(crate) threshold: Vec<Threshold>,
    /// Limit the 99th percentile of the generator's own lag; above it the run is not valid.
    #[arg(long, default_value = "20ms", value_parser = duration)]
    pub(crate) lag_max: Duration,
    /// Use this many threads; one per core if left out.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Write the report to this HTML file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the summary to this JSON file.
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
    /// Write the histograms of every second to this file, as an HDR interval log.
    #[arg(long, value_name = "FILE")]
    pub(crate) hdr_log: Option<PathBuf>,
    /// Print the summary as JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `baseline`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BaselineArgs {
    /// Listen on this address.
    #[arg(long, default_value = "127.0.0.1:0")]
    pub(crate) listen: SocketAddr,
    /// Choose how connections and tables share the work.
    #[arg(long, value_enum, default_value_t = Shape::Queued)]
    pub(crate) shape: Shape,
    /// Send this many bytes to the average seat per action, frame headers included.
    #[arg(long, default_value_t = Traffic::DEFAULT.bytes)]
    pub(crate) bytes: f64,
    /// Send this many messages to the average seat per action: one to each seat, an answer, a question, and private ones to all for the
    /// rest.
    #[arg(long, default_value_t = Traffic::DEFAULT.messages)]
    pub(crate) messages: f64,
    /// Use this many threads; one per core if left out.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
}

impl BaselineArgs {
    /// Returns the traffic that an action causes at the average seat.
    pub(crate) fn traffic(&self) -> Traffic {
        Traffic {
            bytes: self.bytes,
            messages: self.messages,
        }
    }
}

/// Options of `compare`.
#[derive(Clone, Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are independent of each other"
)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Compare with another build of the server instead of the bare broadcasts.
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
    /// Run this many rounds for each number of tables and report the medians.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Set the numbers of tables, which are compared one after the other.
    #[arg(long = "tables", value_delimiter = ',', default_values_t = [60, 240])]
    pub(crate) table_counts: Vec<usize>,
    /// Measure each server for this long in a round.
    #[arg(long, default_value = "8s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Leave out this much time at the start of a round, once all players are in.
    #[arg(long, default_value = "2s", value_parser = duration)]
    pub(crate) warmup: Duration,
    /// Let one server run for this long while the other is stopped.
    #[arg(long, default_value = "250ms", value_parser = turn)]
    pub(crate) turn: Duration,
    /// Measure memory with this many idle seated connections; 0 for none.
    #[arg(long, default_value_t = 9000)]
    pub(crate) idle: usize,
    /// Let server and players share all cores instead of giving the server one of its own.
    #[arg(long)]
    pub(crate) shared_cores: bool,
    /// Require at least this ratio of deliveries per second.
    #[arg(long, default_value_t = 0.85)]
    pub(crate) ratio_min: f64,
    /// Allow at most this many writes per seat and action.
    #[arg(long, default_value_t = 1.05)]
    pub(crate) writes_max: f64,
    /// Allow at most this many KiB per idle seated connection.
    #[arg(long, default_value_t = 6.0)]
    pub(crate) idle_kib_max: f64,
    /// Exit with code 99 if a goal is missed.
    #[arg(long)]
    pub(crate) check: bool,
    /// Print the comparison as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `idle`.
#[derive(Clone, Debug, Args)]
pub(crate) struct IdleArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Set the number of connections.
    #[arg(long, default_value_t = 5000)]
    pub(crate) connections: usize,
    /// Exit with code 99 if a connection costs more KiB than this.
    #[arg(long)]
    pub(crate) kib_max: Option<f64>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `sizes`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SizesArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Set the number of players in the first run.
    #[arg(long, default_value_t = 90)]
    pub(crate) few: usize,
    /// Set the number of players in the second run.
    #[arg(long, default_value_t = 900)]
    pub(crate) many: usize,
    /// Set the mean thinking time, which varies at random by half of it.
    #[arg(long, default_value = "4s", value_parser = duration)]
    pub(crate) think: Duration,
    /// Measure each run for this long.
    #[arg(long, default_value = "60s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Print the figures as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `kill`.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct KillArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Kill the server this many times.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Set the number of tables.
    #[arg(long = "tables", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) table_count: u32,
    /// Set the mean thinking time.
    #[arg(long, default_value = "4ms", value_parser = duration)]
    pub(crate) think: Duration,
    /// Limit the life of the server once all tables play again.
    #[arg(long, default_value = "1s", value_parser = duration)]
    pub(crate) life: Duration,
    /// Kill one in this many restarts before the server is ready; 0 for none.
    #[arg(long, default_value_t = 10)]
    pub(crate) early: u32,
    /// Compare everything stored with everything seen after this many kills, and after the last.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) audit_every: u32,
    /// Stop and restart the server, as an upgrade does, instead of killing it: no decision may be made for a player, and all tables must
    /// play again within six seconds.
    #[arg(long)]
    pub(crate) stop: bool,
    /// Keep the data folder.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Options of `abuse`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AbuseArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// Run each step for this long.
    #[arg(long, default_value = "15s", value_parser = duration)]
    pub(crate) step: Duration,
    /// Let tables play undisturbed for this long first, for comparison.
    #[arg(long, default_value = "30s", value_parser = duration)]
    pub(crate) quiet: Duration,
    /// Attack from this many networks.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=2000))]
    pub(crate) networks: u16,
    /// Set the time between two requests of a network.
    #[arg(long, default_value = "100ms", value_parser = turn)]
    pub(crate) pace: Duration,
    /// Set the mean thinking time of neighbours.
    #[arg(long, default_value = "30ms", value_parser = duration)]
    pub(crate) think: Duration,
    /// Raise a quiet 99th percentile to at least this, the size of the machine's own pauses.
    #[arg(long, default_value = "5ms", value_parser = duration)]
    pub(crate) floor: Duration,
    /// Limit the server's memory at the end to this multiple of its quiet memory.
    #[arg(long, default_value_t = 1.1)]
    pub(crate) memory_max: f64,
    /// Let neighbours and strangers play this game, which must have two hole cards.
    #[arg(long, default_value = "no-limit-holdem")]
    pub(crate) game: String,
    /// Run only this step, by its name in the report; repeat for more.
    #[arg(long)]
    pub(crate) only: Vec<String>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `tournament`.
#[derive(Clone, Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are independent of each other"
)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// Set the number of players.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(3..=10_000))]
    pub(crate) players: u32,
    /// Set the number of seats per table.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(3..=10))]
    pub(crate) seats: u8,
    /// Play this game.
    #[arg(long, default_value = "no-limit-holdem")]
    pub(crate) game: String,
    /// Set the starting stack; the blinds start at 10 and 20.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    pub(crate) stack: u32,
    /// Set the length of a level, in seconds.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) level_s: u32,
    /// Choose the playing style.
    #[arg(long, value_enum, default_value_t = Profile::Wild)]
    pub(crate) profile: Profile,
    /// Kill the server this many times during play, once in each equal share of the finishing players.
    #[arg(long, default_value_t = 0)]
    pub(crate) kills: u32,
    /// Play structures of the server's list instead, with short levels: one by its identifier, or `all` one after the other.
    #[arg(long, value_name = "ID", conflicts_with = "no_sockets")]
    pub(crate) structure: Option<String>,
    /// Play this many random structures as well, with random formats, games, sizes, late entries, rebuys and bounties.
    #[arg(long, default_value_t = 0, requires = "structure")]
    pub(crate) random: u32,
    /// Keep the log of each such event, and the hands its players saw, in this folder, for `scripts/tournament_log.py`.
    #[arg(long, value_name = "FOLDER", requires = "structure")]
    pub(crate) logs: Option<PathBuf>,
    /// Leave connections out: let the program of the harness play alone, on the same tables and journal.
    #[arg(long, conflicts_with = "kills")]
    pub(crate) no_sockets: bool,
    /// Crash the program again and again at this point, at one write boundary after another, and let it resume from disk.
    #[arg(long, value_enum, requires = "no_sockets")]
    pub(crate) crash_at: Option<CrashAt>,
    /// Play tournaments until this many moves had a crash close to them.
    #[arg(long, default_value_t = 500)]
    pub(crate) moves: u64,
    /// Seed the random choices of all players.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Keep the data folder.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no progress.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Points at which a program crashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CrashAt {
    /// Crash around each move of a player to another table.
    Moves,
}

/// Options of `hostile`.
#[derive(Clone, Debug, Args)]
pub(crate) struct HostileArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Set the number of tables with players.
    #[arg(long = "tables", default_value_t = 4)]
    pub(crate) table_count: usize,
    /// Set the mean thinking time.
    #[arg(long, default_value = "100ms", value_parser = duration)]
    pub(crate) think: Duration,
    /// Attack with this many simultaneous connections.
    #[arg(long, default_value_t = 20)]
    pub(crate) attackers: usize,
    /// Run for this long, the first half without attacks.
    #[arg(long, default_value = "30s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Leave out this much time from the figures, once all players are in.
    #[arg(long, default_value = "2s", value_parser = duration)]
    pub(crate) warmup: Duration,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
