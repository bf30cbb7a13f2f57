//! The task of a table: it drives the core, and does all that needs to wait.

mod alarm;
mod held;
pub(crate) mod journal;
pub mod load;
mod pace;
pub mod play_clock;
pub mod task;
