//! The seven-deuce bounty: a sole winner of the main pot with the worst hand is paid by all other players.

use super::{Hand, emit};
use crate::event::{Event, PublicEvent};
use crate::{Chips, Rank, SeatIx};

impl Hand {
    /// Pays the bounty, if it was won. It is not part of the pot: each player who was dealt in pays it from the chips left in front of the
    /// seat, and never more than those.
    pub(super) fn pay_seven_deuce(&mut self, events: &mut Vec<Event>) {
        let bounty = self.terms.rules.seven_deuce;
        if bounty.is_zero() || self.winners.main().is_several() {
            return;
        }
        let Some(winner) = self.winners.main().iter().find(|seat| self.holds_seven_deuce(*seat)) else {
            return;
        };
        let others = self.terms.dealt.clockwise_from(winner).filter(|seat| *seat != winner);
        let owed = others.map(|seat| (seat, bounty.min(self.stacks.of(seat))));
        let payments: Vec<(SeatIx, Chips)> = owed.filter(|(_, amount)| !amount.is_zero()).collect();
        if payments.is_empty() {
            return;
        }
        for &(seat, amount) in &payments {
            self.stacks.pay(seat, amount);
            self.stacks.receive(winner, amount);
        }
        self.holdings.show(winner);
        emit(events, || PublicEvent::SevenDeucePaid {
            seat: winner,
            cards: self.laid_out(winner).collect(),
            payments,
        });
    }

    /// Returns `true` if the seat holds a seven and a deuce of any suits, and nothing else.
    fn holds_seven_deuce(&self, seat: SeatIx) -> bool {
        let mut ranks = self.holdings.held(seat).iter().map(|card| card.rank());
        let held = [ranks.next().flatten(), ranks.next().flatten()];
        let wanted = [Some(Rank::SEVEN), Some(Rank::TWO)];
        ranks.next().is_none() && (held == wanted || held == [wanted[1], wanted[0]])
    }
}
