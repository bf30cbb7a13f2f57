//! State shared by all parts of a running server.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dashmap::DashSet;
use metrics_exporter_prometheus::PrometheusHandle;
use poker_base::Seldom;
use poker_base::network::Network;
use poker_owner::PlayClock;
use poker_owner::pool::{Openings, Pool};
use poker_store::{AccountId, JournalHandle, Store, TableId};
use poker_table::Load;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::auth::Auth;
use crate::blocked::BlockedWords;
use crate::cards::Pictures;
use crate::clubs::Doors;
use crate::config::Config;
use crate::http::operator::Operator;
use crate::limits::Limits;
use crate::lobby::Lobby;
use crate::metrics::Traffic;
use crate::net::{Keyed, Origins, SocketLimits};
use crate::odds::Bookmaker;
use crate::people::{ConnectionLog, Live};
use crate::practice::{Rooms, study};
use crate::push::Push;
use crate::results::Boards;
use crate::session::{Remarks, Sessions};
use crate::set_aside::SetAsides;
use crate::tournament::hall::Hall;

/// A running server.
pub struct App {
    /// The settings it runs with.
    pub config: Config,
    /// The store of accounts, chips, journals and hands.
    pub store: Arc<dyn Store>,
    /// The queue of steps on their way to the store.
    pub journal: JournalHandle,
    /// Accounts, sessions and tokens.
    pub auth: Arc<Auth>,
    /// Open tables, and the connections that watch the list of them.
    pub lobby: Arc<Lobby>,
    /// Tournaments that are not closed.
    pub tournaments: Hall,
    /// Tables and tournaments that open to members of a club alone.
    pub(crate) clubs: Doors,
    /// Limits that players have set for themselves.
    pub(crate) limits: Limits,
    /// Tables whose people are being given the next one.
    pub(crate) moving_on: DashSet<TableId>,
    /// Authenticated connections, by account.
    pub sessions: Sessions,
    /// Limits of each player connection.
    pub(crate) socket_limits: Arc<SocketLimits>,
    pub(crate) origins: Origins,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) new_tables: Keyed<AccountId>,
    /// Accounts that are practising.
    pub(crate) practice: Rooms,
    /// Hands for study.
    pub(crate) study: study::Shelf,
    /// Rate limit of trial deals of custom games.
    pub(crate) trials: Keyed<AccountId>,
    /// Rate limit of results requests: each one adds up all hands of the account.
    pub(crate) results: Keyed<AccountId>,
    /// Rate limits of table chat.
    pub(crate) remarks: Remarks,
    /// Runs all work that takes longer than a millisecond.
    pub(crate) pool: Arc<Pool>,
    /// Queue for opening tables and tournaments.
    pub(crate) openings: Openings,
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
    pub(crate) draining: AtomicBool,
    pub(crate) stop: CancellationToken,
    pub(crate) connections: TaskTracker,
    pub(crate) tables: TaskTracker,
    pub(crate) events: TaskTracker,
    /// Stops tables and tournaments where they stand, as a crash would.
    pub(crate) stop_tables: CancellationToken,
    /// Tables out of play after a fault, and the accounts that have chips there.
    pub(crate) set_aside: SetAsides,
    /// Held while an official acts in a closed tournament: what is still allowed depends on the acts before.
    pub(crate) late_acts: tokio::sync::Mutex<()>,
    /// Cached leaderboards.
    pub(crate) boards: Boards,
    /// Pictures of cards drawn lately.
    pub(crate) pictures: Arc<Pictures>,
    /// Web Push, which calls players back to a table.
    pub(crate) push: Push,
    /// Effects of operators' acts on the running server.
    pub(crate) people: Live,
    /// Record of connections, for operators.
    pub(crate) connection_log: ConnectionLog,
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
