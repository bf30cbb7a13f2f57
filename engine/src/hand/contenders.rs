//! The hands that contend, and those that are dead or killed. Rules: tournament 1.9, 2.15, 11.4.

use crate::list::Cards;
use crate::{Chips, SeatIx, SeatSet};

/// A hand killed by an official.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condemned {
    /// Seat of the hand.
    pub seat: SeatIx,
    /// Chips it won nevertheless, having had no turn to fold.
    pub won: Chips,
    /// Its cards, once they have returned to the deck.
    cards: Option<Cards>,
}

impl Condemned {
    /// Returns the cards of a hand that have returned to the deck.
    pub(super) const fn cards(&self) -> Option<Cards> {
        self.cards
    }
}

/// The seats that were dealt in, by the state of their hands. A seat never becomes live again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contenders {
    /// Seats whose hands still contend.
    live: SeatSet,
    /// Seats whose hands were dead from the start.
    absent: SeatSet,
    /// Seats whose hands fold at their next turn to bet.
    killed: SeatSet,
    /// The killed hands that were killed by an official, each once.
    condemned: Vec<Condemned>,
}

impl Contenders {
    pub(super) const fn new(dealt: SeatSet, absent: SeatSet) -> Self {
        Self {
            live: dealt.difference(absent),
            absent,
            killed: SeatSet::EMPTY,
            condemned: Vec::new(),
        }
    }

    #[inline]
    pub(super) const fn live(&self) -> SeatSet {
        self.live
    }

    pub(super) const fn absent(&self) -> SeatSet {
        self.absent
    }

    pub(super) fn fold(&mut self, seat: SeatIx) {
        self.live.remove(seat);
    }

    /// Ends the hands of all these seats.
    pub(super) const fn lay_down(&mut self, seats: SeatSet) {
        self.live = self.live.difference(seats);
    }

    /// Returns `true` if a hand folds at its next turn to bet.
    #[inline]
    pub(super) const fn is_killed(&self, seat: SeatIx) -> bool {
        self.killed.contains(seat)
    }

    pub(super) fn kill(&mut self, seat: SeatIx) {
        self.killed.insert(seat);
    }

    /// Notes that an official has killed a hand.
    pub(super) fn condemn(&mut self, seat: SeatIx) {
        if self.condemned.iter().all(|known| known.seat != seat) {
            let (won, cards) = (Chips::ZERO, None);
            self.condemned.push(Condemned { seat, won, cards });
        }
    }

    /// Returns the hands killed by officials, in the order of the rulings.
    pub(super) fn condemned(&self) -> &[Condemned] {
        &self.condemned
    }

    /// Notes the winnings of a seat, if an official has killed its hand.
    pub(super) fn note_won(&mut self, seat: SeatIx, share: Chips) {
        if let Some(condemned) = self.condemned.iter_mut().find(|known| known.seat == seat) {
            condemned.won += share;
        }
    }

    /// Keeps the cards of folded hands killed by officials before they return to the deck.
    pub(super) fn keep_cards(&mut self, of: impl Fn(SeatIx) -> Cards) {
        let live = self.live;
        for condemned in self.condemned.iter_mut().filter(|known| !live.contains(known.seat)) {
            condemned.cards.get_or_insert_with(|| of(condemned.seat));
        }
    }
}
