//! Opening of tables: those of an earlier run, demo tables, and those that players ask for.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use metrics::gauge;
use poker_base::network::Network;
use poker_engine::GameDef;
use poker_engine::game::{LocalName, catalogue};
use poker_event::setup::EventTableRow;
use poker_limits::places::{self, Newcomer, Verdict};
use poker_limits::{Keyed, rate_limited, too_busy};
use poker_owner::PlayClock;
use poker_owner::pool::{Openings, Pool};
use poker_people::blocked::BlockedWords;
use poker_people::store_error;
use poker_protocol::v1::server::SetAside;
use poker_protocol::v1::table::{SessionRules, TableConfig, TableInfo};
use poker_protocol::v1::{ErrorCode, ErrorMsg, MixConfig, ServerMsg};
use poker_store::{AccountId, Claim, JournalHandle, JournalRow, OwnerKind, Store, StoreError, StoredTable, TableId};
use poker_table::actor::task::{self, Deps};
use poker_table::core::supervise::Ended;
use poker_table::state::salvage;
use poker_table::stored::{Opened, told_in};
use poker_table::{
    ConfigError, EventSetup, FromTable, House, Invitation, Load, Mail, Mailbox, ReportSender, Reports, TableHandle,
    TableSetup, TableStatus, Timing, wire_id,
};
use poker_wire as wire;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::{Lobby, Opener, Sessions, SetAsides};

/// Seats of a demo table, if the game has room for that many.
const DEMO_SEATS: u8 = 6;

/// Settings of tables.
#[derive(Clone, Copy, Debug)]
pub struct TablesConfig {
    /// Open tables in total.
    pub max_tables: u32,
    /// `true` to open demo tables in a new data folder.
    pub demo_tables: bool,
    /// Length of the pauses between hands, in percent.
    pub hand_pause_percent: u32,
    /// Seconds that a hand waits for a player who is leaving and has lost the connection.
    pub gone_wait_s: u32,
}

/// What it takes to open tables.
pub struct Tables {
    /// The store of accounts, chips, journals and hands.
    pub store: Arc<dyn Store>,
    /// The queue of steps on their way to the store.
    pub journal: JournalHandle,
    /// Open tables.
    pub lobby: Arc<Lobby>,
    /// Connections of the players.
    pub sessions: Arc<Sessions>,
    /// Tables out of play after a fault.
    pub set_aside: Arc<SetAsides>,
    /// Words that names must not contain.
    pub blocked: Arc<BlockedWords>,
    /// Rate limit of new tables and tournaments.
    pub new_tables: Keyed<AccountId>,
    /// Queue for opening tables and tournaments.
    pub openings: Openings,
    /// Runs all work that takes longer than a millisecond.
    pub pool: Arc<Pool>,
    /// The clock of play.
    pub clock: Arc<PlayClock>,
    /// Load of the process.
    pub load: Arc<Load>,
    /// Set once the server is about to stop.
    pub draining: AtomicBool,
    /// Stops tables and tournaments where they stand, as a crash would.
    pub stop: CancellationToken,
    /// The tasks of the tables.
    pub tasks: TaskTracker,
    /// Settings.
    pub config: TablesConfig,
}

impl Tables {
    /// `true` once the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}

/// Tournaments that were running, and the tables of events.
type Found = (Vec<StoredTable>, Vec<(EventTableRow, StoredTable)>);

/// Reopens the cash tables that were open when the server stopped, each at the decision it had reached. Returns the
/// running tournaments and their tables; the caller now owns them.
pub async fn recover(tables: &Arc<Tables>) -> Result<Found, StoreError> {
    let (mut tournaments, mut seated, mut unplayable) = (Vec::new(), Vec::new(), Vec::new());
    for Claim { id, kind, stored } in tables.store.load_tables().await? {
        let stored = match (kind, stored) {
            (OwnerKind::Tournament, Ok(stored)) => {
                tournaments.push(stored);
                continue;
            }
            (_, stored) => stored.map_err(|fault| fault.to_string()),
        };
        let row = stored
            .as_ref()
            .ok()
            .and_then(|stored| EventTableRow::read(&stored.config));
        if let (Some(row), Ok(stored)) = (row, &stored) {
            seated.push((row, stored.clone()));
            continue;
        }
        let opened = stored.and_then(|stored| {
            let opened: Opened = serde_json::from_str(&stored.config).map_err(|fault| fault.to_string())?;
            let setup = opened.kept_setup(timing(tables)).map_err(|fault| fault.to_string())?;
            Ok((stored, setup, opened.demo))
        });
        match opened {
            // Its bots are gone, and its chips were no money.
            Ok((stored, setup, _)) if setup.practice => tables.store.release_table(stored.id, Vec::new(), None).await?,
            Ok((stored, setup, demo)) => {
                let settled = match setup.host {
                    Some(host) => places::is_settled(&*tables.store, host).await,
                    None => false,
                };
                let (handle, mail) = TableHandle::new(id);
                let setup = Arc::new(setup);
                let by = Opener { network: None, settled };
                tables.lobby.opened(handle, Arc::clone(&setup), demo, by);
                run(tables, stored, setup, mail, None);
            }
            Err(why) => unplayable.push(Unplayable { kind, id, why }),
        }
    }
    quarantine(tables, unplayable).await;
    Ok((tournaments, seated))
}

/// A table or tournament that cannot be played.
pub struct Unplayable {
    /// Table or tournament.
    pub kind: OwnerKind,
    /// Its number.
    pub id: TableId,
    /// Reason, for the log.
    pub why: String,
}

/// Counts a quarantined table or tournament.
fn count_quarantined(kind: OwnerKind) {
    match kind {
        OwnerKind::Table => gauge!("poker_tables_quarantined").increment(1),
        OwnerKind::Tournament => gauge!("poker_tournaments_quarantined").increment(1),
    }
}

/// Records tables and tournaments that cannot be played, and notifies their players. The chips stay there until `poker
/// release` has dealt with them.
pub async fn quarantine(tables: &Tables, unplayable: Vec<Unplayable>) {
    let mut told = Vec::new();
    for Unplayable { kind, id, why } in unplayable {
        tracing::error!(%kind, %id, why, "it is quarantined: see `poker tables` and `poker release`");
        count_quarantined(kind);
        if let Err(fault) = tables.store.quarantine(id, Some(why)).await {
            tracing::error!(%kind, %id, %fault, "the quarantine was not recorded");
        }
        if kind == OwnerKind::Table {
            told.push(id);
        }
    }
    if told.is_empty() {
        return;
    }
    match tables.store.told_rows(told).await {
        Ok(told) => {
            for (table, rows) in told {
                set_aside(tables, table, &rows).await;
            }
        }
        Err(fault) => tracing::error!(%fault, "the players of quarantined tables could not be notified"),
    }
}

/// Notifies the players of a quarantined table about their chips there. Chips of an event's table are no money: its
/// officials are notified instead.
async fn set_aside(tables: &Tables, table: TableId, told: &[JournalRow]) {
    let config = tables.store.table_config(table).await.ok().flatten();
    if config
        .as_deref()
        .is_some_and(|config| EventTableRow::read(config).is_some())
    {
        return;
    }
    let (name, invitation) = config.map_or((None, None), |config| told_in(&config));
    let id = wire_id(table, invitation.as_ref());
    for (account, chips) in salvage::stacks_told(told) {
        let aside = SetAside {
            table: id.clone(),
            name: name.clone(),
            chips: wire::chips(chips),
        };
        tables.set_aside.add(account, aside.clone());
        tables.sessions.send(account, &ServerMsg::SetAside(aside));
    }
}

/// Opens the demo tables in a data folder that has no table yet: the widely played games, which other hand formats have
/// a name for, and the mixed games. With a table for every game, the few players who come would never meet.
pub async fn open_demo(tables: &Arc<Tables>) {
    if !tables.config.demo_tables || tables.lobby.count() > 0 {
        return;
    }
    for config in demo_tables() {
        let name = config.name.clone();
        let opened = Opened {
            demo: true,
            config,
            host: None,
            invitation: None,
            practice: false,
        };
        if let Err(error) = create(tables, opened, Opener::default()).await {
            tracing::error!(name, error = error.message, "a demonstration table cannot be opened");
        }
    }
}

/// Configurations of the demo tables. The house fills tables from the first, so the mixed games come before most of the
/// single ones.
fn demo_tables() -> Vec<TableConfig> {
    let everywhere = catalogue::all().iter().filter(|game| game.phh.is_some());
    let single = |game: &Arc<GameDef>| TableConfig {
        game: game.id.clone(),
        ..demo_table(&game.name, game.seats.1)
    };
    let mut configs: Vec<TableConfig> = everywhere.map(single).collect();
    let longest = catalogue::rotations()
        .iter()
        .max_by_key(|rotation| rotation.games.len());
    let in_turn = longest.map(|rotation| {
        let seats = rotation.games.iter().map(|entry| entry.game.seats.1).min();
        let mix = MixConfig::Rotation {
            rotation: Some(rotation.id.clone()),
            games: Vec::new(),
            hands: None,
        };
        TableConfig {
            mix: Some(mix),
            ..demo_table(&rotation.name, seats.unwrap_or(DEMO_SEATS))
        }
    });
    let picked = catalogue::dealers_choices().first().map(|choice| {
        let mix = MixConfig::DealersChoice {
            games: Vec::new(),
            default: None,
            pick_ms: None,
        };
        TableConfig {
            mix: Some(mix),
            ..demo_table(&choice.name, choice.default.seats.1)
        }
    });
    let first = configs.len().min(1);
    configs.splice(first..first, in_turn.into_iter().chain(picked));
    configs
}

/// A demo table with no game named yet.
fn demo_table(name: &LocalName, seats_max: u8) -> TableConfig {
    TableConfig {
        name: name.en.clone(),
        game: String::new(),
        definition: None,
        mix: None,
        limit: None,
        seats: seats_max.min(DEMO_SEATS),
        multiplier: None,
        small_blind: None,
        big_blind: None,
        ante: None,
        buy_in_min: None,
        buy_in_max: None,
        action_ms: None,
        time_bank_ms: None,
        moving_button: false,
        all_in_face_up: false,
        private: false,
        house_bots: true,
        session: SessionRules::default(),
    }
}

/// Opens a table for a player.
pub async fn create_for(
    tables: &Arc<Tables>,
    account: AccountId,
    from: Network,
    config: TableConfig,
) -> Result<TableInfo, ErrorMsg> {
    if tables.is_draining() {
        return Err(ErrorMsg::new(None, ErrorCode::ServerDraining, "the server is stopping"));
    }
    let _opening = tables.openings.turn(from).await.map_err(too_busy)?;
    let newcomer = Newcomer::of(&*tables.store, account, from).await;
    let law = places::tables(tables.config.max_tables as usize, from);
    let verdict = if from.is_here() && tables.lobby.count() < law.most {
        Verdict::Enters
    } else {
        law.admit(&newcomer, &tables.lobby.places())
    };
    let full = |message| Err(ErrorMsg::new(None, ErrorCode::ServerFull, message));
    match verdict {
        Verdict::Enters | Verdict::InPlaceOf(_) => {}
        Verdict::HasItsShare => return full("the account, or its network, has the maximum number of tables open"),
        Verdict::Full => return full("the maximum number of tables is open"),
    }
    // Report a faulty configuration before counting the request.
    check(tables, &config)?;
    if let Err(wait) = tables.new_tables.count(&account) {
        return Err(rate_limited(None, wait, "too many new tables"));
    }
    let invitation = config
        .private
        .then(Invitation::draw)
        .transpose()
        .map_err(|fault| internal(&fault))?;
    let opened = Opened {
        demo: false,
        config,
        host: Some(account),
        invitation,
        practice: false,
    };
    let Newcomer { network, settled, .. } = newcomer;
    let (info, _) = create(tables, opened, Opener { network, settled }).await?;
    if let Verdict::InPlaceOf(other) = verdict
        && let Some(handle) = tables.lobby.table(other)
    {
        // A table too busy to receive this is in use.
        let _ = handle.post(Mail::GiveWay);
    }
    Ok(info)
}

/// Checks the settings of a table to be opened.
///
/// # Errors
/// Their first fault.
pub fn check(tables: &Tables, config: &TableConfig) -> Result<(), ErrorMsg> {
    let setup = TableSetup::new(config, timing(tables)).map_err(|wrong| wrong.answer(None))?;
    let own = setup.games.iter().filter(|played| played.definition.is_some());
    let own = own.flat_map(|played| [played.game.name.en.as_str(), played.game.name.fr.as_str()]);
    tables.blocked.check_names(own.chain([setup.name.as_str()]))?;
    if setup.is_past(jiff::Timestamp::now()) {
        return Err(ConfigError::Closing.answer(None));
    }
    let limit = tables.store.faucet().account;
    let stacks = setup.law.buy_in.min.checked_mul(setup.law.free_stacks.into());
    if stacks.is_none_or(|stacks| stacks > limit) {
        return Err(ConfigError::FreeStackChips(limit).answer(None));
    }
    Ok(())
}

/// `true` if a table is open, by its whole name.
pub fn is_open(lobby: &Lobby, name: &poker_protocol::v1::TableId) -> bool {
    lobby.find(&name.0, |_| false).is_some()
}

/// The description of an open table, by its whole name; `None` as well until a table of an earlier run is loaded.
pub fn info_of(lobby: &Lobby, name: &poker_protocol::v1::TableId) -> Option<TableInfo> {
    let table = lobby.find(&name.0, |_| false)?;
    lobby.summary(table.id()).map(|summary| summary.info)
}

/// Opens a table and returns its handle.
pub async fn create(tables: &Arc<Tables>, opened: Opened, by: Opener) -> Result<(TableInfo, TableHandle), ErrorMsg> {
    let setup = opened.setup(timing(tables)).map_err(|wrong| wrong.answer(None))?;
    let text = serde_json::to_string(&opened).map_err(|fault| internal(&fault))?;
    let stored = tables.store.create_table(text).await;
    let stored = stored.map_err(|fault| store_error(&fault, "a table cannot be created"))?;
    let first = setup.program.first();
    let info = setup.info(stored.id, first, &setup.at_stake(first).structure);
    let (handle, mail) = TableHandle::new(stored.id);
    let setup = Arc::new(setup);
    tables.lobby.opened(handle.clone(), Arc::clone(&setup), opened.demo, by);
    // Whoever has the answer finds the table, even before its task has run.
    tables.lobby.status(stored.id, TableStatus::of_new(info.clone(), first));
    run(tables, stored, setup, mail, None);
    Ok((info, handle))
}

/// Answer when the server fails to create a table. The fault goes to the log alone.
pub fn internal(fault: &dyn Display) -> ErrorMsg {
    tracing::error!(%fault, "a table cannot be created");
    ErrorMsg::new(None, ErrorCode::ServerInternal, "a fault of the server")
}

/// Opens a table of an event, which reports to its director.
pub fn open_event(tables: &Arc<Tables>, stored: StoredTable, event: EventSetup, reports: Reports) -> TableHandle {
    let table = stored.id;
    let (handle, mail) = TableHandle::new(table);
    let setup = Arc::new(TableSetup::of_event(event, timing(tables)));
    tables
        .lobby
        .opened(handle.clone(), Arc::clone(&setup), true, Opener::default());
    run(tables, stored, setup, mail, Some(ReportSender::new(table, reports)));
    handle
}

fn run(
    tables: &Arc<Tables>,
    stored: StoredTable,
    setup: Arc<TableSetup>,
    mail: Mailbox,
    director: Option<ReportSender>,
) {
    let table = stored.id;
    let deps = Deps {
        store: Arc::clone(&tables.store),
        journal: tables.journal.clone(),
        house: Arc::clone(&tables.lobby) as Arc<dyn House>,
        clock: Arc::clone(&tables.clock),
        load: Arc::clone(&tables.load),
        pool: Arc::clone(&tables.pool),
        director,
    };
    let director = deps.director.clone();
    let (app_then, lobby) = (Arc::clone(tables), Arc::clone(&tables.lobby));
    let running = Box::pin(task::run(stored, setup, mail, deps));
    let running = tables.stop.clone().run_until_cancelled_owned(running);
    tables.tasks.spawn(async move {
        match running.await {
            Some(Ended::Quarantined(why)) => {
                lobby.closed(table);
                if let Some(director) = director {
                    director.tell(FromTable::OutOfPlay(why.clone()));
                }
                let kind = OwnerKind::Table;
                quarantine(&app_then, vec![Unplayable { kind, id: table, why }]).await;
            }
            Some(Ended::Lost(_)) => lobby.closed(table),
            Some(Ended::Drained | Ended::Closed) | None => {}
        }
    });
}

/// Closes unused tables that players opened.
pub fn close_empty(tables: &Tables) {
    for table in tables.lobby.empty_for(places::IDLE) {
        close(tables, table);
    }
}

fn close(tables: &Tables, table: TableId) {
    if let Some(handle) = tables.lobby.table(table) {
        // A table too busy to receive this is not empty.
        let _ = handle.post(Mail::Close);
    }
}

/// Timing of the tables of this server.
fn timing(tables: &Tables) -> Timing {
    let scaled = |millis: u32| {
        let scaled = u64::from(millis) * u64::from(tables.config.hand_pause_percent) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    };
    let ordinary = Timing::default();
    Timing {
        telling_percent: tables.config.hand_pause_percent,
        showdown_pause_ms: scaled(ordinary.showdown_pause_ms),
        pot_pause_ms: scaled(ordinary.pot_pause_ms),
        uncontested_pause_ms: scaled(ordinary.uncontested_pause_ms),
        start_pause_ms: scaled(ordinary.start_pause_ms),
        gather_ms: scaled(ordinary.gather_ms),
        gone_ms: tables.config.gone_wait_s.saturating_mul(1000),
        ..ordinary
    }
}
