//! The viewers of a table.

use poker_owner::{Caller, ConnId, Outbox};
use poker_store::AccountId;

/// The part of a connection at a table that it watches. While an account has a seat, one connection of it plays at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It gets the private parts of its account, and decides.
    Plays,
    /// Another connection of the account holds the seat, or has held it.
    Aside,
    /// It has asked to watch as a spectator.
    Declines,
}

/// A connection that watches a table.
#[derive(Clone, Debug)]
pub struct Viewer {
    /// The connection with its account.
    pub caller: Caller,
    /// Its part.
    pub part: Part,
}

/// The connections that watch a table.
#[derive(Debug, Default)]
pub struct Viewers(Vec<Viewer>);

impl Viewers {
    pub(super) fn add(&mut self, viewer: Viewer) {
        self.remove(viewer.caller.outbox.id());
        self.0.push(viewer);
    }

    /// Removes a connection; returns it if it was watching.
    pub(super) fn remove(&mut self, conn: ConnId) -> Option<Viewer> {
        let index = self.0.iter().position(|viewer| viewer.caller.outbox.id() == conn)?;
        Some(self.0.swap_remove(index))
    }

    /// `true` if a connection of the account plays here, or would with a seat.
    pub(crate) fn is_online(&self, account: AccountId) -> bool {
        self.player(account).is_some()
    }

    /// The connection of an account that plays here, or would with a seat.
    pub(super) fn player(&self, account: AccountId) -> Option<&Outbox> {
        self.of(account)
            .find(|viewer| viewer.part == Part::Plays)
            .map(|viewer| &viewer.caller.outbox)
    }

    /// `true` if this connection watches.
    pub(super) fn watches(&self, conn: ConnId) -> bool {
        self.0.iter().any(|viewer| viewer.caller.outbox.id() == conn)
    }

    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the connections.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Viewer> {
        self.0.iter()
    }

    /// Iterates over the connections of an account.
    pub(super) fn of(&self, account: AccountId) -> impl Iterator<Item = &Viewer> {
        self.0.iter().filter(move |viewer| viewer.caller.account == account)
    }

    /// Makes one connection of an account play, and puts the others aside.
    pub(super) fn seat(&mut self, account: AccountId, conn: ConnId) {
        for viewer in self.0.iter_mut().filter(|viewer| viewer.caller.account == account) {
            match viewer.part {
                _ if viewer.caller.outbox.id() == conn => viewer.part = Part::Plays,
                Part::Plays => viewer.part = Part::Aside,
                Part::Aside | Part::Declines => {}
            }
        }
    }

    /// Ends the distinction between the connections of an account that has no seat any more.
    pub(super) fn unseat(&mut self, account: AccountId) {
        let aside = |viewer: &&mut Viewer| viewer.caller.account == account && viewer.part == Part::Aside;
        for viewer in self.0.iter_mut().filter(aside) {
            viewer.part = Part::Plays;
        }
    }

    /// Takes out all connections.
    pub(super) fn take(&mut self) -> Vec<Viewer> {
        std::mem::take(&mut self.0)
    }
}
