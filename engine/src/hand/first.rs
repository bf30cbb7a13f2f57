//! The first to act, the bring-in, and open pairs. Rules: variants 2.8, 4.1, 4.2, M06, M08.

use super::Hand;
use crate::eval::{Strength, visible_high, visible_low};
use crate::event::Event;
use crate::game::{Door, Face, First};
use crate::post::PostKind;
use crate::{Card, CardSet, Chips, Rank, SeatIx};

impl Hand {
    /// Returns the seat after which the search for the first to act begins.
    pub(super) fn before_first(&self, first: First) -> SeatIx {
        let before = |seat: SeatIx| SeatIx::new((seat.index() + self.terms.seat_count - 1) % self.terms.seat_count);
        match first {
            First::Left => self.terms.button,
            First::Left2 => self.course.last_poster().unwrap_or_else(|| self.eldest()),
            First::AfterBlinds => self.course.last_poster().unwrap_or_else(|| self.second()),
            First::Dealer => before(self.terms.button),
            First::Opener => self.course.opener().map_or(self.terms.button, before),
            First::Raiser => self.course.raiser().map_or_else(|| self.eldest(), before),
            First::HighUp => self.best_up_cards(visible_high).map_or(self.terms.button, before),
            First::LowUp => self.best_up_cards(visible_low).map_or(self.terms.button, before),
            First::BringIn => self.course.brought_in().unwrap_or(self.terms.button),
        }
    }

    /// Returns the first seat left of the button that was dealt in.
    fn eldest(&self) -> SeatIx {
        self.terms
            .dealt
            .next_after(self.terms.button)
            .unwrap_or(self.terms.button)
    }

    /// Returns the second seat left of the button that was dealt in.
    fn second(&self) -> SeatIx {
        let mut after = self.terms.dealt.clockwise_from(self.terms.button);
        after.nth(1).unwrap_or(self.terms.button)
    }

    /// Returns the seat with the best up cards by this order; among equals, the one nearest to the left of the button.
    fn best_up_cards(&self, order: fn(CardSet, CardSet) -> Strength) -> Option<SeatIx> {
        let wild = self.known_wild();
        let mut best: Option<(SeatIx, Strength)> = None;
        for seat in self.live().clockwise_from(self.terms.button) {
            let shown = order(self.up_cards(seat), wild);
            if best.is_none_or(|(_, most)| shown > most) {
                best = Some((seat, shown));
            }
        }
        best.map(|(seat, _)| seat)
    }

    /// Makes the seat with the worst door card bring in, if any opponent could respond. Rules: variants M06, M08.
    pub(super) fn post_bring_in(&mut self, door: Door, amount: Chips, events: &mut Vec<Event>) {
        let amount = if self.terms.bring_in.is_zero() {
            amount
        } else {
            self.terms.bring_in
        };
        let height = |card: Card| {
            let rank = card.rank().unwrap_or(Rank::ACE);
            let low_ace = door == Door::HighRazz && rank == Rank::ACE;
            (if low_ace { 0 } else { rank.index() + 1 }, card.suit())
        };
        let doors = self.able().iter().filter_map(|seat| {
            let door = self.facing(seat, Face::Up).next()?;
            Some((height(door), seat))
        });
        let doors: Vec<_> = doors.collect();
        let payer = match door {
            Door::Low => doors.iter().min(),
            Door::HighRazz => doors.iter().max(),
        };
        if let Some(&(_, seat)) = payer.filter(|_| doors.len() > 1) {
            self.course.bring_in(seat);
            self.post(seat, amount, PostKind::BringIn, events);
        }
    }
}
