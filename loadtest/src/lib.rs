//! Checks of a server under load: for the harness, and for any other client that owns all seats of a table.

pub mod check;
