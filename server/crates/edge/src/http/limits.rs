//! Limits that an account sets for itself.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use poker_lobby::Restraints;
use poker_lobby::restraints::SetError;
use poker_protocol::v1::personal::{LimitsRequest, LimitsResponse};
use poker_protocol::v1::routes;

use super::api::Api;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Body;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(routes::personal::Limits, show)
        .on(routes::personal::SetLimits, set)
}

async fn show(
    State(restraints): State<Arc<Restraints>>,
    Bearer(caller): Bearer,
) -> Result<Json<LimitsResponse>, ApiError> {
    Ok(Json(restraints.show(caller.account).await?))
}

async fn set(
    State(restraints): State<Arc<Restraints>>,
    Bearer(caller): Bearer,
    Body(request): Body<LimitsRequest>,
) -> Result<Json<LimitsResponse>, ApiError> {
    match restraints.set(caller.account, request).await {
        Ok(()) => Ok(Json(restraints.show(caller.account).await?)),
        Err(SetError::Store(fault)) => Err(fault.into()),
        Err(error @ SetError::TooMuch { field, .. }) => Err(ApiError::invalid_field(field, error.to_string())),
    }
}
