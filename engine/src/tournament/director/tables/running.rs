//! The running hand of a table, as the director knows it.

use crate::table::Positions;
use crate::tournament::director::command::{Refusal, Ruling};
use crate::{SeatIx, SeatSet};

/// A hand that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct RunningHand {
    /// Number of the hand at its table; [`Tables::start_hand`](super::Tables::start_hand) gives it.
    pub(super) number: u32,
    pub(in super::super) level: u16,
    pub(in super::super) game: u16,
    pub(in super::super) positions: Positions,
    /// Seats that serve a penalty with it.
    pub(in super::super) penalised: SeatSet,
    /// Seats whose hands were dead from the start.
    pub(in super::super) dead: SeatSet,
    /// `true` while it waits for its release, in hand-for-hand.
    held: bool,
    /// Seats whose players leave the tournament when it is over.
    leaving: SeatSet,
    /// Seats whose hands an official has killed.
    condemned: SeatSet,
    /// Rulings that killed them, kept secret until the hand is over.
    unheard: Vec<Ruling>,
}

impl RunningHand {
    /// Returns a hand that has just been dealt, at this level and in the game of that one.
    pub(in super::super) const fn new(
        (level, game): (u16, u16),
        positions: Positions,
        penalised: SeatSet,
        dead: SeatSet,
    ) -> Self {
        Self {
            number: 0,
            level,
            game,
            positions,
            penalised,
            dead,
            held: false,
            leaving: SeatSet::EMPTY,
            condemned: SeatSet::EMPTY,
            unheard: Vec::new(),
        }
    }

    /// Returns its number at its table.
    pub(in super::super) const fn number(&self) -> u32 {
        self.number
    }

    /// Returns `true` while it waits for its release, in hand-for-hand.
    pub(in super::super) const fn is_held(&self) -> bool {
        self.held
    }

    /// Holds it until its release.
    pub(in super::super) const fn hold(&mut self) {
        self.held = true;
    }

    /// Releases it.
    pub(in super::super) const fn release(&mut self) {
        self.held = false;
    }

    /// Returns the seats whose players leave the tournament when it is over.
    pub(in super::super) const fn leaving(&self) -> SeatSet {
        self.leaving
    }

    /// Notes that a player leaves the tournament when it is over.
    pub(in super::super) fn leave(&mut self, seat: SeatIx) {
        self.leaving.insert(seat);
    }

    /// Returns the seats whose hands an official has killed.
    pub(in super::super) const fn condemned(&self) -> SeatSet {
        self.condemned
    }

    /// Kills the hand of a seat, for an official. The ruling stays secret until the hand is over. Rule: tournament 11.4.
    pub(in super::super) fn condemn(&mut self, seat: SeatIx, ruling: Ruling) -> Result<(), Refusal> {
        if self.dead.contains(seat) {
            return Err(Refusal::NoHand);
        }
        if self.condemned.contains(seat) {
            return Err(Refusal::NoChange);
        }
        self.condemned.insert(seat);
        self.unheard.push(ruling);
        Ok(())
    }

    /// Takes the rulings that were kept secret, once it is over.
    pub(in super::super) fn take_unheard(&mut self) -> Vec<Ruling> {
        std::mem::take(&mut self.unheard)
    }
}
