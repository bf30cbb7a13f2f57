//! Tables for scripts.

use poker_lobby::Lobby;
use poker_lobby::Tables;
use poker_practice::Practice;
use std::sync::Arc;

use axum::Json;
use poker_lobby::tables;
use poker_protocol::v1::rest::TablesResponse;
use poker_protocol::v1::table::{TableInfo, TableSummary};
use poker_protocol::v1::{ErrorCode, routes};

use super::api::{Call, New};
use super::error::ApiError;

pub(crate) async fn list(lobby: Arc<Lobby>, _: Call<routes::tables::List>) -> Json<TablesResponse> {
    Json(TablesResponse { tables: lobby.tables() })
}

/// A table that the lobby lists. A private one needs more than its number.
pub(crate) async fn show(lobby: Arc<Lobby>, call: Call<routes::tables::Show>) -> Result<Json<TableSummary>, ApiError> {
    let [table] = call.path;
    let known = lobby.listed(&table);
    known.map(Json).ok_or_else(missing)
}

/// No such table exists for the caller.
pub(super) fn missing() -> ApiError {
    ApiError::new(ErrorCode::TableNotFound, "there is no such table")
}

pub(crate) async fn create(tables: Arc<Tables>, call: Call<routes::tables::Open>) -> Result<New<TableInfo>, ApiError> {
    let info = tables::create_for(&tables, call.caller.account, call.network, call.body).await?;
    Ok(New(info))
}

pub(crate) async fn practice(
    practice: Arc<Practice>,
    call: Call<routes::tables::Practice>,
) -> Result<New<TableInfo>, ApiError> {
    let info = poker_practice::open(
        &practice,
        call.caller.player_info(),
        call.caller.account,
        call.network,
        &call.body,
    )
    .await?;
    Ok(New(info))
}
