//! What requests bring: bodies and queries, refused in the words of the protocol.

use std::error::Error;
use std::iter;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::client::field_fault;
use serde::de::DeserializeOwned;
use serde::de::value::Error as QueryError;

use super::error::ApiError;

/// A JSON body. Left out where it is optional, it has no content type either.
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = <Json<T> as FromRequest<S>>::from_request(request, state).await;
        read.map(|Json(body)| Self(body)).map_err(|broken| refuse(&broken))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let read = <Json<T> as OptionalFromRequest<S>>::from_request(request, state).await;
        read.map(|body| body.map(|Json(body)| Self(body)))
            .map_err(|broken| refuse(&broken))
    }
}

fn refuse(broken: &JsonRejection) -> ApiError {
    let malformed = |words: &str| ApiError::new(ErrorCode::ProtocolMalformed, words);
    match (broken, broken.status()) {
        (_, StatusCode::UNSUPPORTED_MEDIA_TYPE) => ApiError::new(
            ErrorCode::HttpUnsupportedMediaType,
            "the body must be JSON, and say so with `content-type: application/json`",
        ),
        (_, StatusCode::PAYLOAD_TOO_LARGE) => ApiError::new(ErrorCode::HttpTooLarge, "the body is too large"),
        (JsonRejection::JsonDataError(_), _) => {
            faulty_field(broken).unwrap_or_else(|| malformed("the body is no JSON object"))
        }
        _ => malformed(&fault(broken).map_or_else(|| broken.to_string(), |(_, words)| words)),
    }
}

/// The refusal of a field that cannot be read; `None` where no field is at fault.
fn faulty_field(broken: &(dyn Error + 'static)) -> Option<ApiError> {
    let (path, words) = fault(broken)?;
    let (field, message) = field_fault(&path, without_place(&words))?;
    Some(ApiError::invalid_field(&field, message))
}

/// Where and why reading stopped.
fn fault(broken: &(dyn Error + 'static)) -> Option<(String, String)> {
    let mut causes = iter::successors(Some(broken), |cause| (*cause).source());
    causes.find_map(|cause| fault_of::<serde_json::Error>(cause).or_else(|| fault_of::<QueryError>(cause)))
}

/// What is wrong, without the line and column that JSON ends with: where a field is told they say nothing more.
fn without_place(words: &str) -> &str {
    match words.rsplit_once(" at line ") {
        Some((bare, place))
            if place
                .bytes()
                .all(|byte| byte.is_ascii_digit() || b" column".contains(&byte)) =>
        {
            bare
        }
        _ => words,
    }
}

/// Where and why reading stopped, if that is the cause.
fn fault_of<E: Error + 'static>(cause: &(dyn Error + 'static)) -> Option<(String, String)> {
    let fault = cause.downcast_ref::<serde_path_to_error::Error<E>>()?;
    Some((fault.path().to_string(), fault.inner().to_string()))
}

/// What stands behind the `?`.
pub(crate) struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Self(asked)).map_err(|broken| {
            let malformed = || ApiError::new(ErrorCode::ProtocolMalformed, broken.to_string());
            faulty_field(&broken).unwrap_or_else(malformed)
        })
    }
}
