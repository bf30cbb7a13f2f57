//! Health, readiness, metrics and version of the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::rest::VersionResponse;
use poker_store::StoreHealth;
use serde_json::{Value, json};

use super::error::ApiError;
use crate::app::App;

/// The process runs. Nothing else is checked: a restart would not help against a full disk.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server accepts new players.
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Response {
    let health = app.store.health().borrow().clone();
    let (code, why) = match health {
        _ if app.is_draining() => (ErrorCode::ServerDraining, "the server is stopping"),
        StoreHealth::Ok => return ready(&app).await.into_response(),
        StoreHealth::Unavailable(_) => (ErrorCode::ServerStorage, "nothing can be written down at the moment"),
        StoreHealth::Stopped(_) => (ErrorCode::ServerStorage, "the store has stopped"),
    };
    ApiError::new(code, why).into_response()
}

/// Report of a ready server, including tables out of play.
async fn ready(app: &App) -> String {
    let out = match app.store.out_of_play().await {
        Ok(out) if out.is_empty() => return "ready\n".to_owned(),
        Ok(out) => out,
        Err(fault) => return format!("ready\nwhat is out of play is not known: {fault}\n"),
    };
    let names: Vec<String> = out.iter().map(|(id, kind)| format!("{kind} {id}")).collect();
    format!("ready\nout of play: {}; see `poker tables`\n", names.join(", "))
}

/// All metrics, in Prometheus format.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    app.traffic.publish();
    app.traffic.busy.set(app.load.share());
    app.measure_disk();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render()).into_response()
}

/// Version of the server.
pub(crate) async fn version() -> Json<VersionResponse> {
    Json(VersionResponse {
        server: concat!("poker/", env!("CARGO_PKG_VERSION")).to_owned(),
        commit: option_env!("POKER_COMMIT").unwrap_or("unknown").to_owned(),
        protocols: vec![poker_protocol::SUBPROTOCOL.to_owned()],
    })
}

/// Pauses play at all open tables; on the operators' port only.
pub(crate) async fn pause(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "tables": app.lobby.pause(true).await }))
}

/// Resumes play.
pub(crate) async fn resume(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({ "tables": app.lobby.pause(false).await }))
}
