//! How the rest of the server reaches a table, and what a table tells the rest.

use std::fmt;

use tokio::sync::mpsc;

use super::core::AskedAccount;
use super::core::direct::Report;
use super::core::mail::{Caller, Mail, Remark, Request, TableRequest, TableStatus};
use crate::store::{AccountId, RefusedAnswer, TableId};

/// Requests that a table may be behind with. A full nine-seat table has one request open for each seat; the rest is room
/// for those who watch. A request that finds the mailbox full is refused at once and may be sent again.
pub const MAILBOX: usize = 256;

/// Where a table's mail arrives.
pub type Mailbox = mpsc::Receiver<Mail>;

/// Where the tables of an event tell their director how they stand.
pub type Reports = mpsc::UnboundedSender<(TableId, FromTable)>;

/// What a table of an event tells its director.
#[derive(Clone, Debug)]
pub enum FromTable {
    /// How it stands.
    Report(Box<Report>),
    /// It cannot be played on, and why.
    OutOfPlay(String),
}

/// Why a table did not take a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The mailbox is full; the same request may succeed later.
    #[error("the table has too much to do")]
    Busy,
    /// The table is gone.
    #[error("the table is closed")]
    Closed,
}

/// The way to a table. Cheap to clone; never waits.
#[derive(Clone, Debug)]
pub struct TableHandle {
    id: TableId,
    mailbox: mpsc::Sender<Mail>,
}

impl TableHandle {
    /// A handle and the mailbox that the table reads.
    pub fn new(id: TableId) -> (Self, Mailbox) {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        (Self { id, mailbox }, mail)
    }

    /// Which table.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// Puts a request into the mailbox. The answer comes through the caller's outbox.
    pub fn request(&self, caller: Caller, id: String, request: TableRequest) -> Result<(), TableError> {
        self.post(Mail::Request(Box::new(Request { caller, id, request })))
    }

    /// Puts anything into the mailbox.
    pub fn post(&self, mail: Mail) -> Result<(), TableError> {
        self.mailbox.try_send(mail).map_err(|failure| match failure {
            mpsc::error::TrySendError::Full(_) => TableError::Busy,
            mpsc::error::TrySendError::Closed(_) => TableError::Closed,
        })
    }

    /// Puts something into the mailbox that must arrive, such as the end of a connection, waiting for room. `false` if
    /// the table is gone.
    pub async fn deliver(&self, mail: Mail) -> bool {
        self.mailbox.send(mail).await.is_ok()
    }
}

/// The way from a table of an event to its director. Never waits: a table reports a few times a hand at most, and goes on only
/// when the director has read what it said.
#[derive(Clone, Debug)]
pub struct ReportSender {
    table: TableId,
    reports: Reports,
}

impl ReportSender {
    /// For the reports of a table.
    pub const fn new(table: TableId, reports: Reports) -> Self {
        Self { table, reports }
    }

    /// Tells something of the table. Without a director to hear it, that does not matter.
    pub fn tell(&self, told: FromTable) {
        let _ = self.reports.send((self.table, told));
    }
}

/// What a table tells the house. No method waits.
pub trait House: fmt::Debug + Send + Sync + 'static {
    /// The table looks different from outside.
    fn status(&self, table: TableId, status: TableStatus);

    /// Chips moved between the table and an account, and that is durable.
    fn chips_moved(&self, account: AccountId);

    /// The table has put a decision to an account, and that is durable.
    fn asked(&self, table: TableId, asked: AskedAccount);

    /// Somebody said something at the table.
    fn said(&self, table: TableId, remark: Remark);

    /// An answer to a decision was refused.
    fn refused(&self, answer: RefusedAnswer);

    /// The table is closed for ever.
    fn closed(&self, table: TableId);
}
