//! What is known of how something happened: connections, answers that were refused, the steps of a hand that runs.

use std::fmt;

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::types::{AccountId, JournalRow, TableId};
use crate::network::Network;

/// Connections and refused answers are kept for so long, in milliseconds: 30 days.
pub(super) const KEPT_MS: i64 = 30 * 86_400_000;

/// The most connections that are kept: with some 150 bytes each they take 75 MB.
pub(super) const CONNECTIONS_MAX: i64 = 500_000;

/// The most refused answers that are kept: with some 150 bytes each they take 15 MB.
pub(super) const REFUSED_MAX: i64 = 100_000;

/// The most lines that one question gets.
pub const WITNESSED_MAX: u32 = 500;

/// Why a connection has an end that it did not tell: the server was killed, or its machine failed.
pub const SERVER_ENDED: &str = "server_ended";

/// What is noted while a server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// An account has said hello.
    Opened {
        /// The connection's number in this run of the server.
        conn: u64,
        /// Who.
        account: AccountId,
        /// From where; `None` for this machine's own.
        network: Option<Network>,
        /// When.
        at: Timestamp,
    },
    /// A connection has ended.
    Closed {
        /// Its number.
        conn: u64,
        /// When the server knew.
        at: Timestamp,
        /// When the client was heard last.
        heard_at: Timestamp,
        /// Why: a name of a close code, `goodbye` or `gone`.
        why: &'static str,
        /// The tables that it watched from a seat.
        tables: Vec<TableId>,
    },
    /// An answer to a decision was refused.
    Refused(RefusedAnswer),
}

/// An answer to a decision that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedAnswer {
    /// When it arrived.
    pub at: Timestamp,
    /// Whose it was.
    pub account: AccountId,
    /// The table.
    pub table: TableId,
    /// The hand that it named.
    pub hand_no: u64,
    /// The decision that it named.
    pub turn: u32,
    /// What it was: the kind of the action, with the amount behind it where it has one.
    pub action: String,
    /// The error code that it got.
    pub code: String,
}

/// A network as it is kept: a digest that only the folder's seal key makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NetDigest(pub [u8; 8]);

impl fmt::Display for NetDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A connection that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectionLine {
    /// Its number, from 1; later ones have greater numbers.
    pub no: u64,
    /// Whose.
    pub account: AccountId,
    /// From where; `None` for this machine's own.
    pub net: Option<NetDigest>,
    /// When the account said hello.
    pub opened_at: Timestamp,
    /// When it ended; `None` while it is open, and of one that a killed server had.
    pub closed_at: Option<Timestamp>,
    /// When the client was heard last, once it has ended.
    pub heard_at: Option<Timestamp>,
    /// Why it ended.
    pub why: Option<String>,
    /// The tables that it watched from a seat, once it has ended.
    pub tables: Vec<TableId>,
}

/// Which connections are looked for: those that were open at some time from `from` until `until`.
#[derive(Clone, Debug)]
pub struct ConnectionSearch {
    /// Whose.
    pub account: AccountId,
    /// The beginning.
    pub from: Timestamp,
    /// The end.
    pub until: Timestamp,
    /// Before this number; the newest come first.
    pub before: Option<u64>,
}

/// Which refused answers are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedSearch {
    /// To decisions of a hand.
    Hand(TableId, u64),
    /// Of an account, from one instant until another.
    Account(AccountId, Timestamp, Timestamp),
}

/// How far the record of connections goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordEnd {
    /// When the server was started that has written it last.
    pub run: Timestamp,
    /// Up to when it is written.
    pub written_at: Timestamp,
    /// How many lines of that run were too many to be kept.
    pub left_out: u64,
}

/// The record of connections, and what the journal still has of a hand.
pub trait Witness: Send + Sync + 'static {
    /// A server begins to write: what an earlier one left open has ended.
    fn begin_record(&self, run: Timestamp) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Keeps what was noted until `at`, and forgets what is too old or too much; `left_out` lines of the run were not noted.
    fn keep_noted(
        &self,
        run: Timestamp,
        at: Timestamp,
        noted: Vec<Noted>,
        left_out: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Connections of an account, the newest first, [`WITNESSED_MAX`] at most.
    fn connections(&self, search: ConnectionSearch) -> BoxFuture<'_, Result<Vec<ConnectionLine>, StoreError>>;

    /// Refused answers, the oldest first, [`WITNESSED_MAX`] at most.
    fn refused_answers(&self, search: RefusedSearch) -> BoxFuture<'_, Result<Vec<RefusedAnswer>, StoreError>>;

    /// How far the record goes; `None` before a first server has written to it.
    fn record_end(&self) -> BoxFuture<'_, Result<Option<RecordEnd>, StoreError>>;

    /// What the journal still has of a hand, in order and without secrets: its steps, and those of the table between them. Empty
    /// once they are swept.
    fn hand_steps(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Vec<JournalRow>, StoreError>>;
}
