//! Opens a socket and says hello.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poker_protocol::v1::client::Hello;
use poker_protocol::v1::server::Welcome;
use poker_protocol::v1::{ClientMsg, CloseCode, ErrorCode, ServerMsg};
use poker_protocol::{MAX_SERVER_MESSAGE_BYTES, SUBPROTOCOL};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::connect_async_tls_with_config;
use tokio_tungstenite::tungstenite::client::ClientRequestBuilder;
use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message};

use super::ids::Ids;
use super::{COURTESY, LONGEST_PAUSE, READ_BUFFER_BYTES, Socket};
use crate::error::ClientError;
use crate::options::{ClientOptions, Credentials};
use crate::reader::{self, Incoming};
use crate::trust;

/// Connects and says hello, again and again until it succeeds, is refused, or takes too long.
pub(super) async fn dial(
    uri: &Uri,
    credentials: &Credentials,
    options: &ClientOptions,
    ids: &Ids,
    first_pause: Option<Duration>,
) -> Result<(Socket, Welcome), ClientError> {
    if let Some(pause) = first_pause {
        sleep(pause).await;
    }
    let give_up_at = Instant::now() + options.give_up_after;
    let mut pause = options.retry_after;
    loop {
        let error = match attempt(uri, credentials, options, ids).await {
            Ok(opened) => return Ok(opened),
            Err(error) if is_temporary(&error) => error,
            Err(error) => return Err(error),
        };
        // Half of the pause is random, so that the clients of one lost server do not all return together.
        let pause_now = pause.mul_f64(rand::random_range(0.5..1.0));
        if Instant::now() + pause_now >= give_up_at {
            return Err(error);
        }
        tracing::debug!(%error, ?pause_now, "no connection yet");
        sleep(pause_now).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn attempt(
    uri: &Uri,
    credentials: &Credentials,
    options: &ClientOptions,
    ids: &Ids,
) -> Result<(Socket, Welcome), ClientError> {
    let unreachable = |error: SocketError| ClientError::Unreachable(error.to_string());
    let late = |_| ClientError::Unreachable("the server does not answer".to_owned());
    let request = ClientRequestBuilder::new(uri.clone()).with_sub_protocol(SUBPROTOCOL);
    let limits = WebSocketConfig::default()
        .max_message_size(Some(MAX_SERVER_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_SERVER_MESSAGE_BYTES))
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(READ_BUFFER_BYTES);
    let connector = match uri.scheme_str() {
        Some("wss") => Some(trust::connector(options.trust.as_deref())?),
        _ => None,
    };
    // On the heap: a TLS handshake takes space that the future would otherwise keep for its whole life.
    let opening = Box::pin(connect_async_tls_with_config(request, Some(limits), true, connector));
    let (mut socket, _) = timeout(COURTESY, opening).await.map_err(late)?.map_err(unreachable)?;
    let (token, nickname) = match credentials {
        Credentials::Guest { nickname } => (None, Some(nickname.clone())),
        Credentials::Token(token) => (Some(token.clone()), None),
    };
    let hello = ClientMsg::Hello(Hello {
        id: ids.next(),
        versions: vec![SUBPROTOCOL.to_owned()],
        token,
        nickname,
        bot: true,
        client: Some(options.name.clone()),
        device: None,
    });
    let text = serde_json::to_string(&hello).map_err(|error| ClientError::Unreachable(error.to_string()))?;
    socket.send(Message::text(text)).await.map_err(unreachable)?;
    let welcome = timeout(COURTESY, welcome(&mut socket)).await.map_err(late)??;
    Ok((socket, welcome))
}

/// Waits for the answer to the hello.
async fn welcome(socket: &mut Socket) -> Result<Welcome, ClientError> {
    let lost = || ClientError::Unreachable("the connection broke before the welcome".to_owned());
    loop {
        let frame = socket.next().await.ok_or_else(lost)?;
        match frame.map_err(|error| ClientError::Unreachable(error.to_string()))? {
            Message::Text(text) => match reader::read(&text) {
                Ok(Incoming::Message(message, _)) => match *message {
                    ServerMsg::Welcome(welcome) => return Ok(welcome),
                    ServerMsg::Error(error) => return Err(ClientError::Refused(Box::new(error))),
                    _ => {}
                },
                Ok(Incoming::Refused(refusal)) => return Err(ClientError::RefusedAnew(Box::new(refusal))),
                Ok(Incoming::Unknown) | Err(_) => {}
            },
            Message::Close(frame) => {
                let code = frame.and_then(|frame| close_code(frame.code.into()));
                return Err(code.map_or_else(lost, ClientError::Closed));
            }
            _ => {}
        }
    }
}

/// Returns `true` if another attempt to connect may succeed.
fn is_temporary(error: &ClientError) -> bool {
    match error {
        ClientError::Unreachable(_) => true,
        ClientError::Closed(code) => code.may_resume(),
        ClientError::Refused(error) => {
            error.retryable || matches!(error.code, ErrorCode::RateLimited | ErrorCode::ServerDraining)
        }
        ClientError::RefusedAnew(refusal) => refusal.retryable,
        ClientError::Address(_)
        | ClientError::Trust(_)
        | ClientError::Interrupted
        | ClientError::Stopped
        | ClientError::Lacking(_) => false,
    }
}

/// Stores the token, to reconnect as the same guest.
pub(super) fn keep_token(credentials: &mut Credentials, welcome: &Welcome) {
    if let Some(token) = &welcome.token {
        *credentials = Credentials::Token(token.clone());
    }
}

/// Returns the longest silence of a server that is alive: it pings long before that.
pub(super) fn patience(welcome: &Welcome) -> Duration {
    Duration::from_millis(welcome.limits.timeout_ms.into()) + Duration::from_secs(5)
}

pub(super) fn close_code(number: u16) -> Option<CloseCode> {
    CloseCode::ALL.into_iter().find(|code| code.code() == number)
}
