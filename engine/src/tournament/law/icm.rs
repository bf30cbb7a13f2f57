//! Deals by the independent chip model of Malmuth and Harville. Rule: L-11.
//!
//! A player finishes first with a chance in proportion to the stack, and the next places go the same way among the others.
//! Whichever players finished first so far, only the set of them matters for the next place: the chances of all sets are carried
//! from place to place, in whole numbers with 100 binary digits behind the point.

use std::collections::BTreeMap;

use super::LawError;
use super::prizes::{deal_terms, rest_to_largest};
use crate::Chips;

/// The digits behind the point of a chance, of which there are so many that rounding never reaches a chip.
const CHANCE_BITS: u32 = 100;
/// Those of a share, which are fewer, as a share may be as large as all chips.
const SHARE_BITS: u32 = 70;
/// How many players at most: a set of them is a number of 128 bits.
const PLAYERS_MAX: usize = 128;
/// How many steps at most. Twenty players with as many prizes take some ten million.
const STEPS_MAX: u128 = 1 << 24;

/// What each player gets. `prizes` are those of the places left, largest first; players and shares are in the order of
/// their entries. Each share is rounded down, and the rest goes one chip each to the largest stacks, of equal ones to the
/// earlier entry. Rule: L-11.
///
/// # Errors
/// If the stacks or prizes are not those of a deal, or there are so many of both that this would take too long: beyond 20
/// players only a few prizes can be shared.
pub fn icm(stacks: &[Chips], prizes: &[Chips]) -> Result<Vec<Chips>, LawError> {
    let (in_play, pool) = deal_terms(stacks, prizes)?;
    let paid = prizes.iter().take_while(|prize| !prize.is_zero()).count();
    if stacks.len() > PLAYERS_MAX || steps(stacks.len(), paid) > STEPS_MAX {
        return Err(LawError::OutOfRange("players"));
    }
    let mut shares = vec![0_u128; stacks.len()];
    // The sets of players that may have the places given so far, each with its chance and the chips of the others.
    let mut sets = BTreeMap::from([(0_u128, (1_u128 << CHANCE_BITS, in_play.get()))]);
    for prize in &prizes[..paid] {
        let mut chances = vec![0_u128; stacks.len()];
        let mut next: BTreeMap<u128, (u128, u64)> = BTreeMap::new();
        for (set, (chance, left)) in sets {
            for (player, stack) in stacks.iter().enumerate().filter(|(player, _)| set >> player & 1 == 0) {
                let here = scaled(chance, stack.get(), left);
                chances[player] += here;
                let with = next.entry(set | 1 << player).or_insert((0, left - stack.get()));
                with.0 += here;
            }
        }
        for (share, chance) in shares.iter_mut().zip(chances) {
            *share += part_of(*prize, chance);
        }
        sets = next;
    }
    // Rounding has taken away less than a millionth of a chip; a whole chip must not fall for that.
    let speck = 1_u128 << (SHARE_BITS - 20);
    let whole = |share: u128| {
        u64::try_from((share + speck) >> SHARE_BITS)
            .ok()
            .and_then(Chips::try_new)
    };
    let shares = shares
        .into_iter()
        .map(|share| whole(share).expect("a share is no more than the pool"));
    Ok(rest_to_largest(pool, stacks, shares.collect()))
}

/// How many chances are computed for so many players and prizes.
fn steps(players: usize, paid: usize) -> u128 {
    let players = players as u128;
    let mut sets: u128 = 1;
    let mut steps: u128 = 0;
    for place in 0..paid as u128 {
        steps = steps.saturating_add(sets.saturating_mul(players - place));
        sets = sets.saturating_mul(players - place) / (place + 1);
    }
    steps
}

/// What a chance of a prize is worth, with [`SHARE_BITS`] digits behind the point.
fn part_of(prize: Chips, chance: u128) -> u128 {
    let prize = u128::from(prize.get());
    let high = (chance >> 64) * prize;
    let low = (chance & u128::from(u64::MAX)) * prize;
    (high << (64 + SHARE_BITS - CHANCE_BITS)) + (low >> (CHANCE_BITS - SHARE_BITS))
}

/// `chance * part / whole`, rounded down, for a part no greater than the whole.
fn scaled(chance: u128, part: u64, whole: u64) -> u128 {
    let (part, whole) = (u128::from(part), u128::from(whole));
    let high = (chance >> 64) * part;
    let low = (chance & u128::from(u64::MAX)) * part;
    ((high / whole) << 64) + (((high % whole) << 64) + low) / whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(stacks: &[u64], prizes: &[u64]) -> Vec<u64> {
        let chips = |amounts: &[u64]| amounts.iter().copied().map(Chips::new).collect::<Vec<_>>();
        let shares = icm(&chips(stacks), &chips(prizes)).unwrap();
        shares.into_iter().map(Chips::get).collect()
    }

    #[test]
    fn three_players_by_hand() {
        // 3839.3, 3275 and 2885.7: the first is second with a chance of 3/10 * 5/7 + 2/10 * 5/8. The odd chip goes to it.
        assert_eq!(shares(&[50, 30, 20], &[5_000, 3_000, 2_000]), [3_840, 3_275, 2_885]);
    }

    #[test]
    fn equal_stacks_share_alike_to_the_chip() {
        assert_eq!(shares(&[7, 7, 7], &[150, 100, 50]), [100, 100, 100]);
        assert_eq!(shares(&[1; 10], &[30, 20]), [5; 10]);
    }

    #[test]
    fn one_prize_is_shared_by_chips() {
        let most = Chips::MAX.get();
        let stacks = [3, 2, 1, 1, 1, 1, 1];
        let by_chips = shares(&stacks, &[most]);
        assert_eq!(by_chips.iter().sum::<u64>(), most);
        for (share, stack) in by_chips.iter().zip(stacks) {
            assert!(share.abs_diff(most / 10 * stack) < 16, "{share} for {stack}");
        }
    }

    #[test]
    fn too_many_sets_are_refused_at_once() {
        let stacks = vec![Chips::new(1); 500];
        assert_eq!(icm(&stacks, &stacks), Err(LawError::OutOfRange("players")));
        assert!(icm(&stacks[..60], &stacks[..3]).is_ok());
    }
}
