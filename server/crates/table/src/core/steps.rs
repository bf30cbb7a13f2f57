//! Steps on their way to the disk: their numbers, and the rollback of one that the ledger may refuse.

use poker_store::{Step, StepError, StepKind, TableId};

use crate::state::command::FORMAT;
use crate::state::table::Table;

/// Maximum number of steps on their way to disk at the same time. A table is never far ahead of the disk, because its
/// players must see a step before they can answer it. The bound is for a stalled disk.
const AHEAD: u64 = 64;

/// Journal rows after which a snapshot is taken between two hands. Recovery replays about this many at most.
const SNAPSHOT_ROWS: u64 = 256;

/// The steps of a table.
#[derive(Debug)]
pub(super) struct Steps {
    /// The epoch under which the table's owner writes.
    epoch: u64,
    last: u64,
    durable: u64,
    /// Journal rows since the last snapshot.
    rows: u64,
    undo: Option<Undo>,
}

/// The table before a step that the ledger may refuse.
#[derive(Debug)]
struct Undo {
    step: u64,
    table: Box<Table>,
}

impl Steps {
    /// Continues from the last step on disk, which is `rows` rows after the last snapshot.
    pub(super) const fn new(epoch: u64, last: u64, rows: u64) -> Self {
        Self {
            epoch,
            last,
            durable: last,
            rows,
            undo: None,
        }
    }

    /// Number of the last step.
    pub(super) const fn last(&self) -> u64 {
        self.last
    }

    /// Number of the last step on disk.
    pub(super) const fn durable(&self) -> u64 {
        self.durable
    }

    /// `true` if all steps are on disk.
    pub(super) const fn are_durable(&self) -> bool {
        self.last == self.durable
    }

    /// `true` if the table has to hear from the disk before its next step.
    pub(super) const fn must_wait(&self) -> bool {
        self.undo.is_some() || self.last - self.durable >= AHEAD
    }

    /// `true` if a snapshot should be taken before the next hand.
    pub(super) const fn want_snapshot(&self) -> bool {
        self.rows >= SNAPSHOT_ROWS
    }

    /// The next step of the table, to be filled in. `before` is the table to return to if the ledger refuses the step.
    pub(super) fn next(&mut self, table: TableId, kind: StepKind, first_seq: u64, before: Option<Box<Table>>) -> Step {
        self.last += 1;
        self.rows = match kind {
            StepKind::Snapshot => 0,
            StepKind::Hand | StepKind::Table => self.rows + 1,
        };
        self.undo = before.map(|table| Undo { step: self.last, table });
        Step {
            table,
            epoch: self.epoch,
            step: self.last,
            format: FORMAT,
            first_seq,
            hand_no: None,
            kind,
            command: Vec::new(),
            events: Vec::new(),
            secret: None,
            transfers: Vec::new(),
            network: None,
            answer: None,
            hand_end: None,
        }
    }

    /// Notes that a step is on disk, as are those before it.
    pub(super) fn note_durable(&mut self, step: u64) {
        self.durable = self.durable.max(step);
        self.undo.take_if(|undo| undo.step <= step);
    }

    /// Handles a step that was not written. Returns the table before it if the ledger refused it for good and no step
    /// follows it.
    pub(super) fn take_back(&mut self, step: u64, error: &StepError) -> Option<Box<Table>> {
        let undo = self.undo.take_if(|undo| undo.step == step)?;
        if !error.is_final() {
            return None;
        }
        self.last = step - 1;
        self.rows = self.rows.saturating_sub(1);
        Some(undo.table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::world::{TABLE, config, setup};

    fn table() -> Box<Table> {
        Box::new(Table::new(TABLE, setup(&config("no-limit-holdem"))))
    }

    #[test]
    fn a_table_is_never_far_ahead_of_the_disk() {
        let mut steps = Steps::new(3, 10, 0);
        for number in 11..11 + AHEAD {
            assert!(!steps.must_wait());
            let step = steps.next(TABLE, StepKind::Hand, 1, None);
            assert_eq!((step.step, step.epoch), (number, 3));
        }
        assert!(steps.must_wait());
        steps.note_durable(11);
        assert!(!steps.must_wait());
        assert_eq!((steps.durable(), steps.are_durable()), (11, false));
        steps.note_durable(steps.last());
        assert!(steps.are_durable());
    }

    #[test]
    fn only_a_step_that_was_refused_for_good_is_taken_back() {
        let refused = StepError::Answered;
        let mut steps = Steps::new(1, 10, 5);
        steps.next(TABLE, StepKind::Hand, 1, None);
        assert_eq!(steps.take_back(11, &refused), None, "no way back was kept");
        steps.next(TABLE, StepKind::Table, 1, Some(table()));
        assert!(steps.must_wait(), "whatever follows would have to be taken back too");
        assert_eq!(steps.take_back(12, &refused), Some(table()));
        assert_eq!((steps.last(), steps.rows), (11, 6));
        assert!(!steps.must_wait());
        steps.next(TABLE, StepKind::Table, 1, Some(table()));
        let full = StepError::Unavailable("the disk is full".to_owned());
        assert_eq!(steps.take_back(12, &full), None, "it may be written another time");
    }

    #[test]
    fn a_snapshot_is_due_after_so_many_rows() {
        let mut steps = Steps::new(1, 0, SNAPSHOT_ROWS - 1);
        assert!(!steps.want_snapshot());
        steps.next(TABLE, StepKind::Hand, 1, None);
        assert!(steps.want_snapshot());
        steps.next(TABLE, StepKind::Snapshot, 1, None);
        assert!(!steps.want_snapshot());
    }
}
