//! Detection of pairs of accounts that may be colluding: counted from hands, judged by a person.
//!
//! Each pair is measured against its own two players: how each plays against everyone else, and how everyone else plays
//! against each. The remaining excess must be so unlikely that none is expected by chance among all the pairs examined.

mod counts;
mod judge;
mod reading;
#[cfg(test)]
mod tests;

pub use self::counts::Counts;
pub use self::judge::{Flag, Judged, judge};
pub use self::reading::{Fact, Played, read};
