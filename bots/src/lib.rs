//! Crate bots.
