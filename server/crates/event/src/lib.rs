//! Tournaments. Each is an actor that owns a director, a journal and a pool of chips, and drives the tables of its event.
//!
//! The director (`poker_engine::tournament::director`) is authoritative for seats, stacks between hands, levels, places and
//! money; a table plays one hand at a time as ordered, and reports. The journal of a tournament holds the director's
//! commands with their time and seed, so that replaying them restores it; chips that a command moves are in the same step.
//! A table's hand is on disk before its end becomes a command here, and the effects of that are on disk before any table or player
//! is notified. Both sides may repeat themselves: after a crash each table reports its state, and is sent what it lacks.
//!
//! | file | contents |
//! |---|---|
//! | [`setup`] | the choices of the announcement: structure, name, start |
//! | [`command`] | the rows of the journal |
//! | [`acts`] | the table of officials' acts: who may do each and when, its rule, its undo, the director's command |
//! | [`law`] | the law of officials: the gate that asks the table |
//! | [`floor`] | officials, the trail of their acts, requests of players |
//! | `flags` | suspicious patterns in its hands |
//! | [`state`] | the durable state: the director, the players' accounts, the events |
//! | `deals` | deals proposed by players |
//! | [`days`] | events of several days: the sheet of a flight, and the event that takes it over |
//! | `by_hand` | live tournaments: players without accounts |
//! | `undo` | undo and redo of officials' acts |
//! | [`results`] | the record of a closed tournament |
//! | `seats` | seats of another tournament as prizes |
//! | `starting` | the start of play, and the players it waits for |
//! | `waitlist` | the waiting list of a full event |
//! | `view` | its public and private views: summary, snapshot, an account's status |
//! | [`core`] | the volatile state: watchers, tables, deadlines; no I/O |
//! | [`actor`] | the task: mailbox, journal, tables, clock |
//!
//! The rest of the server goes through a [`TournamentHandle`], and implements [`House`].

pub mod actor;
pub mod acts;
mod by_hand;
pub mod command;
pub mod core;
pub mod days;
mod deals;
mod flags;
pub mod floor;
mod handle;
pub mod law;
pub mod results;
mod seats;
pub mod setup;
mod starting;
pub mod state;
mod undo;
mod view;
mod waitlist;

pub use self::actor::family;
pub use self::core::{Called, FloorAsk, Read, Request, TournamentRequest};
pub use self::handle::{Asker, House, Mail, PostError, TournamentHandle};
pub use self::setup::{Announced, Target};
