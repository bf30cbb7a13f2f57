//! The payments that settle a ledger: who pays whom, in as few payments as possible.

/// Players with a result up to which the fewest payments are found. The search doubles with each player: this many take
/// about a millisecond.
const EXACT_MAX: usize = 14;

/// A payment of an amount between two positions of the list of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Payment {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) amount: u64,
}

/// The payments that turn all results, which add up to zero, into zero. What they do not add up to stays unpaid.
///
/// Players whose results add up to zero by themselves settle among themselves with one payment less than they are, so
/// the fewest payments come from the most such groups.
pub(super) fn settle(results: &[i64]) -> Vec<Payment> {
    let open: Vec<usize> = (0..results.len()).filter(|at| results[*at] != 0).collect();
    let groups = if open.len() <= EXACT_MAX {
        most_groups(results, &open)
    } else {
        vec![open]
    };
    groups.iter().flat_map(|group| settle_group(results, group)).collect()
}

/// Splits players into the most groups that each add up to zero.
fn most_groups(results: &[i64], open: &[usize]) -> Vec<Vec<usize>> {
    let all = 1_usize << open.len();
    let mut sums = vec![0_i64; all];
    // The most groups that fit into each set, and the player to take out of it first.
    let mut best = vec![(0_u8, 0_usize); all];
    for set in 1..all {
        let first = set.trailing_zeros() as usize;
        sums[set] = sums[set & (set - 1)] + results[open[first]];
        let members = (0..open.len()).filter(|at| set >> at & 1 == 1);
        let (groups, taken) = members
            .map(|at| (best[set ^ (1 << at)].0, at))
            .max_by_key(|(groups, _)| *groups)
            .unwrap_or_default();
        best[set] = (groups + u8::from(sums[set] == 0), taken);
    }
    let (mut groups, mut set) = (Vec::new(), all - 1);
    while set != 0 {
        if sums[set] == 0 {
            groups.push(Vec::new());
        }
        let taken = best[set].1;
        if let Some(group) = groups.last_mut() {
            group.push(open[taken]);
        }
        set ^= 1 << taken;
    }
    groups
}

/// Settles a group: the player who owes most pays the one who gets most, until all are even.
fn settle_group(results: &[i64], group: &[usize]) -> Vec<Payment> {
    let mut left: Vec<(usize, i64)> = group.iter().map(|at| (*at, results[*at])).collect();
    let mut payments = Vec::new();
    loop {
        left.retain(|(_, result)| *result != 0);
        left.sort_by_key(|(at, result)| (*result, *at));
        let [(from, owes), .., (to, gets)] = left.as_mut_slice() else {
            return payments;
        };
        // Results that do not add up to zero leave a player whom no other owes.
        if *owes > 0 || *gets < 0 {
            return payments;
        }
        let amount = owes.unsigned_abs().min(gets.unsigned_abs());
        payments.push(Payment {
            from: *from,
            to: *to,
            amount,
        });
        *owes += amount.cast_signed();
        *gets -= amount.cast_signed();
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha20Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn check(results: &[i64]) -> usize {
        let payments = settle(results);
        let mut left = results.to_vec();
        for Payment { from, to, amount } in &payments {
            assert!(*amount > 0 && from != to);
            left[*from] += amount.cast_signed();
            left[*to] -= amount.cast_signed();
        }
        assert!(left.iter().all(|left| *left == 0), "{results:?}: {payments:?}");
        payments.len()
    }

    /// The fewest payments, by trying every split into two parts that add up to zero.
    fn fewest(results: &[i64]) -> usize {
        let open: Vec<i64> = results.iter().copied().filter(|result| *result != 0).collect();
        let part = |set: usize| (0..open.len()).filter(move |at| set >> at & 1 == 1).map(|at| open[at]);
        let all = (1_usize << open.len()) - 1;
        let split = (1..all).filter(|set| part(*set).sum::<i64>() == 0);
        let best =
            split.map(|set| fewest(&part(set).collect::<Vec<_>>()) + fewest(&part(all ^ set).collect::<Vec<_>>()));
        best.min().unwrap_or(open.len().saturating_sub(1))
    }

    #[test]
    fn an_even_table_pays_nothing() {
        assert_eq!((check(&[]), check(&[0, 0, 0])), (0, 0));
    }

    #[test]
    fn pairs_settle_by_themselves() {
        // The largest debtor paying the largest creditor would take three payments.
        assert_eq!(check(&[-7, 5, 7, -5]), 2);
        assert_eq!(check(&[-6, -4, 3, 3, 4]), 3);
    }

    #[test]
    fn payments_are_the_fewest() {
        let mut rng = ChaCha20Rng::from_seed([38; 32]);
        for _ in 0..300 {
            let count = rng.random_range(2..=7);
            let mut results: Vec<i64> = (1..count).map(|_| rng.random_range(-4..=4)).collect();
            results.push(-results.iter().sum::<i64>());
            assert_eq!(check(&results), fewest(&results), "{results:?}");
        }
    }

    #[test]
    fn a_crowd_settles_with_fewer_payments_than_players() {
        let mut results: Vec<i64> = (1..60).map(|at| at * at % 23 - 11).collect();
        results.push(-results.iter().sum::<i64>());
        assert!(check(&results) < 60);
        let most = (1 << 53) - 1;
        assert_eq!(check(&[most, -most]), 1);
    }
}
