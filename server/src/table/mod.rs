//! Tables: one task each, reached by handles. Each room knows those above it in this list.
//!
//! - [`setup`]: what the creator chose.
//! - [`state`]: what is durable, and replayed from the journal.
//! - [`core`]: what is not durable, and every decision of the table; no I/O.
//! - [`actor`]: the task, the way to the store, the clock.
//!
//! The rest of the server goes through a [`TableHandle`].

pub mod actor;
pub mod core;
mod handle;
pub mod setup;
pub mod state;
#[cfg(test)]
mod tests;

pub use self::core::clock::{PlayTime, Timing};
pub use actor::play_clock::PlayClock;
pub use handle::{Caller, House, MAILBOX, Mail, Request, TableError, TableHandle, TableRequest, TableStatus};
pub use setup::config::{ConfigError, TableSetup, own_game};
pub use setup::invitation::{Invitation, TableName, wire_id};
pub use setup::mix::{Played, catalogue_mixes};
pub use state::record::{PostRecord, PrivateRecord, PublicRecord, StartRecord};
