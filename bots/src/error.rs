//! Why a client fails.

use std::time::Duration;

use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg};

use crate::reader::Refusal;

/// Why a client cannot go on, or a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ClientError {
    /// The address is not one of a WebSocket.
    #[error("not an address: {0}")]
    Address(String),
    /// The file with certificates to trust is none.
    #[error("no certificates to trust: {0}")]
    Trust(String),
    /// No connection within the time to try.
    #[error("no connection: {0}")]
    Unreachable(String),
    /// The server refused the request.
    #[error("{}: {}", .0.code.code(), .0.message)]
    Refused(Box<ErrorMsg>),
    /// The server refused the request with a code that this client does not know.
    #[error("{}: {}", .0.code, .0.message)]
    RefusedAnew(Box<Refusal>),
    /// The server closed the connection for good.
    #[error("closed by the server: {}", .0.reason())]
    Closed(CloseCode),
    /// The connection broke before the answer, and the request is not one that may be repeated.
    #[error("the connection broke before the answer")]
    Interrupted,
    /// The client has come to its end.
    #[error("the client has stopped")]
    Stopped,
    /// The answer lacks what was asked for.
    #[error("the answer lacks {0}")]
    Lacking(&'static str),
}

impl ClientError {
    /// The code of a refusal.
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused(error) => Some(error.code),
            _ => None,
        }
    }
}

/// The pause that a refusal asks for.
pub(crate) fn pause_of(error: &ErrorMsg) -> Option<Duration> {
    let told = error.params.as_ref()?.get("retry_after_ms")?.as_u64()?;
    Some(Duration::from_millis(told))
}
