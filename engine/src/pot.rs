//! Pots: the uncalled bet, the layers and the award.

use crate::event::Pot;
use crate::{BySeat, Chips, SeatIx, SeatSet};

/// Returns the uncalled chips and their owner, once betting has closed. Rule: tournament 2.6 (`uncalled`).
pub(crate) fn uncalled(contributed: &BySeat<Chips>, live: SeatSet) -> Option<(SeatIx, Chips)> {
    let (mut owner, mut top, mut second) = (None, Chips::ZERO, Chips::ZERO);
    for (seat, &amount) in contributed.iter() {
        if amount > top {
            (owner, second, top) = (Some(seat), top, amount);
        } else if amount > second {
            second = amount;
        }
    }
    owner
        .filter(|seat| live.contains(*seat) && top > second)
        .map(|seat| (seat, top - second))
}

/// Builds the pots, main pot first: one layer for each amount that a live hand has contributed. Dead money goes into the main pot;
/// contributions of folded hands above every live one join the last pot. Rule: tournament 2.6 (`build_pots`).
pub(crate) fn build(contributed: &BySeat<Chips>, live: SeatSet, dead: Chips) -> Vec<Pot> {
    let paid = || contributed.iter().map(|(_, paid)| *paid);
    let most = paid().max().unwrap_or_default();
    if !live.is_empty() && live.iter().all(|seat| contributed[seat] == most) {
        // No seat is all-in for less, so there is one pot.
        let amount = paid().sum::<Chips>() + dead;
        let pot = Pot { amount, eligible: live };
        return if amount.is_zero() { Vec::new() } else { vec![pot] };
    }
    let mut levels: Vec<Chips> = live.iter().map(|seat| contributed[seat]).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut pots: Vec<Pot> = Vec::with_capacity(levels.len());
    let (mut below, mut carry) = (Chips::ZERO, dead);
    for level in levels {
        let layer: Chips = contributed
            .iter()
            .map(|(_, &paid)| paid.min(level) - paid.min(below))
            .sum();
        let amount = layer + carry;
        if !amount.is_zero() {
            let eligible = live.iter().filter(|seat| contributed[*seat] >= level).collect();
            pots.push(Pot { amount, eligible });
            carry = Chips::ZERO;
        }
        below = level;
    }
    // Without a live hand there is no layer for the dead money to join.
    let above = contributed
        .iter()
        .map(|(_, &paid)| paid.saturating_sub(below))
        .sum::<Chips>()
        + carry;
    if !above.is_zero() {
        match pots.last_mut() {
            Some(pot) => pot.amount += above,
            None => pots.push(Pot {
                amount: above,
                eligible: live,
            }),
        }
    }
    pots
}

/// Adds the payments for up cards: each goes to the pot that now contains its layer, or else to the last pot. Rules: variants 0, A22.
pub(crate) fn add_bought(pots: &mut Vec<Pot>, contributed: &BySeat<Chips>, live: SeatSet, bought: &[(Chips, Chips)]) {
    for &(layer, amount) in bought {
        let reaches = |pot: &Pot| pot.eligible.iter().all(|seat| contributed[seat] >= layer);
        let index = pots.iter().position(reaches).or(pots.len().checked_sub(1));
        match index {
            Some(index) => pots[index].amount += amount,
            None => pots.push(Pot { amount, eligible: live }),
        }
    }
}

/// Splits the pots between the two runs of the board: each pot in two halves of whole units, with the remainder in the first.
/// Rule: variants 8.
pub(crate) fn halves(pots: &[Pot], unit: Chips) -> [Vec<Pot>; 2] {
    let second = |pot: &Pot| Chips::new(pot.amount.get() / unit.get() / 2 * unit.get());
    let part = |amount: fn(Chips, Chips) -> Chips| {
        let part = |pot: &Pot| Pot {
            amount: amount(pot.amount, second(pot)),
            eligible: pot.eligible,
        };
        pots.iter().map(part).collect()
    };
    [part(|whole, half| whole - half), part(|_, half| half)]
}

/// Divides `amount` among `winners` in whole units. Odd units go one each to the first seats after the button, and any remainder below a
/// unit to the very first. Rule: tournament 2.6 (`award`), 10.8.
pub(crate) fn share(amount: Chips, winners: SeatSet, button: SeatIx, unit: Chips) -> Vec<(SeatIx, Chips)> {
    let (amount, unit) = (amount.get(), unit.get());
    let count = winners.len() as u64;
    let each = amount / unit / count * unit;
    let mut odd = amount - each * count;
    let mut shares: Vec<(SeatIx, Chips)> = Vec::with_capacity(winners.len());
    for seat in winners.clockwise_from(button) {
        let extra = unit.min(odd);
        odd -= extra;
        shares.push((seat, Chips::new(each + extra)));
    }
    if let Some((_, first)) = shares.first_mut() {
        *first += Chips::new(odd);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(number: u8) -> SeatIx {
        SeatIx::from_number(number).unwrap()
    }

    fn seats(numbers: &[u8]) -> SeatSet {
        numbers.iter().map(|&number| seat(number)).collect()
    }

    fn paid(amounts: &[(u8, u64)]) -> BySeat<Chips> {
        let mut contributed = BySeat::default();
        for &(number, amount) in amounts {
            contributed[seat(number)] = Chips::new(amount);
        }
        contributed
    }

    fn pots(contributed: &[(u8, u64)], live: &[u8], dead: u64) -> Vec<(u64, SeatSet)> {
        let pots = build(&paid(contributed), seats(live), Chips::new(dead));
        pots.into_iter().map(|pot| (pot.amount.get(), pot.eligible)).collect()
    }

    fn shares(amount: u64, winners: &[u8], button: u8, unit: u64) -> Vec<(u8, u64)> {
        let shares = share(Chips::new(amount), seats(winners), seat(button), Chips::new(unit));
        shares
            .into_iter()
            .map(|(seat, chips)| (seat.number(), chips.get()))
            .collect()
    }

    const X_1: [(u8, u64); 6] = [(1, 100), (2, 300), (3, 700), (4, 700), (5, 250), (6, 50)];

    #[test]
    fn x_1_three_layers_with_folded_money_inside() {
        let expected = [
            (550, seats(&[1, 2, 3, 4])),
            (750, seats(&[2, 3, 4])),
            (800, seats(&[3, 4])),
        ];
        assert_eq!(pots(&X_1, &[1, 2, 3, 4], 0), expected);
    }

    #[test]
    fn x_3_a_fold_at_the_top_leaves_dead_money() {
        let expected = [(550, seats(&[1, 2, 4])), (750, seats(&[2, 4])), (800, seats(&[4]))];
        assert_eq!(pots(&X_1, &[1, 2, 4], 0), expected);
    }

    #[test]
    fn x_45_a_dead_post_above_every_live_bet_joins_the_last_pot() {
        let contributed = paid(&[(1, 60), (2, 80), (3, 100)]);
        assert_eq!(uncalled(&contributed, seats(&[1, 2])), None);
        let expected = [(180, seats(&[1, 2])), (60, seats(&[2]))];
        assert_eq!(pots(&[(1, 60), (2, 80), (3, 100)], &[1, 2], 0), expected);
    }

    #[test]
    fn t_9_7_3_a_seat_without_layers_contends_for_the_dead_money_alone() {
        let expected = [(3_000, seats(&[1, 2, 3])), (20_000, seats(&[2, 3]))];
        assert_eq!(pots(&[(2, 10_000), (3, 10_000)], &[1, 2, 3], 3_000), expected);
    }

    #[test]
    fn t_10_8_1_the_odd_chip_goes_left_of_the_button() {
        assert_eq!(shares(1_001, &[2, 8], 5, 1), [(8, 501), (2, 500)]);
    }

    #[test]
    fn x_11_odd_units_are_units() {
        assert_eq!(shares(1_000, &[3, 6, 9], 6, 25), [(9, 350), (3, 325), (6, 325)]);
    }

    #[test]
    fn x_12_and_x_13_several_odd_chips_go_one_each() {
        assert_eq!(shares(100, &[1, 2, 3], 9, 1), [(1, 34), (2, 33), (3, 33)]);
        assert_eq!(shares(101, &[1, 2, 3], 2, 1), [(3, 34), (1, 34), (2, 33)]);
    }

    #[test]
    fn the_first_run_has_what_cannot_be_halved() {
        let pots = build(&paid(&[(1, 50), (2, 75), (3, 75)]), seats(&[1, 2, 3]), Chips::new(25));
        let amounts = |pots: &[Pot]| pots.iter().map(|pot| pot.amount.get()).collect::<Vec<_>>();
        assert_eq!(amounts(&pots), [175, 50]);
        let [first, second] = halves(&pots, Chips::new(25));
        assert_eq!((amounts(&first), amounts(&second)), (vec![100, 25], vec![75, 25]));
        let [first, second] = halves(&pots, Chips::new(1));
        assert_eq!((amounts(&first), amounts(&second)), (vec![88, 25], vec![87, 25]));
    }

    #[test]
    fn a_folded_top_is_not_returned() {
        assert_eq!(uncalled(&paid(&[(1, 50), (2, 80)]), seats(&[1])), None);
        assert_eq!(
            uncalled(&paid(&[(1, 50), (2, 80)]), seats(&[2])),
            Some((seat(2), Chips::new(30)))
        );
        assert_eq!(uncalled(&paid(&[(1, 80), (2, 80)]), seats(&[1, 2])), None);
    }
}
