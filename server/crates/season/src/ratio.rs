//! Exact fractions of bounded size.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Denominators up to this are exact; beyond it a number is rounded to six decimals.
const DENOMINATOR_MAX: i128 = 1_000_000;

/// No number is further from zero; larger results stay here.
const WHOLE_MAX: i128 = 1_000_000_000_000;

/// A fraction in lowest terms. It is exact as long as its denominator is at most a million, otherwise rounded to six decimals, half
/// away from zero. A result beyond a million million stays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    /// Zero.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// One.
    pub const ONE: Self = Self { num: 1, den: 1 };

    /// A whole number.
    pub fn whole(number: i64) -> Self {
        Self::of(number.into(), 1)
    }

    /// A number of millionths.
    pub(crate) fn millionths(number: i128) -> Self {
        Self::of(number, DENOMINATOR_MAX)
    }

    /// A fraction; its value is zero if `den` is.
    fn of(num: i128, den: i128) -> Self {
        if den == 0 || num == 0 {
            return Self::ZERO;
        }
        let (num, den) = if den < 0 { (-num, -den) } else { (num, den) };
        let shared = gcd_of(num, den);
        let (mut num, mut den) = (num / shared, den / shared);
        if den > DENOMINATOR_MAX {
            let whole = num / den;
            if whole.abs() >= WHOLE_MAX {
                return Self {
                    num: WHOLE_MAX * num.signum(),
                    den: 1,
                };
            }
            // No denominator is above 10^24, so the rest in millionths stays below 2^127.
            let rounded = whole * DENOMINATOR_MAX + nearest(num % den * DENOMINATOR_MAX, den);
            let shared = gcd_of(rounded, DENOMINATOR_MAX);
            (num, den) = (rounded / shared, DENOMINATOR_MAX / shared);
        }
        if num.abs() > WHOLE_MAX * den {
            (num, den) = (WHOLE_MAX * num.signum(), 1);
        }
        Self { num, den }
    }

    /// The quotient; zero if `by` is zero.
    #[must_use]
    pub fn over(self, by: Self) -> Self {
        let (left, right) = (gcd_of(self.num, by.num), gcd_of(self.den, by.den));
        Self::of(
            (self.num / left) * (by.den / right),
            (self.den / right) * (by.num / left),
        )
    }

    /// The square root, rounded to six decimals; zero for a negative number.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.num <= 0 {
            return Self::ZERO;
        }
        let scaled = self.num.unsigned_abs() * 1_000_000_000_000;
        let den = self.den.unsigned_abs();
        let root = (scaled / den).isqrt();
        let above = 2 * root + 1;
        let up = above * above * den <= 4 * scaled;
        Self::millionths(i128::try_from(root + u128::from(up)).unwrap_or(WHOLE_MAX))
    }

    /// The logarithm to base 10, rounded to six decimals; zero for a number that is not positive.
    #[must_use]
    pub fn log10(self) -> Self {
        // log10 x = log2 x * log10 2, with 40 binary digits of the first.
        const LOG10_2: i128 = 301_029_995_663_981_195;
        const LOG10_2_SCALE: i128 = 1_000_000_000_000_000_000;
        const BITS: u32 = 40;
        if self.num <= 0 {
            return Self::ZERO;
        }
        let log2 = log2(self.num.unsigned_abs(), self.den.unsigned_abs(), BITS);
        let scale = LOG10_2_SCALE << BITS;
        Self::millionths(nearest(log2 * LOG10_2, scale / DENOMINATOR_MAX))
    }

    /// A whole power from 0 to 8.
    #[must_use]
    pub fn power(self, exponent: u8) -> Self {
        (0..exponent).fold(Self::ONE, |power, _| power * self)
    }

    /// The largest whole number that is not larger.
    #[must_use]
    pub fn floor(self) -> Self {
        Self::of(self.num.div_euclid(self.den), 1)
    }

    /// The number in units of `1 / parts`, rounded half away from zero.
    pub fn in_parts(self, parts: i64) -> i64 {
        i64::try_from(nearest(self.num * i128::from(parts), self.den)).unwrap_or(i64::MAX)
    }
}

/// `num / den` as the nearest whole number, half away from zero; `den` is positive.
fn nearest(num: i128, den: i128) -> i128 {
    let (whole, rest) = (num / den, (num % den).abs());
    if rest * 2 >= den { whole + num.signum() } else { whole }
}

fn gcd_of(a: i128, b: i128) -> i128 {
    i128::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).unwrap_or(1)
}

/// The greatest common divisor; 1 if both are zero.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The logarithm to base 2 of a positive fraction, times 2 to the power of `bits`.
fn log2(num: u128, den: u128, bits: u32) -> i128 {
    /// Binary digits of the mantissa after the point.
    const POINT: u32 = 62;
    let length = |number: u128| 128 - i32::try_from(number.leading_zeros()).unwrap_or(0);
    let mut whole = length(num) - length(den);
    // The numerator is below 2^61 and the denominator below 2^20, so the shifted one is below 2^102.
    let mut mantissa = (num << (62 - whole)) / den;
    if mantissa < 1 << POINT {
        mantissa <<= 1;
        whole -= 1;
    }
    let mut log = i128::from(whole);
    for _ in 0..bits {
        mantissa = (mantissa * mantissa) >> POINT;
        let digit = mantissa >> (POINT + 1);
        mantissa >>= digit;
        log = (log << 1) + i128::try_from(digit).unwrap_or(0);
    }
    log
}

impl Add for Ratio {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::of(self.num * other.den + other.num * self.den, self.den * other.den)
    }
}

impl Sub for Ratio {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Ratio {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (left, right) = (gcd_of(self.num, other.den), gcd_of(other.num, self.den));
        Self::of(
            (self.num / left) * (other.num / right),
            (self.den / right) * (other.den / left),
        )
    }
}

impl Neg for Ratio {
    type Output = Self;

    fn neg(self) -> Self {
        Self {
            num: -self.num,
            den: self.den,
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.num * other.den).cmp(&(other.num * self.den))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(num: i64, den: i64) -> Ratio {
        Ratio::whole(num).over(Ratio::whole(den))
    }

    #[test]
    fn thirds_are_exact() {
        assert_eq!(of(1, 3) + of(1, 3) + of(1, 3), Ratio::ONE);
        assert_eq!(of(7, -2).in_parts(1), -4);
        assert_eq!(of(-7, 2).floor(), Ratio::whole(-4));
        assert_eq!(of(5, 0), Ratio::ZERO);
    }

    #[test]
    fn what_is_too_fine_or_too_large_is_rounded_or_held() {
        let fine = of(1, 999_999) * of(1, 999_983);
        assert_eq!(fine, Ratio::ZERO);
        assert_eq!((of(2, 3) * of(1, 999_983)).in_parts(1_000_000), 1);
        let large = Ratio::whole(i64::MAX);
        assert_eq!(large * large, large);
        assert_eq!(-(large * large) * large, -large);
        assert_eq!(large.over(of(1, 1_000_000)), large);
        assert_eq!(large.power(8), large);
        assert_eq!(large.in_parts(100), 100_000_000_000_000);
    }

    #[test]
    fn roots_and_logarithms_are_the_nearest_millionth() {
        let parts = |ratio: Ratio| ratio.in_parts(1_000_000);
        assert_eq!(parts(Ratio::whole(2).sqrt()), 1_414_214);
        assert_eq!(Ratio::whole(144).sqrt(), Ratio::whole(12));
        assert_eq!(of(1, 4).sqrt(), of(1, 2));
        assert_eq!(Ratio::whole(-4).sqrt(), Ratio::ZERO);
        assert_eq!(Ratio::whole(i64::MAX).sqrt(), Ratio::whole(1_000_000));
        for exponent in -6_i64..=12 {
            let power = (0..exponent.abs()).fold(Ratio::ONE, |power, _| power * Ratio::whole(10));
            let power = if exponent < 0 { Ratio::ONE.over(power) } else { power };
            assert_eq!(power.log10(), Ratio::whole(exponent), "10^{exponent}");
        }
        assert_eq!(parts(Ratio::whole(2).log10()), 301_030);
        assert_eq!(parts(of(1, 4).log10()), -602_060);
        assert_eq!(parts(Ratio::whole(20).log10()), 1_301_030);
        assert_eq!(Ratio::ZERO.log10(), Ratio::ZERO);
    }
}
