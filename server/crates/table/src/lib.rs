//! Tables: one task each, reached through handles. Each module in this list uses only those above it.
//!
//! - [`setup`]: the creator's choices.
//! - [`state`]: the durable state, replayed from the journal.
//! - [`stored`]: the stored description of a table that a player or the house opened.
//! - [`core`]: the state that is not durable, and every decision of the table; no I/O.
//! - [`actor`]: the task, access to the store, the clock.
//!
//! The rest of the server goes through a [`TableHandle`].

pub mod actor;
pub mod core;
mod handle;
pub mod setup;
pub mod state;
pub mod stored;
#[cfg(test)]
mod tests;

pub use self::core::AskedAccount;
pub use self::core::desk::Desk;
pub use self::core::hint::What as HintQuestion;
pub use self::core::mail::{Mail, OperatorWish, Remark, Request, TableRequest, TableStatus};
pub use actor::load::Load;
pub use handle::{FromTable, House, MAILBOX, Mailbox, ReportSender, Reports, TableError, TableHandle};
pub use setup::config::is_invisible;
pub use setup::config::{TableSetup, own_game};
pub use setup::error::ConfigError;
pub use setup::event::EventSetup;
pub use setup::invitation::tournament_wire_id;
pub use setup::invitation::{Invitation, TableName, wire_id};
pub use setup::mix::{Played, catalogue_mixes};
pub use setup::timing::Timing;
pub use state::applied::Refusal;
pub use state::event_log::NumberedEvent;
pub use state::gist::{GistTaker, PlayedAt};
pub use state::hosting::HostRule;
pub use state::record::HandStep;
