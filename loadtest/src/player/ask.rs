//! A player's requests: decisions to be answered, and requests that wait for their answers.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use poker_protocol::v1::Choice;

use super::{LEAVE_TIMEOUT, Player};
use crate::check::Law;
use crate::policy::decide;
use crate::stats::Count;
use crate::wire;

/// A request that waits for its answer.
pub(super) struct PendingRequest {
    pub(super) id: u64,
    pub(super) what: Request,
    pub(super) text: String,
    pub(super) at: Instant,
    /// `true` if it was sent on this connection, not on an earlier one.
    pub(super) here: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Request {
    Watch,
    Sit,
    SitOut,
    Resume,
    Rebuy,
    Leave,
}

/// A decision that will be answered.
pub(super) struct Decision {
    pub(super) hand: u64,
    pub(super) turn: u32,
    pub(super) action: String,
    pub(super) intended: Instant,
}

/// An action that waits for its answer.
pub(super) struct Pending {
    pub(super) id: u64,
    pub(super) hand: u64,
    pub(super) turn: u32,
    pub(super) text: String,
    pub(super) intended: Instant,
    /// `true` if it was sent on this connection, not on an earlier one.
    pub(super) here: bool,
    /// `true` if it is a repetition.
    pub(super) repeated: bool,
}

impl Player {
    /// Notes that this player is to act.
    pub(super) fn asked_to_act(&mut self, hand: u64, turn: u32, choices: &[Choice], now: Instant) {
        if self
            .pending
            .as_ref()
            .is_some_and(|pending| (pending.hand, pending.turn) >= (hand, turn))
        {
            return;
        }
        let habits = self.shared.habits;
        let Some(pace) = habits.pace else { return };
        let Some(action) = decide(habits.profile, choices, &mut self.rng) else {
            return self.violated(Law::Protocol, format!("hand {hand} turn {turn}: no choice at all"));
        };
        let action = serde_json::to_string(&action).expect("an action is always JSON");
        let gap = Duration::from_nanos(self.shared.gap_ns.load(Ordering::Relaxed));
        let intended = self.place.table.lock().intended(pace, gap, now, &mut self.rng);
        let decision = Decision {
            hand,
            turn,
            action,
            intended,
        };
        if intended > now || self.repeats() {
            self.decision = Some(decision);
        } else {
            if intended < now {
                self.count(Count::LateSends);
            }
            self.act(decision);
        }
    }

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

    /// Gives the seat up and becomes a new player.
    pub(super) fn renew(&mut self) {
        self.ask(Request::Leave, wire::leave);
        self.leaving = Some(Instant::now() + LEAVE_TIMEOUT);
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
