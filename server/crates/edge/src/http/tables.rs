//! Tables for scripts.

use poker_lobby::Lobby;
use poker_lobby::Tables;
use poker_practice::Practice;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_lobby::tables;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::practice::PracticeRequest;
use poker_protocol::v1::rest::TablesResponse;
use poker_protocol::v1::table::{TableConfig, TableInfo, TableSummary};

use super::api::New;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Body;

pub(crate) async fn list(State(lobby): State<Arc<Lobby>>) -> Json<TablesResponse> {
    Json(TablesResponse { tables: lobby.tables() })
}

/// A table that the lobby lists. A private one needs more than its number.
pub(crate) async fn show(
    State(lobby): State<Arc<Lobby>>,
    Path(table): Path<String>,
) -> Result<Json<TableSummary>, ApiError> {
    let known = lobby.listed(&table);
    let missing = || ApiError::new(ErrorCode::TableNotFound, "there is no such table");
    known.map(Json).ok_or_else(missing)
}

pub(crate) async fn create(
    State(tables): State<Arc<Tables>>,
    Extension(from): Extension<Network>,
    Bearer(caller): Bearer,
    Body(config): Body<TableConfig>,
) -> Result<New<TableInfo>, ApiError> {
    let info = tables::create_for(&tables, caller.account, from, config).await?;
    Ok(New(info))
}

pub(crate) async fn practice(
    State(practice): State<Arc<Practice>>,
    Extension(from): Extension<Network>,
    Bearer(caller): Bearer,
    Body(wanted): Body<PracticeRequest>,
) -> Result<New<TableInfo>, ApiError> {
    let info = poker_practice::open(&practice, caller.player_info(), caller.account, from, &wanted).await?;
    Ok(New(info))
}
