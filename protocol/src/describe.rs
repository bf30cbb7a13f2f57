//! The derives that describe messages: those of `schemars` and `ts-rs` with the feature `schema`, and without it some that write nothing. Only the
//! generator of schemas and types needs the first, and they cost more to compile than all else in this crate.

#[cfg(not(feature = "schema"))]
pub(crate) use poker_protocol_derive::{JsonSchema, TS};
#[cfg(feature = "schema")]
pub(crate) use {schemars::JsonSchema, ts_rs::TS};
