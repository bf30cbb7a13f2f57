//! Errors of the client.

use std::time::Duration;

use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg};

use crate::reader::Refusal;

/// The reason a client cannot continue, or a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is not a WebSocket URL.
    #[error("not an address: {0}")]
    Address(String),
    /// The file of certificates to trust contains none.
    #[error("no certificates to trust: {0}")]
    Trust(String),
    /// No connection was established within the time allowed.
    #[error("no connection: {0}")]
    Unreachable(String),
    /// The server refused the request.
    #[error("{}: {}", .0.code.code(), .0.message)]
    Refused(Box<ErrorMsg>),
    /// The server refused the request with a code unknown to this client.
    #[error("{}: {}", .0.code, .0.message)]
    RefusedAnew(Box<Refusal>),
    /// The server closed the connection for good.
    #[error("closed by the server: {}", .0.reason())]
    Closed(CloseCode),
    /// The connection broke before the answer arrived, and the request is not safe to repeat.
    #[error("the connection broke before the answer")]
    Interrupted,
    /// The client has stopped.
    #[error("the client has stopped")]
    Stopped,
    /// The answer lacks the requested data.
    #[error("the answer lacks {0}")]
    Lacking(&'static str),
}

impl ClientError {
    /// Returns the error code, if the server refused the request with a known one.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused(error) => Some(error.code),
            _ => None,
        }
    }
}

/// Returns the pause that a refusal asks for.
pub(crate) fn pause_of(error: &ErrorMsg) -> Option<Duration> {
    let told = error.params.as_ref()?.get("retry_after_ms")?.as_u64()?;
    Some(Duration::from_millis(told))
}
