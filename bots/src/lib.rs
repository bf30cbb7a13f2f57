#![doc = include_str!("../README.md")]
//!
//! A bot that looks at its cards:
//!
//! ```no_run
#![doc = include_str!("../examples/minimal.rs")]
//! ```

mod bot;
mod client;
mod clubs;
mod connection;
mod error;
mod follow;
mod hear;
pub mod house;
mod options;
mod playing;
pub mod reader;
mod runner;
mod table;
mod tournament;
mod trust;

pub use bot::{Ask, Bot, DiscardChoice};
pub use client::Client;
pub use connection::Notice;
pub use error::ClientError;
pub use hear::{Heard, hear};
pub use options::{ClientOptions, Credentials};
pub use runner::{BuyIn, Ended, Report, RunError, RunOptions, TableChoice, run_bot};
pub use table::TableModel;
pub use tournament::{
    TournamentChoice, TournamentEnded, TournamentModel, TournamentOptions, TournamentReport, run_tournament,
};

pub use poker_protocol as protocol;
