//! What a table's creator chose, checked and resolved. It never changes.

pub mod config;
pub mod error;
pub mod event;
pub(in crate::table) mod invitation;
pub(in crate::table) mod mix;
pub mod timing;
