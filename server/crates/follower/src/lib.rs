//! Clients of a table that believe nothing.
//!
//! - [`Follower`] follows one table by the messages that one connection gets, and panics at the first that contradicts another.
//! - [`Oracle`] knows every card, and panics at a message that tells a viewer more than the viewer may know.
//! - [`Dice`] are numbers that are the same for the same seed, for ever, with decisions drawn from them.
//!
//! The tests of the table and the simulation of the server share these. They know the protocol alone, and nothing of the server.

mod agree;
mod dice;
mod follower;
mod oracle;

pub use dice::{Dice, random_action};
pub use follower::{Asking, Follower};
pub use oracle::{Dealt, Oracle};
