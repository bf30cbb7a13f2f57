//! The wait list: a seat that opens up is reserved for the first in line, until taken, declined or withdrawn.

use super::cash::CashTable;
use super::error::TableRuleError;
use super::event::TableEvent;
use super::state::{PlayerId, TableState};
use crate::SeatIx;

impl CashTable {
    /// Adds the player to the end of the wait list. A free seat, if there is one, is reserved immediately.
    ///
    /// # Errors
    /// If the player has a seat or is on the list already, or the list is full.
    pub fn join_wait_list(&mut self, player: PlayerId) -> Result<Vec<TableEvent>, TableRuleError> {
        if let Some(seat) = self.seat_of(player) {
            return Err(TableRuleError::AlreadySeated { seat });
        }
        if self.state.wait_list.contains(&player) {
            return Err(TableRuleError::AlreadyWaiting);
        }
        self.check_not_out(player)?;
        let max = self.state.config.wait_list_max;
        if self.state.wait_list.len() >= max {
            return Err(TableRuleError::WaitListFull { max });
        }
        Ok(self.change(|state, events| {
            state.wait_list.push(player);
            events.push(TableEvent::WaitListChanged {
                players: state.wait_list.clone(),
            });
        }))
    }

    /// Takes the player off the wait list. A seat reserved for the player is thereby declined, and reserved for the
    /// next in line.
    ///
    /// # Errors
    /// If the player is not on the list.
    pub fn leave_wait_list(&mut self, player: PlayerId) -> Result<Vec<TableEvent>, TableRuleError> {
        if !self.state.wait_list.contains(&player) {
            return Err(TableRuleError::NotWaiting);
        }
        Ok(self.change(|state, events| state.leave_wait_list(player, None, events)))
    }

    /// Withdraws the seat reserved for a player who did not answer in time, and takes the player off the list. The
    /// deadline is up to the caller, who has the clock.
    ///
    /// # Errors
    /// If no seat is reserved for the player.
    pub fn expire_offer(&mut self, player: PlayerId) -> Result<Vec<TableEvent>, TableRuleError> {
        if self.offer_to(player).is_none() {
            return Err(TableRuleError::NoOffer);
        }
        self.leave_wait_list(player)
    }
}

impl TableState {
    /// Takes a player off the wait list, and frees any reserved seat other than the one just taken.
    pub(super) fn leave_wait_list(&mut self, player: PlayerId, sat: Option<SeatIx>, events: &mut Vec<TableEvent>) {
        for (seat, holder) in self.reserved.iter_mut() {
            if *holder == Some(player) {
                *holder = None;
                if sat != Some(seat) {
                    events.push(TableEvent::OfferWithdrawn { seat, player });
                }
            }
        }
        let waited = self.wait_list.len();
        self.wait_list.retain(|waiting| *waiting != player);
        if self.wait_list.len() < waited {
            events.push(TableEvent::WaitListChanged {
                players: self.wait_list.clone(),
            });
        }
    }
}
