//! `loadtest tournament`: a tournament of bots over real sockets to its last prize, with kills of the server on the way.
//!
//! The observed events are compared with the server's data at the end, and judged by the laws of tournaments from the public events alone:
//! every player has one seat at a time and one place, the prizes equal the pool, no hand was voided, and the winner has all chips.

mod inside;
mod judge;
mod laws;
mod players;
mod report;
mod structures;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use poker_bots::{Client, ClientOptions, Credentials, Notice};
use poker_protocol::v1::rest::{PlacesResponse, TournamentConfig};
use poker_protocol::v1::tournament::{TournamentPhase, TournamentState, TournamentSummary};
use poker_protocol::v1::{ServerMsg, TournamentEvent, TournamentId};
use tokio::task::{JoinHandle, JoinSet};

use crate::audit::Audit;
use crate::cli::TournamentArgs;
use crate::http::{self, HttpError};
use crate::rng::Rng;
use crate::run::audited;
use crate::spawn::{Launch, Running, server_program};
use crate::stats::Quantiles;
use crate::{Exit, Failure, sys};
use judge::{compare, judge_audit, judge_endings, judge_places};
use laws::EventCheck;
use players::{Ending, Entry, Seen, play};
use report::Report;

/// Longest silence while the tournament runs.
const QUIET_MAX: Duration = Duration::from_mins(2);

/// Polling interval of a state that is waited for.
const LOOK: Duration = Duration::from_millis(20);

/// Maximum number of connections opened per second.
const CONNECTS_PER_S: u32 = 400;

/// Time for which the server is measured while all players wait for the last one.
const IDLE: Duration = Duration::from_secs(4);

pub(crate) async fn tournament(arguments: TournamentArgs) -> Result<Exit, Failure> {
    let program = server_program(arguments.server.server.as_deref())?;
    let mut folder = sys::temp_folder("tournament")?;
    if arguments.keep {
        folder.disable_cleanup(true);
        eprintln!("data in {}", folder.path().display());
    }
    if arguments.structure.is_some() {
        let exit = structures::play(&arguments, program, folder.path()).await?;
        if exit != Exit::Well {
            folder.disable_cleanup(true);
            eprintln!("the data is kept in {}", folder.path().display());
        }
        return Ok(exit);
    }
    let json = arguments.json;
    let report = if arguments.no_sockets {
        inside::play(&arguments, &program, folder.path()).await?
    } else {
        outside(arguments, program, folder.path()).await?
    };
    if json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    if report.faults.is_empty() {
        return Ok(Exit::Well);
    }
    folder.disable_cleanup(true);
    eprintln!("the data is kept in {}", folder.path().display());
    Ok(Exit::Broken)
}

/// Plays over real sockets.
async fn outside(arguments: TournamentArgs, program: PathBuf, folder: &Path) -> Result<Report, Failure> {
    let extra = audited(&arguments.server.set);
    let launch = Launch::server(&program, folder, &extra, arguments.server.server_core)?;
    let running = launch.ready().await?;
    let mut event = Event {
        data: folder.join("data"),
        program,
        launch,
        running,
        rng: Rng::new(arguments.seed, 0),
        seen: Arc::new(Seen::new()),
        arguments,
        kills: 0,
        idle: None,
    };
    event.run().await
}

/// A tournament and its server.
struct Event {
    arguments: TournamentArgs,
    program: PathBuf,
    data: PathBuf,
    launch: Launch,
    running: Running,
    rng: Rng,
    seen: Arc<Seen>,
    kills: u32,
    /// Use of the server while all players but one waited: KiB per player, and percent of a processor.
    idle: Option<(f64, f64)>,
}

/// A spectator that keeps all events.
type Witness = JoinHandle<Result<BTreeMap<u64, TournamentEvent>, Failure>>;

impl Event {
    async fn run(&mut self) -> Result<Report, Failure> {
        let url = format!("ws://{}/ws", self.running.address);
        let (witness, tournament) = self.announce(&url).await?;
        let entry = Entry {
            url,
            tournament: tournament.clone(),
            profile: self.arguments.profile,
            seed: self.arguments.seed,
        };
        let mut players = JoinSet::new();
        let before = sys::exact_rss_bytes(self.running.pid());
        let last = u64::from(self.arguments.players);
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / CONNECTS_PER_S);
        for at in 1..last {
            ticks.tick().await;
            players.spawn(play(entry.clone(), at, Arc::clone(&self.seen)));
        }
        self.all_but_one_wait(&tournament).await?;
        self.measure_idle(before).await;
        let began = Instant::now();
        players.spawn(play(entry, last, Arc::clone(&self.seen)));
        let play = async {
            let mut endings = Vec::new();
            while let Some(ending) = players.join_next().await {
                endings.push(ending?);
            }
            Ok::<_, Failure>(endings)
        };
        let mut play = Box::pin(play);
        let endings = loop {
            tokio::select! {
                endings = &mut play => break endings?,
                done = self.next_kill() => done?,
            }
        };
        drop(play);
        let seconds = began.elapsed().as_secs_f64();
        self.judge(&tournament, witness, &endings, seconds).await
    }

    /// Announces the tournament and has a witness watch it.
    async fn announce(&self, url: &str) -> Result<(Witness, TournamentId), Failure> {
        let who = Credentials::Guest {
            nickname: "host".to_owned(),
        };
        let options = ClientOptions {
            retry_after: Duration::from_millis(100),
            ..ClientOptions::default()
        };
        let client = Client::connect_with(url, who, options).await?;
        let token = client.welcome().token.clone().unwrap_or_default();
        let config = TournamentConfig {
            structure: String::new(),
            definition: Some(structure(&self.arguments)),
            name: None,
            starts_at: None,
            private: false,
            bots: None,
            target: None,
            live: false,
            adults_only: false,
            watch_delay: None,
            languages: Vec::new(),
        };
        let path = "/api/v1/tournaments";
        let summary: TournamentSummary = http::post_json(self.running.address, path, &token, &config).await?;
        client.watch_tournament(&summary.tournament).await?;
        let witness = tokio::spawn(watch(client, summary.tournament.clone()));
        Ok((witness, summary.tournament))
    }

    async fn all_but_one_wait(&self, tournament: &TournamentId) -> Result<(), Failure> {
        let path = format!("/api/v1/tournaments/{tournament}");
        let mut known = (0, Instant::now());
        loop {
            let state: TournamentState = http::get_json(self.running.address, &path, None).await?;
            let entries = state.summary.entries;
            if entries + 1 >= self.arguments.players {
                return Ok(());
            }
            if entries > known.0 {
                known = (entries, Instant::now());
            }
            if known.1.elapsed() > QUIET_MAX {
                return Err(format!("{entries} of {} players have entered", self.arguments.players).into());
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Measures the server while all entered players wait for the last one.
    async fn measure_idle(&mut self, before: Option<u64>) {
        let pid = self.running.pid();
        // Pending writes are done by then.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (Some(before), Some(after), Some(first)) = (before, sys::exact_rss_bytes(pid), sys::usage(pid)) else {
            return;
        };
        tokio::time::sleep(IDLE).await;
        let Some(second) = sys::usage(pid) else { return };
        let kib = after.saturating_sub(before) as f64 / 1024.0 / f64::from(self.arguments.players - 1);
        let cpu = second.cpu.saturating_sub(first.cpu).as_secs_f64() / IDLE.as_secs_f64();
        self.idle = Some((kib, cpu * 100.0));
        self.say(|| {
            format!(
                "all but one have entered; {kib:.1} KiB a player, {:.1} % of a processor",
                cpu * 100.0
            )
        });
    }

    /// Lets the tournament run on to the next kill, and kills the server if a kill is left.
    async fn next_kill(&mut self) -> Result<(), Failure> {
        if self.kills == self.arguments.kills {
            return self.play_on(u64::MAX).await;
        }
        let due = kill_due(&self.arguments, self.kills, &mut self.rng);
        self.play_on(due).await?;
        self.seen.is_up.store(false, Ordering::Relaxed);
        self.running.kill();
        let before = self.seen.messages.load(Ordering::Relaxed);
        self.running = self.launch.ready().await?;
        self.kills += 1;
        let started = Instant::now();
        // Every player who comes back is sent something; play goes on once there is more.
        let players = u64::from(self.arguments.players)
            - self
                .seen
                .finished
                .load(Ordering::Relaxed)
                .min(u64::from(self.arguments.players));
        while self.seen.messages.load(Ordering::Relaxed) < before + 3 * players {
            if self.seen.finished.load(Ordering::Relaxed) == u64::from(self.arguments.players) {
                break;
            }
            if started.elapsed() > QUIET_MAX {
                return Err(format!(
                    "play does not go on after kill {}; {}",
                    self.kills,
                    self.running.last_words()
                )
                .into());
            }
            tokio::time::sleep(LOOK).await;
        }
        self.seen.is_up.store(true, Ordering::Relaxed);
        self.say(|| {
            let finished = self.seen.finished.load(Ordering::Relaxed);
            format!("{} kills; {finished} players have finished", self.kills)
        });
        Ok(())
    }

    /// Waits until this many players have finished; an error once nothing more happens.
    async fn play_on(&mut self, due: u64) -> Result<(), Failure> {
        let mut heard = (0, Instant::now());
        loop {
            let finished = self.seen.finished.load(Ordering::Relaxed);
            if finished >= due {
                return Ok(());
            }
            let messages = self.seen.messages.load(Ordering::Relaxed);
            if messages > heard.0 {
                heard = (messages, Instant::now());
            }
            if heard.1.elapsed() > QUIET_MAX || !self.running.is_alive() {
                let words = self.running.last_words();
                return Err(format!("nothing happens any more; {finished} players have finished; {words}").into());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn judge(
        &mut self,
        tournament: &TournamentId,
        witness: Witness,
        endings: &[Ending],
        seconds: f64,
    ) -> Result<Report, Failure> {
        let log = log_of(self.running.address, tournament).await?;
        let places = places_of(self.running.address, tournament).await?;
        let seen = tokio::time::timeout(QUIET_MAX, witness).await;
        let seen = seen.map_err(|_| "the watcher was never told that the tournament is over")???;
        // The server is killed once more, and its data is audited.
        self.running.kill();
        let (program, data) = (self.program.clone(), self.data.clone());
        let audit = tokio::task::spawn_blocking(move || Audit::of(&program, &data)).await??;
        let mut check = EventCheck::default();
        for event in &log {
            check.take(event);
        }
        let mut verdict = check.finish();
        if self.kills < self.arguments.kills {
            let (done, asked) = (self.kills, self.arguments.kills);
            let fault =
                format!("it was over after {done} of {asked} kills: there must be more players, or fewer kills");
            verdict.faults.push(fault);
        }
        let events_compared = compare(&log, &seen, &mut verdict.faults);
        judge_places(&places, &mut verdict);
        judge_endings(endings, false, &mut verdict);
        let hands = judge_audit(&audit, &mut verdict);
        let reports = || endings.iter().filter_map(|ending| ending.report.as_ref().ok());
        let moves = self.seen.moves.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Report {
            schema: "loadtest.tournament",
            version: 1,
            seed: self.arguments.seed,
            players: verdict.players,
            kills: self.kills,
            crashed_near_moves: None,
            seconds,
            hands,
            decisions: reports().map(|report| report.decisions).sum(),
            messages: self.seen.messages.load(Ordering::Relaxed),
            events: verdict.events,
            events_compared,
            moves: verdict.moves,
            move_ms: Some(Quantiles::of(&moves)),
            kib_per_player: self.idle.map(|(kib, _)| kib),
            idle_cpu_percent: self.idle.map(|(_, cpu)| cpu),
            faults: verdict.faults,
        })
    }

    fn say(&self, line: impl FnOnce() -> String) {
        if !self.arguments.quiet {
            eprintln!("{}", line());
        }
    }
}

/// Returns the whole log of a tournament.
async fn log_of(address: SocketAddr, tournament: &TournamentId) -> Result<Vec<TournamentEvent>, Failure> {
    let mut log = Vec::new();
    loop {
        let path = format!("/api/v1/tournaments/{tournament}/log?after={}", log.len());
        let lines = http::get(address, &path, None).await?;
        if lines.is_empty() {
            return Ok(log);
        }
        for line in lines.lines() {
            log.push(serde_json::from_str(line)?);
        }
    }
}

/// Returns all finishing places as published, best first.
async fn places_of(address: SocketAddr, tournament: &TournamentId) -> Result<PlacesResponse, HttpError> {
    let path = |after: u32| format!("/api/v1/tournaments/{tournament}/results?after={after}");
    let mut places: PlacesResponse = http::get_json(address, &path(0), None).await?;
    while let Some(after) = places.after {
        let more: PlacesResponse = http::get_json(address, &path(after), None).await?;
        places.places.extend(more.places);
        places.after = more.after;
    }
    Ok(places)
}

/// Returns the number of finished players at which the server is next killed: one kill at random in each equal part of the tournament, and
/// the last no later than with half a table left.
fn kill_due(arguments: &TournamentArgs, kills: u32, rng: &mut Rng) -> u64 {
    let span = u64::from(arguments.players).saturating_sub(u64::from(arguments.seats).div_ceil(2));
    let part = span / u64::from(arguments.kills.max(1));
    u64::from(kills) * part + rng.below(part.max(1))
}

/// Returns the structure to be played, as the host of a private tournament would write it.
fn structure(arguments: &TournamentArgs) -> String {
    let TournamentArgs {
        players,
        seats,
        game,
        stack,
        level_s,
        ..
    } = arguments;
    // No level needs a chip race: the winner must have exactly the chips that were given out.
    let levels: Vec<String> = [10, 15, 25, 50, 75, 100, 150, 200, 300, 500, 800, 1200, 2000, 3000, 5000]
        .iter()
        .map(|small| format!("\"{level_s}s {small}/{}\"", small * 2))
        .collect();
    format!(
        "id = \"load\"\nname = {{ en = \"Load\", fr = \"Charge\" }}\ngames = [\"{game}\"]\nstart = \"full\"\n\
         entries = [{players}, {players}]\nseats = {seats}\nprice = 10\npays = \"ladder\"\nhand_for_hand = [\"money\", \"final\"]\nstack = {stack}\nlevels = [{}]\naction = \"20s\"\n",
        levels.join(", ")
    )
}

/// Watches until the end and returns every event under its number.
async fn watch(mut client: Client, tournament: TournamentId) -> Result<BTreeMap<u64, TournamentEvent>, Failure> {
    let mut seen = BTreeMap::new();
    while let Some(notice) = client.next().await {
        let Notice::Message(message, _) = notice else { continue };
        match *message {
            ServerMsg::TournamentEvents(told) if told.tournament == tournament => {
                let is_last = |event: &TournamentEvent| {
                    matches!(
                        event,
                        TournamentEvent::TournamentCompleted { .. } | TournamentEvent::TournamentCancelled { .. }
                    )
                };
                let is_over = told.events.iter().any(is_last);
                seen.extend((told.first_seq..).zip(told.events));
                if is_over {
                    client.close().await;
                    return Ok(seen);
                }
            }
            ServerMsg::TournamentSnapshot(snapshot)
                if matches!(
                    snapshot.state.summary.phase,
                    TournamentPhase::Completed | TournamentPhase::Cancelled
                ) =>
            {
                return Ok(seen);
            }
            _ => {}
        }
    }
    Err(client.cause().await.into())
}
