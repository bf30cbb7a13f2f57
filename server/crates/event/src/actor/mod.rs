//! The task of a tournament: feeds requests, table reports and time into the core, and delivers what comes out.
#![expect(
    clippy::disallowed_methods,
    reason = "the task keeps time and starts tasks, so that nothing else here does"
)]

mod lookups;
mod tables;

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use metrics::counter;
use poker_engine::tournament::TableNo;
use poker_owner::pool::Pool;
use poker_owner::{Journal, OsEntropy, PlayClock, now};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{AccountId, JournalHandle, StepError, Store, StoreError, StoredTable, TableId};
use poker_table::core::direct::Direct;
use poker_table::core::mail::{Mail as TableMail, Request as TableAsked, TableRequest};
use poker_table::{FromTable, Reports};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

pub use self::lookups::family;
use self::lookups::{with_facts, worked_out};
use self::tables::{Seated, wrote_at};
use crate::core::{Applicant, Core, Input, Outputs};
use crate::handle::{House, MAILBOX, Mail, Shown, TournamentHandle};
use crate::results::{self, Results};
use crate::seats;
use crate::setup::{EventTableRow, TournamentSetup};
use crate::state::{Opened, Tournament};

/// Delay before the tournament is read again after the store could not write or a step was lost.
const RELOAD: Duration = Duration::from_millis(500);

/// Consecutive failures after which the tournament is quarantined.
const FAILURES_MAX: u32 = 5;

/// The services of the server that a tournament needs.
#[derive(Clone)]
pub struct Deps {
    /// Everything that is durable.
    pub store: Arc<dyn Store>,
    /// The queue of steps on their way to the store.
    pub journal: JournalHandle,
    /// The rest of the server.
    pub house: Arc<dyn House>,
    /// The play clock.
    pub clock: Arc<PlayClock>,
    /// The pool in which shares by ICM are computed.
    pub pool: Arc<Pool>,
    /// Ends all tournaments where they stand.
    pub stop: CancellationToken,
    /// The tasks of all tournaments.
    pub tasks: TaskTracker,
    /// Time that a finished tournament stays visible.
    pub shown_for: Duration,
}

struct Actor {
    deps: Deps,
    setup: Arc<TournamentSetup>,
    epoch: u64,
    core: Core,
    journal: Journal,
    mail: mpsc::Receiver<Mail>,
    shown: Arc<RwLock<Shown>>,
    reports: mpsc::UnboundedReceiver<(TableId, FromTable)>,
    reporter: Reports,
    tables: HashMap<TableId, Seated>,
    numbers: BTreeMap<TableNo, TableId>,
    /// Tables out of play, with what is wrong.
    lost: BTreeMap<TableId, String>,
    lookups: JoinSet<Input>,
    entropy: OsEntropy,
    failures: u32,
    /// Set once the tournament has ended.
    over: Option<Instant>,
}

/// Starts a tournament's task and returns its handle. `stored` is the tournament as it was claimed or created, `tables` its open
/// tables.
///
/// # Errors
/// The damage that makes it unplayable.
pub fn start(
    deps: Deps,
    stored: &StoredTable,
    setup: TournamentSetup,
    tables: Vec<(EventTableRow, StoredTable)>,
) -> Result<TournamentHandle, String> {
    let setup = Arc::new(setup);
    let recovered = Tournament::recover(stored, Arc::clone(&setup)).map_err(|damage| damage.to_string())?;
    // Its clock ran on until the last step of any of its tables. Rule: L-14.
    let wrote_at = tables.iter().filter_map(|(_, table)| wrote_at(table)).max();
    let ahead = wrote_at.unwrap_or_default().saturating_sub(recovered.wrote_at).max(0);
    let ahead = if recovered.wrote_at == 0 {
        0
    } else {
        ahead.unsigned_abs()
    };
    let core = Core::new(recovered, (stored.epoch, stored.last_step), ahead, now(&deps.clock));
    let journal = Journal::new(deps.journal.clone());
    let (mailbox, mail) = mpsc::channel(MAILBOX);
    let (reporter, reports) = mpsc::unbounded_channel();
    let shown = Arc::new(RwLock::new(Shown::of(core.tournament())));
    let handle = TournamentHandle {
        mailbox,
        invitation: setup.invitation.clone().map(Arc::new),
        shown: Arc::clone(&shown),
    };
    let (stop, tasks) = (deps.stop.clone(), deps.tasks.clone());
    let actor = Actor {
        deps,
        setup,
        epoch: stored.epoch,
        core,
        journal,
        mail,
        shown,
        reports,
        reporter,
        tables: HashMap::new(),
        numbers: BTreeMap::new(),
        lost: BTreeMap::new(),
        lookups: JoinSet::new(),
        entropy: OsEntropy,
        failures: 0,
        over: None,
    };
    let running = Box::pin(actor.run(tables));
    let running = stop.run_until_cancelled_owned(running);
    tasks.spawn(async move {
        running.await;
    });
    Ok(handle)
}

/// The actor's next move.
enum Next {
    Play,
    Reload,
    End,
}

impl Actor {
    async fn run(mut self, tables: Vec<(EventTableRow, StoredTable)>) {
        for (number, entrant) in self.core.tournament().entrants() {
            let plays = self.core.tournament().plays(number);
            if let Some(account) = entrant.account {
                self.deps.house.note_player(account, self.setup.id, plays);
            }
        }
        self.take_tables(tables).await;
        let mut next = self.step(Input::Tick).await;
        loop {
            next = match next {
                Next::Play => match self.next().await {
                    Some(input) => self.step(input).await,
                    None => Next::Play,
                },
                Next::Reload => self.reload().await,
                Next::End => break,
            };
            if self.is_over_for_good() {
                break;
            }
        }
        self.end().await;
    }

    /// Waits for the next input.
    async fn next(&mut self) -> Option<Input> {
        if let Some(failed) = self.journal.take_failure() {
            return Some(Input::Notice(failed));
        }
        let is_open = !self.core.is_busy() && !self.journal.is_full();
        let at = now(&self.deps.clock);
        let due = self.core.due(at).map(|due| self.deps.clock.instant_of(due));
        let over = self.over.map(|since| since + self.shown_for());
        let due = due.into_iter().chain(over).min();
        tokio::select! {
            biased;
            notice = self.journal.notice() => Some(Input::Notice(notice)),
            Some(Ok(found)) = self.lookups.join_next() => Some(found),
            Some((table, told)) = self.reports.recv(), if is_open => {
                let seated = self.tables.get(&table)?;
                let (no, generation) = (seated.no, seated.generation);
                Some(match told {
                    FromTable::Report(report) => Input::Report { no, generation, report },
                    FromTable::OutOfPlay(why) => {
                        self.lost.insert(table, why.clone());
                        Input::OutOfPlay { no, generation, why }
                    }
                })
            }
            Some(mail) = self.mail.recv(), if is_open => Some(match mail {
                Mail::Request(request) => Input::Request(request),
                Mail::Disconnected(conn) => Input::Disconnected(conn),
                Mail::Read(read) => Input::Read(read),
                Mail::CatchUp(rulings) => Input::CatchUp(rulings),
                Mail::GiveUp { entries, reason } => Input::GiveUp { entries, reason },
            }),
            () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => Some(Input::Tick),
            () = sleep(Duration::from_millis(2)), if self.journal.is_full() => {
                self.journal.send();
                None
            }
        }
    }

    async fn step(&mut self, input: Input) -> Next {
        let now = now(&self.deps.clock);
        let mut out = Outputs::default();
        let (core, entropy) = (&mut self.core, &mut self.entropy);
        let done = catch_unwind(AssertUnwindSafe(|| core.step(input, now, entropy, &mut out)));
        let failed = out.failed.take();
        if done.is_err() {
            counter!("poker_tournament_restarts_total").increment(1);
            self.failures += 1;
            tracing::error!(tournament = %self.setup.id, "the tournament failed and is reloaded");
            return if self.failures >= FAILURES_MAX {
                let why = "it fails again and again".to_owned();
                self.quarantine(why).await;
                Next::End
            } else {
                Next::Reload
            };
        }
        if !out.steps.is_empty() {
            self.failures = 0;
        }
        self.carry_out(out).await;
        match failed {
            None => Next::Play,
            Some(StepError::Fenced | StepError::Stopped(_)) => Next::End,
            // The same step would fail every time: `poker release` returns the pool.
            Some(error) if error.is_final() => {
                self.quarantine(error.to_string()).await;
                Next::End
            }
            Some(error) => {
                tracing::warn!(tournament = %self.setup.id, %error, "a step was not written; the tournament is reloaded");
                Next::Reload
            }
        }
    }

    async fn carry_out(&mut self, out: Outputs) {
        self.journal.append(out.steps);
        // A player notified of a change must also find it in the list.
        if out.changed {
            let shown = Shown::of(self.core.tournament());
            *self.shown.write().unwrap_or_else(PoisonError::into_inner) = shown;
            self.deps.house.changed();
        }
        // A player may address the tournament by its number as soon as the entry is confirmed.
        for (account, _) in &out.accounts {
            let tournament = self.core.tournament();
            let plays = tournament
                .number_of(*account)
                .and_then(|number| tournament.plays(number));
            self.deps.house.note_player(*account, self.setup.id, plays);
        }
        for (outbox, burst) in out.bursts {
            // A client that reads too slowly is being disconnected and will reconnect.
            let _ = outbox.send(&burst);
        }
        for (outbox, reply) in out.replies {
            // The caller may have gone.
            let _ = outbox.reply(reply);
        }
        for (account, frame) in out.accounts {
            self.deps.house.send(account, frame);
        }
        for (no, direct) in out.directs {
            let table = self.numbers.get(&no).and_then(|table| self.tables.get(table));
            if let Some(seated) = table {
                seated.handle.deliver(TableMail::Direct(direct)).await;
            }
        }
        for no in out.reopens {
            self.reopen_table(no).await;
        }
        for (no, account) in out.seated {
            self.show_table(no, account);
        }
        for (no, caller, id) in out.calls {
            let table = self.numbers.get(&no).and_then(|table| self.tables.get(table));
            let request = TableRequest::CallTime;
            let asked = TableMail::Request(Box::new(TableAsked {
                caller: caller.clone(),
                id: id.clone(),
                request,
            }));
            let is_delivered = match table {
                Some(seated) => seated.handle.deliver(asked).await,
                None => false,
            };
            if !is_delivered {
                let message = "the table was closed";
                let error = ErrorMsg::new(Some(id), ErrorCode::TournamentNoSuchTable, message);
                let _ = caller.outbox.reply(error.into());
            }
        }
        for no in out.closes {
            if let Some(table) = self.numbers.get(&no).copied() {
                self.close_table(table).await;
            }
        }
        self.create_tables(out.opens).await;
        for account in out.moved {
            self.deps.house.chips_moved(account);
        }
        let Outputs {
            lookups,
            callers,
            families,
            ages,
            icm,
            ..
        } = out;
        self.look_up(lookups, callers, families, ages);
        for work in icm {
            let pool = Arc::clone(&self.deps.pool);
            self.lookups.spawn(async move { worked_out(&pool, work).await });
        }
        self.follow_waitlist(out.given_places, out.applicant);
        if let Some(won) = out.seat {
            let target = self.deps.house.tournament(won.target);
            let from = self.setup.id;
            self.lookups.spawn(async move {
                let entered = seats::enter(&won, from, target.as_ref()).await;
                if entered.is_none() {
                    sleep(RELOAD).await;
                }
                let player = won.player;
                Input::Seat { player, entered }
            });
        }
        if self.core.tournament().is_over() && self.core.is_idle() {
            self.over.get_or_insert_with(Instant::now);
        }
    }

    /// Tells accounts of the places they were given, and looks up the facts about the next one that waits.
    fn follow_waitlist(&mut self, given: Vec<AccountId>, applicant: Option<Applicant>) {
        if !given.is_empty() {
            let summary = self.core.tournament().summary();
            for account in given {
                self.deps.house.place_given(account, &summary);
            }
        }
        if let Some(applicant) = applicant {
            let (store, house) = (Arc::clone(&self.deps.store), Arc::clone(&self.deps.house));
            self.lookups
                .spawn(async move { with_facts(&*store, &*house, applicant).await });
        }
    }

    /// Reads the tournament from the store again. Its tables play on meanwhile and report afresh.
    async fn reload(&mut self) -> Next {
        self.lookups.shutdown().await;
        self.journal.forget();
        let clients = self.core.take_clients();
        let stored = loop {
            match self.deps.store.claim_table(self.setup.id).await {
                Ok(stored) => break stored,
                Err(StoreError::Busy | StoreError::Unavailable(_)) => sleep(RELOAD).await,
                Err(StoreError::Stopped(_) | StoreError::Fenced(_)) => return Next::End,
                Err(error) => {
                    let why = error.to_string();
                    self.quarantine(why).await;
                    return Next::End;
                }
            }
        };
        self.epoch = stored.epoch;
        let recovered = match Tournament::recover(&stored, Arc::clone(&self.setup)) {
            Ok(recovered) => recovered,
            Err(damage) => {
                self.quarantine(damage.to_string()).await;
                return Next::End;
            }
        };
        let at = now(&self.deps.clock);
        self.core = Core::new(recovered, (stored.epoch, stored.last_step), 0, at);
        self.core.adopt(clients, at);
        let wanted: BTreeMap<TableNo, Opened> = self.core.wanted_tables().collect();
        let open: Vec<(TableId, TableNo, u32)> = self
            .tables
            .iter()
            .map(|(id, seated)| (*id, seated.no, seated.generation))
            .collect();
        let mut missing = wanted.clone();
        for (id, no, generation) in open {
            if wanted.get(&no).is_some_and(|opened| opened.generation == generation) {
                missing.remove(&no);
                self.tell_opened(no, generation, id).await;
                if let Some(why) = self.lost.get(&id) {
                    // This very task reads it.
                    let _ = self.reporter.send((id, FromTable::OutOfPlay(why.clone())));
                } else if let Some(seated) = self.tables.get(&id) {
                    seated.handle.deliver(TableMail::Direct(Direct::Report)).await;
                }
            } else {
                self.close_table(id).await;
            }
        }
        self.create_tables(missing.into_iter().collect()).await;
        self.step(Input::Tick).await
    }

    /// Answers the unread requests that arrived while the tournament was ending.
    fn refuse_mail(&mut self) {
        self.mail.close();
        while let Ok(mail) = self.mail.try_recv() {
            if let Mail::Request(request) = mail {
                let (id, code) = (Some(request.id.clone()), ErrorCode::TournamentUnknown);
                let error = ErrorMsg::new(id, code, "the tournament is over");
                let _ = request.caller.outbox.reply(error.into());
            }
        }
    }

    /// Quarantines the tournament, which can no longer be played.
    async fn quarantine(&self, why: String) {
        self.deps.house.quarantine(self.setup.id, why).await;
    }

    /// `true` once the tournament has been over long enough to be dropped from memory.
    fn is_over_for_good(&self) -> bool {
        self.over.is_some_and(|since| since.elapsed() >= self.shown_for())
    }

    /// Returns how long a finished tournament stays visible.
    fn shown_for(&self) -> Duration {
        /// A tournament without entries has nothing else to show.
        const EMPTY_SHOWN: Duration = Duration::from_mins(1);
        let shown_for = self.deps.shown_for;
        if self.core.tournament().director.entries() == 0 {
            return shown_for.min(EMPTY_SHOWN);
        }
        shown_for
    }

    async fn end(mut self) {
        self.deps.house.ended(self.setup.id);
        self.refuse_mail();
        if !self.is_over_for_good() {
            return;
        }
        let ids: Vec<TableId> = self.tables.keys().copied().collect();
        for id in ids {
            self.close_table(id).await;
        }
        let results = Results::of(&self.core, now(&self.deps.clock));
        let body = serde_json::to_string(&results).expect("results have string keys and no fallible parts");
        let log = self.core.log_pages(results::LOG_LINES);
        if let Err(error) = self.deps.store.keep_result(self.setup.id, body, log).await {
            // It stays open and is closed another time.
            tracing::error!(tournament = %self.setup.id, %error, "the results of a tournament cannot be kept");
            return;
        }
        if let Err(error) = self.deps.store.close_table(self.setup.id, self.epoch).await {
            tracing::error!(tournament = %self.setup.id, %error, "a tournament that is over cannot be closed");
        }
    }
}
