//! The creator's choices for a table, checked and resolved. They never change.

pub mod config;
pub mod error;
pub mod event;
pub(in crate::table) mod invitation;
pub(in crate::table) mod mix;
pub mod timing;
