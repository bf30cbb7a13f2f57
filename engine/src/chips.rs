//! Amounts of chips.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Whole chips, the smallest unit a table plays. Cannot be negative or fractional, and never exceeds [`Chips::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips(u64);

impl Chips {
    /// No chips.
    pub const ZERO: Self = Self(0);
    /// The most there can be of anything: 2^53 - 1, so that JSON and JavaScript hold it exactly.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// An amount.
    ///
    /// # Panics
    /// Above [`Chips::MAX`]; where the number comes from outside, use [`Chips::try_new`].
    pub const fn new(amount: u64) -> Self {
        assert!(amount <= Self::MAX.0, "more chips than there can be");
        Self(amount)
    }

    /// An amount from outside, `None` above [`Chips::MAX`].
    pub const fn try_new(amount: u64) -> Option<Self> {
        if amount <= Self::MAX.0 {
            Some(Self(amount))
        } else {
            None
        }
    }

    /// The amount as a number.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether there are none.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, `None` above [`Chips::MAX`].
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::try_new(self.0 + other.0)
    }

    /// The difference, `None` below zero.
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(rest) => Some(Self(rest)),
            None => None,
        }
    }

    /// The difference, zero where `other` is more.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The sum, [`Chips::MAX`] where it would be more.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        match self.checked_add(other) {
            Some(sum) => sum,
            None => Self::MAX,
        }
    }

    /// The product, `None` above [`Chips::MAX`].
    pub const fn checked_mul(self, factor: u64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(product) => Self::try_new(product),
            None => None,
        }
    }

    /// Whether the amount is a whole number of `unit`s.
    pub const fn is_multiple_of(self, unit: Self) -> bool {
        self.0.is_multiple_of(unit.0)
    }
}

impl Add for Chips {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.checked_add(other).expect("chips overflow")
    }
}

impl AddAssign for Chips {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Chips {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.checked_sub(other).expect("chips below zero")
    }
}

impl SubAssign for Chips {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        // Two thousand times the most there can be still fits.
        let sum = amounts.fold(0_u64, |sum, amount| sum.saturating_add(amount.0));
        Self::try_new(sum).expect("chips overflow")
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold() {
        assert_eq!(Chips::MAX.checked_add(Chips::new(1)), None);
        assert_eq!(Chips::ZERO.checked_sub(Chips::new(1)), None);
        assert_eq!(Chips::try_new(1 << 53), None);
        assert_eq!(Chips::MAX.checked_mul(2), None);
        assert_eq!(Chips::MAX.saturating_add(Chips::new(1)), Chips::MAX);
        assert_eq!(Chips::new(7).saturating_sub(Chips::new(9)), Chips::ZERO);
    }
}
