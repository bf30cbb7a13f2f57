//! Doors of clubs: tables and events that open to members alone.

use std::collections::{BTreeSet, HashSet};
use std::mem::take;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use dashmap::DashMap;
use poker_store::{AccountId, ClubRecord, Store, StoreError, TableId};
use tokio::sync::Notify;

use crate::Lobby;

/// The members for whom a place is open, as of a reading of its club.
struct Door {
    /// Number of the reading: one that began later knows more.
    read: u64,
    /// The members; `None` once the place belongs to no club.
    members: Option<HashSet<AccountId>>,
}

/// Tables and tournaments of clubs, and who may enter. They follow the store, which is asked at the start and after each change.
pub struct Doors {
    lobby: Arc<Lobby>,
    by_place: DashMap<TableId, Door>,
    readings: AtomicU64,
    /// Clubs that changed since those who watch them were told.
    changed: Mutex<BTreeSet<u64>>,
    news: Notify,
}

impl Doors {
    /// Reads all doors.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn new(store: &dyn Store, lobby: Arc<Lobby>) -> Result<Self, StoreError> {
        let doors = Self::closed(lobby);
        for (place, members) in store.club_doors().await? {
            let members = Some(members.into_iter().collect());
            doors.by_place.insert(place, Door { read: 0, members });
        }
        Ok(doors)
    }

    /// No doors at all.
    fn closed(lobby: Arc<Lobby>) -> Self {
        Self {
            lobby,
            by_place: DashMap::new(),
            readings: AtomicU64::new(0),
            changed: Mutex::default(),
            news: Notify::new(),
        }
    }

    /// Notes that something in a club has changed, for those who watch it.
    pub fn changed(&self, club: u64) {
        let mut changed = self.changed.lock().unwrap_or_else(PoisonError::into_inner);
        changed.insert(club);
        self.news.notify_one();
    }

    /// Waits until a club has changed.
    pub(crate) async fn news(&self) {
        self.news.notified().await;
    }

    /// The clubs that changed since the last call.
    pub(crate) fn take_changed(&self) -> BTreeSet<u64> {
        take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins a reading. The club must be read after this, for [`Doors::follow`].
    pub fn begin(&self) -> u64 {
        self.readings.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Opens the places of a club to its members.
    pub fn follow(&self, read: u64, club: &ClubRecord) {
        let accounts = club
            .people
            .iter()
            .filter_map(|person| Some(person.account.as_ref()?.id));
        let members: HashSet<AccountId> = accounts.collect();
        for place in &club.places {
            self.set(place.place, read, Some(members.clone()));
        }
    }

    /// Makes a place one of no club.
    pub fn release(&self, read: u64, place: TableId) {
        self.set(place, read, None);
    }

    fn set(&self, place: TableId, read: u64, members: Option<HashSet<AccountId>>) {
        let mut door = self.by_place.entry(place).or_insert(Door { read, members: None });
        if door.read <= read {
            *door = Door { read, members };
        }
    }

    /// `true` if a place belongs to no club, or to one of the account.
    pub fn admits(&self, place: TableId, account: Option<AccountId>) -> bool {
        let door = self.by_place.get(&place);
        let members = door.as_ref().and_then(|door| door.members.as_ref());
        members.is_none_or(|members| account.is_some_and(|account| members.contains(&account)))
    }

    /// Reads a club after a change, opens its places to those who are members now, and has those who watch it told. `None` if there is no
    /// such club.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn followed(&self, store: &dyn Store, club: u64) -> Result<Option<ClubRecord>, StoreError> {
        self.changed(club);
        let read = self.begin();
        let record = store.club(club).await?;
        if let Some(record) = &record {
            self.follow(read, record);
        }
        Ok(record)
    }

    /// The name of a table or tournament as far as it counts for an account. The invitation to a place of a club counts for its members, and
    /// for players who sit at the table; for all others the number remains, by which its host and the players of an event know it.
    pub fn name_for<'a>(&self, name: &'a str, account: Option<AccountId>) -> &'a str {
        let Some((number, _)) = name.split_once('-') else {
            return name;
        };
        let Ok(table) = TableId::from_number(number) else {
            return name;
        };
        let place = self.lobby.event_at(table).unwrap_or(table);
        let sits = || account.is_some_and(|account| self.lobby.seats_of(account).contains(&table));
        if self.admits(place, account) || sits() {
            name
        } else {
            number
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_that_began_last_counts() {
        let doors = Doors::closed(Arc::new(Lobby::new(Vec::new())));
        let (place, account) = (TableId(7), AccountId::generate());
        assert!(doors.admits(place, None));
        let (early, late) = (doors.begin(), doors.begin());
        doors.set(place, late, Some(HashSet::from([account])));
        doors.set(place, early, Some(HashSet::new()));
        assert!(doors.admits(place, Some(account)));
        assert!(!doors.admits(place, Some(AccountId::generate())) && !doors.admits(place, None));
        doors.release(early, place);
        assert!(!doors.admits(place, None));
        doors.release(late, place);
        assert!(doors.admits(place, None));
    }
}
