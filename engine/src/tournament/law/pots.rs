//! Pots from given contributions, by the same functions that a hand uses. Rule: tournament 2.6.

use super::LawError;
use crate::event::Pot;
use crate::{BySeat, Chips, SeatIx, SeatSet, pot};

/// The pots and the uncalled bet after the betting has closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Uncalled bet with the seat that gets it back, if there is one.
    pub returned: Option<(SeatIx, Chips)>,
    /// Pots, main pot first.
    pub pots: Vec<Pot>,
}

/// Returns the uncalled bet and forms the pots from each seat's contribution and the dead money of single payers. Rule:
/// tournament 2.6 (`uncalled`, `build_pots`).
///
/// # Errors
/// Without a live hand, or with more chips than can be counted.
pub fn settle(mut contributed: BySeat<Chips>, live: SeatSet, dead: Chips) -> Result<Settled, LawError> {
    if live.is_empty() {
        return Err(LawError::OutOfRange("live"));
    }
    let sum = contributed
        .iter()
        .try_fold(dead, |sum, (_, amount)| sum.checked_add(*amount));
    sum.ok_or(LawError::Overflow)?;
    let returned = pot::uncalled(&contributed, live);
    if let Some((seat, amount)) = returned {
        contributed[seat] -= amount;
    }
    let pots = pot::build(&contributed, live, dead);
    Ok(Settled { returned, pots })
}

/// Awards the pots, the last one first, by ranks of which the higher is better. Returns the chips of each winner, if
/// the share is at least a unit, and zero for the other seats. A pot with one contender needs no rank. Rule: tournament
/// 2.6 (`award`), 10.7, 10.8.
///
/// # Errors
/// If a contender of a contested pot has no rank, a pot has no contender, the unit is zero, or the pots add up to more
/// than can be counted.
pub fn award(
    pots: &[Pot],
    ranks: &BySeat<Option<u64>>,
    button: SeatIx,
    unit: Chips,
) -> Result<BySeat<Option<Chips>>, LawError> {
    if unit.is_zero() {
        return Err(LawError::OutOfRange("unit"));
    }
    let sum = pots
        .iter()
        .try_fold(Chips::ZERO, |sum, pot| sum.checked_add(pot.amount));
    sum.ok_or(LawError::Overflow)?;
    let mut won = BySeat::default();
    for pot in pots.iter().rev() {
        if pot.eligible.is_empty() {
            return Err(LawError::OutOfRange("pots"));
        }
        let winners = if pot.eligible.is_several() {
            if pot.eligible.iter().any(|seat| ranks[seat].is_none()) {
                return Err(LawError::Mismatch("rank"));
            }
            let best = pot.eligible.iter().map(|seat| ranks[seat]).max().flatten();
            pot.eligible.iter().filter(|seat| ranks[*seat] == best).collect()
        } else {
            pot.eligible
        };
        for (seat, share) in pot::share(pot.amount, winners, button, unit) {
            let total: &mut Option<Chips> = &mut won[seat];
            *total = Some(total.unwrap_or_default() + share);
        }
    }
    Ok(won)
}
