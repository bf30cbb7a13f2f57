//! The chips of a hand: what lies in front of the seats and in the middle.

use super::{Hand, Phase, emit};
use crate::event::{Event, Pot, PublicEvent};
use crate::post::PostKind;
use crate::{Chips, SeatIx};

impl Hand {
    /// The chips of a seat that are in no pot.
    pub fn stack(&self, seat: SeatIx) -> Chips {
        self.players[seat].stack
    }

    /// Chips that no player won and that wait for the next hand, once this one is over.
    pub const fn carried_out(&self) -> Chips {
        self.wagers.carried_out()
    }

    /// All chips in the middle, bets of this round included.
    pub fn pot(&self) -> Chips {
        if self.is_over() {
            Chips::ZERO
        } else {
            self.wagers.middle()
        }
    }

    /// The bet to match in the running betting round, a total; zero if there is none.
    pub fn bet_to_match(&self) -> Chips {
        match &self.phase {
            Phase::Betting(round) => round.bet(),
            Phase::Straddling(_) => self.course.posted(),
            _ => Chips::ZERO,
        }
    }

    /// Chips the seat would have to add to call, zero if it is not asked to.
    pub fn to_call(&self, seat: SeatIx) -> Chips {
        match &self.phase {
            Phase::Betting(round) if self.live.contains(seat) => self.price(round, seat),
            _ => Chips::ZERO,
        }
    }

    /// The greatest total that the seat can put in during this betting round.
    pub(super) fn reach(&self, seat: SeatIx) -> Chips {
        self.wagers.committed(seat) + self.players[seat].stack
    }

    /// Chips leave a stack; tells whether it is gone.
    pub(super) fn pay(&mut self, seat: SeatIx, amount: Chips) -> bool {
        let stack = &mut self.players[seat].stack;
        *stack -= amount;
        if stack.is_zero() {
            self.solvent.remove(seat);
        }
        stack.is_zero()
    }

    /// Chips come to a stack.
    pub(super) fn receive_chips(&mut self, seat: SeatIx, amount: Chips) {
        self.players[seat].stack += amount;
        if !amount.is_zero() {
            self.solvent.insert(seat);
        }
    }

    /// A forced payment. What it makes of the hand is nominal: a seat with less pays what it has, with nothing no chip
    /// moves, and the bet to match and the first speaker are the same. That is told even then, as a payment of nothing. Rules:
    /// tournament 2.4, 9.7.
    pub(super) fn post(&mut self, seat: SeatIx, amount: Chips, kind: PostKind, events: &mut Vec<Event>) {
        self.course.post(seat, amount, kind);
        let paid = amount.min(self.players[seat].stack);
        self.wagers.post(seat, amount, paid, kind);
        if paid.is_zero() && !kind.sets_bet() {
            return;
        }
        let all_in = self.pay(seat, paid);
        emit(events, || PublicEvent::Posted {
            seat,
            amount: paid,
            kind,
            all_in,
        });
    }

    /// The pots as they stand, bets of this round included.
    pub(super) fn pots(&self) -> Vec<Pot> {
        self.wagers.pots(self.live)
    }

    /// What the kitty has got, once the hand is over.
    pub const fn kitty(&self) -> Chips {
        self.wagers.kitty()
    }

    /// Takes the kitty's part of the main pot, which is about to be paid, if there was more than one raise in the hand.
    /// Rule: variants 4.6.
    pub(super) fn feed_kitty(&mut self, events: &mut Vec<Event>) {
        if self.rules.kitty.is_zero() || !self.course.feeds_kitty() {
            return;
        }
        let amount = self.wagers.feed_kitty(self.rules.kitty, self.live);
        if !amount.is_zero() {
            emit(events, || PublicEvent::KittyTaken { amount });
        }
    }

    /// The pots that were paid, main pot first, once the hand is over. With every hand dead there is one, the winner's.
    pub fn awarded_pots(&self) -> Vec<Pot> {
        if !self.is_over() {
            return Vec::new();
        }
        let mut pots = self.pots();
        if let Some(winner) = self.uncontested_winner().filter(|_| self.live.is_empty()) {
            for pot in &mut pots {
                pot.eligible.insert(winner);
            }
        }
        pots
    }

    pub(super) fn check_conservation(&self) {
        debug_assert_eq!(
            self.dealt.iter().map(|seat| self.stack(seat)).sum::<Chips>()
                + self.pot()
                + self.carried_out()
                + self.kitty(),
            self.total,
            "chips are conserved"
        );
        debug_assert!(
            self.is_over() || self.pots().iter().map(|pot| pot.amount).sum::<Chips>() == self.wagers.middle(),
            "the pots are what lies in the middle"
        );
    }
}
