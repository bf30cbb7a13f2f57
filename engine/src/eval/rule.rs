//! The rankings by family.

use super::Played;
use super::cards::each_subset;
use super::class::{Scale, Shape, better_low};
use super::{Category, Described, badugi, five, three};
use crate::card::{Card, CardSet, Rank};

/// Manner in which a ranking evaluates cards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// The best hand of `size` cards.
    High {
        scale: Scale,
        size: usize,
    },
    /// The weakest hand of `size` cards.
    Low {
        scale: Scale,
        size: usize,
        eight_or_better: bool,
    },
    Badugi {
        ace: badugi::Ace,
    },
    Three(three::CategoryOrder),
}

impl Rule {
    pub(crate) const fn high(scale: Scale, size: usize) -> Self {
        Self::High { scale, size }
    }

    pub(crate) const fn low(scale: Scale, size: usize) -> Self {
        Self::Low {
            scale,
            size,
            eight_or_better: false,
        }
    }

    /// Returns the number that orders the best hand in these cards, or `None` if it does not qualify.
    pub(crate) fn class(self, cards: CardSet) -> Option<u32> {
        match self {
            Self::High { scale, size } => {
                let hand = strongest(cards, size, scale);
                Some(five::best(hand, scale).class(scale).into())
            }
            Self::Low {
                scale,
                size,
                eight_or_better,
            } => {
                let shape = five::weakest(cards, size, scale);
                (!eight_or_better || qualifies(shape)).then(|| u32::from(better_low(shape.class(scale))))
            }
            Self::Badugi { ace } => Some(u32::from(badugi::best(cards, ace).0)),
            Self::Three(order) => Some(u32::from(three::best(cards, order).class)),
        }
    }

    /// Describes the best hand in these cards; for low rankings there must be no more of them than a hand has.
    pub(crate) fn describe(self, cards: CardSet) -> Option<Described> {
        match self {
            Self::High { scale, size } => Some(five(strongest(cards, size, scale), scale)),
            Self::Low {
                scale, eight_or_better, ..
            } => {
                let shape = five::best(cards, scale);
                let described = Described {
                    strength: better_low(shape.class(scale)).into(),
                    category: match shape.category {
                        Category::HighCard => Category::Low,
                        category => category,
                    },
                    ..five(cards, scale)
                };
                (!eight_or_better || qualifies(shape)).then_some(described)
            }
            Self::Badugi { ace } => {
                let (class, hand) = badugi::best(cards, ace);
                let height = |card: &Card| match card.rank() {
                    Some(Rank::ACE) if ace == badugi::Ace::Low => None,
                    rank => rank,
                };
                let mut cards: Played = hand.iter().collect();
                cards.sort_by_key(|card| std::cmp::Reverse(height(card)));
                Some(Described {
                    strength: class.into(),
                    category: badugi::category(cards.len()),
                    ranks: cards.iter().filter_map(|card| card.rank()).collect(),
                    stands_for: cards,
                    cards,
                })
            }
            Self::Three(order) => Some(three::best(cards, order).describe()),
        }
    }
}

fn five(cards: CardSet, scale: Scale) -> Described {
    let shape = five::best(cards, scale);
    let cards = five::playing(cards, shape, scale);
    Described {
        strength: shape.class(scale).into(),
        category: shape.category,
        ranks: five::naming_ranks(shape, scale),
        stands_for: cards,
        cards,
    }
}

/// Returns the best `size` of the cards. Five or more need no choice: the scale finds the best five.
fn strongest(cards: CardSet, size: usize, scale: Scale) -> CardSet {
    if size >= 5 {
        return cards;
    }
    let mut strongest = (CardSet::EMPTY, 0);
    each_subset(cards, size, &mut |hand| {
        let class = five::best(hand, scale).class(scale);
        if class >= strongest.1 {
            strongest = (hand, class);
        }
    });
    strongest.0
}

/// Returns `true` if a low qualifies: five different ranks, none above the eight.
fn qualifies(low: Shape) -> bool {
    const EIGHT: u8 = 7;
    low.category == Category::HighCard && low.ranks().len() == 5 && low.ranks()[0] <= EIGHT
}
