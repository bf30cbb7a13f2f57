//! The lobby: open tables, their public summaries, and the seats of each account.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::mem::take;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::multiple::RefMulti;
use dashmap::mapref::one::Ref;
use listing::Listing;
use poker_base::network::Network;
use poker_bots::house::AskedIn;
use poker_engine::GameDef;
use poker_limits::places::Place;
use poker_owner::{Burst, ConnId, Outbox, encode};
use poker_people::operators::{ConnectionNotes, Record};
use poker_protocol::v1::server::LobbyMsg;
use poker_protocol::v1::table::{GameInfo, TableSummary};
use poker_protocol::v1::{ServerMsg, TableId as WireTableId};
use poker_push::Calls;
use poker_store::{AccountId, TableId};
use poker_table::{Mail, TableHandle, TableName, TableSetup, TableStatus};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::Utf8Bytes;

mod calling;
mod linked;
mod listing;
mod reports;

/// Maximum number of tables in one message, so that no message exceeds what clients must accept.
const TABLES_AT_ONCE: usize = 100;

/// Time for which lobby changes are gathered: a table changes with every seat and every hand, and viewers of the list
/// need no finer steps.
const GATHER: Duration = Duration::from_millis(250);

/// The open tables of a server, with the connections that watch the list.
pub struct Lobby {
    games: Vec<GameInfo>,
    tables: DashMap<TableId, OpenTable>,
    /// Tables where each account sits, from their latest reports.
    seats: DashMap<AccountId, Vec<TableId>>,
    watchers: DashMap<ConnId, Outbox>,
    changes: Mutex<Changes>,
    changed: Notify,
    /// Counts tables opened, changed or closed.
    version: AtomicU64,
    listing: Mutex<Option<Arc<Listing>>>,
    /// Hosts' requests for house bots.
    pub asked_in: AskedIn,
    /// Calls players whom a table waits for; `None` where calls are not wanted, as in tests.
    calls: Option<Calls>,
    /// Receives chat for the operators' record.
    record: Option<Record>,
    notes: Option<ConnectionNotes>,
}

struct OpenTable {
    handle: TableHandle,
    setup: Arc<TableSetup>,
    demo: bool,
    opener: Opener,
    status: Option<TableStatus>,
    /// Time since which no one has sat there: the last departure, or the opening.
    used_at: Instant,
}

/// The account that opened a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opener {
    /// Its network, if the table was opened since the server started; `None` for this machine's own.
    pub network: Option<Network>,
    /// `true` for a settled account.
    pub settled: bool,
}

#[derive(Default)]
struct Changes {
    tables: BTreeSet<TableId>,
    closed: BTreeSet<TableId>,
    /// Accounts whose chips outside tables changed.
    accounts: HashSet<AccountId>,
    /// Accounts that have no seat any more, each with the table.
    stood: Vec<(TableId, AccountId)>,
}

/// Changes since the last look.
pub struct News {
    /// Accounts whose chips outside tables changed.
    pub accounts: HashSet<AccountId>,
    /// Accounts that have no seat any more, each with the table.
    pub stood: Vec<(TableId, AccountId)>,
}

impl Lobby {
    /// An empty lobby that offers these games.
    pub fn new(games: Vec<GameInfo>) -> Self {
        Self {
            games,
            tables: DashMap::new(),
            seats: DashMap::new(),
            watchers: DashMap::new(),
            changes: Mutex::default(),
            changed: Notify::new(),
            version: AtomicU64::new(0),
            listing: Mutex::default(),
            asked_in: AskedIn::default(),
            calls: None,
            record: None,
            notes: None,
        }
    }

    /// Adds the recipients of table chat and of refused answers.
    #[must_use]
    pub fn recording(self, record: Record, notes: ConnectionNotes) -> Self {
        Self {
            record: Some(record),
            notes: Some(notes),
            ..self
        }
    }

    /// Adds the sender of calls to players whom a table waits for.
    #[must_use]
    pub fn calling(self, calls: Calls) -> Self {
        Self {
            calls: Some(calls),
            ..self
        }
    }

    /// The games on offer.
    pub fn games(&self) -> &[GameInfo] {
        &self.games
    }

    /// Handle of an open table.
    pub fn table(&self, table: TableId) -> Option<TableHandle> {
        Some(self.tables.get(&table)?.handle.clone())
    }

    /// Looks up a table by the name a client uses. `None` if there is none, or if it is private and the name does not
    /// admit the caller; the two cases look alike. A caller for whom `knows` holds, such as the host, may use the
    /// number alone.
    pub fn find(&self, name: &str, knows: impl Fn(&TableSetup) -> bool) -> Option<TableHandle> {
        self.named(name, knows).map(|line| line.handle.clone())
    }

    /// The tournament of an event's table, followed by the table's own number; `None` for any other table, and where
    /// [`Lobby::find`] gives `None`.
    pub fn event_of(&self, name: &str, knows: impl Fn(&TableSetup) -> bool) -> Option<(TableId, TableId)> {
        let line = self.named(name, knows)?;
        let event = line.setup.event.as_ref()?;
        Some((event.tournament, *line.key()))
    }

    /// The tournament that a table belongs to.
    pub fn event_at(&self, table: TableId) -> Option<TableId> {
        Some(self.tables.get(&table)?.setup.event.as_ref()?.tournament)
    }

    /// A private table that an account hosts: no practice table, and none of a tournament.
    pub fn private_table_of(&self, table: TableId, host: AccountId) -> Option<Arc<TableSetup>> {
        let setup = &self.tables.get(&table)?.setup;
        let is_own = setup.host == Some(host) && setup.invitation.is_some() && !setup.practice && setup.event.is_none();
        is_own.then(|| Arc::clone(setup))
    }

    /// Number of players who sit at an open table.
    pub fn seated_at(&self, table: TableId) -> Option<u32> {
        let line = self.tables.get(&table)?;
        let seated = line.status.as_ref().map_or(0, |status| status.seated.len());
        u32::try_from(seated).ok()
    }

    /// `true` for a practice table.
    pub fn is_practice(&self, table: TableId) -> bool {
        self.tables.get(&table).is_some_and(|line| line.setup.practice)
    }

    /// `true` if the table belongs to a tournament.
    pub fn is_of_event(&self, table: TableId) -> bool {
        self.tables.get(&table).is_some_and(|line| line.setup.event.is_some())
    }

    fn named(&self, name: &str, knows: impl Fn(&TableSetup) -> bool) -> Option<Ref<'_, TableId, OpenTable>> {
        let name = TableName::parse(name)?;
        let line = self.tables.get(&name.table)?;
        let knows = knows(&line.setup);
        if line.setup.practice && !knows {
            return None;
        }
        name.lets_in(line.setup.invitation.as_ref(), knows).then_some(line)
    }

    /// Current game of the named table, with its definition if it is the host's own.
    pub fn game_of(&self, name: &str) -> Option<(Arc<GameDef>, Option<Arc<str>>)> {
        let line = self.named(name, |_| false)?;
        let told = line.status.as_ref().map(|status| status.game);
        let played = line.setup.played(told.unwrap_or(line.setup.program.first()));
        Some((Arc::clone(&played.game), played.definition.clone()))
    }

    /// Number of open tables.
    pub fn count(&self) -> usize {
        self.tables.len()
    }

    /// Answers request `id` for the public tables, oldest first, with as many as one message can carry.
    pub fn list(&self, id: String) -> Burst {
        self.listing().answer(id)
    }

    fn listing(&self) -> Arc<Listing> {
        let mut listing = self.listing.lock().unwrap_or_else(PoisonError::into_inner);
        // A change from here on makes the next caller rebuild the list.
        let version = self.version.load(Ordering::Acquire);
        match &*listing {
            Some(listing) if listing.version == version => Arc::clone(listing),
            _ => Arc::clone(listing.insert(Arc::new(Listing::new(version, self.tables())))),
        }
    }

    /// Answers request `id` with all tables, then sends changes of the lobby to this connection.
    pub fn watch(&self, outbox: &Outbox, id: String) {
        // Start watching first: better to report a change twice than never.
        self.watchers.insert(outbox.id(), outbox.clone());
        // A full or closed outbox disconnects by itself.
        let _ = outbox.send(&self.listing().answer_with_all(id));
    }

    /// The public tables, oldest first.
    pub fn tables(&self) -> Vec<TableSummary> {
        let mut listed: Vec<(TableId, TableSummary)> = self
            .tables
            .iter()
            .filter_map(|line| Some((*line.key(), listed(&line)?)))
            .collect();
        listed.sort_unstable_by_key(|(table, _)| *table);
        listed.into_iter().map(|(_, summary)| summary).collect()
    }

    /// Latest summary of a table, listed or not.
    pub fn summary(&self, table: TableId) -> Option<TableSummary> {
        let line = self.tables.get(&table)?;
        line.status.as_ref().map(|status| status.summary.clone())
    }

    /// Latest summary of a named table, if the lobby lists it.
    pub fn listed(&self, name: &str) -> Option<TableSummary> {
        listed(&*self.named(name, |_| false)?)
    }

    /// Tables where the account has a seat.
    pub fn seats_of(&self, account: AccountId) -> Vec<TableId> {
        self.seats.get(&account).map_or_else(Vec::new, |tables| tables.clone())
    }

    /// The same tables, as clients name them.
    pub fn seats_named(&self, account: AccountId) -> Vec<WireTableId> {
        let named = |table| Some(self.tables.get(&table)?.setup.wire_id(table));
        self.seats_of(account).into_iter().filter_map(named).collect()
    }

    /// The tables where an account sits and anyone may watch, and `true` if there are others.
    pub fn watchable_seats(&self, account: AccountId) -> (Vec<TableSummary>, bool) {
        let seats = self.seats_of(account);
        let open = |table: &TableId| {
            let line = self.tables.get(table)?;
            let hidden = line.setup.event.as_ref().is_some_and(|event| event.private);
            let summary = &line.status.as_ref()?.summary;
            (!hidden && !summary.info.private).then(|| summary.clone())
        };
        let watchable: Vec<TableSummary> = seats.iter().filter_map(open).collect();
        let others = watchable.len() < seats.len();
        (watchable, others)
    }

    /// Registers an open table; `demo` tables stay open while empty.
    pub fn opened(&self, handle: TableHandle, setup: Arc<TableSetup>, demo: bool, opener: Opener) {
        let line = OpenTable {
            handle,
            setup,
            demo,
            opener,
            status: None,
            used_at: Instant::now(),
        };
        self.tables.insert(line.handle.id(), line);
    }

    /// The tables where one of these accounts has a seat, is in line for one, or may be in a ledger.
    pub fn tables_with(&self, accounts: &[AccountId]) -> Vec<TableHandle> {
        let is_there = |status: &TableStatus| {
            let mut there = status.seated.iter().chain(&status.in_line);
            there.any(|account| accounts.contains(account))
        };
        let tables = self
            .tables
            .iter()
            .filter(|line| line.setup.session.own_chips || line.status.as_ref().is_some_and(is_there));
        tables.map(|line| line.handle.clone()).collect()
    }

    /// Pauses or resumes play at all tables. Returns the number of tables.
    pub async fn pause(&self, paused: bool) -> usize {
        let handles = self.handles();
        for handle in &handles {
            // A table that is gone has no play to pause.
            handle.deliver(Mail::Pause(paused)).await;
        }
        handles.len()
    }

    /// Places occupied by open tables, for the limits.
    pub fn places(&self) -> Vec<Place<TableId>> {
        let place = |line: RefMulti<'_, TableId, OpenTable>| {
            let is_own = line.setup.event.is_some() || line.demo;
            let seated = line.status.as_ref().map_or(0, |status| status.seated.len());
            Place {
                key: *line.key(),
                holder: line.setup.host.filter(|_| !is_own),
                network: line.opener.network,
                settled: line.opener.settled,
                // Practice tables have a limit of their own.
                users: (!line.setup.practice).then_some(seated),
                idle: line.used_at.elapsed(),
            }
        };
        self.tables.iter().map(place).collect()
    }

    /// The demo tables, oldest first.
    pub fn demo_tables(&self) -> Vec<TableId> {
        let demo = self
            .tables
            .iter()
            .filter(|line| line.demo && line.setup.event.is_none());
        let mut tables: Vec<TableId> = demo.map(|line| *line.key()).collect();
        tables.sort_unstable();
        tables
    }

    /// Tables opened by players that have been empty for at least `time`.
    pub fn empty_for(&self, time: Duration) -> Vec<TableId> {
        let empty = |line: &OpenTable| {
            let status = line.status.as_ref();
            status.is_none_or(|status| status.seated.is_empty() && !status.is_on_break)
        };
        let unused = self
            .tables
            .iter()
            .filter(|line| !line.demo && line.setup.event.is_none() && empty(line) && line.used_at.elapsed() >= time);
        unused.map(|line| *line.key()).collect()
    }

    /// Stops sending changes to a connection.
    pub fn unwatch(&self, conn: ConnId) {
        self.watchers.remove(&conn);
    }

    /// Asks every table to finish its hand and deal no more.
    pub async fn drain(&self) {
        for handle in self.handles() {
            handle.deliver(Mail::Drain).await;
        }
    }

    /// Handles of all open tables.
    pub fn handles(&self) -> Vec<TableHandle> {
        self.tables.iter().map(|line| line.handle.clone()).collect()
    }

    /// Waits for changes, gathers more for a moment, and sends them to the watchers.
    pub async fn tell(&self) -> News {
        self.changed.notified().await;
        sleep(GATHER).await;
        let changes = take(&mut *self.changes.lock().unwrap_or_else(PoisonError::into_inner));
        let tables: Vec<TableSummary> = changes
            .tables
            .iter()
            .filter_map(|table| listed(&*self.tables.get(table)?))
            .collect();
        let closed: Vec<WireTableId> = changes
            .closed
            .iter()
            .map(|table| WireTableId(table.to_string()))
            .collect();
        if !(tables.is_empty() && closed.is_empty() || self.watchers.is_empty()) {
            let burst = Burst {
                frames: lobby_messages(tables, closed).collect(),
                urgent: true,
                spare: false,
            };
            // A watcher with a full outbox is being disconnected, which removes it.
            let watchers: Vec<Outbox> = self.watchers.iter().map(|watcher| watcher.clone()).collect();
            for watcher in watchers {
                let _ = watcher.send(&burst);
            }
        }
        News {
            accounts: changes.accounts,
            stood: changes.stood,
        }
    }

    fn change(&self, note: impl FnOnce(&mut Changes)) {
        note(&mut self.changes.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_one();
    }

    /// Notes that no page of the account is in view any more: tables that wait for it have it called.
    pub fn looked_away(&self, account: AccountId) {
        if self.calls.as_ref().is_none_or(|calls| !calls.reach(account)) {
            return;
        }
        for handle in self.seats_of(account).into_iter().filter_map(|table| self.table(table)) {
            // Do not wait for a table with a full mailbox; skip the call.
            let _ = handle.post(Mail::LookedAway(account));
        }
    }

    fn sits(&self, account: AccountId, table: TableId) {
        let mut tables = self.seats.entry(account).or_default();
        if !tables.contains(&table) {
            tables.push(table);
        }
    }

    fn stands(&self, account: AccountId, table: TableId) {
        self.seats.remove_if_mut(&account, |_, tables| {
            tables.retain(|seat| *seat != table);
            tables.is_empty()
        });
    }
}

/// Splits changes into messages that no client has to refuse for their length.
fn lobby_messages(tables: Vec<TableSummary>, closed: Vec<WireTableId>) -> impl Iterator<Item = Utf8Bytes> {
    let count = tables.len().max(closed.len()).div_ceil(TABLES_AT_ONCE);
    let (mut tables, mut closed) = (tables.into_iter(), closed.into_iter());
    (0..count).map(move |_| {
        encode(&ServerMsg::Lobby(LobbyMsg {
            tables: tables.by_ref().take(TABLES_AT_ONCE).collect(),
            closed: closed.by_ref().take(TABLES_AT_ONCE).collect(),
        }))
    })
}

/// Public summary of a line, if the table is listed.
fn listed(line: &OpenTable) -> Option<TableSummary> {
    let status = line.status.as_ref()?;
    (!status.summary.info.private && line.setup.event.is_none()).then(|| status.summary.clone())
}

impl fmt::Debug for Lobby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lobby({} tables)", self.tables.len())
    }
}

#[cfg(test)]
mod tests;
