//! The poker server: tables, tournaments, accounts and the interfaces to them.

mod alike;
mod app;
pub mod auth;
mod backups;
pub mod blocked;
pub mod cli;
mod collude;
pub mod config;
pub mod formats;
#[doc(hidden)]
pub mod fuzz;
mod house;
pub mod http;
pub mod lobby;
pub mod log;
pub mod lull;
pub mod metrics;
mod mint;
pub mod net;
mod network;
mod odds;
mod people;
mod places;
mod pool;
mod practice;
mod price;
mod push;
mod results;
pub mod rules;
mod serve;
pub mod session;
mod set_aside;
pub mod store;
pub mod table;
mod tables;
mod tournament;
pub mod wire;

pub use app::App;
pub use serve::{ServeError, run};
