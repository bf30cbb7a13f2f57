//! PHH, the open poker hand history format: reading, replaying, writing.
//!
//! Games without a code in the format are called `X:` and their identifier. Beyond the format's own lines they have:
//!
//! | line | meaning |
//! |---|---|
//! | `d db ??` | cards on the board, face down |
//! | `d tb CARDS` | the next face-down cards of the board are turned up |
//! | `d rt` | all agreed to deal the rest of the board twice; the second board follows the first |
//! | `pN straddle`, `pN no` | raises blind, or does not |
//! | `pN roll CARDS [high\|low\|both]` | turns down cards up, or has them turned up, with any announcement |
//! | `pN keep`, `pN swap CARD` | leaves a card as it lies; discards an up-card for one face down |
//! | `pN order CARDS` | arranges the down cards in an order |
//! | `pN buy`, `pN pass` | pays for an up-card, or gives up the pot |
//! | `pN declare high\|low\|both` | declares the sides played for |
//! | `pN openers [CARDS]` | proves the openers at the end; without cards there were none |
//! | `d split` | an official ended the hand: each pot is shared equally among its live hands |
//!
//! The fields beyond the format's own are `_dead`, `_forfeit_excess`, `_limits`, `_posts`, `_dead_button`, `_unit`,
//! `_carried`, `_openers`, `_burned`, `_definition` (see [`PhhHand`]), and one for each table rule that a replay needs,
//! such as `_kitty` (`rules.rs`).
//!
//! A hand of a game with a code gets that code only if the fields and lines of the format alone lead it to its final
//! stacks, since other programs read no more than these. If it needs more, it becomes a hand of our own, `X:`.
//!
//! The results that a file claims for its hand must match those of the engine ([`Claim`]).
//!
//! Amounts in a file may have decimals; they are read exactly, as whole numbers of the smallest fraction that the hand
//! uses ([`Scale`]).

mod actions;
mod claims;
mod fit;
mod line;
mod read;
mod record;
mod replay;
mod rules;
mod start;
mod told;
mod write;

pub use claims::{Claim, Claimed};
pub use read::{PhhError, PhhHand, read};
pub use record::Record;
pub use replay::{PotOutcome, Replay, replay};
pub use write::write;

use std::fmt;

use crate::Chips;

/// The number of decimals in the amounts of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    decimals: u32,
}

impl Scale {
    /// Largest number of decimals read.
    const MOST: u32 = 6;

    /// Returns the scale of amounts with this many decimals; `None` if that is more than can be read.
    pub const fn with_decimals(decimals: u32) -> Option<Self> {
        if decimals <= Self::MOST {
            Some(Self { decimals })
        } else {
            None
        }
    }

    /// Reads an amount in the smallest fraction; `None` if the text is not a plain decimal number, or does not fit.
    pub fn parse(self, text: &str) -> Option<Chips> {
        Self::decimals_of(text)?;
        self.read(text)
    }

    /// Returns the number of decimals of an amount, without trailing zeros; `None` if the text is not a plain decimal number.
    fn decimals_of(text: &str) -> Option<u32> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let sound = !whole.is_empty() && digits(whole) && digits(fraction);
        sound.then(|| u32::try_from(fraction.trim_end_matches('0').len()).unwrap_or(u32::MAX))
    }

    /// Reads an amount in the smallest fraction; `None` if it does not fit.
    fn read(self, text: &str) -> Option<Chips> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let fraction = fraction.trim_end_matches('0');
        let missing = (self.decimals as usize).checked_sub(fraction.len())?;
        let digits = format!("{whole}{fraction}{}", "0".repeat(missing));
        digits.parse().ok().and_then(Chips::try_new)
    }

    /// Returns an amount for display, in the unit of the file.
    pub fn show(self, amount: Chips) -> Amount {
        Amount { scale: self, amount }
    }
}

/// An amount in the unit of its file: a whole number, or one with decimals if the file has any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    scale: Scale,
    amount: Chips,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10_u64.pow(self.scale.decimals);
        let (whole, fraction) = (self.amount.get() / unit, self.amount.get() % unit);
        if fraction == 0 {
            return write!(f, "{whole}");
        }
        let width = self.scale.decimals as usize;
        let fraction = format!("{fraction:0width$}");
        write!(f, "{whole}.{}", fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_exact() {
        let scale = Scale { decimals: 2 };
        for (text, cents) in [("1259450.25", 125_945_025), ("0.5", 50), ("7", 700), ("7.00", 700)] {
            assert_eq!(scale.read(text), Some(Chips::new(cents)), "{text}");
        }
        assert_eq!(scale.read("0.125"), None);
        assert_eq!(scale.show(Chips::new(125_945_025)).to_string(), "1259450.25");
        assert_eq!(scale.show(Chips::new(50)).to_string(), "0.5");
        assert_eq!(scale.show(Chips::new(700)).to_string(), "7");
        assert_eq!(Scale::decimals_of("1.250"), Some(2));
        assert_eq!(Scale::decimals_of("1e3"), None);
        assert_eq!(Scale::decimals_of("-1"), None);
    }
}
