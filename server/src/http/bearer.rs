//! Who asks over HTTP.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use poker_protocol::v1::ErrorCode;

use super::error::ApiError;
use crate::app::App;
use crate::auth::Identity;

/// The holder of an access token or an API token in `Authorization: Bearer`.
pub(crate) struct Bearer(pub Identity);

impl FromRequestParts<Arc<App>> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let Some(token) = presented(&parts.headers) else {
            let message = "an `Authorization: Bearer` header is missing";
            return Err(ApiError::new(ErrorCode::AuthInvalidToken, message));
        };
        Ok(Self(app.auth.verify_access(token).await?))
    }
}

/// The token that a request presents.
pub(super) fn presented(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    value
        .and_then(|value| value.split_once(' '))
        .and_then(|(scheme, token)| scheme.eq_ignore_ascii_case("bearer").then_some(token.trim()))
}

/// The caller, or none without a token. A refused token is an error.
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
