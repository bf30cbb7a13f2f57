//! People: who they are, what operators do about them, and what their hands amount to.
//!
//! - [`auth`]: guests, accounts and bots, their sessions and tokens; [`blocked`]: words that names must not have.
//! - [`operators`]: operators' acts on people, and their questions.
//! - [`results`]: figures of an account, and the leaderboard.
//! - [`templates`]: templates and recurring events in the protocol's words.
//! - [`collude`]: pairs of accounts that may play together.
//! - [`auth_error`], [`store_error`], [`club_refused`], [`template_refused`]: the answers to refusals.

pub mod auth;
pub mod blocked;
pub mod collude;
mod fault;
pub mod operators;
pub mod results;
pub mod templates;

pub use fault::{auth_error, club_refused, store_error, template_refused};

use poker_protocol::v1::UnixMs;

/// A time on the wire.
pub fn instant(at: jiff::Timestamp) -> UnixMs {
    let at = u64::try_from(at.as_millisecond()).ok();
    at.and_then(UnixMs::new).unwrap_or_default()
}
