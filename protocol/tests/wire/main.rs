//! Tests of the protocol as sent over the wire.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod documents;
mod generated;
mod golden;
mod parsing;
#[path = "../../examples/generate/reference/mod.rs"]
mod reference;
mod released;
mod tournament;
