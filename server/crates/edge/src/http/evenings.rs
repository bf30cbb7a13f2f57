//! Evenings: the ledgers of the caller's closed tables with chips of their own.

use std::sync::Arc;

use axum::Json;
use dashmap::DashSet;
use poker_lobby::{Lobby, Tables, tables};
use poker_protocol::v1::ledger::{Evening, EveningsResponse};
use poker_protocol::v1::table::TableInfo;
use poker_protocol::v1::{ErrorCode, TableId as WireTableId, routes};
use poker_store::{self as store, Store, TableId};
use tokio_util::task::TaskTracker;

use super::api::{Api, Call};
use super::clubs::unbroken;
use super::error::ApiError;

/// Evenings in one answer.
const EVENINGS: u32 = 20;

/// What the routes of evenings take.
#[derive(Clone)]
pub(crate) struct EveningBook {
    /// The store.
    pub(crate) store: Arc<dyn Store>,
    /// Open tables.
    pub(crate) lobby: Arc<Lobby>,
    /// What opens tables.
    pub(crate) tables: Arc<Tables>,
    /// Tables whose people are being given the next one.
    pub(crate) moving_on: Arc<DashSet<TableId>>,
    /// Tasks that outlive a request.
    pub(crate) connections: TaskTracker,
}

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(list).on(show).on(again)
}

async fn list(book: EveningBook, call: Call<routes::evenings::List>) -> Result<Json<EveningsResponse>, ApiError> {
    let before = call
        .query
        .before
        .map(|before| TableId::from_number(&before.0))
        .transpose();
    let before = before.map_err(|_| ApiError::invalid_field("before", "not the number of a table"))?;
    let mut found = book.store.evenings(call.caller.account, before, EVENINGS + 1).await?;
    let more = found.len() > EVENINGS as usize;
    found.truncate(EVENINGS as usize);
    let evenings = found.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Json(EveningsResponse { evenings, more }))
}

async fn show(book: EveningBook, call: Call<routes::evenings::Show>) -> Result<Json<Evening>, ApiError> {
    let [table] = call.path;
    let (_, evening) = find(&book, call.caller.account, &table).await?;
    Ok(Json(evening))
}

/// The host opens a table with the same settings for the same people, once.
async fn again(book: EveningBook, call: Call<routes::evenings::Again>) -> Result<Json<TableInfo>, ApiError> {
    let [table] = call.path;
    let (id, evening) = find(&book, call.caller.account, &table).await?;
    if evening.host != Some(call.caller.account.to_string()) {
        return Err(ApiError::new(
            ErrorCode::TableNotHost,
            "the table's host alone may do this",
        ));
    }
    // A second request gets the table that the first has opened.
    let turn = Turn::of(&book.moving_on, id)?;
    let (_, evening) = find(&book, call.caller.account, &table).await?;
    if let Some(next) = evening.next.filter(|next| tables::is_open(&book.lobby, next)) {
        // A table that was opened just now has yet to say what is played there.
        return tables::info_of(&book.lobby, &next).map(Json).ok_or_else(being_opened);
    }
    let config = book
        .store
        .table_config(id)
        .await?
        .as_deref()
        .and_then(poker_table::stored::wished_in);
    let config = config.ok_or_else(|| ApiError::internal(&"an evening has no settings"))?;
    let own = book.clone();
    let opened = unbroken(&book.connections, async move {
        let info = tables::create_for(&own.tables, call.caller.account, call.network, config).await?;
        own.store.play_on(id, info.table.0.clone()).await?;
        drop(turn);
        Ok(info)
    });
    opened.await.map(Json)
}

fn being_opened() -> ApiError {
    ApiError::new(ErrorCode::TableBusy, "the next table is being opened")
}

/// The right to open the next table of an evening, which one request has at a time.
struct Turn(Arc<DashSet<TableId>>, TableId);

impl Turn {
    fn of(moving_on: &Arc<DashSet<TableId>>, table: TableId) -> Result<Self, ApiError> {
        let is_first = moving_on.insert(table);
        is_first
            .then(|| Self(Arc::clone(moving_on), table))
            .ok_or_else(being_opened)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.remove(&self.1);
    }
}

/// An evening of an account, by the number of its table.
async fn find(book: &EveningBook, account: store::AccountId, table: &str) -> Result<(TableId, Evening), ApiError> {
    let missing = || ApiError::new(ErrorCode::LedgerNoEvening, "there is no such evening");
    let id = TableId::from_number(table).map_err(|_| missing())?;
    let found = book.store.evening(account, id).await?.ok_or_else(missing)?;
    Ok((id, read(found)?))
}

fn read(stored: store::Evening) -> Result<Evening, ApiError> {
    let evening = serde_json::from_str(&stored.body).map_err(|fault| ApiError::internal(&fault))?;
    Ok(Evening {
        next: stored.next.map(WireTableId),
        ..evening
    })
}
