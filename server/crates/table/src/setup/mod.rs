//! The creator's choices for a table, checked and resolved. They never change.

pub mod config;
pub mod error;
pub mod event;
pub mod invitation;
pub mod mix;
pub mod timing;
