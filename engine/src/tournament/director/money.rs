//! The prize pool, and what it is paid out as. Rules: tournament 2.10, L-7 to L-9, L-12.

use super::bounties::Envelopes;
use super::command::Refusal;
use super::deals::KnownIcm;
use super::entrants::Entrants;
use super::payouts::{Fee, PaidOut, Payout};
use super::prizes::Prizes;
use crate::Chips;
use crate::tournament::Structure;
use crate::tournament::law::{field_payouts, table_payouts};
use crate::tournament::structure::{BountyKind, Pays};

/// The chips of accounts that a tournament has taken, and those that it owes.
///
/// The prizes add up to the pool after the fee and the bonus, from the moment at which entries close; the envelopes add
/// up to the bounty pool until the first is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Money {
    /// Value of a seat that the tournament awards as a satellite.
    seat_value: Chips,
    pool: Chips,
    bounty_pool: Chips,
    payout: Payout,
    pub(super) prizes: Prizes,
    pub(super) envelopes: Envelopes,
    pub(super) icm: KnownIcm,
}

/// The pool as entries close.
pub(super) struct FixedPool {
    pub(super) pool: Chips,
    /// The part of it that entries have not paid.
    pub(super) overlay: Chips,
    pub(super) paid_out: PaidOut,
}

impl Money {
    pub(super) fn new(seat_value: Chips) -> Self {
        Self {
            seat_value,
            pool: Chips::ZERO,
            bounty_pool: Chips::ZERO,
            payout: Payout::default(),
            prizes: Prizes::default(),
            envelopes: Envelopes::default(),
            icm: KnownIcm::default(),
        }
    }

    /// Takes a payment for the pool and one for bounties.
    pub(super) fn take(&mut self, price: Chips, bounty: Chips) {
        self.pool += price;
        self.bounty_pool += bounty;
    }

    /// Returns a payment.
    pub(super) fn give_back(&mut self, price: Chips, bounty: Chips) {
        self.pool -= price;
        self.bounty_pool -= bounty;
    }

    /// Returns the chips paid for prizes.
    pub(super) const fn pool(&self) -> Chips {
        self.pool
    }

    /// Returns the chips paid for bounties.
    pub(super) const fn bounty_pool(&self) -> Chips {
        self.bounty_pool
    }

    pub(super) const fn payout(&self) -> &Payout {
        &self.payout
    }

    /// Sets the terms on which the pool is paid out, before prizes are fixed.
    pub(super) fn set_payout(&mut self, payout: Payout) {
        self.payout = payout;
    }

    /// Returns the pool as it stands, after the fee and the bonus.
    pub(super) fn paid_out(&self, structure: &Structure) -> PaidOut {
        self.payout.of(self.pool.max(structure.guarantee))
    }

    /// Fixes the pool, its prizes and its envelopes. Rule: L-7.
    pub(super) fn fix(&mut self, structure: &Structure, entrants: &Entrants) -> FixedPool {
        let promised = match &structure.pays {
            Pays::Seats { seats, .. } => {
                self.prizes.set_seats(*seats);
                self.seat_value.checked_mul(u64::from(*seats)).unwrap_or(Chips::MAX)
            }
            _ => Chips::ZERO,
        };
        let pool = self.pool.max(structure.guarantee).max(promised);
        let paid_out = self.payout.of(pool);
        self.fix_prizes(self.list(structure, entrants, paid_out.prizes), structure);
        FixedPool {
            pool,
            overlay: pool - self.pool,
            paid_out,
        }
    }

    fn fix_prizes(&mut self, list: Vec<Chips>, structure: &Structure) {
        self.prizes.fix(list);
        if let Some(BountyKind::Mystery { envelopes }) = structure.bounty.as_ref().map(|bounty| &bounty.kind) {
            let count = self.prizes.list().len();
            self.envelopes = Envelopes::of(self.bounty_pool, envelopes, count);
        }
    }

    /// Fixes other prizes than those fixed when entries closed.
    pub(super) fn fix_anew(
        &mut self,
        payout: Payout,
        structure: &Structure,
        entrants: &Entrants,
    ) -> Result<(), Refusal> {
        let kind = structure.bounty.as_ref().map(|bounty| &bounty.kind);
        let is_drawn = self.prizes.is_reached() && matches!(kind, Some(BountyKind::Mystery { .. }));
        if self.prizes.is_paid() || is_drawn {
            return Err(Refusal::TooLate);
        }
        if payout == self.payout {
            return Err(Refusal::NoChange);
        }
        let pool = self.pool.max(structure.guarantee);
        if matches!(payout.fee, Fee::Chips(fee) if fee > pool) {
            return Err(Refusal::BadPrizes);
        }
        let due = payout.of(pool).prizes;
        let before = std::mem::replace(&mut self.payout, payout);
        let list = if self.payout.prizes.is_empty() {
            self.list(structure, entrants, due)
        } else {
            self.payout.prizes.clone()
        };
        let mut sum = list.iter().try_fold(Chips::ZERO, |sum, prize| sum.checked_add(*prize));
        // The places of players who are out were given without a prize.
        sum = sum.filter(|_| list.len() <= usize::try_from(entrants.alive()).unwrap_or(usize::MAX));
        if sum != Some(due) {
            self.payout = before;
            return Err(Refusal::BadPrizes);
        }
        self.fix_prizes(list, structure);
        Ok(())
    }

    /// Returns the prizes that the structure makes of this many chips: whole units, with the remainder added to first place. A
    /// place that would be paid nothing is not paid. Rule: tournament 2.10.
    pub(super) fn list(&self, structure: &Structure, entrants: &Entrants, pool: Chips) -> Vec<Chips> {
        let mut list = self.share_out(structure, entrants, pool);
        if !matches!(structure.pays, Pays::Seats { .. }) {
            let unit = self.payout.unit.unwrap_or(structure.pays_unit).get();
            for prize in &mut list {
                *prize = Chips::new(prize.get() - prize.get() % unit);
            }
            let rest = pool - list.iter().copied().sum();
            list[0] += rest;
        }
        while list.len() > 1 && list.last().is_some_and(|prize| prize.is_zero()) {
            list.pop();
        }
        list
    }

    fn share_out(&self, structure: &Structure, entrants: &Entrants, pool: Chips) -> Vec<Chips> {
        let field = u64::from(entrants.count());
        match &structure.pays {
            // There are never more prizes than players, however often these have entered.
            Pays::Ladder => {
                field_payouts(u64::from(entrants.entries()).min(field * 6), pool).unwrap_or_else(|_| vec![pool])
            }
            Pays::Table => table_payouts(field, pool).unwrap_or_else(|_| vec![pool]),
            Pays::Percents(percents) => {
                let share = |percent: &u8| {
                    let part = u128::from(pool.get()) * u128::from(*percent) / 100;
                    Chips::new(u64::try_from(part).unwrap_or(0))
                };
                let mut list: Vec<Chips> = percents.iter().map(share).collect();
                let rest = pool - list.iter().copied().sum();
                list[0] += rest;
                list
            }
            Pays::Seats { seats, .. } => {
                let count = usize::try_from(*seats).unwrap_or(usize::MAX);
                let mut list = vec![self.seat_value; count];
                let rest = pool - list.iter().copied().sum();
                if !rest.is_zero() {
                    list.push(rest);
                }
                list
            }
        }
    }
}
