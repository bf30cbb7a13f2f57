//! Identification of HTTP callers.

use std::sync::Arc;

use axum::extract::{FromRequestParts, MatchedPath, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use poker_base::network::Network;
use poker_limits::rate_limited;
use poker_people::auth::Identity;
use poker_protocol::v1::ErrorCode;

use super::error::ApiError;
use crate::app::App;
use crate::price;

/// The holder of the access token or API token in `Authorization: Bearer`.
pub(crate) struct Bearer(pub Identity);

impl FromRequestParts<Arc<App>> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Some(token) = presented(&parts.headers) else {
            let message = "an `Authorization: Bearer` header is missing";
            return Err(ApiError::new(ErrorCode::AuthInvalidToken, message));
        };
        let caller = app.auth.verify_access(token).await?;
        let network = parts.extensions.get::<Network>().filter(|network| !network.is_here());
        if let (Some(_), Some(route)) = (network, parts.extensions.get::<MatchedPath>()) {
            let units = price::of_route(parts.method.as_str(), route.as_str());
            if let Err(wait) = app.account_requests.count_many(&caller.account, units) {
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
impl OptionalFromRequestParts<Arc<App>> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Self>, ApiError> {
        if parts.headers.contains_key(AUTHORIZATION) {
            <Self as FromRequestParts<Arc<App>>>::from_request_parts(parts, app)
                .await
                .map(Some)
        } else {
            Ok(None)
        }
    }
}
