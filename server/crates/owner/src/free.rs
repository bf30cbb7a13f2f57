//! Answers exempt from the rate limit.

use std::sync::{Mutex, PoisonError};

use smallvec::SmallVec;

use poker_store::TableId;

/// Open decisions put to a connection, at most one per table. The first answer to each is exempt from the rate limit:
/// its clock is running, and a bot at ten tables may have to answer more often than a client may send requests. Further
/// answers to the same decision count like any other request, so that they cannot be used to flood.
#[derive(Debug, Default)]
pub(super) struct FreeAnswers(Mutex<SmallVec<[Decision; 1]>>);

/// Identifies an open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Table of the decision.
    pub table: TableId,
    /// Number of the hand at that table.
    pub hand: u64,
    /// Number of the decision within the hand.
    pub turn: u32,
}

impl FreeAnswers {
    /// Records a new decision, which replaces any older one of the same table.
    pub(super) fn grant(&self, decision: Decision) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match open.iter_mut().find(|other| other.table == decision.table) {
            Some(other) => *other = decision,
            None => open.push(decision),
        }
    }

    /// `true` the first time, if the decision is open for this connection.
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
