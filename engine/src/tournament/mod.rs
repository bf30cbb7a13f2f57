//! Tournaments: the rules and the machinery beyond one table.
//!
//! [`structure`] is chosen before a tournament begins, and [`director`] runs it. [`law`] is tournament law as pure
//! functions. Positions come from [`crate::table::Positions`], each table is a [`crate::table::TournamentTable`], and
//! the cards are played by [`crate::Hand`], as they are everywhere.

pub mod director;
pub mod law;
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
