//! `loadtest abuse`: many networks claim what the server offers to every visitor, while two tables play.
//!
//! It runs one step after another: expensive work, shared resources, and requests at their limits, generated from the server's own schemas.
//! The server runs with its default limits; attackers come from networks of their own, as reported by a proxy. The measure is the effect on
//! others: the latency of players, the answers strangers get, memory and disk.

mod bound;
mod disk;
mod report;
mod steps;
mod visitor;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use self::disk::database_bytes;
use self::report::{Window, report};
use self::steps::{Arena, Step, attack};
use self::visitor::Visitor;
use crate::cli::AbuseArgs;
use crate::engine::{Engine, Load, Measured, Model};
use crate::link::Target;
use crate::player::Habits;
use crate::policy::Profile;
use crate::run::start_server;
use crate::spawn::{Running, server_program};
use crate::stage::Plan;
use crate::sys;
use crate::table::Pace;
use crate::{Exit, Failure};

/// Default settings of the server, in place of the limits for a single machine; attackers come through a proxy.
const SETTINGS: [&str; 9] = [
    "messages-per-second=10",
    "message-burst=20",
    "guests-per-minute=300",
    "tables-per-minute=10",
    "max-connections=20000",
    "max-connections-per-ip=500",
    "max-tables=5000",
    "keep-journal=false",
    "trusted-proxy=[\"127.0.0.1\"]",
];

/// Number of quiet tables.
const QUIET_TABLES: usize = 2;
const QUIET_SEATS: u8 = 6;

/// Unmeasured time before the quiet phase, and between two steps.
const SETTLE: Duration = Duration::from_secs(2);

/// Duration of each step before measuring starts.
const WARM: Duration = Duration::from_secs(2);

/// Interval between strangers.
const STRANGER: Duration = Duration::from_secs(1);

/// Longest time a stranger waits for an answer.
const STRANGER_PATIENCE: Duration = Duration::from_secs(15);

pub(crate) async fn abuse(arguments: AbuseArgs) -> Result<Exit, Failure> {
    let folder = sys::temp_folder("abuse")?;
    let data = folder.path().join("data");
    let mut server = arguments.server.clone();
    let extra = std::mem::take(&mut server.set);
    server.set = SETTINGS
        .iter()
        .map(|setting| (*setting).to_owned())
        .chain(extra)
        .collect();
    let mut running = start_server(&server, folder.path()).await?;
    let address = running.address;
    let stop = Arc::new(AtomicBool::new(false));
    let engine = Engine::open(load(&arguments, &running, Arc::clone(&stop))).await?;
    let program = server_program(arguments.server.server.as_deref())?;
    let arena = Arc::new(Arena::prepare(address, program, &data, &arguments.game, &engine.tables()[0].id).await?);
    let pid = running.pid();
    let strangers = Arc::new(Strangers {
        game: arguments.game.clone(),
        ..Strangers::default()
    });
    let attacks = async {
        let windows = attacks(&arguments, address, &arena, &strangers, pid, &data).await;
        stop.store(true, Ordering::Relaxed);
        windows
    };
    let play = engine.run(|_, _| ());
    let (outcome, windows) = tokio::join!(play, attacks);
    let report = report(&arguments, &outcome, windows?, &strangers, &mut running);
    if arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    Ok(if report.faults.is_empty() {
        Exit::Well
    } else {
        Exit::Broken
    })
}

fn load(arguments: &AbuseArgs, running: &Running, stop: Arc<AtomicBool>) -> Load {
    let seats = usize::from(QUIET_SEATS);
    Load {
        target: Target::at(running.address),
        model: Model::Players,
        // Longer than any run: it is told to stop.
        plan: Plan::steady((QUIET_TABLES * seats) as f64, Duration::from_hours(24)),
        warmup: Duration::ZERO,
        connect_rate: 200.0,
        seats: QUIET_SEATS,
        setups: vec![json!({"game": arguments.game, "action_ms": 60_000})],
        habits: Habits {
            profile: Profile::Calm,
            pace: Some(Pace::Think { mean: arguments.think }),
            seed: 1,
            drops: None,
            persistent: false,
        },
        transcripts: false,
        lag_max: Duration::from_millis(20),
        server: Some(Measured::Alone(running.pid())),
        stop,
    }
}

/// Runs an attack for this long and waits until all attackers have left. Calls `at_end` when the time is up.
async fn attacked<T>(
    arguments: &AbuseArgs,
    arena: &Arc<Arena>,
    step: Option<Step>,
    length: Duration,
    at_end: impl FnOnce() -> T,
) -> Result<T, Failure> {
    arena.begin();
    let attackers = step.map(|step| {
        let networks = usize::from(arguments.networks);
        tokio::spawn(attack(step, Arc::clone(arena), networks, arguments.pace))
    });
    tokio::time::sleep(length).await;
    arena.end();
    let end = at_end();
    if let Some(attackers) = attackers {
        attackers.await??;
    }
    Ok(end)
}

/// Runs each step once briefly, so that the server already holds whatever it keeps for visitors; then the quiet phase, and one step after
/// another.
async fn attacks(
    arguments: &AbuseArgs,
    server: SocketAddr,
    arena: &Arc<Arena>,
    strangers: &Arc<Strangers>,
    pid: u32,
    data: &Path,
) -> Result<Vec<Window>, Failure> {
    let coming = tokio::spawn(Arc::clone(strangers).come(server));
    let mut windows = Vec::new();
    let wanted = |step: &Step| arguments.only.is_empty() || arguments.only.iter().any(|name| *name == step.name());
    for step in Step::ALL.into_iter().filter(wanted) {
        attacked(arguments, arena, Some(step), WARM, || ()).await?;
    }
    let steps = Step::ALL.into_iter().filter(wanted).map(Some);
    for step in std::iter::once(None).chain(steps) {
        tokio::time::sleep(SETTLE).await;
        arena.take_answers();
        let (began, before) = (Instant::now(), database_bytes(data)?);
        strangers.during(step);
        let length = if step.is_some() {
            arguments.step
        } else {
            arguments.quiet
        };
        let (ended, rss_bytes, after) = attacked(arguments, arena, step, length, || {
            strangers.during(None);
            (Instant::now(), rss_of(pid), database_bytes(data))
        })
        .await?;
        windows.push(Window {
            step,
            began,
            ended,
            answers: arena.take_answers(),
            rss_bytes,
            disk_bytes: after?.cast_signed() - before.cast_signed(),
        });
    }
    coming.abort();
    tokio::time::sleep(SETTLE).await;
    Ok(windows)
}

/// Returns the memory of a process in bytes, or 0 if it is gone.
fn rss_of(pid: u32) -> u64 {
    sys::usage(pid).map_or(0, |usage| usage.rss_bytes)
}

/// First-time visitors, each from a network not seen before.
#[derive(Debug, Default)]
struct Strangers {
    game: String,
    came: AtomicUsize,
    /// Step that is running while they come.
    step: Mutex<Option<Step>>,
    refused: Mutex<Vec<String>>,
}

impl Strangers {
    fn during(&self, step: Option<Step>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }

    async fn come(self: Arc<Self>, server: SocketAddr) {
        let mut each = tokio::time::interval(STRANGER);
        loop {
            each.tick().await;
            let number = self.came.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(Arc::clone(&self).visit(server, number));
        }
    }

    /// Makes a short visit: an account, a password for it, a look around, odds, a table against bots, a tournament of its own.
    async fn visit(self: Arc<Self>, server: SocketAddr, number: usize) {
        let step = *self.step.lock().unwrap_or_else(PoisonError::into_inner);
        let mut visitor = Visitor::new(server, format!("198.18.{}.{}", number / 250, 1 + number % 250));
        let visit = async {
            let entered = visitor.enter(&format!("stranger {number}")).await;
            if entered != 200 {
                return Err(format!("an account: {entered}"));
            }
            let password = json!({"name": format!("Stranger {number}"), "password": format!("never seen {number}")});
            let odds = json!({"game": self.game, "hands": [{"down": ["As", "Ah"]}, {"down": ["Kd", "Kc"]}]});
            let practice = json!({"game": self.game, "bots": 1});
            let event = json!({"structure": "sit-and-go"});
            for (method, path, body) in [
                ("POST", "/api/v1/register", Some(password)),
                ("GET", "/api/v1/tables", None),
                ("GET", "/api/v1/tournaments", None),
                ("POST", "/api/v1/odds", Some(odds)),
                ("POST", "/api/v1/practice", Some(practice)),
                ("POST", "/api/v1/tournaments", Some(event)),
            ] {
                let (status, answer) = visitor.ask(method, path, body.as_ref()).await;
                if status != 200 {
                    return Err(format!("{method} {path}: {status} {}", answer["code"]));
                }
            }
            match visitor.socket("").await {
                Ok(link) => {
                    link.close().await;
                    Ok(())
                }
                Err(error) => Err(format!("a connection: {error}")),
            }
        };
        let refused = match tokio::time::timeout(STRANGER_PATIENCE, visit).await {
            Ok(Ok(())) => return,
            Ok(Err(refused)) => refused,
            Err(_) => format!("no answer within {} s", STRANGER_PATIENCE.as_secs()),
        };
        let during = step.map_or("quiet", Step::name);
        let mut all = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(format!("{during}: a stranger was refused {refused}"));
    }
}
