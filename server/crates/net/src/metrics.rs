//! Metrics for operators. Labels are few and bounded: never a table, a player or an address.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

use metrics::{Counter, Gauge, counter, describe_counter, describe_gauge, describe_histogram, gauge};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Upper bounds of the histogram buckets, in seconds: from a journal commit to a stalled disk.
const SECONDS: [f64; 14] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0,
];

/// A counter of per-message events. Counting costs one instruction here; [`Traffic::publish`] passes the sum on.
pub struct Tally {
    unpublished: AtomicU64,
    counter: Counter,
}

impl Tally {
    const fn new(counter: Counter) -> Self {
        Self {
            unpublished: AtomicU64::new(0),
            counter,
        }
    }

    /// Adds `count`.
    pub fn add(&self, count: u64) {
        self.unpublished.fetch_add(count, Ordering::Relaxed);
    }

    fn publish(&self) {
        self.counter.increment(self.unpublished.swap(0, Ordering::Relaxed));
    }
}

/// Traffic counters of the sockets, and the other metrics that are kept up to date here.
pub struct Traffic {
    /// Bursts taken from outboxes for sending.
    pub deliveries: Tally,
    /// Messages in those bursts.
    pub messages_out: Tally,
    /// Write calls on sockets.
    pub writes: Tally,
    /// Messages read, control frames included.
    pub messages_in: Tally,
    /// Connections closed because the client read too slowly.
    pub slow_consumers: Counter,
    /// Connections closed for flooding.
    pub floods: Counter,
    /// Tables open now.
    pub tables: Gauge,
    /// Share of its recent time that each runtime thread was busy, from 0 to 1.
    pub busy: Gauge,
    /// Bytes free on the disk of the data folder.
    pub disk_free: Gauge,
    /// 1 if the last write of the store succeeded, otherwise 0.
    pub store_writes: Gauge,
    /// WebSockets open now.
    pub websockets: Gauge,
    /// Connections open now, WebSockets included.
    pub connections: Gauge,
    /// Connections refused because there were too many.
    pub refused: Counter,
}

impl Traffic {
    /// Registers the metrics of this process.
    pub fn new() -> Self {
        describe_counter!("poker_deliveries_total", "Bursts delivered to sockets");
        describe_counter!("poker_push_messages_total", "Web Push notifications, by outcome");
        describe_counter!("poker_messages_out_total", "Messages delivered to sockets");
        describe_counter!("poker_socket_writes_total", "Attempts to write to a socket");
        describe_counter!("poker_messages_in_total", "Messages read, control frames included");
        describe_counter!(
            "poker_slow_consumers_total",
            "Connections closed because the client read too slowly"
        );
        describe_counter!("poker_floods_total", "Connections closed because of floods");
        describe_counter!(
            "poker_connections_refused_total",
            "Connections turned away because there were too many"
        );
        describe_gauge!("poker_tables", "Open tables");
        describe_gauge!(
            "poker_busy_ratio",
            "Share of its time that the process worked of late, by its threads or by the processors: towards 1, events that ask nothing of a viewer wait for up to 50 ms"
        );
        describe_gauge!("poker_disk_free_bytes", "Bytes left on the disk of the data folder");
        describe_gauge!(
            "poker_store_writes",
            "1 if the last write to the data folder succeeded, 0 if not"
        );
        describe_gauge!(
            "poker_tables_quarantined",
            "Tables that could not be opened or were given up: see `poker tables`"
        );
        describe_gauge!(
            "poker_tournaments_quarantined",
            "Tournaments that could not be resumed: see `poker tables`"
        );
        describe_counter!("poker_steps_total", "Steps of tables that are on disk");
        describe_counter!("poker_hands_total", "Finished hands");
        describe_counter!(
            "poker_hands_voided_total",
            "Hands that were cancelled after a fault, every bet given back"
        );
        describe_counter!("poker_table_restarts_total", "Tables that began again after a fault");
        describe_counter!(
            "poker_tournament_restarts_total",
            "Tournaments that began again after a fault"
        );
        describe_counter!(
            "poker_http_requests_total",
            "Requests over HTTP, by method, route and status"
        );
        describe_histogram!(
            "poker_http_seconds",
            "Seconds until a request over HTTP was answered, by route"
        );
        describe_histogram!(
            "poker_step_durable_seconds",
            "Seconds from a step of a table until it was on disk"
        );
        describe_gauge!(
            "poker_tls_expiry_timestamp_seconds",
            "When the certificate in use ends, in seconds since 1970"
        );
        describe_gauge!("poker_websockets", "Open WebSockets");
        describe_gauge!("poker_connections", "Open connections, WebSockets included");
        begin_with_none();
        Self {
            deliveries: Tally::new(counter!("poker_deliveries_total")),
            messages_out: Tally::new(counter!("poker_messages_out_total")),
            writes: Tally::new(counter!("poker_socket_writes_total")),
            messages_in: Tally::new(counter!("poker_messages_in_total")),
            slow_consumers: counter!("poker_slow_consumers_total"),
            floods: counter!("poker_floods_total"),
            tables: gauge!("poker_tables"),
            busy: gauge!("poker_busy_ratio"),
            disk_free: gauge!("poker_disk_free_bytes"),
            store_writes: gauge!("poker_store_writes"),
            websockets: gauge!("poker_websockets"),
            connections: gauge!("poker_connections"),
            refused: counter!("poker_connections_refused_total"),
        }
    }

    /// Publishes the counters; call it before they are read.
    pub fn publish(&self) {
        for tally in [&self.deliveries, &self.messages_out, &self.writes, &self.messages_in] {
            tally.publish();
        }
    }
}

impl Default for Traffic {
    fn default() -> Self {
        Self::new()
    }
}

/// Registers figures of faults at zero: one that appeared only with its first fault would never be seen to rise.
fn begin_with_none() {
    for name in [
        "poker_hands_voided_total",
        "poker_table_restarts_total",
        "poker_tournament_restarts_total",
    ] {
        counter!(name).increment(0);
    }
    for name in ["poker_tables_quarantined", "poker_tournaments_quarantined"] {
        gauge!(name).increment(0);
    }
    for outcome in ["taken", "gone", "refused", "lost"] {
        counter!("poker_push_messages_total", "outcome" => outcome).increment(0);
    }
}

/// The metrics of this process as text. The first call installs the recorder.
///
/// # Errors
/// If another recorder is installed already.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    static FIRST: Mutex<()> = Mutex::new(());
    let _first = FIRST.lock();
    if let Some(handle) = HANDLE.get() {
        return Ok(handle.clone());
    }
    let handle = PrometheusBuilder::new().set_buckets(&SECONDS)?.install_recorder()?;
    Ok(HANDLE.get_or_init(|| handle).clone())
}
