//! Whether the server lives, whether it takes players, what it counts and what it is.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::app::App;
use crate::store::StoreHealth;

/// What the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Version {
    /// The program with its version.
    pub server: &'static str,
    /// The commit it was built from, where that is known.
    pub commit: &'static str,
    /// The protocols that it speaks.
    pub protocols: [&'static str; 1],
}

/// The process runs. Looks at nothing else: a restart would not help against a full disk.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server takes new players.
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    let health = app.store.health().borrow().clone();
    let (status, text) = match health {
        _ if app.is_draining() => (StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
        StoreHealth::Ok => (StatusCode::OK, "ready\n"),
        StoreHealth::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store cannot write\n"),
        StoreHealth::Stopped(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store has stopped\n"),
    };
    (status, text).into_response()
}

/// All figures, for Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render()).into_response()
}

/// What this is.
pub(crate) async fn version() -> Json<Version> {
    Json(Version {
        server: concat!("poker/", env!("CARGO_PKG_VERSION")),
        commit: option_env!("POKER_COMMIT").unwrap_or("unknown"),
        protocols: [poker_protocol::SUBPROTOCOL],
    })
}
