//! Compression of API answers for clients that accept it, and validation of lists that rarely change.

use std::sync::OnceLock;

use axum::body::{self, Body, Bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use poker_page::Effort;

use super::assets::{accepts, knows, tag};
use super::error::ApiError;

/// Shorter answers fit into one packet uncompressed.
const WORTH_PACKING: usize = 1024;

/// Answers that are the same for all while the server runs.
const SELDOM: &str = "/api/v1/games";

/// The list of games, compressed as well as possible, with its tag: every first visit loads it.
static GAMES: OnceLock<(HeaderValue, Bytes)> = OnceLock::new();

/// Compresses an answer that is the same for all while the server runs.
fn packed_seldom(path: &str, tag: &HeaderValue, body: &[u8]) -> Bytes {
    let kept = (path == SELDOM).then(|| {
        GAMES.get_or_init(|| {
            let packed = poker_page::gzip(body, Effort::Full);
            (tag.clone(), Bytes::from(packed))
        })
    });
    match kept {
        Some((known, packed)) if known == tag => packed.clone(),
        _ => Bytes::from(poker_page::gzip(body, Effort::Quick)),
    }
}

/// Compresses a text that stays the same while the server runs.
pub(super) fn once(text: &str) -> Bytes {
    Bytes::from(poker_page::gzip(text.as_bytes(), Effort::Full))
}

/// Compresses JSON answers that are not compressed yet. Answers to requests that change something are left alone: they
/// are short and may contain tokens.
pub(crate) async fn around(request: Request, next: Next) -> Response {
    let is_read = request.method() == Method::GET && request.uri().path().starts_with("/api/");
    let path = request.uri().path().to_owned();
    let asked = request.headers().clone();
    let response = next.run(request).await;
    let is_json = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json");
    let is_packed = response.headers().contains_key(CONTENT_ENCODING);
    if !is_read || !is_json || is_packed || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // Handlers answer with bodies that are completely in memory.
    let Ok(body) = body::to_bytes(body, usize::MAX).await else {
        return ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR).into_response();
    };
    let seldom = path.starts_with(SELDOM).then(|| tag(&body));
    if let Some(tag) = seldom.clone() {
        let is_known = knows(&asked, &tag);
        parts.headers.insert(ETAG, tag);
        parts
            .headers
            .insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if is_known {
            parts.status = StatusCode::NOT_MODIFIED;
            parts.headers.remove(CONTENT_LENGTH);
            return Response::from_parts(parts, Body::empty());
        }
    }
    parts.headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if body.len() < WORTH_PACKING || !accepts(&asked, "gzip") {
        return Response::from_parts(parts, Body::from(body));
    }
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(CONTENT_LENGTH);
    let packed = match seldom {
        Some(tag) => packed_seldom(&path, &tag, &body),
        None => Bytes::from(poker_page::gzip(&body, Effort::Quick)),
    };
    Response::from_parts(parts, Body::from(packed))
}
