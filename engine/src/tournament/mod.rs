//! Tournaments: what holds beyond one table.
//!
//! [`structure`] is what is chosen before one begins, [`director`] runs it. [`law`] is the tournament law as pure functions: positions come from
//! [`crate::table::Positions`], one table of a tournament is a [`crate::table::TournamentTable`], and the cards are played
//! by [`crate::Hand`] as everywhere else.

pub mod director;
pub mod law;
pub mod simulate;
pub mod structure;

pub use director::Director;
pub use structure::Structure;

use std::fmt;

/// A table of a tournament, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableNo(pub u32);

impl fmt::Display for TableNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
