//! The task of a table: it drives the core and does everything that involves waiting.
#![expect(
    clippy::disallowed_methods,
    reason = "the only room that waits, starts tasks and reads a clock"
)]

mod alarm;
mod held;
pub mod load;
mod pace;
pub mod task;
