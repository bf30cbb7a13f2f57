//! `loadtest run`: players on tables, with everything checked and reported.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use indicatif::{ProgressBar, ProgressStyle};

use crate::audit::Audit;
use crate::check::Finding;
use crate::cli::{Arrive, Mode, RunArgs, ServerArgs};
use crate::engine::{Engine, Load, Measured, Model};
use crate::link::Target;
use crate::player::{Drops, Habits, Shared};
use crate::report::{Context, page, summarize, write_log};
use crate::spawn::{Launch, Running, server_program};
use crate::stage::Plan;
use crate::stats::{Count, Interval, Metric, Quantiles};
use crate::sys;
use crate::table::Pace;
use crate::{Exit, Failure};

/// Interval of progress lines outside a terminal, in seconds; on a terminal they come every second.
const LINE_EVERY: usize = 5;

pub(crate) async fn run(arguments: RunArgs) -> Result<Exit, Failure> {
    check(&arguments)?;
    let folder = sys::temp_folder("run")?;
    let running = if arguments.spawn {
        Some(start_server(&arguments.server, folder.path()).await?)
    } else {
        None
    };
    let target = match (&running, &arguments.url) {
        (Some(running), _) => Target::at(running.address),
        (None, Some(url)) => url.clone(),
        (None, None) => return Err("name a server with --url, or use --spawn".into()),
    };
    let plan = if arguments.stage.is_empty() {
        let level = if arguments.mode == Mode::Closed {
            arguments.players as f64
        } else {
            arguments.rate
        };
        Plan::steady(level, arguments.warmup + arguments.duration)
    } else {
        Plan::new(arguments.stage.clone())
    };
    let context = Context {
        command: std::env::args().collect(),
        target: target.address.to_string(),
        model: model_words(&arguments, &plan),
        game: arguments.tables.games(),
        seats: arguments.tables.seats,
        seed: arguments.tables.seed,
    };
    let load = load(&arguments, target, plan, running.as_ref().map(Running::pid));
    let progress = Progress::new(arguments.quiet, load.plan.length().as_secs());
    let engine = Engine::open(load).await?;
    let outcome = engine.run(|interval, shared| progress.line(interval, shared)).await;
    progress.end();
    if let Some(running) = running {
        let found = end_server(&arguments.server, running, folder.path().join("data")).await?;
        outcome.shared.findings.report_all(found);
    }
    let summary = summarize(&outcome, context, &arguments.threshold);
    if let Some(path) = &arguments.html {
        std::fs::write(
            path,
            page(&summary, &outcome.series.intervals, &outcome.series.total().0)?,
        )?;
    }
    if let Some(path) = &arguments.hdr_log {
        write_log(&mut std::fs::File::create(path)?, &outcome.series.intervals)?;
    }
    let json = serde_json::to_string(&summary)?;
    if let Some(path) = &arguments.summary {
        std::fs::write(path, &json)?;
    }
    if arguments.json {
        println!("{json}");
    } else {
        print!("{summary}");
    }
    Ok(summary.exit())
}

/// Stops our own server in order, and checks that the data it stored adds up.
async fn end_server(arguments: &ServerArgs, mut running: Running, data: PathBuf) -> Result<Vec<Finding>, Failure> {
    if !running.is_alive() {
        return Err(format!("the server ended by itself; its last output:\n{}", running.last_words()).into());
    }
    running.stop().await?;
    let program = server_program(arguments.server.as_deref())?;
    let audit = tokio::task::spawn_blocking(move || Audit::of(&program, &data)).await??;
    Ok(audit.judge())
}

fn check(arguments: &RunArgs) -> Result<(), Failure> {
    if !(0.0..=1.0).contains(&arguments.drop_share) {
        return Err("--drop-share is a share from 0 to 1".into());
    }
    if !arguments.connect_rate.is_finite() || arguments.connect_rate <= 0.0 {
        return Err("--connect-rate is above 0".into());
    }
    if !arguments.rate.is_finite() || arguments.rate <= 0.0 {
        return Err("--rate is above 0".into());
    }
    if arguments.players < 2 {
        return Err("--players is at least 2".into());
    }
    Ok(())
}

/// Starts the real server with its data in a folder.
pub(crate) async fn start_server(arguments: &ServerArgs, folder: &Path) -> Result<Running, Failure> {
    let program = server_program(arguments.server.as_deref())?;
    let extra = audited(&arguments.set);
    let launch = Launch::server(&program, folder, &extra, arguments.server_core)?;
    Ok(launch.ready().await?)
}

/// Returns the settings of a server whose journal is audited at the end: the audit replays every event.
pub(crate) fn audited(set: &[String]) -> String {
    format!("keep-journal = true\n{}", set.join("\n"))
}

fn model_words(arguments: &RunArgs, plan: &Plan) -> String {
    let (peak, players) = (plan.peak(), arguments.players);
    match (arguments.mode, arguments.arrive) {
        (Mode::Closed, _) => format!("closed model, {peak:.0} players thinking {:?}", arguments.think),
        (Mode::Open, Arrive::Actions) => format!("open model, {peak} actions a second by {players} players"),
        (Mode::Open, Arrive::Players) => format!("open model, {peak} arrivals a second for {:?}", arguments.stay),
    }
}

fn load(arguments: &RunArgs, target: Target, plan: Plan, server_pid: Option<u32>) -> Load {
    let (model, pace) = match (arguments.mode, arguments.arrive) {
        (Mode::Closed, _) => (Model::Players, Pace::Think { mean: arguments.think }),
        (Mode::Open, Arrive::Actions) => (
            Model::Actions {
                players: arguments.players,
            },
            Pace::Schedule,
        ),
        (Mode::Open, Arrive::Players) => {
            let model = Model::Arrivals {
                stay: arguments.stay,
                seats: arguments.players,
            };
            (model, Pace::Think { mean: arguments.think })
        }
    };
    let drops = (arguments.drop_share > 0.0).then_some(Drops {
        share: arguments.drop_share,
        every: arguments.drop_every,
        away: arguments.drop_away,
    });
    Load {
        target,
        model,
        plan,
        warmup: arguments.warmup,
        connect_rate: arguments.connect_rate,
        seats: arguments.tables.seats,
        setups: arguments.tables.setups(),
        habits: Habits {
            profile: arguments.tables.profile,
            pace: Some(pace),
            seed: arguments.tables.seed,
            drops,
            persistent: false,
        },
        transcripts: false,
        lag_max: arguments.lag_max,
        server: server_pid.map(Measured::Alone),
        stop: Arc::default(),
    }
}

struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    lines: std::cell::Cell<usize>,
}

impl Progress {
    fn new(quiet: bool, seconds: u64) -> Self {
        let bar = (!quiet && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{elapsed_precise} {wide_bar} {msg}");
            ProgressBar::new(seconds).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self {
            bar,
            quiet,
            lines: std::cell::Cell::new(0),
        }
    }

    fn line(&self, interval: &Interval, shared: &Shared) {
        let latency = Quantiles::of(interval.tally.latency(Metric::ActionAck));
        let text = format!(
            "{} players, {:.0} actions/s, {:.0} deliveries/s, ack p50 {:.2} p99 {:.2} ms, {} errors, {} broken",
            shared.seated.load(Ordering::Relaxed),
            interval.rate(Count::Actions),
            interval.rate(Count::Deliveries),
            latency.p50,
            latency.p99,
            interval.tally.count(Count::Errors),
            shared.findings.count()
        );
        match &self.bar {
            Some(bar) => {
                bar.inc(1);
                bar.set_message(text);
            }
            None if self.quiet => {}
            None => {
                self.lines.set(self.lines.get() + 1);
                if self.lines.get().is_multiple_of(LINE_EVERY) {
                    let at = (interval.start + interval.length).as_secs();
                    eprintln!("{at:>4} s{} {text}", if interval.warmup { " (warm-up)" } else { "" });
                }
            }
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
