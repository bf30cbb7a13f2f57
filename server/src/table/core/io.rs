//! What comes into the core, and what goes out.

use smallvec::SmallVec;

use super::clock::PlayTime;
use super::direct::Report;
use super::hint::Question;
use super::mail::{Mail, Remark, TableStatus};
use crate::net::{Burst, Outbox};
use crate::store::{AccountId, DurableNotice, RefusedAnswer, Step, StepError};

/// The instant of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// By the play clock, for deadlines.
    pub play: PlayTime,
    /// In milliseconds since 1970, for the history alone.
    pub wall: i64,
}

/// Where the chance comes from.
pub trait Entropy: Send {
    /// 32 unpredictable bytes.
    ///
    /// # Errors
    /// If there are none; then no hand is dealt.
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy>;
}

/// The source of entropy failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the source of entropy failed")]
pub struct NoEntropy;

/// What comes in.
#[derive(Clone, Debug)]
pub enum Input {
    /// Something from the mailbox. Not to be given while [`super::TableCore::is_busy`].
    Mail(Mail),
    /// What became of a step.
    Notice(DurableNotice),
    /// Time has passed.
    Tick,
    /// What the store knows of a request, as [`Outputs::lookups`] asked.
    Found {
        /// Which question.
        ticket: u64,
        /// The first answer, as it was sent.
        answer: Option<String>,
    },
    /// Undoes the running hand, because its commands bring the table down.
    Void,
}

/// What goes out.
#[derive(Debug, Default)]
pub struct Outputs {
    /// For the journal, in this order: nearly always one.
    pub steps: SmallVec<[Box<Step>; 1]>,
    /// For the connections.
    pub bursts: Vec<(Outbox, Burst)>,
    /// Questions for the store.
    pub lookups: Vec<Lookup>,
    /// Hints to be worked out, for those who asked.
    pub hints: Vec<Question>,
    /// The table looks different from outside.
    pub status: Option<TableStatus>,
    /// Accounts whose chips moved.
    pub moved: Vec<AccountId>,
    /// Accounts that are asked to decide.
    pub asked: Vec<AskedAccount>,
    /// What was said, to be kept for operators.
    pub said: Vec<Remark>,
    /// Answers to decisions that were refused, to be kept for operators.
    pub refused: Vec<RefusedAnswer>,
    /// For the director of the event.
    pub report: Option<Box<Report>>,
    /// The table ends, or has to be loaded anew.
    pub end: Option<End>,
    /// A command of the server's own was carried out.
    pub own_command: bool,
}

/// An account that is asked to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedAccount {
    /// Who.
    pub account: AccountId,
    /// How long it has before its time bank begins, in milliseconds; a minute where no clock runs.
    pub left_ms: u32,
}

/// Whether a table is to end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// It is to be drained: no other hand begins.
    pub draining: bool,
    /// It is to be closed for ever as soon as all seats are empty.
    pub closing: bool,
}

impl Ending {
    /// It is to end as both say.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self {
            draining: self.draining || other.draining,
            closing: self.closing || other.closing,
        }
    }
}

/// What the core is at. After a panic it tells whose fault that was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doing {
    /// Reads what came by mail, and answers it.
    #[default]
    Request,
    /// Shows what is durable.
    Showing,
    /// Carries out commands of the server's own.
    Own,
}

/// A question for the store: was this request answered before?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// To be repeated in [`Input::Found`].
    pub ticket: u64,
    /// Who asked.
    pub account: AccountId,
    /// The request's `id`.
    pub id: String,
}

/// Why a table ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It was drained.
    Drained,
    /// It is closed for ever.
    Closed,
    /// A step was not written: what is in memory is not what is on disk. If it never can be, the running hand is voided
    /// once the table is loaded.
    Reload(StepError),
    /// Another process owns the table, or the store has stopped: nothing more may be written or shown.
    Lost(StepError),
}
