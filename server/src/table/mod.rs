//! Tables: one task each, reached by handles.

pub mod answers;
pub mod clock;
pub mod command;
pub mod config;
pub mod core;
pub mod deck;
mod frames;
mod handle;
mod invitation;
mod mix;
mod older;
mod persist;
mod pick;
pub mod play;
pub mod play_clock;
pub mod record;
pub mod recover;
mod release;
mod requests;
pub mod ring;
pub mod salvage;
mod snapshot;
mod spare;
mod standstill;
pub mod state;
pub mod supervise;
pub mod task;
mod telling;
#[cfg(test)]
mod tests;
mod timers;
pub mod told;
pub mod viewers;

pub use clock::{PlayTime, Timing};
pub use config::{ConfigError, TableSetup, own_game};
pub use handle::{Caller, House, MAILBOX, Mail, Request, TableError, TableHandle, TableRequest, TableStatus};
pub use invitation::{Invitation, TableName, wire_id};
pub use mix::{Played, catalogue_mixes};
pub use play_clock::PlayClock;
pub use record::{PostRecord, PrivateRecord, PublicRecord, StartRecord};
