//! `loadtest sizes`: the resources that players need, derived from two runs with human thinking times.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::cli::SizesArgs;
use crate::engine::{Engine, Load, Measured};
use crate::link::Target;
use crate::report::{Context, summarize};
use crate::spawn::{Launch, server_program};
use crate::{Exit, Failure, sys};

/// Time for players to arrive and tables to settle.
const WARMUP: Duration = Duration::from_secs(10);

/// Numbers of players that are reported.
const TOLD: [usize; 5] = [20, 100, 500, 2_000, 5_000];

/// A third of a core is left for bursts: reconnections, copies, searches.
const HEADROOM: f64 = 1.5;

/// Resources used in a run.
#[derive(Clone, Copy, Debug, Serialize)]
struct Taken {
    players: usize,
    /// Processor time divided by wall time.
    cores: f64,
    memory_bytes: f64,
    hands_per_s: f64,
    /// Size of the database and its log after the server has stopped, less that of an empty one.
    disk_bytes_per_hand: f64,
}

/// Resources per player, and those of the server without any players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Formula {
    cores: f64,
    cores_per_player: f64,
    memory_bytes: f64,
    memory_bytes_per_player: f64,
    hands_per_player_and_hour: f64,
    disk_bytes_per_hand: f64,
}

impl Formula {
    /// Fits a line through two runs; a negative slope is noise and counts as zero.
    fn of(few: Taken, many: Taken) -> Self {
        let line = |value: fn(&Taken) -> f64| {
            let slope = (value(&many) - value(&few)) / (many.players - few.players) as f64;
            let slope = slope.max(0.0);
            ((value(&few) - slope * few.players as f64).max(0.0), slope)
        };
        let (cores, cores_per_player) = line(|taken| taken.cores);
        let (memory_bytes, memory_bytes_per_player) = line(|taken| taken.memory_bytes);
        Self {
            cores,
            cores_per_player,
            memory_bytes,
            memory_bytes_per_player,
            hands_per_player_and_hour: many.hands_per_s * 3600.0 / many.players as f64,
            disk_bytes_per_hand: many.disk_bytes_per_hand,
        }
    }

    fn need(&self, players: usize, seats: u8) -> Need {
        let count = players as f64;
        let hands = self.hands_per_player_and_hour * count * 24.0;
        Need {
            players,
            tables: players.div_ceil(seats.into()),
            cores: HEADROOM * (self.cores + self.cores_per_player * count),
            memory_mib: (self.memory_bytes + self.memory_bytes_per_player * count) / MIB,
            disk_mib_a_day: hands * self.disk_bytes_per_hand / MIB,
            sockets: players + SOCKETS,
        }
    }
}

const MIB: f64 = 1_048_576.0;

/// Files and connections that are open without a player.
const SOCKETS: usize = 100;

/// Resources for a number of players who all play day and night.
#[derive(Clone, Copy, Debug, Serialize)]
struct Need {
    players: usize,
    tables: usize,
    cores: f64,
    memory_mib: f64,
    disk_mib_a_day: f64,
    sockets: usize,
}

#[derive(Debug, Serialize)]
struct Sizes {
    runs: [Taken; 2],
    formula: Formula,
    needs: Vec<Need>,
}

pub(crate) async fn sizes(arguments: SizesArgs) -> Result<Exit, Failure> {
    if arguments.few < 2 || arguments.many <= arguments.few {
        return Err("--few is at least 2, and --many more than that".into());
    }
    let few = measure(&arguments, arguments.few).await?;
    let many = measure(&arguments, arguments.many).await?;
    let formula = Formula::of(few, many);
    let sizes = Sizes {
        runs: [few, many],
        formula,
        needs: TOLD.map(|players| formula.need(players, arguments.tables.seats)).into(),
    };
    if arguments.json {
        println!("{}", serde_json::to_string(&sizes)?);
    } else {
        print!("{sizes}");
    }
    Ok(Exit::Well)
}

/// Runs the load once, on a server of its own.
async fn measure(arguments: &SizesArgs, players: usize) -> Result<Taken, Failure> {
    let folder = sys::temp_folder("sizes")?;
    let program = server_program(arguments.server.server.as_deref())?;
    let extra = arguments.server.set.join("\n");
    let launch = Launch::server(&program, folder.path(), &extra, arguments.server.server_core)?;
    let mut running = launch.ready().await?;
    let data = folder.path().join("data");
    let empty = disk_bytes(&data)?;
    let length = WARMUP + arguments.duration;
    let target = Target::at(running.address);
    let load = Load {
        warmup: WARMUP,
        server: Some(Measured::Alone(running.pid())),
        ..Load::steady(target, players, length, &arguments.tables, arguments.think)
    };
    let context = Context {
        command: std::env::args().collect(),
        target: running.address.to_string(),
        model: format!("{players} players thinking {:?}", arguments.think),
        game: arguments.tables.games(),
        seats: arguments.tables.seats,
        seed: arguments.tables.seed,
    };
    let outcome = Engine::open(load).await?.run(|_, _| ()).await;
    running.stop().await?;
    let summary = summarize(&outcome, context, &[]);
    if summary.exit() != Exit::Well {
        return Err(format!("the run with {players} players failed:\n{summary}").into());
    }
    let used = summary.server.ok_or("the server's use cannot be read on this system")?;
    // Hands of the warm-up are on disk as well.
    let all: u64 = outcome
        .series
        .intervals
        .iter()
        .map(|interval| interval.tally.count(crate::stats::Count::Hands))
        .sum();
    Ok(Taken {
        players,
        cores: used.cores_used,
        memory_bytes: used.rss_bytes as f64,
        hands_per_s: summary.per_second["hands"],
        disk_bytes_per_hand: disk_bytes(&data)?.saturating_sub(empty) as f64 / (all as f64).max(1.0),
    })
}

/// Returns the size of the files of a database.
fn disk_bytes(data: &Path) -> Result<u64, Failure> {
    let mut bytes = 0;
    for file in ["poker.db", "poker.db-wal"] {
        bytes += fs::metadata(data.join(file)).map_or(0, |file| file.len());
    }
    if bytes == 0 {
        return Err(format!("{} has no database", data.display()).into());
    }
    Ok(bytes)
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:>8} {:>8} {:>10} {:>9} {:>12}",
            "players", "cores", "memory", "hands/s", "disk a hand"
        )?;
        for run in &self.runs {
            writeln!(
                f,
                "{:>8} {:>8.3} {:>6.0} MiB {:>9.1} {:>9.0} B  measured",
                run.players,
                run.cores,
                run.memory_bytes / MIB,
                run.hands_per_s,
                run.disk_bytes_per_hand
            )?;
        }
        let formula = &self.formula;
        writeln!(
            f,
            "\ncores = {HEADROOM} x ({:.3} + {:.6} x players); memory = {:.0} MiB + {:.1} KiB x players;\n\
             disk a day = players x {:.0} hands an hour x 24 x {:.0} B, which falls as runs get longer: the journal is swept later\n",
            formula.cores,
            formula.cores_per_player,
            formula.memory_bytes / MIB,
            formula.memory_bytes_per_player / 1024.0,
            formula.hands_per_player_and_hour,
            formula.disk_bytes_per_hand
        )?;
        writeln!(
            f,
            "{:>8} {:>7} {:>7} {:>10} {:>12} {:>8}",
            "players", "tables", "cores", "memory", "disk a day", "sockets"
        )?;
        for need in &self.needs {
            writeln!(
                f,
                "{:>8} {:>7} {:>7.2} {:>6.0} MiB {:>8.0} MiB {:>8}",
                need.players, need.tables, need.cores, need.memory_mib, need.disk_mib_a_day, need.sockets
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_make_a_line_and_noise_no_slope() {
        let taken = |players, cores, memory| Taken {
            players,
            cores,
            memory_bytes: memory,
            hands_per_s: players as f64 / 90.0,
            disk_bytes_per_hand: 2_300.0,
        };
        let formula = Formula::of(taken(100, 0.3, 50.0 * MIB), taken(300, 0.5, 49.0 * MIB));
        let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6, "{found}, not {wanted}");
        near(formula.cores_per_player, 0.001);
        near(formula.cores, 0.2);
        near(formula.memory_bytes_per_player, 0.0);
        near(formula.memory_bytes, 50.0 * MIB);
        let need = formula.need(1_000, 9);
        assert_eq!((need.tables, need.sockets), (112, 1_100));
        near(need.cores, 1.8);
        near(need.disk_mib_a_day, 1_000.0 * 40.0 * 24.0 * 2_300.0 / MIB);
    }
}
