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
use poker_base::network::Network;
use poker_net::{Origins, Peer, Upgrade};
use poker_protocol::v1::routes;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

pub use error::ApiError;

use self::api::{Api, without_parameters};
use self::headers::Proxies;
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
            include_str!("../../../../../docs/llms.txt"),
        ),
        (
            "/docs/bots.md",
            "text/markdown; charset=utf-8",
            include_str!("../../../../../docs/bots.md"),
        ),
    ] {
        let told = move || async move { ([(CONTENT_TYPE, kind)], text) };
        router = router.route(path, get(told));
    }
    if services.ws_echo {
        router = router.route("/ws/echo", get(echo));
    }
    finish(router, services.into())
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
        .on(routes::server::Version, health::version)
        .on(routes::server::Description, openapi)
        .on(routes::games::List, games::list)
        .on(routes::games::Check, games::check)
        .on(routes::games::Deal, games::deal)
        .on(routes::games::Rules, games::rules)
        .on(routes::games::Odds, odds::odds)
        .on(routes::tables::List, tables::list)
        .on(routes::tables::Open, tables::create)
        .on(routes::tables::Practice, tables::practice)
        .on(routes::tables::StudyHands, practice::hands)
        .on(routes::tables::Show, tables::show)
        .on(routes::tables::State, glance::state)
        .on(routes::tables::Rules, games::table_rules)
        .on(routes::tournaments::Structures, tournaments::structures)
        .on(routes::tournaments::Structure, tournaments::structure)
        .on(routes::tournaments::CheckStructure, tournaments::check)
        .on(routes::tournaments::List, tournaments::list)
        .on(routes::tournaments::Announce, tournaments::announce)
        .on(routes::tournaments::Show, tournaments::show)
        .on(routes::tournaments::Entrants, tournaments::entrants)
        .on(routes::tournaments::Tables, tournaments::tables)
        .on(routes::tournaments::Results, tournaments::results)
        .on(routes::tournaments::ResultsFile, tournaments::results_file)
        .on(routes::tournaments::Log, tournaments::log)
        .on(routes::tournaments::Floor, floor::show)
        .on(routes::tournaments::Act, floor::act)
        .on(routes::tournaments::FloorCards, floor::hand)
        .on(routes::hands::List, history::list)
        .on(routes::hands::File, history::file)
        .on(routes::hands::Show, hands::show)
        .on(routes::hands::Share, share::share)
        .on(routes::hands::Unshare, share::unshare)
        .on(routes::hands::Shared, share::shared)
        .on(routes::server::WebSocket, websocket);
    let api = cards::routes(api);
    let api = push::routes(friends::routes(leaderboard::routes(notes::routes(results::routes(
        api,
    )))));
    identity::routes(templates::routes(clubs::routes(evenings::routes(limits::routes(api)))))
}

fn health_routes(api: Api) -> Api {
    api.on(routes::server::Healthz, health::healthz)
        .on(routes::server::Readyz, health::readyz)
}

/// Generated from the types of the protocol, like the reference.
async fn openapi(headers: HeaderMap) -> Response {
    const DESCRIPTION: &str = include_str!("../../../../../protocol/schema/v1/openapi.json");
    static PACKED: LazyLock<Bytes> = LazyLock::new(|| pack::once(DESCRIPTION));
    pack::kept(&headers, DESCRIPTION, &PACKED)
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
    State(reception): State<Arc<Reception>>,
    State(origins): State<Arc<Origins>>,
    State(proxies): State<Arc<Proxies>>,
    State(connections): State<TaskTracker>,
    Extension(peer): Extension<Peer>,
    Extension(client): Extension<Network>,
    request: Request,
) -> Response {
    upgrade(&origins, &proxies, &connections, request, |upgrade| {
        session::run(reception, upgrade, peer, client)
    })
}

async fn echo(
    State(reception): State<Arc<Reception>>,
    State(origins): State<Arc<Origins>>,
    State(proxies): State<Arc<Proxies>>,
    State(connections): State<TaskTracker>,
    State(stop): State<CancellationToken>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
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
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    if let Err(error) = headers::check_origin(origins, proxies, &request) {
        return error.into_response();
    }
    match Upgrade::agree(request) {
        Ok((upgrade, response)) => {
            connections.spawn(serve(upgrade));
            response
        }
        Err(error) => ApiError::from(*error).into_response(),
    }
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
            let answer = openapi(headers.clone()).await;
            assert_eq!(answer.headers()[CONTENT_ENCODING], "gzip");
            axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap()
        };
        let (first, second) = (packed().await, packed().await);
        assert_eq!(first.as_ptr(), second.as_ptr());
        let plain = openapi(HeaderMap::new()).await;
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
