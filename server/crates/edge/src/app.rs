//! State shared by all parts of a running server.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dashmap::DashSet;
use metrics_exporter_prometheus::PrometheusHandle;
use poker_base::Seldom;
use poker_base::network::Network;
use poker_limits::Keyed;
use poker_lobby::{Doors, Effects, Events, Hall, Lobby, Sessions, SetAsides, Tables};
use poker_net::metrics::Traffic;
use poker_net::{Origins, SocketLimits};
use poker_owner::PlayClock;
use poker_owner::pool::Pool;
use poker_people::auth::Auth;
use poker_people::blocked::BlockedWords;
use poker_people::operators::{ConnectionLog, Live};
use poker_people::results::Boards;
use poker_practice::Practice;
use poker_practice::odds::Bookmaker;
use poker_push::Push;
use poker_store::{AccountId, Store, StoreHealth, TableId, free_bytes};
use poker_table::Load;
use poker_words::cards::Pictures;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::http::operator::Operator;
use crate::session::Remarks;

/// Settings of the edge.
#[derive(Clone, Debug)]
pub struct EdgeConfig {
    /// The data folder, whose disk the figures show.
    pub data: PathBuf,
    /// Addresses of proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxy: Vec<IpAddr>,
    /// `true` to serve `/ws/echo`.
    pub ws_echo: bool,
    /// Bytes that may wait for a slow reader.
    pub outbox_bytes: u32,
    /// Messages per second that a connection may send in the long run.
    pub messages_per_second: u32,
    /// Messages that a connection may send in one burst.
    pub message_burst: u32,
    /// Milliseconds within which a connection must say hello.
    pub hello_timeout_ms: u32,
    /// Milliseconds of silence after which the server sends a ping.
    pub heartbeat_ms: u32,
    /// Milliseconds of silence after which a connection counts as dead.
    pub timeout_ms: u32,
}

/// A running server.
pub struct App {
    /// The settings it runs with.
    pub config: EdgeConfig,
    /// The store of accounts, chips, journals and hands.
    pub store: Arc<dyn Store>,
    /// Accounts, sessions and tokens.
    pub auth: Arc<Auth>,
    /// Open tables, and the connections that watch the list of them.
    pub lobby: Arc<Lobby>,
    /// Tournaments that are not closed.
    pub tournaments: Arc<Hall>,
    /// What opens tables.
    pub tables: Arc<Tables>,
    /// What announces tournaments.
    pub events: Arc<Events>,
    /// What operators' acts have an effect on.
    pub effects: Arc<Effects>,
    /// Tables and tournaments that open to members of a club alone.
    pub clubs: Arc<Doors>,
    /// Tables whose people are being given the next one.
    pub moving_on: DashSet<TableId>,
    /// Authenticated connections, by account.
    pub sessions: Arc<Sessions>,
    /// Limits of each player connection.
    pub socket_limits: Arc<SocketLimits>,
    /// Web origins that may connect.
    pub origins: Origins,
    /// The figures of the process as text.
    pub metrics: PrometheusHandle,
    /// Counters of the sockets.
    pub traffic: Arc<Traffic>,
    /// Practice tables and hands for study.
    pub practice: Practice,
    /// Rate limit of trial deals of custom games.
    pub trials: Keyed<AccountId>,
    /// Rate limit of results requests: each one adds up all hands of the account.
    pub results: Keyed<AccountId>,
    /// Rate limits of table chat.
    pub remarks: Remarks,
    /// Runs all work that takes longer than a millisecond.
    pub pool: Arc<Pool>,
    /// Computes the odds of open hands.
    pub odds: Bookmaker,
    /// Request budgets of networks.
    pub api_requests: Keyed<Network>,
    /// Authentication for the operator's port.
    pub operator: Operator,
    /// Request budgets of accounts.
    pub account_requests: Keyed<AccountId>,
    /// Throttles the log line about untrusted forwarded headers.
    pub strangers: Seldom,
    /// Set once the server is about to stop.
    pub draining: Arc<AtomicBool>,
    /// Stops connections.
    pub stop: CancellationToken,
    /// The tasks of the connections.
    pub connections: TaskTracker,
    /// Tables out of play after a fault, and the accounts that have chips there.
    pub set_aside: Arc<SetAsides>,
    /// Held while an official acts in a closed tournament: what is still allowed depends on the acts before.
    pub late_acts: tokio::sync::Mutex<()>,
    /// Cached leaderboards.
    pub boards: Boards,
    /// Pictures of cards drawn lately.
    pub pictures: Arc<Pictures>,
    /// Web Push, which calls players back to a table.
    pub push: Arc<Push>,
    /// Effects of operators' acts on the running server.
    pub people: Arc<Live>,
    /// Record of connections, for operators.
    pub connection_log: Arc<ConnectionLog>,
    /// Words that names and chat must not contain.
    pub blocked: Arc<BlockedWords>,
    /// The clock of play.
    pub clock: Arc<PlayClock>,
    /// Load of the process.
    pub load: Arc<Load>,
}

impl App {
    /// `true` once the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Measures the disk space left for the journal, and the state of its writes.
    pub fn measure_disk(&self) {
        if let Some(free) = free_bytes(&self.config.data) {
            #[expect(clippy::cast_precision_loss, reason = "a figure is a float, exact up to 8 PiB")]
            self.traffic.disk_free.set(free as f64);
        }
        let writes = matches!(*self.store.health().borrow(), StoreHealth::Ok);
        self.traffic.store_writes.set(u32::from(writes));
    }

    /// Silence after which the server pings a connection.
    pub fn heartbeat(&self) -> Duration {
        Duration::from_millis(self.config.heartbeat_ms.into())
    }

    /// Silence after which a connection counts as dead.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.config.timeout_ms.into())
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("lobby", &self.lobby)
            .finish_non_exhaustive()
    }
}
