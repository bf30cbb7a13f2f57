//! Special hands: cats and dogs, skeet and related hands. Rule: catalogue 2.7.

use super::category::Category;
use super::made::{ACE, KING, Made};

/// Special hands that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Special {
    /// Cats and dogs, between straight and flush.
    pub dogs: bool,
    /// Skeet, Dutch and round-the-corner straights, between three of a kind and straight; blaze, above two pair.
    pub skeet: Skeet,
    /// `true` if nine, seven, five, three and a low ace are a Dutch straight.
    pub dutch_ace_low: bool,
}

/// Status of the skeet group, and the definition of a skeet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skeet {
    /// The group does not count.
    Off,
    /// Nine, five, two and any two ranks between.
    Loose,
    /// One of the two ranks is a three or a four, and the other a six, a seven or an eight.
    Strict,
}

impl Special {
    /// No special hands.
    pub const NONE: Self = Self {
        dogs: false,
        skeet: Skeet::Off,
        dutch_ace_low: true,
    };

    /// Returns `true` if no special hand counts.
    pub const fn is_none(self) -> bool {
        !self.dogs && matches!(self.skeet, Skeet::Off)
    }

    /// Returns the best cat or dog made of some ranks and `free` free cards.
    pub(crate) fn cat_or_dog(self, ranks: u16, free: u8) -> Option<Made> {
        const EIGHT: u8 = 6;
        if !self.dogs {
            return None;
        }
        [
            (Category::BigCat, KING, EIGHT),
            (Category::LittleCat, EIGHT, 1),
            (Category::BigDog, ACE, 7),
            (Category::LittleDog, 5, 0),
        ]
        .into_iter()
        .find_map(|(category, high, low)| {
            // Three of the four ranks between: the hand without the lowest of them is the best.
            (low + 1..high).find_map(|omitted| {
                let between = (low + 1..high).rev().filter(|rank| *rank != omitted);
                let mut ranks_of = [high; 5];
                for (place, rank) in ranks_of[1..].iter_mut().zip(between.chain([low])) {
                    *place = rank;
                }
                complete(category, ranks_of, ranks, free)
            })
        })
    }

    /// Returns the best skeet, Dutch or round-the-corner straight made of some ranks and `free` free cards.
    pub(crate) fn skeet(self, ranks: u16, free: u8) -> Option<Made> {
        // Ranks are indices counted from the deuce, 0.
        const BETWEEN: [u8; 5] = [6, 5, 4, 2, 1];
        if self.skeet == Skeet::Off {
            return None;
        }
        let counts = |high: u8, low: u8| high > low && (self.skeet == Skeet::Loose || (high > 3 && low < 3));
        for high in BETWEEN {
            for low in BETWEEN.into_iter().filter(|low| counts(high, *low)) {
                let mut hand = [7, 3, 0, high, low];
                hand.sort_unstable_by(|a, b| b.cmp(a));
                if let Some(made) = complete(Category::Skeet, hand, ranks, free) {
                    return Some(made);
                }
            }
        }
        let dutch = (8..=ACE)
            .rev()
            .map(|high| [high, high - 2, high - 4, high - 6, high - 8]);
        let ace_low = self.dutch_ace_low.then_some([7, 5, 3, 1, ACE]);
        let corners = [[2, 1, 0, ACE, KING], [1, 0, ACE, KING, 10], [0, ACE, KING, 10, 9]];
        dutch
            .chain(ace_low)
            .find_map(|hand| complete(Category::DutchStraight, hand, ranks, free))
            .or_else(|| {
                let mut corners = corners.into_iter();
                corners.find_map(|hand| complete(Category::RoundTheCorner, hand, ranks, free))
            })
    }

    /// Returns the best five of kings, queens and jacks among natural cards, given the ranks held at least one to four times.
    pub(crate) fn blaze(self, at_least: [u16; 4]) -> Option<Made> {
        if self.skeet == Skeet::Off {
            return None;
        }
        let mut made = Made::new(Category::Blaze);
        for rank in [KING, 10, 9] {
            let held = at_least.iter().filter(|ranks| **ranks >> rank & 1 == 1).count();
            made = made.with(rank, u8::try_from(held).unwrap_or(4));
        }
        (made.ranks().len() == 5).then_some(made)
    }
}

fn complete(category: Category, hand: [u8; 5], ranks: u16, free: u8) -> Option<Made> {
    let mask = hand.iter().fold(0u16, |mask, rank| mask | 1 << rank);
    let held = (mask & ranks).count_ones();
    let made = hand
        .into_iter()
        .fold(Made::new(category), |made, rank| made.with(rank, 1));
    (held + u32::from(free) >= 5).then_some(made)
}
