//! The server and its programs from outside: a single test binary, so they are linked once.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bots;
mod cli;
mod identity;
mod lessons;
mod net;
