//! Chip races: the removal of chips too small for the levels to come. Rule: tournament 2.11.

use std::cmp::Reverse;

use super::LawError;
use crate::card::Suit;
use crate::{BySeat, Card, CardSet, Chips, Rank, SeatIx, SeatSet};

/// The height of a card in a race: its rank, then its suit, spades highest.
type Height = (Option<Rank>, Option<Suit>);

/// The result of a race at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipRace {
    /// Stacks after it, by seat; `None` for a seat not in the race.
    pub stacks: BySeat<Option<Chips>>,
    /// Seats that won a chip, best card first.
    pub winners: Vec<SeatIx>,
    /// Seats that got a chip because they would have been left without any, in order.
    pub courtesy: Vec<SeatIx>,
}

/// Returns the number of cards that a race deals: one for each odd chip. Rule: tournament 2.11.
///
/// # Errors
/// If the denominations or the stacks do not fit, or there are more than 52 odd chips.
pub fn race_cards(stacks: &BySeat<Option<Chips>>, from: Chips, to: Chips) -> Result<usize, LawError> {
    let fits = !from.is_zero() && from < to && to.is_multiple_of(from);
    let held = || stacks.iter().filter_map(|(_, stack)| *stack);
    if !fits || held().any(|stack| !stack.is_multiple_of(from)) {
        return Err(LawError::BadDenomination);
    }
    let odd: u128 = held()
        .map(|stack| u128::from(stack.get() % to.get() / from.get()))
        .sum();
    let odd = usize::try_from(odd).ok().filter(|odd| *odd <= 52);
    odd.ok_or(LawError::TooManyOddChips)
}

/// Races the chips of denomination `from` off for those of denomination `to`: one card for each odd chip, a seat's
/// cards together, dealt from the front of `cards`. The odd chips make as many new ones as they are worth, an exact
/// half rounded up, and the best cards win them, at most one for each seat; suits count here, spades highest. A seat
/// that would be left without chips gets one. Rule: tournament 2.11 (`chip_race`), 3.2.
///
/// # Errors
/// If the denominations or the stacks do not fit, there are more than 52 odd chips, there are too few cards, a card
/// appears twice, or the stacks become too large to be counted.
pub fn chip_race(stacks: &BySeat<Option<Chips>>, from: Chips, to: Chips, cards: &[Card]) -> Result<ChipRace, LawError> {
    let odd_chips = race_cards(stacks, from, to)?;
    let dealt = cards.get(..odd_chips).ok_or(LawError::TooFewCards)?;
    let distinct: CardSet = dealt.iter().copied().collect();
    if distinct.len() < dealt.len() {
        return Err(LawError::Mismatch("card"));
    }
    let (unit, next) = (from.get(), to.get());
    let worth = 2 * odd_chips as u128 * u128::from(unit) + u128::from(next);
    let prizes = usize::try_from(worth / (2 * u128::from(next))).unwrap_or(odd_chips);

    let mut left = dealt;
    let mut best: Vec<(Height, SeatIx)> = Vec::new();
    for (seat, stack) in stacks.iter() {
        let odd = stack.map_or(0, |stack| stack.get() % next / unit);
        let count = usize::try_from(odd).unwrap_or(left.len());
        let (hand, rest) = left.split_at(count.min(left.len()));
        left = rest;
        best.extend(
            hand.iter()
                .map(|card| (card.rank(), card.suit()))
                .max()
                .map(|card| (card, seat)),
        );
    }
    best.sort_by_key(|(card, _)| Reverse(*card));
    let winners: Vec<SeatIx> = best.into_iter().take(prizes).map(|(_, seat)| seat).collect();

    let winning: SeatSet = winners.iter().copied().collect();
    let mut race = ChipRace {
        stacks: BySeat::default(),
        winners,
        courtesy: Vec::new(),
    };
    for (seat, stack) in stacks.iter() {
        let Some(stack) = *stack else { continue };
        let whole = Chips::new(stack.get() - stack.get() % next);
        let raced = if winning.contains(seat) {
            whole.checked_add(to)
        } else {
            Some(whole)
        };
        let raced = raced.ok_or(LawError::Overflow)?;
        if raced.is_zero() {
            race.courtesy.push(seat);
        }
        race.stacks[seat] = Some(if raced.is_zero() { to } else { raced });
    }
    Ok(race)
}

impl ChipRace {
    /// Returns the chips that the race has added to the stacks, negative if it took some away.
    pub fn delta(&self, before: &BySeat<Option<Chips>>) -> i64 {
        let sum = |stacks: &BySeat<Option<Chips>>| -> i128 {
            let held = stacks.iter().filter_map(|(_, stack)| *stack);
            held.map(|stack| i128::from(stack.get())).sum()
        };
        i64::try_from(sum(&self.stacks) - sum(before)).expect("ten stacks fit")
    }
}
