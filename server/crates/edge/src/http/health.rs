//! Health, readiness, metrics and version of the server.

use poker_lobby::Lobby;
use poker_lobby::Tables;
use poker_store::Store;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::PrometheusHandle;
use poker_net::metrics::Traffic;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::rest::VersionResponse;
use poker_protocol::v1::routes;
use poker_protocol::v1::routes::answer::PlainText;
use poker_store::{StoreHealth, free_bytes};
use poker_table::Load;
use serde_json::{Value, json};
use std::path::PathBuf;

use super::api::Call;
use super::error::ApiError;
use super::ready::Ready;

/// Figures of the process.
pub struct Figures {
    /// All of them as text.
    pub metrics: PrometheusHandle,
    /// Counters of the sockets.
    pub traffic: Arc<Traffic>,
    /// Load of the process.
    pub load: Arc<Load>,
    /// The store, whose writes they show.
    pub store: Arc<dyn Store>,
    /// The data folder, whose disk they show.
    pub data: PathBuf,
}

impl Figures {
    /// Measures the disk space left for the journal, and the state of its writes.
    pub fn measure_disk(&self) {
        if let Some(free) = free_bytes(&self.data) {
            #[expect(clippy::cast_precision_loss, reason = "a figure is a float, exact up to 8 PiB")]
            self.traffic.disk_free.set(free as f64);
        }
        let writes = matches!(*self.store.health().borrow(), StoreHealth::Ok);
        self.traffic.store_writes.set(u32::from(writes));
    }
}

/// The process runs. Nothing else is checked: a restart would not help against a full disk.
pub(crate) async fn healthz(_: Call<routes::server::Healthz>) -> Ready<PlainText> {
    Ready::text("ok\n")
}

/// The server accepts new players.
pub(crate) async fn readyz(
    store: Arc<dyn Store>,
    tables: Arc<Tables>,
    _: Call<routes::server::Readyz>,
) -> Result<Ready<PlainText>, ApiError> {
    let health = store.health().borrow().clone();
    let (code, why) = match health {
        _ if tables.is_draining() => (ErrorCode::ServerDraining, "the server is stopping"),
        StoreHealth::Ok => return Ok(Ready::text(ready(&*store).await)),
        StoreHealth::Unavailable(_) => (ErrorCode::ServerStorage, "nothing can be written down at the moment"),
        StoreHealth::Stopped(_) => (ErrorCode::ServerStorage, "the store has stopped"),
    };
    Err(ApiError::new(code, why))
}

/// Report of a ready server, including tables out of play.
async fn ready(store: &dyn Store) -> String {
    let out = match store.out_of_play().await {
        Ok(out) if out.is_empty() => return "ready\n".to_owned(),
        Ok(out) => out,
        Err(fault) => return format!("ready\nwhat is out of play is not known: {fault}\n"),
    };
    let names: Vec<String> = out.iter().map(|(id, kind)| format!("{kind} {id}")).collect();
    format!("ready\nout of play: {}; see `poker tables`\n", names.join(", "))
}

/// All metrics, in Prometheus format.
pub(crate) async fn metrics(State(figures): State<Arc<Figures>>) -> Response {
    figures.traffic.publish();
    figures.traffic.busy.set(figures.load.share());
    figures.measure_disk();
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], figures.metrics.render()).into_response()
}

/// Version of the server.
pub(crate) async fn version(_: Call<routes::server::Version>) -> Json<VersionResponse> {
    Json(VersionResponse {
        server: concat!("poker/", env!("CARGO_PKG_VERSION")).to_owned(),
        commit: option_env!("POKER_COMMIT").unwrap_or("unknown").to_owned(),
        protocols: vec![poker_protocol::SUBPROTOCOL.to_owned()],
    })
}

/// Pauses play at all open tables; on the operators' port only.
pub(crate) async fn pause(State(lobby): State<Arc<Lobby>>) -> Json<Value> {
    Json(json!({ "tables": lobby.pause(true).await }))
}

/// Resumes play.
pub(crate) async fn resume(State(lobby): State<Arc<Lobby>>) -> Json<Value> {
    Json(json!({ "tables": lobby.pause(false).await }))
}
