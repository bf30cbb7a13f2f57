//! The poker server.

pub mod auth;
pub mod cli;
pub mod net;
pub mod store;
pub mod table;
pub mod wire;
