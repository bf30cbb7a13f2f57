//! What every answer carries, and what every request has to pass.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, histogram};
use poker_protocol::v1::ErrorCode;
use tracing::Instrument;
use uuid::Uuid;

use super::error::{ApiError, rate_limited};
use crate::app::App;
use crate::net::Peer;

/// Where the request's number is told, so that somebody can ask about it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Sent with everything.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The address of the client, behind proxies of ours: an extension of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientIp(pub IpAddr);

/// Numbers, measures and guards a request.
pub(crate) async fn around(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = Uuid::new_v4();
    let peer = request.extensions().get::<Peer>().map(|peer| peer.address.ip());
    let client = peer.map(|peer| client_ip(&app, peer, &request));
    if let Some(client) = client {
        request.extensions_mut().insert(ClientIp(client));
    }
    let span = tracing::debug_span!("request", %id, method = %request.method(), path = request.uri().path());
    // Bounded by the routes that there are, unlike paths.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("other", MatchedPath::as_str)
        .to_owned();
    let method = request.method().clone();
    let mut response = match guard(&app, &request, client) {
        Ok(()) => next.run(request).instrument(span).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        headers.insert(REQUEST_ID, id);
    }
    headers
        .entry(CONTENT_TYPE)
        .or_insert(HeaderValue::from_static("text/plain; charset=utf-8"));
    let status = response.status().as_u16().to_string();
    let method = label(&method);
    counter!("poker_http_requests_total", "method" => method, "route" => route.clone(), "status" => status)
        .increment(1);
    histogram!("poker_http_seconds", "route" => route).record(begun.elapsed());
    response
}

/// Whether a request may be answered at all.
fn guard(app: &App, request: &Request, client: Option<IpAddr>) -> Result<(), ApiError> {
    if !request.method().is_safe() && !app.origins.allow(request.headers()) {
        let message = "this web page may not do that";
        return Err(ApiError::new(ErrorCode::AuthForbidden, message));
    }
    let counted = client.filter(|client| !client.is_loopback() && request.uri().path().starts_with("/api/"));
    match counted.map(|client| app.api_requests.count(&client)) {
        Some(Err(wait)) => Err(rate_limited(None, wait, "too many requests from this address").into()),
        _ => Ok(()),
    }
}

/// A label that the client cannot choose.
fn label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

/// Who is behind the proxies that we know: the last address in `X-Forwarded-For` that none of them has.
fn client_ip(app: &App, peer: IpAddr, request: &Request) -> IpAddr {
    let proxies = &app.config.trusted_proxy;
    let mut client = peer;
    let forwarded = request.headers().get_all("x-forwarded-for").iter();
    let mut addresses: Vec<&str> = forwarded
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    while proxies.contains(&client) {
        let Some(address) = addresses.pop().and_then(|address| address.trim().parse().ok()) else {
            break;
        };
        client = address;
    }
    client
}
