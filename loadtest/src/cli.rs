//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use poker_protocol::v1::MixConfig;
use serde_json::{Value, json};

use crate::baseline::{Shape, Traffic};
use crate::link::Target;
use crate::policy::Profile;
use crate::stage::{Stage, StageError};
use crate::threshold::Threshold;

fn duration(text: &str) -> Result<Duration, StageError> {
    crate::stage::duration(text)
}

/// A time in which something can happen.
fn turn(text: &str) -> Result<Duration, String> {
    match duration(text) {
        Ok(turn) if turn < Duration::from_millis(1) => Err("a turn takes 1ms at least".to_owned()),
        Ok(turn) => Ok(turn),
        Err(error) => Err(error.to_string()),
    }
}

/// Several games at one table: a rotation of the server's list, such as `horse` or `horse:2` for two hands of each game, or
/// `pick` where the dealer of each hand picks.
fn mix(text: &str) -> Result<MixConfig, String> {
    if text == "pick" {
        return Ok(MixConfig::DealersChoice {
            games: Vec::new(),
            default: None,
            pick_ms: None,
        });
    }
    let (rotation, hands) = match text.split_once(':') {
        None => (text, None),
        Some((rotation, hands)) => match hands.parse() {
            Ok(hands) => (rotation, Some(hands)),
            Err(_) => return Err(format!("{hands} is no number of hands")),
        },
    };
    Ok(MixConfig::Rotation {
        rotation: Some(rotation.to_owned()),
        games: Vec::new(),
        hands,
    })
}

/// The load harness of the poker server.
///
/// Exit codes: 0 all is well; 1 an invariant was broken or the run failed; 2 wrong usage; 99 a threshold was missed.
#[derive(Debug, Parser)]
#[command(name = "loadtest", version)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Thousands of players on many tables; every hand and every message is checked.
    Run(Box<RunArgs>),
    /// The real server and the baseline in turns: deliveries a second, CPU, writes and memory as ratios.
    Compare(Box<CompareArgs>),
    /// Kills the server in the middle of hands, again and again: nothing that a client saw may be lost.
    Kill(Box<KillArgs>),
    /// Malformed traffic against a server where others play.
    Hostile(Box<HostileArgs>),
    /// What is dear or shared, taken by many networks at once beside two tables that play: others must not feel it.
    Abuse(Box<AbuseArgs>),
    /// A tournament of bots to its last prize, with kills of the server: no chip, seat, place or prize may be lost.
    Tournament(Box<TournamentArgs>),
    /// What an idle seated connection costs in memory.
    Idle(IdleArgs),
    /// What so many players need: cores, memory, disk a day, sockets.
    Sizes(SizesArgs),
    /// A bare broadcast server without poker, to compare with.
    Baseline(BaselineArgs),
}

/// Which server, and how it is run.
#[derive(Clone, Debug, Args)]
pub(crate) struct ServerArgs {
    /// The program of the server; built by cargo if left out.
    #[arg(long, env = "POKER_SERVER_BIN", value_name = "FILE")]
    pub(crate) server: Option<PathBuf>,
    /// The core that the server is kept on.
    #[arg(long, value_name = "CORE")]
    pub(crate) server_core: Option<usize>,
    /// Further settings of the server, such as `outbox-bytes=100000`.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
}

/// What tables are played on.
#[derive(Clone, Debug, Args)]
pub(crate) struct TableArgs {
    /// Seats of each table.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) seats: u8,
    /// The game.
    #[arg(long, default_value = "no-limit-holdem")]
    pub(crate) game: String,
    /// Several games at each table instead of one: a rotation of the server's list, such as ID or ID:2 for two hands of each
    /// game, or `pick` where dealers pick. Given several times, table after table takes the next.
    #[arg(long, value_parser = mix, conflicts_with = "game", value_name = "MIX")]
    pub(crate) mix: Vec<MixConfig>,
    /// How players play.
    #[arg(long, value_enum, default_value_t = Profile::Calm)]
    pub(crate) profile: Profile,
    /// Time that a player has to act, in seconds.
    #[arg(long, default_value_t = 60)]
    pub(crate) action_s: u32,
    /// Seeds the random choices of all players.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl TableArgs {
    /// The setups that tables have in turn, as the protocol wants them, without name and seats.
    pub(crate) fn setups(&self) -> Vec<Value> {
        let action_ms = u64::from(self.action_s) * 1000;
        if self.mix.is_empty() {
            return vec![json!({"game": self.game, "action_ms": action_ms})];
        }
        let several = |mix| json!({"game": "", "mix": mix, "action_ms": action_ms});
        self.mix.iter().map(several).collect()
    }

    /// What is played, for a report.
    pub(crate) fn games(&self) -> String {
        let name = |mix: &MixConfig| match mix {
            MixConfig::Rotation { rotation, .. } => rotation.clone().unwrap_or_default(),
            MixConfig::DealersChoice { .. } => "as dealers pick".to_owned(),
        };
        if self.mix.is_empty() {
            return self.game.clone();
        }
        self.mix.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

/// What drives the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// So many players, each acting some time after it is asked.
    Closed,
    /// So many actions or arrivals a second on a schedule, whether or not the server keeps up.
    Open,
}

/// What a schedule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Arrive {
    /// Actions of players who sit.
    Actions,
    /// Players, who connect, sit down, stay and leave.
    Players,
}

/// Arguments of `run`.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunArgs {
    /// The server, such as `ws://127.0.0.1:8080/ws`.
    #[arg(long, required_unless_present = "spawn", conflicts_with = "spawn")]
    pub(crate) url: Option<Target>,
    /// Start a server of our own, with its data in a temporary folder.
    #[arg(long)]
    pub(crate) spawn: bool,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// What drives the load.
    #[arg(long, value_enum, default_value_t = Mode::Closed)]
    pub(crate) mode: Mode,
    /// Players.
    #[arg(long, default_value_t = 90)]
    pub(crate) players: usize,
    /// Mean time that a player thinks, half of it more or less at random (closed model).
    #[arg(long, default_value = "1s", value_parser = duration)]
    pub(crate) think: Duration,
    /// Actions or players a second (open model).
    #[arg(long, default_value_t = 100.0)]
    pub(crate) rate: f64,
    /// What the rate counts (open model).
    #[arg(long, value_enum, default_value_t = Arrive::Actions)]
    pub(crate) arrive: Arrive,
    /// How long an arrival stays (open model).
    #[arg(long, default_value = "10s", value_parser = duration)]
    pub(crate) stay: Duration,
    /// How long it takes, without warm-up and without the time in which players come in.
    #[arg(long, default_value = "30s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// A stage such as 0..5000@60s, in players or in the rate; instead of a steady level for the duration.
    #[arg(long)]
    pub(crate) stage: Vec<Stage>,
    /// Time at the start, once players are in, that figures leave out.
    #[arg(long, default_value = "5s", value_parser = duration)]
    pub(crate) warmup: Duration,
    /// Connections opened in a second at most.
    #[arg(long, default_value_t = 500.0)]
    pub(crate) connect_rate: f64,
    /// The share of the players, from 0 to 1, who drop off and come back.
    #[arg(long, default_value_t = 0.0)]
    pub(crate) drop_share: f64,
    /// Mean time between two drops of such a player.
    #[arg(long, default_value = "20s", value_parser = duration)]
    pub(crate) drop_every: Duration,
    /// How long it stays away at most.
    #[arg(long, default_value = "1s", value_parser = duration)]
    pub(crate) drop_away: Duration,
    /// A condition such as `action_ack p99<50ms` or `errors==0`; exit code 99 if one is not met.
    #[arg(long)]
    pub(crate) threshold: Vec<Threshold>,
    /// The greatest 99th percentile of the generator's own lag; above it the run is not valid.
    #[arg(long, default_value = "20ms", value_parser = duration)]
    pub(crate) lag_max: Duration,
    /// Threads of the generator; one for each core if left out.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Where to write the report, one HTML file.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Where to write the summary, JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
    /// Where to write the histograms second by second, as an HDR interval log.
    #[arg(long, value_name = "FILE")]
    pub(crate) hdr_log: Option<PathBuf>,
    /// Print the summary as JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
    /// No lines while it runs.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Arguments of `baseline`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BaselineArgs {
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1:0")]
    pub(crate) listen: SocketAddr,
    /// How connections and tables share the work.
    #[arg(long, value_enum, default_value_t = Shape::Queued)]
    pub(crate) shape: Shape,
    /// Bytes that an action causes at the average seat, frame headers included.
    #[arg(long, default_value_t = Traffic::DEFAULT.bytes)]
    pub(crate) bytes: f64,
    /// Messages that an action causes at the average seat: one for each, an answer, a question, and what is left over in
    /// private ones to all.
    #[arg(long, default_value_t = Traffic::DEFAULT.messages)]
    pub(crate) messages: f64,
    /// Threads; one for each core if left out.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
}

impl BaselineArgs {
    /// What an action brings to the average seat.
    pub(crate) fn traffic(&self) -> Traffic {
        Traffic {
            bytes: self.bytes,
            messages: self.messages,
        }
    }
}

/// Arguments of `compare`.
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
    /// Another build of the server, in place of the bare broadcasts.
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,
    /// Rounds for each number of tables; medians are told.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Tables; several numbers are compared one after the other.
    #[arg(long = "tables", value_delimiter = ',', default_values_t = [60, 240])]
    pub(crate) table_counts: Vec<usize>,
    /// How long each server is measured in a round.
    #[arg(long, default_value = "8s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Time that each server has at the start of a round, once players are in, that is left out.
    #[arg(long, default_value = "2s", value_parser = duration)]
    pub(crate) warmup: Duration,
    /// How long one server runs while the other is stopped.
    #[arg(long, default_value = "250ms", value_parser = turn)]
    pub(crate) turn: Duration,
    /// Idle seated connections to measure memory with, 0 for none.
    #[arg(long, default_value_t = 9000)]
    pub(crate) idle: usize,
    /// Let server and players share all cores instead of giving the server one of its own.
    #[arg(long)]
    pub(crate) shared_cores: bool,
    /// The least ratio of deliveries a second.
    #[arg(long, default_value_t = 0.85)]
    pub(crate) ratio_min: f64,
    /// The most writes per seat per action.
    #[arg(long, default_value_t = 1.05)]
    pub(crate) writes_max: f64,
    /// The most KiB for an idle seated connection.
    #[arg(long, default_value_t = 6.0)]
    pub(crate) idle_kib_max: f64,
    /// Exit code 99 if a goal is missed.
    #[arg(long)]
    pub(crate) check: bool,
    /// Print the comparison as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// No lines while it runs.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Arguments of `idle`.
#[derive(Clone, Debug, Args)]
pub(crate) struct IdleArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Connections.
    #[arg(long, default_value_t = 5000)]
    pub(crate) connections: usize,
    /// Exit code 99 if a connection costs more KiB than this.
    #[arg(long)]
    pub(crate) kib_max: Option<f64>,
    /// Print the figures as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `sizes`.
#[derive(Clone, Debug, Args)]
pub(crate) struct SizesArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Players of the first run.
    #[arg(long, default_value_t = 90)]
    pub(crate) few: usize,
    /// Players of the second run.
    #[arg(long, default_value_t = 900)]
    pub(crate) many: usize,
    /// How long a player thinks, half of it more or less at random.
    #[arg(long, default_value = "4s", value_parser = duration)]
    pub(crate) think: Duration,
    /// How long each run is measured.
    #[arg(long, default_value = "60s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Print the figures as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `kill`.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub(crate) struct KillArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// How often the server is killed.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Tables.
    #[arg(long = "tables", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) table_count: u32,
    /// Mean time that a player thinks.
    #[arg(long, default_value = "4ms", value_parser = duration)]
    pub(crate) think: Duration,
    /// The longest time that the server lives once all tables play on.
    #[arg(long, default_value = "1s", value_parser = duration)]
    pub(crate) life: Duration,
    /// One in so many restarts is killed as well, before it is ready; 0 for none.
    #[arg(long, default_value_t = 10)]
    pub(crate) early: u32,
    /// Everything stored is compared with everything seen after so many kills, and after the last.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) audit_every: u32,
    /// Stop the server and start it again, as an upgrade does, instead of killing it: no decision may be made for a player, and
    /// all tables play on within six seconds.
    #[arg(long)]
    pub(crate) stop: bool,
    /// Keep the data folder.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// No lines while it runs.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Arguments of `abuse`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AbuseArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// How long each step lasts.
    #[arg(long, default_value = "15s", value_parser = duration)]
    pub(crate) step: Duration,
    /// How long tables play undisturbed before, to compare with.
    #[arg(long, default_value = "30s", value_parser = duration)]
    pub(crate) quiet: Duration,
    /// Networks that attack.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=2000))]
    pub(crate) networks: u16,
    /// The time between two requests of a network.
    #[arg(long, default_value = "100ms", value_parser = turn)]
    pub(crate) pace: Duration,
    /// Mean time that neighbours think.
    #[arg(long, default_value = "30ms", value_parser = duration)]
    pub(crate) think: Duration,
    /// A quiet 99th percentile below this counts as this: it is what the machine's own pauses come to.
    #[arg(long, default_value = "5ms", value_parser = duration)]
    pub(crate) floor: Duration,
    /// How many times its quiet memory the server may have in the end.
    #[arg(long, default_value_t = 1.1)]
    pub(crate) memory_max: f64,
    /// What neighbours and strangers play: a game with two cards of one's own.
    #[arg(long, default_value = "no-limit-holdem")]
    pub(crate) game: String,
    /// Only these steps, by their names in the report.
    #[arg(long)]
    pub(crate) only: Vec<String>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `tournament`.
#[derive(Clone, Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "flags of a command line are independent of each other"
)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// Players.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(3..=10_000))]
    pub(crate) players: u32,
    /// Seats of each table.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(3..=10))]
    pub(crate) seats: u8,
    /// The game.
    #[arg(long, default_value = "no-limit-holdem")]
    pub(crate) game: String,
    /// The stack that each player begins with; the blinds begin at 10 and 20.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(100..=1_000_000))]
    pub(crate) stack: u32,
    /// How long each level lasts, in seconds.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub(crate) level_s: u32,
    /// How players play.
    #[arg(long, value_enum, default_value_t = Profile::Wild)]
    pub(crate) profile: Profile,
    /// How often the server is killed while the tournament runs: once in each equal part of the players who finish.
    #[arg(long, default_value_t = 0)]
    pub(crate) kills: u32,
    /// Play structures of the server's list instead, one after the other, with short levels: one by its identifier, or `all`.
    #[arg(long, value_name = "ID", conflicts_with = "no_sockets")]
    pub(crate) structure: Option<String>,
    /// Play so many random structures besides: formats, several games, sizes, late entries, rebuys and bounties by chance.
    #[arg(long, default_value_t = 0, requires = "structure")]
    pub(crate) random: u32,
    /// Keep the log of each such event and what players heard of its hands in this folder, for `scripts/tournament_log.py`.
    #[arg(long, value_name = "FOLDER", requires = "structure")]
    pub(crate) logs: Option<PathBuf>,
    /// Leave connections out: the server's program plays by itself, on the same tables and journal.
    #[arg(long, conflicts_with = "kills")]
    pub(crate) no_sockets: bool,
    /// Where the program crashes, again and again, and goes on from what is on disk; one write boundary after the other.
    #[arg(long, value_enum, requires = "no_sockets")]
    pub(crate) crash_at: Option<CrashAt>,
    /// Tournaments are played until crashes came near so many moves.
    #[arg(long, default_value_t = 500)]
    pub(crate) moves: u64,
    /// Seeds the random choices of all players.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Keep the data folder.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// No lines while it runs.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// Where a program crashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CrashAt {
    /// Around each move of a player to another table.
    Moves,
}

/// Arguments of `hostile`.
#[derive(Clone, Debug, Args)]
pub(crate) struct HostileArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    #[command(flatten)]
    pub(crate) tables: TableArgs,
    /// Tables of players.
    #[arg(long = "tables", default_value_t = 4)]
    pub(crate) table_count: usize,
    /// Mean time that a player thinks.
    #[arg(long, default_value = "100ms", value_parser = duration)]
    pub(crate) think: Duration,
    /// Connections that attack at once.
    #[arg(long, default_value_t = 20)]
    pub(crate) attackers: usize,
    /// How long it takes, the first half without attacks.
    #[arg(long, default_value = "30s", value_parser = duration)]
    pub(crate) duration: Duration,
    /// Time at the start, once players are in, that figures leave out.
    #[arg(long, default_value = "2s", value_parser = duration)]
    pub(crate) warmup: Duration,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables(arguments: &str) -> TableArgs {
        let arguments = format!("loadtest kill {arguments}");
        let Command::Kill(kill) = Cli::parse_from(arguments.split_whitespace()).command else {
            panic!("another command")
        };
        kill.tables
    }

    #[test]
    fn tables_play_one_game_or_take_turns_at_several() {
        assert_eq!(
            tables("--game razz --action-s 2").setups(),
            [json!({"game": "razz", "action_ms": 2000})]
        );
        let mixed = tables("--mix horse:2 --mix pick --mix hose");
        let asked: Vec<Value> = mixed.setups().into_iter().map(|setup| setup["mix"].clone()).collect();
        assert_eq!(
            asked,
            [
                json!({"kind": "rotation", "rotation": "horse", "hands": 2}),
                json!({"kind": "dealers_choice"}),
                json!({"kind": "rotation", "rotation": "hose"}),
            ]
        );
        assert_eq!(mixed.games(), "horse, as dealers pick, hose");
        for wrong in ["--mix horse:x", "--mix horse:", "--mix horse --game razz"] {
            let arguments = format!("loadtest run --spawn {wrong}");
            assert!(Cli::try_parse_from(arguments.split_whitespace()).is_err(), "{wrong}");
        }
    }
}
