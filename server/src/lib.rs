//! The poker server.

pub mod store;
