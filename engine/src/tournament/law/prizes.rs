//! Prizes: the ladder, the tables of sit & go's, tied players, deals by chips. Rules: tournament 2.10, L-11.

use super::LawError;
use crate::Chips;

/// Largest number of entries for a prize ladder.
const ENTRIES_MAX: u64 = 1_000_000;

/// Returns the number of paid places: 15 % of the entries, rounded up, and at least one. Rule: tournament 2.10.
pub const fn paid_places(entries: u64) -> u64 {
    let whole = entries / 20 * 3;
    let rest = (entries % 20 * 15).div_ceil(100);
    let paid = whole + rest;
    if paid == 0 { 1 } else { paid }
}

/// Returns the prizes of a field, largest first: place i gets a part in proportion to 1 / (i + 1), rounded down, and
/// the first also gets the remainder. Rule: tournament 2.10 (`prize_ladder`).
///
/// # Errors
/// With more than a million entries.
pub fn field_payouts(entries: u64, pool: Chips) -> Result<Vec<Chips>, LawError> {
    if entries > ENTRIES_MAX {
        return Err(LawError::OutOfRange("entries"));
    }
    let weights: Vec<u128> = (1..=paid_places(entries))
        .map(|place| u128::from(1_000_000_000 / (place + 1)))
        .collect();
    let sum: u128 = weights.iter().sum();
    let share = |weight: &u128| part(pool, *weight, sum);
    Ok(rest_to_first(pool, weights.iter().map(share).collect()))
}

/// Returns the prizes of a one-table tournament of 2 to 10 players, largest first. Rule: tournament 2.10.
///
/// # Errors
/// With another number of players.
pub fn table_payouts(players: u64, pool: Chips) -> Result<Vec<Chips>, LawError> {
    let percents: &[u128] = match players {
        2 => &[100],
        3..=6 => &[65, 35],
        7..=10 => &[50, 30, 20],
        _ => return Err(LawError::OutOfRange("entries")),
    };
    let share = |percent: &u128| part(pool, *percent, 100);
    Ok(rest_to_first(pool, percents.iter().map(share).collect()))
}

/// A player tied with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tied<P> {
    /// Player in the tie.
    pub player: P,
    /// Chips at the start of the last hand.
    pub stack: Chips,
    /// Number of the entry; a lower one is earlier.
    pub entry: u64,
}

/// Returns the equal shares of tied players in the prizes for the places from `best` to `worst`. The odd chips are
/// given out one each to the largest stacks at the start of the hand, of equal ones to the earlier entry; the shares
/// are in that order. `prizes` begins with the first place; places beyond it pay nothing. Rule: tournament 2.10
/// (`pay`).
///
/// # Errors
/// If there are not as many players as places, or the prizes add up to more than can be counted.
pub fn pay<P: Clone>(
    prizes: &[Chips],
    best: u64,
    worst: u64,
    players: &[Tied<P>],
) -> Result<Vec<(P, Chips)>, LawError> {
    let count = players.len() as u64;
    if best == 0 || worst < best || worst - best + 1 != count {
        return Err(LawError::OutOfRange("places"));
    }
    let index = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(prizes.len());
    let shared = prizes[index(best - 1)..index(worst)].iter();
    let pool = total(shared).ok_or(LawError::Overflow)?;
    let mut order: Vec<&Tied<P>> = players.iter().collect();
    order.sort_by_key(|tied| (std::cmp::Reverse(tied.stack), tied.entry));
    let (each, odd) = (pool.get() / count, pool.get() % count);
    let share = |(index, tied): (u64, &Tied<P>)| (tied.player.clone(), Chips::new(each + u64::from(index < odd)));
    Ok((0..).zip(order).map(share).collect())
}

/// Returns a deal by chips: each player alive gets the lowest prize left, and the rest is shared in proportion to the
/// stacks. `prizes` are those of the places left, largest first; stacks and shares are in the order of entry. Rule:
/// L-11.
///
/// # Errors
/// If there are no players, a player has no chips, there are more prizes than players, or the prizes grow from place to
/// place.
pub fn chop(stacks: &[Chips], prizes: &[Chips]) -> Result<Vec<Chips>, LawError> {
    let (in_play, pool) = deal_terms(stacks, prizes)?;
    let least = prizes.get(stacks.len() - 1).copied().unwrap_or_default();
    let shared = Chips::new(pool.get() - least.get() * stacks.len() as u64);
    let share = |stack: &Chips| least + part(shared, stack.get().into(), in_play.get().into());
    Ok(rest_to_largest(pool, stacks, stacks.iter().map(share).collect()))
}

/// Returns the sum of the stacks and that of the prizes of a deal.
///
/// # Errors
/// If there are no players, a player has no chips, there are more prizes than players, or the prizes grow from place to
/// place.
pub(super) fn deal_terms(stacks: &[Chips], prizes: &[Chips]) -> Result<(Chips, Chips), LawError> {
    if stacks.is_empty() || stacks.iter().any(|stack| stack.is_zero()) {
        return Err(LawError::OutOfRange("stacks"));
    }
    if prizes.len() > stacks.len() || !prizes.is_sorted_by(|better, worse| better >= worse) {
        return Err(LawError::OutOfRange("prizes"));
    }
    let in_play = total(stacks.iter()).ok_or(LawError::Overflow)?;
    let pool = total(prizes.iter()).ok_or(LawError::Overflow)?;
    Ok((in_play, pool))
}

/// Gives what rounding left of the pool one chip each to the largest stacks, of equal ones to the earlier entry.
pub(super) fn rest_to_largest(pool: Chips, stacks: &[Chips], mut shares: Vec<Chips>) -> Vec<Chips> {
    let mut rest = pool - shares.iter().copied().sum::<Chips>();
    let mut order: Vec<usize> = (0..stacks.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(stacks[*index]));
    for index in order {
        if rest.is_zero() {
            break;
        }
        shares[index] += Chips::new(1);
        rest -= Chips::new(1);
    }
    shares
}

fn rest_to_first(pool: Chips, mut shares: Vec<Chips>) -> Vec<Chips> {
    let rest = pool - shares.iter().copied().sum::<Chips>();
    if let Some(first) = shares.first_mut() {
        *first += rest;
    }
    shares
}

fn total<'a>(mut amounts: impl Iterator<Item = &'a Chips>) -> Option<Chips> {
    amounts.try_fold(Chips::ZERO, |sum, amount| sum.checked_add(*amount))
}

/// Returns the share of `parts` out of `whole`, rounded down.
fn part(amount: Chips, parts: u128, whole: u128) -> Chips {
    let share = u128::from(amount.get()) * parts / whole;
    u64::try_from(share)
        .ok()
        .and_then(Chips::try_new)
        .expect("a part is no more than the whole")
}
