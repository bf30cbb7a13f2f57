//! `loadtest compare`: the real server against the bare broadcast, in turns of a fraction of a second.
//!
//! Only ratios are told apart from the machine: both serve the same seats through the same clients on the same cores, and
//! the baseline sends as many messages and bytes for an action as the server was seen to send. With at least two cores the
//! servers have one of their own and the clients have the others, so that the server is what limits.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;

use crate::baseline::Traffic;
use crate::cli::CompareArgs;
use crate::engine::{Engine, Load, Measured, Model, Outcome, ServerSample};
use crate::idle::{self, Idle};
use crate::link::Target;
use crate::player::Habits;
use crate::spawn::{Launch, Running, SpawnError, server_program};
use crate::stage::Plan;
use crate::stats::{Count, Metric, Quantiles};
use crate::sys;
use crate::table::Pace;
use crate::turns::{Turns, take_turns};
use crate::{Exit, Failure};

/// The core that the server under test has for itself.
const SERVER_CORE: usize = 0;

/// What one server did in one round.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Round {
    /// Actions as they reached seats, for each second that it ran.
    deliveries_per_s: f64,
    /// The server's time on processors for each of those, in microseconds.
    cpu_us_per_delivery: f64,
    /// The server's time on processors while it ran, in cores.
    cores_used: f64,
    /// Writes to sockets by the server's own count, for each action that reached a seat.
    writes_per_delivery: Option<f64>,
    /// TCP segments with data that the machine sent while it ran, without those of our players, for each of the same.
    segments_per_delivery: Option<f64>,
    /// Bytes that an action brought to a seat, frame headers included.
    bytes_per_delivery: f64,
    /// Messages that an action brought to a seat.
    messages_per_delivery: f64,
    /// From the intended time of an action to its event at another seat, the median in milliseconds. Higher quantiles
    /// would tell how long others had their turns.
    seen_p50_ms: f64,
}

/// A figure of both and their ratio.
#[derive(Clone, Copy, Debug, Serialize)]
struct Compared {
    /// The median of the server's rounds.
    server: f64,
    /// The median of the baseline's rounds.
    baseline: f64,
    /// The median of the ratios round by round.
    ratio: f64,
}

/// The whole comparison.
#[derive(Clone, Debug, Serialize)]
struct Comparison {
    schema: &'static str,
    version: u32,
    tables: usize,
    seats: u8,
    cores: &'static str,
    generator_cores_used: f64,
    server: Vec<Round>,
    baseline: Vec<Round>,
    deliveries_per_s: Compared,
    cpu_us_per_delivery: Compared,
    writes_per_delivery: Option<Compared>,
    segments_per_delivery: Option<Compared>,
    idle_server: Option<Idle>,
    idle_baseline: Option<Idle>,
    goals: Vec<Goal>,
}

/// What has to be shown.
#[derive(Clone, Debug, Serialize)]
struct Goal {
    what: String,
    actual: f64,
    met: bool,
}

/// Runs the command, with the servers on a core of their own if there is one.
pub(crate) async fn compare(arguments: CompareArgs, core: Option<usize>) -> Result<Exit, Failure> {
    let program = server_program(arguments.server.server.as_deref())?;
    let extra = arguments.server.set.join("\n");
    let setups = arguments.tables.setups();
    let server = async || Side::start(|folder| Launch::server(&program, folder, &extra, core)).await;
    // What the baseline has to send is seen first.
    let (alone, _) = one_round(&arguments, &setups, &[&server().await?.running]).await?;
    let alone = *alone.first().ok_or("no rounds")?;
    arguments.tell(&format!("alone, server    {alone}"));
    let traffic = Traffic {
        bytes: alone.bytes_per_delivery,
        messages: alone.messages_per_delivery,
    };
    let baseline = async || {
        Side::start(|folder| match &arguments.against {
            Some(program) => Launch::server(program, folder, &extra, core),
            None => Launch::baseline(folder, traffic, core),
        })
        .await
    };
    let (mut servers, mut baselines, mut generator) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=arguments.rounds {
        let sides = [server().await?, baseline().await?];
        let (both, cores_used) = one_round(&arguments, &setups, &sides.each_ref().map(|side| &side.running)).await?;
        for (kept, name, result) in [(&mut servers, "server", 0), (&mut baselines, "baseline", 1)] {
            arguments.tell(&format!(
                "round {round} of {}, {name:<8} {}",
                arguments.rounds, both[result]
            ));
            kept.push(both[result]);
        }
        generator.push(cores_used);
    }
    let (mut idle_server, mut idle_baseline) = (None, None);
    if arguments.idle > 0 {
        let (count, seats) = (arguments.idle, arguments.tables.seats);
        idle_server = Some(idle::measure(&server().await?.running, count, seats, &setups).await?);
        idle_baseline = Some(idle::measure(&baseline().await?.running, count, seats, &setups).await?);
    }
    let mut comparison = Comparison {
        schema: "loadtest.compare",
        version: 2,
        tables: arguments.table_count,
        seats: arguments.tables.seats,
        cores: if core.is_some() {
            "the servers have one core in turns, the players have the others"
        } else {
            "shared"
        },
        generator_cores_used: median(generator).ok_or("no rounds")?,
        deliveries_per_s: compared(&servers, &baselines, |round| Some(round.deliveries_per_s)).ok_or("no rounds")?,
        cpu_us_per_delivery: compared(&servers, &baselines, |round| Some(round.cpu_us_per_delivery))
            .ok_or("no rounds")?,
        writes_per_delivery: compared(&servers, &baselines, |round| round.writes_per_delivery),
        segments_per_delivery: compared(&servers, &baselines, |round| round.segments_per_delivery),
        server: servers,
        baseline: baselines,
        idle_server,
        idle_baseline,
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

impl CompareArgs {
    /// The core that the server under test has for itself, if it has one.
    pub(crate) fn server_core(&self) -> Option<usize> {
        if self.shared_cores {
            None
        } else {
            self.server.server_core.or((sys::cores() > 1).then_some(SERVER_CORE))
        }
    }

    /// A line while it runs.
    fn tell(&self, line: &str) {
        if !self.quiet {
            eprintln!("{line}");
        }
    }
}

/// One of the two, with a folder of its own.
struct Side {
    running: Running,
    /// Goes behind the server that writes there.
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

/// Drives servers for one round, in turns; tells what each did, and the cores that the players used.
async fn one_round(
    arguments: &CompareArgs,
    setups: &[Value],
    servers: &[&Running],
) -> Result<(Vec<Round>, f64), Failure> {
    let players = arguments.table_count * usize::from(arguments.tables.seats);
    let others = u32::try_from(servers.len())?;
    let mut turns = Vec::with_capacity(servers.len());
    let mut engines = Vec::with_capacity(servers.len());
    for running in servers {
        let own = Arc::new(Turns::of(running.pid()));
        let load = Load {
            target: Target::at(running.address),
            model: Model::Players,
            plan: Plan::steady(players as f64, (arguments.warmup + arguments.duration) * others),
            warmup: arguments.warmup * others,
            connect_rate: 500.0 / f64::from(others),
            seats: arguments.tables.seats,
            setups: setups.to_vec(),
            habits: Habits {
                profile: arguments.tables.profile,
                pace: Some(Pace::Think { mean: Duration::ZERO }),
                seed: arguments.tables.seed,
                drops: None,
                persistent: false,
            },
            transcripts: false,
            lag_max: Duration::from_secs(1),
            server: Some(Measured::InTurns(Arc::clone(&own))),
            stop: Arc::default(),
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

/// Segments with data, without those that carried our players' actions.
fn segments(first: &ServerSample, last: &ServerSample) -> Option<f64> {
    let segments = last.segments?.checked_sub(first.segments?)?;
    Some(segments.saturating_sub(last.actions - first.actions) as f64)
}

/// The medians of a figure, `None` if a round lacks it.
fn compared(servers: &[Round], baselines: &[Round], figure: impl Fn(&Round) -> Option<f64>) -> Option<Compared> {
    let of = |rounds: &[Round]| rounds.iter().map(&figure).collect::<Option<Vec<f64>>>();
    let (server, baseline) = (of(servers)?, of(baselines)?);
    let ratios = server
        .iter()
        .zip(&baseline)
        .map(|(server, baseline)| server / baseline)
        .collect();
    Some(Compared {
        ratio: median(ratios)?,
        server: median(server)?,
        baseline: median(baseline)?,
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
    fn judge(&self, arguments: &CompareArgs) -> Vec<Goal> {
        let mut goals = vec![Goal {
            what: format!(
                "deliveries/s of the server >= {} of the baseline's",
                arguments.ratio_min
            ),
            actual: self.deliveries_per_s.ratio,
            met: self.deliveries_per_s.ratio >= arguments.ratio_min,
        }];
        if let Some(writes) = self.writes_per_delivery {
            let what = format!("writes per seat per action <= {}", arguments.writes_max);
            goals.push(Goal {
                what,
                actual: writes.server,
                met: writes.server <= arguments.writes_max,
            });
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

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:>8.0} deliveries/s, {:.2} us CPU each, {:.2} cores, {:.3} writes, {:.0} bytes, {:.2} messages, \
             seen p50 {:.2} ms",
            self.deliveries_per_s,
            self.cpu_us_per_delivery,
            self.cores_used,
            self.writes_per_delivery.unwrap_or(f64::NAN),
            self.bytes_per_delivery,
            self.messages_per_delivery,
            self.seen_p50_ms
        )
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounds = self.server.len();
        writeln!(
            f,
            "{} tables of {} seats, {rounds} rounds, medians; cores: {} (of which these used {:.2})",
            self.tables, self.seats, self.cores, self.generator_cores_used
        )?;
        writeln!(f, "\n{:<34} {:>12} {:>12} {:>8}", "", "server", "baseline", "ratio")?;
        let mut row = |name: &str, compared: &Compared| {
            let Compared {
                server,
                baseline,
                ratio,
            } = compared;
            writeln!(f, "{name:<34} {server:>12.3} {baseline:>12.3} {ratio:>8.3}")
        };
        row("deliveries/s", &self.deliveries_per_s)?;
        row("us of CPU per delivery", &self.cpu_us_per_delivery)?;
        if let Some(writes) = &self.writes_per_delivery {
            row("writes per seat per action", writes)?;
        }
        if let Some(segments) = &self.segments_per_delivery {
            row("segments while it ran", segments)?;
        }
        if let (Some(server), Some(baseline)) = (&self.idle_server, &self.idle_baseline) {
            let (server, baseline) = (server.kib_per_connection, baseline.kib_per_connection);
            row(
                "KiB per idle seated connection",
                &Compared {
                    server,
                    baseline,
                    ratio: server / baseline,
                },
            )?;
        }
        writeln!(f)?;
        for goal in &self.goals {
            writeln!(
                f,
                "{:<60} {} ({:.3})",
                goal.what,
                if goal.met { "met" } else { "MISSED" },
                goal.actual
            )?;
        }
        if self
            .server
            .iter()
            .chain(&self.baseline)
            .any(|round| round.cores_used < 0.9)
        {
            writeln!(
                f,
                "\nIn some rounds the server was not busy all the time: there the CPU per delivery tells more."
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(deliveries_per_s: f64, writes: Option<f64>) -> Round {
        Round {
            deliveries_per_s,
            cpu_us_per_delivery: 5.0,
            cores_used: 1.0,
            writes_per_delivery: writes,
            segments_per_delivery: None,
            bytes_per_delivery: 400.0,
            messages_per_delivery: 1.2,
            seen_p50_ms: 1.0,
        }
    }

    #[test]
    fn ratios_are_of_rounds_and_medians_of_ratios() {
        let servers = [round(80.0, None), round(50.0, None), round(100.0, None)];
        let baselines = [round(100.0, None), round(50.0, None), round(110.0, None)];
        let compared = compared(&servers, &baselines, |round| Some(round.deliveries_per_s)).unwrap();
        assert!((compared.ratio - 100.0 / 110.0).abs() < 1e-9, "{compared:?}");
        assert!((compared.server - 80.0).abs() < 1e-9 && (compared.baseline - 100.0).abs() < 1e-9);
    }

    #[test]
    fn a_figure_that_a_round_lacks_is_not_compared() {
        let servers = [round(80.0, Some(1.0)), round(50.0, None)];
        assert!(compared(&servers, &servers, |round| round.writes_per_delivery).is_none());
        assert_eq!(median(Vec::new()), None);
        assert_eq!(median(vec![1.0, 3.0]), Some(2.0));
    }
}
