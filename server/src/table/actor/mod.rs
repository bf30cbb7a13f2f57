//! The task of a table: it drives the core and does everything that involves waiting.

mod alarm;
mod held;
pub mod load;
mod pace;
pub mod task;
