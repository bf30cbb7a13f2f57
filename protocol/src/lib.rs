#![doc = include_str!("../README.md")]

mod describe;
pub mod v1;

/// The sub-protocol that a client offers in `Sec-WebSocket-Protocol`.
pub const SUBPROTOCOL: &str = "poker.v1";

/// The maximum size of a text message from a client, in bytes.
pub const MAX_CLIENT_MESSAGE_BYTES: usize = 4096;

/// The maximum size of a text message from the server, in bytes.
pub const MAX_SERVER_MESSAGE_BYTES: usize = 65_536;
