//! Crate protocol.
