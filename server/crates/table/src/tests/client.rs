//! An account with its connection to the table, and the follower that reads what comes.

use std::ops::{Deref, DerefMut};

use poker_follower::{Asking, Follower};
use poker_owner::{Caller, ConnId};
use poker_store::AccountId;

use super::world;
use crate::core::mail::TableRequest;

/// One account with its connection.
pub(super) struct Client {
    caller: Caller,
    follower: Follower,
    pub(super) acted: Option<(String, TableRequest)>,
}

impl Client {
    pub(super) fn new(caller: Caller) -> Self {
        Self {
            follower: Follower::new(caller.info.id.clone()),
            caller,
            acted: None,
        }
    }

    pub(super) fn account(&self) -> AccountId {
        self.caller.account
    }

    pub(super) fn conn(&self) -> ConnId {
        self.caller.outbox.id()
    }

    pub(super) fn caller(&self) -> Caller {
        self.caller.clone()
    }

    /// A new connection, which remembers what the old one saw.
    pub(super) fn reconnect(&mut self, conn: u64) {
        let info = (*self.caller.info).clone();
        self.caller = world::caller(self.caller.account, info, conn);
        self.follower.reconnected();
    }

    pub(super) fn asks(&mut self, id: &str, request: &TableRequest) {
        self.follower.asks(id, asking(request));
        if let TableRequest::Act { .. } = request {
            self.acted = Some((id.to_owned(), request.clone()));
        }
    }
}

impl Deref for Client {
    type Target = Follower;

    fn deref(&self) -> &Follower {
        &self.follower
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut Follower {
        &mut self.follower
    }
}

const fn asking(request: &TableRequest) -> Asking {
    match request {
        TableRequest::Watch | TableRequest::Resume { .. } | TableRequest::Sit { .. } => Asking::Joins,
        TableRequest::Unwatch => Asking::Leaves,
        _ => Asking::Stays,
    }
}
