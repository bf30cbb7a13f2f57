//! Inputs and outputs of the core.

use poker_owner::{Burst, Lookup, Outbox, Reply};
use poker_store::{AccountId, DurableNotice, RefusedAnswer, Step, StepError};
use smallvec::SmallVec;

use super::direct::Report;
use super::hint::Question;
use super::mail::{Mail, Remark, TableStatus};

/// An input of the core.
#[derive(Clone, Debug)]
pub enum Input {
    /// Mail from the mailbox. Must not be given while [`super::TableCore::is_busy`].
    Mail(Mail),
    /// The outcome of a step's write.
    Notice(DurableNotice),
    /// Time has passed.
    Tick,
    /// The store's answer to a question from [`Outputs::lookups`].
    Found {
        /// Number of the question.
        ticket: u64,
        /// The first answer to the request as it was sent, if there was one.
        answer: Option<String>,
    },
    /// Voids the running hand, because its commands bring the table down.
    Void,
}

/// The outputs of the core.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Steps for the journal, in order; nearly always one.
    pub steps: SmallVec<[Box<Step>; 1]>,
    /// Bursts for the connections.
    pub bursts: Vec<(Outbox, Burst)>,
    /// Answers to callers in this process.
    pub replies: Vec<(Outbox, Reply)>,
    /// Questions for the store.
    pub lookups: Vec<Lookup>,
    /// Hints to be computed for those who requested them.
    pub hints: Vec<Question>,
    /// The new status, if the one that the lobby shows has changed.
    pub status: Option<TableStatus>,
    /// Accounts whose chips moved.
    pub moved: Vec<AccountId>,
    /// Accounts that have a decision to make.
    pub asked: Vec<AskedAccount>,
    /// Remarks, to be kept for operators.
    pub said: Vec<Remark>,
    /// Refused answers to decisions, to be kept for operators.
    pub refused: Vec<RefusedAnswer>,
    /// A report for the tournament director.
    pub report: Option<Box<Report>>,
    /// Set when the table ends or has to be loaded again.
    pub end: Option<End>,
    /// `true` if a command of the server's own was carried out.
    pub own_command: bool,
}

/// An account that has a decision to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedAccount {
    /// The account to notify.
    pub account: AccountId,
    /// Time before its time bank starts, in milliseconds; one minute where no clock runs.
    pub left_ms: u32,
}

/// The way in which a table is to end, if at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// `true` if the table is to be drained: no further hand begins.
    pub draining: bool,
    /// `true` if the table is to be closed for good as soon as all seats are empty.
    pub closing: bool,
}

impl Ending {
    /// Combines two endings.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            draining: self.draining || other.draining,
            closing: self.closing || other.closing,
        }
    }
}

/// The current activity of the core. After a panic it says where the fault lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doing {
    /// Handling a request from the mailbox.
    #[default]
    Request,
    /// Showing what is durable.
    Showing,
    /// Carrying out commands of the server's own.
    Own,
}

/// Reasons why a table ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The table was drained.
    Drained,
    /// The table is closed for good.
    Closed,
    /// A step was not written, so memory and disk disagree. If the step can never be written, the running hand is
    /// voided after the table has been loaded.
    Reload(StepError),
    /// Another process owns the table, or the store has stopped: nothing more may be written or shown.
    Lost(StepError),
}
