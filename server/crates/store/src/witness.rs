//! Evidence of how something happened: connections, refused answers, and the steps of a hand in progress.

use std::fmt;

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::types::{AccountId, JournalRow, TableId};
use poker_base::network::Network;

/// Retention of connections and refused answers, in milliseconds: 30 days.
pub(super) const KEPT_MS: i64 = 30 * 86_400_000;

/// Maximum number of stored connections: at some 150 bytes each they take 75 MB.
pub(super) const CONNECTIONS_MAX: i64 = 500_000;

/// Maximum number of stored refused answers: at some 150 bytes each they take 15 MB.
pub(super) const REFUSED_MAX: i64 = 100_000;

/// Maximum number of lines in the answer to one query.
pub const WITNESSED_MAX: u32 = 500;

/// The reason recorded for a connection whose end was not reported: the server was killed, or its machine failed.
pub const SERVER_ENDED: &str = "server_ended";

/// An observation made while a server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// An account said hello.
    Opened {
        /// Number of the connection in this run of the server.
        conn: u64,
        /// The account that connected.
        account: AccountId,
        /// Its network; `None` for this machine itself.
        network: Option<Network>,
        /// Time of the hello.
        at: Timestamp,
    },
    /// A connection ended.
    Closed {
        /// Number of the connection in this run of the server.
        conn: u64,
        /// Time at which the server noticed.
        at: Timestamp,
        /// Time of the client's last message.
        heard_at: Timestamp,
        /// The reason: the name of a close code, `goodbye` or `gone`.
        why: &'static str,
        /// The tables that it watched from a seat.
        tables: Vec<TableId>,
    },
    /// An answer to a decision was refused.
    Refused(RefusedAnswer),
}

/// A refused answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedAnswer {
    /// Time of arrival.
    pub at: Timestamp,
    /// The account that answered.
    pub account: AccountId,
    /// Table of the decision.
    pub table: TableId,
    /// The hand that the answer named.
    pub hand_no: u64,
    /// The decision that the answer named.
    pub turn: u32,
    /// The kind of the action, followed by its amount if it has one.
    pub action: String,
    /// The error code returned.
    pub code: String,
}

/// The stored form of a network: a digest that only the folder's seal key can produce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetDigest(pub [u8; 8]);

impl fmt::Display for NetDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A stored connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionLine {
    /// Number of the connection, from 1; later ones have higher numbers.
    pub no: u64,
    /// The account that connected.
    pub account: AccountId,
    /// Its network; `None` for this machine itself.
    pub net: Option<NetDigest>,
    /// Time of the hello.
    pub opened_at: Timestamp,
    /// End of the connection; `None` while it is open, or if a killed server had it.
    pub closed_at: Option<Timestamp>,
    /// Time of the client's last message, once the connection has ended.
    pub heard_at: Option<Timestamp>,
    /// The reason for its end.
    pub why: Option<String>,
    /// The tables that it watched from a seat, once it has ended.
    pub tables: Vec<TableId>,
}

/// A search for connections that were open at some time from `from` until `until`.
#[derive(Clone, Debug)]
pub struct ConnectionSearch {
    /// The account that connected.
    pub account: AccountId,
    /// Start of the period.
    pub from: Timestamp,
    /// End of the period.
    pub until: Timestamp,
    /// Only connections before this number; the newest come first.
    pub before: Option<u64>,
}

/// A search for refused answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedSearch {
    /// Answers to decisions of this hand.
    Hand(TableId, u64),
    /// Answers of this account between two instants.
    Account(AccountId, Timestamp, Timestamp),
}

/// The end of the record of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordEnd {
    /// Start of the server that wrote it last.
    pub run: Timestamp,
    /// Time up to which it is complete.
    pub written_at: Timestamp,
    /// Number of lines of that run that were dropped because there were too many.
    pub left_out: u64,
}

/// The record of connections, and the remaining steps of a hand in the journal.
pub trait Witness: Send + Sync + 'static {
    /// Begins the record of a new run: connections that an earlier run left open have ended.
    fn begin_record(&self, run: Timestamp) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Stores what was noted until `at`, and deletes what is too old or too much; `left_out` lines of the run were dropped.
    fn keep_noted(
        &self,
        run: Timestamp,
        at: Timestamp,
        noted: Vec<Noted>,
        left_out: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Connections of an account, the newest first, at most [`WITNESSED_MAX`].
    fn connections(&self, search: ConnectionSearch) -> BoxFuture<'_, Result<Vec<ConnectionLine>, StoreError>>;

    /// Refused answers, the oldest first, at most [`WITNESSED_MAX`].
    fn refused_answers(&self, search: RefusedSearch) -> BoxFuture<'_, Result<Vec<RefusedAnswer>, StoreError>>;

    /// The end of the record; `None` before a server has written to it.
    fn record_end(&self) -> BoxFuture<'_, Result<Option<RecordEnd>, StoreError>>;

    /// The remaining steps of a hand in the journal, in order and without secrets, with any steps of the table in
    /// between. Empty once they have been swept.
    fn hand_steps(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Vec<JournalRow>, StoreError>>;
}
