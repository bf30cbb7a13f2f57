//! The poker server: tables, tournaments, accounts and the interfaces to them.

mod app;
mod backups;
pub mod cli;
mod clubs;
pub mod config;
mod effects;
mod house;
pub mod http;
pub mod lobby;
pub mod log;
pub mod metrics;
mod mint;
pub mod net;
mod odds;
mod practice;
mod price;
pub mod serve;
pub mod session;
mod set_aside;
mod tables;
pub mod tournament;

pub use app::App;
pub use serve::{ServeError, run};
