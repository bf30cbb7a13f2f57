//! The chips of a hand: in front of the seats and in the middle.

use super::{Hand, Phase, emit};
use crate::event::{Event, Pot, PublicEvent};
use crate::post::PostKind;
use crate::{Chips, SeatIx, SeatSet};

impl Hand {
    /// Returns the chips of a seat that are in no pot.
    pub fn stack(&self, seat: SeatIx) -> Chips {
        self.stacks.of(seat)
    }

    /// Returns the chips that no player won and that are carried over to the next hand, once this one is over.
    pub const fn carried_out(&self) -> Chips {
        self.wagers.carried_out()
    }

    /// Returns all chips in the middle, bets of this round included.
    pub fn pot(&self) -> Chips {
        if self.is_over() {
            Chips::ZERO
        } else {
            self.wagers.middle()
        }
    }

    /// Returns the bet to match in the current betting round, as a total; zero if there is none.
    pub fn bet_to_match(&self) -> Chips {
        match &self.phase {
            Phase::Betting(round) => round.bet(),
            Phase::Straddling(_) => self.course.posted(),
            _ => Chips::ZERO,
        }
    }

    /// Returns the chips that the seat would have to add to call; zero if it is not to act.
    pub fn to_call(&self, seat: SeatIx) -> Chips {
        match &self.phase {
            Phase::Betting(round) if self.live().contains(seat) => self.price(round, seat),
            _ => Chips::ZERO,
        }
    }

    /// Returns the largest total that the seat can put in during this betting round.
    pub(super) fn reach(&self, seat: SeatIx) -> Chips {
        self.wagers.committed(seat) + self.stacks.of(seat)
    }

    /// Returns the seats with live hands that have chips: those that may still bet.
    pub(super) const fn able(&self) -> SeatSet {
        self.live().intersection(self.stacks.solvent())
    }

    /// Makes a forced payment. Its effect is nominal: a seat with fewer chips pays the whole stack, or nothing, yet the bet to match and
    /// the first to act stay the same. Even a payment of nothing is reported as an event. Rules: tournament 2.4, 9.7.
    pub(super) fn post(&mut self, seat: SeatIx, amount: Chips, kind: PostKind, events: &mut Vec<Event>) {
        self.course.post(seat, amount, kind);
        let paid = amount.min(self.stacks.of(seat));
        self.wagers.post(seat, amount, paid, kind);
        if paid.is_zero() && !kind.sets_bet() {
            return;
        }
        let all_in = self.stacks.pay(seat, paid);
        emit(events, || PublicEvent::Posted {
            seat,
            amount: paid,
            kind,
            all_in,
        });
    }

    /// Returns the pots as they stand, bets of this round included.
    pub(super) fn pots(&self) -> Vec<Pot> {
        self.wagers.pots(self.live())
    }

    /// Reports the pots as they stand.
    pub(super) fn tell_pots(&mut self, events: &mut Vec<Event>) {
        self.wagers.note_told();
        let pots = self.pots();
        emit(events, || PublicEvent::PotsFormed { pots });
    }

    /// Returns the chips the kitty received, once the hand is over.
    pub const fn kitty(&self) -> Chips {
        self.wagers.kitty()
    }

    /// Takes the kitty's share from the main pot, which is about to be paid, if there was more than one raise in the hand.
    /// Rule: variants 4.6.
    pub(super) fn feed_kitty(&mut self, events: &mut Vec<Event>) {
        if self.terms.rules.kitty.is_zero() || !self.course.feeds_kitty() {
            return;
        }
        let amount = self.wagers.feed_kitty(self.terms.rules.kitty, self.live());
        if !amount.is_zero() {
            emit(events, || PublicEvent::KittyTaken { amount });
        }
    }

    /// Returns the pots that were paid, main pot first, once the hand is over. If every hand was dead, there is one pot: the winner's.
    pub fn awarded_pots(&self) -> Vec<Pot> {
        if !self.is_over() {
            return Vec::new();
        }
        let mut pots = self.pots();
        if let Some(winner) = self.uncontested_winner().filter(|_| self.live().is_empty()) {
            for pot in &mut pots {
                pot.eligible.insert(winner);
            }
        }
        pots
    }

    pub(super) fn check_conservation(&self) {
        debug_assert_eq!(
            self.terms.dealt.iter().map(|seat| self.stack(seat)).sum::<Chips>()
                + self.pot()
                + self.carried_out()
                + self.kitty(),
            self.terms.total,
            "chips are conserved"
        );
        debug_assert!(
            self.is_over() || self.pots().iter().map(|pot| pot.amount).sum::<Chips>() == self.wagers.middle(),
            "the pots are what lies in the middle"
        );
    }
}
