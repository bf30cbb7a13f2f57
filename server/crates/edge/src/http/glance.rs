//! A look at a table, without an account.

use poker_lobby::Doors;
use poker_lobby::Lobby;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use poker_owner::{Caller, Outbox, Reply, with_json};
use poker_protocol::v1::{ErrorCode, PlayerInfo, PlayerKind, ServerMsg};
use poker_store::AccountId;
use poker_table::{TableError, TableRequest};
use tokio::time::timeout;

use super::error::ApiError;

/// Longest wait for the table, which first has to write what it shows to disk.
const PATIENCE: Duration = Duration::from_secs(5);

/// Request id of a glance.
const REQUEST: &str = "glance";

/// The view of a spectator. The identifier of a private table includes its
/// invitation.
pub(crate) async fn state(
    State(lobby): State<Arc<Lobby>>,
    State(doors): State<Arc<Doors>>,
    Path(table): Path<String>,
) -> Result<Response, ApiError> {
    let missing = || ApiError::new(ErrorCode::TableNotFound, "there is no such table");
    let busy = || ApiError::new(ErrorCode::TableBusy, "the table is overloaded");
    // A random account that no one has sees only what is public.
    let stranger = AccountId::generate();
    let handle = lobby
        .find(doors.name_for(&table, None), |_| false)
        .ok_or_else(missing)?;
    let (outbox, answer) = Outbox::of_caller();
    let caller = Caller {
        account: stranger,
        info: Arc::new(PlayerInfo {
            id: stranger.to_string(),
            name: String::new(),
            kind: PlayerKind::Guest,
        }),
        network: None,
        outbox,
    };
    let asked = handle.request(caller, REQUEST.to_owned(), TableRequest::Look);
    asked.map_err(|error| match error {
        TableError::Busy => busy(),
        TableError::Closed => missing(),
    })?;
    let answer = timeout(PATIENCE, answer).await;
    match answer.ok().and_then(Result::ok).ok_or_else(busy)? {
        Reply::Message(message) if matches!(*message, ServerMsg::Snapshot(_)) => {
            let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
            Ok((headers, with_json(&message, str::to_owned)).into_response())
        }
        _ => Err(missing()),
    }
}
