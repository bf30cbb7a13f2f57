//! Extractors of bodies and queries. They refuse bad input with errors of the protocol.

use std::error::Error;
use std::iter;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use jiff::Timestamp;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::client::field_fault;
use poker_protocol::v1::routes::value::Time;
use serde::de::DeserializeOwned;
use serde::de::value::Error as QueryError;
use serde_json::value::RawValue;

use super::error::ApiError;

/// A JSON body. An optional body that is left out needs no content type either.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let text = <Json<Box<RawValue>> as FromRequest<S>>::from_request(request, state).await;
        read(&text.map_err(|broken| refuse(&broken))?.0)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let text = <Json<Box<RawValue>> as OptionalFromRequest<S>>::from_request(request, state).await;
        let text = text.map_err(|broken| refuse(&broken))?;
        text.map(|Json(text)| read(&text)).transpose()
    }
}

/// Parses a JSON object. An array would be accepted too, by order of fields, so it is refused.
fn read<T: DeserializeOwned>(text: &RawValue) -> Result<Body<T>, ApiError> {
    let malformed = || ApiError::new(ErrorCode::ProtocolMalformed, "the body is not a JSON object");
    if !text.get().starts_with('{') {
        return Err(malformed());
    }
    let body = serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(text.get()));
    body.map(Body).map_err(|fault| {
        let words = fault.inner().to_string();
        faulty_field(&fault.path().to_string(), &words).unwrap_or_else(malformed)
    })
}

/// The refusal of a body that is not JSON or does not fit.
fn refuse(broken: &JsonRejection) -> ApiError {
    match broken.status() {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ApiError::new(
            ErrorCode::HttpUnsupportedMediaType,
            "the body must be JSON, and say so with `content-type: application/json`",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(ErrorCode::HttpTooLarge, "the body is too large"),
        _ => {
            let words = fault::<serde_json::Error>(broken).map_or_else(|| broken.to_string(), |(_, words)| words);
            ApiError::new(ErrorCode::ProtocolMalformed, words)
        }
    }
}

/// The refusal of an unreadable field, from the path and the reason of the parser; `None` if no field is at fault.
fn faulty_field(path: &str, words: &str) -> Option<ApiError> {
    let (field, message) = field_fault(path, without_place(words))?;
    Some(ApiError::invalid_field(&field, message))
}

/// Path and reason of a parse error, if one is among the causes.
fn fault<E: Error + 'static>(broken: &(dyn Error + 'static)) -> Option<(String, String)> {
    let mut causes = iter::successors(Some(broken), |cause| (*cause).source());
    let fault = causes.find_map(|cause| cause.downcast_ref::<serde_path_to_error::Error<E>>())?;
    Some((fault.path().to_string(), fault.inner().to_string()))
}

/// The reason without the line and column that the JSON parser appends: the field says more.
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

/// The query of a request.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Self(asked)).map_err(|broken| {
            let field = fault::<QueryError>(&broken).and_then(|(path, words)| faulty_field(&path, &words));
            field.unwrap_or_else(|| ApiError::new(ErrorCode::ProtocolMalformed, broken.to_string()))
        })
    }
}

/// The instant that a parameter of a query names.
pub(super) fn instant(name: &str, time: Option<&Time>) -> Result<Option<Timestamp>, ApiError> {
    let time = time.map(|time| time.0.parse()).transpose();
    time.map_err(|error: jiff::Error| ApiError::invalid_field(name, format!("`{name}`: {error}")))
}
