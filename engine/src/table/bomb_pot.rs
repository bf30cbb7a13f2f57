//! Bomb pots: every so many hands, all players dealt in post an ante of several big blinds, and the play begins on the flop.
//!
//! There are no blinds in such a hand and no betting before the first cards of the board. It is dealt as a hand of a game without blinds:
//! the button goes to the next player, everybody who is ready takes part, and blinds that are owed stay owed. The blinds of the next
//! hand go on from where they stopped. A hand that is undone does not count.

use super::CashTable;
use super::state::TableState;
use crate::post::{Post, PostKind};
use crate::{Chips, SeatIx, SeatSet};

/// The most hands from one bomb pot to the next.
pub const BOMB_POT_EVERY_MAX: u16 = 100;
/// The highest ante of a bomb pot, in big blinds.
pub const BOMB_POT_ANTE_MAX: u8 = 20;

/// How a table plays bomb pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BombPot {
    /// Every how many hands, from 1 to [`BOMB_POT_EVERY_MAX`]: with 1 every hand is one.
    pub every: u16,
    /// What each player posts, from 1 to [`BOMB_POT_ANTE_MAX`] big blinds.
    pub ante: u8,
}

impl BombPot {
    /// Whether the numbers are in their ranges.
    pub(super) const fn is_in_range(self) -> bool {
        1 <= self.every && self.every <= BOMB_POT_EVERY_MAX && 1 <= self.ante && self.ante <= BOMB_POT_ANTE_MAX
    }
}

impl CashTable {
    /// How many hands it is from the running hand, or from the last one between hands, to the next bomb pot: 1 if the next hand is
    /// one. `None` where there are none.
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
    /// The ante of the next hand, if that is a bomb pot.
    pub(super) fn bomb_pot(&self) -> Option<Chips> {
        let bomb_pot = self.config.bomb_pot?;
        let is_due = self.since_bomb_pot + 1 >= bomb_pot.every;
        let ante = self.structure().big_blind().checked_mul(bomb_pot.ante.into());
        ante.filter(|_| is_due)
    }

    /// What is posted in a bomb pot.
    pub(super) fn bomb_posts(dealt: SeatSet, button: SeatIx, ante: Chips) -> Vec<Post> {
        let post = |seat| Post {
            seat,
            amount: ante,
            kind: PostKind::Ante,
        };
        dealt.clockwise_from(button).map(post).collect()
    }

    /// A hand is over that was a bomb pot, or was not.
    pub(super) fn count_bomb_pot(&mut self, was: bool) {
        if self.config.bomb_pot.is_some() {
            self.since_bomb_pot = if was { 0 } else { self.since_bomb_pot + 1 };
        }
    }
}
