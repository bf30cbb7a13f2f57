//! The price of a game: the amount of hand ranking that its definition requires.
//!
//! The unit is an *evaluation*, one look-up of five cards in the tables of the evaluator. A definition decides how many cards a hand is
//! chosen from and what they may stand for, and so how many evaluations a table makes when a street is dealt and when a hand ends. Both are
//! bounded, so that no game written by a host keeps other tables waiting.

use super::{BetStep, Face, GameDef, Showdown, Step, UpCardRule};
use crate::eval::{Ranking, Selection};

/// Maximum number of evaluations that the cards of a street may cost at a full table.
pub const STREET_MOST: u64 = 8_000;

/// Maximum number of evaluations that the last step of a hand may cost at a full table: all streets, which an all-in may leave to it, and the showdown,
/// on two boards if the game allows them.
pub const SHOWDOWN_MOST: u64 = 32_000;

/// Price of a game at its fullest table, in evaluations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Cost of describing one player's hand once all cards are dealt.
    pub look: u64,
    /// Cost of the dearest street, on which each player's own hand is described.
    pub street: u64,
    /// Cost of the end of a hand.
    pub showdown: u64,
    /// Dearest step: its place in the script, from 1, and its word there.
    pub dearest: (usize, &'static str),
}

/// The game costs more than is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "ranking the hands of a full table takes up to {cost} evaluations {when}, and {most} are allowed: \
     step {} (`{}`) costs most; fewer cards, players or wild cards cost less", .price.dearest.0, .price.dearest.1
)]
pub struct TooDear {
    /// The price that was refused.
    pub price: Price,
    cost: u64,
    when: &'static str,
    most: u64,
}

impl Price {
    /// Checks the price against [`STREET_MOST`] and [`SHOWDOWN_MOST`].
    ///
    /// # Errors
    /// If it exceeds either.
    pub fn check(self) -> Result<(), TooDear> {
        let bounds = [
            ("a street", self.street, STREET_MOST),
            ("a showdown", self.showdown, SHOWDOWN_MOST),
        ];
        match bounds.into_iter().find(|(_, cost, most)| cost > most) {
            None => Ok(()),
            Some((when, cost, most)) => Err(TooDear {
                price: self,
                cost,
                when,
                most,
            }),
        }
    }
}

impl GameDef {
    /// Returns the price of the game at a full table.
    pub fn price(&self) -> Price {
        let players = u64::from(self.seats.1);
        let on_two_boards = 2 * u64::from(self.double_board_seats());
        let extra = self.triggers.iter().any(|trigger| trigger.rule == UpCardRule::Extra);
        let (mut own, mut board): (usize, usize) = (0, 0);
        let (mut street, mut dearest, mut streets) = (0, 0, 0);
        for (place, step) in self.steps.iter().enumerate() {
            let looks = match step {
                Step::Deal(faces) => {
                    let up = faces.iter().filter(|face| **face == Face::Up).count();
                    own += faces.len() + if extra { up } else { 0 };
                    players
                }
                Step::OptionalRoll => {
                    own += 1;
                    1
                }
                Step::Board { count, face: Face::Up } => {
                    board += usize::from(*count);
                    players.max(on_two_boards)
                }
                Step::Turn(count) => {
                    board += usize::from(*count);
                    players
                }
                Step::Communal => {
                    board += 1;
                    players
                }
                Step::Discard { down, up } => {
                    own = own.saturating_sub(usize::from(*down) + usize::from(*up));
                    players
                }
                Step::Roll { .. } => players,
                Step::Draw { .. } | Step::Arrange => 1,
                Step::Ante(_)
                | Step::Post { .. }
                | Step::BringIn { .. }
                // Face-down cards belong to no hand yet.
                | Step::Board { face: Face::Down, .. }
                | Step::Bet(_)
                | Step::Straddle { .. }
                | Step::Declare { .. }
                | Step::Show(_) => 0,
            };
            let cost = match step {
                // Each decision evaluates the player's own cards, to see whether they may open.
                Step::Bet(BetStep { open: Some(_), .. }) => {
                    players * self.rules.work(Ranking::High, Selection::Own, own, 0)
                }
                _ => looks.saturating_mul(self.look(own, board)),
            };
            streets += cost;
            if cost > street {
                (street, dearest) = (cost, place);
            }
        }
        // On each board, hands are compared and then described to all viewers.
        let boards = if self.has_board() { 2 } else { 1 };
        let look = self.look(own, board);
        let end = players * look * 2 * boards;
        let last = self.steps.len().saturating_sub(1);
        let dearest = if end > street { last } else { dearest };
        Price {
            look,
            street,
            showdown: streets + end,
            dearest: (dearest + 1, self.steps[dearest].word()),
        }
    }

    /// Returns the cost of describing one player's hand on each side.
    fn look(&self, own: usize, board: usize) -> u64 {
        let of = |show: Showdown| -> u64 {
            let sides = [show.high, show.low].into_iter().flatten();
            sides
                .map(|ranking| self.rules.work(ranking, show.selection, own, board))
                .sum()
        };
        self.showdowns().map(of).max().unwrap_or_default()
    }
}
