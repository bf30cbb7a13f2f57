//! A look at a table, without an account.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use poker_protocol::v1::{CloseCode, ErrorCode, PlayerInfo, PlayerKind};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::error::ApiError;
use crate::app::App;
use crate::net::{Burst, Deliver, Outbox, OutboxError};
use crate::store::AccountId;
use crate::table::{Caller, Mail, TableError, TableRequest};

/// Longest wait for the table, which first has to write what it shows to disk.
const PATIENCE: Duration = Duration::from_secs(5);

/// Request id of a glance. Its answer, a plain `ok`, is dropped.
const REQUEST: &str = "glance";

/// Takes the first burst that a table sends, and no more.
struct Glance(Mutex<Option<oneshot::Sender<Burst>>>);

impl Deliver for Glance {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let first = first.take().ok_or(OutboxError::Closed)?;
        first.send(burst.clone()).map_err(|_| OutboxError::Closed)
    }

    fn close(&self, _: CloseCode) {}
}

/// `GET /api/v1/tables/{table}/state`: the view of a spectator. The identifier of a private table includes its
/// invitation.
pub(crate) async fn state(State(app): State<Arc<App>>, Path(table): Path<String>) -> Result<Response, ApiError> {
    let (told, answer) = oneshot::channel();
    // A task of its own, so that the table hears of the end of the glance even if the client does not wait.
    let task = look(Arc::clone(&app), table);
    app.connections.spawn(async move {
        let _ = told.send(task.await);
    });
    let gone = || ApiError::new(ErrorCode::ServerInternal, "a fault of the server");
    let snapshot = answer.await.map_err(|_| gone())??;
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
    Ok((headers, snapshot.as_str().to_owned()).into_response())
}

async fn look(app: Arc<App>, table: String) -> Result<Utf8Bytes, ApiError> {
    let missing = || ApiError::new(ErrorCode::TableNotFound, "there is no such table");
    let busy = || ApiError::new(ErrorCode::TableBusy, "the table is overloaded");
    // A random account that no one has sees only what is public.
    let stranger = AccountId::generate();
    let handle = app.lobby.find(&table, |_| false).ok_or_else(missing)?;
    let (first, seen) = oneshot::channel();
    let glance = Arc::new(Glance(Mutex::new(Some(first))));
    let caller = Caller {
        account: stranger,
        info: Arc::new(PlayerInfo {
            id: stranger.to_string(),
            name: String::new(),
            kind: PlayerKind::Guest,
        }),
        network: None,
        outbox: Outbox::new(app.sessions.next_conn(), glance),
    };
    let asked = handle.request(caller.clone(), REQUEST.to_owned(), TableRequest::Watch);
    asked.map_err(|error| match error {
        TableError::Busy => busy(),
        TableError::Closed => missing(),
    })?;
    let seen = timeout(PATIENCE, seen).await;
    handle.deliver(Mail::Disconnected(caller)).await;
    let burst = seen.ok().and_then(Result::ok).ok_or_else(busy)?;
    let is_snapshot = |frame: &&Utf8Bytes| frame.as_str().starts_with("{\"type\":\"snapshot\"");
    burst.frames.iter().find(is_snapshot).cloned().ok_or_else(missing)
}
