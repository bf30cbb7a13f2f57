//! `loadtest kill`: SIGKILL in the middle of hands, over and over.
//!
//! Players play on several tables; the server dies at a random moment and is restarted; players come back with what they know and repeat
//! unanswered requests. Every event that any player received must still exist, every hand must continue where it was, and every chip must
//! be accounted for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::rest::HandRecord;
use serde::Serialize;

use crate::audit::Audit;
use crate::check::{Finding, Law, tell_findings};
use crate::cli::KillArgs;
use crate::engine::{Engine, Load, Outcome};
use crate::http::{self, HttpError};
use crate::link::Target;
use crate::player::{Habits, Shared};
use crate::rng::Rng;
use crate::run::audited;
use crate::spawn::{Launch, Running, server_program};
use crate::stats::{Count, Metric, Quantiles, histogram, micros};
use crate::sys;
use crate::table::Table;
use crate::{Exit, Failure};

/// Time limit for players to notice that the server is gone.
const GONE_TIMEOUT: Duration = Duration::from_secs(30);

/// Time limit for every table to play on.
const RESUME_TIMEOUT: Duration = Duration::from_mins(1);

/// Time limit from asking a server to stop until every table plays on.
const UPGRADE_TIME: Duration = Duration::from_secs(6);

/// Polling interval of a state that is waited for.
const LOOK: Duration = Duration::from_millis(2);

/// Longest life of a server that is killed before it is ready, in milliseconds.
const EARLY_MS: u64 = 150;

/// Finished hands of each table that are fetched over HTTP and compared.
const HANDS_COMPARED: usize = 20;

/// Result of the command.
#[derive(Clone, Debug, Serialize)]
struct KillReport {
    schema: &'static str,
    version: u32,
    seed: u64,
    /// Kills of a server that all tables played on.
    kills: u32,
    /// Kills of a server that was not ready yet.
    early_kills: u32,
    tables: usize,
    players: usize,
    hands: u64,
    actions: u64,
    /// Time from the first attempt to reconnect until a player's state is restored.
    resync_ms: Quantiles,
    /// Time from the start of the process until it is ready.
    ready_ms: Quantiles,
    /// Time from the start of the process until every player is back and every table plays on.
    resumed_ms: Quantiles,
    /// Events seen by clients and looked up in the journal.
    events_compared: u64,
    /// Finished hands looked up over HTTP.
    hands_compared: u64,
    /// Games of all hands seen from beginning to end.
    games: BTreeSet<String>,
    /// Events that a client saw and that are missing.
    lost_events: u64,
    /// Chips that do not add up, wherever they are.
    chip_faults: u64,
    voided_hands: u64,
    /// Decisions made by the server because time ran out.
    timeouts: u64,
    violations: u64,
    findings: Vec<Finding>,
    errors: BTreeMap<String, u64>,
}

pub(crate) async fn kill(arguments: KillArgs) -> Result<Exit, Failure> {
    let program = server_program(arguments.server.server.as_deref())?;
    let mut folder = sys::temp_folder("kill")?;
    if arguments.keep {
        folder.disable_cleanup(true);
        eprintln!("data in {}", folder.path().display());
    }
    let extra = audited(&arguments.server.set);
    let launch = Launch::server(&program, folder.path(), &extra, arguments.server.server_core)?;
    let running = launch.ready().await?;
    let stop = Arc::new(AtomicBool::new(false));
    let engine = Engine::open(load(&arguments, running.address, &stop)).await?;
    let mut killer = Killer {
        rng: Rng::new(arguments.tables.seed, 1),
        program,
        data: folder.path().join("data"),
        launch,
        running,
        shared: Arc::clone(engine.shared()),
        tables: engine.tables().to_vec(),
        early_kills: 0,
        events_compared: 0,
        games: BTreeSet::new(),
        ready: histogram(),
        resumed: histogram(),
        arguments,
    };
    let kills = async {
        let result = killer.run().await;
        stop.store(true, Ordering::Relaxed);
        result
    };
    let (outcome, result) = tokio::join!(engine.run(|_, _| {}), kills);
    let (kills, hands_compared) = result?;
    let report = killer.report(&outcome, kills, hands_compared);
    if killer.arguments.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    let is_slow =
        killer.arguments.stop && (report.timeouts > 0 || report.resumed_ms.max > UPGRADE_TIME.as_secs_f64() * 1000.0);
    if report.violations > 0 || is_slow {
        folder.disable_cleanup(true);
        eprintln!("the data is kept in {}", folder.path().display());
        return Ok(Exit::Broken);
    }
    Ok(Exit::Well)
}

fn load(arguments: &KillArgs, address: SocketAddr, stop: &Arc<AtomicBool>) -> Load {
    let players = usize::from(arguments.tables.seats) * arguments.table_count as usize;
    // Long enough: the last kill ends it.
    let length = Duration::from_hours(1000);
    let load = Load::steady(Target::at(address), players, length, &arguments.tables, arguments.think);
    Load {
        habits: Habits {
            persistent: true,
            ..load.habits
        },
        transcripts: true,
        stop: Arc::clone(stop),
        ..load
    }
}

/// State of the kill loop.
struct Killer {
    arguments: KillArgs,
    rng: Rng,
    program: PathBuf,
    data: PathBuf,
    launch: Launch,
    running: Running,
    shared: Arc<Shared>,
    tables: Vec<Arc<Table>>,
    early_kills: u32,
    events_compared: u64,
    games: BTreeSet<String>,
    ready: Histogram<u64>,
    resumed: Histogram<u64>,
}

impl Killer {
    /// Runs all rounds and the comparison at the end; returns the number of kills and of finished hands compared.
    async fn run(&mut self) -> Result<(u32, u64), Failure> {
        self.plays_on(&vec![0; self.tables.len()], Instant::now()).await?;
        for round in 1..=self.arguments.rounds {
            let life = self.arguments.life.mul_f64(self.rng.fraction());
            tokio::time::sleep(life).await;
            let asked = Instant::now();
            let before = self.kill_now().await?;
            if round % self.arguments.audit_every == 0 {
                self.audit().await?;
            }
            let started = self.restart().await?;
            self.plays_on(&before, started).await?;
            // An orderly stop takes time, which counts.
            let since = if self.arguments.stop { asked } else { started };
            self.resumed.saturating_record(micros(since.elapsed()));
            if !self.arguments.quiet && round % 10 == 0 {
                let hands = self.shared.findings.count();
                let (ready, resumed) = (Quantiles::of(&self.ready), Quantiles::of(&self.resumed));
                eprintln!(
                    "{round} kills: ready p50 {:.0} ms, playing again p50 {:.0} ms, {hands} broken",
                    ready.p50, resumed.p50
                );
            }
        }
        let hands_compared = self.compare_hands().await?;
        self.kill_now().await?;
        self.audit().await?;
        Ok((self.arguments.rounds + 1, hands_compared))
    }

    /// Kills the server and waits until every player has read everything it was sent; returns the progress of each table.
    async fn kill_now(&mut self) -> Result<Vec<u64>, Failure> {
        if self.arguments.stop {
            self.running.stop().await?;
        } else {
            self.running.kill();
        }
        let killed = Instant::now();
        while self.shared.online.load(Ordering::Relaxed) > 0 {
            if killed.elapsed() > GONE_TIMEOUT {
                return Err("players did not notice that the server is gone".into());
            }
            tokio::time::sleep(LOOK).await;
        }
        let gone = |table: &Arc<Table>| {
            let check = &mut table.lock().check;
            check.all_gone();
            check.last_seq()
        };
        Ok(self.tables.iter().map(gone).collect())
    }

    /// Starts the server again, sometimes more than once; returns the time of the start.
    async fn restart(&mut self) -> Result<Instant, Failure> {
        loop {
            let early = self.arguments.early > 0 && self.rng.below(u64::from(self.arguments.early)) == 0;
            if early {
                self.running = self.launch.start()?;
                tokio::time::sleep(Duration::from_millis(self.rng.below(EARLY_MS))).await;
                self.running.kill();
                self.early_kills += 1;
                continue;
            }
            self.running = self.launch.ready().await?;
            self.ready.saturating_record(micros(self.running.started.elapsed()));
            return Ok(self.running.started);
        }
    }

    /// Waits until every player is back and every table has gone on from where it was.
    async fn plays_on(&mut self, before: &[u64], since: Instant) -> Result<(), Failure> {
        let players = usize::from(self.arguments.tables.seats) * self.tables.len();
        loop {
            let seated = self.shared.seated.load(Ordering::Relaxed);
            let online = self.shared.online.load(Ordering::Relaxed);
            let stuck = self
                .tables
                .iter()
                .zip(before)
                .find(|(table, before)| table.lock().check.last_seq() <= **before);
            // Players who have lost all their chips are replaced one by one; nine in ten are enough.
            if online.min(seated) * 10 >= players * 9 && stuck.is_none() {
                return Ok(());
            }
            if !self.running.is_alive() {
                return Err(format!(
                    "the server ended by itself; its last output:\n{}",
                    self.running.last_words()
                )
                .into());
            }
            if since.elapsed() > RESUME_TIMEOUT {
                let table = stuck.map_or("none", |(table, _)| table.id.as_str());
                let words = self.running.last_words();
                return Err(format!(
                    "{online} of {players} players online, {seated} seated; table that does not go on: {table}; {words}"
                )
                .into());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Compares everything clients saw with everything stored, while no server runs.
    async fn audit(&mut self) -> Result<(), Failure> {
        let (program, data) = (self.program.clone(), self.data.clone());
        let audit = tokio::task::spawn_blocking(move || Audit::of(&program, &data)).await??;
        let mut found = audit.judge();
        self.events_compared = 0;
        for table in &self.tables {
            let (compared, differ) = audit.compare(&table.lock().check);
            self.events_compared += compared;
            found.extend(differ);
        }
        self.shared.findings.report_all(found);
        Ok(())
    }

    /// Compares the last finished hands of each table with the server's account over HTTP.
    async fn compare_hands(&mut self) -> Result<u64, Failure> {
        let mut compared = 0;
        for table in &self.tables {
            let Some(token) = table.token.get() else { continue };
            let hands = finished_hands(table.lock().check.transcript())?;
            let game = |(_, events): &(u64, Vec<PublicEvent>)| match events.first() {
                Some(PublicEvent::HandStarted { game, .. }) => Some(game.clone()),
                _ => None,
            };
            self.games.extend(hands.iter().filter_map(game));
            for (hand, seen) in hands.into_iter().rev().take(HANDS_COMPARED) {
                let path = format!("/api/v1/hands/{}/{hand}", table.id);
                let evidence = match http::get_json::<HandRecord>(self.running.address, &path, Some(token)).await {
                    Ok(record) if in_hand(&record.events) == seen => None,
                    Ok(record) => Some(format!(
                        "hand {hand} was seen as {seen:?} and is told as {:?}",
                        record.events
                    )),
                    // The player of this token may not have been dealt in.
                    Err(HttpError::Status { status: 403 | 404, .. }) => continue,
                    Err(error) => Some(format!("hand {hand}: {error}")),
                };
                compared += 1;
                if let Some(evidence) = evidence {
                    let table = table.id.clone();
                    self.shared.findings.report(Finding {
                        law: Law::NothingLost,
                        table,
                        seat: 0,
                        evidence,
                    });
                }
            }
        }
        Ok(compared)
    }

    fn report(&self, outcome: &Outcome, kills: u32, hands_compared: u64) -> KillReport {
        let (total, _) = outcome.series.total();
        let counts = self.shared.findings.counts();
        let count = |law: Law| counts.get(&law).copied().unwrap_or(0);
        KillReport {
            schema: "loadtest.kill",
            version: 1,
            seed: self.arguments.tables.seed,
            kills,
            early_kills: self.early_kills,
            tables: self.tables.len(),
            players: usize::from(self.arguments.tables.seats) * self.tables.len(),
            hands: total.count(Count::Hands),
            actions: total.count(Count::Actions),
            resync_ms: Quantiles::of(total.latency(Metric::Resync)),
            ready_ms: Quantiles::of(&self.ready),
            resumed_ms: Quantiles::of(&self.resumed),
            events_compared: self.events_compared,
            hands_compared,
            games: self.games.clone(),
            lost_events: count(Law::NothingLost) + count(Law::SeqGapless) + count(Law::SameForAll),
            chip_faults: count(Law::ChipsConserved),
            voided_hands: count(Law::NothingVoided),
            timeouts: total.count(Count::Timeouts),
            violations: self.shared.findings.count(),
            findings: self.shared.findings.list(),
            errors: self.shared.recorder.errors(),
        }
    }
}

/// Returns the finished hands of a transcript that were received without a gap: their numbers and their events.
fn finished_hands<'a>(
    transcript: impl Iterator<Item = (u64, &'a str)>,
) -> Result<Vec<(u64, Vec<PublicEvent>)>, serde_json::Error> {
    let mut hands = Vec::new();
    let mut running: Option<(u64, Vec<PublicEvent>)> = None;
    let mut next = 0;
    for (seq, event) in transcript {
        let event: PublicEvent = serde_json::from_str(event)?;
        if seq != next {
            // All clients continued from a snapshot: none of them saw this hand whole.
            running = None;
        }
        next = seq + 1;
        if let PublicEvent::HandStarted { hand, .. } = &event {
            running = Some((*hand, Vec::new()));
        }
        let over = matches!(event, PublicEvent::HandCompleted { .. });
        if let Some((_, events)) = &mut running {
            events.push(event);
        }
        if over && let Some((hand, events)) = running.take() {
            hands.push((hand, in_hand(&events)));
        }
    }
    Ok(hands)
}

/// Keeps the events about the hand itself, not those about players who come and go meanwhile.
fn in_hand(events: &[PublicEvent]) -> Vec<PublicEvent> {
    let about_seats = |event: &PublicEvent| {
        matches!(
            event,
            PublicEvent::PlayerSat { .. }
                | PublicEvent::PlayerLeft { .. }
                | PublicEvent::SeatStatusChanged { .. }
                | PublicEvent::OwnPauseSet { .. }
                | PublicEvent::ChipsAdded { .. }
                | PublicEvent::CarriedPaid { .. }
                | PublicEvent::KittyShared { .. }
                | PublicEvent::FreeStackGiven { .. }
                | PublicEvent::WaitListChanged { .. }
                | PublicEvent::SeatOffered { .. }
                | PublicEvent::SeatsDrawn { .. }
                | PublicEvent::DealerDrawn { .. }
                | PublicEvent::ClosingAnnounced { .. }
                | PublicEvent::TablePaused {}
                | PublicEvent::TableResumed {}
        )
    };
    events.iter().filter(|event| !about_seats(event)).cloned().collect()
}

impl fmt::Display for KillReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} kills in the middle of hands and {} during recovery; {} players at {} tables, {} hands, {} actions; seed {}",
            self.kills, self.early_kills, self.players, self.tables, self.hands, self.actions, self.seed
        )?;
        for (name, latency) in [
            ("process ready", &self.ready_ms),
            ("all tables play on", &self.resumed_ms),
            ("a player is back", &self.resync_ms),
        ] {
            let Quantiles { p50, p90, p99, max, .. } = latency;
            writeln!(
                f,
                "{name:<22} p50 {p50:>8.1}  p90 {p90:>8.1}  p99 {p99:>8.1}  max {max:>8.1} ms"
            )?;
        }
        writeln!(
            f,
            "{} events and {} finished hands compared with what is stored; {} games",
            self.events_compared,
            self.hands_compared,
            self.games.len()
        )?;
        writeln!(f, "lost events: {}", self.lost_events)?;
        writeln!(f, "chips that do not add up: {}", self.chip_faults)?;
        writeln!(f, "cancelled hands: {}", self.voided_hands)?;
        writeln!(f, "decisions made as time ran out: {}", self.timeouts)?;
        writeln!(f, "broken invariants in all: {}", self.violations)?;
        for (code, count) in &self.errors {
            writeln!(f, "error {code}: {count}")?;
        }
        tell_findings(&self.findings, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_hands_are_cut_out_of_a_transcript() {
        let start =
            |hand| format!(r#"{{"kind":"hand_started","hand":{hand},"game":"g","button":1,"seats":[],"carried":0}}"#);
        let end = |hand| format!(r#"{{"kind":"hand_completed","hand":{hand},"stacks":[]}}"#);
        let left = r#"{"kind":"player_left","seat":3,"stack":80}"#.to_owned();
        let texts = [
            left.clone(),
            start(1),
            left.clone(),
            end(1),
            start(2),
            left,
            end(2),
            start(3),
        ];
        let numbers = [1, 2, 3, 4, 5, 6, 8, 9];
        let hands = finished_hands(numbers.into_iter().zip(texts.iter().map(String::as_str))).unwrap();
        assert_eq!(
            hands.len(),
            1,
            "a part of the second is unknown, and the third is not over"
        );
        assert_eq!(
            (hands[0].0, hands[0].1.len()),
            (1, 2),
            "who leaves is not part of the hand"
        );
    }
}
