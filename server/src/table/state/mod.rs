//! What outlives the process: the table's state, the journal steps that change it, its snapshots, and the way back from
//! the journal. No clock, no chance, no connection.

pub mod answers;
pub mod applied;
pub mod backlog;
pub mod command;
pub mod deck;
pub(crate) mod deck_audit;
pub mod event;
pub mod event_log;
mod event_snapshot;
pub mod gist;
pub mod hosting;
pub(in crate::table) mod law;
mod law_events;
pub(crate) mod older;
mod pick;
pub mod play;
pub mod players;
pub mod record;
pub mod recover;
pub mod salvage;
pub(in crate::table) mod snapshot;
mod spare;
pub mod table;
mod telling;
