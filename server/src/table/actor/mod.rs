//! The task of a table: it drives the core, and does all that needs to wait.

pub(crate) mod journal;
pub mod play_clock;
pub mod task;
