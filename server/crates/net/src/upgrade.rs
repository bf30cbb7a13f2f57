//! The upgrade from an HTTP request to a WebSocket, on the same port.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::SEC_WEBSOCKET_PROTOCOL;
use axum::http::{HeaderValue, Request, Response};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use poker_protocol::SUBPROTOCOL;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use socket2::SockRef;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::stream::Stream;
/// Kernel send buffer per connection, in bytes; Linux doubles it. By default, megabytes could gather there before our
/// own limit is reached.
const SEND_BUFFER: usize = 32 * 1024;

/// Longest time for the switch from HTTP after we have agreed to it.
const UPGRADE_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection that is about to become a WebSocket.
pub struct Upgrade {
    on_upgrade: OnUpgrade,
}

impl Upgrade {
    /// Accepts an upgrade request, or returns the refusal. The caller sends the response and then awaits
    /// `Upgrade::socket`.
    pub fn agree(mut request: Request<Body>) -> Result<(Self, Response<Body>), Box<ErrorMsg>> {
        let refuse = |code, why| Box::new(ErrorMsg::new(None, code, why));
        let Some(on_upgrade) = request.extensions_mut().remove::<OnUpgrade>() else {
            return Err(refuse(ErrorCode::HttpUpgradeRequired, "this is a WebSocket endpoint"));
        };
        let offered = request
            .headers()
            .get_all(SEC_WEBSOCKET_PROTOCOL)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|protocol| protocol.trim() == SUBPROTOCOL);
        let (parts, _) = request.into_parts();
        let request = Request::from_parts(parts, ());
        let Ok(mut response) = create_response_with_body(&request, Body::empty) else {
            return Err(refuse(
                ErrorCode::ProtocolMalformed,
                "this is not a WebSocket handshake",
            ));
        };
        // A client that offered no subprotocol must treat one in the answer as an error.
        if offered {
            let protocol = HeaderValue::from_static(SUBPROTOCOL);
            response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, protocol);
        }
        Ok((Self { on_upgrade }, response))
    }

    /// The socket, and what the client sent after its request. `None` if the client went away.
    pub async fn socket(self) -> Option<(Stream, Vec<u8>)> {
        let upgraded = timeout(UPGRADE_TIMEOUT, self.on_upgrade).await.ok()?.ok()?;
        let parts = upgraded.downcast::<TokioIo<Stream>>().ok()?;
        Some((parts.io.into_inner(), parts.read_buf.to_vec()))
    }
}

/// Limits what the kernel keeps for a slow reader.
pub fn bound_send_buffer(stream: &Stream) {
    if let Err(failure) = SockRef::from(stream.tcp()).set_send_buffer_size(SEND_BUFFER) {
        tracing::debug!(%failure, "the send buffer keeps its size");
    }
}
