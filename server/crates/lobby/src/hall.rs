//! The registry of tournaments.

mod waiting;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use poker_base::network::Network;
use poker_event::setup::{EventTableRow, TournamentSetup};
use poker_event::{Announced, Asker, TournamentHandle, actor};
use poker_limits::places::{self, Newcomer, Verdict};
use poker_limits::{rate_limited, too_busy};
use poker_people::store_error;
use poker_protocol::v1::rest::TournamentConfig;
use poker_protocol::v1::tournament::{TournamentId, TournamentSummary};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{AccountId, Announcement, OwnerKind, StoreError, StoredTable, TableId};
use poker_table::TableName;
use poker_table::core::speech::Standing;
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;

use self::waiting::Hosted;
use crate::tables::{self, Tables, Unplayable};
use crate::{Restraints, choosing, house};

/// The tournaments of this server.
#[derive(Default)]
pub struct Hall {
    tournaments: DashMap<TableId, TournamentHandle>,
    /// The tournaments each account has entered, with `true` while it is still in play there.
    players: DashMap<AccountId, BTreeMap<TableId, bool>>,
    /// The unfinished tournaments of hosts.
    hosted: DashMap<TableId, Hosted>,
    changed: Notify,
    /// Notified when an event that recurs was changed.
    pub recurs: Notify,
}

impl Hall {
    /// Returns the tournament of a name; `None` if there is none, or if it is private and the name does not let the asker in. The two look
    /// alike.
    pub fn find(&self, name: &str, asker: Asker) -> Option<(TableId, TournamentHandle)> {
        let name = TableName::parse(name)?;
        let handle = self.get(name.table)?;
        name.lets_in(handle.invitation(), self.is_known(name.table, &handle, asker))
            .then_some((name.table, handle))
    }

    /// `true` if a tournament may be requested by its number alone: by anyone if it is public, otherwise by its players, its host and its
    /// officials.
    pub fn knows(&self, id: TableId, asker: Asker) -> bool {
        self.get(id).is_some_and(|handle| self.is_known(id, &handle, asker))
    }

    fn is_known(&self, id: TableId, handle: &TournamentHandle, asker: Asker) -> bool {
        let is_inside = |account| {
            let has_entered = self
                .players
                .get(&account)
                .is_some_and(|entered| entered.contains_key(&id));
            has_entered || handle.is_run_by(account)
        };
        handle.is_public() || asker.is_official || asker.account.is_some_and(is_inside)
    }

    /// Returns the summary of a private tournament that an account runs.
    pub fn private_event_of(&self, id: TableId, host: AccountId) -> Option<TournamentSummary> {
        let handle = self.get(id)?;
        (!handle.is_public() && handle.is_run_by(host)).then(|| handle.glance(TournamentSummary::clone))
    }

    /// Returns the number of entries of a tournament that is not closed.
    pub fn entries_of(&self, id: TableId) -> Option<u32> {
        Some(self.get(id)?.glance(|summary| summary.entries))
    }

    /// Returns the tournament with a number.
    pub fn get(&self, id: TableId) -> Option<TournamentHandle> {
        Some(self.tournaments.get(&id)?.clone())
    }

    /// Returns the tournaments with a waiting list.
    pub fn with_waitlist(&self) -> Vec<TournamentHandle> {
        let waited_for = |handle: &TournamentHandle| handle.glance(|summary| summary.waiting.is_some());
        let handles = self.tournaments.iter().map(|entry| entry.value().clone());
        handles.filter(waited_for).collect()
    }

    /// Returns the public tournaments, oldest first.
    pub fn list(&self) -> Vec<TournamentSummary> {
        self.listed(|summary| !summary.private)
    }

    /// Returns the tournaments of the house, oldest first.
    pub fn of_house(&self) -> Vec<TournamentSummary> {
        self.listed(|summary| summary.house)
    }

    fn listed(&self, is_wanted: impl Fn(&TournamentSummary) -> bool) -> Vec<TournamentSummary> {
        let wanted = |summary: &TournamentSummary| is_wanted(summary).then(|| summary.clone());
        let mut listed: Vec<(TableId, TournamentSummary)> = self
            .tournaments
            .iter()
            .filter_map(|entry| Some((*entry.key(), entry.value().glance(wanted)?)))
            .collect();
        listed.sort_unstable_by_key(|(id, _)| *id);
        listed.into_iter().map(|(_, summary)| summary).collect()
    }

    /// Notes that the public view of a tournament changed.
    pub(super) fn changed(&self) {
        self.changed.notify_one();
    }

    /// Waits until the public view of a tournament changes.
    pub async fn has_changed(&self) {
        self.changed.notified().await;
    }

    /// Removes a tournament.
    pub(super) fn forget(&self, id: TableId) {
        self.tournaments.remove(&id);
        self.hosted.remove(&id);
        self.players.retain(|_, entered| {
            entered.remove(&id);
            !entered.is_empty()
        });
    }

    /// Returns a person's standing in a tournament, as far as others may learn it; `family` are all accounts of the person. A person who
    /// plays or has played, through any of them, is no official.
    pub fn standing(&self, id: TableId, asker: Asker, family: &[AccountId]) -> Standing {
        let plays = |account: &AccountId| self.players.get(account)?.get(&id).copied();
        let is_official = |account: &AccountId| self.get(id).is_some_and(|handle| handle.is_run_by(*account));
        match family.iter().filter_map(plays).max() {
            Some(true) => Standing::Playing,
            Some(false) => Standing::Out,
            None if asker.is_official || asker.account.as_ref().is_some_and(is_official) => Standing::Official,
            None => Standing::Guest,
        }
    }

    /// Notes that an account has entered a tournament, with `true` while it is still in play; `None` removes the entry.
    pub(super) fn note_player(&self, account: AccountId, id: TableId, plays: Option<bool>) {
        if let Some(plays) = plays {
            self.players.entry(account).or_default().insert(id, plays);
        } else {
            self.players.remove_if_mut(&account, |_, entered| {
                entered.remove(&id);
                entered.is_empty()
            });
        }
    }

    /// Returns the tournaments that an account has entered.
    pub fn entered_by(&self, account: AccountId) -> Vec<TournamentId> {
        let entered = self.players.get(&account).map(|entered| entered.clone());
        let handles = entered.into_iter().flatten().filter_map(|(id, _)| self.get(id));
        handles.map(|handle| handle.summary().tournament).collect()
    }
}

/// What it takes to announce tournaments.
pub struct Events {
    /// Tournaments that are not closed.
    pub tournaments: Arc<Hall>,
    /// What opens their tables.
    pub tables: Arc<Tables>,
    /// Limits that players set for themselves.
    pub restraints: Arc<Restraints>,
    /// The tasks of the tournaments.
    pub tasks: TaskTracker,
    /// Time for which a finished tournament stays in the lobby.
    pub shown_for: Duration,
}

/// Resumes the tournaments that ran when the server stopped, with their tables.
pub async fn recover(events: &Arc<Events>, stored: Vec<StoredTable>, tables: Vec<(EventTableRow, StoredTable)>) {
    let mut of: HashMap<u64, Vec<(EventTableRow, StoredTable)>> = HashMap::new();
    for (row, table) in tables {
        of.entry(row.event).or_default().push((row, table));
    }
    let mut started = Vec::new();
    for tournament in stored {
        let id = tournament.id;
        let tables = of.remove(&id.0).unwrap_or_default();
        match announced_once(id, &tournament.config)
            .and_then(|setup| actor::start(house::deps(events), &tournament, setup, tables))
        {
            Ok(handle) => {
                if let Some(host) = handle.summary().host.and_then(|host| host.parse().ok()) {
                    let settled = places::is_settled(&*events.tables.store, host).await;
                    events.tournaments.note_host(id, host, None, settled);
                }
                events.tournaments.tournaments.insert(id, handle.clone());
                started.push(handle);
            }
            Err(why) => {
                let kind = OwnerKind::Tournament;
                tables::quarantine(&events.tables, vec![Unplayable { kind, id, why }]).await;
            }
        }
    }
    // The remaining tables belong to tournaments that are closed.
    for (_, table) in of.into_values().flatten() {
        let (id, epoch) = (table.id, table.epoch);
        if let Err(error) = events.tables.store.close_table(id, epoch).await {
            tracing::error!(table = %id, %error, "the table of a closed tournament cannot be closed");
        }
    }
    // Each reads its mail once its tables are open, so that players who come back immediately find them.
    let opened = async {
        for handle in started {
            handle.ask(|_, _| ()).await;
        }
    };
    if timeout(OPENING, opened).await.is_err() {
        tracing::warn!("some tables of tournaments are not open yet");
    }
}

/// Parses a tournament as it was announced.
fn announced_once(id: TableId, config: &str) -> Result<TournamentSetup, String> {
    let announced: Announced = serde_json::from_str(config).map_err(|fault| fault.to_string())?;
    TournamentSetup::new(id, &announced).map_err(|fault| fault.to_string())
}

/// Longest time a start waits for the tables of tournaments.
const OPENING: Duration = Duration::from_secs(30);

/// Announces a tournament.
///
/// # Errors
/// If the structure is wrong or the store refuses, in words.
pub async fn announce(
    events: &Arc<Events>,
    announced: &Announced,
) -> Result<(TableId, TournamentHandle), AnnounceError> {
    // Faults are reported before anything is stored.
    TournamentSetup::new(TableId(0), announced).map_err(|fault| AnnounceError::Structure(fault.to_string()))?;
    let config = serde_json::to_string(announced).map_err(|fault| AnnounceError::Structure(fault.to_string()))?;
    let mut created = events.tables.store.create(OwnerKind::Tournament, vec![config]).await?;
    let stored = created
        .pop()
        .ok_or_else(|| StoreError::Corrupt("no tournament was made".to_owned()))?;
    let setup =
        TournamentSetup::new(stored.id, announced).map_err(|fault| AnnounceError::Structure(fault.to_string()))?;
    let handle = opened(events, &stored, setup).map_err(AnnounceError::Structure)?;
    Ok((stored.id, handle))
}

/// Starts the task of a new tournament.
fn opened(events: &Arc<Events>, stored: &StoredTable, setup: TournamentSetup) -> Result<TournamentHandle, String> {
    let handle = actor::start(house::deps(events), stored, setup, Vec::new())?;
    events.tournaments.tournaments.insert(stored.id, handle.clone());
    events.tournaments.changed();
    Ok(handle)
}

/// Announces a tournament for a host.
///
/// # Errors
/// The first fault of the announcement.
pub async fn announce_for(
    events: &Arc<Events>,
    host: AccountId,
    from: Network,
    config: TournamentConfig,
) -> Result<TournamentHandle, ErrorMsg> {
    if events.tables.is_draining() {
        return Err(ErrorMsg::new(None, ErrorCode::ServerDraining, "the server is stopping"));
    }
    let announced = choosing::chosen(events, host, &config)?;
    let _opening = events.tables.openings.turn(from).await.map_err(too_busy)?;
    let newcomer = Newcomer::of(&*events.tables.store, host, from).await;
    let instead_of = room_for(events, &newcomer)?;
    if let Err(wait) = events.tables.new_tables.count(&host) {
        return Err(rate_limited(None, wait, "too many new tournaments"));
    }
    let (id, handle) = announce(events, &announced).await.map_err(|error| match error {
        AnnounceError::Structure(message) => ErrorMsg::new(None, ErrorCode::TournamentBadStructure, message),
        AnnounceError::Store(fault) => store_error(&fault, "a tournament cannot be announced"),
    })?;
    settle(events, id, &newcomer, instead_of);
    Ok(handle)
}

/// Announces the next of a host's events that recur, once. `None` if it was announced or changed meanwhile.
///
/// # Errors
/// The first fault of the announcement, which changes nothing.
pub(crate) async fn announce_due(
    events: &Arc<Events>,
    announced: &Announced,
    due: Announcement,
) -> Result<Option<TournamentHandle>, ErrorMsg> {
    let fault = |fault: &StoreError| store_error(fault, "a recurring event cannot be announced");
    // Its host is settled: it stands for the days until its start, whoever enters.
    let newcomer = Newcomer {
        account: due.host,
        network: None,
        settled: true,
    };
    let instead_of = room_for(events, &newcomer)?;
    let created = events
        .tables
        .store
        .announce_due(due)
        .await
        .map_err(|error| fault(&error))?;
    let Some(stored) = created else { return Ok(None) };
    let wrong = |message| ErrorMsg::new(None, ErrorCode::TournamentBadStructure, message);
    let setup = TournamentSetup::new(stored.id, announced).map_err(|fault| wrong(fault.to_string()))?;
    let handle = opened(events, &stored, setup).map_err(wrong)?;
    settle(events, stored.id, &newcomer, instead_of);
    Ok(Some(handle))
}

/// Finds room for another tournament of a host: `Some` if one has to give way.
fn room_for(events: &Events, newcomer: &Newcomer) -> Result<Option<TableId>, ErrorMsg> {
    let full = |message| Err(ErrorMsg::new(None, ErrorCode::ServerFull, message));
    match places::TOURNAMENTS.admit(newcomer, &events.tournaments.places()) {
        Verdict::Enters => Ok(None),
        Verdict::InPlaceOf(id) => Ok(Some(id)),
        Verdict::HasItsShare => full("the account, or its network, has the maximum number of tournaments"),
        Verdict::Full => full("the server has the maximum number of tournaments"),
    }
}

/// Notes the host of a new tournament, and cancels the one that gives way to it.
fn settle(events: &Events, id: TableId, newcomer: &Newcomer, instead_of: Option<TableId>) {
    let hall = &events.tournaments;
    hall.note_host(id, newcomer.account, newcomer.network, newcomer.settled);
    if let Some(other) = instead_of {
        let why = "other tournaments are announced, and nobody is at this one";
        hall.give_up(other, hall.spared(other), why);
    }
}

/// The reasons a tournament was not announced.
#[derive(Debug, thiserror::Error)]
pub enum AnnounceError {
    /// The structure is wrong.
    #[error("{0}")]
    Structure(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
