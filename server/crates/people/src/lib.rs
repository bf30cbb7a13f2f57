//! People: who they are, what operators do about them, and what their hands amount to.
//!
//! - [`auth`]: guests, accounts and bots, their sessions and tokens; [`blocked`]: words that names must not have.
//! - [`operators`]: operators' acts on people, and their questions.
//! - [`results`]: figures of an account, and the leaderboard.
//! - [`collude`]: pairs of accounts that may play together.
//! - [`auth_error`], [`store_error`], [`club_refused`]: the answers to refusals.

pub mod auth;
pub mod blocked;
pub mod collude;
mod fault;
pub mod operators;
pub mod results;

pub use fault::{auth_error, club_refused, store_error};
