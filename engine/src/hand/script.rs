//! The place of a hand in the script of its game.

use crate::game::Step;

/// The steps taken so far, and what is counted along with them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScriptPlace {
    /// Index of the next step.
    step: usize,
    /// Draw rounds opened so far.
    draws: u8,
    /// Number of the last decision.
    turn: u32,
}

impl ScriptPlace {
    /// Returns the index of the next step.
    #[inline]
    pub(super) const fn step(self) -> usize {
        self.step
    }

    /// Takes the next step.
    pub(super) fn advance(&mut self, steps: &[Step]) -> Step {
        let step = *steps.get(self.step).expect("a checked game ends with its showdown");
        self.step += 1;
        step
    }

    /// Takes the last step back, to take it again later.
    pub(super) const fn go_back(&mut self) {
        self.step -= 1;
    }

    pub(super) const fn jump(&mut self, step: usize) {
        self.step = step;
    }

    /// Returns the steps taken.
    pub(super) fn taken(self, steps: &[Step]) -> &[Step] {
        &steps[..self.step]
    }

    /// Returns the steps taken before the last one.
    pub(super) fn before_last(self, steps: &[Step]) -> &[Step] {
        &steps[..self.step.saturating_sub(1)]
    }

    /// Returns the last step taken; `None` before the first.
    pub(super) fn last(self, steps: &[Step]) -> Option<&Step> {
        steps.get(self.step.checked_sub(1)?)
    }

    /// Returns the steps still to be taken.
    pub(super) fn ahead(self, steps: &[Step]) -> &[Step] {
        steps.get(self.step..).unwrap_or_default()
    }

    /// Counts a draw round that opens.
    pub(super) const fn count_draw(&mut self) {
        self.draws = self.draws.saturating_add(1);
    }

    /// Returns the number of draw rounds opened so far.
    pub(super) const fn draws(self) -> u8 {
        self.draws
    }

    /// Numbers a decision that opens.
    pub(super) const fn count_turn(&mut self) -> u32 {
        self.turn += 1;
        self.turn
    }

    /// Returns the number of the last decision.
    #[inline]
    pub(super) const fn turn(self) -> u32 {
        self.turn
    }
}
