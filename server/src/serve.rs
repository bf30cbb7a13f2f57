//! The life of a server, from start to shutdown.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dashmap::DashSet;
use jiff::Timestamp;
use poker_base::Seldom;
use poker_base::idle::IdleSignal;
use poker_edge::http::headers::Proxies;
use poker_edge::http::health::Figures;
use poker_edge::http::operator::{self, Operator};
use poker_edge::price::Budgets;
use poker_edge::session::{Reception, Remarks, SessionConfig, socket_limits};
use poker_edge::{App, Services, http};
use poker_limits::Keyed;
use poker_lobby::{
    CLOSE_ALL_TIMEOUT, Doors, Effects, Events, Hall, Lobby, Restraints, Sessions, SetAsides, Tables, TablesConfig,
    hall, restraints, schedule, tables,
};
use poker_net::metrics::{self, Traffic};
use poker_net::tls::{Hangups, PairError, Tls};
use poker_net::{Accept, Origins, Room, accept};
use poker_owner::PlayClock;
use poker_owner::pool::{Openings, Pool};
use poker_people::auth::{Auth, AuthConfig, AuthError, AuthLimits, Rate};
use poker_people::blocked::{BlockedWords, BlockedWordsError};
use poker_people::operators::{self, ConnectionLog, Live};
use poker_practice::study::Shelf;
use poker_practice::{Practice, Rooms};
use poker_program::PROGRAM;
use poker_protocol::v1::CloseCode;
use poker_push::Push;
use poker_store::{
    DataFolder, JournalHandle, KeyFile, KeyRing, SqliteStore, Store, StoreError, StoreHealth, StoreOptions, WallClock,
    free_bytes, refuse_unfit,
};
use poker_table::Load;
use poker_table::state::command::FORMAT;
use poker_wire as wire;
use tokio::net::TcpListener;
use tokio::sync::broadcast::error::RecvError;
use tokio::task::JoinSet;
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::backups;
use crate::config::{Config, ConfigError};
use crate::{house, mint};

/// Interval at which metrics are published and quiet addresses forgotten.
const UPKEEP: Duration = Duration::from_secs(5);

/// Longest time the house bots get to leave.
const BOTS_TIMEOUT: Duration = Duration::from_secs(2);

/// Reason why a server did not start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// A setting is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data folder cannot be used.
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
    /// The store stopped by itself. The server stops too, since it must not show what may not have been kept.
    #[error("the store has stopped: {0}")]
    Stopped(String),
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
    check_room(&config.data)?;
    // Before the folder is touched: a server without a usable certificate serves no one. Both need the metrics that
    // this sets up.
    metrics::install()?;
    let traffic = Arc::new(Traffic::new());
    let room = room(&config, Arc::clone(&traffic));
    let tls = tls(&config, &room)?;
    let hangups = tls.is_some().then(Hangups::catch);
    let app = Arc::new(open(&config, lull, traffic, |journal| journal).await?);
    recover(&app).await?;
    tables::open_demo(&app.tables).await;
    let mut background = JoinSet::new();
    spawn_background(&app, &mut background);
    if config.demo_tables {
        background.spawn(schedule::keep_announced(Arc::clone(&app.events)));
    }
    background.spawn(backups::keep(config.clone()));

    let services = Services(Arc::clone(&app));
    let accepting = |router, tls| Accept {
        router,
        room: Arc::clone(&room),
        tls,
        header_timeout: Duration::from_millis(config.header_timeout_ms.into()),
        stop: app.stop.clone(),
        tasks: app.connections.clone(),
    };
    let mut admin_address = None;
    if let Some(address) = config.admin_address()? {
        let failed = |failure| ServeError::Listen(address, failure);
        let admin = TcpListener::bind(address).await.map_err(failed)?;
        admin_address = Some(admin.local_addr().map_err(failed)?);
        background.spawn(accept(admin, accepting(http::admin_router(&services), None)));
    }
    if let Some(address) = admin_address {
        tracing::info!(%address, "operators are served with the token in admin.token of the data folder");
    }
    if let Err(failure) = operator::tell_address(&config.data, admin_address) {
        tracing::warn!(%failure, "admin.address does not tell where operators are served");
    }
    let mut for_bots = listener.local_addr();
    if let (Some(tls), Some(hangups)) = (&tls, hangups) {
        background.spawn(Arc::clone(tls).watch(hangups));
        if config.house_bots > 0 {
            // The certificate does not cover this machine's own address, so house bots get a listener of their own.
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            let door = TcpListener::bind(address).await;
            let door = door.map_err(|failure| ServeError::Listen(address, failure))?;
            for_bots = door.local_addr();
            background.spawn(accept(door, accepting(http::router(&services), None)));
        }
    }
    background.spawn(accept(listener, accepting(http::router(&services), tls)));
    let bots_leave = CancellationToken::new();
    let bots = match for_bots {
        Ok(address) => house::open(&config, &app.auth, &app.lobby, address, bots_leave.clone()).await?,
        Err(_) => None,
    };
    ready();
    tracing::info!(tables = app.lobby.count(), "ready");

    let outcome = tokio::select! {
        () = shutdown => Ok(()),
        why = stopped(&app) => Err(ServeError::Stopped(why)),
    };
    if outcome.is_ok() {
        drain(&app, Duration::from_secs(config.drain_timeout_s.into())).await;
    }
    bots_leave.cancel();
    close(&app).await;
    if let Some(mut bots) = bots
        && timeout(BOTS_TIMEOUT, &mut bots).await.is_err()
    {
        bots.abort();
    }
    background.shutdown().await;
    operators::end_connection_log(&app.effects.connection_log, &*app.store).await;
    app.store.close().await;
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
pub async fn recover(app: &Arc<App>) -> Result<(), StoreError> {
    let (tournaments, seated) = tables::recover(&app.tables).await?;
    hall::recover(&app.events, tournaments, seated).await;
    Ok(())
}

/// Opens the data folder, and says if a new one is begun: one that was there, and is empty, may be the wrong one.
fn open_folder(path: &Path) -> Result<DataFolder, StoreError> {
    let was_there = path.exists();
    let folder = DataFolder::open(path)?;
    if folder.is_new() && was_there {
        tracing::warn!(
            folder = %folder.path().display(),
            "nothing was in this data folder: a new one is begun, without accounts, chips or hands. If there should be \
             some, stop this server and look at --data"
        );
    } else if folder.is_new() {
        tracing::info!(folder = %folder.path().display(), "a new data folder is begun");
    }
    Ok(folder)
}

/// Opens the data folder of a server. Nothing is played yet. `traffic` has the counters of its sockets; `journal` may
/// replace the queue into which tables and tournaments write.
///
/// # Errors
/// If the folder or one of its keys cannot be used.
pub async fn open(
    config: &Config,
    lull: IdleSignal,
    traffic: Arc<Traffic>,
    journal: impl FnOnce(JournalHandle) -> JournalHandle,
) -> Result<App, ServeError> {
    let metrics = metrics::install()?;
    let clock = WallClock::system();
    let blocked = Arc::new(match config.blocked_words() {
        Some(file) => BlockedWords::read(file)?,
        None => BlockedWords::default(),
    });
    let mut options = StoreOptions {
        format: FORMAT,
        seal_key: config.seal_key(),
        keep_hands: config.keep_hands,
        keep_journal: config.keep_journal,
        faucet: config.faucet(),
        accept_loss: config.accept_loss,
        ..StoreOptions::of(PROGRAM)
    };
    refuse_unfit(&config.data, &options).await?;
    let folder = open_folder(&config.data)?;
    let key_file = |key: KeyFile| folder.path().join(key.name());
    let token_keys = token_keys(&key_file(KeyFile::Token)).map_err(ServeError::Key)?;
    let operator = Operator::load_or_create(folder.path(), &config.admin_host).map_err(ServeError::AdminToken)?;
    let contact = (!config.push_contact.is_empty()).then_some(&*config.push_contact);
    let push_keys = KeyRing::load_or_create(&key_file(KeyFile::Push)).map_err(ServeError::PushKey)?;
    let identities = poker_push::Identities::new(&push_keys, contact)
        .ok_or_else(|| ServeError::PushKey(io::Error::other("push.key holds no key of P-256")))?;
    options.keys = vec![(KeyFile::Token, token_keys.clone()), (KeyFile::Push, push_keys)];
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder, clock.clone(), lull.clone(), options).await?);
    let pool = Arc::new(Pool::default());
    let auth_config = AuthConfig {
        limits: AuthLimits {
            password_per_address: a_minute(config.passwords_per_minute),
            guests_per_address: a_minute(config.guests_per_minute),
            refreshes_per_address: a_minute(config.guests_per_minute),
            ..AuthLimits::default()
        },
        blocked: Arc::clone(&blocked),
        pool: Arc::clone(&pool),
        ..AuthConfig::default()
    };
    let auth = Auth::new(Arc::clone(&store), &token_keys, auth_config, clock).await?;
    let games = poker_engine::game::catalogue::all()
        .iter()
        .map(|game| wire::game_info(game))
        .collect();
    let push = Push::new(identities, &config.push_services, store.subscribed().await?);
    let people = Live::new(&*store).await?;
    let connection_log = Arc::new(ConnectionLog::begin(&*store).await?);
    let lobby = Lobby::new(games).calling(push.calls());
    let lobby = Arc::new(lobby.recording(people.record(), connection_log.notes().clone()));
    let clubs = Arc::new(Doors::new(&*store, Arc::clone(&lobby)).await?);
    let (auth, people) = (Arc::new(auth), Arc::new(people));
    let (sessions, set_aside, tournaments) = (
        Arc::<Sessions>::default(),
        Arc::<SetAsides>::default(),
        Arc::<Hall>::default(),
    );
    let restraints = Restraints::read(Arc::clone(&store), Arc::clone(&lobby), Arc::clone(&sessions)).await?;
    let restraints = Arc::new(restraints);
    let (draining, clock) = (Arc::<AtomicBool>::default(), Arc::<PlayClock>::default());
    let load = Arc::new(Load::new(Duration::from_millis(config.hold_ms.into()), lull));
    let (stop, connections) = (CancellationToken::new(), TaskTracker::new());
    let tables = Arc::new(Tables {
        store: Arc::clone(&store),
        journal: journal(store.journal()),
        lobby: Arc::clone(&lobby),
        sessions: Arc::clone(&sessions),
        set_aside: Arc::clone(&set_aside),
        blocked: Arc::clone(&blocked),
        new_tables: Keyed::per_minute(config.tables_per_minute),
        openings: Openings::default(),
        pool: Arc::clone(&pool),
        clock: Arc::clone(&clock),
        load: Arc::clone(&load),
        draining: Arc::clone(&draining),
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
        config: TablesConfig {
            max_tables: config.max_tables,
            demo_tables: config.demo_tables,
            hand_pause_percent: config.hand_pause_percent,
            gone_wait_s: config.gone_wait_s,
        },
    });
    let events = Arc::new(Events {
        tournaments: Arc::clone(&tournaments),
        tables: Arc::clone(&tables),
        tasks: TaskTracker::new(),
        shown_for: Duration::from_secs(config.tournament_shown_s.into()),
    });
    let effects = Arc::new(Effects {
        store: Arc::clone(&store),
        auth: Arc::clone(&auth),
        lobby: Arc::clone(&lobby),
        sessions: Arc::clone(&sessions),
        set_aside: Arc::clone(&set_aside),
        tournaments: Arc::clone(&tournaments),
        people: Arc::clone(&people),
        restraints: Arc::clone(&restraints),
        connection_log: Arc::clone(&connection_log),
    });
    let practice = Practice {
        tables: Arc::clone(&tables),
        rooms: Rooms::default(),
        study: Shelf::default(),
        bot_think_percent: config.bot_think_percent,
        stop: stop.clone(),
        tasks: connections.clone(),
    };
    let session = SessionConfig {
        outbox_bytes: config.outbox_bytes,
        messages_per_second: config.messages_per_second,
        message_burst: config.message_burst,
        hello_timeout_ms: config.hello_timeout_ms,
        heartbeat_ms: config.heartbeat_ms,
        timeout_ms: config.timeout_ms,
    };
    let remarks = Arc::<Remarks>::default();
    let reception = Arc::new(Reception {
        config: session,
        socket_limits: socket_limits(&session),
        traffic: Arc::clone(&traffic),
        clock,
        store: Arc::clone(&store),
        auth: Arc::clone(&auth),
        sessions: Arc::clone(&sessions),
        lobby: Arc::clone(&lobby),
        tables: Arc::clone(&tables),
        tournaments: Arc::clone(&tournaments),
        clubs: Arc::clone(&clubs),
        set_aside,
        restraints: Arc::clone(&restraints),
        people: Arc::clone(&people),
        connection_log,
        blocked: Arc::clone(&blocked),
        remarks: Arc::clone(&remarks),
    });
    Ok(App {
        origins: Arc::new(Origins::new(&config.allow_origin, config.tls().is_some())),
        practice: Arc::new(practice),
        remarks,
        ws_echo: config.ws_echo,
        reception,
        pool,
        odds: Arc::default(),
        operator: Arc::new(operator),
        budgets: Arc::new(Budgets::new(config.api_requests_per_second)),
        proxies: Arc::new(Proxies {
            trusted: config.trusted_proxy.clone(),
            strangers: Seldom::default(),
        }),
        late_acts: Arc::default(),
        figures: Arc::new(Figures {
            metrics,
            traffic,
            load,
            store: Arc::clone(&store),
            data: config.data.clone(),
        }),
        store,
        auth,
        lobby,
        tables,
        tournaments,
        events,
        effects,
        clubs,
        restraints,
        moving_on: DashSet::new(),
        sessions,
        draining,
        stop,
        connections,
        boards: Arc::default(),
        pictures: Arc::default(),
        push: Arc::new(push),
        people,
        blocked,
    })
}

/// Keys of access tokens, without those that no valid token needs any more.
fn token_keys(path: &Path) -> io::Result<KeyRing> {
    let mut keys = KeyRing::load_or_create(path)?;
    if keys.drop_ended(Timestamp::now())
        && let Err(failure) = keys.replace(path)
    {
        tracing::warn!(%failure, "a key whose time has ended stays in its file, and is not used");
    }
    Ok(keys)
}

/// A rate of `count` a minute, all of which may come in one burst.
fn a_minute(count: u32) -> Option<Rate> {
    NonZeroU32::new(count).map(|burst| Rate {
        burst,
        every: Duration::from_mins(1) / burst.get(),
    })
}

/// Spawns the tasks that belong to no connection and no table.
pub fn spawn_background(app: &Arc<App>, background: &mut JoinSet<()>) {
    background.spawn(tell_lobby(Arc::clone(app)));
    background.spawn(close_revoked(Arc::clone(app)));
    let (push, store, seen) = (Arc::clone(&app.push), Arc::clone(&app.store), Arc::clone(app));
    background.spawn(poker_push::run(push, store, move |account| {
        seen.sessions.is_seen(account)
    }));
    background.spawn(operators::keep_chat(Arc::clone(&app.people), Arc::clone(&app.store)));
    background.spawn(operators::keep_connection_log(
        Arc::clone(&app.effects.connection_log),
        Arc::clone(&app.store),
    ));
    background.spawn(restraints::watch(Arc::clone(&app.restraints)));
    background.spawn(mint::watch(Arc::clone(&app.store)));
    let clock = Arc::clone(&app.tables.clock);
    background.spawn(async move { clock.keep_beating().await });
    let load = Arc::clone(&app.tables.load);
    background.spawn(async move { load.watch().await });
    let load = Arc::clone(&app.tables.load);
    background.spawn(async move { load.send_held().await });
    let app = Arc::clone(app);
    background.spawn(async move {
        let mut ticks = interval(UPKEEP);
        loop {
            ticks.tick().await;
            app.figures.metrics.run_upkeep();
            app.figures
                .traffic
                .tables
                .set(u32::try_from(app.lobby.count()).unwrap_or(u32::MAX));
            app.figures.measure_disk();
            app.tables.new_tables.forget();
            app.budgets.forget();
            app.remarks.forget();
            app.auth.forget_tries();
            tables::close_empty(&app.tables);
            app.tournaments.close_idle();
        }
    });
}

/// Sends lobby changes to their watchers, and new balances to their accounts.
async fn tell_lobby(app: Arc<App>) {
    loop {
        let news = app.lobby.tell().await;
        for (table, account) in news.stood {
            // The seat alone let it watch.
            if app.lobby.event_at(table).is_none() && !app.clubs.admits(table, Some(account)) {
                app.sessions.close(account, CloseCode::Restart);
            }
        }
        for account in news.accounts {
            if !app.sessions.is_connected(account) {
                continue;
            }
            match app.store.balance(account).await {
                Ok(balance) => app.sessions.send_balance(account, wire::chips(balance)),
                Err(fault) => tracing::warn!(%fault, "a balance was not told"),
            }
        }
    }
}

/// Closes connections whose session has ended.
async fn close_revoked(app: Arc<App>) {
    let mut revocations = app.auth.subscribe_revocations();
    loop {
        match revocations.recv().await {
            Ok(session) => app.sessions.shut(session, CloseCode::Revoked, None),
            Err(RecvError::Closed) => return,
            Err(RecvError::Lagged(_)) => {
                for session in app.sessions.sessions() {
                    match app.store.session(session).await {
                        Ok(Some(record)) if !record.revoked => {}
                        Ok(_) => app.sessions.shut(session, CloseCode::Revoked, None),
                        Err(fault) => tracing::error!(%fault, "a session could not be looked up"),
                    }
                }
            }
        }
    }
}

/// Waits until the store stops by itself; returns the reason.
async fn stopped(app: &App) -> String {
    let mut health = app.store.health();
    loop {
        if let StoreHealth::Stopped(why) = &*health.borrow_and_update() {
            return why.clone();
        }
        if health.changed().await.is_err() {
            return "it is gone".to_owned();
        }
    }
}

/// Lets running hands finish within the time allowed.
async fn drain(app: &App, limit: Duration) {
    app.draining.store(true, Ordering::Relaxed);
    tracing::info!(
        tables = app.lobby.count(),
        connections = app.sessions.count(),
        "draining"
    );
    app.sessions.announce_restart();
    app.tables.clock.stand_still();
    app.tables.tasks.close();
    let over = async {
        app.lobby.drain().await;
        app.tables.tasks.wait().await;
    };
    if timeout(limit, over).await.is_err() {
        tracing::warn!("some hands are not over: they go on when the server starts again");
    }
}

/// Disconnects all clients, and stops tables and tournaments where they stand.
pub async fn close(app: &App) {
    app.draining.store(true, Ordering::Relaxed);
    app.sessions.close_all();
    app.stop.cancel();
    app.connections.close();
    if timeout(CLOSE_ALL_TIMEOUT, app.connections.wait()).await.is_err() {
        tracing::warn!(
            connections = app.sessions.count(),
            "some connections did not close in time"
        );
    }
    app.tables.stop.cancel();
    app.tables.tasks.close();
    app.tables.tasks.wait().await;
    app.events.tasks.close();
    app.events.tasks.wait().await;
}
