//! Tables for scripts.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::rest::TablesResponse;
use poker_protocol::v1::table::{TableConfig, TableInfo};

use super::bearer::Bearer;
use super::error::ApiError;
use crate::app::App;
use crate::tables;

/// `GET /api/v1/tables`.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<TablesResponse> {
    Json(TablesResponse {
        tables: app.lobby.tables(),
    })
}

/// `POST /api/v1/tables`.
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    config: Result<Json<TableConfig>, JsonRejection>,
) -> Result<(StatusCode, Json<TableInfo>), ApiError> {
    let Json(config) = config.map_err(|broken| ApiError::new(ErrorCode::ProtocolInvalidField, broken.body_text()))?;
    let info = tables::create_for(&app, caller.account, config).await?;
    Ok((StatusCode::CREATED, Json(info)))
}
