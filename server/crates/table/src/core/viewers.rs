//! The viewers of a table.

use poker_owner::{Caller, ConnId};

use poker_store::AccountId;

/// The connections that watch a table.
#[derive(Debug, Default)]
pub struct Viewers(Vec<Caller>);

impl Viewers {
    pub(super) fn add(&mut self, caller: Caller) {
        self.remove(caller.outbox.id());
        self.0.push(caller);
    }

    /// Removes a connection; returns its account if it was watching.
    pub(super) fn remove(&mut self, conn: ConnId) -> Option<AccountId> {
        let index = self.0.iter().position(|viewer| viewer.outbox.id() == conn)?;
        Some(self.0.swap_remove(index).account)
    }

    /// `true` if a connection of the account watches.
    pub fn is_online(&self, account: AccountId) -> bool {
        self.0.iter().any(|viewer| viewer.account == account)
    }

    /// `true` if this connection watches.
    pub(super) fn watches(&self, conn: ConnId) -> bool {
        self.0.iter().any(|viewer| viewer.outbox.id() == conn)
    }

    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the connections.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Caller> {
        self.0.iter()
    }

    /// Takes out all connections.
    pub(super) fn take(&mut self) -> Vec<Caller> {
        std::mem::take(&mut self.0)
    }
}
