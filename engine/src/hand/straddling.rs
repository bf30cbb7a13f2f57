//! Blind raises before the deal. Rule: variants V23.

use super::{Hand, Phase};
use crate::SeatIx;
use crate::event::Event;
use crate::post::PostKind;

impl Hand {
    /// Asks the next seat whether it raises blind; `false` if nobody can be asked. Who cannot post it in full is not
    /// asked and ends the chain. Rule: variants V23.
    pub(super) fn next_straddle(&mut self, after: SeatIx, left: u8, events: &mut Vec<Event>) -> bool {
        let amount = self.course.posted().checked_mul(2);
        let able = |seat: &SeatIx| {
            amount.is_some_and(|amount| self.wagers.committed(*seat).is_zero() && self.players[*seat].stack >= amount)
        };
        let next = self.live.next_after(after).filter(able).filter(|_| left > 0);
        let (Some(to_act), Some(amount)) = (next, amount) else {
            return false;
        };
        self.phase = Phase::Straddling { to_act, left, amount };
        self.start_turn(events);
        true
    }

    /// The seat raises blind.
    pub(super) fn straddle(&mut self, seat: SeatIx, events: &mut Vec<Event>) {
        let Phase::Straddling { left, amount, .. } = self.phase else {
            return;
        };
        self.course.straddle();
        self.post(seat, amount, PostKind::Straddle, events);
        if !self.next_straddle(seat, left - 1, events) {
            self.leave_phase(events);
        }
    }
}
