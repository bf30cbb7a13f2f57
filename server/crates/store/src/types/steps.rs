//! Steps of tables and events, and the rows of a journal.

use std::sync::Arc;

use super::super::transfer::Transfer;
use super::hands::HandRecord;
use super::ids::{AccountId, LedgerAccount, TableId};
use poker_base::network::Network;

poker_engine::coded! {
    /// The subject of a step.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum StepKind: code, from_code {
        /// The table's complete state between two hands. Recovery starts at the last one.
        Snapshot = "snapshot",
        /// A command that began, continued or ended a hand.
        Hand = "hand",
        /// A command about seats, chips or settings, or any command of a tournament.
        Table = "table",
    }
}

/// One step of a journal, with everything to be committed together with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Owner of the journal.
    pub table: TableId,
    /// Epoch of the owner, as in [`StoredTable::epoch`](super::StoredTable::epoch).
    pub epoch: u64,
    /// Number of the step: from 1, without gaps.
    pub step: u64,
    /// Format of the bytes below, so that later versions can read them.
    pub format: u16,
    /// Number of the first event that the step caused, or of the next event if it caused none.
    pub first_seq: u64,
    /// The hand to which the step belongs.
    pub hand_no: Option<u64>,
    /// Subject of the step.
    pub kind: StepKind,
    /// The accepted command, encoded as `format` says.
    pub command: Vec<u8>,
    /// The public part of the events that followed.
    pub events: Vec<u8>,
    /// The confidential part: deck, hole cards, draws. Sealed before it is written.
    pub secret: Option<Vec<u8>>,
    /// The chips that move between accounts and the owner of the journal. Either all of them move, or the step is refused.
    pub transfers: Vec<Transfer>,
    /// The network that made the request, whose daily share the faucet charges; `None` for this machine itself.
    pub network: Option<Network>,
    /// The answer to the request that moved chips, for now and for any repetition.
    pub answer: Option<Answer>,
    /// The hand that the step ended, for the history.
    pub hand_end: Option<HandRecord>,
}

/// The answer to a request that moved chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The account that made the request.
    pub account: AccountId,
    /// The `id` of the request.
    pub request_id: String,
    /// The answer as JSON, after the line that [`Answer::by`] adds.
    pub body: String,
}

impl Answer {
    /// The stored text of an answer: the table or tournament that gave it on the first line, then the answer.
    pub fn by(owner: LedgerAccount, answer: &str) -> String {
        format!("{owner}\n{answer}")
    }

    /// The same with a mark of the request's content, by which requests with the same `id` can be distinguished.
    pub fn to(owner: LedgerAccount, mark: Option<u32>, answer: &str) -> String {
        match mark {
            Some(mark) => format!("{owner} {mark:08x}\n{answer}"),
            None => Self::by(owner, answer),
        }
    }

    /// The answer in a stored text; `None` if another table or tournament gave it, in which case the request's `id` has been used twice.
    pub fn given_by(owner: LedgerAccount, kept: &str) -> Option<&str> {
        Self::given_to(owner, None, kept)
    }

    /// The same for a request with this mark; `None` also if the stored request is known to have had other content.
    pub fn given_to(owner: LedgerAccount, mark: Option<u32>, kept: &str) -> Option<&str> {
        let (given, answer) = kept.split_once('\n')?;
        let (by, asked) = match given.split_once(' ') {
            Some((by, asked)) => (by, u32::from_str_radix(asked, 16).ok()),
            None => (given, None),
        };
        let is_other = mark.zip(asked).is_some_and(|(mark, asked)| mark != asked);
        (by == owner.to_string() && !is_other).then_some(answer)
    }
}

/// A step as stored, with its secret opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// The program that wrote it.
    pub program: Arc<str>,
    /// Epoch of the owner when it was written.
    pub epoch: u64,
    /// Number of the step.
    pub step: u64,
    /// Format of the bytes.
    pub format: u16,
    /// Number of the first event that the step caused, or of the next event if it caused none.
    pub first_seq: u64,
    /// The hand to which the step belongs.
    pub hand_no: Option<u64>,
    /// Subject of the step.
    pub kind: StepKind,
    /// The accepted command, encoded as `format` says.
    pub command: Vec<u8>,
    /// The public part of the events that followed.
    pub events: Vec<u8>,
    /// The confidential part, if any.
    pub secret: Option<Vec<u8>>,
}

impl JournalRow {
    /// The row that a program of this name writes for a step.
    pub fn of(step: &Step, program: &str) -> Self {
        Self {
            program: program.into(),
            epoch: step.epoch,
            step: step.step,
            format: step.format,
            first_seq: step.first_seq,
            hand_no: step.hand_no,
            kind: step.kind,
            command: step.command.clone(),
            events: step.events.clone(),
            secret: step.secret.clone(),
        }
    }
}
