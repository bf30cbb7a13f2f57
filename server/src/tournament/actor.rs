//! The task of a tournament: feeds requests, table reports and time into the core, and delivers what comes out.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use metrics::counter;
use poker_engine::tournament::TableNo;
use poker_owner::pool::{Asker, PIECE_MOST, Piece, Pool};
use poker_owner::{Caller, ConnId, Journal, Lookup, Now, OsEntropy, now};
use poker_protocol::v1::tournament::TournamentSummary;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::core::{Core, IcmWork, Input, Outputs, Read, Request, TimeCall, TournamentRequest};
use super::results::{self, Results};
use super::seats;
use super::setup::TournamentSetup;
use super::state::{Opened, Tournament};
use crate::app::App;
use crate::http::error::store_error;
use crate::network::Network;
use crate::store::{AccountId, OwnerKind, StepError, StepKind, Store, StoreError, StoredTable, TableId};
use crate::table::core::direct::Direct;
use crate::table::core::mail::{Mail as TableMail, Request as TableAsked, TableRequest};
use crate::table::state::command::Order;
use crate::table::{FromTable, House as _, Invitation, Reports, TableHandle};
use crate::tables::{self, Unplayable};
use crate::wire::tournament::ToWire as _;

/// Capacity of a tournament's mailbox. A request that finds it full is refused immediately.
const MAILBOX: usize = 1_024;

/// Delay before the tournament is read again after the store could not write or a step was lost.
const RELOAD: Duration = Duration::from_millis(500);

/// Consecutive failures after which the tournament is quarantined.
const FAILURES_MAX: u32 = 5;

/// A message to a tournament.
#[derive(Debug)]
pub enum Mail {
    /// A request, answered exactly once under its `id`.
    Request(Box<Request>),
    /// A connection has closed.
    Disconnected(ConnId),
    /// A read of the tournament's state.
    Read(Read),
    /// Cancels the tournament if it has not begun and has no more than `entries` entries.
    GiveUp {
        /// The most entries with which it is still cancelled.
        entries: usize,
        /// The reason given to the players.
        reason: String,
    },
}

/// A message that could not be posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PostError {
    /// The mailbox is full: the same request may succeed later.
    Busy,
    /// The tournament has ended its task.
    Gone,
}

/// A handle on a tournament: its mailbox, and the facts that can be read without messaging it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TournamentHandle {
    mailbox: mpsc::Sender<Mail>,
    invitation: Option<Arc<Invitation>>,
    shown: Arc<RwLock<Shown>>,
}

/// The facts of a tournament that can be read without messaging it.
#[derive(Debug)]
struct Shown {
    /// Its entry in the lobby.
    summary: TournamentSummary,
    /// Officials named by its director.
    officials: Vec<AccountId>,
}

impl Shown {
    fn of(tournament: &Tournament) -> Self {
        let named = tournament.named_officials();
        Self {
            summary: tournament.summary(),
            officials: named.filter_map(|named| named.who.id.parse().ok()).collect(),
        }
    }
}

impl TournamentHandle {
    /// Returns a handle on a tournament without a task, and its mailbox.
    #[cfg(test)]
    pub(super) fn alone(setup: TournamentSetup) -> (Self, mpsc::Receiver<Mail>) {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        let handle = Self {
            mailbox,
            invitation: None,
            shown: Arc::new(RwLock::new(Shown::of(&Tournament::new(Arc::new(setup))))),
        };
        (handle, mail)
    }

    /// Changes the lobby entry.
    #[cfg(test)]
    pub(super) fn show(&self, change: impl FnOnce(&mut TournamentSummary)) {
        change(&mut self.shown.write().unwrap_or_else(PoisonError::into_inner).summary);
    }

    /// Posts a message.
    pub(crate) fn post(&self, mail: Mail) -> Result<(), PostError> {
        self.mailbox.try_send(mail).map_err(|failure| match failure {
            mpsc::error::TrySendError::Full(_) => PostError::Busy,
            mpsc::error::TrySendError::Closed(_) => PostError::Gone,
        })
    }

    /// Posts a message that must arrive, waiting for room.
    pub async fn deliver(&self, mail: Mail) {
        let _ = self.mailbox.send(mail).await;
    }

    /// Reads from the tournament. The answer comes once everything it shows is on disk; `None` if the tournament is gone or too busy.
    pub(crate) async fn ask<T: Send + Sync + 'static>(
        &self,
        read: impl FnOnce(&Core, Now) -> T + Send + Sync + 'static,
    ) -> Option<T> {
        let (sender, answer) = oneshot::channel();
        let read = Read(Box::new(move |core, now| {
            let read = read(core, now);
            Box::new(move || {
                // The asker may have gone.
                let _ = sender.send(read);
            })
        }));
        self.post(Mail::Read(read)).ok()?;
        answer.await.ok()
    }

    /// Returns a copy of the lobby entry.
    pub fn summary(&self) -> TournamentSummary {
        self.glance(Clone::clone)
    }

    /// Reads from the lobby entry without copying it.
    pub(super) fn glance<T>(&self, look: impl FnOnce(&TournamentSummary) -> T) -> T {
        look(&self.shown().summary)
    }

    /// Returns the invitation that opens it, if it was announced as private.
    pub(super) fn invitation(&self) -> Option<&Invitation> {
        self.invitation.as_deref()
    }

    /// `true` if everyone may see it.
    pub(super) fn is_public(&self) -> bool {
        !self.shown().summary.private
    }

    /// `true` if an account may run it: a named official, or the host of a private or live tournament, who directs it throughout.
    pub(super) fn is_run_by(&self, account: AccountId) -> bool {
        let shown = self.shown();
        let TournamentSummary {
            host, private, live, ..
        } = &shown.summary;
        let hosts = (*private || *live) && host.as_deref() == Some(account.to_string().as_str());
        hosts || shown.officials.contains(&account)
    }

    fn shown(&self) -> RwLockReadGuard<'_, Shown> {
        self.shown.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table of the event.
#[derive(Debug)]
struct Seated {
    no: TableNo,
    generation: u32,
    handle: TableHandle,
}

struct Actor {
    app: Arc<App>,
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
pub(crate) fn start(
    app: &Arc<App>,
    stored: &StoredTable,
    setup: TournamentSetup,
    tables: Vec<(super::setup::EventTableRow, StoredTable)>,
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
    let core = Core::new(recovered, (stored.epoch, stored.last_step), ahead, now(&app.clock));
    let (mailbox, mail) = mpsc::channel(MAILBOX);
    let (reporter, reports) = mpsc::unbounded_channel();
    let shown = Arc::new(RwLock::new(Shown::of(core.tournament())));
    let handle = TournamentHandle {
        mailbox,
        invitation: setup.invitation.clone().map(Arc::new),
        shown: Arc::clone(&shown),
    };
    let actor = Actor {
        app: Arc::clone(app),
        setup,
        epoch: stored.epoch,
        core,
        journal: Journal::new(app.journal.clone()),
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
    let running = app.stop_tables.clone().run_until_cancelled_owned(running);
    app.events.spawn(async move {
        running.await;
    });
    Ok(handle)
}

/// Returns the time of a table's last write, in milliseconds since 1970.
fn wrote_at(table: &StoredTable) -> Option<i64> {
    let row = table.tail.iter().rev().find(|row| row.kind != StepKind::Snapshot)?;
    Order::decode_open(&row.command).ok().map(|order| order.at)
}

/// Adds what the store knows about the age of the account to an entry.
async fn with_age(store: &dyn Store, mut request: Box<Request>) -> Input {
    match store.age(request.caller.account).await {
        Ok(known) => {
            if let TournamentRequest::Register { age, .. } | TournamentRequest::ReEnter { age } = &mut request.asked {
                *age = Some(known);
            }
            Input::Request(request)
        }
        Err(fault) => unanswered(*request, &fault, "the age of an account cannot be read"),
    }
}

/// Adds all accounts of its sender to an entry.
async fn with_family(store: &dyn Store, request: Box<Request>) -> Input {
    match family(store, request.caller.account).await {
        Ok(family) => Input::Family(request, family),
        Err(fault) => unanswered(*request, &fault, "the accounts of a person cannot be read"),
    }
}

/// Returns all accounts known to belong to the same person as `account`: the owner's, and those of the owner's bots.
pub(crate) async fn family(store: &dyn Store, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
    let record = store.account(account).await?;
    let owner = record.and_then(|record| record.owner).unwrap_or(account);
    let bots = store.bots_of(owner).await?;
    let mut family = vec![account, owner];
    family.extend(bots.into_iter().map(|bot| bot.id));
    Ok(family)
}

/// Answers a request that could not be judged because the store failed.
fn unanswered(request: Request, fault: &StoreError, what: &'static str) -> Input {
    let error = store_error(fault, what);
    let id = Some(request.id);
    let _ = request.caller.outbox.reply(ErrorMsg { id, ..error }.into());
    Input::Tick
}

/// Works out ICM shares on the pool. Work that no request waits for pauses for a moment after a failure before it is tried again.
async fn worked_out(pool: &Pool, work: IcmWork) -> Input {
    let IcmWork { terms, request } = work;
    let (asker, piece) = (Asker::known(Network::HERE), Piece::Evaluations(PIECE_MOST));
    let shares = pool.run(asker, piece, move || Box::new(terms.work_out())).await.ok();
    if shares.is_none() && request.is_none() {
        sleep(RELOAD).await;
    }
    Input::Icm(shares, request)
}

/// The actor's next move.
enum Next {
    Play,
    Reload,
    End,
}

impl Actor {
    async fn run(mut self, tables: Vec<(super::setup::EventTableRow, StoredTable)>) {
        for (number, entrant) in self.core.tournament().entrants() {
            let plays = self.core.tournament().plays(number);
            if let Some(account) = entrant.account {
                self.app.tournaments.note_player(account, self.setup.id, plays);
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

    /// Opens the tables that were open when the server stopped and those that are missing, and closes those no longer needed.
    async fn take_tables(&mut self, stored: Vec<(super::setup::EventTableRow, StoredTable)>) {
        let mut wanted: BTreeMap<TableNo, Opened> = self.core.wanted_tables().collect();
        for (row, table) in stored {
            let no = TableNo(row.no);
            let fits = |opened: &Opened| opened.generation == row.generation;
            if wanted.get(&no).is_some_and(fits) {
                wanted.remove(&no);
                let id = table.id;
                self.open_table(no, row.generation, row.seats, table);
                self.tell_opened(no, row.generation, id).await;
            } else {
                let id = table.id;
                self.open_table(no, row.generation, row.seats, table);
                self.close_table(id).await;
            }
        }
        self.create_tables(wanted.into_iter().collect()).await;
    }

    fn open_table(&mut self, no: TableNo, generation: u32, seats: u8, stored: StoredTable) {
        let id = stored.id;
        let setup = self.core.tournament().table_setup(no, seats);
        let handle = tables::open_event(&self.app, stored, setup, self.reporter.clone());
        self.numbers.insert(no, id);
        self.tables.insert(id, Seated { no, generation, handle });
    }

    /// Creates tables in the store and opens them. The event waits until that succeeds.
    async fn create_tables(&mut self, opens: Vec<(TableNo, Opened)>) {
        if opens.is_empty() {
            return;
        }
        let rows: Vec<String> = opens
            .iter()
            .map(|(no, opened)| {
                let row = self.setup.table_row(*no, opened.generation, opened.seats);
                serde_json::to_string(&row).expect("a row has string keys and no fallible parts")
            })
            .collect();
        let stored = loop {
            match self.app.store.create(OwnerKind::Table, rows.clone()).await {
                Ok(stored) => break stored,
                Err(StoreError::Stopped(_)) => return,
                Err(error) => {
                    tracing::error!(tournament = %self.setup.id, %error, "tables cannot be created");
                    sleep(RELOAD).await;
                }
            }
        };
        for ((no, opened), stored) in opens.into_iter().zip(stored) {
            let table = stored.id;
            self.open_table(no, opened.generation, opened.seats, stored);
            Box::pin(self.tell_opened(no, opened.generation, table)).await;
        }
    }

    /// Notifies the players at a table of its address.
    async fn tell_opened(&mut self, no: TableNo, generation: u32, table: TableId) {
        let opened = Input::Opened { no, generation, table };
        let mut out = Outputs::default();
        self.core
            .step(opened, now(&self.app.clock), &mut self.entropy, &mut out);
        self.carry_out(out).await;
    }

    /// Reopens a table that was out of play, as the store has it.
    async fn reopen_table(&mut self, no: TableNo) {
        let known = self.numbers.get(&no).copied();
        let known = known.and_then(|id| Some((id, self.tables.get(&id)?.generation)));
        let opened = self.core.wanted_tables().find(|(wanted, _)| *wanted == no);
        let (Some((id, generation)), Some((_, Opened { seats, .. }))) = (known, opened) else {
            return;
        };
        match self.app.store.claim_table(id).await {
            Ok(stored) => {
                self.lost.remove(&id);
                if let Err(error) = self.app.store.quarantine(id, None).await {
                    tracing::warn!(table = %id, %error, "a table plays on and is still noted as quarantined");
                }
                self.open_table(no, generation, seats, stored);
                Box::pin(self.tell_opened(no, generation, id)).await;
                let players: Vec<AccountId> = self.core.accounts_at(no).collect();
                for account in players {
                    self.show_table(no, account);
                }
            }
            Err(error) => {
                let told = FromTable::OutOfPlay(error.to_string());
                // This very task reads it.
                let _ = self.reporter.send((id, told));
            }
        }
    }

    async fn close_table(&mut self, id: TableId) {
        if let Some(seated) = self.tables.remove(&id) {
            if self.numbers.get(&seated.no) == Some(&id) {
                self.numbers.remove(&seated.no);
            }
            if self.lost.remove(&id).is_some() {
                if let Err(error) = self.app.store.release_table(id, Vec::new()).await {
                    tracing::error!(table = %id, %error, "a table that is out of play cannot be closed");
                }
                return;
            }
            let (seats, moved) = (Vec::new(), Vec::new());
            seated
                .handle
                .deliver(TableMail::Direct(Direct::Arrange { seats, moved }))
                .await;
            seated.handle.deliver(TableMail::Close).await;
        }
    }

    /// Waits for the next input.
    async fn next(&mut self) -> Option<Input> {
        if let Some(failed) = self.journal.take_failure() {
            return Some(Input::Notice(failed));
        }
        let is_open = !self.core.is_busy() && !self.journal.is_full();
        let at = now(&self.app.clock);
        let due = self.core.due(at).map(|due| self.app.clock.instant_of(due));
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
        let now = now(&self.app.clock);
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
            self.app.tournaments.changed();
        }
        // A player may address the tournament by its number as soon as the entry is confirmed.
        for (account, _) in &out.accounts {
            let tournament = self.core.tournament();
            let plays = tournament
                .number_of(*account)
                .and_then(|number| tournament.plays(number));
            self.app.tournaments.note_player(*account, self.setup.id, plays);
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
            self.app.sessions.send_frame(account, frame);
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
            self.app.lobby.chips_moved(account);
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
            let pool = Arc::clone(&self.app.pool);
            self.lookups.spawn(async move { worked_out(&pool, work).await });
        }
        if let Some(won) = out.seat {
            let target = self.app.tournaments.get(won.target);
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

    /// Looks up what the core needs from the store before it carries out requests.
    fn look_up(
        &mut self,
        lookups: Vec<Lookup>,
        callers: Vec<TimeCall>,
        families: impl IntoIterator<Item = Box<Request>>,
        ages: impl IntoIterator<Item = Box<Request>>,
    ) {
        for lookup in lookups {
            let store = Arc::clone(&self.app.store);
            self.lookups.spawn(async move {
                let answer = store.answer(lookup.account, lookup.id).await;
                Input::Found {
                    ticket: lookup.ticket,
                    answer: answer.unwrap_or_default(),
                }
            });
        }
        for call in callers {
            let store = Arc::clone(&self.app.store);
            self.lookups.spawn(async move {
                let granted = store.official(call.caller.account).await.unwrap_or_default();
                let granted = granted.map(|role| role.to_wire());
                Input::Caller { call, granted }
            });
        }
        for request in families {
            let store = Arc::clone(&self.app.store);
            self.lookups.spawn(async move { with_family(&*store, request).await });
        }
        for request in ages {
            let store = Arc::clone(&self.app.store);
            self.lookups.spawn(async move { with_age(&*store, request).await });
        }
    }

    /// Makes a player seated at a table watch it from now on, without a request.
    fn show_table(&self, no: TableNo, account: AccountId) {
        let tournament = self.core.tournament();
        let seated = self.numbers.get(&no).and_then(|table| self.tables.get(table));
        let entrant = tournament
            .number_of(account)
            .and_then(|number| tournament.entrant(number));
        let (Some(seated), Some(entrant)) = (seated, entrant) else {
            return;
        };
        let is_open = |table| self.app.lobby.table(table).is_some();
        self.app
            .sessions
            .follow(account, seated.handle.id(), is_open, |outbox| {
                let caller = Caller {
                    account,
                    info: Arc::new(entrant.info.clone()),
                    network: None,
                    outbox,
                };
                // If the table is too busy, the client asks for it later.
                let _ = seated.handle.post(TableMail::Follow(caller));
            });
    }

    /// Reads the tournament from the store again. Its tables play on meanwhile and report afresh.
    async fn reload(&mut self) -> Next {
        self.lookups.shutdown().await;
        self.journal.forget();
        let clients = self.core.take_clients();
        let stored = loop {
            match self.app.store.claim_table(self.setup.id).await {
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
        let at = now(&self.app.clock);
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
        let (kind, id) = (OwnerKind::Tournament, self.setup.id);
        tables::quarantine(&self.app, vec![Unplayable { kind, id, why }]).await;
    }

    /// `true` once the tournament has been over long enough to be dropped from memory.
    fn is_over_for_good(&self) -> bool {
        self.over.is_some_and(|since| since.elapsed() >= self.shown_for())
    }

    /// Returns how long a finished tournament stays visible.
    fn shown_for(&self) -> Duration {
        /// A tournament without entries has nothing else to show.
        const EMPTY_SHOWN: Duration = Duration::from_mins(1);
        let shown_for = Duration::from_secs(self.app.config.tournament_shown_s.into());
        if self.core.tournament().director.entries() == 0 {
            return shown_for.min(EMPTY_SHOWN);
        }
        shown_for
    }

    async fn end(mut self) {
        self.app.tournaments.forget(self.setup.id);
        self.refuse_mail();
        if !self.is_over_for_good() {
            return;
        }
        let ids: Vec<TableId> = self.tables.keys().copied().collect();
        for id in ids {
            self.close_table(id).await;
        }
        let results = Results::of(&self.core, now(&self.app.clock));
        let body = serde_json::to_string(&results).expect("results have string keys and no fallible parts");
        let log = self.core.log_pages(results::LOG_LINES);
        if let Err(error) = self.app.store.keep_result(self.setup.id, body, log).await {
            // It stays open and is closed another time.
            tracing::error!(tournament = %self.setup.id, %error, "the results of a tournament cannot be kept");
            return;
        }
        if let Err(error) = self.app.store.close_table(self.setup.id, self.epoch).await {
            tracing::error!(tournament = %self.setup.id, %error, "a tournament that is over cannot be closed");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;

    use poker_engine::Chips;
    use poker_engine::tournament::law::{IcmTerms, icm};

    use super::*;

    #[tokio::test]
    async fn shares_by_icm_are_worked_out_in_the_pool() {
        let (stacks, prizes) = ([50, 30, 20].map(Chips::new), [70, 30].map(Chips::new));
        let terms = IcmTerms::new(stacks.to_vec(), prizes.to_vec()).unwrap();
        let pool = Pool::default();
        let turn = pool.hold(Piece::Evaluations(1)).await;
        let mut work = pin!(worked_out(&pool, IcmWork { terms, request: None }));
        let waits = poll_fn(|context| Poll::Ready(work.as_mut().poll(context).is_pending())).await;
        assert!(waits, "others are at work");
        drop(turn);
        let Input::Icm(Some(shares), None) = work.await else {
            panic!("there is room");
        };
        assert_eq!(shares.shares(), icm(&stacks, &prizes).unwrap());
    }
}
