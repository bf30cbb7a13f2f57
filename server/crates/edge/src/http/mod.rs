//! HTTP: the page, the API, and the operators' interface.

mod api;
mod assets;
pub mod bearer;
pub(crate) mod cards;
pub mod closed;
pub(crate) mod clubs;
pub(crate) mod error;
pub(crate) mod evenings;
pub mod extract;
mod flights;
pub(crate) mod floor;
mod friends;
pub mod games;
mod glance;
pub mod hands;
pub mod headers;
pub mod health;
pub mod history;
pub mod identity;
pub mod leaderboard;
mod limits;
pub mod notes;
mod odds;
mod official;
pub mod operator;
mod pack;
mod people;
mod practice;
mod push;
mod ready;
pub mod results;
mod share;
mod tables;
pub(crate) mod templates;
pub mod tournaments;

use std::any::Any;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use poker_net::{Origins, Peer, Upgrade};
use poker_protocol::v1::routes::{self, answer};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

pub use error::ApiError;

use self::api::{Api, Call, without_parameters};
use self::headers::Proxies;
use self::ready::Ready;
use crate::services::{RouteState, Services};
use crate::session::{self, Reception};

/// Largest request body, in bytes.
pub const BODY_BYTES: usize = 16 * 1024;

/// Longest time for a request, including a slow body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Routes of the main port.
pub fn router(services: &Arc<Services>) -> Router {
    let mut router = api().into_router().fallback(cards::page);
    for (path, kind, text) in [
        (
            "/llms.txt",
            "text/plain; charset=utf-8",
            include_str!("../../../../../docs/llms.txt").to_owned(),
        ),
        (
            "/docs/bots.md",
            "text/markdown; charset=utf-8",
            of_a_release(include_str!("../../../../../docs/bots.md")),
        ),
    ] {
        let text = Bytes::from(text);
        let told = move || async move { ([(CONTENT_TYPE, kind)], text) };
        router = router.route(path, get(told));
    }
    if services.ws_echo {
        router = router.route("/ws/echo", get(echo));
    }
    finish(router, services.into())
}

/// Returns a page as a release has it: of each pair of parts, the one for readers without a checkout. `scripts/download.py` packs the same.
fn of_a_release(page: &str) -> String {
    let mut told = String::with_capacity(page.len());
    let mut is_skipped = false;
    for line in page.lines() {
        match line {
            "<!-- checkout -->" => is_skipped = true,
            "<!-- download" | "<!-- /checkout -->" | "-->" => is_skipped = false,
            _ if is_skipped => {}
            _ => {
                told.push_str(&line.replace("VERSION", env!("CARGO_PKG_VERSION")));
                told.push('\n');
            }
        }
    }
    told
}

/// Routes of the operators' own port.
pub fn admin_router(services: &Arc<Services>) -> Router {
    let operators = people::routes()
        .route("/metrics", without_parameters(get(health::metrics)))
        .route("/pause", without_parameters(post(health::pause)))
        .route("/resume", without_parameters(post(health::resume)));
    let router = health_routes(Api::default()).into_router().merge(operators);
    let state = RouteState::from(services);
    let guard = middleware::from_fn_with_state(state.clone(), operator::around);
    finish(router.layer(guard), state)
}

/// Operations described by `/api/v1/openapi.json`.
fn api() -> Api {
    let api = health_routes(Api::default())
        .on(health::version)
        .on(openapi)
        .on(games::list)
        .on(games::check)
        .on(games::deal)
        .on(games::rules)
        .on(odds::odds)
        .on(tables::list)
        .on(tables::create)
        .on(tables::practice)
        .on(practice::hands)
        .on(tables::show)
        .on(glance::state)
        .on(games::table_rules)
        .on(tournaments::structures)
        .on(tournaments::structure)
        .on(tournaments::check)
        .on(tournaments::list)
        .on(tournaments::announce)
        .on(tournaments::show)
        .on(tournaments::entrants)
        .on(tournaments::tables)
        .on(tournaments::results)
        .on(tournaments::results_file)
        .on(tournaments::log)
        .on(floor::show)
        .on(floor::act)
        .on(floor::hand)
        .on(history::list)
        .on(history::file)
        .on(hands::show)
        .on(share::share)
        .on(share::unshare)
        .on(share::shared)
        .on(websocket);
    let api = cards::routes(api);
    let api = push::routes(friends::routes(leaderboard::routes(notes::routes(results::routes(
        api,
    )))));
    identity::routes(templates::routes(clubs::routes(evenings::routes(limits::routes(api)))))
}

fn health_routes(api: Api) -> Api {
    api.on(health::healthz).on(health::readyz)
}

async fn openapi(call: Call<routes::server::Description>) -> Ready<answer::AnyObject> {
    description(&call.parts.headers)
}

/// Generated from the types of the protocol, like the reference.
fn description(asked: &HeaderMap) -> Ready<answer::AnyObject> {
    const DESCRIPTION: &str = include_str!("../../../../../protocol/schema/v1/openapi.json");
    static PACKED: LazyLock<Bytes> = LazyLock::new(|| pack::once(DESCRIPTION));
    Ready::object(asked, DESCRIPTION, &PACKED)
}

fn finish(router: Router<RouteState>, state: RouteState) -> Router {
    caught(router)
        .layer(middleware::from_fn(pack::around))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            REQUEST_TIMEOUT,
        ))
        .layer(middleware::from_fn_with_state(state.clone(), headers::around))
        .with_state(state)
}

/// Answers a request that panics, so that it affects no other.
fn caught<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    router.layer(CatchPanicLayer::custom(|_: Box<dyn Any + Send>| {
        // The panic message is in the log already.
        ApiError::internal(&"it panicked").into_response()
    }))
}

async fn websocket(
    reception: Arc<Reception>,
    origins: Arc<Origins>,
    proxies: Arc<Proxies>,
    connections: TaskTracker,
    call: Call<routes::server::WebSocket>,
) -> Result<Ready<answer::Upgrade>, ApiError> {
    let peer = call.parts.extensions.get::<Peer>().cloned();
    let peer = peer.ok_or_else(|| ApiError::internal(&"a request has no peer"))?;
    let request = Request::from_parts(call.parts, Body::empty());
    let upgraded = upgrade(&origins, &proxies, &connections, request, |upgrade| {
        session::run(reception, upgrade, peer, call.network)
    });
    upgraded.map(Ready::upgrade)
}

async fn echo(
    State(reception): State<Arc<Reception>>,
    State(origins): State<Arc<Origins>>,
    State(proxies): State<Arc<Proxies>>,
    State(connections): State<TaskTracker>,
    State(stop): State<CancellationToken>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Result<Response, ApiError> {
    let pulse = (reception.socket_limits.heartbeat, reception.socket_limits.timeout);
    let (traffic, clock) = (Arc::clone(&reception.traffic), Arc::clone(&reception.clock));
    upgrade(&origins, &proxies, &connections, request, |upgrade| {
        poker_net::echo(upgrade, peer, pulse, traffic, clock, stop)
    })
}

fn upgrade<F>(
    origins: &Origins,
    proxies: &Proxies,
    connections: &TaskTracker,
    request: Request<Body>,
    serve: impl FnOnce(Upgrade) -> F,
) -> Result<Response, ApiError>
where
    F: Future<Output = ()> + Send + 'static,
{
    headers::check_origin(origins, proxies, &request)?;
    let (upgrade, response) = Upgrade::agree(request).map_err(|refused| ApiError::from(*refused))?;
    connections.spawn(serve(upgrade));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use axum::http::HeaderValue;
    use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;
    use serde_json::Value;

    use super::*;

    #[tokio::test]
    async fn the_description_is_packed_once() {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]);
        let packed = async || {
            let answer = description(&headers).into_response();
            assert_eq!(answer.headers()[CONTENT_ENCODING], "gzip");
            axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap()
        };
        let (first, second) = (packed().await, packed().await);
        assert_eq!(first.as_ptr(), second.as_ptr());
        let plain = description(&HeaderMap::new()).into_response();
        assert!(!plain.headers().contains_key(CONTENT_ENCODING));
    }

    #[tokio::test]
    async fn a_request_that_panics_is_answered() {
        async fn fails() {
            panic!("a request fails");
        }
        let router = caught(Router::new().route("/", get(fails)));
        let answer = TowerToHyperService::new(router)
            .call(Request::new(Body::empty()))
            .await
            .unwrap();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["code"], "server.internal");
    }

    #[test]
    fn every_declared_operation_has_a_handler() {
        let routed: BTreeSet<_> = api().operations.into_iter().collect();
        let declared = routes::all().map(|operation| (operation.method.name(), operation.path));
        assert_eq!(declared.collect::<BTreeSet<_>>(), routed);
    }
}
