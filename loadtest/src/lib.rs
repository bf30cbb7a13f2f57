//! What judges a server while it is under load: for the harness, and for any other client that owns all seats of a table.

pub mod check;
