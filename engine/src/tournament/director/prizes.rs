//! The prizes of places. Rules: tournament 2.10, 2.17, L-8, L-9.

use super::command::PlayerNo;
use super::event::PrizeReason;
use crate::Chips;
use crate::tournament::law::{Tied, pay};

/// The prizes paid for places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prizes {
    /// Prizes by place, first place first; empty while entries are open.
    list: Vec<Chips>,
    /// Number of prizes that are seats of another tournament.
    seats: u32,
    /// Bounties of players who left, added to first place.
    forfeited: Chips,
    /// Set once the money is reached.
    reached: bool,
    /// Set once a prize has been paid.
    paid: bool,
}

impl Prizes {
    /// Fixes the prizes; the money is reached anew.
    pub(super) fn fix(&mut self, list: Vec<Chips>) {
        self.list = list;
        self.reached = false;
    }

    pub(super) const fn set_seats(&mut self, seats: u32) {
        self.seats = seats;
    }

    pub(super) fn list(&self) -> &[Chips] {
        &self.list
    }

    /// Returns the number of paid places.
    pub(super) fn paid_places(&self) -> u32 {
        u32::try_from(self.list.len()).unwrap_or(u32::MAX)
    }

    /// Returns `true` if places win seats of another tournament.
    pub(super) const fn has_seats(&self) -> bool {
        self.seats > 0
    }

    pub(super) const fn is_reached(&self) -> bool {
        self.reached
    }

    pub(super) const fn reach(&mut self) {
        self.reached = true;
    }

    pub(super) const fn is_paid(&self) -> bool {
        self.paid
    }

    pub(super) const fn note_paid(&mut self) {
        self.paid = true;
    }

    /// Adds the bounty of a player who leaves to the prize for first place. Rule: tournament 2.17.
    pub(super) fn forfeit(&mut self, bounty: Chips) {
        self.forfeited += bounty;
    }

    /// Returns the prizes of the places that are left, largest first.
    pub(super) fn left(&self, alive: u32) -> Vec<Chips> {
        let alive = usize::try_from(alive).unwrap_or(usize::MAX);
        let mut left: Vec<Chips> = self.list.iter().take(alive).copied().collect();
        if let Some(first) = left.first_mut() {
            *first += self.forfeited;
        }
        left
    }

    /// Notes that the prizes [left](Self::left) are shared: the forfeited bounties with them.
    pub(super) const fn share_forfeited(&mut self) {
        self.forfeited = Chips::ZERO;
    }

    /// Notes that the players alive share the prizes left by a deal. The amount kept is the first prize; the other
    /// places keep their numbers and pay nothing more.
    pub(super) fn keep(&mut self, keep: Chips, alive: u32) {
        self.share_forfeited();
        let places = usize::try_from(alive).unwrap_or(usize::MAX);
        for prize in self.list.iter_mut().take(places) {
            *prize = Chips::ZERO;
        }
        self.list[0] = keep;
    }

    /// Returns the shares of players who tie for the places from `best` to `worst`, and the reason for them.
    pub(super) fn shares(
        &mut self,
        (best, worst): (u32, u32),
        tied: &[Tied<PlayerNo>],
    ) -> (Vec<(PlayerNo, Chips)>, PrizeReason) {
        if best == 1 {
            let forfeited = std::mem::take(&mut self.forfeited);
            if let Some(prize) = self.list.first_mut() {
                *prize += forfeited;
            }
        }
        let why = if worst <= self.seats {
            PrizeReason::Seat
        } else {
            PrizeReason::Place
        };
        let shares = pay(&self.list, best.into(), worst.into(), tied).expect("as many players as places");
        (shares, why)
    }
}
