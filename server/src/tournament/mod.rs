//! Tournaments: each is an actor that owns a director, a journal and a pool of chips, and drives the tables of its event.
//!
//! The director (`poker_engine::tournament::director`) is authoritative for seats, stacks between hands, levels, places and
//! money; a table plays one hand at a time that it is given, and reports. The journal of a tournament holds the director's
//! commands with their time and seed, so that playing them again brings it back; chips that a command moves are in the same step.
//! A table's hand is on disk before its end becomes a command here, and what that causes is on disk before any table or player
//! hears of it. Both sides may repeat themselves: after a crash each table reports how it stands, and is told what it lacks.
//!
//! | file | what it holds |
//! |---|---|
//! | `setup` | what was chosen: structure, name, start |
//! | `command` | the rows of the journal |
//! | `law` | the law of officials: who may do what, and when |
//! | `acts` | what the director does about an official's action |
//! | `floor` | officials, the trail of what they did, requests of players |
//! | `flags` | what looks odd in its hands |
//! | `state` | what is durable: the director, its players' accounts, what was told |
//! | `deals` | deals that players propose |
//! | `by_hand` | live tournaments: players without accounts |
//! | `undo` | what officials did is taken back, and brought back |
//! | `results` | what is kept of one that is closed |
//! | `seats` | seats of another tournament as prizes |
//! | `starting` | when play begins, and whom it waits for |
//! | `view` | what is shown of it: summary, snapshot, where an account stands |
//! | `core` | what is not durable: who is sent what, the tables, deadlines; no I/O |
//! | `actor` | the task: mailbox, journal, tables, clock |
//! | `hall` | which tournaments there are |
//! | `schedule` | what the house announces |

pub(crate) mod actor;
pub(crate) mod acts;
mod by_hand;
pub(crate) mod command;
pub(crate) mod core;
mod deals;
pub(crate) mod drive;
mod flags;
pub(crate) mod floor;
pub(crate) mod hall;
pub(crate) mod law;
pub(crate) mod results;
pub(crate) mod schedule;
mod seats;
pub(crate) mod setup;
mod starting;
pub(crate) mod state;
mod undo;
mod view;
