//! Identification of HTTP callers.

use std::sync::Arc;

use axum::extract::FromRef;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use poker_base::network::Network;
use poker_limits::rate_limited;
use poker_people::auth::{Auth, Identity};
use poker_protocol::v1::ErrorCode;

use super::error::ApiError;
use crate::price::Budgets;
use crate::services::RouteState;

/// The holder of the access token or API token in `Authorization: Bearer`, whose account pays these units.
pub(super) async fn bearer(parts: &Parts, state: &RouteState, units: u32) -> Result<Identity, ApiError> {
    let Some(token) = presented(&parts.headers) else {
        let message = "an `Authorization: Bearer` header is missing";
        return Err(ApiError::new(ErrorCode::AuthInvalidToken, message));
    };
    let caller = Arc::<Auth>::from_ref(state).verify_access(token).await?;
    if parts
        .extensions
        .get()
        .is_some_and(|network: &Network| !network.is_here())
    {
        let budgets = Arc::<Budgets>::from_ref(state);
        let counted = budgets.accounts.count_many(&caller.account, units);
        counted.map_err(|wait| rate_limited(None, wait, "too many requests of this account"))?;
    }
    Ok(caller)
}

/// `true` if a request names its caller, well or badly.
pub(super) fn is_presented(headers: &HeaderMap) -> bool {
    headers.contains_key(AUTHORIZATION)
}

/// The token presented by a request.
pub fn presented(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.split_once(' '))
        .and_then(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer").then_some(token.trim()))
}
