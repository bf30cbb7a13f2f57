//! Tests of table law.

mod positions;

use crate::{SeatIx, SeatSet};

/// The seat that people call by this number.
fn seat(number: u8) -> SeatIx {
    SeatIx::from_number(number).unwrap()
}

/// The seats that people call by these numbers.
fn seats<const N: usize>(numbers: [u8; N]) -> SeatSet {
    numbers.into_iter().map(seat).collect()
}

/// A seeded source of test cases (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `sides`.
    fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.roll() % sides as u64).unwrap()
    }

    /// True once in so many times.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}
