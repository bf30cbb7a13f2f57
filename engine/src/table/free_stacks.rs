//! Poor man's poker: a player who has lost the stack gets some more for nothing. Rules: variants 4.2, BT15.

use super::{CashTable, LeaveReason, PlayerId, TableEvent, TableRuleError, TableState};
use crate::Chips;

/// What a table with free stacks knows of a player, for its whole life: who leaves and comes back has no new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeStacks {
    /// Chips in each: as many as the player bought in with first.
    pub size: Chips,
    /// How many are left.
    pub left: u8,
    /// Whether the player has lost all stacks, and plays here no more.
    pub is_out: bool,
}

impl CashTable {
    /// Whether the player may sit here, as far as lost stacks go.
    ///
    /// # Errors
    /// If the player has lost all of them.
    pub(super) fn check_not_out(&self, player: PlayerId) -> Result<(), TableRuleError> {
        let known = self.state.free_stacks.get(&player);
        if known.is_some_and(|known| known.is_out) {
            Err(TableRuleError::StacksLost)
        } else {
            Ok(())
        }
    }
}

impl TableState {
    /// Notes the first stack of a player, where there are free ones of the same size.
    pub(super) fn note_first_stack(&mut self, player: PlayerId, size: Chips) {
        if self.config.free_stacks > 0 {
            let (left, is_out) = (self.config.free_stacks, false);
            let new = FreeStacks { size, left, is_out };
            self.free_stacks.entry(player).or_insert(new);
        }
    }

    /// Gives a free stack to all who have lost theirs and have one left, and lets go the others.
    pub(super) fn give_free_stacks(&mut self, events: &mut Vec<TableEvent>) {
        for seat in self.seats_where(|taken| taken.stack.is_zero()).iter() {
            let player = self.taken_mut(seat).player;
            let on_table = self.chips();
            let Some(stacks) = self.free_stacks.get_mut(&player) else {
                continue;
            };
            let size = stacks.size;
            let left = stacks.left.checked_sub(1);
            // No player is given more chips than can be counted.
            let left = left.filter(|_| on_table.checked_add(size).is_some());
            if let Some(left) = left {
                stacks.left = left;
                events.push(TableEvent::FreeStackGiven {
                    seat,
                    player,
                    amount: size,
                    left,
                });
                self.add_chips(seat, size, events);
            } else {
                stacks.is_out = true;
                self.remove(seat, LeaveReason::Busted, events);
            }
        }
    }
}
