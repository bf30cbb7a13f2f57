//! `loadtest tournament --structure`: structures of the server's list and random ones, each played to its last prize by bots that take
//! every offer, while an official acts at random and the server is killed now and then.
//!
//! Levels are short, and stacks so deep that calm bots survive all of them; after the last published level they gamble.

mod plan;
mod takers;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use poker_bots::{Client, Credentials};
use poker_protocol::v1::rest::{StructureFile, StructuresResponse};
use poker_protocol::v1::tournament::{TournamentPhase, TournamentState, TournamentSummary};
use poker_protocol::v1::{PublicEvent, TableId, TournamentEvent, TournamentId};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::judge::{judge_endings, judge_places};
use super::laws::EventCheck;
use super::players::Ending;
use super::{LOOK, QUIET_MAX, log_of, places_of};
use crate::audit::Audit;
use crate::cli::TournamentArgs;
use crate::rng::Rng;
use crate::run::audited;
use crate::spawn::{Launch, Running};
use crate::{Exit, Failure, http};
use plan::{random, shipped};
use takers::play_one;

/// Maximum number of failed attempts of the official to end an event, at four per second.
const REFUSALS_MAX: u32 = 120;

/// Interval between the official's actions.
const ACTS: Duration = Duration::from_millis(250);

/// A structure as it is played here.
struct Plan {
    id: String,
    definition: String,
    players: u32,
    late: u32,
    /// The last published level.
    last: u16,
    starts_full: bool,
    /// Structure whose seats are the prizes.
    target: Option<String>,
    /// Kind of event, as named in structures.
    kind: &'static str,
    /// Number of seats of the target to be won.
    seats_paid: Option<u32>,
    finish: Finish,
}

/// Ending of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finish {
    /// By play.
    Played,
    /// At the last level, the remaining players make a deal for the prizes.
    Deal,
    /// The event is cancelled midway.
    Cancel,
}

/// Reports of hands that players received at their tables.
#[derive(Debug, Default)]
struct Heard {
    /// Numbers of the tables in the event.
    numbers: BTreeMap<TableId, u32>,
    /// Starts and ends of hands, by table, hand and which of the two.
    hands: BTreeMap<(TableId, u64, bool), PublicEvent>,
}

/// Plays all structures.
pub(super) async fn play(arguments: &TournamentArgs, program: PathBuf, folder: &Path) -> Result<Exit, Failure> {
    let wanted = arguments.structure.as_deref().unwrap_or("all");
    let extra = audited(&arguments.server.set);
    let launch = Launch::server(&program, folder, &extra, arguments.server.server_core)?;
    let mut stage = Stage {
        running: launch.ready().await?,
        launch,
        rng: Rng::new(arguments.seed, 0),
        faults: Vec::new(),
        kills: 0,
        logs: arguments.logs.clone(),
        refusals: 0,
    };
    let listed: StructuresResponse = http::get_json(stage.running.address, "/api/v1/structures", None).await?;
    let mut plans = Vec::new();
    for structure in &listed.structures {
        if wanted == "all" || wanted == structure.id {
            let path = format!("/api/v1/structures/{}", structure.id);
            let file: StructureFile = http::get_json(stage.running.address, &path, None).await?;
            plans.push(shipped(structure, &file.definition, arguments.level_s));
        }
    }
    if plans.is_empty() {
        return Err(format!("there is no structure `{wanted}`").into());
    }
    // Random events use the games of the server's own structures.
    let games: BTreeSet<&str> = listed
        .structures
        .iter()
        .flat_map(|structure| structure.games.iter().map(|game| game.game.as_str()))
        .collect();
    let games: Vec<&str> = games.into_iter().collect();
    for number in 0..arguments.random {
        plans.push(random(number, arguments.level_s, &games, &mut stage.rng));
    }
    let kills_each = arguments.kills.div_ceil(u32::try_from(plans.len()).unwrap_or(1));
    for plan in &plans {
        let kills = kills_each.min(arguments.kills - stage.kills);
        let began = Instant::now();
        let faults = stage.faults.len();
        stage.event(plan, kills).await?;
        println!(
            "{}: {} players, {} levels, {:.1} s, faults: {}",
            plan.id,
            plan.players,
            plan.last,
            began.elapsed().as_secs_f64(),
            stage.faults.len() - faults
        );
    }
    stage.running.kill();
    let data = folder.join("data");
    let audit = tokio::task::spawn_blocking(move || Audit::of(&program, &data)).await??;
    stage
        .faults
        .extend(audit.faults.iter().map(|fault| format!("audit: {fault}")));
    if audit.ledger_sum != 0 {
        stage
            .faults
            .push(format!("all accounts add up to {}", audit.ledger_sum));
    }
    println!(
        "{} structures, {} kills, faults: {}",
        plans.len(),
        stage.kills,
        stage.faults.len()
    );
    for fault in stage.faults.iter().take(40) {
        println!("  {fault}");
    }
    Ok(if stage.faults.is_empty() {
        Exit::Well
    } else {
        Exit::Broken
    })
}

/// The server, from one event to the next.
struct Stage {
    launch: Launch,
    running: Running,
    rng: Rng,
    faults: Vec<String>,
    kills: u32,
    /// Folder for logs.
    logs: Option<PathBuf>,
    /// Failed attempts to end the current event.
    refusals: u32,
}

/// Progress of the event, shared by the players and the official.
#[derive(Debug, Default)]
struct Pace {
    /// Level after which players gamble.
    last: AtomicU16,
    /// Messages received.
    messages: AtomicU64,
    heard: Mutex<Heard>,
}

impl Stage {
    async fn event(&mut self, plan: &Plan, kills: u32) -> Result<(), Failure> {
        let url = format!("ws://{}/ws", self.running.address);
        let host = self.guest(&url).await?;
        let (token, announced) = self.announce(plan, host).await?;
        let tournament = announced.tournament;
        let pace = Arc::new(Pace::default());
        pace.last.store(plan.last, Ordering::Relaxed);
        let mut players = JoinSet::new();
        // A satellite needs as many players as pay for its seats.
        let early = (plan.players - plan.late).max(announced.entries_min);
        let spawn = |players: &mut JoinSet<Ending>, rng: &mut Rng| {
            let seed = rng.below(u64::MAX);
            players.spawn(play_one(url.clone(), tournament.clone(), seed, Arc::clone(&pace)));
        };
        for _ in 0..early {
            spawn(&mut players, &mut self.rng);
        }
        let path = format!("/api/v1/tournaments/{tournament}");
        if !plan.starts_full {
            self.until(&path, |state| state.summary.entries >= early).await?;
            self.act(&path, &token, json!({"kind": "start"})).await?;
        }
        for _ in 0..plan.late {
            spawn(&mut players, &mut self.rng);
        }
        let mut killed = 0;
        let mut endings = Vec::new();
        let mut next_act = Instant::now() + ACTS;
        let mut heard = (0, Instant::now());
        let mut level = 1;
        self.refusals = 0;
        while let Some(ending) = self.next_ending(&mut players).await? {
            endings.extend(ending);
            if Instant::now() >= next_act {
                level = self.officiate(&path, &token, level, plan).await?;
                next_act = Instant::now() + ACTS;
            }
            if killed < kills
                && level > plan.last * u16::try_from(killed + 1).unwrap_or(1) / u16::try_from(kills + 1).unwrap_or(1)
            {
                self.running.kill();
                self.running = self.launch.ready().await?;
                (killed, self.kills) = (killed + 1, self.kills + 1);
            }
            let messages = pace.messages.load(Ordering::Relaxed);
            if messages > heard.0 {
                heard = (messages, Instant::now());
            }
            if heard.1.elapsed() > QUIET_MAX {
                let words = self.running.last_words();
                return Err(format!("{}: nothing happens any more; {words}", plan.id).into());
            }
        }
        self.until(&path, |state| {
            matches!(
                state.summary.phase,
                TournamentPhase::Completed | TournamentPhase::Cancelled
            )
        })
        .await?;
        self.judge(plan, &tournament, &endings).await?;
        self.keep(plan, &tournament, &pace).await
    }

    /// Keeps the event's log, its structure first, and the hands that its players saw.
    async fn keep(&self, plan: &Plan, tournament: &TournamentId, pace: &Pace) -> Result<(), Failure> {
        let Some(folder) = &self.logs else { return Ok(()) };
        std::fs::create_dir_all(folder)?;
        let structure = json!({"event": "rules_published", "structure": {"kind": plan.kind, "pays": plan.pays()}});
        let mut log = std::fs::File::create(folder.join(format!("{}.log", plan.id)))?;
        writeln!(log, "{structure}")?;
        for event in log_of(self.running.address, tournament).await? {
            writeln!(log, "{}", serde_json::to_string(&event)?)?;
        }
        let mut hands = std::fs::File::create(folder.join(format!("{}.hands", plan.id)))?;
        let heard = pace.heard.lock().unwrap_or_else(PoisonError::into_inner);
        for ((table, ..), event) in &heard.hands {
            if let Some(number) = heard.numbers.get(table) {
                writeln!(hands, "{}", json!({"table": number, "event": event}))?;
            }
        }
        Ok(())
    }

    /// Returns the next player who has finished. The inner option is `None` if none does within the time to look, the outer one if no
    /// players are left.
    async fn next_ending(&self, players: &mut JoinSet<Ending>) -> Result<Option<Option<Ending>>, Failure> {
        match tokio::time::timeout(LOOK, players.join_next()).await {
            Ok(None) => Ok(None),
            Ok(Some(ending)) => Ok(Some(Some(ending?))),
            Err(_) => Ok(Some(None)),
        }
    }

    /// Creates an account and returns its token.
    async fn guest(&mut self, url: &str) -> Result<String, Failure> {
        let nickname = format!("host {:x}", self.rng.below(1 << 32));
        let client = Client::connect(url, Credentials::Guest { nickname }).await?;
        let token = client.welcome().token.clone().unwrap_or_default();
        client.close().await;
        Ok(token)
    }

    /// Announces the event of a host, and the one whose seats are its prizes.
    async fn announce(&self, plan: &Plan, token: String) -> Result<(String, TournamentSummary), Failure> {
        let path = "/api/v1/tournaments";
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
        let in_hours = |hours: u128| u64::try_from(now + hours * 3_600_000);
        let mut config = json!({"definition": plan.definition, "private": true});
        if !plan.starts_full {
            config["starts_at"] = json!(in_hours(1)?);
        }
        if let Some(target) = &plan.target {
            let target = json!({"structure": target, "starts_at": in_hours(24)?});
            let target: TournamentSummary = http::post_json(self.running.address, path, &token, &target).await?;
            config["target"] = json!(target.tournament);
        }
        let announced = http::post_json(self.running.address, path, &token, &config).await;
        Ok((token, announced.map_err(|error| format!("{}: {error}", plan.id))?))
    }

    async fn until(&self, path: &str, mut holds: impl FnMut(&TournamentState) -> bool) -> Result<(), Failure> {
        let since = Instant::now();
        loop {
            let state: TournamentState = http::get_json(self.running.address, path, None).await?;
            if holds(&state) {
                return Ok(());
            }
            if since.elapsed() > QUIET_MAX {
                return Err(format!("{path} stays as it is: {:?}", state.summary).into());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Acts as an official; the server may refuse.
    async fn act(&mut self, path: &str, token: &str, action: Value) -> Result<(), http::HttpError> {
        let id = format!("{:x}", self.rng.below(u64::MAX));
        let body = json!({"id": id, "reason": "by chance", "action": action});
        let done: Result<Value, _> =
            http::post_json(self.running.address, &format!("{path}/floor"), token, &body).await;
        done.map(|_| ())
    }

    /// Moves the clock on by a level if a hand was begun at this one, and takes another random action. Returns the level.
    async fn officiate(&mut self, path: &str, token: &str, level: u16, plan: &Plan) -> Result<u16, Failure> {
        let state: TournamentState = http::get_json(self.running.address, path, None).await?;
        let shown = state.clock.map_or(level, |clock| clock.level);
        if let Some(end) = plan.end_at(shown) {
            if state.paused.is_none() {
                let _ = self.act(path, token, json!({"kind": "pause"})).await;
            }
            // Running hands are played to their end first.
            if let Err(refused) = self.act(path, token, end).await {
                self.refusals += 1;
                if self.refusals > REFUSALS_MAX {
                    return Err(format!("{}: the event cannot be ended: {refused}", plan.id).into());
                }
            }
            return Ok(shown);
        }
        if state.paused.is_some() {
            let _ = self.act(path, token, json!({"kind": "resume"})).await;
        }
        let table = state.tables.first().map_or(1, |table| table.no);
        let seats = state.tables.first().map_or(&[][..], |table| &table.seats);
        let player = seats.first().map_or(1, |seat| seat.1);
        let who = state.entrants.first().map_or("", |entrant| entrant.who.id.as_str());
        let order: Vec<u32> = state.break_order.iter().rev().copied().collect();
        // Random actions on tables, players and hands: many are refused, and must then change nothing.
        let action = match self.rng.below(26) {
            0 => json!({"kind": "pause"}),
            1 => json!({"kind": "void_hand", "table": table}),
            2 => json!({"kind": "split_hand", "table": table}),
            3 => json!({"kind": "penalise", "player": player, "fault": "phone", "rung": "warning", "count": 1}),
            4 => json!({"kind": "kill_hand", "player": player}),
            5 => json!({"kind": "tell_table", "table": table, "text": "Be quiet."}),
            6 => json!({"kind": "mute", "player": player, "muted": self.rng.below(2) == 0}),
            7 => json!({"kind": "move", "player": player, "table": state.tables.last().map_or(1, |table| table.no)}),
            8 => json!({"kind": "hand_for_hand", "on": self.rng.below(2) == 0}),
            9 => json!({"kind": "break_table", "table": state.tables.last().map_or(1, |table| table.no)}),
            10 => json!({"kind": "resume_table", "table": table}),
            11 => json!({"kind": "set_button", "table": table, "seat": 1}),
            12 => json!({"kind": "rule", "rule": "1.1"}),
            13 => json!({"kind": "mute_account", "account": who, "muted": self.rng.below(2) == 0}),
            14 => json!({"kind": "rail_chat", "open": self.rng.below(2) == 0}),
            15 => json!({"kind": "break_order", "order": order}),
            16 => json!({"kind": "undo"}),
            17 => json!({"kind": "redo"}),
            18 => json!({"kind": "replace_table", "table": table}),
            19 => json!({"kind": "grant", "account": who, "role": "floor"}),
            20 => json!({"kind": "revoke", "account": who}),
            21 => json!({"kind": "answer", "ticket": 1}),
            22 => json!({"kind": "edit", "languages": ["en"]}),
            // With two players left, one would win immediately.
            23 if state.summary.alive > 4 && shown + 2 < plan.last => {
                let kind = if self.rng.below(2) == 0 { "remove" } else { "disqualify" };
                json!({"kind": kind, "player": player})
            }
            _ if shown < plan.last => json!({"kind": "set_level", "level": shown + 1}),
            _ => json!({"kind": "rule", "rule": "1.1"}),
        };
        // Most are refused.
        let _ = self.act(path, token, action).await;
        Ok(shown)
    }

    async fn phase(&self, tournament: &TournamentId) -> Result<TournamentPhase, Failure> {
        let path = format!("/api/v1/tournaments/{tournament}");
        let state: TournamentState = http::get_json(self.running.address, &path, None).await?;
        Ok(state.summary.phase)
    }

    async fn judge(&mut self, plan: &Plan, tournament: &TournamentId, endings: &[Ending]) -> Result<(), Failure> {
        let log = log_of(self.running.address, tournament).await?;
        let places = places_of(self.running.address, tournament).await?;
        let mut check = EventCheck::with_officials();
        let mut levels = BTreeSet::new();
        for event in &log {
            if let TournamentEvent::LevelStarted { level, .. } = event {
                levels.insert(*level);
            }
            check.take(event);
        }
        let mut verdict = check.finish();
        let phase = self.phase(tournament).await?;
        if plan.finish == Finish::Cancel && phase == TournamentPhase::Cancelled {
            // The second opinion computes the amounts due in that case.
            return Ok(());
        }
        let missing: Vec<u16> = (1..=plan.last).filter(|level| !levels.contains(level)).collect();
        if !missing.is_empty() {
            verdict.faults.push(format!("levels {missing:?} were never played"));
        }
        judge_places(&places, &mut verdict);
        judge_endings(endings, true, &mut verdict);
        let id = &plan.id;
        self.faults
            .extend(verdict.faults.into_iter().map(|fault| format!("{id}: {fault}")));
        Ok(())
    }
}
