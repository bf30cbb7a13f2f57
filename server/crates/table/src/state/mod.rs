//! The part of a table that outlives the process: its state, the journal steps that change it, its snapshots, and
//! recovery from the journal. No clock, no randomness, no connection.

pub mod answers;
pub mod applied;
pub mod backlog;
pub mod book;
pub mod class;
pub mod command;
pub mod deck;
pub mod deck_audit;
pub mod event;
pub mod event_log;
mod event_snapshot;
mod first_stack;
pub mod gist;
pub mod hosting;
mod hosts;
pub mod law;
mod law_events;
pub mod older;
pub mod own_pauses;
mod pauses;
mod payments;
mod pick;
pub mod play;
pub mod players;
mod recent_pots;
pub mod record;
pub mod recover;
mod row_values;
pub mod salvage;
pub mod snapshot;
mod spare;
pub mod table;
mod telling;
