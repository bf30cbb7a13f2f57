//! The server itself.

use super::answer::{AnyObject, Done, PlainText, Upgrade};
use crate::v1::rest::VersionResponse;

routes! {
    /// This description.
    Description = Get "/api/v1/openapi.json" -> AnyObject;

    /// The program and its protocols.
    Version = Get "/version" -> Done<VersionResponse>;

    /// The process is running.
    Healthz = Get "/healthz" -> PlainText;

    /// The server accepts players.
    Readyz = Get "/readyz" -> PlainText,
        refuses: [503];

    /// The WebSocket of the protocol, subprotocol `poker.v1`.
    WebSocket = Get "/ws" -> Upgrade,
        refuses: [400, 403, 426];
}
