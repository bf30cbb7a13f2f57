//! State shared by all parts of a running server.

use std::fmt;
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
use poker_store::{AccountId, Store, TableId};
use poker_table::Load;
use poker_words::cards::Pictures;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::http::operator::Operator;
use crate::session::Remarks;

/// A running server.
pub struct App {
    /// The settings it runs with.
    pub config: Config,
    /// The store of accounts, chips, journals and hands.
    pub store: Arc<dyn Store>,
    /// Accounts, sessions and tokens.
    pub auth: Arc<Auth>,
    /// Open tables, and the connections that watch the list of them.
    pub lobby: Arc<Lobby>,
    /// Tournaments that are not closed.
    pub tournaments: Arc<Hall>,
    /// What opens tables.
    pub(crate) tables: Arc<Tables>,
    /// What announces tournaments.
    pub events: Arc<Events>,
    /// What operators' acts have an effect on.
    pub(crate) effects: Arc<Effects>,
    /// Tables and tournaments that open to members of a club alone.
    pub(crate) clubs: Arc<Doors>,
    /// Tables whose people are being given the next one.
    pub(crate) moving_on: DashSet<TableId>,
    /// Authenticated connections, by account.
    pub sessions: Arc<Sessions>,
    /// Limits of each player connection.
    pub(crate) socket_limits: Arc<SocketLimits>,
    pub(crate) origins: Origins,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) traffic: Arc<Traffic>,
    /// Practice tables and hands for study.
    pub(crate) practice: Practice,
    /// Rate limit of trial deals of custom games.
    pub(crate) trials: Keyed<AccountId>,
    /// Rate limit of results requests: each one adds up all hands of the account.
    pub(crate) results: Keyed<AccountId>,
    /// Rate limits of table chat.
    pub(crate) remarks: Remarks,
    /// Runs all work that takes longer than a millisecond.
    pub(crate) pool: Arc<Pool>,
    /// Computes the odds of open hands.
    pub(crate) odds: Bookmaker,
    /// Request budgets of networks.
    pub(crate) api_requests: Keyed<Network>,
    /// Authentication for the operator's port.
    pub(crate) operator: Operator,
    /// Request budgets of accounts.
    pub(crate) account_requests: Keyed<AccountId>,
    /// Throttles the log line about untrusted forwarded headers.
    pub(crate) strangers: Seldom,
    pub(crate) draining: Arc<AtomicBool>,
    pub(crate) stop: CancellationToken,
    pub(crate) connections: TaskTracker,
    /// Tables out of play after a fault, and the accounts that have chips there.
    pub(crate) set_aside: Arc<SetAsides>,
    /// Held while an official acts in a closed tournament: what is still allowed depends on the acts before.
    pub(crate) late_acts: tokio::sync::Mutex<()>,
    /// Cached leaderboards.
    pub(crate) boards: Boards,
    /// Pictures of cards drawn lately.
    pub(crate) pictures: Arc<Pictures>,
    /// Web Push, which calls players back to a table.
    pub(crate) push: Arc<Push>,
    /// Effects of operators' acts on the running server.
    pub(crate) people: Arc<Live>,
    /// Record of connections, for operators.
    pub(crate) connection_log: Arc<ConnectionLog>,
    /// Words that names and chat must not contain.
    pub(crate) blocked: Arc<BlockedWords>,
    pub(crate) clock: Arc<PlayClock>,
    /// Load of the process.
    pub(crate) load: Arc<Load>,
}

impl App {
    /// `true` once the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Silence after which the server pings a connection.
    pub(crate) fn heartbeat(&self) -> Duration {
        Duration::from_millis(self.config.heartbeat_ms.into())
    }

    /// Silence after which a connection counts as dead.
    pub(crate) fn timeout(&self) -> Duration {
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
