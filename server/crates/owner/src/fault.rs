//! The answer when the store fails.

use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::StoreError;

/// Answer to a failure of the store. Every fault is logged except a full disk, which the store reports itself.
pub fn store_fault(fault: &StoreError, what: &'static str) -> ErrorMsg {
    match fault {
        StoreError::Unavailable(_) | StoreError::Busy => ErrorMsg::new(
            None,
            ErrorCode::ServerStorage,
            "nothing can be written down at the moment",
        ),
        fault => {
            tracing::error!(%fault, "{what}");
            ErrorMsg::new(None, ErrorCode::ServerInternal, "a fault of the server")
        }
    }
}
