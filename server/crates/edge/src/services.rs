//! The services of a running server, as the program wires them, and how routes take them.

use std::fmt;
use std::sync::Arc;

use axum::extract::FromRef;
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

use crate::http::cards::{Gallery, Links};
use crate::http::closed::LateActs;
use crate::http::clubs::ClubHouse;
use crate::http::evenings::EveningBook;
use crate::http::floor::Floor;
use crate::http::headers::Proxies;
use crate::http::health::Figures;
use crate::http::operator::Operator;
use crate::http::templates::TemplateDesk;
use crate::http::tournaments::EventBook;
use crate::price::Budgets;
use crate::session::{Reception, Remarks};

/// The services of a running server. The wiring alone sees them all; a route takes those that it uses.
pub struct Services {
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
    pub moving_on: Arc<DashSet<TableId>>,
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

/// The services behind the routes, each of which a route or a room takes by its type.
#[derive(Clone)]
pub(crate) struct RouteState(Arc<Services>);

impl From<&Arc<Services>> for RouteState {
    fn from(services: &Arc<Services>) -> Self {
        Self(Arc::clone(services))
    }
}

/// Lets routes take the service in this field.
macro_rules! routes_take {
    ($($field:ident: $service:ty),+ $(,)?) => {
        $(impl FromRef<RouteState> for $service {
            fn from_ref(RouteState(services): &RouteState) -> Self {
                Self::clone(&services.$field)
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

/// Lets a room take these services together, and another room.
macro_rules! room_takes {
    ($room:path: $($field:ident),+ $(; $inner:ident)?) => {
        impl FromRef<RouteState> for $room {
            fn from_ref(state: &RouteState) -> Self {
                Self {
                    $($field: state.0.$field.clone(),)+
                    $($inner: FromRef::from_ref(state),)?
                }
            }
        }
    };
}

room_takes!(ClubHouse: store, lobby, clubs, tournaments, sessions, connections, blocked, people, remarks, pool);
room_takes!(EveningBook: store, lobby, tables, moving_on, connections);
room_takes!(EventBook: store, clubs, tournaments);
room_takes!(Floor: late_acts, budgets, blocked);
room_takes!(Gallery: pictures, budgets, pool);
room_takes!(Links: lobby; book);
room_takes!(TemplateDesk: store, tables, events, tournaments);

impl fmt::Debug for Services {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Services")
            .field("lobby", &self.lobby)
            .finish_non_exhaustive()
    }
}
