//! Three-card hands.

use super::cards::{at_least, by_suit, each_subset};
use super::category::Category;
use super::class::{ALL_RANKS, place, top};
use super::{Described, Played};
use crate::card::{CardSet, Rank};
use crate::list::Ranks;

/// Order of the categories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CategoryOrder {
    /// Rarest first: straight flush, three of a kind, straight, flush, pair.
    Rarity,
    /// As commonly listed: straight flush, straight, flush, three of a kind, pair.
    Listed,
}

impl CategoryOrder {
    /// Returns the place of a category: the greater the better.
    pub(crate) const fn of(self, category: Category) -> u8 {
        match (category, self) {
            (Category::StraightFlush, _) => 5,
            (Category::ThreeOfAKind, Self::Rarity) | (Category::Straight, Self::Listed) => 4,
            (Category::Straight, Self::Rarity) | (Category::Flush, Self::Listed) => 3,
            (Category::Flush, Self::Rarity) | (Category::ThreeOfAKind, Self::Listed) => 2,
            (Category::OnePair, _) => 1,
            _ => 0,
        }
    }
}

/// A three-card hand.
#[derive(Clone, Debug)]
pub(crate) struct ThreeCards {
    /// Number that orders hands: the greater the better.
    pub(crate) class: u16,
    pub(crate) category: Category,
    /// Indices of the ranks that name the hand, most significant first.
    pub(crate) ranks: Ranks,
    pub(crate) cards: CardSet,
}

impl ThreeCards {
    pub(crate) fn describe(self) -> Described {
        let mut cards: Played = self.cards.iter().collect();
        // The ranks that name the hand come first, a pair before its kicker; the ace of three, two, ace comes last.
        cards.sort_by_key(|card| {
            let named = self.ranks.iter().position(|rank| card.rank() == Some(*rank));
            (named.unwrap_or(usize::MAX), std::cmp::Reverse(*card))
        });
        if self.category == Category::Straight || self.category == Category::StraightFlush {
            cards[1..].sort_by_key(|card| (card.rank() == Some(Rank::ACE), std::cmp::Reverse(*card)));
        }
        Described {
            strength: self.class.into(),
            category: self.category,
            ranks: self.ranks,
            stands_for: cards,
            cards,
        }
    }
}

/// Returns the best three of some cards, or all of them if there are fewer.
pub(crate) fn best(cards: CardSet, order: CategoryOrder) -> ThreeCards {
    let mut best: Option<ThreeCards> = None;
    each_subset(cards, 3, &mut |hand| {
        let hand = three(hand, order);
        if best.as_ref().is_none_or(|best| hand.class > best.class) {
            best = Some(hand);
        }
    });
    best.expect("there is at least one subset")
}

fn three(cards: CardSet, order: CategoryOrder) -> ThreeCards {
    let suits = by_suit(cards);
    let [one, two, three, _] = at_least(suits);
    let full = cards.len() == 3;
    let flush = full && suits.iter().any(|ranks| ranks.count_ones() == 3);
    let straight = if full { straight_top(one) } else { None };
    let (category, named, within) = if let (true, Some(top)) = (flush, straight) {
        (Category::StraightFlush, vec![top], u16::from(top))
    } else if three != 0 {
        (Category::ThreeOfAKind, vec![top(three)], u16::from(top(three)))
    } else if let Some(top) = straight {
        (Category::Straight, vec![top], u16::from(top))
    } else if two != 0 {
        let (pair, kicker) = (top(two), one & !two);
        let kicker_place = if kicker == 0 { 0 } else { 1 + u16::from(top(kicker)) };
        let named = std::iter::once(pair).chain((kicker != 0).then(|| top(kicker)));
        (Category::OnePair, named.collect(), 14 * u16::from(pair) + kicker_place)
    } else {
        let category = if flush { Category::Flush } else { Category::HighCard };
        let named = (0..Rank::COUNT).rev().filter(|rank| one >> rank & 1 == 1);
        (category, named.collect(), place(one, 3))
    };
    ThreeCards {
        class: u16::from(order.of(category)) << 12 | within,
        category,
        ranks: named.into_iter().filter_map(Rank::new).collect(),
        cards,
    }
}

/// Returns the top rank of a straight of three ranks; three, two and ace is the lowest.
fn straight_top(ranks: u16) -> Option<u8> {
    const ACE_TO_THREE: u16 = 1 << 12 | 0b11;
    let run = ranks & ranks << 1 & ranks << 2 & ALL_RANKS;
    if run != 0 {
        Some(top(run))
    } else {
        (ranks == ACE_TO_THREE).then_some(1)
    }
}
