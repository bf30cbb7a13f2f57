//! The basic types of the store.

mod hands;
mod ids;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use jiff::Timestamp;
use poker_engine::Chips;

pub use hands::{
    HandCursor, HandLine, HandRecord, HandView, KeepHands, OpenedHand, ParticipantRecord, ShareToken, SharedHand,
};
pub(crate) use ids::BadId;
pub use ids::{AccountId, LedgerAccount, OwnerKind, TableId};
pub use steps::{Answer, JournalRow, Step, StepKind};

/// A stored table or tournament, owned by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its configuration, as JSON.
    pub config: String,
    /// Epoch with which the new owner writes.
    pub epoch: u64,
    /// The last step on disk, 0 if there is none; the next step is this plus 1.
    pub last_step: u64,
    /// The chips in its account: the escrow, to which stacks and pots must add up, or the tournament's pool.
    pub escrow: Chips,
    /// The steps since the last snapshot, which comes first if there is one.
    pub tail: Vec<JournalRow>,
}

/// An open table or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its configuration, as JSON.
    pub config: String,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// The condition of a table or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCondition {
    /// It is open, or will be when the server starts.
    Open,
    /// It could not be opened, or was given up, for this reason. Its chips stay in its escrow.
    Quarantined(String),
    /// It is permanently closed.
    Closed,
}

/// A table or tournament as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its configuration, as JSON.
    pub config: String,
    /// The chips in its account.
    pub escrow: Chips,
    /// Its condition: open, quarantined or closed.
    pub condition: TableCondition,
}

/// The findings of a complete check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Tables whose journals were read.
    pub tables: u64,
    /// Tournaments whose journals were read.
    pub tournaments: u64,
    /// Steps in these journals.
    pub steps: u64,
    /// Transfers that were added up.
    pub transfers: u64,
    /// The sum of all balances, which must be 0.
    pub ledger_sum: i64,
    /// The faults found, one sentence each.
    pub faults: Vec<String>,
    /// Faults found that do not count, because the operator has acknowledged them.
    pub acknowledged: u64,
    /// The acknowledged faults, word for word.
    pub(super) known: BTreeSet<String>,
}

impl VerifyReport {
    /// `true` if there is no fault.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Records a fault, unless it has been acknowledged.
    pub fn fault(&mut self, what: impl FnOnce() -> String) {
        /// Data with more faults than this is not worth repairing.
        const FAULTS_MAX: usize = 10_000;
        if self.faults.len() < FAULTS_MAX {
            let what = what();
            if self.known.contains(&what) {
                self.acknowledged += 1;
            } else {
                self.faults.push(what);
            }
        }
    }
}

/// An official's act in a tournament after it was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateAct {
    /// The official who acted.
    pub account: AccountId,
    /// Identifier of the request.
    pub request: String,
    /// The act, as JSON.
    pub body: String,
}
