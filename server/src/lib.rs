//! The poker server: tables, tournaments, accounts and the interfaces to them.

mod app;
pub mod auth;
mod backups;
pub mod blocked;
mod cards;
pub mod cli;
mod clubs;
mod collude;
pub mod config;
mod house;
pub mod http;
mod limits;
pub mod lobby;
pub mod log;
pub mod metrics;
mod mint;
pub mod net;
mod odds;
mod people;
mod places;
mod practice;
mod price;
mod push;
mod results;
pub mod rules;
pub mod serve;
pub mod session;
mod set_aside;
mod tables;
pub mod tournament;

pub use app::App;
pub use serve::{ServeError, run};
