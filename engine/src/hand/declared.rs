//! What players say about the sides that they play for. Rules: variants 8, algorithm S2.

use crate::action::Declaration;
use crate::{BySeat, SeatIx, SeatSet};

/// What each seat has declared and announced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// Binding; secret while others are still choosing.
    sides: BySeat<Option<Declaration>>,
    /// Said with the last cards that the seat turned up, if it had to say something. It binds no player.
    announced: BySeat<Option<Declaration>>,
}

impl Declared {
    pub(super) fn declare(&mut self, seat: SeatIx, sides: Declaration) {
        self.sides[seat] = Some(sides);
    }

    /// What the seat plays for, `None` before it has declared.
    pub(super) fn of(&self, seat: SeatIx) -> Option<Declaration> {
        self.sides[seat]
    }

    /// Those of the seats that play for both sides.
    pub(super) fn both(&self, seats: SeatSet) -> SeatSet {
        let both = |seat: &SeatIx| self.sides[*seat] == Some(Declaration::Both);
        seats.iter().filter(both).collect()
    }

    /// What the seat says with cards that it turns up; a roll at which there is nothing to say leaves the last word.
    pub(super) fn announce(&mut self, seat: SeatIx, sides: Option<Declaration>) {
        self.announced[seat] = sides.or(self.announced[seat]);
    }

    /// What the seat announced last.
    pub(super) fn announced(&self, seat: SeatIx) -> Option<Declaration> {
        self.announced[seat]
    }
}
