//! Payouts that officials set where no chips of accounts are at stake, because hands are entered by hand: a rounding
//! unit, a fee, a bonus, the prize of each place. Rule: tournament 2.10.

use super::command::{Command, Refusal, Ruling};
use super::event::Event;
use super::{Director, Phase, Step};
use crate::Chips;
use crate::tournament::structure::Pays;

/// Largest bonus.
const BONUS_MAX: Chips = Chips::new(1_000_000_000_000);

/// An amount that is kept back from the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fee {
    /// A number of chips.
    Chips(Chips),
    /// A percentage of the pool, rounded down.
    Percent(u8),
}

/// The terms on which officials have the pool paid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    /// Unit of all prizes except the first, which gets the remainder; `None` for that of the structure.
    pub unit: Option<Chips>,
    /// Amount kept back from the pool.
    pub fee: Fee,
    /// Chips that the house of the event adds.
    pub bonus: Chips,
    /// Prize of each place, first place first; empty for those of the structure.
    pub prizes: Vec<Chips>,
}

impl Default for Payout {
    fn default() -> Self {
        Self {
            unit: None,
            fee: Fee::Chips(Chips::ZERO),
            bonus: Chips::ZERO,
            prizes: Vec::new(),
        }
    }
}

/// A pool after the fee and the bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidOut {
    /// Chips that the prizes add up to.
    pub prizes: Chips,
    /// Chips kept back.
    pub fee: Chips,
    /// Chips added.
    pub bonus: Chips,
}

impl Payout {
    /// Returns a pool after the fee and the bonus. A fee never exceeds the pool, and prizes never what can be counted.
    pub fn of(&self, pool: Chips) -> PaidOut {
        let fee = match self.fee {
            Fee::Chips(amount) => amount.min(pool),
            Fee::Percent(percent) => {
                let part = u128::from(pool.get()) * u128::from(percent.min(100)) / 100;
                Chips::new(u64::try_from(part).unwrap_or(0))
            }
        };
        let left = pool - fee;
        let bonus = self.bonus.min(Chips::MAX - left);
        PaidOut {
            prizes: left + bonus,
            fee,
            bonus,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        let is_sound = self.unit.is_none_or(|unit| !unit.is_zero())
            && !matches!(self.fee, Fee::Percent(101..))
            && self.bonus <= BONUS_MAX
            && self.prizes.iter().all(|prize| !prize.is_zero())
            && self.prizes.is_sorted_by(|better, worse| better >= worse);
        is_sound.then_some(()).ok_or(Refusal::BadPrizes)
    }
}

impl Command {
    /// Sets how the pool is paid out, if hands are entered by hand. Rule: tournament 2.10.
    pub fn set_payout(payout: Payout, ruling: Ruling) -> Self {
        Self::decide(payout, ruling, Director::set_payout)
    }
}

impl Director {
    /// Returns the terms that officials have set.
    pub const fn payout(&self) -> &Payout {
        self.money.payout()
    }

    /// Returns the pool as it stands, after the fee and the bonus.
    pub fn paid_out(&self) -> PaidOut {
        self.money.paid_out(&self.structure)
    }

    /// Returns the same tournament, before its first entry, with these terms.
    #[must_use]
    pub fn with_payout(mut self, payout: Payout) -> Self {
        self.money.set_payout(payout);
        self
    }

    /// Sets how the pool is paid out, until the first prize is paid. The prizes of places are set once entries are
    /// closed, and add up to the pool after the fee and the bonus.
    pub(super) fn set_payout(&mut self, payout: Payout, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        if !self.by_hand || matches!(self.phase, Phase::Completed | Phase::Cancelled) {
            return Err(Refusal::WrongPhase);
        }
        ruling.check_director()?;
        payout.check()?;
        if matches!(self.structure.pays, Pays::Seats { .. }) {
            return Err(Refusal::BadPrizes);
        }
        if self.registration.is_open() && !payout.prizes.is_empty() {
            return Err(Refusal::NotYet);
        }
        if self.registration.is_open() {
            if payout == *self.money.payout() {
                return Err(Refusal::NoChange);
            }
            self.money.set_payout(payout);
        } else {
            self.money.fix_anew(payout, &self.structure, &self.entrants)?;
            self.reach_money(step);
        }
        let prizes = self.prizes();
        step.tell(Event::PrizesSet {
            payout: self.money.payout().clone(),
            paid_out: self.paid_out(),
            prizes,
            ruling,
        });
        Ok(())
    }
}
