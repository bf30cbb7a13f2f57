//! Poor man's poker: a player who has lost the stack gets another for free. Rules: variants 4.2, BT15.

use super::{CashTable, PlayerId, TableRuleError, TableState};
use crate::Chips;

/// A player's record at a table with free stacks. It lasts as long as the table, and a player who returns has no new ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeStacks {
    /// Chips in each stack: the amount of the player's first buy-in.
    pub size: Chips,
    /// Number of free stacks left.
    pub left: u8,
    /// Set once the player has lost every stack and may not play here again.
    pub is_out: bool,
}

impl CashTable {
    /// Checks that the player has not lost every stack.
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
    /// Records the first stack of a player, at a table whose free stacks are of the same size.
    pub(super) fn note_first_stack(&mut self, player: PlayerId, size: Chips) {
        if self.config.free_stacks > 0 {
            let (left, is_out) = (self.config.free_stacks, false);
            let new = FreeStacks { size, left, is_out };
            self.free_stacks.entry(player).or_insert(new);
        }
    }
}
