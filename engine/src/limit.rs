//! Betting structures: bounds on a bet or raise.

use std::fmt;
use std::str::FromStr;

use crate::Chips;

/// Size of a bet or raise in the rounds of one tier. Rule: variants 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Any bet or raise from `min` to `max`.
    Spread {
        /// Smallest bet or raise.
        min: Chips,
        /// Largest bet or raise.
        max: Chips,
    },
    /// Every bet and raise has exactly this size.
    Fixed(Chips),
    /// At most the size of the pot after calling; the minimum bet is this amount.
    Pot(Chips),
    /// Up to the whole stack; the minimum bet is this amount.
    NoLimit(Chips),
    /// Any bet or raise from `unit` to `times` units, doubled by each straddle after the blinds. Rule: variants V23.
    Straddles {
        /// Smallest bet or raise.
        unit: Chips,
        /// Largest bet or raise without a straddle, in units.
        times: u64,
    },
    /// Any bet or raise from this amount to the size of the pot at the start of the round, less the dead ante. Rule: variants V24.
    Bloc(Chips),
}

impl Limit {
    /// Returns the minimum bet, which is also the minimum raise before the first raise.
    pub const fn min_bet(self) -> Chips {
        match self {
            Self::Spread { min, .. } | Self::Fixed(min) | Self::Pot(min) | Self::NoLimit(min) => min,
            Self::Straddles { unit, .. } | Self::Bloc(unit) => unit,
        }
    }

    /// Returns the kind of structure, leaving out its amounts.
    pub const fn kind(self) -> LimitKind {
        match self {
            // A maximum that depends on the play still bounds a range.
            Self::Spread { .. } | Self::Straddles { .. } | Self::Bloc(_) => LimitKind::Spread,
            Self::Fixed(_) => LimitKind::Fixed,
            Self::Pot(_) => LimitKind::Pot,
            Self::NoLimit(_) => LimitKind::NoLimit,
        }
    }

    /// Maps every amount by `f`; `None` if `f` returns `None` for one of them.
    pub fn try_map(self, f: impl Fn(Chips) -> Option<Chips>) -> Option<Self> {
        Some(match self {
            Self::Spread { min, max } => Self::Spread {
                min: f(min)?,
                max: f(max)?,
            },
            Self::Fixed(size) => Self::Fixed(f(size)?),
            Self::Pot(min) => Self::Pot(f(min)?),
            Self::NoLimit(min) => Self::NoLimit(f(min)?),
            Self::Straddles { unit, times } => Self::Straddles { unit: f(unit)?, times },
            Self::Bloc(unit) => Self::Bloc(f(unit)?),
        })
    }
}

crate::coded! {
    /// A betting structure without its amounts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum LimitKind: code {
        /// Any amount in a range.
        Spread = "spread",
        /// One exact size.
        Fixed = "fixed",
        /// At most the pot.
        Pot = "pot",
        /// Up to the whole stack.
        NoLimit = "nl",
    }
}

/// The text is not a limit in the notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a limit; write spread:MIN:MAX, fixed:SIZE, pot:MIN, nl:MIN, straddle1, straddle2 or bloc with whole amounts above zero"
)]
pub struct ParseLimitError(pub String);

impl FromStr for Limit {
    type Err = ParseLimitError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseLimitError(text.to_owned());
        let amount = |word: &str| {
            let amount = word.parse().ok().and_then(Chips::try_new);
            amount.filter(|chips| !chips.is_zero()).ok_or_else(error)
        };
        let words: Vec<&str> = text.trim().split(':').collect();
        match words[..] {
            ["spread", min, max] => {
                let (min, max) = (amount(min)?, amount(max)?);
                if min <= max {
                    Ok(Self::Spread { min, max })
                } else {
                    Err(error())
                }
            }
            ["fixed", size] => Ok(Self::Fixed(amount(size)?)),
            ["pot", min] => Ok(Self::Pot(amount(min)?)),
            ["nl", min] => Ok(Self::NoLimit(amount(min)?)),
            ["bloc"] => Ok(Self::Bloc(Chips::new(1))),
            ["bloc", unit] => Ok(Self::Bloc(amount(unit)?)),
            [word, ref unit @ ..] if word.starts_with("straddle") && unit.len() <= 1 => {
                let times = word["straddle".len()..]
                    .parse()
                    .ok()
                    .filter(|times| (1..=9).contains(times));
                let unit = unit.first().map_or(Ok(Chips::new(1)), |unit| amount(unit))?;
                let times = times.ok_or_else(error)?;
                Ok(Self::Straddles { unit, times })
            }
            _ => Err(error()),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spread { min, max } => write!(f, "spread:{min}:{max}"),
            Self::Fixed(size) => write!(f, "fixed:{size}"),
            Self::Pot(min) => write!(f, "pot:{min}"),
            Self::NoLimit(min) => write!(f, "nl:{min}"),
            Self::Straddles { unit, times } if unit.get() == 1 => write!(f, "straddle{times}"),
            Self::Straddles { unit, times } => write!(f, "straddle{times}:{unit}"),
            Self::Bloc(unit) if unit.get() == 1 => write!(f, "bloc"),
            Self::Bloc(unit) => write!(f, "bloc:{unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_read_back() {
        for text in [
            "spread:1:5",
            "fixed:10",
            "pot:2",
            "nl:100",
            "straddle1",
            "straddle2:5",
            "bloc",
            "bloc:5",
        ] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "nl",
            "nl:0",
            "nl:-1",
            "spread:5:1",
            "fixed:1.5",
            "straddle",
            "straddle0",
            "bloc:0",
            "nl:9007199254740992",
        ] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
