//! `loadtest compare`: the real server against a bare broadcast in two shapes, alternating in turns of a fraction of a second.
//!
//! Only ratios are independent of the machine: all servers serve the same seats through the same clients on the same cores, and a baseline
//! sends as many messages and bytes per action as the server was observed to send. With at least two cores, the servers have one to
//! themselves and the clients use the others, so that the server is the bottleneck.

mod report;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;

use crate::baseline::{Shape, Traffic};
use crate::cli::CompareArgs;
use crate::engine::{Engine, Load, Measured, Outcome, ServerSample};
use crate::idle::{self, Idle};
use crate::link::Target;
use crate::spawn::{Launch, Running, SpawnError, server_program};
use crate::stats::{Count, Metric, Quantiles};
use crate::turns::{Turns, take_turns};
use crate::{Exit, Failure, sys};

/// Core reserved for the server under test.
const SERVER_CORE: usize = 0;

/// Figures of one server in one round.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Round {
    /// Actions received by seats, per second of running time.
    deliveries_per_s: f64,
    /// Processor time of the server per delivery, in microseconds.
    cpu_us_per_delivery: f64,
    /// Processor time of the server while it ran, in cores.
    cores_used: f64,
    /// Writes to sockets per delivery, by the server's own count.
    writes_per_delivery: Option<f64>,
    /// TCP segments with data that the machine sent per delivery while the server ran, without those of our players.
    segments_per_delivery: Option<f64>,
    /// Bytes received by a seat per action, frame headers included.
    bytes_per_delivery: f64,
    /// Messages received by a seat per action.
    messages_per_delivery: f64,
    /// Median time from the intended time of an action to its event at another seat, in milliseconds. Higher quantiles would measure the
    /// turns of the other servers.
    seen_p50_ms: f64,
}

/// A figure of the server and of a reference, and their ratio.
#[derive(Clone, Copy, Debug, Serialize)]
struct Compared {
    /// Median of the server's rounds.
    server: f64,
    /// Median of the reference's rounds.
    rival: f64,
    /// Median of the ratios round by round, with the smallest and the largest.
    ratio: f64,
    ratio_min: f64,
    ratio_max: f64,
}

/// A reference that the server is compared with.
#[derive(Clone, Debug, Serialize)]
struct Rival {
    name: String,
    rounds: Vec<Round>,
    deliveries_per_s: Compared,
    cpu_us_per_delivery: Compared,
    writes_per_delivery: Option<Compared>,
    segments_per_delivery: Option<Compared>,
}

/// Comparison at one number of tables.
#[derive(Clone, Debug, Serialize)]
struct AtTables {
    tables: usize,
    /// Figures of the server before the rounds, with the machine to itself; the baselines send as much per action.
    alone: Round,
    generator_cores_used: f64,
    server: Vec<Round>,
    rivals: Vec<Rival>,
}

#[derive(Clone, Debug, Serialize)]
struct Comparison {
    schema: &'static str,
    version: u32,
    seats: u8,
    cores: &'static str,
    comparisons: Vec<AtTables>,
    idle_server: Option<Idle>,
    idle_rivals: Vec<(String, Idle)>,
    goals: Vec<Goal>,
}

/// A goal of the comparison.
#[derive(Clone, Debug, Serialize)]
struct Goal {
    what: String,
    actual: f64,
    met: bool,
}

/// A server or a reference that can be started repeatedly.
enum Contender {
    Server(PathBuf),
    Baseline(Shape, Traffic),
}

impl Contender {
    fn name(&self) -> String {
        match self {
            Self::Server(program) => program.display().to_string(),
            Self::Baseline(shape, _) => shape.name().to_owned(),
        }
    }

    async fn start(&self, extra: &str, core: Option<usize>) -> Result<Side, Failure> {
        Side::start(|folder| match self {
            Self::Server(program) => Launch::server(program, folder, extra, core),
            Self::Baseline(shape, traffic) => Launch::baseline(folder, *shape, *traffic, core),
        })
        .await
    }
}

/// Runs the command, with the servers on a core of their own if there is one.
pub(crate) async fn compare(arguments: CompareArgs, core: Option<usize>) -> Result<Exit, Failure> {
    let server = Contender::Server(server_program(arguments.server.server.as_deref())?);
    let extra = arguments.server.set.join("\n");
    let setups = arguments.tables.setups();
    let mut comparisons = Vec::new();
    let mut rivals = Vec::new();
    for tables in &arguments.table_counts {
        // A baseline imitates the observed traffic of the server.
        let alone = server.start(&extra, core).await?;
        let (alone, _) = one_round(&arguments, *tables, &setups, &[&alone.running]).await?;
        let alone = *alone.first().ok_or("no rounds")?;
        arguments.tell(&format!("{tables} tables, server alone  {alone}"));
        let traffic = Traffic {
            bytes: alone.bytes_per_delivery,
            messages: alone.messages_per_delivery,
        };
        rivals = match &arguments.against {
            Some(program) => vec![Contender::Server(program.clone())],
            None => Shape::ALL
                .map(|shape| Contender::Baseline(shape, traffic))
                .into_iter()
                .collect(),
        };
        let contenders: Vec<&Contender> = [&server].into_iter().chain(&rivals).collect();
        comparisons.push(at_tables(&arguments, *tables, &setups, &contenders, alone, core).await?);
    }
    let (mut idle_server, mut idle_rivals) = (None, Vec::new());
    if arguments.idle > 0 {
        let idle = async |contender: &Contender| {
            let side = contender.start(&extra, core).await?;
            idle::measure(&side.running, arguments.idle, arguments.tables.seats, &setups).await
        };
        idle_server = Some(idle(&server).await?);
        for rival in &rivals {
            idle_rivals.push((rival.name(), idle(rival).await?));
        }
    }
    let mut comparison = Comparison {
        schema: "loadtest.compare",
        version: 3,
        seats: arguments.tables.seats,
        cores: if core.is_some() {
            "the servers have one core in turns, the players have the others"
        } else {
            "shared"
        },
        comparisons,
        idle_server,
        idle_rivals,
        goals: Vec::new(),
    };
    comparison.goals = comparison.judge(&arguments);
    if arguments.json {
        println!("{}", serde_json::to_string(&comparison)?);
    } else {
        print!("{comparison}");
    }
    let met = comparison.goals.iter().all(|goal| goal.met);
    Ok(if met || !arguments.check {
        Exit::Well
    } else {
        Exit::Missed
    })
}

/// Runs all rounds at one number of tables; the first contender is the server under test.
async fn at_tables(
    arguments: &CompareArgs,
    tables: usize,
    setups: &[Value],
    contenders: &[&Contender],
    alone: Round,
    core: Option<usize>,
) -> Result<AtTables, Failure> {
    let extra = arguments.server.set.join("\n");
    let mut rounds: Vec<Vec<Round>> = vec![Vec::new(); contenders.len()];
    let mut generator = Vec::new();
    for number in 1..=arguments.rounds {
        let mut sides = Vec::new();
        for contender in contenders {
            sides.push(contender.start(&extra, core).await?);
        }
        let running: Vec<&Running> = sides.iter().map(|side| &side.running).collect();
        let (all, cores_used) = one_round(arguments, tables, setups, &running).await?;
        for ((contender, kept), round) in contenders.iter().zip(&mut rounds).zip(all) {
            let (of, name) = (arguments.rounds, contender.name());
            arguments.tell(&format!("{tables} tables, round {number} of {of}, {name}  {round}"));
            kept.push(round);
        }
        generator.push(cores_used);
    }
    let mut rounds = rounds.into_iter();
    let server = rounds.next().ok_or("no server")?;
    let rivals = contenders.iter().skip(1).zip(rounds);
    let rivals: Option<Vec<Rival>> = rivals
        .map(|(contender, rounds)| Rival::of(contender.name(), &server, rounds))
        .collect();
    Ok(AtTables {
        tables,
        alone,
        generator_cores_used: median(generator).ok_or("no rounds")?,
        rivals: rivals.ok_or("no rounds")?,
        server,
    })
}

impl CompareArgs {
    /// Returns the core reserved for the server under test, if there is one.
    pub(crate) fn server_core(&self) -> Option<usize> {
        if self.shared_cores {
            None
        } else {
            self.server.server_core.or((sys::cores() > 1).then_some(SERVER_CORE))
        }
    }

    /// Prints a line of progress.
    fn tell(&self, line: &str) {
        if !self.quiet {
            eprintln!("{line}");
        }
    }
}

/// One of the two, with a folder of its own.
struct Side {
    running: Running,
    /// Dropped after the server that writes there.
    _folder: TempDir,
}

impl Side {
    async fn start(launch: impl FnOnce(&Path) -> Result<Launch, SpawnError>) -> Result<Self, Failure> {
        let folder = sys::temp_folder("compare")?;
        let running = launch(folder.path())?.ready().await?;
        Ok(Self {
            running,
            _folder: folder,
        })
    }
}

/// Drives servers for one round, in turns; returns the figures of each, and the cores that the players used.
async fn one_round(
    arguments: &CompareArgs,
    tables: usize,
    setups: &[Value],
    servers: &[&Running],
) -> Result<(Vec<Round>, f64), Failure> {
    let players = tables * usize::from(arguments.tables.seats);
    let others = u32::try_from(servers.len())?;
    let mut turns = Vec::with_capacity(servers.len());
    let mut engines = Vec::with_capacity(servers.len());
    for running in servers {
        let own = Arc::new(Turns::of(running.pid(), Some(running.figures())));
        let length = (arguments.warmup + arguments.duration) * others;
        let target = Target::at(running.address);
        let load = Load {
            warmup: arguments.warmup * others,
            connect_rate: 500.0 / f64::from(others),
            setups: setups.to_vec(),
            server: Some(Measured::InTurns(Arc::clone(&own))),
            ..Load::steady(target, players, length, &arguments.tables, Duration::ZERO)
        };
        engines.push(Engine::open(load).await?);
        turns.push(own);
    }
    let playing = join_all(engines.into_iter().map(|engine| engine.run(|_, _| {})));
    let outcomes = if let [_] = servers {
        playing.await
    } else {
        tokio::select! {
            outcomes = playing => outcomes,
            error = take_turns(&turns, arguments.turn) => return Err(error.into()),
        }
    };
    let generator = outcomes
        .iter()
        .map(|outcome| outcome.honesty.cores_used)
        .fold(0.0, f64::max);
    let rounds: Result<_, Failure> = outcomes
        .iter()
        .zip(servers)
        .map(|(outcome, running)| Round::of(outcome, running))
        .collect();
    Ok((rounds?, generator))
}

impl Round {
    fn of(outcome: &Outcome, running: &Running) -> Result<Self, Failure> {
        if outcome.shared.findings.count() > 0 {
            return Err(format!("an invariant was broken: {:?}", outcome.shared.findings.list()).into());
        }
        let (first, last) = outcome.measured().ok_or("the round was too short")?;
        let total = outcome.series.total().0;
        let deliveries = (last.deliveries - first.deliveries) as f64;
        if deliveries < 1.0 {
            let errors = outcome.shared.recorder.errors();
            return Err(format!("nothing was delivered; errors: {errors:?}; {}", running.last_words()).into());
        }
        let seconds = last.ran.saturating_sub(first.ran).as_secs_f64();
        let cpu = last.usage.cpu.saturating_sub(first.usage.cpu).as_secs_f64();
        let all = total.count(Count::Deliveries).max(1) as f64;
        Ok(Self {
            deliveries_per_s: deliveries / seconds,
            cpu_us_per_delivery: cpu * 1e6 / deliveries,
            cores_used: cpu / seconds,
            writes_per_delivery: writes(first, last).map(|writes| writes / deliveries),
            segments_per_delivery: segments(first, last).map(|segments| segments / deliveries),
            bytes_per_delivery: total.count(Count::Bytes) as f64 / all,
            messages_per_delivery: total.count(Count::Messages) as f64 / all,
            seen_p50_ms: Quantiles::of(total.latency(Metric::ActionSeen)).p50,
        })
    }
}

fn writes(first: &ServerSample, last: &ServerSample) -> Option<f64> {
    Some(last.writes? - first.writes?)
}

/// Returns the segments with data, without those that carried our players' actions.
fn segments(first: &ServerSample, last: &ServerSample) -> Option<f64> {
    let segments = last.segments?.checked_sub(first.segments?)?;
    Some(segments.saturating_sub(last.actions - first.actions) as f64)
}

impl Rival {
    /// Returns the comparison with a reference, or `None` without a round.
    fn of(name: String, server: &[Round], rounds: Vec<Round>) -> Option<Self> {
        Some(Self {
            deliveries_per_s: compared(server, &rounds, |round| Some(round.deliveries_per_s))?,
            cpu_us_per_delivery: compared(server, &rounds, |round| Some(round.cpu_us_per_delivery))?,
            writes_per_delivery: compared(server, &rounds, |round| round.writes_per_delivery),
            segments_per_delivery: compared(server, &rounds, |round| round.segments_per_delivery),
            name,
            rounds,
        })
    }
}

/// Compares the medians of a figure; `None` if a round lacks it.
fn compared(servers: &[Round], rivals: &[Round], figure: impl Fn(&Round) -> Option<f64>) -> Option<Compared> {
    let of = |rounds: &[Round]| rounds.iter().map(&figure).collect::<Option<Vec<f64>>>();
    let (server, rival) = (of(servers)?, of(rivals)?);
    let ratios: Vec<f64> = server
        .iter()
        .zip(&rival)
        .map(|(server, rival)| server / rival)
        .collect();
    Some(Compared {
        ratio_min: ratios.iter().copied().fold(f64::INFINITY, f64::min),
        ratio_max: ratios.iter().copied().fold(0.0, f64::max),
        ratio: median(ratios)?,
        server: median(server)?,
        rival: median(rival)?,
    })
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values.get(middle).copied()
    } else {
        Some((values.get(middle.checked_sub(1)?)? + values.get(middle)?) / 2.0)
    }
}

impl Comparison {
    /// Judges the goals; deliveries are judged against the first reference.
    fn judge(&self, arguments: &CompareArgs) -> Vec<Goal> {
        let mut goals = Vec::new();
        for AtTables { tables, rivals, .. } in &self.comparisons {
            let Some(rival) = rivals.first() else { continue };
            let (min, name) = (arguments.ratio_min, &rival.name);
            goals.push(Goal {
                what: format!("deliveries/s at {tables} tables >= {min} of {name}"),
                actual: rival.deliveries_per_s.ratio,
                met: rival.deliveries_per_s.ratio >= min,
            });
            if let Some(writes) = rival.writes_per_delivery {
                let max = arguments.writes_max;
                goals.push(Goal {
                    what: format!("writes per seat per action at {tables} tables <= {max}"),
                    actual: writes.server,
                    met: writes.server <= max,
                });
            }
        }
        if let Some(idle) = self.idle_server {
            let what = format!("KiB per idle seated connection <= {}", arguments.idle_kib_max);
            let actual = idle.kib_per_connection;
            goals.push(Goal {
                what,
                actual,
                met: actual <= arguments.idle_kib_max,
            });
        }
        goals
    }
}
