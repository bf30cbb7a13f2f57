//! The board: cards shared by all players. Rules: variants 5, 8, D3.

use super::Hand;
use crate::Card;
use crate::deck::To;
use crate::game::{Face, Step};
use crate::list::Cards;

/// Cards on the board; the face-up ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    cards: Cards,
    /// Number of cards that lie face up.
    up: u8,
}

impl Board {
    pub(super) const EMPTY: Self = Self {
        cards: Cards::EMPTY,
        up: 0,
    };

    /// Returns the face-up cards, in the order in which they were shown.
    pub(super) fn up(&self) -> &[Card] {
        &self.cards[..usize::from(self.up)]
    }

    /// Returns `true` if every card lies face up.
    pub(super) fn is_open(&self) -> bool {
        usize::from(self.up) == self.cards.len()
    }

    /// Iterates over the places of the board; `None` is a face-down card.
    pub(super) fn places(&self) -> impl Iterator<Item = Option<Card>> {
        let down = self.cards.len() - self.up().len();
        let up = self.up().iter().copied().map(Some);
        up.chain(std::iter::repeat_n(None, down))
    }

    /// Lays cards: face up after the other face-up cards, face down after all others.
    pub(super) fn lay(&mut self, cards: &[Card], face: Face) {
        self.cards.extend(cards.iter().copied());
        if face == Face::Up {
            self.cards[usize::from(self.up)..].rotate_right(cards.len());
            self.up += u8::try_from(cards.len()).expect("a board is short");
        }
    }

    /// Turns the next `count` face-down cards up and returns them.
    pub(super) fn turn(&mut self, count: u8) -> Cards {
        let down = &self.cards[usize::from(self.up)..];
        let turned: Cards = down.iter().take(usize::from(count)).copied().collect();
        self.up += u8::try_from(turned.len()).expect("a board is short");
        turned
    }

    /// Returns the board as it was with `count` cards, all face up.
    pub(super) fn first(&self, count: u8) -> Self {
        Self {
            cards: self.cards.iter().copied().take(usize::from(count)).collect(),
            up: count,
        }
    }
}

impl Hand {
    /// Returns `true` if a step that deals board cards has been taken.
    pub(super) fn has_reached_board(&self) -> bool {
        self.place
            .taken(&self.game.steps)
            .iter()
            .any(|step| matches!(step, Step::Board { .. }))
    }

    /// Returns the board cards that would have come after a hand ended early: the next ones of its deck, none of which a player held. Empty
    /// if the hand went to showdown, or if two boards or cards of other kinds would have come.
    pub fn undealt_board(&self) -> Cards {
        if !self.is_over() || self.boards.are_double() {
            return Cards::EMPTY;
        }
        let mut deck = self.deck.clone();
        let mut cards = Cards::EMPTY;
        for step in self.place.ahead(&self.game.steps) {
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
