//! The plan that table law makes for the next hand.

use super::error::TableRuleError;
use super::positions::Positions;
use crate::setup::Setup;
use crate::{Chips, SeatIx, SeatSet};

/// The plan of a hand about to be dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandPlan {
    /// Input of [`crate::Hand::deal`]: players, positions, and all posts in the order in which they are paid.
    pub setup: Setup,
    /// Seats of button and blinds: at a cash table in games with two blinds, in a tournament in all games.
    pub positions: Option<Positions>,
    /// The seats that are dealt in.
    pub dealt: SeatSet,
    /// The seats that want to play but have to wait for the big blind, or for the button to pass.
    pub waiting: SeatSet,
    /// The absent seats that the small blind passes over in this hand.
    pub missed_small_blind: SeatSet,
    /// The absent seats that the big blind passes over in this hand.
    pub missed_big_blind: SeatSet,
}

impl HandPlan {
    /// Returns the chips that the hand carries over to the next pot, from its final stacks and its kitty; zero unless
    /// the game `carries` pots.
    ///
    /// # Errors
    /// If the stacks are not those of the hand's players, each exactly once, or the chips do not add up.
    pub(super) fn carried_out(
        &self,
        stacks: &[(SeatIx, Chips)],
        kitty: Chips,
        carries: bool,
    ) -> Result<Chips, TableRuleError> {
        let seats: SeatSet = stacks.iter().map(|(seat, _)| *seat).collect();
        if seats != self.dealt || stacks.len() != self.dealt.len() {
            return Err(TableRuleError::WrongSeats);
        }
        let before: Chips = self.setup.players.iter().map(|player| player.stack).sum();
        let after = stacks
            .iter()
            .try_fold(kitty, |sum, (_, stack)| sum.checked_add(*stack))
            .filter(|_| kitty <= self.setup.rules.kitty);
        let after = after.unwrap_or(Chips::MAX);
        let in_play = before + self.setup.carried;
        in_play
            .checked_sub(after)
            .filter(|carried| carried.is_zero() || carries)
            .ok_or(TableRuleError::NotConserved { before: in_play, after })
    }
}
