//! Who watches a table.

use super::mail::Caller;
use crate::net::ConnId;
use crate::store::AccountId;

/// The connections that watch a table.
#[derive(Debug, Default)]
pub struct Viewers(Vec<Caller>);

impl Viewers {
    /// A connection watches from now on.
    pub(super) fn add(&mut self, caller: Caller) {
        self.remove(caller.outbox.id());
        self.0.push(caller);
    }

    /// A connection watches no more; gives its account if it did.
    pub(super) fn remove(&mut self, conn: ConnId) -> Option<AccountId> {
        let index = self.0.iter().position(|viewer| viewer.outbox.id() == conn)?;
        Some(self.0.swap_remove(index).account)
    }

    /// Whether a connection of the account watches.
    pub fn is_online(&self, account: AccountId) -> bool {
        self.0.iter().any(|viewer| viewer.account == account)
    }

    /// Whether this connection watches.
    pub(super) fn watches(&self, conn: ConnId) -> bool {
        self.0.iter().any(|viewer| viewer.outbox.id() == conn)
    }

    /// How many they are.
    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Caller> {
        self.0.iter()
    }

    /// All of them, taken out.
    pub(super) fn take(&mut self) -> Vec<Caller> {
        std::mem::take(&mut self.0)
    }
}
