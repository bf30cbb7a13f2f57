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
use poker_edge::Services;
use poker_edge::http::headers::Proxies;
use poker_edge::http::health::Figures;
use poker_edge::http::operator::Operator;
use poker_edge::price::Budgets;
use poker_edge::session::{Reception, Remarks, SessionConfig, socket_limits};
use poker_limits::Keyed;
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
use poker_push::{Identities, Push};
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
pub async fn open(
    config: &Config,
    lull: IdleSignal,
    traffic: Arc<Traffic>,
    journal: impl FnOnce(JournalHandle) -> JournalHandle,
) -> Result<Services, ServeError> {
    let metrics = metrics::install()?;
    let blocked = Arc::new(match config.blocked_words() {
        Some(file) => BlockedWords::read(file)?,
        None => BlockedWords::default(),
    });
    let Kept {
        store,
        tokens,
        identities,
        operator,
    } = open_kept(config, lull.clone()).await?;
    let pool = Arc::new(Pool::default());
    let auth = Auth::new(
        Arc::clone(&store),
        &tokens,
        auth_config(config, &blocked, &pool),
        WallClock::system(),
    );
    let auth = Arc::new(auth.await?);
    let push = Push::new(identities, &config.push_services, store.subscribed().await?);
    let ground = Ground::lay(store, auth, pool, blocked, push).await?;
    let load = Arc::new(Load::new(Duration::from_millis(config.hold_ms.into()), lull));
    let (stop, connections) = (CancellationToken::new(), TaskTracker::new());
    let tables = Arc::new(ground.tables(config, journal(ground.store.journal()), Arc::clone(&load)));
    let practice = Practice {
        tables: Arc::clone(&tables),
        rooms: Rooms::default(),
        study: Shelf::default(),
        bot_think_percent: config.bot_think_percent,
        stop: stop.clone(),
        tasks: connections.clone(),
    };
    let remarks = Arc::<Remarks>::default();
    let figures = Figures {
        metrics,
        traffic: Arc::clone(&traffic),
        load,
        store: Arc::clone(&ground.store),
        data: config.data.clone(),
    };
    let proxies = Proxies {
        trusted: config.trusted_proxy.clone(),
        strangers: Seldom::default(),
    };
    Ok(Services {
        ws_echo: config.ws_echo,
        reception: Arc::new(ground.reception(config, traffic, &tables, &remarks)),
        events: Arc::new(ground.events(config, &tables)),
        effects: Arc::new(ground.effects()),
        tables,
        practice: Arc::new(practice),
        remarks,
        origins: Arc::new(Origins::new(&config.allow_origin, config.tls().is_some())),
        odds: Arc::default(),
        operator: Arc::new(operator),
        budgets: Arc::new(Budgets::new(config.api_requests_per_second)),
        proxies: Arc::new(proxies),
        late_acts: Arc::default(),
        figures: Arc::new(figures),
        moving_on: Arc::default(),
        stop,
        connections,
        boards: Arc::default(),
        pictures: Arc::default(),
        store: ground.store,
        auth: ground.auth,
        pool: ground.pool,
        lobby: ground.lobby,
        tournaments: ground.tournaments,
        clubs: ground.clubs,
        restraints: ground.restraints,
        sessions: ground.sessions,
        push: ground.push,
        people: ground.people,
        blocked: ground.blocked,
    })
}

/// Services that know nothing of open tables: those of tables and connections stand on them.
struct Ground {
    store: Arc<dyn Store>,
    auth: Arc<Auth>,
    pool: Arc<Pool>,
    blocked: Arc<BlockedWords>,
    push: Arc<Push>,
    people: Arc<Live>,
    connection_log: Arc<ConnectionLog>,
    lobby: Arc<Lobby>,
    clubs: Arc<Doors>,
    sessions: Arc<Sessions>,
    set_aside: Arc<SetAsides>,
    tournaments: Arc<Hall>,
    restraints: Arc<Restraints>,
    clock: Arc<PlayClock>,
}

impl Ground {
    async fn lay(
        store: Arc<dyn Store>,
        auth: Arc<Auth>,
        pool: Arc<Pool>,
        blocked: Arc<BlockedWords>,
        push: Push,
    ) -> Result<Self, ServeError> {
        let people = Live::new(&*store).await?;
        let connection_log = ConnectionLog::begin(&*store).await?;
        let games = poker_engine::game::catalogue::all()
            .iter()
            .map(|game| wire::game_info(game))
            .collect();
        let lobby = Lobby::new(games).calling(push.calls());
        let lobby = Arc::new(lobby.recording(people.record(), connection_log.notes().clone()));
        let clubs = Doors::new(&*store, Arc::clone(&lobby)).await?;
        let sessions = Arc::<Sessions>::default();
        let restraints = Restraints::read(Arc::clone(&store), Arc::clone(&lobby), Arc::clone(&sessions)).await?;
        Ok(Self {
            store,
            auth,
            pool,
            blocked,
            push: Arc::new(push),
            people: Arc::new(people),
            connection_log: Arc::new(connection_log),
            lobby,
            clubs: Arc::new(clubs),
            sessions,
            set_aside: Arc::default(),
            tournaments: Arc::default(),
            restraints: Arc::new(restraints),
            clock: Arc::default(),
        })
    }

    fn tables(&self, config: &Config, journal: JournalHandle, load: Arc<Load>) -> Tables {
        Tables {
            store: Arc::clone(&self.store),
            journal,
            lobby: Arc::clone(&self.lobby),
            sessions: Arc::clone(&self.sessions),
            set_aside: Arc::clone(&self.set_aside),
            blocked: Arc::clone(&self.blocked),
            new_tables: Keyed::per_minute(config.tables_per_minute),
            openings: Openings::default(),
            pool: Arc::clone(&self.pool),
            clock: Arc::clone(&self.clock),
            load,
            draining: AtomicBool::new(false),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            config: TablesConfig {
                max_tables: config.max_tables,
                demo_tables: config.demo_tables,
                hand_pause_percent: config.hand_pause_percent,
                gone_wait_s: config.gone_wait_s,
            },
        }
    }

    fn events(&self, config: &Config, tables: &Arc<Tables>) -> Events {
        Events {
            tournaments: Arc::clone(&self.tournaments),
            tables: Arc::clone(tables),
            restraints: Arc::clone(&self.restraints),
            tasks: TaskTracker::new(),
            shown_for: Duration::from_secs(config.tournament_shown_s.into()),
        }
    }

    fn effects(&self) -> Effects {
        Effects {
            store: Arc::clone(&self.store),
            auth: Arc::clone(&self.auth),
            lobby: Arc::clone(&self.lobby),
            sessions: Arc::clone(&self.sessions),
            set_aside: Arc::clone(&self.set_aside),
            tournaments: Arc::clone(&self.tournaments),
            people: Arc::clone(&self.people),
            restraints: Arc::clone(&self.restraints),
            connection_log: Arc::clone(&self.connection_log),
        }
    }

    fn reception(
        &self,
        config: &Config,
        traffic: Arc<Traffic>,
        tables: &Arc<Tables>,
        remarks: &Arc<Remarks>,
    ) -> Reception {
        let session = SessionConfig {
            outbox_bytes: config.outbox_bytes,
            messages_per_second: config.messages_per_second,
            message_burst: config.message_burst,
            hello_timeout_ms: config.hello_timeout_ms,
            heartbeat_ms: config.heartbeat_ms,
            timeout_ms: config.timeout_ms,
        };
        Reception {
            config: session,
            socket_limits: socket_limits(&session),
            traffic,
            clock: Arc::clone(&self.clock),
            store: Arc::clone(&self.store),
            auth: Arc::clone(&self.auth),
            sessions: Arc::clone(&self.sessions),
            lobby: Arc::clone(&self.lobby),
            tables: Arc::clone(tables),
            tournaments: Arc::clone(&self.tournaments),
            clubs: Arc::clone(&self.clubs),
            set_aside: Arc::clone(&self.set_aside),
            restraints: Arc::clone(&self.restraints),
            people: Arc::clone(&self.people),
            connection_log: Arc::clone(&self.connection_log),
            blocked: Arc::clone(&self.blocked),
            remarks: Arc::clone(remarks),
        }
    }
}

/// The store, and the keys that lie beside it.
struct Kept {
    store: Arc<dyn Store>,
    tokens: KeyRing,
    identities: Identities,
    operator: Operator,
}

/// Opens the data folder with its keys.
async fn open_kept(config: &Config, lull: IdleSignal) -> Result<Kept, ServeError> {
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
    let tokens = token_keys(&key_file(KeyFile::Token)).map_err(ServeError::Key)?;
    let operator = Operator::load_or_create(folder.path(), &config.admin_host).map_err(ServeError::AdminToken)?;
    let contact = (!config.push_contact.is_empty()).then_some(&*config.push_contact);
    let push_keys = KeyRing::load_or_create(&key_file(KeyFile::Push)).map_err(ServeError::PushKey)?;
    let identities = Identities::new(&push_keys, contact)
        .ok_or_else(|| ServeError::PushKey(io::Error::other("push.key holds no key of P-256")))?;
    options.keys = vec![(KeyFile::Token, tokens.clone()), (KeyFile::Push, push_keys)];
    let store = SqliteStore::open(folder, WallClock::system(), lull, options).await?;
    Ok(Kept {
        store: Arc::new(store),
        tokens,
        identities,
        operator,
    })
}

/// Limits of signing in.
fn auth_config(config: &Config, blocked: &Arc<BlockedWords>, pool: &Arc<Pool>) -> AuthConfig {
    AuthConfig {
        limits: AuthLimits {
            password_per_address: a_minute(config.passwords_per_minute),
            guests_per_address: a_minute(config.guests_per_minute),
            refreshes_per_address: a_minute(config.guests_per_minute),
            ..AuthLimits::default()
        },
        blocked: Arc::clone(blocked),
        pool: Arc::clone(pool),
        ..AuthConfig::default()
    }
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
