//! Two hole cards and three board cards, combined from halves prepared once.

use super::cards::suit_ranks;
use super::class::{better_low, place};
use super::fast::ace_low_ranks;
use super::key::{five_by_ranks, flush, hash, key_of, suit_of_three};
use crate::card::CardSet;

/// Maximum number of hole cards and board cards for which there are tables on the stack.
pub(crate) const MAX_OWN: usize = 6;
pub(crate) const MAX_BOARD: usize = 5;

/// Returns the class in standard high of the best hand of two hole cards and three board cards. There must be at least as many, and no more
/// than the constants above allow.
pub(crate) fn high(own: CardSet, board: CardSet) -> u16 {
    let mut keys = [0; MAX_OWN];
    let own_keys = keys_of(own, &mut keys);
    let mut pairs = [0; MAX_OWN * (MAX_OWN - 1) / 2];
    let mut count = 0;
    for (at, first) in own_keys.iter().enumerate() {
        for second in &own_keys[at + 1..] {
            pairs[count] = hash(first.wrapping_add(*second));
            count += 1;
        }
    }
    let pairs = &pairs[..count];

    let mut keys = [0; MAX_BOARD];
    let board_keys = keys_of(board, &mut keys);
    let mut best = 0;
    for (at, first) in board_keys.iter().enumerate() {
        for (between, second) in board_keys[at + 1..].iter().enumerate() {
            for third in &board_keys[at + between + 2..] {
                let triple = hash(first.wrapping_add(*second).wrapping_add(*third));
                for pair in pairs {
                    best = best.max(five_by_ranks(triple.wrapping_add(*pair)));
                }
            }
        }
    }
    let whole_board = board_keys.iter().fold(0u64, |sum, key| sum.wrapping_add(*key));
    match suit_of_three(whole_board) {
        Some(suit) => best.max(best_flush(suit_ranks(own, suit), suit_ranks(board, suit))),
        None => best,
    }
}

/// Returns the class of the best 8-or-better low of two hole cards and three board cards, or `None` if there is no low.
pub(crate) fn eight_or_better(own: CardSet, board: CardSet) -> Option<u16> {
    const EIGHT_AND_BELOW: u16 = 0xff;
    let own = ace_low_ranks(own) & EIGHT_AND_BELOW;
    let board = ace_low_ranks(board) & EIGHT_AND_BELOW;
    if own.count_ones() < 2 || board.count_ones() < 3 || (own | board).count_ones() < 5 {
        return None;
    }
    let mut lowest: Option<u16> = None;
    each_triple(board, |triple| {
        // With these three board cards, the two lowest other ranks are best.
        if let Some(pair) = lowest_two(own & !triple) {
            let low = triple | pair;
            lowest = Some(lowest.map_or(low, |lowest| lowest.min(low)));
        }
    });
    lowest.map(|low| better_low(place(low, 5)))
}

fn keys_of(cards: CardSet, keys: &mut [u64]) -> &[u64] {
    let mut count = 0;
    for (key, card) in keys.iter_mut().zip(cards.iter()) {
        *key = key_of(card);
        count += 1;
    }
    &keys[..count]
}

/// Returns the class of the best flush of two hole cards and three board cards in one suit, or 0 if there is none.
fn best_flush(own: u16, board: u16) -> u16 {
    let mut best = 0;
    let mut rest = own;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        rest &= !first;
        let mut others = rest;
        while others != 0 {
            let second = others & others.wrapping_neg();
            others &= !second;
            each_triple(board, |triple| best = best.max(flush(triple | first | second)));
        }
    }
    best
}

fn each_triple(ranks: u16, mut f: impl FnMut(u16)) {
    let mut after_first = ranks;
    while after_first != 0 {
        let first = after_first & after_first.wrapping_neg();
        after_first &= !first;
        let mut after_second = after_first;
        while after_second != 0 {
            let second = after_second & after_second.wrapping_neg();
            after_second &= !second;
            let mut rest = after_second;
            while rest != 0 {
                let third = rest & rest.wrapping_neg();
                rest &= !third;
                f(first | second | third);
            }
        }
    }
}

const fn lowest_two(ranks: u16) -> Option<u16> {
    let without_first = ranks & ranks.wrapping_sub(1);
    let without_two = without_first & without_first.wrapping_sub(1);
    if without_first == 0 {
        None
    } else {
        Some(ranks & !without_two)
    }
}

#[cfg(test)]
mod tests {
    use crate::card::{Card, CardSet};
    use crate::eval::{Ranking, Selection, Strength, select, strength};
    use proptest::prelude::*;

    /// Hole cards and a board, with many suited and many low cards among them.
    fn hands() -> impl Strategy<Value = (CardSet, CardSet)> {
        let decks = [
            (0..52).collect(),
            (0..52).filter(|i| i % 4 < 2).collect(),
            (0..28).chain(48..52).collect(),
        ];
        let deck = proptest::sample::select(decks.to_vec());
        (deck, 2..=6usize, 3..=5usize)
            .prop_flat_map(|(deck, own, board): (Vec<u8>, usize, usize)| {
                let dealt = proptest::sample::subsequence(deck, own + board).prop_shuffle();
                (dealt, Just(own))
            })
            .prop_map(|(dealt, own)| {
                let set = |cards: &[u8]| cards.iter().copied().filter_map(Card::from_index).collect();
                (set(&dealt[..own]), set(&dealt[own..]))
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn halves_find_what_all_combinations_do((own, board) in hands()) {
            for ranking in [Ranking::High, Ranking::EightOrBetter] {
                let mut best = None;
                select::each_candidate(Selection::TwoPlusThree, own, board, &mut |cards| {
                    best = best.max(ranking.rule().class(cards).map(Strength));
                });
                prop_assert_eq!(strength(ranking, Selection::TwoPlusThree, own, board), best, "{:?}/{:?}", own, board);
            }
        }
    }
}
