//! The viewers of a table.

use std::collections::BTreeSet;

use poker_owner::{Caller, ConnId};

use poker_store::AccountId;

/// The connections that watch a table.
#[derive(Debug, Default)]
pub struct Viewers(Vec<Viewer>);

/// A connection that watches.
#[derive(Debug)]
struct Viewer {
    caller: Caller,
    sight: Sight,
}

/// The time at which a viewer sees what happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// At once.
    Live,
    /// With the delay of the table.
    Late(LateSight),
}

/// The place of a viewer in the delayed feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LateSight {
    /// Number of the first item of the feed that the viewer has not seen yet.
    pub(super) from: u64,
    /// `true` if the viewer has nothing on the table to which events could be added.
    pub(super) blank: bool,
}

impl Viewers {
    pub(super) fn add(&mut self, caller: Caller, sight: Sight) {
        self.remove(caller.outbox.id());
        self.0.push(Viewer { caller, sight });
    }

    /// Removes a connection; returns its account if it was watching.
    pub(super) fn remove(&mut self, conn: ConnId) -> Option<AccountId> {
        let index = self.0.iter().position(|viewer| viewer.caller.outbox.id() == conn)?;
        Some(self.0.swap_remove(index).caller.account)
    }

    /// `true` if a connection of the account watches.
    pub fn is_online(&self, account: AccountId) -> bool {
        self.0.iter().any(|viewer| viewer.caller.account == account)
    }

    /// `true` if this connection watches.
    pub(super) fn watches(&self, conn: ConnId) -> bool {
        self.sight(conn).is_some()
    }

    /// The sight of a connection; `None` if it does not watch.
    pub(super) fn sight(&self, conn: ConnId) -> Option<Sight> {
        let viewer = self.0.iter().find(|viewer| viewer.caller.outbox.id() == conn);
        viewer.map(|viewer| viewer.sight)
    }

    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    /// Number of accounts that watch and are not among `seated`.
    pub(super) fn standing(&self, seated: &[(u8, AccountId)]) -> usize {
        let accounts: BTreeSet<AccountId> = self.0.iter().map(|viewer| viewer.caller.account).collect();
        let sits = |account: &AccountId| seated.iter().any(|(_, who)| who == account);
        accounts.iter().filter(|account| !sits(account)).count()
    }

    /// Iterates over the connections.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Caller> {
        self.0.iter().map(|viewer| &viewer.caller)
    }

    /// Iterates over the connections that see everything at once.
    pub(super) fn live(&self) -> impl Iterator<Item = &Caller> {
        let live = self.0.iter().filter(|viewer| viewer.sight == Sight::Live);
        live.map(|viewer| &viewer.caller)
    }

    /// Iterates over the connections that see the table with its delay.
    pub(super) fn late(&mut self) -> impl Iterator<Item = (&Caller, &mut LateSight)> {
        self.0.iter_mut().filter_map(|viewer| match &mut viewer.sight {
            Sight::Live => None,
            Sight::Late(late) => Some((&viewer.caller, late)),
        })
    }

    /// Gives connections without a seat the sight of those who watch, from item `from` of the feed on.
    pub(super) fn stand_back(&mut self, seated: &[(u8, AccountId)], from: u64) {
        for Viewer { caller, sight } in &mut self.0 {
            if *sight == Sight::Live && !seated.iter().any(|(_, who)| *who == caller.account) {
                *sight = Sight::Late(LateSight { from, blank: false });
            }
        }
    }

    /// Takes out all connections.
    pub(super) fn take(&mut self) -> Vec<Caller> {
        std::mem::take(&mut self.0)
            .into_iter()
            .map(|viewer| viewer.caller)
            .collect()
    }
}
