//! The browser client, from the binary.

use std::fmt::Write;

use axum::body::Body;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::error::ApiError;

/// The files of `server/web`: from the disk in debug builds, for editing, and from the binary in release builds.
#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "test/*"]
#[exclude = "test-results/*"]
#[exclude = "node_modules/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
#[exclude = "gen/*"]
#[exclude = "*.md"]
#[exclude = ".*"]
struct Web;

/// The page, whose script knows the routes.
const INDEX: &str = "index.html";

/// Answers with a file, or with the page where the path is one of the page's own routes.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let found = match path {
        "" => Some(INDEX),
        // Nothing of the page's routes looks like a file or belongs to the interfaces.
        _ if Web::get(path).is_some() => Some(path),
        _ if path.contains('.') || path.starts_with("api/") || path.starts_with("ws") => None,
        _ => Some(INDEX),
    };
    if found.is_some() && method != Method::GET && method != Method::HEAD {
        let allow = [(ALLOW, "GET, HEAD")];
        return (allow, ApiError::of_status(StatusCode::METHOD_NOT_ALLOWED)).into_response();
    }
    if let Some((path, file)) = found.and_then(|path| Some((path, Web::get(path)?))) {
        return respond(path, file, &headers);
    }
    ApiError::of_status(StatusCode::NOT_FOUND).into_response()
}

fn respond(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let mut tag = String::with_capacity(34);
    tag.push('"');
    for byte in &file.metadata.sha256_hash()[..16] {
        write!(tag, "{byte:02x}").expect("a string takes all that is written");
    }
    tag.push('"');
    let known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == tag);
    let body = if known { Body::empty() } else { Body::from(file.data) };
    let mut response = Response::new(body);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    // Files change with the binary: always ask, seldom send.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
