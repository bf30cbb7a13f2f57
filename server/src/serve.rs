//! The life of a server, from start to shutdown.

mod wiring;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use poker_base::idle::IdleSignal;
use poker_edge::http::operator;
use poker_edge::{Services, http};
use poker_lobby::{CLOSE_ALL_TIMEOUT, Doors, Lobby, Sessions, hall, recurring, restraints, schedule, tables};
use poker_net::metrics::{self, Traffic};
use poker_net::tls::{Hangups, PairError, Tls};
use poker_net::{Accept, Room, accept};
use poker_people::auth::{Auth, AuthError};
use poker_people::blocked::BlockedWordsError;
use poker_people::operators;
use poker_protocol::v1::CloseCode;
use poker_store::{Store, StoreError, StoreHealth, free_bytes};
use poker_wire as wire;
use tokio::net::TcpListener;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};

use crate::config::{Config, ConfigError};
use crate::{backups, house, mint};

pub use self::wiring::open;

/// Interval at which metrics are published and quiet addresses forgotten.
const UPKEEP: Duration = Duration::from_secs(5);

/// Opens the operators' port, before the folder is touched.
async fn admin_listener(config: &Config) -> Result<Option<(TcpListener, SocketAddr)>, ServeError> {
    let Some(address) = config.admin_address()? else {
        return Ok(None);
    };
    let failed = |failure| ServeError::Listen(address, failure);
    let admin = TcpListener::bind(address).await.map_err(failed)?;
    let address = admin.local_addr().map_err(failed)?;
    Ok(Some((admin, address)))
}

/// Reason why a server did not start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A setting is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data folder cannot be used, or the store stopped by itself. The server stops too, since it must not show what may
    /// not have been kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A key of the server cannot be used.
    #[error("the key for tokens: {0}")]
    Key(std::io::Error),
    /// The token of the operator's port cannot be used.
    #[error("the token for operators: {0}")]
    AdminToken(std::io::Error),
    /// The key of Web Push cannot be used.
    #[error("the key for Web Push: {0}")]
    PushKey(std::io::Error),
    /// The list of blocked words cannot be used.
    #[error(transparent)]
    BlockedWords(#[from] BlockedWordsError),
    /// The certificate or its key cannot be used.
    #[error("tls-cert and tls-key: {0}")]
    Tls(#[from] PairError),
    /// The accounts cannot be served.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// The operators' port cannot be opened.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The metrics recorder cannot be installed.
    #[error("metrics: {0}")]
    Metrics(#[from] metrics_exporter_prometheus::BuildError),
    /// The disk has no room for a journal.
    #[error(
        "the disk is full: {free} KiB are left for {folder}, and nothing is played that cannot be written down. Make room \
         there, then start again; all that was played is kept", folder = .folder.display()
    )]
    NoSpace {
        /// The data folder.
        folder: PathBuf,
        /// Space left, in KiB.
        free: u64,
    },
}

impl ServeError {
    /// Adds a remedy to the error of a damaged folder.
    #[must_use]
    pub fn advised(self, folder: &Path) -> Self {
        match self {
            Self::Store(error) | Self::Auth(AuthError::Store(error)) => Self::Store(error.advised(folder)),
            other => other,
        }
    }
}

/// Serves until `shutdown` resolves, then until running hands end or their time is up. `lull` watches the threads this
/// runs on; `ready` is called once, when players can connect.
///
/// # Errors
/// If the server cannot start, or the store stops by itself.
pub async fn run(
    listener: TcpListener,
    config: Config,
    lull: IdleSignal,
    ready: impl FnOnce(),
    shutdown: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let hangups = Hangups::catch();
    check_room(&config.data)?;
    // Before the folder is touched: a server without a usable certificate serves no one. Both need the metrics that
    // this sets up.
    metrics::install()?;
    let traffic = Arc::new(Traffic::new());
    let room = room(&config, Arc::clone(&traffic));
    let tls = tls(&config, &room)?;
    let admin = admin_listener(&config).await?;
    let services = Arc::new(open(&config, lull, traffic, |journal| journal).await?);
    recover(&services).await?;
    tables::open_demo(&services.tables).await;
    let mut background = JoinSet::new();
    spawn_background(&services, &mut background);
    if config.demo_tables {
        background.spawn(schedule::keep_announced(Arc::clone(&services.events)));
    }
    background.spawn(backups::keep(config.clone()));

    let accepting = |router, tls| Accept {
        router,
        room: Arc::clone(&room),
        tls,
        header_timeout: Duration::from_millis(config.header_timeout_ms.into()),
        stop: services.stop.clone(),
        tasks: services.connections.clone(),
    };
    let admin_address = admin.as_ref().map(|(_, address)| *address);
    if let Some((admin, _)) = admin {
        background.spawn(accept(admin, accepting(http::admin_router(&services), None)));
    }
    if let Some(address) = admin_address {
        tracing::info!(%address, "operators are served with the token in admin.token of the data folder");
    }
    if let Err(failure) = operator::tell_address(&config.data, admin_address) {
        tracing::warn!(%failure, "admin.address could not be written, so it does not name the operators' port");
    }
    let mut for_bots = listener.local_addr();
    if let Some(tls) = &tls {
        background.spawn(Arc::clone(tls).watch(hangups));
        if config.house_bots > 0 {
            // The certificate does not cover this machine's own address, so house bots get a listener of their own.
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let door = TcpListener::bind(address).await;
            let door = door.map_err(|failure| ServeError::Listen(address, failure))?;
            for_bots = door.local_addr();
            background.spawn(accept(door, accepting(http::router(&services), None)));
        }
    } else {
        background.spawn(hangups.tell());
    }
    background.spawn(accept(listener, accepting(http::router(&services), tls)));
    let bots = match for_bots {
        Ok(address) => house::open(&config, &services, address).await?,
        Err(_) => None,
    };
    ready();
    tracing::info!(tables = services.lobby.count(), "ready");

    let outcome = tokio::select! {
        () = shutdown => Ok(()),
        why = stopped(&*services.store) => Err(why.into()),
    };
    if outcome.is_ok() {
        drain(&services, Duration::from_secs(config.drain_timeout_s.into())).await;
    }
    // Their sockets close with them, so nothing waits for their goodbyes, and none tries to come back.
    if let Some(bots) = bots {
        bots.abort();
    }
    close(&services).await;
    background.shutdown().await;
    operators::end_connection_log(&services.effects.connection_log, &*services.store).await;
    services.store.close().await;
    tracing::info!("stopped");
    outcome
}

/// Limits on the connections of players and operators.
fn room(config: &Config, traffic: Arc<Traffic>) -> Arc<Room> {
    Room::new(
        config.max_connections,
        config.max_connections_per_ip,
        config.trusted_proxy.clone(),
        traffic,
    )
}

/// TLS of the players' port, if it is configured.
fn tls(config: &Config, room: &Room) -> Result<Option<Arc<Tls>>, PairError> {
    let Some((certificate, key)) = config.tls() else {
        return Ok(None);
    };
    let patience = Duration::from_millis(config.header_timeout_ms.into());
    let tls = Tls::open(certificate, key, room.for_handshakes(), patience)?;
    Ok(Some(Arc::new(tls)))
}

/// Refuses to start on a full disk. Otherwise some part or other would fail, each with its own message.
fn check_room(data: &Path) -> Result<(), ServeError> {
    /// Least space for a start: the log of the database, its index, and a first table.
    const ROOM: u64 = 1 << 20;
    // A folder not made yet will be on the disk of its closest existing parent.
    let free = data.ancestors().chain([Path::new(".")]).find_map(free_bytes);
    match free {
        Some(free) if free < ROOM => Err(ServeError::NoSpace {
            folder: data.to_owned(),
            free: free / 1024,
        }),
        _ => Ok(()),
    }
}

/// Resumes all tables and tournaments of the data folder where they stood.
pub async fn recover(services: &Arc<Services>) -> Result<(), StoreError> {
    let (tournaments, seated) = tables::recover(&services.tables).await?;
    hall::recover(&services.events, tournaments, seated).await;
    services.effects.catch_up_all().await
}

/// Spawns the tasks that belong to no connection and no table.
pub fn spawn_background(services: &Arc<Services>, background: &mut JoinSet<()>) {
    background.spawn(tell_lobby(
        Arc::clone(&services.store),
        Arc::clone(&services.lobby),
        Arc::clone(&services.clubs),
        Arc::clone(&services.sessions),
    ));
    background.spawn(close_revoked(
        Arc::clone(&services.store),
        Arc::clone(&services.auth),
        Arc::clone(&services.sessions),
    ));
    let (push, store) = (Arc::clone(&services.push), Arc::clone(&services.store));
    let sessions = Arc::clone(&services.sessions);
    background.spawn(poker_push::run(push, store, move |account| sessions.is_seen(account)));
    background.spawn(operators::keep_chat(
        Arc::clone(&services.people),
        Arc::clone(&services.store),
    ));
    background.spawn(operators::keep_connection_log(
        Arc::clone(&services.effects.connection_log),
        Arc::clone(&services.store),
    ));
    background.spawn(restraints::watch(Arc::clone(&services.restraints)));
    background.spawn(recurring::keep_announced(
        Arc::clone(&services.events),
        Arc::clone(&services.clubs),
    ));
    background.spawn(Arc::clone(&services.reception.club_watches).keep_telling());
    background.spawn(mint::watch(Arc::clone(&services.store)));
    let clock = Arc::clone(&services.tables.clock);
    background.spawn(async move { clock.keep_beating().await });
    let load = Arc::clone(&services.tables.load);
    background.spawn(async move { load.watch().await });
    let load = Arc::clone(&services.tables.load);
    background.spawn(async move { load.send_held().await });
    let services = Arc::clone(services);
    background.spawn(async move {
        let mut ticks = interval(UPKEEP);
        loop {
            ticks.tick().await;
            services.figures.metrics.run_upkeep();
            services
                .figures
                .traffic
                .tables
                .set(u32::try_from(services.lobby.count()).unwrap_or(u32::MAX));
            services.figures.measure_disk();
            services.tables.new_tables.forget();
            services.budgets.forget();
            services.remarks.forget();
            services.auth.forget_tries();
            tables::close_empty(&services.tables);
            services.tournaments.close_idle();
        }
    });
}

/// Sends lobby changes to their watchers, and new balances to their accounts.
async fn tell_lobby(store: Arc<dyn Store>, lobby: Arc<Lobby>, clubs: Arc<Doors>, sessions: Arc<Sessions>) {
    loop {
        let news = lobby.tell().await;
        for (table, account) in news.stood {
            // The seat alone let it watch.
            if lobby.event_at(table).is_none() && !clubs.admits(table, Some(account)) {
                sessions.close(account, CloseCode::Restart);
            }
        }
        for account in news.accounts {
            if !sessions.is_connected(account) {
                continue;
            }
            match store.balance(account).await {
                Ok(balance) => sessions.send_balance(account, wire::chips(balance)),
                Err(fault) => tracing::warn!(%fault, "a balance could not be read, so its player is not notified"),
            }
        }
    }
}

/// Closes connections whose session has ended.
async fn close_revoked(store: Arc<dyn Store>, auth: Arc<Auth>, sessions: Arc<Sessions>) {
    let mut revocations = auth.subscribe_revocations();
    loop {
        match revocations.recv().await {
            Ok(session) => sessions.shut(session, CloseCode::Revoked, None),
            Err(RecvError::Closed) => return,
            Err(RecvError::Lagged(_)) => {
                for session in sessions.sessions() {
                    match store.session(session).await {
                        Ok(Some(record)) if !record.revoked => {}
                        Ok(_) => sessions.shut(session, CloseCode::Revoked, None),
                        Err(fault) => tracing::error!(%fault, "a session could not be looked up"),
                    }
                }
            }
        }
    }
}

/// Waits until the store stops by itself; returns the reason.
async fn stopped(store: &dyn Store) -> StoreError {
    let mut health = store.health();
    loop {
        if let StoreHealth::Stopped(why) = &*health.borrow_and_update() {
            return why.clone();
        }
        if health.changed().await.is_err() {
            return StoreError::Stopped("it is gone".to_owned());
        }
    }
}

/// Lets running hands finish within the time allowed.
async fn drain(services: &Services, limit: Duration) {
    services.tables.draining.store(true, Ordering::Relaxed);
    tracing::info!(
        tables = services.lobby.count(),
        connections = services.sessions.count(),
        "draining"
    );
    services.sessions.announce_restart();
    services.tables.clock.stand_still();
    services.tables.tasks.close();
    let over = async {
        services.lobby.drain().await;
        services.tables.tasks.wait().await;
    };
    if timeout(limit, over).await.is_err() {
        tracing::warn!("some hands are not over: they go on when the server starts again");
    }
}

/// Disconnects all clients, and stops tables and tournaments where they stand.
pub async fn close(services: &Services) {
    services.tables.draining.store(true, Ordering::Relaxed);
    services.sessions.close_all();
    services.stop.cancel();
    services.connections.close();
    if timeout(CLOSE_ALL_TIMEOUT, services.connections.wait()).await.is_err() {
        tracing::warn!(
            connections = services.sessions.count(),
            "some connections did not close in time"
        );
    }
    services.tables.stop.cancel();
    services.tables.tasks.close();
    services.tables.tasks.wait().await;
    services.events.tasks.close();
    services.events.tasks.wait().await;
}
