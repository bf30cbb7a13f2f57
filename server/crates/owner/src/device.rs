//! The device that a connection runs on, and the seats that it holds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use poker_store::TableId;
use smallvec::SmallVec;

/// A connection among the others of its account.
#[derive(Debug, Default)]
pub(super) struct Device {
    /// The name chosen by the client. Clients that choose none share one.
    name: OnceLock<Box<str>>,
    /// Tables where the connection holds the account's seat.
    seats: Mutex<SmallVec<[TableId; 1]>>,
    /// `true` once the connection has asked for a seat or an entry.
    plays: AtomicBool,
}

impl Device {
    /// Sets the name; only the first call counts.
    pub(super) fn set_name(&self, name: &str) {
        // A connection says hello once.
        let _ = self.name.set(name.into());
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.name.get().map(|name| &**name)
    }

    pub(super) fn hold(&self, table: TableId) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if !seats.contains(&table) {
            seats.push(table);
        }
    }

    pub(super) fn let_go(&self, table: TableId) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        seats.retain(|held| *held != table);
    }

    pub(super) fn seats(&self) -> SmallVec<[TableId; 1]> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_plays(&self) {
        self.plays.store(true, Ordering::Relaxed);
    }

    pub(super) fn plays(&self) -> bool {
        self.plays.load(Ordering::Relaxed)
    }
}
