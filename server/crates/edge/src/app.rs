//! State shared by all parts of a running server.

use axum::extract::FromRef;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dashmap::DashSet;
use poker_lobby::{Doors, Effects, Events, Hall, Lobby, Restraints, Sessions, Tables};
use poker_net::Origins;
use poker_owner::pool::Pool;
use poker_people::auth::Auth;
use poker_people::blocked::BlockedWords;
use poker_people::operators::Live;
use poker_people::results::Boards;
use poker_practice::Practice;
use poker_practice::odds::Bookmaker;
use poker_push::Push;
use poker_store::{Store, TableId};
use poker_words::cards::Pictures;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::http::closed::LateActs;
use crate::http::headers::Proxies;
use crate::http::health::Figures;
use crate::http::operator::Operator;
use crate::price::Budgets;
use crate::session::{Reception, Remarks};

/// A running server.
pub struct App {
    /// `true` to serve `/ws/echo`.
    pub ws_echo: bool,
    /// What it takes to serve a client.
    pub reception: Arc<Reception>,
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
    /// Limits that players have set for themselves.
    pub restraints: Arc<Restraints>,
    /// Tables and tournaments that open to members of a club alone.
    pub clubs: Arc<Doors>,
    /// Tables whose people are being given the next one.
    pub moving_on: DashSet<TableId>,
    /// Authenticated connections, by account.
    pub sessions: Arc<Sessions>,
    /// Web origins that may connect.
    pub origins: Arc<Origins>,
    /// Practice tables and hands for study.
    pub practice: Arc<Practice>,
    /// Rate limits of table chat.
    pub remarks: Arc<Remarks>,
    /// Runs all work that takes longer than a millisecond.
    pub pool: Arc<Pool>,
    /// Computes the odds of open hands.
    pub odds: Arc<Bookmaker>,
    /// Authentication for the operator's port.
    pub operator: Arc<Operator>,
    /// Request budgets.
    pub budgets: Arc<Budgets>,
    /// The proxies of this server.
    pub proxies: Arc<Proxies>,
    /// Acts of officials in closed tournaments.
    pub late_acts: Arc<LateActs>,
    /// Figures of the process.
    pub figures: Arc<Figures>,
    /// Set once the server is about to stop.
    pub draining: Arc<AtomicBool>,
    /// Stops connections.
    pub stop: CancellationToken,
    /// The tasks of the connections.
    pub connections: TaskTracker,
    /// Cached leaderboards.
    pub boards: Arc<Boards>,
    /// Pictures of cards drawn lately.
    pub pictures: Arc<Pictures>,
    /// Web Push, which calls players back to a table.
    pub push: Arc<Push>,
    /// Effects of operators' acts on the running server.
    pub people: Arc<Live>,
    /// Words that names and chat must not contain.
    pub blocked: Arc<BlockedWords>,
}

impl App {
    /// `true` once the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

/// The services of the edge, of which each route takes those that it uses.
#[derive(Clone, Debug)]
pub struct Services(pub Arc<App>);

impl FromRef<Services> for Arc<App> {
    fn from_ref(services: &Services) -> Self {
        Self::clone(&services.0)
    }
}

/// Lets routes take the service in this field.
macro_rules! routes_take {
    ($($field:ident: $service:ty),+ $(,)?) => {
        $(impl FromRef<Services> for $service {
            fn from_ref(services: &Services) -> Self {
                Self::clone(&services.0.$field)
            }
        })+
    };
}

routes_take! {
    auth: Arc<Auth>,
    boards: Arc<Boards>,
    budgets: Arc<Budgets>,
    clubs: Arc<Doors>,
    connections: TaskTracker,
    effects: Arc<Effects>,
    events: Arc<Events>,
    figures: Arc<Figures>,
    lobby: Arc<Lobby>,
    odds: Arc<Bookmaker>,
    operator: Arc<Operator>,
    origins: Arc<Origins>,
    pool: Arc<Pool>,
    practice: Arc<Practice>,
    proxies: Arc<Proxies>,
    push: Arc<Push>,
    reception: Arc<Reception>,
    restraints: Arc<Restraints>,
    sessions: Arc<Sessions>,
    stop: CancellationToken,
    store: Arc<dyn Store>,
    tables: Arc<Tables>,
    tournaments: Arc<Hall>,
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App")
            .field("lobby", &self.lobby)
            .finish_non_exhaustive()
    }
}
