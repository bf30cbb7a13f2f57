//! The fast path: from five, six or seven cards to a high hand in two loads.

use std::ops::{Add, AddAssign};

use super::Strength;
use super::cards::{FIFTY_TWO, suit_ranks};
use super::class::{ACE_TO_FIVE, FLUSH, STRAIGHT, STRAIGHT_FLUSH, better_low, place};
use super::layout::{FIVE, Layout, RANKS, SEVEN, SIX};
use crate::card::{Card, CardSet};

/// Each suit has a four-bit counter above the sum of rank keys; that sum carries at most three bits beyond its 32.
const SUIT_SHIFT: u32 = 48;
/// Counters start at three, so that the fifth card of a suit sets the top bit.
const BIAS: u64 = 0x3333 << SUIT_SHIFT;
const FIVE_OF_A_SUIT: u64 = 0x8888 << SUIT_SHIFT;

/// Key of each card, by index; jokers have none. One entry for each value of a byte, so that no index needs a bounds check.
static KEYS: [u64; 256] = keys();
static ROWS_5: [u16; FIVE.rows()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/rows5.bin")));
static ROWS_6: [u16; SIX.rows()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/rows6.bin")));
static ROWS_7: [u16; SEVEN.rows()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/rows7.bin")));
static SLOTS_5: [u16; FIVE.slots()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/slots5.bin")));
static SLOTS_5_LOW: [u16; FIVE.slots()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/slots5low.bin")));
static SLOTS_6: [u16; SIX.slots()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/slots6.bin")));
static SLOTS_7: [u16; SEVEN.slots()] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/slots7.bin")));
static FLUSHES: [u16; 1 << RANKS] = numbers(include_bytes!(concat!(env!("OUT_DIR"), "/flushes.bin")));

const _: () = assert!(
    size_of_val(&ROWS_5)
        + size_of_val(&ROWS_6)
        + size_of_val(&ROWS_7)
        + size_of_val(&SLOTS_5)
        + size_of_val(&SLOTS_5_LOW)
        + size_of_val(&SLOTS_6)
        + size_of_val(&SLOTS_7)
        + size_of_val(&FLUSHES)
        + size_of_val(&KEYS)
        <= 256 * 1024,
    "the tables should stay in the second-level cache"
);

const fn numbers<const N: usize>(bytes: &[u8]) -> [u16; N] {
    assert!(bytes.len() == 2 * N, "the build script wrote another layout");
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = u16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]]);
        i += 1;
    }
    numbers
}

const fn keys() -> [u64; 256] {
    let ranks: &[u8; 4 * RANKS] = include_bytes!(concat!(env!("OUT_DIR"), "/keys.bin"));
    let mut keys = [0; 256];
    let mut card = 0;
    while card < 4 * RANKS {
        let at = card / 4 * 4;
        let rank = u32::from_le_bytes([ranks[at], ranks[at + 1], ranks[at + 2], ranks[at + 3]]);
        keys[card] = rank as u64 | 1 << (SUIT_SHIFT as usize + card % 4 * 4);
        card += 1;
    }
    keys
}

/// Cards on their way to a high hand: add them one by one or hand to hand, then ask for the strength.
///
/// For loops that share cards between hands. All cards must be different, and none a joker.
///
/// ```
/// use poker_engine::card::parse_cards;
/// use poker_engine::eval::HandKey;
///
/// let board = parse_cards("Kh 6h 3d 8c 2s")?.into_iter().collect::<HandKey>();
/// let kings = parse_cards("Ks Kd")?.into_iter().fold(board, |key, card| key + card);
/// let ace_king = parse_cards("As Kc")?.into_iter().fold(board, |key, card| key + card);
/// assert!(kings.seven() > ace_king.seven());
/// # Ok::<(), poker_engine::card::ParseCardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandKey {
    sum: u64,
    cards: CardSet,
}

impl HandKey {
    /// The key of no cards.
    pub const EMPTY: Self = Self {
        sum: 0,
        cards: CardSet::EMPTY,
    };

    /// Returns the cards added so far.
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// Returns the sum of the keys of the cards.
    pub(crate) const fn sum(self) -> u64 {
        self.sum
    }

    /// Returns the strength of exactly five cards in standard high. Meaningless for any other number of cards.
    #[inline]
    pub fn five(self) -> Strength {
        self.five_class().into()
    }

    /// Returns the strength of the best five of exactly six cards in standard high. Meaningless for any other number of cards.
    #[inline]
    pub fn six(self) -> Strength {
        self.six_class().into()
    }

    /// Returns the strength of the best five of exactly seven cards in standard high. Meaningless for any other number of cards.
    #[inline]
    pub fn seven(self) -> Strength {
        self.seven_class().into()
    }

    /// Returns the strength of exactly five cards in ace-to-five low. Meaningless for any other number of cards.
    #[inline]
    pub fn ace_to_five(self) -> Strength {
        better_low(self.ace_to_five_class()).into()
    }

    /// Returns the strength of exactly five cards in deuce-to-seven low. Meaningless for any other number of cards.
    #[inline]
    pub fn deuce_to_seven(self) -> Strength {
        better_low(self.deuce_to_seven_class()).into()
    }

    #[inline]
    pub(crate) fn ace_to_five_class(self) -> u16 {
        look_up(FIVE, &ROWS_5, &SLOTS_5_LOW, hash(self.sum))
    }

    /// Returns the class in standard high, except that five to ace is no straight.
    #[inline]
    pub(crate) fn deuce_to_seven_class(self) -> u16 {
        const ACE_HIGH: u16 = place(ACE_TO_FIVE, 5);
        match self.five_class() {
            STRAIGHT => ACE_HIGH,
            STRAIGHT_FLUSH => FLUSH + ACE_HIGH,
            class => class,
        }
    }

    #[inline]
    pub(crate) fn five_class(self) -> u16 {
        self.class(FIVE, &ROWS_5, &SLOTS_5)
    }

    #[inline]
    pub(crate) fn six_class(self) -> u16 {
        self.class(SIX, &ROWS_6, &SLOTS_6)
    }

    #[inline]
    pub(crate) fn seven_class(self) -> u16 {
        self.class(SEVEN, &ROWS_7, &SLOTS_7)
    }

    #[inline]
    fn class(self, layout: Layout, rows: &[u16], slots: &[u16]) -> u16 {
        debug_assert_eq!(
            self.cards.len(),
            usize::from(layout.cards),
            "not the cards of this table"
        );
        let biased = self.sum.wrapping_add(BIAS);
        if has_flush(biased) {
            self.flush_class(flush_suit(biased))
        } else {
            look_up(layout, rows, slots, hash(self.sum))
        }
    }

    // A separate function, out of the path of the 97 hands in a hundred without a flush.
    #[cold]
    #[inline(never)]
    fn flush_class(self, suit: u8) -> u16 {
        flush(suit_ranks(self.cards, suit))
    }
}

impl Add<Card> for HandKey {
    type Output = Self;

    #[inline]
    fn add(mut self, card: Card) -> Self {
        self.sum = self.sum.wrapping_add(key_of(card));
        self.cards.insert(card);
        self
    }
}

impl AddAssign<Card> for HandKey {
    #[inline]
    fn add_assign(&mut self, card: Card) {
        *self = *self + card;
    }
}

impl Add for HandKey {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            sum: self.sum.wrapping_add(other.sum),
            cards: self.cards.union(other.cards),
        }
    }
}

impl FromIterator<Card> for HandKey {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, Add::add)
    }
}

impl From<CardSet> for HandKey {
    #[inline]
    fn from(cards: CardSet) -> Self {
        let mut sum = 0u64;
        let mut rest = cards.bits() & FIFTY_TWO;
        while rest != 0 {
            sum = sum.wrapping_add(KEYS[(rest.trailing_zeros() & 63) as usize]);
            rest &= rest - 1;
        }
        Self { sum, cards }
    }
}

/// Returns the strength of the best five of seven different cards, without jokers, in standard high.
///
/// The fastest way when the cards are available one by one.
#[inline]
pub fn high_of_seven(cards: &[Card; 7]) -> Strength {
    let sum = cards.iter().fold(BIAS, |sum, card| sum.wrapping_add(key_of(*card)));
    let class = if has_flush(sum) {
        let cards = cards.iter().copied().collect();
        HandKey { sum, cards }.flush_class(flush_suit(sum))
    } else {
        look_up(SEVEN, &ROWS_7, &SLOTS_7, hash(sum))
    };
    class.into()
}

/// Returns `true` if a suit has five cards, given the sum of keys and the bias.
#[inline]
const fn has_flush(sum: u64) -> bool {
    sum & FIVE_OF_A_SUIT != 0
}

/// Returns the suit that has five cards, if any, given the sum of keys and the bias.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "four counters of four bits")]
const fn flush_suit(sum: u64) -> u8 {
    ((sum & FIVE_OF_A_SUIT).trailing_zeros() - SUIT_SHIFT) as u8 / 4
}

/// Returns the class of five or more cards of one suit.
#[inline]
pub(crate) fn flush(ranks: u16) -> u16 {
    FLUSHES[usize::from(ranks) % FLUSHES.len()]
}

/// Returns the key of one card. Keys add up with wrap-around.
#[inline]
pub(crate) fn key_of(card: Card) -> u64 {
    KEYS[usize::from(card.index())]
}

/// Returns the part of a sum of keys that identifies the ranks.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the suits are counted further up")]
pub(crate) const fn hash(sum: u64) -> u32 {
    sum as u32
}

/// Returns the class of five cards by ranks alone, given the wrapping sum of their hashes.
#[inline]
pub(crate) fn five_by_ranks(hash: u32) -> u16 {
    look_up(FIVE, &ROWS_5, &SLOTS_5, hash)
}

/// Returns the class of seven cards by ranks alone, given the wrapping sum of their hashes.
#[inline]
pub(crate) fn seven_by_ranks(hash: u32) -> u16 {
    look_up(SEVEN, &ROWS_7, &SLOTS_7, hash)
}

/// Returns the suit with three or more cards, if any, given the sum of the keys of five cards or fewer.
#[inline]
pub(crate) fn suit_of_three(sum: u64) -> Option<u8> {
    const RAISED_BY_FIVE: u64 = 0x5555 << SUIT_SHIFT;
    let raised = sum.wrapping_add(RAISED_BY_FIVE);
    has_flush(raised).then(|| flush_suit(raised))
}

#[inline]
fn look_up(layout: Layout, rows: &[u16], slots: &[u16], hash: u32) -> u16 {
    let displacement = rows[layout.row(hash)];
    slots[layout.slot(displacement, layout.column(hash))]
}
