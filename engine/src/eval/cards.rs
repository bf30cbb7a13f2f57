//! Sets of cards as masks of ranks, and their subsets.

use crate::card::CardSet;

/// The bits of the fifty-two cards: jokers have no rank of their own.
pub(crate) const FIFTY_TWO: u64 = (1 << 52) - 1;

/// Returns the cards that have a rank and a suit.
pub(crate) const fn without_jokers(cards: CardSet) -> CardSet {
    CardSet::from_bits(cards.bits() & FIFTY_TWO)
}

/// Returns the ranks of one suit, with the deuce as bit 0.
pub(crate) const fn suit_ranks(cards: CardSet, suit: u8) -> u16 {
    // Gathers every fourth bit, by halves.
    let bits = (cards.bits() & FIFTY_TWO) >> suit & 0x1111_1111_1111_1111;
    let bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    let bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
    let bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
    ((bits | bits >> 24) & 0x1fff) as u16
}

/// Returns the ranks of each suit.
pub(crate) const fn by_suit(cards: CardSet) -> [u16; 4] {
    [
        suit_ranks(cards, 0),
        suit_ranks(cards, 1),
        suit_ranks(cards, 2),
        suit_ranks(cards, 3),
    ]
}

/// Returns the ranks held at least once, twice, three and four times, given the ranks of each suit.
pub(crate) const fn at_least(by_suit: [u16; 4]) -> [u16; 4] {
    let [a, b, c, d] = by_suit;
    let (ab_one, ab_two) = (a | b, a & b);
    let (cd_one, cd_two) = (c | d, c & d);
    [
        ab_one | cd_one,
        ab_two | cd_two | ab_one & cd_one,
        ab_two & cd_one | ab_one & cd_two,
        ab_two & cd_two,
    ]
}

/// Calls `f` with every subset of `size` cards, or once with all of them if there are fewer.
pub(crate) fn each_subset(cards: CardSet, size: usize, f: &mut impl FnMut(CardSet)) {
    let size = size.min(cards.len());
    if size == cards.len() {
        f(cards);
    } else {
        subsets(cards.bits(), 0, u32::try_from(size).unwrap_or(u32::MAX), f);
    }
}

fn subsets(pool: u64, chosen: u64, size: u32, f: &mut impl FnMut(CardSet)) {
    if size == 0 {
        return f(CardSet::from_bits(chosen));
    }
    let mut rest = pool;
    while rest.count_ones() >= size {
        let lowest = rest & rest.wrapping_neg();
        rest &= rest - 1;
        subsets(rest, chosen | lowest, size - 1, f);
    }
}
