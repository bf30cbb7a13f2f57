//! Amounts of chips.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A number of whole chips, the smallest unit a table plays. Never negative or fractional, and at most [`Chips::MAX`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips(u64);

impl Chips {
    /// No chips.
    pub const ZERO: Self = Self(0);
    /// The largest amount: 2^53 - 1, which JSON and JavaScript still represent exactly.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// Returns this amount.
    ///
    /// # Panics
    /// Above [`Chips::MAX`]; where the number comes from outside, use [`Chips::try_new`].
    pub const fn new(amount: u64) -> Self {
        assert!(amount <= Self::MAX.0, "more chips than there can be");
        Self(amount)
    }

    /// Returns an amount from outside, or `None` above [`Chips::MAX`].
    pub const fn try_new(amount: u64) -> Option<Self> {
        if amount <= Self::MAX.0 {
            Some(Self(amount))
        } else {
            None
        }
    }

    /// Returns the amount as a plain integer.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Returns `true` if the amount is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns the sum, or `None` above [`Chips::MAX`].
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        Self::try_new(self.0 + other.0)
    }

    /// Returns the difference, or `None` below zero.
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(rest) => Some(Self(rest)),
            None => None,
        }
    }

    /// Returns the difference, or zero if `other` is larger.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Returns the sum, capped at [`Chips::MAX`].
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        match self.checked_add(other) {
            Some(sum) => sum,
            None => Self::MAX,
        }
    }

    /// Returns the product, or `None` above [`Chips::MAX`].
    pub const fn checked_mul(self, factor: u64) -> Option<Self> {
        match self.0.checked_mul(factor) {
            Some(product) => Self::try_new(product),
            None => None,
        }
    }

    /// Returns `true` if the amount is a multiple of `unit`.
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
        // A `u64` holds some two thousand times the largest amount.
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
