//! Pairs of accounts that may play together: counted from hands, judged by a person.
//!
//! Each pair is measured against its own two players: how each plays against all others, and how all others play against each. What
//! remains has to be so unlikely that among all pairs that were looked at none is expected by chance.

mod counts;
mod judge;
mod reading;
#[cfg(test)]
mod tests;

pub(crate) use self::counts::Counts;
pub(crate) use self::judge::{Flag, Judged, judge};
pub(crate) use self::reading::{Fact, Played, read};
