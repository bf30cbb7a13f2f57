//! The poker server: tables, tournaments, accounts and the interfaces to them.

mod app;
mod backups;
pub mod cli;
pub mod config;
mod house;
pub mod http;
pub mod log;
mod mint;
mod price;
pub mod serve;
pub mod session;

pub use app::App;
pub use serve::{ServeError, run};
