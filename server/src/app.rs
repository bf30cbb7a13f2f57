//! What all parts of a running server share.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::auth::Auth;
use crate::blocked::BlockedWords;
use crate::config::Config;
use crate::http::operator::Operator;
use crate::lobby::Lobby;
use crate::log::Seldom;
use crate::metrics::Traffic;
use crate::net::{Keyed, Origins, SocketLimits};
use crate::network::Network;
use crate::odds::Bookmaker;
use crate::people::{ConnectionLog, Live};
use crate::pool::{Openings, Pool};
use crate::practice::{Rooms, study};
use crate::push::Push;
use crate::results::Boards;
use crate::session::{Remarks, Sessions};
use crate::set_aside::SetAsides;
use crate::store::{AccountId, Store};
use crate::table::{Load, PlayClock};
use crate::tournament::hall::Hall;

/// A running server.
pub struct App {
    /// How it is set up.
    pub config: Config,
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// Who is who.
    pub auth: Arc<Auth>,
    /// The tables.
    pub lobby: Arc<Lobby>,
    /// The tournaments.
    pub(crate) tournaments: Hall,
    /// The connections.
    pub sessions: Sessions,
    /// What a connection of a player may use.
    pub(crate) socket_limits: Arc<SocketLimits>,
    pub(crate) origins: Origins,
    pub(crate) metrics: PrometheusHandle,
    pub(crate) traffic: Arc<Traffic>,
    pub(crate) new_tables: Keyed<AccountId>,
    /// Which accounts practise.
    pub(crate) practice: Rooms,
    /// Hands to study.
    pub(crate) study: study::Shelf,
    /// Requests for hands that try a game out.
    pub(crate) trials: Keyed<AccountId>,
    /// Requests for results, which are added up from all hands of the account each time.
    pub(crate) results: Keyed<AccountId>,
    /// How much is said at the tables.
    pub(crate) remarks: Remarks,
    /// Where everything is done that takes longer than a millisecond.
    pub(crate) pool: Arc<Pool>,
    /// Turns to open tables and tournaments.
    pub(crate) openings: Openings,
    /// Works out the odds of open hands.
    pub(crate) odds: Bookmaker,
    /// The purses of networks.
    pub(crate) api_requests: Keyed<Network>,
    /// Who may use the operator's port.
    pub(crate) operator: Operator,
    /// The purses of accounts.
    pub(crate) account_requests: Keyed<AccountId>,
    /// For the line about forwarded headers that are not believed.
    pub(crate) strangers: Seldom,
    pub(crate) draining: AtomicBool,
    /// Ends connections.
    pub(crate) stop: CancellationToken,
    /// Owns the tasks of connections.
    pub(crate) connections: TaskTracker,
    /// Owns the tasks of tables.
    pub(crate) tables: TaskTracker,
    /// Owns the tasks of tournaments.
    pub(crate) events: TaskTracker,
    /// Ends tables and tournaments where they are, as a crash would.
    pub(crate) stop_tables: CancellationToken,
    /// Tables that are out of play after a fault, with who has chips there.
    pub(crate) set_aside: SetAsides,
    /// Held while an official acts in a closed tournament: what it may do depends on what the others did.
    pub(crate) late_acts: tokio::sync::Mutex<()>,
    /// The leaderboards of late.
    pub(crate) boards: Boards,
    /// What calls players back.
    pub(crate) push: Push,
    /// What a running server knows of what operators did.
    pub(crate) people: Live,
    /// What is noted of connections.
    pub(crate) connection_log: ConnectionLog,
    /// What names and the chat may not say.
    pub(crate) blocked: Arc<BlockedWords>,
    /// The clock of the tables.
    pub(crate) clock: Arc<PlayClock>,
    /// How much the process has to do.
    pub(crate) load: Arc<Load>,
}

impl App {
    /// Whether the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Silence after which a connection is sent a ping.
    pub(crate) fn heartbeat(&self) -> Duration {
        Duration::from_millis(self.config.heartbeat_ms.into())
    }

    /// Silence after which a connection is dead.
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
