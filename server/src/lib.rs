//! The poker server: tables, tournaments, accounts and the interfaces to them.

mod backups;
pub mod cli;
pub mod config;
mod house;
pub mod log;
mod mint;
pub mod serve;

pub use serve::{ServeError, run};
