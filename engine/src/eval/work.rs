//! The cost of ranking a hand, in evaluations: look-ups of five cards in the tables.
//!
//! The count follows the evaluators of this module: the sets of cards that a selection allows, and the cost of each under its ranking. A
//! test checks the estimate against the clock.

use super::rule::Rule;
use super::wild::Joker;
use super::{Ranking, Rules, Selection};

/// A set of cards without a table: too many of them, or too few.
const BY_HAND: u64 = 6;
/// A set of cards that includes wild cards.
const WILD: u64 = 12;
/// The ranks of a low hand with wild cards, tried from the lowest on.
const BY_RANKS: u64 = 100;
/// The description of a hand and the cards that play.
const WORDS: u64 = 14;

impl Rules {
    /// Returns the maximum cost of describing the hand made of this number of own cards and board cards.
    pub(crate) fn work(&self, ranking: Ranking, selection: Selection, own: usize, board: usize) -> u64 {
        let (sets, cards) = match selection {
            Selection::Best => (1, own + board),
            Selection::Own => (1, own),
            Selection::TwoPlusThree => (choose(own, 2) * choose(board, 3), own.min(2) + board.min(3)),
            Selection::FourPlusOne => (choose(own, 4) * choose(board, 1), own.min(4) + board.min(1)),
            Selection::MaxTwo => (choose(own, 2), own.min(2) + board),
        };
        sets * self.work_of_set(ranking, cards) + WORDS
    }

    fn work_of_set(&self, ranking: Ranking, cards: usize) -> u64 {
        let plain = self.is_plain();
        match ranking.rule() {
            Rule::High { size: 5, .. } if plain => {
                if cards <= 7 {
                    1
                } else {
                    BY_HAND
                }
            }
            Rule::High { size: 5, .. } if self.wild.joker == Joker::Basic => choose(cards, 5) * WILD,
            Rule::High { size: 5, .. } => WILD,
            Rule::High { size, .. } if plain => choose(cards, size) * BY_HAND,
            Rule::Three(_) if plain => choose(cards, 3) * BY_HAND,
            Rule::High { .. } | Rule::Three(_) => WILD,
            Rule::Low { size, .. } if plain => choose(cards, size) * if size == 5 { 1 } else { BY_HAND },
            Rule::Low { size, .. } => choose(cards, size) * WILD + BY_RANKS,
            Rule::Badugi { .. } => {
                let sets: u64 = (1..=4).map(|size| choose(cards, size)).sum();
                sets * if plain { 1 } else { 2 }
            }
        }
    }
}

/// Returns the number of subsets of `size` cards; one if there are no more cards than that.
fn choose(cards: usize, size: usize) -> u64 {
    let size = size.min(cards);
    let [cards, size] = [cards as u64, size as u64];
    (0..size).fold(1, |sets, taken| sets * (cards - taken) / (taken + 1))
}
