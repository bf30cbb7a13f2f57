//! Combinations of cards that may form a hand.

use super::Selection;
use super::cards::each_subset;
use crate::card::CardSet;

/// Calls `f` with every set of cards from which a hand may be made, at least once each.
pub(crate) fn each_candidate(selection: Selection, own: CardSet, board: CardSet, f: &mut impl FnMut(CardSet)) {
    match selection {
        Selection::Best => f(own.union(board)),
        Selection::Own => f(own),
        Selection::TwoPlusThree => each_pairing(own, 2, board, 3, f),
        Selection::FourPlusOne => each_pairing(own, 4, board, 1, f),
        Selection::MaxTwo => each_subset(own, 2, &mut |pair| f(pair.union(board))),
    }
}

fn each_pairing(own: CardSet, of_own: usize, board: CardSet, of_board: usize, f: &mut impl FnMut(CardSet)) {
    each_subset(board, of_board, &mut |of_board| {
        each_subset(own, of_own, &mut |of_own| f(of_own.union(of_board)));
    });
}
