//! Identification of HTTP callers.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, MatchedPath, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use poker_base::network::Network;
use poker_limits::rate_limited;
use poker_people::auth::{Auth, Identity};
use poker_protocol::v1::ErrorCode;

use super::error::ApiError;
use crate::price::{self, Budgets};

/// The holder of the access token or API token in `Authorization: Bearer`.
pub(crate) struct Bearer(pub Identity);

impl<S: Send + Sync> FromRequestParts<S> for Bearer
where
    Arc<Auth>: FromRef<S>,
    Arc<Budgets>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Some(token) = presented(&parts.headers) else {
            let message = "an `Authorization: Bearer` header is missing";
            return Err(ApiError::new(ErrorCode::AuthInvalidToken, message));
        };
        let caller = Arc::<Auth>::from_ref(state).verify_access(token).await?;
        let network = parts.extensions.get::<Network>().filter(|network| !network.is_here());
        if let (Some(_), Some(route)) = (network, parts.extensions.get::<MatchedPath>()) {
            let units = price::of_route(parts.method.as_str(), route.as_str());
            if let Err(wait) = Arc::<Budgets>::from_ref(state)
                .accounts
                .count_many(&caller.account, units)
            {
                return Err(rate_limited(None, wait, "too many requests of this account").into());
            }
        }
        Ok(Self(caller))
    }
}

/// The token presented by a request.
pub fn presented(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.split_once(' '))
        .and_then(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer").then_some(token.trim()))
}

/// The caller, or `None` without a token. A refused token is an error.
impl<S: Send + Sync> OptionalFromRequestParts<S> for Bearer
where
    Arc<Auth>: FromRef<S>,
    Arc<Budgets>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>, ApiError> {
        if parts.headers.contains_key(AUTHORIZATION) {
            <Self as FromRequestParts<S>>::from_request_parts(parts, state)
                .await
                .map(Some)
        } else {
            Ok(None)
        }
    }
}
