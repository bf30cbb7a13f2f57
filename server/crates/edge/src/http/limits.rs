//! Limits that an account sets for itself.

use std::sync::Arc;

use axum::Json;
use poker_lobby::Restraints;
use poker_lobby::restraints::SetError;
use poker_protocol::v1::personal::LimitsResponse;
use poker_protocol::v1::routes;

use super::api::{Api, Call};
use super::error::ApiError;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(show).on(set)
}

async fn show(
    restraints: Arc<Restraints>,
    call: Call<routes::personal::Limits>,
) -> Result<Json<LimitsResponse>, ApiError> {
    Ok(Json(restraints.show(call.caller.account).await?))
}

async fn set(
    restraints: Arc<Restraints>,
    call: Call<routes::personal::SetLimits>,
) -> Result<Json<LimitsResponse>, ApiError> {
    match restraints.set(call.caller.account, call.body).await {
        Ok(()) => Ok(Json(restraints.show(call.caller.account).await?)),
        Err(SetError::Store(fault)) => Err(fault.into()),
        Err(error @ SetError::TooMuch { field, .. }) => Err(ApiError::invalid_field(field, error.to_string())),
    }
}
