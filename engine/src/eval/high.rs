//! The best five-card high hand with wild cards, searched from the best category downwards.

use super::cards::{at_least, by_suit};
use super::category::Category;
use super::class::{ACE_SIX_TO_NINE, ACE_TO_FIVE, Straights};
use super::made::{ACE, Held, Made, of_ranks};
use super::special::Special;
use super::wild::FiveOfAKind;
use crate::card::CardSet;

/// Rules that rank five-card high hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct High {
    pub(crate) straights: Straights,
    pub(crate) flush_over_full_house: bool,
    pub(crate) five: FiveOfAKind,
    /// `true` if four aces and a bug are five aces.
    pub(crate) bug_five_aces: bool,
    pub(crate) special: Special,
}

/// Number of wild cards in a hand, and their use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wild {
    /// Any card.
    Free(u8),
    /// An ace, or any card in a straight, a flush or a straight flush.
    Bug(u8),
    /// An ace.
    Ace(u8),
}

impl Wild {
    /// Returns the number of wild cards usable as any card in groups of a rank, the number usable in straights and flushes, and the number
    /// that are aces elsewhere.
    pub(crate) const fn uses(self) -> (u8, u8, u8) {
        match self {
            Self::Free(count) => (count, count, 0),
            Self::Bug(count) => (0, count, count),
            Self::Ace(count) => (0, 0, count),
        }
    }

    const fn count(self) -> u8 {
        match self {
            Self::Free(count) | Self::Bug(count) | Self::Ace(count) => count,
        }
    }
}

impl High {
    pub(crate) fn best(self, natural: CardSet, wild: Wild) -> Made {
        let suits = by_suit(natural);
        let (in_groups, in_runs, aces) = wild.uses();
        let five = match wild {
            Wild::Bug(_) if !self.bug_five_aces => FiveOfAKind::None,
            _ => self.five,
        };
        let groups = of_ranks(Held::new(suits, aces), in_groups, 5, five);
        if natural.len() + usize::from(wild.count()) < 5 {
            return groups;
        }
        // A joker that is always an ace is also one in straights and flushes.
        let lone_ace = if in_runs == 0 && aces > 0 { 1 << ACE } else { 0 };
        let held = at_least(suits);
        let ranks = held[0] | lone_ace;
        let straight_flush = || self.straight_flush(suits.map(|suit| suit | lone_ace), in_runs);
        let flush = || best_flush(suits, if lone_ace == 0 { in_runs } else { aces });
        // In special hands a bug is an ace, and no more than one ace helps.
        let (free, as_ace) = match wild {
            Wild::Free(count) => (count, 0),
            Wild::Bug(_) | Wild::Ace(_) => (0, if aces > 0 { 1 << ACE } else { 0 }),
        };
        let special_ranks = held[0] | as_ace;
        let from = |least: Category, made: Made| (made.category.place() >= least.place()).then_some(made);
        let full_house = from(Category::FullHouse, groups);
        let over_flush = full_house.filter(|_| !self.flush_over_full_house);

        self.over_all(groups, straight_flush)
            .or_else(straight_flush)
            .or_else(|| from(Category::FourOfAKind, groups))
            .or(over_flush)
            .or_else(flush)
            .or(full_house)
            .or_else(|| self.special.cat_or_dog(special_ranks, free))
            .or_else(|| self.straight(ranks, in_runs))
            .or_else(|| self.special.skeet(special_ranks, free))
            .or_else(|| from(Category::ThreeOfAKind, groups))
            .or_else(|| self.special.blaze(held))
            .unwrap_or(groups)
    }

    /// Returns five of a kind, if it is the best hand of all.
    fn over_all(self, groups: Made, straight_flush: impl Fn() -> Option<Made>) -> Option<Made> {
        let royal = || straight_flush().is_some_and(|made| made.ranks()[0] == ACE);
        let beaten = self.five == FiveOfAKind::BelowRoyal;
        (groups.category == Category::FiveOfAKind && !(beaten && royal())).then_some(groups)
    }

    /// Returns the place of a hand among all others.
    pub(crate) fn place(self, made: Made) -> u8 {
        const ABOVE_FIVE_OF_A_KIND: u8 = Category::FiveOfAKind.place() + 1;
        match made.category {
            Category::Flush if self.flush_over_full_house => Category::FullHouse.place(),
            Category::FullHouse if self.flush_over_full_house => Category::Flush.place(),
            Category::StraightFlush if self.five == FiveOfAKind::BelowRoyal && made.ranks()[0] == ACE => {
                ABOVE_FIVE_OF_A_KIND
            }
            category => category.place(),
        }
    }

    fn straight_flush(self, suits: [u16; 4], wild: u8) -> Option<Made> {
        let of_suit = |(suit, ranks): (u8, u16)| {
            let run = self.run(ranks, wild)?;
            Some((run.0, (ranks & run.1).count_ones(), suit))
        };
        let (top, _, suit) = (0..).zip(suits).filter_map(of_suit).max()?;
        Some(self.consecutive(Made::of_suit(Category::StraightFlush, suit), top))
    }

    fn straight(self, ranks: u16, wild: u8) -> Option<Made> {
        let (top, _) = self.run(ranks, wild)?;
        Some(self.consecutive(Made::new(Category::Straight), top))
    }

    /// Returns the best straight or straight flush, which must exist.
    pub(crate) fn consecutive_in(self, suits: [u16; 4], wild: u8) -> Made {
        let ranks = at_least(suits)[0];
        self.straight_flush(suits, wild)
            .or_else(|| self.straight(ranks, wild))
            .expect("the ranks make a straight")
    }

    /// Returns the top of the best straight made of some ranks and `wild` wild cards, and its ranks.
    pub(crate) fn run(self, ranks: u16, wild: u8) -> Option<(u8, u16)> {
        let complete = |run: u16| (ranks & run).count_ones() + u32::from(wild) >= 5;
        let ace_low = match self.straights {
            Straights::Wheel => Some((3, ACE_TO_FIVE)),
            Straights::ShortWheel => Some((7, ACE_SIX_TO_NINE)),
            Straights::None | Straights::AceHigh => None,
        };
        let tops = if self.straights == Straights::None {
            0..0
        } else {
            4..ACE + 1
        };
        let high = tops
            .rev()
            .map(|top| (top, 0b1_1111 << (top - 4)))
            .find(|(_, run)| complete(*run));
        let low = ace_low.filter(|(_, run)| complete(*run));
        high.filter(|(top, _)| low.is_none_or(|(low, _)| *top > low)).or(low)
    }

    fn consecutive(self, made: Made, top: u8) -> Made {
        let low_ace = match self.straights {
            Straights::Wheel => top == 3,
            Straights::ShortWheel => top == 7,
            Straights::None | Straights::AceHigh => false,
        };
        if low_ace {
            (top - 3..=top)
                .rev()
                .fold(made, |made, rank| made.with(rank, 1))
                .with(ACE, 1)
        } else {
            (top - 4..=top).rev().fold(made, |made, rank| made.with(rank, 1))
        }
    }
}

/// Returns the best flush, given the ranks of each suit. A wild card counts as an ace, even if the ace is already there.
pub(crate) fn best_flush(suits: [u16; 4], wild: u8) -> Option<Made> {
    let complete = |(_, ranks): &(u8, u16)| ranks.count_ones() + u32::from(wild) >= 5;
    let made = |(suit, ranks)| {
        Made::of_suit(Category::Flush, suit)
            .with(ACE, wild.min(5))
            .fill(ranks, 5)
    };
    let flushes = (0..).zip(suits).filter(complete).map(made);
    flushes.max_by_key(|made| made.key(0))
}
