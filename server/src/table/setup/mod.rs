//! What a table's creator chose, checked and resolved. It never changes.

pub mod config;
pub(in crate::table) mod invitation;
pub(in crate::table) mod mix;
