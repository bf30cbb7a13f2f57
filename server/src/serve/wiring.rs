//! The wiring of a server: every service, with those that it takes.

use std::io;
use std::num::NonZeroU32;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jiff::Timestamp;
use poker_base::Seldom;
use poker_base::idle::IdleSignal;
use poker_edge::App;
use poker_edge::http::headers::Proxies;
use poker_edge::http::health::Figures;
use poker_edge::http::operator::Operator;
use poker_edge::price::Budgets;
use poker_edge::session::{Reception, Remarks, SessionConfig, socket_limits};
use poker_limits::Keyed;
use poker_lobby::clubs::ClubWatches;
use poker_lobby::{Doors, Effects, Events, Hall, Lobby, Restraints, Sessions, SetAsides, Tables, TablesConfig};
use poker_net::Origins;
use poker_net::metrics::{self, Traffic};
use poker_owner::PlayClock;
use poker_owner::pool::{Openings, Pool};
use poker_people::auth::{Auth, AuthConfig, AuthLimits, Rate};
use poker_people::blocked::BlockedWords;
use poker_people::operators::{ConnectionLog, Live};
use poker_practice::study::Shelf;
use poker_practice::{Practice, Rooms};
use poker_program::PROGRAM;
use poker_push::Push;
use poker_store::{
    DataFolder, JournalHandle, KeyFile, KeyRing, SqliteStore, Store, StoreError, StoreOptions, WallClock, refuse_unfit,
};
use poker_table::Load;
use poker_table::state::command::FORMAT;
use poker_wire as wire;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::ServeError;
use crate::config::Config;

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
#[expect(clippy::too_many_lines, reason = "a list of services, each with those that it takes")]
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
    let club_watches = ClubWatches::new(
        Arc::clone(&store),
        Arc::clone(&lobby),
        Arc::clone(&tournaments),
        Arc::clone(&clubs),
    );
    let restraints = Restraints::read(Arc::clone(&store), Arc::clone(&lobby), Arc::clone(&sessions)).await?;
    let restraints = Arc::new(restraints);
    let clock = Arc::<PlayClock>::default();
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
        draining: AtomicBool::new(false),
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
        restraints: Arc::clone(&restraints),
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
        club_watches: Arc::new(club_watches),
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
        moving_on: Arc::default(),
        restraints,
        sessions,
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
