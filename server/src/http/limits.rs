//! Limits that an account sets for itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use poker_protocol::v1::personal::{LimitsRequest, LimitsResponse};

use super::api::Api;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Body;
use crate::app::App;
use crate::limits::{self, SetError};

const PATH: &str = "/api/v1/me/limits";

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.get(PATH, show).put(PATH, set)
}

/// `GET /api/v1/me/limits`.
async fn show(State(app): State<Arc<App>>, Bearer(caller): Bearer) -> Result<Json<LimitsResponse>, ApiError> {
    Ok(Json(limits::show(&app, caller.account).await?))
}

/// `PUT /api/v1/me/limits`.
async fn set(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Body(request): Body<LimitsRequest>,
) -> Result<Json<LimitsResponse>, ApiError> {
    match limits::set(&app, caller.account, request).await {
        Ok(()) => Ok(Json(limits::show(&app, caller.account).await?)),
        Err(SetError::Store(fault)) => Err(fault.into()),
        Err(error @ SetError::TooMuch { field, .. }) => Err(ApiError::invalid_field(field, error.to_string())),
    }
}
