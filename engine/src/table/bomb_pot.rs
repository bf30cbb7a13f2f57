//! Bomb pots: once every set number of hands, all players dealt in post an ante of several big blinds, and play begins
//! on the flop.
//!
//! Such a hand has no blinds and no betting before the first cards of the board. It is dealt like a hand of a game
//! without blinds: the button moves to the next player, every ready player takes part, and missed blinds stay owed. The
//! blinds resume in the next hand where they stopped. A voided hand does not count.

use super::CashTable;
use super::state::TableState;
use crate::Chips;

/// Largest number of hands from one bomb pot to the next.
pub const BOMB_POT_EVERY_MAX: u16 = 100;
/// Highest ante of a bomb pot, in big blinds.
pub const BOMB_POT_ANTE_MAX: u8 = 20;

/// The frequency and the ante of a table's bomb pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BombPot {
    /// Hands from one bomb pot to the next, from 1 to [`BOMB_POT_EVERY_MAX`]: with 1 every hand is one.
    pub every: u16,
    /// Ante of each player, from 1 to [`BOMB_POT_ANTE_MAX`] big blinds.
    pub ante: u8,
}

impl BombPot {
    /// Checks that both numbers are in range.
    pub(super) const fn is_in_range(self) -> bool {
        1 <= self.every && self.every <= BOMB_POT_EVERY_MAX && 1 <= self.ante && self.ante <= BOMB_POT_ANTE_MAX
    }
}

impl CashTable {
    /// Returns the number of hands to the next bomb pot, counted from the running hand or, between hands, from the last
    /// one: 1 if the next hand is one. `None` if the table has no bomb pots.
    pub fn bomb_pot_in(&self) -> Option<u16> {
        let state = &self.state;
        let every = state.config.bomb_pot?.every;
        Some(match &state.hand {
            Some(hand) if hand.setup.rules.bomb_pot => every,
            Some(_) => every - 1 - state.since_bomb_pot,
            None => every - state.since_bomb_pot,
        })
    }
}

impl TableState {
    /// Returns the ante of the next hand, in chips, if that hand is a bomb pot.
    pub(super) fn bomb_pot(&self) -> Option<Chips> {
        let bomb_pot = self.config.bomb_pot?;
        let is_due = self.since_bomb_pot + 1 >= bomb_pot.every;
        let ante = self.structure().big_blind().checked_mul(bomb_pot.ante.into());
        ante.filter(|_| is_due)
    }
}
