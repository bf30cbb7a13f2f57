//! The chips in front of the seats.

use crate::setup::SeatSetup;
use crate::{BySeat, Chips, SeatIx, SeatSet};

/// The stack of each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stacks {
    chips: BySeat<Chips>,
    /// Seats that have chips in front of them.
    solvent: SeatSet,
}

impl Stacks {
    /// Returns the stacks before the posts. No player is dealt in without chips.
    pub(super) fn new(players: &[SeatSetup]) -> Self {
        let mut stacks = Self {
            chips: BySeat::default(),
            solvent: SeatSet::EMPTY,
        };
        for player in players {
            stacks.receive(player.seat, player.stack);
        }
        stacks
    }

    #[inline]
    pub(super) fn of(&self, seat: SeatIx) -> Chips {
        self.chips[seat]
    }

    /// Returns the seats that have chips.
    #[inline]
    pub(super) const fn solvent(&self) -> SeatSet {
        self.solvent
    }

    /// Takes chips from a stack; returns `true` if none are left.
    pub(super) fn pay(&mut self, seat: SeatIx, amount: Chips) -> bool {
        let stack = &mut self.chips[seat];
        *stack -= amount;
        if stack.is_zero() {
            self.solvent.remove(seat);
        }
        stack.is_zero()
    }

    /// Adds chips to a stack.
    pub(super) fn receive(&mut self, seat: SeatIx, amount: Chips) {
        self.chips[seat] += amount;
        if !amount.is_zero() {
            self.solvent.insert(seat);
        }
    }
}
