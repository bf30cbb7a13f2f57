//! Classes of five-card hands, computed from bit masks of ranks.
//!
//! The build script also compiles this file, to fill the tables, so it depends on nothing in the crate but the categories.

use super::category::Category;

/// Thirteen bits, one per rank.
pub(crate) const ALL_RANKS: u16 = 0x1fff;
/// Bits by which the category is shifted past the place within it.
pub(crate) const CATEGORY_SHIFT: u32 = 12;

/// First classes of some categories in standard high.
pub(crate) const STRAIGHT: u16 = head(Category::Straight);
pub(crate) const FLUSH: u16 = head(Category::Flush);
pub(crate) const FULL_HOUSE: u16 = head(Category::FullHouse);
pub(crate) const STRAIGHT_FLUSH: u16 = head(Category::StraightFlush);

const fn head(category: Category) -> u16 {
    (category as u16) << CATEGORY_SHIFT
}

const ACE: u16 = 1 << 12;
/// Five to two and the ace.
pub(crate) const ACE_TO_FIVE: u16 = ACE | 0b1111;
/// Nine to six and the ace.
pub(crate) const ACE_SIX_TO_NINE: u16 = ACE | 0b1111_0000;

/// Sets of five ranks that make a straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Straights {
    /// None: for lows that ignore straights.
    None,
    /// Five consecutive ranks, the ace only high.
    AceHigh,
    /// Five to ace as well, as the lowest straight.
    Wheel,
    /// Nine to six with an ace as well, as the lowest straight: for a deck without deuces to fives.
    ShortWheel,
}

impl Straights {
    /// Returns the top rank of the best straight in a mask of ranks with the deuce as bit 0, or `None` if there is none.
    pub(crate) const fn top(self, ranks: u16) -> Option<u8> {
        if matches!(self, Self::None) {
            return None;
        }
        let runs = ranks & ranks << 1 & ranks << 2 & ranks << 3 & ranks << 4 & ALL_RANKS;
        if runs != 0 {
            return Some(top(runs));
        }
        match self {
            Self::Wheel if ranks & ACE_TO_FIVE == ACE_TO_FIVE => Some(3),
            Self::ShortWheel if ranks & ACE_SIX_TO_NINE == ACE_SIX_TO_NINE => Some(7),
            _ => None,
        }
    }
}

/// Properties that distinguish one ranking of five-card hands from another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// `true` if the ace ranks below the deuce: bit 0 of the masks is then the ace.
    pub(crate) ace_low: bool,
    pub(crate) straights: Straights,
    /// `true` if flushes count.
    pub(crate) flushes: bool,
    /// `true` if a flush beats a full house.
    pub(crate) flush_over_full_house: bool,
}

impl Scale {
    /// Standard high.
    pub(crate) const HIGH: Self = Self {
        ace_low: false,
        straights: Straights::Wheel,
        flushes: true,
        flush_over_full_house: false,
    };

    /// Low with the ace low, straights and flushes ignored.
    pub(crate) const ACE_TO_FIVE: Self = Self {
        ace_low: true,
        straights: Straights::None,
        flushes: false,
        flush_over_full_house: false,
    };

    /// Converts a mask with the deuce as bit 0 to the order of this scale.
    pub(crate) const fn order(self, ranks: u16) -> u16 {
        if self.ace_low {
            (ranks << 1 | ranks >> 12) & ALL_RANKS
        } else {
            ranks
        }
    }

    /// Converts a mask in the order of this scale to one with the deuce as bit 0.
    pub(crate) const fn natural(self, ranks: u16) -> u16 {
        if self.ace_low {
            (ranks >> 1 | ranks << 12) & ALL_RANKS
        } else {
            ranks
        }
    }
}

/// The best five of some cards, or all of them if there are fewer: a category, and the ranks that distinguish the hand within it, most
/// significant first, in the order of the scale (the top rank of a straight counts from the deuce on any scale).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) category: Category,
    ranks: [u8; 5],
    len: u8,
}

impl Shape {
    const fn new(category: Category) -> Self {
        Self {
            category,
            ranks: [0; 5],
            len: 0,
        }
    }

    const fn with(mut self, rank: u8) -> Self {
        self.ranks[self.len as usize] = rank;
        self.len += 1;
        self
    }

    /// Adds the `count` highest ranks of a mask, or all if there are fewer.
    const fn with_top(mut self, mut ranks: u16, count: u8) -> Self {
        let mut left = count;
        while left > 0 && ranks != 0 {
            let rank = top(ranks);
            self = self.with(rank);
            ranks &= !(1 << rank);
            left -= 1;
        }
        self
    }

    pub(crate) fn ranks(&self) -> &[u8] {
        &self.ranks[..usize::from(self.len)]
    }

    /// Returns the best shape by ranks alone, given the masks of ranks held at least once, twice, three and four times.
    pub(crate) const fn of_ranks(at_least: [u16; 4], scale: Scale) -> Self {
        let [one, two, three, four] = at_least;
        if four != 0 {
            let quads = top(four);
            return Self::new(Category::FourOfAKind)
                .with(quads)
                .with_top(one & !(1 << quads), 1);
        }
        if three != 0 {
            let pairs = two & !(1 << top(three));
            if pairs != 0 {
                return Self::new(Category::FullHouse).with(top(three)).with(top(pairs));
            }
        }
        if let Some(top) = scale.straights.top(scale.natural(one)) {
            return Self::new(Category::Straight).with(top);
        }
        if three != 0 {
            let trips = top(three);
            return Self::new(Category::ThreeOfAKind)
                .with(trips)
                .with_top(one & !(1 << trips), 2);
        }
        if two == 0 {
            return Self::new(Category::HighCard).with_top(one, 5);
        }
        let high = top(two);
        let rest = two & !(1 << high);
        if rest == 0 {
            return Self::new(Category::OnePair).with(high).with_top(one & !(1 << high), 3);
        }
        let low = top(rest);
        Self::new(Category::TwoPair)
            .with(high)
            .with(low)
            .with_top(one & !(1 << high | 1 << low), 1)
    }

    /// Returns the best shape of ranks in one suit, or `None` for fewer than five.
    pub(crate) const fn of_suit(ranks: u16, scale: Scale) -> Option<Self> {
        if !scale.flushes || ranks.count_ones() < 5 {
            return None;
        }
        Some(match scale.straights.top(scale.natural(ranks)) {
            Some(top) => Self::new(Category::StraightFlush).with(top),
            None => Self::new(Category::Flush).with_top(ranks, 5),
        })
    }

    /// Returns a number that orders shapes within a scale: the better hand has the greater number, and tied hands have the same.
    ///
    /// The upper four bits are the category, in the order of the scale; below it is the place within the category, which leaves gaps.
    pub(crate) const fn class(self, scale: Scale) -> u16 {
        let [a, b, ..] = self.ranks;
        let within = match self.category {
            Category::OnePair => 299 * a as u16 + place(squeeze(self.mask(1), a), 3),
            Category::TwoPair => {
                let pairs = a as u16 * (a as u16 - 1) / 2 + b as u16;
                let kicker = squeeze(squeeze(self.mask(2), a), b);
                12 * pairs + place(kicker, 1)
            }
            Category::ThreeOfAKind => 79 * a as u16 + place(squeeze(self.mask(1), a), 2),
            Category::Straight | Category::StraightFlush => a as u16 - 3,
            Category::FullHouse => 12 * a as u16 + place(squeeze(1 << b, a), 1) - 1,
            Category::FourOfAKind => 13 * a as u16 + place(squeeze(self.mask(1), a), 1),
            _ => place(self.mask(0), 5),
        };
        let category = match self.category {
            Category::Flush if scale.flush_over_full_house => Category::FullHouse,
            Category::FullHouse if scale.flush_over_full_house => Category::Flush,
            category => category,
        };
        (category as u16) << CATEGORY_SHIFT | within
    }

    /// Returns the mask of the ranks from position `from` on.
    const fn mask(self, from: u8) -> u16 {
        let mut mask = 0;
        let mut i = from;
        while i < self.len {
            mask |= 1 << self.ranks[i as usize];
            i += 1;
        }
        mask
    }
}

/// Converts the class of a hand to that of a low: the weaker the hand, the better the low.
pub(crate) const fn better_low(class: u16) -> u16 {
    u16::MAX - class
}

/// Returns the highest rank of a non-empty mask.
#[expect(clippy::cast_possible_truncation, reason = "a logarithm of 16 bits is below 16")]
pub(crate) const fn top(ranks: u16) -> u8 {
    ranks.ilog2() as u8
}

/// Removes one rank from the numbering: the ranks above it move down by one.
const fn squeeze(ranks: u16, rank: u8) -> u16 {
    let below = (1 << rank) - 1;
    ranks & below | ranks >> 1 & !below
}

/// Counts the masks of at most `most` ranks (five or fewer) that are smaller than this one, which has no more than `most` itself.
pub(crate) const fn place(ranks: u16, most: u32) -> u16 {
    let mut place = 0;
    let mut rest = ranks;
    let mut left = most;
    while rest != 0 {
        let rank = top(rest);
        place += AT_MOST[rank as usize][left as usize];
        rest &= !(1 << rank);
        left -= 1;
    }
    place
}

/// Number of ways to choose at most as many things as the second index from as many as the first.
const AT_MOST: [[u16; 6]; 13] = {
    let mut table = [[1; 6]; 13];
    let mut things = 1;
    while things < 13 {
        let mut most = 1;
        while most < 6 {
            // Either without the last thing, or with it and one choice fewer left.
            table[things][most] = table[things - 1][most] + table[things - 1][most - 1];
            most += 1;
        }
        things += 1;
    }
    table
};
