//! Headers on every answer, and the guards that every request passes.

use crate::price::Budgets;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    ALLOW, CONTENT_SECURITY_POLICY, CONTENT_TYPE, FORWARDED, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, histogram};
use poker_base::Seldom;
use poker_base::network::Network;
use poker_limits::limit_bites;
use poker_limits::{of_network, rate_limited};
use poker_net::Origins;
use poker_net::{AskedBy, Peer};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use tracing::Instrument;
use uuid::Uuid;

use super::error::ApiError;
use crate::price;

/// The proxies of this server.
pub struct Proxies {
    /// Addresses whose `X-Forwarded-For` is trusted.
    pub trusted: Vec<IpAddr>,
    /// Throttles the log line about all others.
    pub strangers: Seldom,
}

/// Carries the number of the request, so that a user can quote it.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Carries the client's address behind a proxy.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Headers by which some proxy or other names its client.
const FORWARDING: [HeaderName; 7] = [
    X_FORWARDED_FOR,
    FORWARDED,
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-client-ip"),
    HeaderName::from_static("true-client-ip"),
    HeaderName::from_static("cf-connecting-ip"),
    HeaderName::from_static("x-forwarded-host"),
];

/// Sent with every answer.
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

/// Sent to other machines where we speak TLS ourselves: for thirty days, browsers use https alone. An operator who
/// returns to plain HTTP loses browsers for no longer than that.
const BY_TLS_ALONE: &str = "max-age=2592000";

/// Numbers, measures and guards a request, and adds the client's [`Network`], as seen through known proxies, as an
/// extension.
pub(crate) async fn around(
    State(budgets): State<Arc<Budgets>>,
    State(origins): State<Arc<Origins>>,
    State(proxies): State<Arc<Proxies>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let id = Uuid::new_v4();
    let by_tls = request.extensions().get::<Peer>().is_some_and(|peer| peer.is_tls);
    let peer = request.extensions().get::<Peer>().map(|peer| peer.address.ip());
    let client = peer.map(|peer| Network::of(client_ip(&proxies, peer, request.headers())));
    let mut has_room = true;
    if let Some(client) = client {
        request.extensions_mut().insert(client);
        if let Some(peer) = request.extensions_mut().get_mut::<Peer>() {
            has_room = peer.count_client(client);
        }
    }
    // Holds the place until the answer is ready; a WebSocket keeps its own.
    let _place = request.extensions().get::<Peer>().cloned();
    let span = tracing::debug_span!("request", %id, method = %request.method(), path = request.uri().path());
    // The number of routes is bounded; that of paths is not.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("other", MatchedPath::as_str)
        .to_owned();
    let method = request.method().clone();
    let unnamed = peer.is_some_and(|peer| is_unnamed_proxy(&proxies, peer, &request));
    let admitted = if unnamed {
        let message = "this comes through a proxy that the server does not know: name it with --trusted-proxy";
        Err(ApiError::new(ErrorCode::ServerProxyUnnamed, message))
    } else {
        guard(&budgets, &origins, &proxies, &request, client, has_room, &route)
    };
    let mut response = match admitted {
        Ok(()) => next.run(request).instrument(span).await,
        Err(error) => error.into_response(),
    };
    response = in_json(response);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if by_tls && client.is_some_and(|client| !client.is_here()) {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(BY_TLS_ALONE));
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

/// Turns every refusal into JSON with a code, even where the router or a layer refused in its own words. The page
/// reports missing addresses itself.
pub fn in_json(response: Response) -> Response {
    let status = response.status();
    let is_refusal = status.is_client_error() || status.is_server_error();
    let is_ours = |kind: &HeaderValue| {
        let ours: [&[u8]; 2] = [b"application/json", b"text/html"];
        ours.iter().any(|ours| kind.as_bytes().starts_with(ours))
    };
    if !is_refusal || response.headers().get(CONTENT_TYPE).is_some_and(is_ours) {
        return response;
    }
    let mut answer = ApiError::of_status(status).into_response();
    if let Some(allow) = response.headers().get(ALLOW) {
        answer.headers_mut().insert(ALLOW, allow.clone());
    }
    answer
}

/// Refuses requests that must not be answered.
fn guard(
    budgets: &Budgets,
    origins: &Origins,
    proxies: &Proxies,
    request: &Request,
    client: Option<Network>,
    has_room: bool,
    route: &str,
) -> Result<(), ApiError> {
    if !has_room {
        let message = "there are too many connections from this network";
        return Err(of_network(ErrorMsg::new(None, ErrorCode::ServerFull, message)).into());
    }
    if !request.method().is_safe() {
        check_origin(origins, proxies, request)?;
    }
    let counted = client.filter(|client| !client.is_here() && request.uri().path().starts_with("/api/"));
    let Some(client) = counted else { return Ok(()) };
    let units = price::of_route(request.method().as_str(), route);
    budgets.networks.count_many(&client, units).map_err(|wait| {
        limit_bites("--api-requests-per-second", client);
        of_network(rate_limited(None, wait, "too many requests from this network")).into()
    })
}

/// `true` for a request passed on by a proxy on this machine that no option names: its clients would all be exempt from
/// limits, like this machine itself. Health checks are allowed through.
fn is_unnamed_proxy(proxies: &Proxies, peer: IpAddr, request: &Request) -> bool {
    let is_unnamed = Network::of(peer).is_here() && !proxies.trusted.contains(&peer);
    let is_forwarded = || FORWARDING.iter().any(|name| request.headers().contains_key(name));
    is_unnamed && !matches!(request.uri().path(), "/healthz" | "/readyz") && is_forwarded()
}

/// Returns the kind of peer that passed a request on.
pub(super) fn asked_by(proxies: &Proxies, peer: Option<IpAddr>) -> AskedBy {
    match peer {
        Some(peer) if proxies.trusted.contains(&peer) => AskedBy::Proxy,
        _ => AskedBy::Anybody,
    }
}

/// Refuses requests made by pages of other origins.
pub(super) fn check_origin(origins: &Origins, proxies: &Proxies, request: &Request) -> Result<(), ApiError> {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.address.ip());
    let checked = origins.check(request.headers(), asked_by(proxies, peer));
    checked.map_err(|strange| ApiError::new(ErrorCode::AuthForbidden, strange.to_string()))
}

/// A metrics label that the client cannot choose freely.
fn label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

/// The client behind known proxies: the last address in `X-Forwarded-For` that does not belong to one of them.
fn client_ip(proxies: &Proxies, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !proxies.trusted.contains(&peer) {
        let forwarded = FORWARDING.iter().any(|name| headers.contains_key(name));
        if forwarded && let Some(left_out) = proxies.strangers.due() {
            tracing::warn!(
                %peer,
                left_out,
                "X-Forwarded-For of a stranger is not believed; if this is your proxy, name it with --trusted-proxy"
            );
        }
        return peer;
    }
    forwarded(&proxies.trusted, peer, headers)
}

/// The last address in `X-Forwarded-For` that is not one of the proxies.
pub fn forwarded(proxies: &[IpAddr], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut client = peer;
    let forwarded = headers.get_all(X_FORWARDED_FOR).iter();
    let mut addresses: Vec<&str> = forwarded
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    while proxies.contains(&client) {
        let Some(address) = addresses.pop().and_then(forwarded_ip) else {
            break;
        };
        client = address;
    }
    client
}

/// Parses an address in `X-Forwarded-For`, to which some proxies append the port.
fn forwarded_ip(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    Some(text.parse().ok().or_else(with_port)?.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_may_have_a_port_and_are_written_in_many_ways() {
        for (text, ip) in [
            (" 192.0.2.1", "192.0.2.1"),
            ("192.0.2.1:4711", "192.0.2.1"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("2001:db8::1 ", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(forwarded_ip(text), Some(ip.parse().unwrap()), "{text}");
        }
        for text in ["", "unknown", "_hidden", "192.0.2", "for=192.0.2.1"] {
            assert_eq!(forwarded_ip(text), None, "{text}");
        }
    }
}
