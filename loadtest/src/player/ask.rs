//! A player's requests: decisions to be answered, and requests that wait for their answers.

use std::time::Instant;

use super::{Decision, Pending, PendingRequest, Player, Request};
use crate::wire;

impl Player {
    /// Returns `true` if an action of an earlier connection still waits for its answer: nothing else is done before.
    pub(super) fn repeats(&self) -> bool {
        self.pending
            .as_ref()
            .is_some_and(|pending| pending.repeated || !pending.here)
    }

    /// Answers a decision.
    pub(super) fn act(&mut self, decision: Decision) {
        let Decision {
            hand,
            turn,
            action,
            intended,
        } = decision;
        let id = self.next_id();
        let table = &self.place.table;
        let text = wire::act(&id.to_string(), &table.id, hand, turn, &action);
        table.lock().check.under_way = Some((self.place.seat, intended));
        self.outgoing.push_back(text.clone());
        self.pending = Some(Pending {
            id,
            hand,
            turn,
            text,
            intended,
            here: true,
            repeated: false,
        });
    }

    /// Drops what belonged to the lost connection.
    pub(super) fn connection_lost(&mut self) {
        self.asked
            .retain(|asked| matches!(asked.what, Request::Sit | Request::Rebuy));
        self.asked.iter_mut().for_each(|asked| asked.here = false);
        self.outgoing.clear();
        self.exit = None;
        if let Some(pending) = &mut self.pending {
            pending.here = false;
        }
    }

    pub(super) fn ask(&mut self, what: Request, text: impl FnOnce(&str, &str) -> String) {
        let id = self.next_id();
        let text = text(&id.to_string(), &self.place.table.id);
        self.outgoing.push_back(text.clone());
        self.asked.push(PendingRequest {
            id,
            what,
            text,
            at: Instant::now(),
            here: true,
        });
    }

    /// Repeats an unanswered request that moves chips, under the same id, so that it cannot take effect twice.
    pub(super) fn ask_again(&mut self) -> bool {
        let mut again = false;
        for asked in self.asked.iter_mut().filter(|asked| !asked.here) {
            asked.here = true;
            self.outgoing.push_back(asked.text.clone());
            again = true;
        }
        again
    }

    pub(super) fn next_id(&mut self) -> u64 {
        self.requests += 1;
        self.requests
    }
}
