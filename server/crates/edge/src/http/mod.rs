//! HTTP: the page, the API, and the operators' interface.

mod api;
mod assets;
pub mod bearer;
mod cards;
pub mod closed;
mod clubs;
pub(crate) mod error;
pub(crate) mod evenings;
pub mod extract;
mod floor;
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
use axum::routing::get;
use axum::{Extension, Router};
use poker_base::network::Network;
use poker_net::{Origins, Peer, Upgrade};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

pub use error::ApiError;

use self::api::Api;
use self::headers::Proxies;
use crate::app::Services;
use crate::session::{self, Reception};

/// Largest request body, in bytes.
pub const BODY_BYTES: usize = 16 * 1024;

/// Longest time for a request, including a slow body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Routes of the main port.
pub fn router(services: &Services) -> Router {
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
    if services.0.ws_echo {
        router = router.route("/ws/echo", get(echo));
    }
    finish(router, services)
}

/// Routes of the operators' own port.
pub fn admin_router(services: &Services) -> Router {
    let api = operator_routes(Api::default())
        .get("/metrics", health::metrics)
        .post("/pause", health::pause)
        .post("/resume", health::resume);
    let api = people::routes(api);
    let guard = middleware::from_fn_with_state(services.clone(), operator::around);
    finish(api.into_router().layer(guard), services)
}

/// Operations described by `/api/v1/openapi.json`.
fn api() -> Api {
    let api = operator_routes(Api::default())
        .get("/version", health::version)
        .get("/api/v1/openapi.json", openapi)
        .get("/api/v1/games", games::list)
        .post("/api/v1/games/check", games::check)
        .post("/api/v1/games/deal", games::deal)
        .ask("/api/v1/games/{game}/rules", games::rules)
        .post("/api/v1/odds", odds::odds)
        .get("/api/v1/tables", tables::list)
        .post("/api/v1/tables", tables::create)
        .post("/api/v1/practice", tables::practice)
        .get("/api/v1/practice/hands", practice::hands)
        .get("/api/v1/tables/{table}", tables::show)
        .get("/api/v1/tables/{table}/state", glance::state)
        .ask("/api/v1/tables/{table}/rules", games::table_rules)
        .get("/api/v1/structures", tournaments::structures)
        .get("/api/v1/structures/{structure}", tournaments::structure)
        .post("/api/v1/structures/check", tournaments::check)
        .get("/api/v1/tournaments", tournaments::list)
        .post("/api/v1/tournaments", tournaments::announce)
        .get("/api/v1/tournaments/{tournament}", tournaments::show)
        .ask("/api/v1/tournaments/{tournament}/entrants", tournaments::entrants)
        .ask("/api/v1/tournaments/{tournament}/tables", tournaments::tables)
        .ask("/api/v1/tournaments/{tournament}/results", tournaments::results)
        .get(
            "/api/v1/tournaments/{tournament}/results/file",
            tournaments::results_file,
        )
        .ask("/api/v1/tournaments/{tournament}/log", tournaments::log)
        .ask("/api/v1/tournaments/{tournament}/floor", floor::show)
        .post("/api/v1/tournaments/{tournament}/floor", floor::act)
        .get(
            "/api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}",
            floor::hand,
        )
        .ask("/api/v1/hands", history::list)
        .ask("/api/v1/hands/file", history::file)
        .ask("/api/v1/hands/{table}/{hand}", hands::show)
        .post("/api/v1/hands/{table}/{hand}/share", share::share)
        .delete("/api/v1/hands/{table}/{hand}/share", share::unshare)
        .get("/api/v1/shared/{token}", share::shared)
        .get("/ws", websocket);
    let api = cards::routes(api);
    let api = push::routes(friends::routes(leaderboard::routes(notes::routes(results::routes(
        api,
    )))));
    identity::routes(templates::routes(clubs::routes(evenings::routes(limits::routes(api)))))
}

fn operator_routes(api: Api) -> Api {
    api.get("/healthz", health::healthz).get("/readyz", health::readyz)
}

/// `GET /api/v1/openapi.json`: generated from the types of the protocol, like the reference.
async fn openapi(headers: HeaderMap) -> Response {
    const DESCRIPTION: &str = include_str!("../../../../../protocol/schema/v1/openapi.json");
    static PACKED: LazyLock<Bytes> = LazyLock::new(|| pack::once(DESCRIPTION));
    pack::kept(&headers, DESCRIPTION, &PACKED)
}

fn finish(router: Router<Services>, services: &Services) -> Router {
    caught(router)
        .layer(middleware::from_fn(pack::around))
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            REQUEST_TIMEOUT,
        ))
        .layer(middleware::from_fn_with_state(services.clone(), headers::around))
        .with_state(services.clone())
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
    fn the_description_has_every_route_and_no_other() {
        let api = api();
        let routed: BTreeSet<_> = api.operations.iter().copied().collect();
        assert_eq!(routed.len(), api.operations.len());
        let description = include_str!("../../../../../protocol/schema/v1/openapi.json");
        let description: Value = serde_json::from_str(description).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let described = paths.iter().flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(move |method| (method.as_str(), path.as_str()))
        });
        assert_eq!(described.collect::<BTreeSet<_>>(), routed);
    }
}
