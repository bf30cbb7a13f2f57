//! Tournaments of this server: their registry, what the house announces, and what an event (`poker-event`) needs of the rest.

pub(crate) mod calendar;
pub(crate) mod choosing;
pub(crate) mod hall;
mod house;
pub(crate) mod recurring;
pub(crate) mod schedule;

pub use self::hall::{AnnounceError, Hall, announce};
