//! Answers that no rate limit holds up.

use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;

use crate::store::TableId;

/// The open decisions that a connection was asked, one a table at most. The first answer to each is free of the rate limit: its
/// clock runs, and a bot at ten tables may be asked more often than a client may send requests. Further answers to the same
/// decision count like any other request, so that nothing can be flooded with them.
#[derive(Debug, Default)]
pub(super) struct FreeAnswers(Mutex<SmallVec<[Decision; 1]>>);

/// Names an open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: u64,
    /// The decision's number.
    pub turn: u32,
}

impl FreeAnswers {
    /// The connection is asked; what the table asked before is over.
    pub(super) fn grant(&self, decision: Decision) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match open.iter_mut().find(|other| other.table == decision.table) {
            Some(other) => *other = decision,
            None => open.push(decision),
        }
    }

    /// Whether an answer to this decision is free. It is so once.
    pub(super) fn take(&self, decision: Decision) -> bool {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = open.iter().position(|other| *other == decision);
        at.map(|at| open.swap_remove(at)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_to_each_open_decision_is_free() {
        let decision = |table, hand, turn| Decision {
            table: TableId(table),
            hand,
            turn,
        };
        let free = FreeAnswers::default();
        assert!(!free.take(decision(1, 1, 1)), "never asked");
        free.grant(decision(1, 1, 1));
        free.grant(decision(2, 9, 1));
        assert!(!free.take(decision(1, 1, 2)) && !free.take(decision(1, 2, 1)));
        assert!(free.take(decision(1, 1, 1)) && !free.take(decision(1, 1, 1)));
        free.grant(decision(2, 9, 2));
        assert!(!free.take(decision(2, 9, 1)), "over");
        assert!(free.take(decision(2, 9, 2)));
    }
}
