//! Read access to a cash table.

use super::CashTable;
use crate::table::config::{BuyIn, TableConfig, TableGame};
use crate::table::error::TableRuleError;
use crate::table::event::SeatStatus;
use crate::table::plan::HandPlan;
use crate::table::state::{PlayerId, SeatState, TableState};
use crate::{Chips, SeatIx, SeatSet};

impl CashTable {
    /// Returns the complete state of the table, as plain data.
    pub const fn state(&self) -> &TableState {
        &self.state
    }

    /// Returns the settings chosen when the table was created.
    pub const fn config(&self) -> &TableConfig {
        &self.state.config
    }

    /// Returns the current game.
    pub const fn game(&self) -> &TableGame {
        &self.state.game
    }

    /// Returns the player and the stack at a seat, `None` if it is free.
    pub fn seat(&self, seat: SeatIx) -> Option<&SeatState> {
        self.state.seats[seat].as_ref()
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, player: PlayerId) -> Option<SeatIx> {
        self.state.seat_of(player)
    }

    /// Returns the taken seats.
    pub fn occupied(&self) -> SeatSet {
        self.state.seats_where(|_| true)
    }

    /// Returns the seats that any player may take: free and not reserved.
    pub fn free_seats(&self) -> SeatSet {
        self.state.free_seats()
    }

    /// Returns the part of a seat in the game, `None` if it is free.
    pub fn status(&self, seat: SeatIx) -> Option<SeatStatus> {
        self.state.status(seat)
    }

    /// Returns the plan of the running hand.
    pub const fn hand(&self) -> Option<&HandPlan> {
        self.state.hand.as_ref()
    }

    /// Returns the players on the wait list, first in line first.
    pub fn wait_list(&self) -> &[PlayerId] {
        &self.state.wait_list
    }

    /// Returns the seat reserved for a player on the wait list.
    pub fn offer_to(&self, player: PlayerId) -> Option<SeatIx> {
        let mut reserved = self.state.reserved.iter();
        reserved
            .find(|(_, holder)| **holder == Some(player))
            .map(|(seat, _)| seat)
    }

    /// Returns all chips at the table, which are those brought less those taken away: the stacks as they were before
    /// the running hand, the pot carried to the next hand, and the kitty.
    pub fn chips(&self) -> Chips {
        self.state.chips()
    }

    /// Returns the range of buy-ins for a player who sits down. A player who left with more than the smallest buy-in,
    /// and has not been forgotten, must bring at least as much again.
    pub fn buy_in_for(&self, player: PlayerId) -> BuyIn {
        let BuyIn { min, max } = self.state.config.buy_in;
        let left_with = self.state.left_with.get(&player).copied().unwrap_or_default();
        BuyIn {
            min: min.max(left_with),
            max: max.max(left_with),
        }
    }

    /// Returns the range of chips that a player may add now; if none, `max` is below `min`. During a hand in which the
    /// player takes part the current stack does not count against `max`, and any excess comes back when the hand is
    /// over.
    ///
    /// # Errors
    /// If the player has no seat.
    pub fn rebuy_for(&self, player: PlayerId) -> Result<BuyIn, TableRuleError> {
        let (seat, state) = self.player(player)?;
        let config = &self.state.config;
        if self.state.dealt().contains(seat) {
            let max = if state.leaving {
                Chips::ZERO
            } else {
                config.buy_in.max.saturating_sub(state.rebuy)
            };
            return Ok(BuyIn {
                min: config.rules.unit,
                max,
            });
        }
        let min = if state.stack.is_zero() {
            config.buy_in.min
        } else {
            config.rules.unit
        };
        Ok(BuyIn {
            min,
            max: config.buy_in.max.saturating_sub(state.stack),
        })
    }
}
