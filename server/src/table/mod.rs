//! Tables: one task each, reached by handles.

pub mod answers;
pub mod clock;
pub mod command;
pub mod config;
mod handle;
pub mod play;
pub mod play_clock;
pub mod record;
pub mod state;
pub mod told;

pub use clock::{PlayTime, Timing};
pub use config::{ConfigError, TableSetup};
pub use handle::{Caller, House, MAILBOX, Mail, Request, TableError, TableHandle, TableRequest, TableStatus};
pub use play_clock::PlayClock;
pub use record::{PrivateRecord, PublicRecord};
