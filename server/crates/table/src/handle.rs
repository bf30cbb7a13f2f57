//! The interface between a table and the rest of the server.

use std::fmt;

use poker_owner::Caller;
use poker_store::{AccountId, RefusedAnswer, TableId};
use tokio::sync::mpsc;

use super::core::AskedAccount;
use super::core::direct::Report;
use super::core::mail::{Mail, Remark, Request, TableRequest, TableStatus};

/// Capacity of a table's mailbox. A full nine-seat table has one open request per seat; the rest is room for viewers. A
/// request that finds the mailbox full is refused immediately and may be sent again.
pub const MAILBOX: usize = 256;

/// The receiving end of a table's mail.
pub type Mailbox = mpsc::Receiver<Mail>;

/// The sending end by which the tables of a tournament report to their director.
pub type Reports = mpsc::UnboundedSender<(TableId, FromTable)>;

/// A message from a tournament table to its director.
#[derive(Clone, Debug)]
pub enum FromTable {
    /// The state of the table.
    Report(Box<Report>),
    /// The table cannot be played on, with the reason.
    OutOfPlay(String),
}

/// Reasons why a table did not accept a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The mailbox is full; the same request may succeed later.
    #[error("the table is overloaded")]
    Busy,
    /// The table no longer exists.
    #[error("the table is closed")]
    Closed,
}

/// A handle to a table. Cheap to clone; never waits, except in [`TableHandle::deliver`].
#[derive(Clone, Debug)]
pub struct TableHandle {
    id: TableId,
    mailbox: mpsc::Sender<Mail>,
}

impl TableHandle {
    /// Creates a handle and the mailbox that the table reads.
    pub fn new(id: TableId) -> (Self, Mailbox) {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        (Self { id, mailbox }, mail)
    }

    /// The table that this handle belongs to.
    pub const fn id(&self) -> TableId {
        self.id
    }

    /// Puts a request into the mailbox. The answer arrives through the caller's outbox.
    pub fn request(&self, caller: Caller, id: String, request: TableRequest) -> Result<(), TableError> {
        self.post(Mail::Request(Box::new(Request { caller, id, request })))
    }

    /// Puts any mail into the mailbox.
    pub fn post(&self, mail: Mail) -> Result<(), TableError> {
        self.mailbox.try_send(mail).map_err(|failure| match failure {
            mpsc::error::TrySendError::Full(_) => TableError::Busy,
            mpsc::error::TrySendError::Closed(_) => TableError::Closed,
        })
    }

    /// Puts mail that must arrive into the mailbox, such as the end of a connection, waiting for room. Returns `false`
    /// if the table is gone.
    pub async fn deliver(&self, mail: Mail) -> bool {
        self.mailbox.send(mail).await.is_ok()
    }
}

/// The channel from a tournament table to its director. Never waits: a table reports a few times per hand at most, and
/// deals no further hand until the director has read its report.
#[derive(Clone, Debug)]
pub struct ReportSender {
    table: TableId,
    reports: Reports,
}

impl ReportSender {
    /// Creates the sender for the reports of `table`.
    pub const fn new(table: TableId, reports: Reports) -> Self {
        Self { table, reports }
    }

    /// Sends a message about the table. It is dropped if there is no director to receive it.
    pub fn tell(&self, told: FromTable) {
        let _ = self.reports.send((self.table, told));
    }
}

/// Receives what a table reports to the rest of the server. No method waits.
pub trait House: fmt::Debug + Send + Sync + 'static {
    /// The status that the lobby shows has changed.
    fn status(&self, table: TableId, status: TableStatus);

    /// Chips moved between the table and an account, and the move is durable.
    fn chips_moved(&self, account: AccountId);

    /// The table has put a decision to an account, and the decision is durable.
    fn asked(&self, table: TableId, asked: AskedAccount);

    /// A remark was made at the table.
    fn said(&self, table: TableId, remark: Remark);

    /// An answer to a decision was refused.
    fn refused(&self, answer: RefusedAnswer);

    /// The table is closed for good.
    fn closed(&self, table: TableId);
}
