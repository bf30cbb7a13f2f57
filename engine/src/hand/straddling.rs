//! Straddles before the deal. Rule: variants V23.

use super::{Hand, Phase};
use crate::action::Choice;
use crate::event::Event;
use crate::post::PostKind;
use crate::{Chips, SeatIx};

/// A seat that may straddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Straddling {
    to_act: SeatIx,
    /// Straddles still possible, this seat's included.
    left: u8,
    amount: Chips,
}

impl Straddling {
    pub(super) const fn to_act(self) -> SeatIx {
        self.to_act
    }

    pub(super) const fn choices(self) -> [Choice; 2] {
        [Choice::Straddle { amount: self.amount }, Choice::Decline]
    }
}

impl Hand {
    /// Offers the straddle to the next seat; returns `false` if no player can straddle. A seat that cannot post it in full is skipped,
    /// which ends the chain. Rule: variants V23.
    pub(super) fn next_straddle(&mut self, after: SeatIx, left: u8, events: &mut Vec<Event>) -> bool {
        let amount = self.course.posted().checked_mul(2);
        let able = |seat: &SeatIx| {
            amount.is_some_and(|amount| self.wagers.committed(*seat).is_zero() && self.stacks.of(*seat) >= amount)
        };
        let next = self.live().next_after(after).filter(able).filter(|_| left > 0);
        let (Some(to_act), Some(amount)) = (next, amount) else {
            return false;
        };
        self.phase = Phase::Straddling(Straddling { to_act, left, amount });
        self.start_turn(events);
        true
    }

    /// Posts the seat's straddle.
    pub(super) fn straddle(&mut self, straddling: Straddling, events: &mut Vec<Event>) {
        let Straddling {
            to_act: seat,
            left,
            amount,
        } = straddling;
        self.course.straddle();
        self.post(seat, amount, PostKind::Straddle, events);
        if !self.next_straddle(seat, left - 1, events) {
            self.leave_phase(events);
        }
    }
}
