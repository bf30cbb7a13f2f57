//! A look at a table, without an account.

use poker_lobby::Doors;
use poker_lobby::Lobby;
use std::sync::Arc;
use std::time::Duration;

use poker_owner::{Caller, Outbox, Reply};
use poker_protocol::v1::routes::answer::Done;
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::{ErrorCode, PlayerInfo, PlayerKind, ServerMsg, routes};
use poker_store::AccountId;
use poker_table::{TableError, TableRequest};
use tokio::time::timeout;

use super::api::Call;
use super::error::ApiError;
use super::ready::Ready;
use super::tables::missing;

/// Longest wait for the table, which first has to write what it shows to disk.
const PATIENCE: Duration = Duration::from_secs(5);

/// Request id of a glance.
const REQUEST: &str = "glance";

/// The view of a spectator. The identifier of a private table includes its
/// invitation.
pub(crate) async fn state(
    lobby: Arc<Lobby>,
    doors: Arc<Doors>,
    call: Call<routes::tables::State>,
) -> Result<Ready<Done<Snapshot>>, ApiError> {
    let [table] = call.path;
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
    if let Reply::Message(message) = answer.ok().and_then(Result::ok).ok_or_else(busy)?
        && let ServerMsg::Snapshot(snapshot) = *message
    {
        return Ok(Ready::snapshot(snapshot));
    }
    Err(missing())
}
