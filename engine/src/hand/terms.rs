//! What is fixed before the deal.

use crate::limit::Limit;
use crate::setup::{Setup, TableRules, Tabling};
use crate::{Chips, SeatIx, SeatSet};

/// The terms of a hand. Only a release changes them: hands that it tables wait no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Terms {
    pub(super) seat_count: u8,
    pub(super) button: SeatIx,
    pub(super) big_blind: Option<SeatIx>,
    pub(super) tiers: Box<[Limit]>,
    pub(super) rules: TableRules,
    /// Seats that were dealt in.
    pub(super) dealt: SeatSet,
    /// Amount of the bring-in; zero for the amount in the script.
    pub(super) bring_in: Chips,
    /// All chips in play; no event changes their sum.
    pub(super) total: Chips,
}

impl Terms {
    /// Returns the terms of a setup that was checked, with the seats and chips that the check found.
    pub(super) fn new(setup: &mut Setup, (dealt, total): (SeatSet, Chips)) -> Self {
        Self {
            seat_count: setup.seat_count,
            button: setup.button,
            big_blind: setup.big_blind,
            tiers: std::mem::take(&mut setup.tiers).into(),
            rules: std::mem::take(&mut setup.rules),
            dealt,
            bring_in: setup.bring_in.unwrap_or_default(),
            total,
        }
    }

    /// Lets hands be tabled at once from now on.
    pub(super) const fn release(&mut self) {
        self.rules.tabling = Tabling::AtOnce;
    }
}
