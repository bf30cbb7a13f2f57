//! Answers to callers who have to wait.

use std::time::Duration;

use poker_owner::pool::{AGAIN, NotDone};
use poker_protocol::v1::{ErrorCode, ErrorMsg};

/// Answer when the pool refuses work.
pub fn too_busy(refused: NotDone) -> ErrorMsg {
    match refused {
        NotDone::Busy => rate_limited(None, AGAIN, &refused.to_string()),
        NotDone::Failed => ErrorMsg::new(None, ErrorCode::ServerInternal, refused.to_string()),
    }
}

/// Adds that the whole network shares the limit, which need not be the fault of the refused caller.
pub fn of_network(error: ErrorMsg) -> ErrorMsg {
    error.with("share", "network")
}

/// Answer to a caller who has to wait.
pub fn rate_limited(id: Option<String>, wait: Duration, message: &str) -> ErrorMsg {
    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1);
    ErrorMsg::new(id, ErrorCode::RateLimited, message).with("retry_after_ms", wait_ms)
}
