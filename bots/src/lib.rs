//! The client SDK for bot authors, and the house bots.
//!
//! Write something that answers when it is asked, and [`run_bot`] does the rest: connecting, sitting down, playing,
//! rebuying, coming back after a lost connection. Every decision lists what is legal, so a bot need not know the rules.
//!
//! ```no_run
#![doc = include_str!("../examples/minimal.rs")]
//! ```
//!
//! Below it are [`Client`], a connection that mends itself, and [`TableModel`], which keeps a table's state up to date from its
//! events. The messages are those of [`protocol`].

mod bot;
mod client;
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
