//! How tables queue their steps and hear when they are durable.

use std::fmt;
use std::sync::Arc;

use poker_engine::Chips;
use tokio::sync::mpsc;

use super::types::{LedgerAccount, Step};

/// Where a table queues its steps. Cheap to clone; never waits.
#[derive(Clone)]
pub struct JournalHandle {
    queue: Arc<dyn Fn(Box<Step>, DurableSender) -> Result<(), AppendError> + Send + Sync>,
}

impl JournalHandle {
    /// A handle on the queue of an implementation.
    pub fn new(queue: impl Fn(Box<Step>, DurableSender) -> Result<(), AppendError> + Send + Sync + 'static) -> Self {
        Self { queue: Arc::new(queue) }
    }

    /// Queues a step. Its notice comes to `done`, in the order of the steps of one table.
    ///
    /// # Errors
    /// At once, if the step cannot be queued; then nothing of it will be written and no notice comes.
    pub fn append(&self, step: Box<Step>, done: DurableSender) -> Result<(), AppendError> {
        (self.queue)(step, done)
    }
}

impl fmt::Debug for JournalHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JournalHandle")
    }
}

/// Where notices go. Unbounded, because the writer must never wait for a table; it holds at most one notice for each
/// step that its own table has queued and not heard of, which the bound of the journal's queue limits.
pub type DurableSender = mpsc::UnboundedSender<DurableNotice>;

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DurableNotice {
    /// The step and what moved with it are on disk: what it caused may be seen.
    Durable {
        /// Which step.
        step: u64,
    },
    /// Nothing of the step was written. The table drops its state and claims itself anew; later steps that were queued
    /// fail too.
    Failed {
        /// Which step.
        step: u64,
        /// Why.
        error: StepError,
    },
}

/// Why a step was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The journal has another owner, or is closed.
    #[error("the journal has a newer owner")]
    Fenced,
    /// The step does not follow the last one that is on disk, as happens behind a failed one.
    #[error("step {expected} is next")]
    OutOfOrder {
        /// The step that would be next.
        expected: u64,
    },
    /// An account would have fewer than no chips.
    #[error("not enough chips in {account}")]
    Insufficient {
        /// Which account.
        account: LedgerAccount,
    },
    /// The faucet gives no more today, for the account, its network or anybody.
    #[error("no more than {left} chips are granted today")]
    FaucetDry {
        /// What can still be granted.
        left: Chips,
    },
    /// The account has had an answer to this request before.
    #[error("the request was answered before")]
    Answered,
    /// The step contradicts itself or a rule of the database.
    #[error("the database refused: {0}")]
    Refused(String),
    /// The disk is full, or another program holds the database. The table pauses, clocks frozen, and tries again.
    #[error("nothing can be written now: {0}")]
    Unavailable(String),
    /// The outcome of a write is unknown, and nothing more will be written in this process. Show nothing, end, recover.
    #[error("the store has stopped: {0}")]
    Stopped(String),
}

impl StepError {
    /// Whether the same step would fail again, however often it is tried.
    pub const fn is_final(&self) -> bool {
        match self {
            Self::Insufficient { .. } | Self::FaucetDry { .. } | Self::Answered | Self::Refused(_) => true,
            Self::Fenced | Self::OutOfOrder { .. } | Self::Unavailable(_) | Self::Stopped(_) => false,
        }
    }
}

/// Why a step could not be queued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The queue is full; here is the step again.
    #[error("the journal's queue is full")]
    Full(Box<Step>),
    /// The store is closed.
    #[error("the journal is closed")]
    Closed,
}
