//! Deals by the independent chip model of Malmuth and Harville. Rule: L-11.
//!
//! A player finishes first with a chance in proportion to the stack, and the next places are decided the same way among
//! the others. The order of the players who have already finished does not affect the next place, only the set of them
//! does: the chances of all sets are carried from place to place, as whole numbers with 100 binary digits after the
//! point.
//!
//! If there are too many sets, orders of finish are drawn instead, always the same ones for the same stacks and prizes:
//! each share is the player's mean prize in them. As in the exact model, equal stacks get equal shares, and no stack
//! gets less than a smaller one.

use std::collections::BTreeMap;

use super::LawError;
use super::prizes::{deal_terms, rest_to_largest};
use crate::Chips;

/// Binary digits of a chance after the point: enough that rounding never reaches a chip.
const CHANCE_BITS: u32 = 100;
/// Binary digits of a share after the point: fewer, as a share may be as large as all chips.
const SHARE_BITS: u32 = 70;
/// Largest number of players for exact shares: a set of them is a number of 128 bits.
const PLAYERS_MAX: usize = 128;
/// Largest number of steps. Twenty players with as many prizes need some ten million.
const STEPS_MAX: u128 = 1 << 24;
/// Number of places drawn, in all orders of finish together.
const DRAWS: usize = 1 << 22;
/// Smallest number of orders of finish drawn.
const ORDERS_MIN: usize = 1_000;

/// Returns each player's share of `prizes`, those of the places left, largest first. Stacks and shares are in the order
/// of entry. Each share is rounded down, and the rest is given out one chip each to the largest stacks, of equal ones
/// to the earlier entry. The result is exact for up to 20 players, and for more if few places are paid; otherwise it is
/// the mean of thousands of drawn orders of finish, within a hundredth of the largest prize. Rule: L-11.
///
/// # Errors
/// If the stacks or prizes do not make a deal.
pub fn icm(stacks: &[Chips], prizes: &[Chips]) -> Result<Vec<Chips>, LawError> {
    let (in_play, pool) = deal_terms(stacks, prizes)?;
    let paid = prizes.iter().take_while(|prize| !prize.is_zero()).count();
    let is_small = stacks.len() <= PLAYERS_MAX && steps(stacks.len(), paid) <= STEPS_MAX;
    let shares = if is_small {
        exact(stacks, &prizes[..paid], in_play)
    } else {
        drawn(stacks, &prizes[..paid])
    };
    Ok(rest_to_largest(pool, stacks, shares))
}

/// The stacks and prizes of a deal. Its shares may take seconds to compute, and so can be computed ahead of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IcmTerms {
    stacks: Vec<Chips>,
    prizes: Vec<Chips>,
    pool: Chips,
}

/// The result of [`icm`] for some terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IcmShares {
    terms: IcmTerms,
    shares: Vec<Chips>,
}

impl IcmTerms {
    /// Creates the terms from stacks and prizes in the order of [`icm`].
    ///
    /// # Errors
    /// If they do not make a deal.
    pub fn new(stacks: Vec<Chips>, prizes: Vec<Chips>) -> Result<Self, LawError> {
        let (_, pool) = deal_terms(&stacks, &prizes)?;
        Ok(Self { stacks, prizes, pool })
    }

    /// Returns the chips to be shared.
    pub const fn pool(&self) -> Chips {
        self.pool
    }

    /// Computes the shares.
    ///
    /// # Panics
    /// Never: the terms were checked.
    pub fn work_out(self) -> IcmShares {
        let shares = icm(&self.stacks, &self.prizes).expect("the terms were checked");
        IcmShares { terms: self, shares }
    }
}

impl IcmShares {
    /// Returns the terms of the deal.
    pub const fn terms(&self) -> &IcmTerms {
        &self.terms
    }

    /// Returns the chips of each player, in the order of the stacks.
    pub fn shares(&self) -> &[Chips] {
        &self.shares
    }
}

/// Computes the shares from the chances of all orders of finish.
fn exact(stacks: &[Chips], prizes: &[Chips], in_play: Chips) -> Vec<Chips> {
    let mut shares = vec![0_u128; stacks.len()];
    // Sets of players who may have the places given so far, each with its chance and the chips of all others.
    let mut sets = BTreeMap::from([(0_u128, (1_u128 << CHANCE_BITS, in_play.get()))]);
    for prize in prizes {
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
    // Rounding has taken away less than a millionth of a chip, which must not cost a whole one.
    let speck = 1_u128 << (SHARE_BITS - 20);
    let whole = |share: u128| {
        u64::try_from((share + speck) >> SHARE_BITS)
            .ok()
            .and_then(Chips::try_new)
    };
    let whole = |share| whole(share).expect("a share is no more than the pool");
    shares.into_iter().map(whole).collect()
}

/// Computes the shares from drawn orders of finish.
fn drawn(stacks: &[Chips], prizes: &[Chips]) -> Vec<Chips> {
    let orders = (DRAWS / prizes.len().max(1)).max(ORDERS_MIN);
    let mut lots = Lots::new(stacks);
    let mut sums = vec![0_u128; stacks.len()];
    let mut random = numbers_of(stacks, prizes);
    let mut taken = Vec::with_capacity(prizes.len());
    for _ in 0..orders {
        for prize in prizes {
            let player = lots.draw(&mut random);
            lots.take(player, stacks[player]);
            sums[player] += u128::from(prize.get());
            taken.push(player);
        }
        for player in taken.drain(..) {
            lots.put_back(player, stacks[player]);
        }
    }
    // Gives the larger stack the larger share, and of equal ones the earlier entry, before equal stacks are averaged.
    sums.sort_by(|a, b| b.cmp(a));
    let mut order: Vec<usize> = (0..stacks.len()).collect();
    order.sort_by_key(|player| std::cmp::Reverse(stacks[*player]));
    let mut shares = vec![Chips::ZERO; stacks.len()];
    let mut at = 0;
    for alike in order.chunk_by(|a, b| stacks[*a] == stacks[*b]) {
        let sum: u128 = sums[at..at + alike.len()].iter().sum();
        let mean = sum / (alike.len() * orders) as u128;
        for player in alike {
            let mean = u64::try_from(mean).ok().and_then(Chips::try_new);
            shares[*player] = mean.expect("a share is no more than the pool");
        }
        at += alike.len();
    }
    shares
}

/// Returns a source of random numbers, the same ones for the same stacks and prizes.
fn numbers_of(stacks: &[Chips], prizes: &[Chips]) -> impl FnMut() -> u64 + use<> {
    let amounts = stacks.iter().chain(prizes);
    let mut state = amounts.fold(0xcbf2_9ce4_8422_2325_u64, |sum, amount| {
        (sum ^ amount.get()).wrapping_mul(0x0100_0000_01b3)
    });
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The chips of all players to draw from, as the sums of a Fenwick tree.
struct Lots {
    sums: Vec<u64>,
    all: u64,
}

impl Lots {
    fn new(stacks: &[Chips]) -> Self {
        let mut lots = Self {
            sums: vec![0; stacks.len().next_power_of_two() + 1],
            all: 0,
        };
        for (player, stack) in stacks.iter().enumerate() {
            lots.put_back(player, *stack);
        }
        lots
    }

    /// Draws a chip and returns its owner.
    fn draw(&self, random: &mut impl FnMut() -> u64) -> usize {
        let at = (u128::from(random()) * u128::from(self.all)) >> 64;
        let mut left = u64::try_from(at).expect("no more than all chips");
        let mut player = 0;
        let mut step = self.sums.len() / 2;
        while step > 0 {
            let sum = self.sums[player + step];
            if sum <= left {
                left -= sum;
                player += step;
            }
            step /= 2;
        }
        player
    }

    fn take(&mut self, player: usize, stack: Chips) {
        self.all -= stack.get();
        self.change(player, |sum| *sum -= stack.get());
    }

    fn put_back(&mut self, player: usize, stack: Chips) {
        self.all += stack.get();
        self.change(player, |sum| *sum += stack.get());
    }

    fn change(&mut self, player: usize, change: impl Fn(&mut u64)) {
        let mut at = player + 1;
        while at < self.sums.len() {
            change(&mut self.sums[at]);
            at += at & at.wrapping_neg();
        }
    }
}

/// Returns the number of chances to compute for these players and prizes.
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

/// Multiplies a prize by its chance, with [`SHARE_BITS`] binary digits after the point.
fn part_of(prize: Chips, chance: u128) -> u128 {
    let prize = u128::from(prize.get());
    let high = (chance >> 64) * prize;
    let low = (chance & u128::from(u64::MAX)) * prize;
    (high << (64 + SHARE_BITS - CHANCE_BITS)) + (low >> (CHANCE_BITS - SHARE_BITS))
}

/// Computes `chance * part / whole`, rounded down, for a part no greater than the whole.
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
    fn drawn_shares_are_near_the_exact_ones() {
        let mut random = numbers_of(&[], &[Chips::new(11)]);
        for _ in 0..20 {
            let count = usize::try_from(3 + random() % 9).unwrap();
            let paid = 1 + usize::try_from(random() % count as u64).unwrap();
            let stacks: Vec<Chips> = (0..count).map(|_| Chips::new(1 + random() % 50_000)).collect();
            let mut prizes: Vec<Chips> = (0..paid).map(|_| Chips::new(1_000 + random() % 100_000)).collect();
            prizes.sort_by(|a, b| b.cmp(a));
            let in_play: Chips = stacks.iter().copied().sum();
            let near = prizes[0].get() / 100;
            for (exact, drawn) in exact(&stacks, &prizes, in_play).iter().zip(drawn(&stacks, &prizes)) {
                assert!(
                    exact.get().abs_diff(drawn.get()) <= near,
                    "{exact} {drawn}: {stacks:?} {prizes:?}"
                );
            }
        }
    }

    #[test]
    fn a_large_field_shares_all_and_equal_stacks_alike() {
        let stacks: Vec<Chips> = (0..500_u64)
            .map(|player| Chips::new(1_000 * (1 + player % 7)))
            .collect();
        let prizes: Vec<Chips> = (0..80_u64).map(|place| Chips::new(90_000 - 1_000 * place)).collect();
        let shares = icm(&stacks, &prizes).unwrap();
        assert_eq!(shares, icm(&stacks, &prizes).unwrap(), "the same each time");
        let sum = |amounts: &[Chips]| amounts.iter().copied().sum::<Chips>();
        assert_eq!(sum(&shares), sum(&prizes));
        for (share, stack) in shares.iter().zip(&stacks) {
            for (other, others) in shares.iter().zip(&stacks) {
                // The rest is given out one chip each to the largest stacks.
                assert!(stack != others || share.get().abs_diff(other.get()) <= 1);
                assert!(
                    stack <= others || share >= other,
                    "{share} for {stack}, {other} for {others}"
                );
            }
        }
        assert_eq!(
            icm(&vec![Chips::new(1); 500], &vec![Chips::new(4); 500]),
            Ok(vec![Chips::new(4); 500])
        );
    }
}
