//! Low hands with wild cards. Rule: catalogue 2.4.

use super::cards::{at_least, by_suit, each_subset};
use super::category::Category;
use super::class::{ALL_RANKS, Scale};
use super::made::{Filling, key};
use super::wild::LowWild;
use super::{Described, Strength};
use crate::card::{Card, CardSet, Rank, Suit};
use crate::list::Ranks;

/// Place of the eight when the ace is low.
const EIGHT: u8 = 8;

/// Rules that rank low hands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Low {
    pub(crate) scale: Scale,
    pub(crate) size: u8,
    pub(crate) eight_or_better: bool,
}

/// A low hand with the ranks it counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MadeLow {
    pub(crate) category: Category,
    /// Places in the order of the scale, from 1; 0 is a wild card below the ace. Larger groups come first.
    places: [u8; 5],
    len: u8,
    /// Number of wild cards among them.
    wild: u8,
    /// The place of all wild cards, if the player cannot choose it.
    fixed: Option<u8>,
}

/// Number of cards at each place; the first place is below all ranks.
type Counts = [u8; 14];

impl MadeLow {
    /// Returns a number that orders hands: the greater the worse.
    pub(crate) fn key(self) -> u32 {
        key(self.category.place(), self.places().iter().copied())
    }

    fn places(&self) -> &[u8] {
        &self.places[..usize::from(self.len)]
    }

    pub(crate) const fn wild_cards(self) -> u8 {
        self.wild
    }

    /// Ranks a hand by its counts alone, ignoring straights and flushes; `zeros` cards of the first place do not pair.
    fn of(counts: &Counts, zeros: u8, wild: u8) -> Self {
        let mut made = Self {
            category: Category::HighCard,
            places: [0; 5],
            len: 0,
            wild,
            fixed: None,
        };
        let mut groups = [0; 2];
        let mut found = 0;
        for size in (1..=5).rev() {
            for place in (0u8..14).rev() {
                if counts[usize::from(place)] == size {
                    if found < groups.len() {
                        groups[found] = size;
                        found += 1;
                    }
                    for _ in 0..size {
                        made.places[usize::from(made.len)] = place;
                        made.len += 1;
                    }
                }
            }
        }
        made.len += zeros;
        made.category = match groups {
            [5, _] => Category::FiveOfAKind,
            [4, _] => Category::FourOfAKind,
            [3, 2] => Category::FullHouse,
            [3, _] => Category::ThreeOfAKind,
            [2, 2] => Category::TwoPair,
            [2, _] => Category::OnePair,
            _ => Category::HighCard,
        };
        made
    }

    /// Returns a hand of different ranks, from a mask in the order of the scale.
    fn of_mask(mask: u16, wild: u8) -> Self {
        let mut counts = [0; 14];
        for (place, count) in counts.iter_mut().skip(1).enumerate() {
            *count = u8::from(mask >> place & 1 == 1);
        }
        Self::of(&counts, 0, wild)
    }
}

impl Low {
    /// Returns the lowest hand, or `None` if it does not qualify.
    pub(crate) fn best(self, natural: CardSet, wild: u8, value: LowWild) -> Option<MadeLow> {
        let cards = natural.len() + usize::from(wild);
        let size = u8::try_from(cards).unwrap_or(u8::MAX).min(self.size);
        let made = if value == LowWild::Any || wild == 0 {
            self.unpaired(natural, wild, size)
                .unwrap_or_else(|| self.paired(natural, wild, size))
        } else {
            self.fixed(natural, wild, value, size)
        };
        let qualifies = made.category == Category::HighCard && made.len == 5 && made.places[0] <= EIGHT;
        (!self.eight_or_better || qualifies).then_some(made)
    }

    /// Returns the lowest hand of different ranks that is neither a straight nor a flush, or `None` if there is none.
    fn unpaired(self, natural: CardSet, wild: u8, size: u8) -> Option<MadeLow> {
        let suits = by_suit(natural).map(|ranks| self.scale.order(ranks));
        let ranks = suits.iter().fold(0, |all, suit| all | suit);
        let size = u32::from(size);
        let mut mask = lowest(ranks, wild, size)?;
        loop {
            let missing = (mask & !ranks).count_ones();
            if missing <= u32::from(wild) && !self.is_straight(mask) && !(wild == 0 && self.is_flush(mask, suits)) {
                return Some(MadeLow::of_mask(mask, u8::try_from(missing).unwrap_or(wild)));
            }
            mask = next_of_as_many(mask)?;
        }
    }

    const fn is_straight(self, mask: u16) -> bool {
        mask.count_ones() == 5 && self.scale.straights.top(self.scale.natural(mask)).is_some()
    }

    /// Returns `true` if these ranks can only be held in one suit.
    fn is_flush(self, mask: u16, suits: [u16; 4]) -> bool {
        let elsewhere = |suit: usize| (0..4).any(|other| other != suit && suits[other] & mask != 0);
        let all_in = |suit: usize| suits[suit] & mask == mask;
        self.scale.flushes && mask.count_ones() == 5 && (0..4).any(|suit| all_in(suit) && !elsewhere(suit))
    }

    /// Returns the lowest hand if a pair, a straight or a flush cannot be avoided: every wild card that fits takes a rank of its own.
    fn paired(self, natural: CardSet, wild: u8, size: u8) -> MadeLow {
        let wild = wild.min(size);
        let mut best: Option<MadeLow> = None;
        each_subset(natural, usize::from(size - wild), &mut |hand| {
            let mut counts = self.counts(hand);
            let ranks = (1..14)
                .filter(|place| counts[*place] > 0)
                .fold(0, |mask, place| mask | 1 << (place - 1));
            let mut missing = ALL_RANKS & !ranks;
            for _ in 0..wild {
                counts[missing.trailing_zeros() as usize + 1] = 1;
                missing &= missing - 1;
            }
            let made = self.spoiled(MadeLow::of(&counts, 0, wild), hand);
            if best.is_none_or(|best| made.key() < best.key()) {
                best = Some(made);
            }
        });
        best.expect("there is at least one subset")
    }

    /// Returns the lowest hand if the rank of wild cards cannot be chosen.
    fn fixed(self, natural: CardSet, wild: u8, value: LowWild, size: u8) -> MadeLow {
        let ace = self.scale.order(1 << 12).trailing_zeros() as usize + 1;
        let most = wild.min(size);
        let least = (usize::from(size)).saturating_sub(natural.len());
        let mut best: Option<MadeLow> = None;
        for used in u8::try_from(least).unwrap_or(0)..=most {
            each_subset(natural, usize::from(size - used), &mut |hand| {
                let mut counts = self.counts(hand);
                let made = if value == LowWild::Zero {
                    MadeLow::of(&counts, used, used)
                } else {
                    let held = (1..counts.len()).find(|place| counts[*place] > 0);
                    let place = match value {
                        LowWild::Ace => ace,
                        // The lowest natural card of the hand is the one to pair.
                        LowWild::CopyLow => held.unwrap_or(0),
                        _ => 0,
                    };
                    counts[place] += used;
                    MadeLow {
                        fixed: u8::try_from(place).ok(),
                        ..MadeLow::of(&counts, 0, used)
                    }
                };
                let made = self.spoiled(made, hand);
                if best.is_none_or(|best| made.key() < best.key()) {
                    best = Some(made);
                }
            });
        }
        best.expect("there is at least one subset")
    }

    fn counts(self, hand: CardSet) -> Counts {
        let held = at_least(by_suit(hand).map(|ranks| self.scale.order(ranks)));
        let mut counts = [0; 14];
        for (place, count) in counts.iter_mut().skip(1).enumerate() {
            *count = held.iter().map(|ranks| u8::from(ranks >> place & 1 == 1)).sum();
        }
        counts
    }

    /// Returns the hand as the straight or flush it makes, if any, given its natural cards.
    fn spoiled(self, made: MadeLow, natural: CardSet) -> MadeLow {
        if made.category != Category::HighCard || made.len < 5 {
            return made;
        }
        let places = made.places();
        let mask = places
            .iter()
            .filter(|place| **place > 0)
            .fold(0u16, |mask, place| mask | 1 << (place - 1));
        let flush = self.scale.flushes && by_suit(natural).iter().any(|ranks| ranks.count_ones() == 5);
        let category = match (self.is_straight(mask), flush) {
            (true, true) => Category::StraightFlush,
            (true, false) => Category::Straight,
            (false, true) => Category::Flush,
            (false, false) => return made,
        };
        let mut spoiled = MadeLow { category, ..made };
        if let (true, Some(top)) = (
            self.is_straight(mask),
            self.scale.straights.top(self.scale.natural(mask)),
        ) {
            // A straight is identified by its top, which counts from the deuce on any scale.
            spoiled.places[0] = top + 1;
            spoiled.len = 1;
        }
        spoiled
    }

    /// Returns the rank at a place, or `None` for a card below all ranks.
    fn rank(self, place: u8) -> Option<Rank> {
        let index = place.checked_sub(1)?;
        let low_ace = self.scale.ace_low;
        Rank::new(if low_ace { (index + 12) % 13 } else { index })
    }

    /// Describes the hand in words and cards.
    pub(crate) fn describe(self, made: MadeLow, natural: CardSet, wild: CardSet, strength: u32) -> Described {
        let mut filling = Filling::new(natural, wild);
        let mut ranks = Ranks::EMPTY;
        let straight = matches!(made.category, Category::Straight | Category::StraightFlush);
        if straight {
            let top = made.places[0] - 1;
            let low_end = top < 4;
            let run = (0..=top).rev().take(5).chain(low_end.then_some(12));
            let suited = (made.category == Category::StraightFlush)
                .then(|| five_suited(natural))
                .flatten();
            for rank in run.filter_map(Rank::new) {
                take(&mut filling, Some(rank), suited);
            }
            ranks.extend(Rank::new(top));
        } else {
            let suited = (made.category == Category::Flush)
                .then(|| five_suited(natural))
                .flatten();
            let fresh = |ranks: &Ranks, rank: Rank| ranks.last() != Some(&rank);
            for &place in made.places() {
                let rank = self.rank(place);
                if let Some(rank) = rank.filter(|rank| fresh(&ranks, *rank)) {
                    ranks.push(rank);
                }
                take(&mut filling, rank, suited);
            }
            if made.category == Category::HighCard && self.scale.flushes {
                filling.unsuit(made.fixed.and_then(|place| self.rank(place)));
            }
        }
        Described {
            strength: Strength(strength),
            category: match made.category {
                Category::HighCard => Category::Low,
                category => category,
            },
            ranks,
            cards: filling.cards,
            stands_for: filling.stands_for,
        }
    }
}

/// Plays the natural card of a rank if there is one, otherwise a wild card in its place.
fn take(filling: &mut Filling, rank: Option<Rank>, suit: Option<u8>) {
    let suits = Suit::ALL
        .into_iter()
        .rev()
        .filter(|other| suit.is_none_or(|suit| suit == other.index()));
    let held = rank.and_then(|rank| {
        let mut cards = suits.map(|suit| Card::new(rank, suit));
        cards.find(|card| filling.natural.contains(*card))
    });
    match held {
        Some(card) => filling.play(card),
        None => filling.stand_for(rank, None),
    }
}

fn five_suited(natural: CardSet) -> Option<u8> {
    (0..4).find(|suit| by_suit(natural)[usize::from(*suit)].count_ones() >= 5)
}

/// Returns the lowest mask of `size` ranks, chosen from those held and `wild` wild cards.
fn lowest(ranks: u16, wild: u8, size: u32) -> Option<u16> {
    let mut mask = 0u16;
    let mut left = wild;
    for rank in 0..13 {
        let bit = 1 << rank;
        if mask.count_ones() == size {
            break;
        }
        if ranks & bit != 0 {
            mask |= bit;
        } else if left > 0 {
            mask |= bit;
            left -= 1;
        }
    }
    (mask.count_ones() == size).then_some(mask)
}

/// Returns the next greater mask with as many ranks.
const fn next_of_as_many(mask: u16) -> Option<u16> {
    if mask == 0 {
        return None;
    }
    let mask = mask as u32;
    let lowest = mask & mask.wrapping_neg();
    let carried = mask + lowest;
    let next = carried | (((mask ^ carried) >> 2) / lowest);
    #[expect(clippy::cast_possible_truncation, reason = "thirteen bits are kept")]
    let narrow = next as u16;
    if next > ALL_RANKS as u32 { None } else { Some(narrow) }
}
