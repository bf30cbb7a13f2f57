//! The wire protocol: every message between a client and the server, and the error codes.
//!
//! JSON over WebSocket, sub-protocol [`SUBPROTOCOL`]. This crate holds serde types and what is derived from them
//! (JSON Schema, TypeScript declarations, the reference page); it knows nothing of the rules.

pub mod v1;

/// The name a client offers in `Sec-WebSocket-Protocol`.
pub const SUBPROTOCOL: &str = "poker.v1";

/// The greatest text message a client may send, in bytes.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 4096;

/// The greatest text message the server sends, in bytes.
pub const MAX_SERVER_MESSAGE_BYTES: usize = 65_536;
