//! A player: connects, sits down, answers decisions, drops off and comes back, and checks all that it is told.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use poker_protocol::v1::Choice;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::server::{Private, Snapshot};
use poker_protocol::v1::table::SeatStatus;

use crate::check::{Findings, Law, Mark, TableCheck, Viewer, excerpt};
use crate::link::{Link, LinkError, Target};
use crate::policy::{Profile, decide};
use crate::rng::Rng;
use crate::stats::{Count, Metric, Recorder};
use crate::table::{Pace, Table};
use crate::timer::{Until, until};
use crate::wire;

/// How long a server may take for `hello`.
const HELLO_TIMEOUT: Duration = Duration::from_secs(30);

/// For how many hands a repeated action is sure to get its first answer; later it may be refused as one that names a
/// decision which is long over.
const HANDS_ANSWERED: u64 = 200;

/// How long a player tries to come back.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(1);

/// How long a player who leaves waits for the hand to be over.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(30);

/// Bytes of a WebSocket frame's header, by the size of what it carries; the server's frames carry no mask.
fn header_bytes(payload: usize) -> usize {
    match payload {
        0..=125 => 2,
        126..=65_535 => 4,
        _ => 10,
    }
}

/// What all players of a run have in common.
pub(crate) struct Shared {
    /// The server.
    pub(crate) target: Target,
    /// Where measurements go.
    pub(crate) recorder: Recorder,
    /// Where broken invariants go.
    pub(crate) findings: Findings,
    /// How they play.
    pub(crate) habits: Habits,
    /// Part of every nickname, so that two runs on one server do not meet.
    pub(crate) tag: String,
    /// Open connections.
    pub(crate) online: AtomicUsize,
    /// Taken seats.
    pub(crate) seated: AtomicUsize,
    /// The most seats that were taken at once.
    pub(crate) seated_peak: AtomicUsize,
    /// The mean time between two actions of a table's schedule, in nanoseconds.
    pub(crate) gap_ns: AtomicU64,
}

/// How players play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Habits {
    /// What they choose.
    pub(crate) profile: Profile,
    /// When they act; `None` to sit out and be idle.
    pub(crate) pace: Option<Pace>,
    /// Seeds everything that is thrown by dice.
    pub(crate) seed: u64,
    /// Who drops off and comes back.
    pub(crate) drops: Option<Drops>,
    /// Whether a broken connection is to be expected: the player comes back as soon as the server is there again.
    pub(crate) persistent: bool,
}

/// Players who drop off and come back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drops {
    /// The share of the players, from 0 to 1.
    pub(crate) share: f64,
    /// The mean time between two drops of one of them.
    pub(crate) every: Duration,
    /// How long they stay away at most.
    pub(crate) away: Duration,
}

/// A chair and who is told to leave it.
pub(crate) struct Place {
    /// The player's number in the run.
    pub(crate) number: usize,
    /// The table.
    pub(crate) table: Arc<Table>,
    /// The seat, from 1.
    pub(crate) seat: u8,
    /// Set when the player is to leave.
    pub(crate) leave: Arc<AtomicBool>,
}

/// How a player's time at the table ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It left in order.
    Left,
    /// It could not connect, sit down or go on.
    Failed,
}

/// Why a connection is given up.
enum Exit {
    /// The player is done.
    Done(End),
    /// Dropped on purpose.
    Dropped,
    /// It broke.
    Broken(LinkError),
}

/// An answer that is waited for.
struct Asked {
    id: u64,
    what: Request,
    text: String,
    at: Instant,
    /// Sent on this connection, and not on one that is gone.
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

/// An action whose answer is waited for.
struct Pending {
    id: u64,
    hand: u64,
    turn: u32,
    text: String,
    intended: Instant,
    /// Sent on this connection, and not on one that is gone.
    here: bool,
    /// Whether it was sent before.
    repeated: bool,
}

/// A player.
pub(crate) struct Player {
    place: Place,
    shared: Arc<Shared>,
    rng: Rng,
    viewer: Viewer,
    token: Option<String>,
    requests: u64,
    seated: bool,
    /// Since when no connection came about.
    failing: Option<Instant>,
    leaving: Option<Instant>,
    drop_at: Option<Instant>,
    /// Since when the state is being made up for.
    resyncing: Option<Instant>,
    decision: Option<Decision>,
    pending: Option<Pending>,
    asked: Vec<Asked>,
    outgoing: VecDeque<String>,
    exit: Option<Exit>,
}

impl Player {
    /// A player who is not connected yet.
    pub(crate) fn new(place: Place, shared: Arc<Shared>) -> Self {
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
                    // Spread, so that a restarted server is not asked by all at once again and again.
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
            self.ask(Request::Watch, |id, table| wire::about_table("watch", id, table));
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

    /// When there is something to do without a message.
    fn wake(&self) -> Option<Instant> {
        let act = self.decision.as_ref().map(|decision| decision.intended);
        [act, self.drop_at, self.leaving].into_iter().flatten().min()
    }

    /// Does what is due.
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
        if let Some(decision) = self.decision.take_if(|decision| decision.intended <= now) {
            self.shared.recorder.with(self.place.number, |tally| {
                tally.record(Metric::Lag, now - decision.intended);
            });
            self.act(decision);
        }
    }

    /// Takes a message.
    fn receive(&mut self, message: &str) {
        let now = Instant::now();
        self.shared.recorder.with(self.place.number, |tally| {
            tally.add(Count::Messages, 1);
            tally.add(Count::Bytes, (message.len() + header_bytes(message.len())) as u64);
        });
        match wire::kind(message) {
            Some("events") => self.events(message, now),
            Some("private") => self.private(message, now),
            Some("ok") => self.answered(message, now, true),
            Some("error") => self.answered(message, now, false),
            Some("snapshot") => self.snapshot(message, now),
            Some(_) => self.check(|check, viewer| check.other(viewer, message)),
            None => self.violated(Law::Protocol, excerpt(message).to_owned()),
        }
        if self.leaving.is_none() && self.seated && self.place.leave.load(Ordering::Relaxed) {
            self.leaving = Some(now + LEAVE_TIMEOUT);
            self.ask(Request::Leave, |id, table| wire::about_table("leave", id, table));
        }
    }

    /// Events came.
    fn events(&mut self, message: &str, now: Instant) {
        let mut viewer = self.viewer;
        let (frame, news) = self.check(|check, _| (check.events(&mut viewer, message), check.take_news()));
        self.viewer = viewer;
        let Some(frame) = frame else { return };
        let seat = self.place.seat;
        let caught_up = self.resyncing.is_none();
        self.shared.recorder.with(self.place.number, |tally| {
            tally.add(Count::Deliveries, frame.actions);
            tally.add(Count::Hands, news.hands);
            tally.add(Count::Voided, news.voided);
            tally.add(Count::Timeouts, news.timeouts);
            if let Some((actor, intended)) = frame.cause
                && actor != seat
                && caught_up
            {
                tally.record(Metric::ActionSeen, now.saturating_duration_since(intended));
            }
        });
        for mark in &frame.marks {
            self.follow(*mark, message);
        }
    }

    fn follow(&mut self, mark: Mark, message: &str) {
        let me = self.place.seat;
        match mark {
            Mark::Acted { seat, .. } if seat == me => self.decision = None,
            Mark::Turn { hand, turn } => {
                if let Some(pending) = &self.pending
                    && pending.here
                    // Sent again, it may be that what it did the first time comes before its answer.
                    && !pending.repeated
                    && (hand, turn) > (pending.hand, pending.turn)
                {
                    let evidence = format!(
                        "hand {hand} turn {turn} is open and the action of hand {} turn {} has no answer: {}",
                        pending.hand,
                        pending.turn,
                        excerpt(message)
                    );
                    self.violated(Law::AckBeforeNextTurn, evidence);
                    self.pending = None;
                }
            }
            Mark::Status { seat, status } if seat == me && self.leaving.is_none() => self.status(status),
            Mark::Left { seat } if seat == me => {
                let end = if self.leaving.is_some() { End::Left } else { End::Failed };
                self.exit = Some(Exit::Done(end));
            }
            _ => {}
        }
    }

    /// The own seat takes part in another way.
    fn status(&mut self, status: SeatStatus) {
        if self.shared.habits.pace.is_none() {
            return;
        }
        match status {
            SeatStatus::Busted => {
                let amount = self.place.table.buy_in;
                self.count(Count::Rebuys);
                self.ask(Request::Rebuy, |id, table| wire::rebuy(id, table, amount));
            }
            SeatStatus::SittingOut => self.ask(Request::SitOut, |id, table| wire::sit_out(id, table, false)),
            SeatStatus::Active | SeatStatus::Waiting | SeatStatus::Leaving => {}
        }
    }

    /// Private parts came.
    fn private(&mut self, message: &str, now: Instant) {
        let private: Private = match serde_json::from_str(message) {
            Ok(private) => private,
            Err(error) => return self.violated(Law::Protocol, format!("{error}: {}", excerpt(message))),
        };
        self.check(|check, viewer| check.private(viewer, &private, message));
        for event in private.events {
            if let PrivateEvent::Choices {
                hand, turn, choices, ..
            } = event
            {
                self.asked_to_act(hand, turn, &choices, now);
            }
        }
    }

    /// A snapshot came.
    fn snapshot(&mut self, message: &str, now: Instant) {
        let snapshot: Snapshot = match serde_json::from_str(message) {
            Ok(snapshot) => snapshot,
            Err(error) => return self.violated(Law::Protocol, format!("{error}: {}", excerpt(message))),
        };
        let mut viewer = self.viewer;
        self.check(|check, _| check.snapshot(&mut viewer, &snapshot, message));
        self.viewer = viewer;
        self.decision = None;
        let state = *snapshot.state;
        let mine = state.seats.iter().find(|seat| seat.seat == self.place.seat);
        if let Some(mine) = mine.filter(|_| self.seated) {
            self.status(mine.status);
        }
        if let (Some(you), Some(hand)) = (state.you, state.hand)
            && let Some(turn) = hand.turn
            && !you.choices.is_empty()
        {
            self.asked_to_act(hand.hand, turn.turn, &you.choices, now);
        }
    }

    /// It is this player's turn.
    fn asked_to_act(&mut self, hand: u64, turn: u32, choices: &[Choice], now: Instant) {
        if self
            .pending
            .as_ref()
            .is_some_and(|pending| (pending.hand, pending.turn) >= (hand, turn))
        {
            return;
        }
        let habits = self.shared.habits;
        let Some(pace) = habits.pace else { return };
        let Some(action) = decide(habits.profile, choices, &mut self.rng) else {
            return self.violated(Law::Protocol, format!("hand {hand} turn {turn}: no choice at all"));
        };
        let action = serde_json::to_string(&action).expect("an action is always JSON");
        let gap = Duration::from_nanos(self.shared.gap_ns.load(Ordering::Relaxed));
        let intended = self.place.table.lock().intended(pace, gap, now, &mut self.rng);
        let decision = Decision {
            hand,
            turn,
            action,
            intended,
        };
        if intended > now {
            self.decision = Some(decision);
        } else {
            if intended < now {
                self.count(Count::LateSends);
            }
            self.act(decision);
        }
    }

    /// Answers a decision.
    fn act(&mut self, decision: Decision) {
        let Decision {
            hand,
            turn,
            action,
            intended,
        } = decision;
        let id = self.next_id();
        let table = &self.place.table;
        let text = wire::act(&id.to_string(), &table.id, hand, turn, &action);
        table.lock().check.under_way = Some((self.place.seat, intended));
        self.outgoing.push_back(text.clone());
        self.pending = Some(Pending {
            id,
            hand,
            turn,
            text,
            intended,
            here: true,
            repeated: false,
        });
    }

    /// A request was carried out or refused.
    fn answered(&mut self, message: &str, now: Instant, accepted: bool) {
        self.check(|check, viewer| check.other(viewer, message));
        let answer: wire::Answer<'_> = match serde_json::from_str(message) {
            Ok(answer) => answer,
            Err(error) => return self.violated(Law::Protocol, format!("{error}: {}", excerpt(message))),
        };
        let code = if accepted { None } else { answer.code.as_deref() };
        let Some(id) = answer.id.as_deref().and_then(|id| id.parse::<u64>().ok()) else {
            return self.violated(Law::Protocol, format!("an answer to nothing: {}", excerpt(message)));
        };
        if let Some(pending) = self.pending.take_if(|pending| pending.id == id) {
            return self.act_answered(&pending, code, message, now);
        }
        let Some(index) = self.asked.iter().position(|asked| asked.id == id) else {
            return self.violated(
                Law::Protocol,
                format!("a second answer, or to nothing: {}", excerpt(message)),
            );
        };
        let asked = self.asked.swap_remove(index);
        match code {
            None => self.granted(&asked),
            Some(code) => self.refused(&asked, code, message),
        }
    }

    fn act_answered(&mut self, pending: &Pending, code: Option<&str>, message: &str, now: Instant) {
        match code {
            None => self.shared.recorder.with(self.place.number, |tally| {
                tally.add(Count::Actions, 1);
                tally.record(Metric::ActionAck, now.saturating_duration_since(pending.intended));
            }),
            Some(code) => {
                self.error(code);
                let recent = self.place.table.lock().check.hand() <= pending.hand + HANDS_ANSWERED;
                if pending.repeated && recent && code.starts_with("turn.") {
                    let evidence = format!("{} -> {}", pending.text, excerpt(message));
                    self.violated(Law::FirstAnswer, evidence);
                }
                // Every action is one of the offered choices, sent once: a refusal needs a reason that lies outside.
                let outside = ["turn.", "rate.", "server.", "table.busy", "table.paused"];
                if !outside.iter().any(|prefix| code.starts_with(prefix)) {
                    let evidence = format!(
                        "an offered choice was refused: {} -> {}",
                        pending.text,
                        excerpt(message)
                    );
                    self.violated(Law::Protocol, evidence);
                } else if code == "table.busy" || code == "rate.limited" {
                    let retry = Pending {
                        here: true,
                        text: pending.text.clone(),
                        ..*pending
                    };
                    self.outgoing.push_back(retry.text.clone());
                    self.pending = Some(retry);
                }
            }
        }
    }

    fn granted(&mut self, asked: &Asked) {
        match asked.what {
            Request::Sit => {
                self.seated = true;
                let others = self.shared.seated.fetch_add(1, Ordering::Relaxed);
                self.shared.seated_peak.fetch_max(others + 1, Ordering::Relaxed);
                self.record(Metric::Sit, asked.at);
                if self.shared.habits.pace.is_none() {
                    self.ask(Request::SitOut, |id, table| wire::sit_out(id, table, true));
                }
            }
            Request::Resume => {
                if let Some(since) = self.resyncing.take() {
                    self.record(Metric::Resync, since);
                }
                self.ask_again();
                if let Some(pending) = self.pending.as_mut().filter(|pending| !pending.here) {
                    // The same id again: carried out now, or answered as the first time.
                    pending.here = true;
                    pending.repeated = true;
                    self.outgoing.push_back(pending.text.clone());
                }
            }
            Request::Watch | Request::SitOut | Request::Rebuy | Request::Leave => {}
        }
    }

    fn refused(&mut self, asked: &Asked, code: &str, message: &str) {
        if code == "table.no_change" {
            return;
        }
        if asked.what == Request::Rebuy && code == "ledger.insufficient_funds" {
            // A new player takes the seat: this one has played all its chips.
            self.renew();
            return;
        }
        self.error(code);
        match asked.what {
            Request::Sit | Request::Watch | Request::Resume => {
                eprintln!("player {} cannot go on: {}", self.place.number, excerpt(message));
                self.exit = Some(Exit::Done(End::Failed));
            }
            Request::SitOut | Request::Rebuy | Request::Leave => {}
        }
    }

    /// Gives the seat up and becomes somebody else.
    fn renew(&mut self) {
        self.ask(Request::Leave, |id, table| wire::about_table("leave", id, table));
        self.leaving = Some(Instant::now() + LEAVE_TIMEOUT);
    }

    /// What belonged to a connection is gone with it.
    fn connection_lost(&mut self) {
        self.asked
            .retain(|asked| matches!(asked.what, Request::Sit | Request::Rebuy));
        self.asked.iter_mut().for_each(|asked| asked.here = false);
        self.outgoing.clear();
        self.exit = None;
        if let Some(pending) = &mut self.pending {
            pending.here = false;
        }
    }

    fn ask(&mut self, what: Request, text: impl FnOnce(&str, &str) -> String) {
        let id = self.next_id();
        let text = text(&id.to_string(), &self.place.table.id);
        self.outgoing.push_back(text.clone());
        self.asked.push(Asked {
            id,
            what,
            text,
            at: Instant::now(),
            here: true,
        });
    }

    /// Repeats what moves chips and got no answer, under the same id: nothing of it can happen twice.
    fn ask_again(&mut self) -> bool {
        let mut again = false;
        for asked in self.asked.iter_mut().filter(|asked| !asked.here) {
            asked.here = true;
            self.outgoing.push_back(asked.text.clone());
            again = true;
        }
        again
    }

    fn next_id(&mut self) -> u64 {
        self.requests += 1;
        self.requests
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
