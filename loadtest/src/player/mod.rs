//! A player: connects, sits down, answers decisions, drops off and comes back, and checks everything it receives.

mod ask;
mod hear;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::check::{Findings, Law, TableCheck, Viewer, excerpt};
use crate::link::{Link, LinkError, Target};
use crate::policy::Profile;
use crate::rng::Rng;
use crate::stats::{Count, Metric, Recorder};
use crate::table::{Pace, Table};
use crate::timer::{Until, until};
use crate::wire;

/// Time limit for the answer to `hello`.
const HELLO_TIMEOUT: Duration = Duration::from_secs(30);

/// Time a leaving player waits for the hand to end.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(30);

/// Time for which a player tries to reconnect.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(1);

/// State shared by all players of a run.
pub(crate) struct Shared {
    /// Server under test.
    pub(crate) target: Target,
    /// Destination of measurements.
    pub(crate) recorder: Recorder,
    /// Destination of broken invariants.
    pub(crate) findings: Findings,
    /// Behaviour of the players.
    pub(crate) habits: Habits,
    /// Part of every nickname, so that two runs on one server do not collide.
    pub(crate) tag: String,
    /// Open connections.
    pub(crate) online: AtomicUsize,
    /// Taken seats.
    pub(crate) seated: AtomicUsize,
    /// Largest number of seats taken at any one time.
    pub(crate) seated_peak: AtomicUsize,
    /// Mean time between two actions of a table's schedule, in nanoseconds.
    pub(crate) gap_ns: AtomicU64,
}

/// Behaviour of the players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// Playing style.
    pub(crate) profile: Profile,
    /// Timing of actions; `None` to sit out and be idle.
    pub(crate) pace: Option<Pace>,
    /// Seed of all random choices.
    pub(crate) seed: u64,
    /// Players who drop off and come back, if any.
    pub(crate) drops: Option<Drops>,
    /// `true` if broken connections are expected: the player comes back as soon as the server does.
    pub(crate) persistent: bool,
}

/// Players who drop off and come back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drops {
    /// Share of the players, from 0 to 1.
    pub(crate) share: f64,
    /// Mean time between two drops of one of them.
    pub(crate) every: Duration,
    /// Longest absence.
    pub(crate) away: Duration,
}

/// A chair at a table, and the means of telling its player to leave.
pub(crate) struct Chair {
    /// Number of the player in the run.
    pub(crate) number: usize,
    pub(crate) table: Arc<Table>,
    /// Seat, from 1.
    pub(crate) seat: u8,
    /// Set when the player is to leave.
    pub(crate) leave: Arc<AtomicBool>,
}

/// Outcome of a player's time at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The player left in order.
    Left,
    /// The player could not connect, sit down or continue.
    Failed,
}

/// Reason for giving up a connection.
enum Exit {
    /// The player is done.
    Done(End),
    /// The connection was dropped on purpose.
    Dropped,
    /// The connection broke.
    Broken(LinkError),
}

pub(crate) struct Player {
    place: Chair,
    shared: Arc<Shared>,
    rng: Rng,
    viewer: Viewer,
    token: Option<String>,
    requests: u64,
    seated: bool,
    /// Time since which every connection attempt has failed.
    failing: Option<Instant>,
    leaving: Option<Instant>,
    drop_at: Option<Instant>,
    /// Time since which the state has been being restored.
    resyncing: Option<Instant>,
    decision: Option<Decision>,
    pending: Option<Pending>,
    asked: Vec<PendingRequest>,
    outgoing: VecDeque<String>,
    exit: Option<Exit>,
}

/// A request that waits for its answer.
struct PendingRequest {
    id: u64,
    what: Request,
    text: String,
    at: Instant,
    /// `true` if it was sent on this connection, not on an earlier one.
    here: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Request {
    Watch,
    Sit,
    SitOut,
    Resume,
    Rebuy,
    Leave,
}

/// A decision that will be answered.
struct Decision {
    hand: u64,
    turn: u32,
    action: String,
    intended: Instant,
}

/// An action that waits for its answer.
struct Pending {
    id: u64,
    hand: u64,
    turn: u32,
    text: String,
    intended: Instant,
    /// `true` if it was sent on this connection, not on an earlier one.
    here: bool,
    /// `true` if it is a repetition.
    repeated: bool,
}

impl Player {
    /// Returns a player who is not connected yet.
    pub(crate) fn new(place: Chair, shared: Arc<Shared>) -> Self {
        let mut rng = Rng::new(shared.habits.seed, place.number as u64);
        let drops = shared.habits.drops.filter(|drops| rng.fraction() < drops.share);
        let drop_at = drops.map(|drops| Instant::now() + exponential(&mut rng, drops.every));
        let viewer = Viewer {
            seat: place.seat,
            ..Viewer::default()
        };
        Self {
            place,
            shared,
            rng,
            viewer,
            token: None,
            requests: 0,
            seated: false,
            failing: None,
            leaving: None,
            drop_at,
            resyncing: None,
            decision: None,
            pending: None,
            asked: Vec::new(),
            outgoing: VecDeque::new(),
            exit: None,
        }
    }

    /// Plays until told to leave, from a connection that was meant to be opened at `intended`.
    pub(crate) async fn run(mut self, intended: Instant) -> End {
        let mut intended = intended;
        loop {
            let exit = match self.connect(intended).await {
                Ok(mut link) => {
                    self.failing = None;
                    self.shared.online.fetch_add(1, Ordering::Relaxed);
                    let exit = self.play(&mut link).await;
                    self.shared.online.fetch_sub(1, Ordering::Relaxed);
                    if matches!(exit, Exit::Done(_)) {
                        link.close().await;
                    }
                    exit
                }
                Err(error) => Exit::Broken(error),
            };
            self.connection_lost();
            match exit {
                Exit::Done(end) => return self.end(end),
                Exit::Dropped => {
                    self.count(Count::Reconnects);
                    if let Some(drops) = self.shared.habits.drops {
                        self.drop_at = None;
                        tokio::time::sleep(drops.away.mul_f64(self.rng.fraction())).await;
                        self.drop_at = Some(Instant::now() + exponential(&mut self.rng, drops.every));
                    }
                }
                Exit::Broken(error) => {
                    if !self.shared.habits.persistent {
                        self.error(&error.code());
                    }
                    let since = *self.failing.get_or_insert(intended);
                    let hopeless = self.token.is_none() && !self.shared.habits.persistent;
                    if hopeless || since.elapsed() > RECONNECT_TIMEOUT {
                        eprintln!("player {} gives up: {error}", self.place.number);
                        return self.end(End::Failed);
                    }
                    // Spread out, so that a restarted server is not hit by all players at the same moment.
                    let wait = self.rng.between(5, 50);
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                }
            }
            intended = Instant::now();
            if self.seated {
                self.resyncing = Some(intended);
            }
        }
    }

    fn end(&self, end: End) -> End {
        if self.seated {
            self.shared.seated.fetch_sub(1, Ordering::Relaxed);
        }
        end
    }

    /// Opens a connection and says hello.
    async fn connect(&mut self, intended: Instant) -> Result<Link, LinkError> {
        let mut link = Link::connect(&self.shared.target, self.place.number).await?;
        if self.resyncing.is_none() {
            self.record(Metric::Connect, intended);
        }
        let asked = Instant::now();
        let id = self.next_id();
        let nickname = format!("{}-{}", self.shared.tag, self.place.number);
        link.send(wire::hello(&id.to_string(), self.token.as_deref(), &nickname))
            .await?;
        let answer = tokio::time::timeout(HELLO_TIMEOUT, link.next()).await;
        let answer = answer.map_err(|_| LinkError::Broken("no welcome".to_owned()))??;
        match wire::kind(&answer) {
            Some("welcome") => {
                let welcome: wire::Welcome = serde_json::from_str(&answer)
                    .map_err(|error| LinkError::Broken(format!("{error}: {}", excerpt(&answer))))?;
                if let Some(token) = welcome.token {
                    self.place.table.token.get_or_init(|| token.clone());
                    self.token = Some(token);
                }
                if self.resyncing.is_none() {
                    self.record(Metric::Hello, asked);
                }
                Ok(link)
            }
            _ => Err(LinkError::Broken(format!("instead of a welcome: {}", excerpt(&answer)))),
        }
    }

    /// Plays on one connection.
    async fn play(&mut self, link: &mut Link) -> Exit {
        if self.seated {
            let after = self.viewer.seq;
            self.ask(Request::Resume, |id, table| wire::resume(id, table, after));
        } else {
            let (seat, buy_in) = (self.place.seat, self.place.table.buy_in);
            self.ask(Request::Watch, wire::watch);
            if !self.ask_again() {
                self.ask(Request::Sit, |id, table| wire::sit(id, table, seat, buy_in));
            }
        }
        let mut timer: Option<Until> = None;
        loop {
            while let Some(text) = self.outgoing.pop_front() {
                if let Err(error) = link.send(text).await {
                    return Exit::Broken(error);
                }
            }
            if let Some(exit) = self.exit.take() {
                return exit;
            }
            let wake = self.wake();
            if timer.as_ref().map(Until::at) != wake {
                timer = wake.map(until);
            }
            tokio::select! {
                biased;
                message = link.next() => match message {
                    Ok(message) => self.receive(&message),
                    Err(error) => return Exit::Broken(error),
                },
                () = woken(timer.as_mut()) => {
                    timer = None;
                    self.due();
                }
            }
        }
    }

    /// Returns the time of the next task that needs no message.
    fn wake(&self) -> Option<Instant> {
        let decision = self.decision.as_ref().filter(|_| !self.repeats());
        let act = decision.map(|decision| decision.intended);
        [act, self.drop_at, self.leaving].into_iter().flatten().min()
    }

    /// Carries out tasks that are due.
    fn due(&mut self) {
        let now = Instant::now();
        if self.drop_at.is_some_and(|at| at <= now) && self.seated && self.resyncing.is_none() {
            self.exit = Some(Exit::Dropped);
        } else if self.drop_at.is_some_and(|at| at <= now) {
            self.drop_at = Some(now + Duration::from_millis(100));
        }
        if self.leaving.is_some_and(|at| at <= now) {
            self.error("leave.timeout");
            self.exit = Some(Exit::Done(End::Left));
        }
        let is_free = !self.repeats();
        if let Some(decision) = self.decision.take_if(|decision| is_free && decision.intended <= now) {
            self.shared.recorder.with(self.place.number, |tally| {
                tally.record(Metric::Lag, now - decision.intended);
            });
            self.act(decision);
        }
    }

    fn check<R>(&mut self, with: impl FnOnce(&mut TableCheck, &Viewer) -> R) -> R {
        let mut state = self.place.table.lock();
        let result = with(&mut state.check, &self.viewer);
        if state.check.has_findings() {
            let found = state.check.take_findings();
            drop(state);
            self.shared.findings.report_all(found);
        }
        result
    }

    fn violated(&mut self, law: Law, evidence: String) {
        self.check(|check, viewer| check.report(law, viewer.seat, evidence));
    }

    fn error(&self, code: &str) {
        self.shared.recorder.error(self.place.number, code);
    }

    fn count(&self, count: Count) {
        self.shared
            .recorder
            .with(self.place.number, |tally| tally.add(count, 1));
    }

    fn record(&self, metric: Metric, since: Instant) {
        self.shared
            .recorder
            .with(self.place.number, |tally| tally.record(metric, since.elapsed()));
    }
}

fn exponential(rng: &mut Rng, mean: Duration) -> Duration {
    Duration::try_from_secs_f64(rng.exponential(mean.as_secs_f64())).unwrap_or(mean)
}

async fn woken(timer: Option<&mut Until>) {
    match timer {
        Some(timer) => timer.await,
        None => std::future::pending().await,
    }
}
