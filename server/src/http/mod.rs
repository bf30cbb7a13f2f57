//! HTTP: the page, the interface for scripts, and what operators ask.

mod assets;
mod bearer;
pub(crate) mod error;
mod games;
mod hands;
mod headers;
mod health;
mod identity;
mod tables;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Extension, Router};
use poker_protocol::v1::ErrorCode;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

pub use error::ApiError;
pub use headers::ClientIp;

use crate::app::App;
use crate::net::{self, Peer, Upgrade};
use crate::session;

/// The greatest body of a request, in bytes.
const BODY_BYTES: usize = 16 * 1024;

/// How long a request may take, a slow body included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);

/// Everything on the main port.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = operator_routes()
        .route("/version", get(health::version))
        .route("/api/v1/games", get(games::list))
        .route("/api/v1/games/check", post(games::check))
        .route("/api/v1/games/{game}/rules", get(games::rules))
        .route("/api/v1/tables/{table}/rules", get(games::table_rules))
        .route("/api/v1/tables", get(tables::list).post(tables::create))
        .route("/api/v1/hands", get(hands::list))
        .route("/api/v1/hands/{table}/{hand}", get(hands::show))
        .merge(identity::routes())
        .route("/ws", any(websocket))
        .fallback(assets::serve);
    if app.config.admin_listen.is_empty() {
        router = router.route("/metrics", get(health::metrics));
    }
    if app.config.ws_echo {
        router = router.route("/ws/echo", any(echo));
    }
    finish(router, app)
}

/// What is on the operator's own port.
pub(crate) fn admin_router(app: &Arc<App>) -> Router {
    finish(operator_routes().route("/metrics", get(health::metrics)), app)
}

fn operator_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
}

fn finish(router: Router<Arc<App>>, app: &Arc<App>) -> Router {
    router
        .layer(RequestBodyLimitLayer::new(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            REQUEST_TIMEOUT,
        ))
        .layer(middleware::from_fn_with_state(Arc::clone(app), headers::around))
        .with_state(Arc::clone(app))
}

async fn websocket(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Extension(client): Extension<ClientIp>,
    request: Request,
) -> Response {
    upgrade(&app, request, |upgrade| {
        session::run(Arc::clone(&app), upgrade, peer, client.0)
    })
}

async fn echo(State(app): State<Arc<App>>, Extension(peer): Extension<Peer>, request: Request) -> Response {
    upgrade(&app, request, |upgrade| net::echo(Arc::clone(&app), upgrade, peer))
}

fn upgrade<F>(app: &Arc<App>, request: Request<Body>, serve: impl FnOnce(Upgrade) -> F) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    if !app.origins.allow(request.headers()) {
        return ApiError::new(ErrorCode::AuthForbidden, "this web page may not connect").into_response();
    }
    match Upgrade::agree(request) {
        Ok((upgrade, response)) => {
            app.connections.spawn(serve(upgrade));
            response
        }
        Err(response) => *response,
    }
}
