//! The board: cards for all players. Rules: variants 5, 8, D3.

use super::Hand;
use super::runs::Runs;
use crate::Card;
use crate::deck::To;
use crate::game::{Face, Step};
use crate::list::Cards;

/// The cards on the board; the ones that lie face up come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    cards: Cards,
    /// How many of them lie face up.
    up: u8,
}

impl Board {
    pub(super) const EMPTY: Self = Self {
        cards: Cards::EMPTY,
        up: 0,
    };

    /// The cards that lie face up, in the order in which all saw them.
    pub(super) fn up(&self) -> &[Card] {
        &self.cards[..usize::from(self.up)]
    }

    /// Whether every card lies face up.
    pub(super) fn is_open(&self) -> bool {
        usize::from(self.up) == self.cards.len()
    }

    /// The places of the board, `None` where a card lies face down.
    pub(super) fn places(&self) -> impl Iterator<Item = Option<Card>> {
        let down = self.cards.len() - self.up().len();
        let up = self.up().iter().copied().map(Some);
        up.chain(std::iter::repeat_n(None, down))
    }

    /// Lays cards: face up after those that already lie so, face down after all others.
    pub(super) fn lay(&mut self, cards: &[Card], face: Face) {
        self.cards.extend(cards.iter().copied());
        if face == Face::Up {
            self.cards[usize::from(self.up)..].rotate_right(cards.len());
            self.up += u8::try_from(cards.len()).expect("a board is short");
        }
    }

    /// Turns the next face-down cards up, so many of them; gives them.
    pub(super) fn turn(&mut self, count: u8) -> Cards {
        let down = &self.cards[usize::from(self.up)..];
        let turned: Cards = down.iter().take(usize::from(count)).copied().collect();
        self.up += u8::try_from(turned.len()).expect("a board is short");
        turned
    }

    /// The board as it was when so many cards lay there, all of them face up.
    pub(super) fn first(&self, count: u8) -> Self {
        Self {
            cards: self.cards.iter().copied().take(usize::from(count)).collect(),
            up: count,
        }
    }
}

impl Hand {
    /// Whether a step that deals cards of the board has been taken.
    pub(super) fn has_reached_board(&self) -> bool {
        let taken = &self.game.steps[..self.step];
        taken.iter().any(|step| matches!(step, Step::Board { .. }))
    }

    /// The cards of the board that would have come, had a hand that is over gone on: the next ones of its own deck, none of
    /// which any player held. None where the hand went to its showdown, and where other cards or those of two boards would have
    /// come.
    pub fn undealt_board(&self) -> Cards {
        if !self.is_over() || matches!(self.runs, Runs::Boards { .. }) {
            return Cards::EMPTY;
        }
        let mut deck = self.deck.clone();
        let mut cards = Cards::EMPTY;
        for step in self.game.steps.iter().skip(self.step) {
            match step {
                Step::Bet(_) => {}
                Step::Board { count, face: Face::Up } => {
                    cards.extend((0..*count).filter_map(|_| deck.deal(To::Board)));
                }
                Step::Show(_) => return cards,
                _ => return Cards::EMPTY,
            }
        }
        Cards::EMPTY
    }
}
