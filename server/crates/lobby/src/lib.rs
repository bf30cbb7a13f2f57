//! What is open on this server, and how it is opened: tables, tournaments, connections.
//!
//! - [`Lobby`]: open tables, their summaries and seats, and the connections that watch the list of them.
//! - [`tables`]: how tables are opened; [`Tables`] has the services that this takes.
//! - [`hall`]: tournaments that are not closed; [`Events`] announces them. [`schedule`]: those of the house;
//!   [`recurring`]: those that recur, by their [`calendar`]; [`choosing`]: what a host chose, checked.
//! - [`Sessions`]: open connections, by account and session.
//! - [`Doors`]: tables and events that open to members of a club alone. [`clubs`]: the connections that watch a club.
//! - [`Restraints`]: limits that players set for themselves.
//! - [`SetAsides`]: tables out of play after a fault.
//! - [`Effects`]: what operators' acts do to all of these.

pub mod calendar;
pub mod choosing;
pub mod clubs;
mod doors;
mod effects;
pub mod hall;
mod house;
mod lobby;
pub mod recurring;
pub mod restraints;
pub mod schedule;
mod sessions;
mod set_aside;
pub mod tables;

pub use doors::Doors;
pub use effects::Effects;
pub use hall::{AnnounceError, Events, Hall, announce};
pub use lobby::{Lobby, News, Opener};
pub use restraints::Restraints;
pub use sessions::{CLOSE_ALL_TIMEOUT, Sessions};
pub use set_aside::SetAsides;
pub use tables::{Tables, TablesConfig};
