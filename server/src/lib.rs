//! Crate server.
