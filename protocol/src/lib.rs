#![doc = include_str!("../README.md")]

pub mod v1;

/// The name a client offers in `Sec-WebSocket-Protocol`.
pub const SUBPROTOCOL: &str = "poker.v1";

/// The greatest text message a client may send, in bytes.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 4096;

/// The greatest text message the server sends, in bytes.
pub const MAX_SERVER_MESSAGE_BYTES: usize = 65_536;
