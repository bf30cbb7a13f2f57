//! The task of a table: carries mail, notices and time into the core, and what comes out to where it belongs.
//!
//! It awaits its own inputs and nothing else: no client, no lock, no other table. If the core panics, the table is
//! loaded anew from its journal. A request that brings it down is dropped, and costs nobody anything; where a command of
//! the server's own does so twice, the running hand is voided. No other table notices.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use metrics::{Counter, Histogram, counter, histogram};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use super::config::TableSetup;
use super::core::{Abandoned, Doing, End, Entropy, Input, NoEntropy, Now, Outputs, TableCore};
use super::handle::{House, Mail, Request};
use super::play_clock::PlayClock;
use super::recover::{Damage, Recovered, recover};
use crate::net::Burst;
use crate::store::{
    AppendError, DurableNotice, JournalHandle, Step, StepError, Store, StoreError, StoredTable, TableId,
};

/// When the journal's queue is full, the next attempt comes so much later. The queue empties within one commit.
const RETRY: Duration = Duration::from_millis(2);

/// When a table cannot be loaded because nothing can be written, the next attempt comes so much later.
const RELOAD_RETRY: Duration = Duration::from_millis(500);

/// After so many failures of the server's own commands, none of which succeeded between them, the table is given up.
const FAILURES_MAX: u32 = 5;

/// What a table needs of the house.
#[derive(Clone)]
pub struct Surroundings {
    /// The journal, and what else is durable.
    pub store: Arc<dyn Store>,
    /// Who is told how the table looks from outside.
    pub house: Arc<dyn House>,
    /// The clock.
    pub clock: Arc<PlayClock>,
}

/// How a table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was drained; its seats are kept.
    Drained,
    /// It is closed for ever.
    Closed,
    /// Another process owns it now, or the store has stopped.
    Lost(String),
    /// Its journal cannot be trusted, or it fails again and again. Somebody has to look at it; its chips stay where they
    /// are.
    Quarantined(String),
}

/// Runs a table until it ends. `stored` is the table as it was claimed or created, `mail` its mailbox.
pub async fn run(
    stored: StoredTable,
    setup: Arc<TableSetup>,
    mail: mpsc::Receiver<Mail>,
    around: Surroundings,
) -> Ended {
    let id = stored.id;
    let ended = match Runner::start(&stored, setup, mail, around) {
        Ok(mut runner) => match runner.run().await {
            Ok(ended) | Err(ended) => ended,
        },
        Err(damage) => Ended::Quarantined(damage.to_string()),
    };
    match &ended {
        Ended::Drained | Ended::Closed => tracing::info!(table = %id, ?ended, "the table has ended"),
        Ended::Lost(_) | Ended::Quarantined(_) => tracing::error!(table = %id, ?ended, "the table has ended"),
    }
    ended
}

/// Entropy of the operating system.
#[derive(Debug, Default)]
struct OsEntropy;

impl Entropy for OsEntropy {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed).map_err(|_| NoEntropy)?;
        Ok(seed)
    }
}

struct Runner {
    id: TableId,
    epoch: u64,
    setup: Arc<TableSetup>,
    around: Surroundings,
    mail: mpsc::Receiver<Mail>,
    mail_open: bool,
    journal: JournalHandle,
    core: TableCore,
    /// A failure that was read behind notices of success.
    failed_notice: Option<DurableNotice>,
    notices: mpsc::UnboundedReceiver<DurableNotice>,
    notify: mpsc::UnboundedSender<DurableNotice>,
    /// Steps that the journal's queue had no room for, and when the others went there.
    unsent: VecDeque<Box<Step>>,
    queued: VecDeque<(u64, Instant)>,
    lookups: JoinSet<Input>,
    entropy: OsEntropy,
    failures: Failures,
    alarm: Alarm,
    figures: Figures,
}

/// Wakes the table. What is due moves with every decision, nearly always further away: the alarm stays where it was set as
/// long as that is early enough, and is set anew when it goes off, which saves the timer's lock twice a step.
#[derive(Debug, Default)]
struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    /// Waits until `due`.
    async fn wait(&mut self, due: Instant) {
        loop {
            let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(due)));
            if sleep.deadline() > due {
                sleep.as_mut().reset(due);
            }
            sleep.as_mut().await;
            // What has gone off is not waited for again.
            self.0 = None;
            if Instant::now() >= due {
                return;
            }
        }
    }
}

/// What is counted with every step, looked up once.
#[derive(Debug)]
struct Figures {
    steps: Counter,
    hands: Counter,
    durable: Histogram,
}

impl Figures {
    fn new() -> Self {
        Self {
            steps: counter!("poker_steps_total"),
            hands: counter!("poker_hands_total"),
            durable: histogram!("poker_step_durable_seconds"),
        }
    }
}

/// How often commands of the server's own failed. What players ask for is not counted.
#[derive(Debug, Default)]
struct Failures {
    /// Since one of them succeeded.
    in_a_row: u32,
    /// In this hand.
    hand: u64,
    in_hand: u32,
}

impl Runner {
    fn start(
        stored: &StoredTable,
        setup: Arc<TableSetup>,
        mail: mpsc::Receiver<Mail>,
        around: Surroundings,
    ) -> Result<Self, Damage> {
        let now = now(&around.clock);
        let Recovered { core, must_void } = recover(stored, &setup, now)?;
        let (notify, notices) = mpsc::unbounded_channel();
        let mut runner = Self {
            id: stored.id,
            epoch: stored.epoch,
            setup,
            mail,
            mail_open: true,
            journal: around.store.journal(),
            around,
            core,
            failed_notice: None,
            notices,
            notify,
            unsent: VecDeque::new(),
            queued: VecDeque::new(),
            lookups: JoinSet::new(),
            entropy: OsEntropy,
            failures: Failures::default(),
            alarm: Alarm::default(),
            figures: Figures::new(),
        };
        runner.around.house.status(runner.id, runner.core.status());
        if must_void {
            runner.void();
        }
        Ok(runner)
    }

    async fn run(&mut self) -> Result<Ended, Ended> {
        loop {
            let input = self.next().await;
            let Some(input) = input else { continue };
            if let Some(end) = self.step(&input).await? {
                match end {
                    End::Drained => return Ok(Ended::Drained),
                    End::Closed => return Ok(self.close().await),
                    End::Lost(error) => return Ok(Ended::Lost(error.to_string())),
                    End::Reload(error) => {
                        tracing::warn!(table = %self.id, %error, "a step was not written; the table is loaded anew");
                        self.reload().await?;
                    }
                }
            }
        }
    }

    /// The next input. Answers that are in the mailbox when their time runs out still count: mail comes before time.
    async fn next(&mut self) -> Option<Input> {
        if let Some(failed) = self.failed_notice.take() {
            return Some(Input::Notice(failed));
        }
        let due = self.core.due().map(|due| self.around.clock.instant_of(due));
        let takes_mail = self.mail_open && !self.core.is_busy() && self.unsent.is_empty();
        tokio::select! {
            biased;
            Some(notice) = self.notices.recv() => Some(self.latest(notice)),
            Some(Ok(found)) = self.lookups.join_next() => Some(found),
            mail = self.mail.recv(), if takes_mail => {
                // Without any handle left nobody can ask for more than the end.
                self.mail_open = mail.is_some();
                Some(Input::Mail(mail.unwrap_or(Mail::Drain)))
            }
            () = self.alarm.wait(due.unwrap_or_else(Instant::now)), if due.is_some() => Some(Input::Tick),
            () = sleep(RETRY), if !self.unsent.is_empty() => {
                self.send_steps();
                None
            }
        }
    }

    /// Of notices that came together the last one tells it all, so that what they release leaves in one burst.
    fn latest(&mut self, first: DurableNotice) -> Input {
        let mut notice = first;
        while let DurableNotice::Durable { step } = notice {
            self.note_durable(step);
            match self.notices.try_recv() {
                Ok(next @ DurableNotice::Durable { .. }) => notice = next,
                Ok(failed @ DurableNotice::Failed { .. }) => {
                    // What was written before the failure is shown first.
                    self.failed_notice = Some(failed);
                    break;
                }
                Err(_) => break,
            }
        }
        Input::Notice(notice)
    }

    fn note_durable(&mut self, step: u64) {
        while let Some((_, since)) = self.queued.pop_front_if(|(queued, _)| *queued <= step) {
            self.figures.durable.record(since.elapsed());
        }
    }

    /// Gives an input to the core. After a panic the table is loaded anew; no input is tried again. A command of the
    /// server's own falls due again by itself, and if it fails twice in a hand, that hand is voided.
    async fn step(&mut self, input: &Input) -> Result<Option<End>, Ended> {
        match self.try_step(input) {
            Ok(end) => return Ok(end),
            Err(Doing::Own) => self.restart_after_own_failure().await?,
            Err(Doing::Request) => {
                self.restart().await?;
                drop_for_good(input);
            }
            // What was to be shown is in the snapshot that all who watch get now.
            Err(Doing::Showing) => self.restart().await?,
        }
        Ok(None)
    }

    /// Gives an input to the core, and tells what that was at if it panicked.
    fn try_step(&mut self, input: &Input) -> Result<Option<End>, Doing> {
        let now = now(&self.around.clock);
        let (core, entropy) = (&mut self.core, &mut self.entropy);
        let mut out = Outputs::default();
        // After a panic the core is thrown away. What it put out before is complete.
        let done = catch_unwind(AssertUnwindSafe(|| core.step(input, now, entropy, &mut out)));
        if out.own_command {
            self.failures.in_a_row = 0;
        }
        let end = self.carry_out(out);
        done.map(|()| end).map_err(|_| self.core.doing())
    }

    fn carry_out(&mut self, out: Outputs) -> Option<End> {
        let Outputs {
            steps,
            bursts,
            lookups,
            status,
            moved,
            end,
            own_command: _,
        } = out;
        self.unsent.extend(steps);
        self.send_steps();
        for (outbox, burst) in bursts {
            // A client that reads too slowly is being disconnected, and comes back; one that is gone is gone.
            let _ = outbox.send(&burst);
        }
        for lookup in lookups {
            let store = Arc::clone(&self.around.store);
            self.lookups.spawn(async move {
                let answer = store.answer(lookup.account, lookup.id).await;
                Input::Found {
                    ticket: lookup.ticket,
                    answer: answer.unwrap_or_default(),
                }
            });
        }
        if let Some(status) = status {
            self.around.house.status(self.id, status);
        }
        for account in moved {
            self.around.house.chips_moved(account);
        }
        end
    }

    /// Queues steps for the journal as long as it has room.
    fn send_steps(&mut self) {
        while let Some(step) = self.unsent.pop_front() {
            let (number, hand_over) = (step.step, step.hand_end.is_some());
            match self.journal.append(step, self.notify.clone()) {
                Ok(()) => {
                    self.figures.steps.increment(1);
                    if hand_over {
                        self.figures.hands.increment(1);
                    }
                    self.queued.push_back((number, Instant::now()));
                }
                Err(AppendError::Full(step)) => {
                    self.unsent.push_front(step);
                    return;
                }
                Err(AppendError::Closed) => {
                    let error = StepError::Stopped("the journal is closed".to_owned());
                    let _ = self.notify.send(DurableNotice::Failed { step: number, error });
                    return;
                }
            }
        }
    }

    async fn close(&mut self) -> Ended {
        match self.around.store.close_table(self.id, self.epoch).await {
            Ok(()) => {
                self.around.house.closed(self.id);
                Ended::Closed
            }
            Err(error) => Ended::Quarantined(error.to_string()),
        }
    }

    /// Voids the running hand, whose replay or commands fail.
    fn void(&mut self) {
        counter!("poker_hands_voided_total").increment(1);
        tracing::error!(table = %self.id, "the running hand is voided");
        if self.core.table().law_hand_runs() {
            // A failure here leaves the table as it is on disk; the next input meets it again.
            let _ = self.try_step(&Input::Void);
        }
    }

    async fn restart(&mut self) -> Result<(), Ended> {
        counter!("poker_table_restarts_total").increment(1);
        let (hand, doing) = (self.core.table().hand_no(), self.core.doing());
        tracing::error!(table = %self.id, hand, ?doing, "the table failed and is loaded anew");
        self.reload().await
    }

    async fn restart_after_own_failure(&mut self) -> Result<(), Ended> {
        let hand = self.core.table().hand_no();
        self.failures.in_a_row += 1;
        if self.failures.hand != hand {
            self.failures.hand = hand;
            self.failures.in_hand = 0;
        }
        self.failures.in_hand += 1;
        if self.failures.in_a_row >= FAILURES_MAX {
            return Err(Ended::Quarantined("it fails again and again".to_owned()));
        }
        self.restart().await?;
        if self.failures.in_hand >= 2 && self.core.table().running().is_some() {
            self.void();
        }
        Ok(())
    }

    /// Throws the state away and reads it from the journal, waiting until that can be written again. Whoever watches
    /// gets a snapshot.
    async fn reload(&mut self) -> Result<(), Ended> {
        let mut left = self.core.abandon();
        for (outbox, burst) in left.bursts.drain(..) {
            let _ = outbox.send(&burst);
        }
        self.lookups.shutdown().await;
        self.unsent.clear();
        self.queued.clear();
        self.failed_notice = None;
        (self.notify, self.notices) = mpsc::unbounded_channel();
        let stored = loop {
            match self.around.store.claim_table(self.id).await {
                Ok(stored) => break stored,
                Err(error @ (StoreError::Busy | StoreError::Unavailable(_))) => {
                    tracing::warn!(table = %self.id, %error, "the table waits until it can be loaded");
                    self.wait_paused(&mut left).await;
                }
                Err(error @ (StoreError::Stopped(_) | StoreError::Fenced(_))) => {
                    return Err(Ended::Lost(error.to_string()));
                }
                Err(error) => return Err(Ended::Quarantined(error.to_string())),
            }
        };
        self.epoch = stored.epoch;
        let now = now(&self.around.clock);
        let recovered = recover(&stored, &self.setup, now);
        let Recovered { core, must_void } = recovered.map_err(|damage| Ended::Quarantined(damage.to_string()))?;
        let (draining, closing) = self.core.is_ending();
        self.core = core;
        self.core.set_ending(draining, closing);
        for (outbox, burst) in self.core.adopt(left, now) {
            let _ = outbox.send(&burst);
        }
        self.around.house.status(self.id, self.core.status());
        if must_void {
            self.void();
        }
        Ok(())
    }

    /// Waits a moment; whoever asks for something meanwhile is told that the table is paused.
    async fn wait_paused(&mut self, left: &mut Abandoned) {
        let until = sleep(RELOAD_RETRY);
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => return,
                mail = self.mail.recv(), if self.mail_open => match mail.unwrap_or(Mail::Drain) {
                    Mail::Request(request) => answer_error(&request, ErrorCode::TablePaused, "play is paused"),
                    Mail::Disconnected(caller) => {
                        left.viewers.retain(|viewer| viewer.outbox.id() != caller.outbox.id());
                    }
                    Mail::Drain => {
                        self.core.set_ending(true, false);
                        self.mail_open = !self.mail.is_closed();
                    }
                    Mail::Close => self.core.set_ending(false, true),
                },
            }
        }
    }
}

/// Tells the sender of a request that brought the table down that it is not carried out, now or later.
fn drop_for_good(input: &Input) {
    if let Input::Mail(Mail::Request(request)) = input {
        let message = "the request met a fault of the server; it must not be sent again";
        answer_error(request, ErrorCode::ServerRequestFailed, message);
    }
}

fn answer_error(request: &Request, code: ErrorCode, message: &str) {
    let error = ErrorMsg::new(Some(request.id.clone()), code, message);
    let _ = request.caller.outbox.send(&Burst::from(&ServerMsg::Error(error)));
}

fn now(clock: &PlayClock) -> Now {
    let since_1970 = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    Now {
        play: clock.now(),
        wall: i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX),
    }
}
