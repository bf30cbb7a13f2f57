//! Open connections, by account, session and device: an account may have eight devices connected at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use dashmap::{DashMap, DashSet};
use poker_owner::{Burst, ConnId, Outbox, encode};
use poker_protocol::v1::server::{Balance, Closing};
use poker_protocol::v1::{Chips, CloseCode, ServerMsg};
use poker_store::{AccountId, SessionId, TableId};
use rand::RngExt;
use smallvec::SmallVec;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Reconnect delay for clients of a server that stops, spread evenly so that they do not all return together.
const COME_BACK_MS: std::ops::Range<u32> = 1_000..6_000;

/// Time for which the shutting of a session is remembered: a hello that checked its token before and enters afterwards
/// must be refused. Far above the time that a hello may take.
const REMEMBERED: Duration = Duration::from_mins(1);

/// Time that connections get to close after being told to.
pub const CLOSE_ALL_TIMEOUT: Duration = Duration::from_secs(2);

/// Tables that a connection may follow without having asked.
const FOLLOWED: usize = 64;

/// Devices of an account that are connected at the same time.
const DEVICES: usize = 8;

/// The open connections. An account has at most one for each device: the newest.
#[derive(Default)]
pub struct Sessions {
    conns: AtomicU64,
    open: DashMap<ConnId, Outbox>,
    /// Connections of each account, in the order of their hellos.
    by_account: DashMap<AccountId, Outboxes>,
    by_session: DashMap<SessionId, Outboxes>,
    /// Tables that connections follow without having asked: those where tournaments have seated their accounts.
    followed: DashMap<ConnId, Vec<TableId>>,
    /// Sessions that were shut, with the time until which that is remembered, and the reason.
    shut: Mutex<HashMap<SessionId, (Instant, CloseCode)>>,
    /// Connections that reported that no page of theirs is in view.
    hidden: DashSet<ConnId>,
}

impl Sessions {
    /// Number for a new connection.
    pub fn next_conn(&self) -> ConnId {
        ConnId(self.conns.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// A connection is open.
    pub fn opened(&self, outbox: &Outbox) {
        self.open.insert(outbox.id(), outbox.clone());
    }

    /// A connection has ended.
    pub fn ended(&self, conn: ConnId) {
        self.open.remove(&conn);
        self.hidden.remove(&conn);
    }

    /// Records if a page of the connection's account is in view.
    pub fn look(&self, conn: ConnId, visible: bool) {
        if visible {
            self.hidden.remove(&conn);
        } else {
            self.hidden.insert(conn);
        }
    }

    /// `true` if a page of the account may be in view: there is a connection, and it has not reported otherwise. While
    /// devices hold seats, only those count: a wall in view calls nobody to the table.
    pub fn is_seen(&self, account: AccountId) -> bool {
        let devices = self.devices(account);
        let any_holds = devices.iter().any(holds_seats);
        let mut that_count = devices.iter().filter(|outbox| !any_holds || holds_seats(outbox));
        that_count.any(|outbox| !self.hidden.contains(&outbox.id()))
    }

    /// Registers a connection after its hello. The previous connection of the account's device is closed. If the account
    /// has too many devices, so is the one that has been there longest, first of all one without a seat.
    pub fn entered(&self, account: AccountId, session: SessionId, outbox: &Outbox) {
        self.by_session.entry(session).or_default().push(outbox.clone());
        self.followed.insert(outbox.id(), Vec::new());
        let replaced = {
            let mut devices = self.by_account.entry(account).or_default();
            let same = devices.iter().position(|older| older.is_same_device(outbox));
            let full = || devices.iter().position(|older| !holds_seats(older)).unwrap_or_default();
            let at = same.or_else(|| (devices.len() >= DEVICES).then(full));
            let replaced = at.map(|at| devices.remove(at));
            devices.push(outbox.clone());
            replaced
        };
        if let Some(replaced) = replaced {
            replaced.close(CloseCode::Replaced);
        }
        let shut = self.lock_shut().get(&session).copied();
        if let Some((_, code)) = shut.filter(|(until, _)| Instant::now() < *until) {
            outbox.close(code);
        }
    }

    /// Removes a closed connection. Returns the tables that it followed without having asked, and stops it from
    /// following more.
    pub fn left(&self, account: AccountId, session: SessionId, conn: ConnId) -> Vec<TableId> {
        remove(&self.by_account, account, conn);
        remove(&self.by_session, session, conn);
        self.followed
            .remove(&conn)
            .map(|(_, followed)| followed)
            .unwrap_or_default()
    }

    /// Makes a connection of an account follow a table, if it has one: `tell` notifies the table without waiting. If
    /// the connection ends at this moment, the table hears of that later. Closed tables make room. Of several devices it
    /// is one that holds a seat, else one that has asked for a seat or an entry, else the newest.
    pub fn follow(
        &self,
        account: AccountId,
        table: TableId,
        is_open: impl Fn(TableId) -> bool,
        tell: impl FnOnce(Outbox),
    ) {
        let mut devices = self.devices(account);
        devices.sort_by_key(|outbox| (holds_seats(outbox), outbox.plays(), outbox.id()));
        let Some(outbox) = devices.pop() else { return };
        let Some(mut followed) = self.followed.get_mut(&outbox.id()) else {
            return;
        };
        if !followed.contains(&table) {
            if followed.len() >= FOLLOWED {
                followed.retain(|table| is_open(*table));
            }
            if followed.len() >= FOLLOWED {
                return;
            }
            followed.push(table);
        }
        tell(outbox);
    }

    /// Sends an account its chips outside tables, if it is connected.
    pub fn send_balance(&self, account: AccountId, balance: Chips) {
        self.send(account, &ServerMsg::Balance(Balance { balance }));
    }

    /// Sends a message to an account, if it is connected.
    pub fn send(&self, account: AccountId, message: &ServerMsg) {
        self.send_frame(account, &encode(message));
    }

    /// Sends an encoded message to an account, if it is connected.
    pub fn send_frame(&self, account: AccountId, frame: &Utf8Bytes) {
        for outbox in self.devices(account) {
            // A full or closed outbox ends its connection by itself.
            let _ = outbox.send(&Burst::from(frame.clone()));
        }
    }

    /// The connections of an account, in the order of their hellos.
    fn devices(&self, account: AccountId) -> Outboxes {
        let devices = self.by_account.get(&account);
        devices.map(|devices| devices.clone()).unwrap_or_default()
    }

    /// `true` if the account is connected.
    pub fn is_connected(&self, account: AccountId) -> bool {
        self.by_account.contains_key(&account)
    }

    /// Closes the connections of a session that may not go on, including one whose hello is about to enter with it.
    /// `holds` is how long the reason lasts; `None` means for good.
    pub fn shut(&self, session: SessionId, code: CloseCode, holds: Option<Duration>) {
        let now = Instant::now();
        let until = now + holds.map_or(REMEMBERED, |holds| holds.min(REMEMBERED));
        {
            let mut shut = self.lock_shut();
            shut.retain(|_, (until, _)| now < *until);
            shut.insert(session, (until, code));
        }
        let outboxes = self.by_session.get(&session);
        let outboxes = outboxes.map(|outboxes| outboxes.clone()).unwrap_or_default();
        outboxes.iter().for_each(|outbox| outbox.close(code));
    }

    /// Lets a session enter again.
    pub fn readmit(&self, session: SessionId) {
        self.lock_shut().remove(&session);
    }

    /// Closes the connections of an account.
    pub fn close(&self, account: AccountId, code: CloseCode) {
        self.devices(account).iter().for_each(|outbox| outbox.close(code));
    }

    /// Sends a message to all connected accounts.
    pub fn tell_all(&self, message: &ServerMsg) {
        let frame = encode(message);
        for outbox in self.by_account.iter().flat_map(|devices| devices.clone()) {
            // A full or closed outbox ends its connection by itself.
            let _ = outbox.send(&Burst::from(frame.clone()));
        }
    }

    /// Sessions of the open connections.
    pub fn sessions(&self) -> Vec<SessionId> {
        self.by_session.iter().map(|entry| *entry.key()).collect()
    }

    fn lock_shut(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, (Instant, CloseCode)>> {
        self.shut.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes all connections, each with a time to come back.
    pub fn close_all(&self) {
        for open in &self.open {
            let _ = open.send(&Burst::from(&restart()));
            open.close(CloseCode::Restart);
        }
    }

    /// Announces to all connections, before they are closed, that the server stops and comes back.
    pub fn announce_restart(&self) {
        for open in &self.open {
            let _ = open.send(&Burst::from(&restart()));
        }
    }

    /// Number of open connections.
    pub fn count(&self) -> usize {
        self.open.len()
    }
}

/// Connections of one account or session.
type Outboxes = SmallVec<[Outbox; 1]>;

fn holds_seats(outbox: &Outbox) -> bool {
    !outbox.seats_held().is_empty()
}

/// Removes a connection from those of an account or a session.
fn remove<K: Eq + Hash + Copy>(outboxes: &DashMap<K, Outboxes>, key: K, conn: ConnId) {
    outboxes.remove_if_mut(&key, |_, outboxes| {
        outboxes.retain(|outbox| outbox.id() != conn);
        outboxes.is_empty()
    });
}

/// The notice of a restart, with a random delay so that connections do not all return together.
fn restart() -> ServerMsg {
    ServerMsg::Closing(Closing {
        reason: CloseCode::Restart.reason().to_owned(),
        retry_after_ms: Some(rand::rng().random_range(COME_BACK_MS)),
    })
}

#[cfg(test)]
mod tests {
    use poker_owner::NoSocket;
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_page_is_looked_at_until_it_says_otherwise() {
        let sessions = Sessions::default();
        let (account, session) = (AccountId::generate(), SessionId::generate());
        let enter = || {
            let outbox = Outbox::new(sessions.next_conn(), Arc::new(NoSocket));
            sessions.opened(&outbox);
            sessions.entered(account, session, &outbox);
            outbox.id()
        };
        assert!(!sessions.is_seen(account), "without a connection there is no page");
        let first = enter();
        assert!(sessions.is_seen(account), "a program says nothing");
        sessions.look(first, false);
        assert!(!sessions.is_seen(account));
        sessions.look(first, true);
        assert!(sessions.is_seen(account));
        sessions.look(first, false);
        let second = enter();
        assert!(sessions.is_seen(account), "another page took over");
        sessions.ended(first);
        assert!(sessions.hidden.is_empty());
        sessions.left(account, session, second);
        assert!(!sessions.is_seen(account));
    }

    #[test]
    fn a_connection_follows_until_it_ends() {
        let sessions = Sessions::default();
        let (account, session) = (AccountId::generate(), SessionId::generate());
        let followed = |table| {
            let mut told = None;
            let is_open = |table: TableId| table.0.is_multiple_of(2);
            sessions.follow(account, TableId(table), is_open, |outbox| told = Some(outbox.id()));
            told
        };
        assert_eq!(followed(1), None, "there is no connection");
        let outbox = Outbox::new(sessions.next_conn(), Arc::new(NoSocket));
        sessions.entered(account, session, &outbox);
        for table in [1, 2, 1] {
            assert_eq!(followed(table), Some(outbox.id()));
        }
        assert!((3..).take(FOLLOWED - 2).all(|table| followed(table).is_some()));
        assert!(followed(1_000).is_some(), "every other table was closed meanwhile");
        let left = sessions.left(account, session, outbox.id());
        assert_eq!(left.len(), FOLLOWED / 2 + 1);
        assert_eq!(followed(3), None);
    }
}
