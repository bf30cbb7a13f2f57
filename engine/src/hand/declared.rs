//! Declarations and announcements of the sides played for. Rules: variants 8, algorithm S2.

use crate::action::Declaration;
use crate::{BySeat, SeatIx, SeatSet};

/// Declaration and announcement of each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// Binding; secret while others are still choosing.
    sides: BySeat<Option<Declaration>>,
    /// Announced with the last cards that the seat turned up, if an announcement was asked for. Not binding.
    announced: BySeat<Option<Declaration>>,
}

impl Declared {
    pub(super) fn declare(&mut self, seat: SeatIx, sides: Declaration) {
        self.sides[seat] = Some(sides);
    }

    /// Returns the seat's declaration, or `None` before it has declared.
    pub(super) fn of(&self, seat: SeatIx) -> Option<Declaration> {
        self.sides[seat]
    }

    /// Returns those of `seats` that play for both sides.
    pub(super) fn both(&self, seats: SeatSet) -> SeatSet {
        let both = |seat: &SeatIx| self.sides[*seat] == Some(Declaration::Both);
        seats.iter().filter(both).collect()
    }

    /// Notes the announcement that goes with cards turned up. A roll without one leaves the last announcement in place.
    pub(super) fn announce(&mut self, seat: SeatIx, sides: Option<Declaration>) {
        self.announced[seat] = sides.or(self.announced[seat]);
    }

    /// Returns the seat's last announcement.
    pub(super) fn announced(&self, seat: SeatIx) -> Option<Declaration> {
        self.announced[seat]
    }
}
