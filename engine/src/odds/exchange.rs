//! Choosing cards to discard.

use super::deal::Dealer;
use super::{DEALS_MIN, Field, Sight, WHOLE, Worth};
use crate::game::{GameDef, Step};
use crate::list::Cards;
use crate::{Card, CardSet};

/// Opponents' hands that every choice is measured against.
const RIVALS: usize = 64;

/// Maximum number of draws that each choice is tried with.
const TRIALS: usize = 200;

/// Fewest draws that each choice is tried with.
const TRIALS_MIN: usize = 4;

/// Number of random hands of which an opponent's hand after a draw is the best.
const RIVAL_BEST_OF: usize = 3;

/// Returns the cards whose exchange promises most, from `range.0` to `range.1` of those the player holds: each set is drawn for in samples,
/// and the result is measured against random hands that have also drawn. Among equally promising choices, the one with fewer discards comes
/// first.
pub fn cards_to_exchange(
    game: &GameDef,
    sight: &Sight,
    range: (usize, usize),
    random: &mut impl FnMut() -> u64,
) -> CardSet {
    let field = Field {
        // Hands are measured as they are after the draw.
        faces: Vec::new(),
        board_to_come: 0,
        discarded: 0,
        ..sight.field(game)
    };
    let own = sight.own();
    let mut deck: Vec<Card> = field.unseen.iter().collect();
    let rivals = rival_worths(&field, own.len(), &mut deck, random);
    let options = options(own, range);
    let work = field.work() / 4 / options.len().max(1);
    let trials = work.clamp(TRIALS_MIN, TRIALS);
    let mut best: Option<(u64, CardSet)> = None;
    for discarded in options {
        let kept: Cards = sight
            .down
            .iter()
            .chain(sight.up.iter())
            .copied()
            .filter(|card| !discarded.contains(*card))
            .collect();
        let trials = if discarded.is_empty() { 1 } else { trials };
        let mut beaten = 0;
        for _ in 0..trials {
            let mut cards = Dealer::new(&mut deck, &mut *random);
            let mut hand = kept;
            hand.extend((0..discarded.len()).map_while(|_| cards.next()));
            beaten += beaten_by(field.worth_of(hand, &sight.board), &rivals);
        }
        let score = beaten * WHOLE / trials as u64;
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, discarded));
        }
    }
    best.map_or(CardSet::EMPTY, |(_, discarded)| discarded)
}

/// Returns the best of these sets to discard without replacement in the coming discard. Each is measured by the same deals to the end, so
/// that luck does not decide between them. Empty for an empty list.
pub fn cards_to_discard(game: &GameDef, sight: &Sight, options: &[CardSet], seed: u64) -> CardSet {
    let mut ahead = sight.ahead.clone();
    if let Some(at) = ahead.iter().position(|step| matches!(step, Step::Discard { .. })) {
        ahead.remove(at);
    }
    let promise = |discarded: &CardSet| {
        let kept = Sight {
            ahead: ahead.clone(),
            ..sight.without(*discarded)
        };
        let field = kept.field(game);
        let deals = field.deals() / u32::try_from(options.len()).unwrap_or(u32::MAX).max(1);
        let mut deck: Vec<Card> = field.unseen.iter().collect();
        let mut random = numbers(seed);
        (0..deals.max(DEALS_MIN))
            .map(|_| field.deal(&mut deck, &mut random)[0].pot)
            .sum::<u64>()
    };
    options.iter().copied().max_by_key(promise).unwrap_or_default()
}

/// Returns numbers derived from a seed.
fn numbers(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// Returns the sets of cards that may be discarded, smaller ones first.
fn options(own: CardSet, range: (usize, usize)) -> Vec<CardSet> {
    let mut options = Vec::new();
    for count in range.0..=range.1.min(own.len()) {
        crate::eval::each_subset(own, count, &mut |discarded| options.push(discarded));
    }
    options
}

/// Returns the number of opponents that a hand beats, summed over both sides.
fn beaten_by(hand: Worth, rivals: &[Worth]) -> u64 {
    let beats = |rival: &&Worth| hand.high > rival.high;
    let beats_low = |rival: &&Worth| hand.low > rival.low;
    (rivals.iter().filter(beats).count() + rivals.iter().filter(beats_low).count()) as u64
}

/// Evaluates random hands that have drawn, each side by itself.
fn rival_worths(field: &Field<'_>, size: usize, deck: &mut [Card], random: &mut impl FnMut() -> u64) -> Vec<Worth> {
    let hand = |deck: &mut [Card], random: &mut _| {
        let mut cards = Dealer::new(deck, random);
        let mut worth = Worth::default();
        for _ in 0..RIVAL_BEST_OF {
            let hand: Cards = (0..size).map_while(|_| cards.next()).collect();
            if hand.len() == size {
                let made = field.worth_of(hand, &field.board);
                worth.high = worth.high.max(made.high);
                worth.low = worth.low.max(made.low);
            }
        }
        worth
    };
    (0..RIVALS).map(|_| hand(deck, random)).collect()
}
