//! Clubs as their members see them: rows in the protocol's words, and the connections that watch a club.

mod rows;
mod watching;

pub use rows::{line, name_of, person, place, role, role_in};
pub use watching::{ClubWatches, WatchError};
