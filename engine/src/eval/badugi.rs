//! Badugi: as many cards as possible of different ranks and suits; among equals, the lowest hand wins.

use super::cards::{by_suit, each_subset};
use super::category::Category;
use crate::card::CardSet;

/// Position of the ace in the order of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ace {
    /// Below the deuce.
    Low,
    /// Above the king.
    High,
}

impl Ace {
    /// Converts a mask of ranks with the deuce as bit 0 to the order of the ranking.
    pub(crate) const fn in_order(self, ranks: u16) -> u16 {
        match self {
            Self::Low => (ranks << 1 | ranks >> 12) & 0x1fff,
            Self::High => ranks,
        }
    }
}

/// Returns the best badugi in some cards: a number that orders badugis, greater being better, and the cards that play.
pub(crate) fn best(cards: CardSet, ace: Ace) -> (u16, CardSet) {
    let mut best = (0, CardSet::EMPTY);
    for size in (1..=4).rev() {
        each_subset(cards, size, &mut |hand| {
            if let Some(ranks) = ranks_of_badugi(hand) {
                let ranks = ace.in_order(ranks);
                // More cards come first; among equals the lowest top card, then the next: the smallest mask.
                let class = u16::try_from(hand.len()).unwrap_or(0) << 13 | (0x1fff - ranks);
                if class > best.0 {
                    best = (class, hand);
                }
            }
        });
        if !best.1.is_empty() {
            break;
        }
    }
    best
}

/// Returns the category of a badugi of `size` cards.
pub(crate) const fn category(size: usize) -> Category {
    match size {
        0 | 1 => Category::OneCard,
        2 => Category::TwoCard,
        3 => Category::ThreeCard,
        _ => Category::FourCard,
    }
}

/// Returns the ranks of cards that all play, or `None` if two of them share a rank or a suit.
pub(crate) fn ranks_of_badugi(hand: CardSet) -> Option<u16> {
    let suits = by_suit(hand);
    let all = suits[0] | suits[1] | suits[2] | suits[3];
    let one_of_each_suit = suits.iter().all(|ranks| ranks.count_ones() <= 1);
    (one_of_each_suit && all.count_ones() as usize == hand.len()).then_some(all)
}
