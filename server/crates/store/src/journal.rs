//! The interface by which tables queue their steps and learn when these are durable.

use std::fmt;
use std::sync::Arc;

use poker_engine::Chips;
use tokio::sync::mpsc;

use super::types::{LedgerAccount, Step};

/// A handle through which a table queues its steps. It is cheap to clone and never waits.
#[derive(Clone)]
pub struct JournalHandle {
    queue: Arc<dyn Fn(Box<Step>, DurableSender) -> Result<(), AppendError> + Send + Sync>,
}

impl JournalHandle {
    /// Creates a handle for an implementation's queue.
    pub fn new(queue: impl Fn(Box<Step>, DurableSender) -> Result<(), AppendError> + Send + Sync + 'static) -> Self {
        Self { queue: Arc::new(queue) }
    }

    /// Queues a step. Its notice is sent to `done`; notices for one table arrive in the order of its steps.
    ///
    /// # Errors
    /// Returned immediately if the step cannot be queued. Nothing of it is written then, and no notice follows.
    pub fn append(&self, step: Box<Step>, done: DurableSender) -> Result<(), AppendError> {
        (self.queue)(step, done)
    }
}

impl fmt::Debug for JournalHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JournalHandle")
    }
}

/// The channel for notices. It is unbounded because the writer must never wait for a table. It holds at most one notice
/// per step in flight of its own table, a number bounded by the journal's queue.
pub type DurableSender = mpsc::UnboundedSender<DurableNotice>;

/// The fate of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DurableNotice {
    /// The step and its transfers are on disk: the effects may be shown.
    Durable {
        /// Number of the step.
        step: u64,
    },
    /// Nothing of the step was written. The table drops its state and claims itself again; later steps already queued fail too.
    Failed {
        /// Number of the step.
        step: u64,
        /// The reason for the failure.
        error: StepError,
    },
}

/// The reasons for which a step is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The journal has another owner, or is closed.
    #[error("the journal has a newer owner")]
    Fenced,
    /// The step does not follow the last one on disk, as happens after a failed step.
    #[error("step {expected} is next")]
    OutOfOrder {
        /// Number of the step that would be next.
        expected: u64,
    },
    /// An account's balance would become negative.
    #[error("not enough chips in {account}")]
    Insufficient {
        /// The account in question.
        account: LedgerAccount,
    },
    /// The faucet's daily limit is reached, for the account, its network or all accounts.
    #[error("no more than {left} chips are granted today")]
    FaucetDry {
        /// Chips that can still be granted today.
        left: Chips,
    },
    /// The account's request has already been answered.
    #[error("the request has already been answered")]
    Answered,
    /// The step contradicts itself or a rule of the database.
    #[error("the database refused: {0}")]
    Refused(String),
    /// The disk is full, or another program holds the database. The table pauses with its clocks frozen and retries.
    #[error("nothing can be written now: {0}")]
    Unavailable(String),
    /// The outcome of a write is unknown, and this process will write nothing more. Show nothing, exit and recover.
    #[error("the store has stopped: {0}")]
    Stopped(String),
}

impl StepError {
    /// `true` if the same step would fail however often it is retried.
    pub const fn is_final(&self) -> bool {
        match self {
            Self::Insufficient { .. } | Self::FaucetDry { .. } | Self::Answered | Self::Refused(_) => true,
            Self::Fenced | Self::OutOfOrder { .. } | Self::Unavailable(_) | Self::Stopped(_) => false,
        }
    }
}

/// The reasons for which a step cannot be queued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// The queue is full; the step is returned.
    #[error("the journal's queue is full")]
    Full(Box<Step>),
    /// The store is closed.
    #[error("the journal is closed")]
    Closed,
}
