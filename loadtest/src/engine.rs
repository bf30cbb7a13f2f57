//! Opens tables, brings players in and out according to the plan, and measures every second.

mod load;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::check::Findings;
use crate::lag::{self, Honesty, OwnUse};
use crate::link::{Link, LinkError};
use crate::player::{Chair, End, Player, Shared};
use crate::rng::Rng;
use crate::stats::{Count, Interval, Metric, Recorder, Series};
use crate::table::Table;
use crate::timer::until;
use crate::turns::Share;
use crate::{http, sys, wire};

pub(crate) use load::{Load, Measured, Model};

/// Largest number of simultaneous requests for new tables.
const TABLES_AT_ONCE: usize = 16;

/// Interval at which players are brought in and out.
const TICK: Duration = Duration::from_millis(20);

/// Time after which an action without an event counts as lost.
const ACTION_TIMEOUT: Duration = Duration::from_secs(30);

/// Name of the server's metric for writes to sockets.
const WRITES: &str = "poker_socket_writes_total";

/// Length of an interval of the series.
const INTERVAL: Duration = Duration::from_secs(1);

/// Reason why there was no load.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    /// The server cannot be reached, or cut the connection.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The server refused a required request.
    #[error("the server refused: {0}")]
    Refused(String),
}

/// The server's use of the machine at the end of an interval. All figures count from the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerSample {
    /// Running time.
    pub(crate) ran: Duration,
    /// `true` once the warm-up was over.
    pub(crate) warm: bool,
    /// Resources used by the process.
    pub(crate) usage: sys::Usage,
    /// Actions received by seats.
    pub(crate) deliveries: u64,
    /// Actions of players that were sent and answered.
    pub(crate) actions: u64,
    /// Writes to sockets by the server's own count, if it was read.
    pub(crate) writes: Option<f64>,
    /// TCP segments with data that the machine sent while the server ran, if it took turns.
    pub(crate) segments: Option<u64>,
}

/// Result of a run.
pub(crate) struct Outcome {
    /// Measurements of every second.
    pub(crate) series: Series,
    /// Samples of the server, one per second.
    pub(crate) server: Vec<ServerSample>,
    /// State shared by the players.
    pub(crate) shared: Arc<Shared>,
    pub(crate) tables: Vec<Arc<Table>>,
    /// The generator's judgement of itself.
    pub(crate) honesty: Honesty,
    /// Players who could not sit down or continue.
    pub(crate) failed: u64,
}

impl Outcome {
    /// Returns the server's samples at the end of the warm-up, or at the first measurement if there was none, and at the end of the run.
    pub(crate) fn measured(&self) -> Option<(&ServerSample, &ServerSample)> {
        let cold = self.server.iter().rfind(|sample| !sample.warm);
        let first = cold.or(self.server.first())?;
        let last = self.server.last().filter(|last| last.warm)?;
        Some((first, last))
    }
}

/// A run under way.
pub(crate) struct Engine {
    load: Load,
    shared: Arc<Shared>,
    tables: Vec<Arc<Table>>,
    rng: Rng,
    tasks: JoinSet<(usize, End)>,
    /// Free chairs, in the order in which they will be taken.
    free: VecDeque<usize>,
    /// Flag that tells the player on each chair to leave; `None` for a free chair.
    taken: Vec<Option<Arc<AtomicBool>>>,
    /// Players who will be told to leave, soonest first.
    stays: VecDeque<(Instant, usize)>,
    players: usize,
    started: usize,
    failed: u64,
}

impl Engine {
    /// Opens the tables of a run.
    pub(crate) async fn open(load: Load) -> Result<Self, LoadError> {
        let chairs = match load.model {
            Model::Players => whole(load.plan.peak().ceil()),
            Model::Actions { players } => players,
            Model::Arrivals { seats, .. } => seats,
        };
        let tag = run_tag();
        let count = chairs.div_ceil(usize::from(load.seats)).max(1);
        let tables = open_tables(&load, count, &tag).await?;
        let shared = Arc::new(Shared {
            target: load.target.clone(),
            recorder: Recorder::new(sys::cores() * 4),
            findings: Findings::default(),
            habits: load.habits,
            tag,
            online: AtomicUsize::new(0),
            seated: AtomicUsize::new(0),
            seated_peak: AtomicUsize::new(0),
            gap_ns: AtomicU64::new(0),
        });
        Ok(Self {
            rng: Rng::new(load.habits.seed, u64::MAX),
            load,
            shared,
            tables,
            tasks: JoinSet::new(),
            free: (0..chairs).collect(),
            taken: (0..chairs).map(|_| None).collect(),
            stays: VecDeque::new(),
            players: 0,
            started: 0,
            failed: 0,
        })
    }

    /// Returns the state shared by the players.
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Returns the tables.
    pub(crate) fn tables(&self) -> &[Arc<Table>] {
        &self.tables
    }

    /// Runs the plan to its end; `progress` is called after every interval.
    pub(crate) async fn run(mut self, mut progress: impl FnMut(&Interval, &Shared)) -> Outcome {
        let own = OwnUse::start();
        let lag = tokio::spawn(lag::watch(Arc::clone(&self.shared)));
        let ramp = self.ramp();
        let mut series = Series::new(self.load.warmup + ramp);
        let mut server = Vec::new();
        let begin = Instant::now();
        let end = begin + ramp + self.load.plan.length();
        // An interval ends with the warm-up, so that exactly the measured time counts.
        let warm = begin + ramp + self.load.warmup;
        let next_after = |at: Instant| {
            if at < warm {
                warm.min(at + INTERVAL)
            } else {
                at + INTERVAL
            }
        };
        let mut next_interval = next_after(begin);
        let mut arrival = begin;
        loop {
            let now = Instant::now();
            self.reap();
            if now >= end || self.load.stop.load(Ordering::Relaxed) {
                break;
            }
            self.steer(now, now - begin, ramp, &mut arrival);
            if now >= next_interval {
                next_interval = next_after(next_interval);
                self.lost_actions(now);
                self.measure(&mut series, &mut server, &mut progress).await;
            }
            let arrives = matches!(self.load.model, Model::Arrivals { .. });
            let wake = Instant::now() + TICK;
            until(if arrives { wake.min(arrival) } else { wake }).await;
        }
        // The last, partial interval counts as well.
        self.measure(&mut series, &mut server, &mut progress).await;
        lag.abort();
        self.tasks.shutdown().await;
        self.finish(series, server, &own)
    }

    fn finish(self, series: Series, server: Vec<ServerSample>, own: &OwnUse) -> Outcome {
        for table in &self.tables {
            let check = &mut table.lock().check;
            check.finish();
            self.shared.findings.report_all(check.take_findings());
        }
        let (total, _) = series.total();
        Outcome {
            honesty: own.judge(total.latency(Metric::Lag), self.load.lag_max),
            series,
            server,
            shared: self.shared,
            tables: self.tables,
            failed: self.failed,
        }
    }

    /// Returns the time needed to bring all players in, if the plan does not say.
    fn ramp(&self) -> Duration {
        let players = match self.load.model {
            Model::Players => self.load.plan.level(Duration::ZERO),
            Model::Actions { players } => players as f64,
            Model::Arrivals { .. } => 0.0,
        };
        Duration::from_secs_f64(players / self.load.connect_rate)
    }

    /// Brings players in and out to reach the number required by the plan.
    fn steer(&mut self, now: Instant, elapsed: Duration, ramp: Duration, arrival: &mut Instant) {
        let planned = self.load.plan.level(elapsed.saturating_sub(ramp));
        let by_ramp = elapsed.as_secs_f64() * self.load.connect_rate;
        match self.load.model {
            Model::Players => self.reach(whole(planned.min(by_ramp.max(1.0))), now),
            Model::Actions { players } => {
                let each = planned / self.tables.len() as f64;
                let gap = Duration::try_from_secs_f64(1.0 / each).unwrap_or(Duration::from_hours(1));
                let gap = u64::try_from(gap.as_nanos()).unwrap_or(u64::MAX);
                self.shared.gap_ns.store(gap, Ordering::Relaxed);
                self.reach(players.min(whole(by_ramp)), now);
            }
            Model::Arrivals { stay, .. } => {
                while *arrival <= now {
                    if planned <= 0.0 {
                        *arrival = now + TICK;
                        break;
                    }
                    match self.bring_in(*arrival) {
                        Some(chair) => self.stays.push_back((*arrival + stay, chair)),
                        None => self.shared.recorder.with(0, |tally| tally.add(Count::NoSeat, 1)),
                    }
                    *arrival += Duration::from_secs_f64(self.rng.exponential(1.0 / planned));
                }
                while let Some((_, chair)) = self.stays.pop_front_if(|(until, _)| *until <= now) {
                    self.send_off(chair);
                }
            }
        }
    }

    /// Brings players in, or sends the last ones off.
    fn reach(&mut self, wanted: usize, now: Instant) {
        while self.players < wanted && self.bring_in(now).is_some() {}
        let mut surplus = self.players.saturating_sub(wanted);
        for chair in (0..self.taken.len()).rev() {
            if surplus == 0 {
                break;
            }
            if self.taken[chair].is_some() {
                self.send_off(chair);
                surplus -= 1;
            }
        }
    }

    /// Brings in a player who was meant to come at `intended`; returns the chair, if one is free.
    fn bring_in(&mut self, intended: Instant) -> Option<usize> {
        let chair = self.free.pop_front()?;
        let leave = Arc::new(AtomicBool::new(false));
        self.taken[chair] = Some(Arc::clone(&leave));
        let seats = usize::from(self.load.seats);
        let place = Chair {
            number: self.started,
            table: Arc::clone(&self.tables[chair / seats]),
            seat: u8::try_from(chair % seats + 1).unwrap_or(u8::MAX),
            leave,
        };
        self.started += 1;
        self.players += 1;
        let player = Player::new(place, Arc::clone(&self.shared));
        self.tasks.spawn(async move { (chair, player.run(intended).await) });
        Some(chair)
    }

    /// Tells a player to leave.
    fn send_off(&mut self, chair: usize) {
        if let Some(leave) = self.taken[chair].take() {
            leave.store(true, Ordering::Relaxed);
            self.players -= 1;
        }
    }

    /// Removes players who are done.
    fn reap(&mut self) {
        while let Some(ended) = self.tasks.try_join_next() {
            match ended {
                Ok((chair, End::Left)) => {
                    // A player who was not sent off left for want of chips.
                    if self.taken[chair].take().is_some() {
                        self.players -= 1;
                    }
                    self.free.push_back(chair);
                }
                // The chair stays empty: the same fault would occur again.
                Ok((_, End::Failed)) => self.failed += 1,
                Err(error) => {
                    self.failed += 1;
                    eprintln!("a player crashed: {error}");
                }
            }
        }
    }

    /// Counts actions that stay unanswered for too long.
    fn lost_actions(&self, now: Instant) {
        for table in &self.tables {
            let mut state = table.lock();
            let lost = state
                .check
                .under_way
                .take_if(|(_, sent)| now.saturating_duration_since(*sent) > ACTION_TIMEOUT);
            drop(state);
            if lost.is_some() {
                self.shared.recorder.error(0, "action.lost");
            }
        }
    }

    fn online(&self) -> u64 {
        self.shared.online.load(Ordering::Relaxed) as u64
    }

    /// Ends an interval, for the players and for the server.
    async fn measure(
        &self,
        series: &mut Series,
        server: &mut Vec<ServerSample>,
        progress: &mut impl FnMut(&Interval, &Shared),
    ) {
        // First the part that may have to wait for the server.
        let writes = match &self.load.server {
            Some(Measured::InTurns(turns)) => match turns.figures() {
                Some(figures) => figures.read().await.ok(),
                None => None,
            },
            Some(Measured::Alone(_)) | None => None,
        };
        let writes = writes.and_then(|text| http::metric(&text, WRITES));
        let interval = series.push(self.shared.recorder.take(), self.online());
        progress(interval, &self.shared);
        let tally = &interval.tally;
        let (deliveries, actions) = (tally.count(Count::Deliveries), tally.count(Count::Actions));
        let warm = !interval.warmup;
        let (pid, share) = match &self.load.server {
            Some(Measured::Alone(pid)) => {
                let ran = series.elapsed();
                (*pid, Share { ran, segments: None })
            }
            Some(Measured::InTurns(turns)) => (turns.pid(), turns.share()),
            None => return,
        };
        let Some(usage) = sys::usage(pid) else { return };
        let before = server.last();
        server.push(ServerSample {
            ran: share.ran,
            warm,
            usage,
            deliveries: before.map_or(0, |before| before.deliveries) + deliveries,
            actions: before.map_or(0, |before| before.actions) + actions,
            writes,
            segments: share.segments,
        });
    }
}

/// Converts a level to a number of players.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a level is finite and not negative"
)]
fn whole(level: f64) -> usize {
    level.round() as usize
}

/// Returns a few letters that no other run is likely to use in its nicknames.
fn run_tag() -> String {
    let since = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_micros());
    let mut left = since ^ (u128::from(std::process::id()) << 20);
    let mut tag = String::from("L");
    for _ in 0..7 {
        let digit = u32::try_from(left % 36).unwrap_or(0);
        tag.extend(char::from_digit(digit, 36));
        left /= 36;
    }
    tag
}

/// Opens tables over the protocol.
async fn open_tables(load: &Load, count: usize, tag: &str) -> Result<Vec<Arc<Table>>, LoadError> {
    let mut link = Link::connect(&load.target, 0).await?;
    link.send(wire::hello("0", None, &format!("{tag}-host"))).await?;
    let answer = link.next().await?;
    if wire::kind(&answer) != Some("welcome") {
        return Err(LoadError::Refused(answer.to_string()));
    }
    let mut tables = Vec::with_capacity(count);
    let mut asked = 0;
    while tables.len() < count {
        while asked < count.min(tables.len() + TABLES_AT_ONCE) {
            let mut config = load.setups[asked % load.setups.len()].clone();
            asked += 1;
            config["name"] = format!("{tag} {asked}").into();
            config["seats"] = load.seats.into();
            config["private"] = true.into();
            link.send(wire::create_table(&asked.to_string(), &config.to_string()))
                .await?;
        }
        let answer = link.next().await?;
        match wire::kind(&answer) {
            Some("ok") => {
                let opened = serde_json::from_str::<wire::Answer<'_>>(&answer)
                    .ok()
                    .and_then(|answer| answer.table);
                let opened = opened.ok_or_else(|| LoadError::Refused(answer.to_string()))?;
                // A hundred big blinds where the table allows it; with less, players would bust all the time.
                let buy_in = opened.buy_in_max.min(opened.buy_in_min.max(200));
                tables.push(Arc::new(Table::new(&opened.table, buy_in, load.transcripts)));
            }
            Some("error") => return Err(LoadError::Refused(answer.to_string())),
            _ => {}
        }
    }
    link.close().await;
    Ok(tables)
}
