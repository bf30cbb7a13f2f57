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
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use poker_bots::{Credentials, RunOptions, TableChoice, run_bot};
use poker_protocol::v1::ClientMsg;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use self::bound::Names;
use self::disk::database_bytes;
use self::report::{Window, report};
use self::steps::{Arena, Step, attack, own_table};
use self::visitor::Visitor;
use crate::cli::AbuseArgs;
use crate::engine::{Engine, Load, Measured, Model};
use crate::http;
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
    let arena = Arc::new(prepare(address, program, &data, &arguments.game, &engine.tables()[0].id).await?);
    let pid = running.pid();
    let strangers = Arc::new(Strangers {
        game: arguments.game.clone(),
        ..Strangers::default()
    });
    let attacks = async {
        let windows = attacks(&arguments, &arena, &strangers, pid, &data).await;
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
        // Long enough: it is told to stop.
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

/// Returns the dearest game of a host's own that the server accepts, and the number of cards its players hold.
async fn dearest(host: &Visitor) -> Result<(String, usize), Failure> {
    let mut last = Value::Null;
    for (own, board) in [
        (15, 15),
        (12, 9),
        (9, 9),
        (9, 5),
        (7, 5),
        (5, 5),
        (4, 5),
        (3, 3),
        (2, 5),
    ] {
        for (wild, show) in [
            ("wild = 'board_low own_low'", "show(high=std,low=8,use=2+3)"),
            ("", "show(high=std,low=8,use=2+3)"),
            ("", "show(high=std)"),
        ] {
            let definition = definition(own, board, wild, show);
            let check = json!({"definition": definition});
            let (status, answer) = host.ask("POST", "/api/v1/games/check", Some(&check)).await;
            if status == 200 && answer["error"].is_null() {
                return Ok((definition, own));
            }
            last = answer;
        }
    }
    Err(format!("no game of one's own is taken: {last}").into())
}

/// Returns a game with one street for each board card.
fn definition(own: usize, board: usize, wild: &str, show: &str) -> String {
    let mut script = vec!["post(left,5)".to_owned(), "post(left2,10)".to_owned()];
    script.extend(
        (0..own)
            .step_by(10)
            .map(|first| format!("deal({})", "d".repeat((own - first).min(10)))),
    );
    script.push("bet(first=left3,check=yes,tier=1)".to_owned());
    for _ in 0..board {
        script.push("board(1,u)".to_owned());
        script.push("bet(first=left,check=yes,tier=1)".to_owned());
    }
    script.push(show.to_owned());
    format!(
        "id = \"own\"\nnumber = \"R01\"\nname = {{ en = \"Own\", fr = \"Propre\" }}\nfamily = \"draw\"\nseats = [2, 2]\n\
         limits = [\"nl:10\"]\n{wild}\nscript = \"\"\"\n{};\n\"\"\"\n",
        script.join(";\n")
    )
}

/// Prepares a shared hand of the dearest game, and collects valid names.
async fn prepare(server: SocketAddr, program: PathBuf, data: &Path, game: &str, quiet: &str) -> Result<Arena, Failure> {
    let mut players = Vec::new();
    for number in 0..2 {
        let mut player = Visitor::new(server, format!("100.64.255.{}", number + 1));
        let status = player.enter(&format!("first {number}")).await;
        if player.token.is_none() {
            return Err(format!("no guest is taken: {status}").into());
        }
        players.push(player);
    }
    let host = &players[0];
    let (definition, cards) = dearest(host).await?;
    let (status, opened) = host.ask("POST", "/api/v1/tables", Some(&own_table(&definition))).await;
    let own = opened["table"]
        .as_str()
        .ok_or_else(|| format!("{status} {opened}"))?
        .to_owned();
    let mut hands = JoinSet::new();
    for player in &players {
        let who = Credentials::Token(player.token.clone().unwrap_or_default());
        let table = TableChoice::Table(poker_protocol::v1::TableId(own.clone()));
        let url = format!("ws://{server}/ws");
        let options = RunOptions {
            hands: Some(1),
            ..RunOptions::default()
        };
        hands.spawn(async move {
            let bot = |ask: &poker_bots::Ask, _: &poker_bots::TableModel| ask.check_or_call();
            run_bot(&url, who, table, bot, options).await
        });
    }
    let play = async {
        while let Some(played) = hands.join_next().await {
            played??;
        }
        Ok::<_, Failure>(())
    };
    tokio::time::timeout(Duration::from_mins(1), play)
        .await
        .map_err(|_| "the hand to share does not end")??;
    let (_, listed) = host.ask("GET", "/api/v1/hands?limit=1", None).await;
    let hand = &listed["hands"][0];
    let number = hand["hand"]
        .as_u64()
        .ok_or_else(|| format!("no hand was kept: {listed}"))?;
    let path = format!(
        "/api/v1/hands/{}/{number}/share",
        hand["table"].as_str().unwrap_or(&own)
    );
    let share = json!({"own_cards": true, "hide_names": false});
    let (status, shared) = host.ask("POST", &path, Some(&share)).await;
    let token = shared["token"].as_str().ok_or_else(|| format!("{status} {shared}"))?;
    let texts = |list: &Value, key: &str| -> Vec<String> {
        let all = list.as_array().into_iter().flatten();
        all.filter_map(|one| one[key].as_str().map(str::to_owned)).collect()
    };
    let (_, games) = host.ask("GET", "/api/v1/games", None).await;
    let (_, structures) = host.ask("GET", "/api/v1/structures", None).await;
    let (_, tournaments) = host.ask("GET", "/api/v1/tournaments", None).await;
    let names = Names {
        tables: vec![own.clone(), "1".to_owned(), u64::MAX.to_string()],
        tournaments: texts(&tournaments["tournaments"], "tournament"),
        games: texts(&games["games"], "game"),
        structures: texts(&structures["structures"], "id"),
        tokens: vec![token.to_owned()],
        definitions: vec![definition.clone()],
    };
    Ok(Arena {
        server,
        program,
        data: data.to_owned(),
        game: game.to_owned(),
        quiet: quiet.to_owned(),
        names,
        routes: http::get_json(server, "/api/v1/openapi.json", None).await?,
        messages: schemars::schema_for!(ClientMsg).to_value(),
        definition,
        cards,
        own_table: own,
        stop: AtomicBool::new(false),
        round: AtomicUsize::new(0),
        answers: Mutex::default(),
    })
}

/// Runs an attack for this long and waits until all attackers have left. Calls `at_end` when the time is up.
async fn attacked<T>(
    arguments: &AbuseArgs,
    arena: &Arc<Arena>,
    step: Option<Step>,
    length: Duration,
    at_end: impl FnOnce() -> T,
) -> Result<T, Failure> {
    arena.stop.store(false, Ordering::Relaxed);
    arena.round.fetch_add(1, Ordering::Relaxed);
    let attackers = step.map(|step| {
        let networks = usize::from(arguments.networks);
        tokio::spawn(attack(step, Arc::clone(arena), networks, arguments.pace))
    });
    tokio::time::sleep(length).await;
    arena.stop.store(true, Ordering::Relaxed);
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
    arena: &Arc<Arena>,
    strangers: &Arc<Strangers>,
    pid: u32,
    data: &Path,
) -> Result<Vec<Window>, Failure> {
    let coming = tokio::spawn(Arc::clone(strangers).come(arena.server));
    let mut windows = Vec::new();
    let wanted = |step: &Step| arguments.only.is_empty() || arguments.only.iter().any(|name| *name == step.name());
    for step in Step::ALL.into_iter().filter(wanted) {
        attacked(arguments, arena, Some(step), WARM, || ()).await?;
    }
    let steps = Step::ALL.into_iter().filter(wanted).map(Some);
    for step in std::iter::once(None).chain(steps) {
        tokio::time::sleep(SETTLE).await;
        arena.answers.lock().unwrap_or_else(PoisonError::into_inner).clear();
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
            answers: std::mem::take(&mut *arena.answers.lock().unwrap_or_else(PoisonError::into_inner)),
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
