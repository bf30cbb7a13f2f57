//! Opening of tables: those of an earlier run, demo tables, and those that players ask for.

use std::fmt::Display;
use std::sync::Arc;

use poker_base::network::Network;
use poker_engine::GameDef;
use poker_engine::game::{LocalName, catalogue};
use poker_event::setup::EventTableRow;
use poker_protocol::v1::server::SetAside;
use poker_protocol::v1::table::{SessionRules, TableConfig, TableInfo};
use poker_protocol::v1::{ErrorCode, ErrorMsg, MixConfig, ServerMsg, UnixMs};
use poker_store::{AccountId, Claim, JournalRow, OwnerKind, StoreError, StoredTable, TableId};
use poker_table::actor::task::{self, Deps};
use poker_table::core::supervise::Ended;
use poker_table::state::recover::recover as recover_table;
use poker_table::state::salvage;
use poker_table::{
    ConfigError, EventSetup, FromTable, House, Invitation, Mail, Mailbox, ReportSender, Reports, TableHandle,
    TableSetup, Timing, clock_record, wire_id,
};
use poker_wire::{self as wire, ClockRecord};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::http::error::{rate_limited, store_error, too_busy};
use crate::lobby::Opener;
use crate::places::{self, Newcomer, Verdict};

/// Seats of a demo table, if the game has room for so many.
const DEMO_SEATS: u8 = 6;

/// Stored description of how a table was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opened {
    /// `true` if it stays open while empty.
    demo: bool,
    /// Requested configuration.
    config: TableConfig,
    /// Account that opened it; `None` for the house.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "host")]
    host: Option<AccountId>,
    /// Invitation that admits players to a private table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    invitation: Option<Invitation>,
    /// `true` for a practice table.
    #[serde(default, skip_serializing_if = "is_false")]
    practice: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Opened {
    /// Description of a practice table.
    ///
    /// # Errors
    /// If the system has no randomness for its invitation.
    pub(crate) fn practice(config: TableConfig, host: AccountId) -> Result<Self, ErrorMsg> {
        Ok(Self {
            demo: false,
            config,
            host: Some(host),
            invitation: Some(Invitation::draw().map_err(|fault| internal(&fault))?),
            practice: true,
        })
    }

    /// The setup of the table.
    fn setup(&self, timing: Timing) -> Result<TableSetup, ConfigError> {
        TableSetup::new(&self.config, timing).map(|setup| self.dress(setup))
    }

    /// The setup of a table from an earlier run. If its game now costs more than is allowed, the table finishes the
    /// hand and closes.
    fn kept_setup(&self, timing: Timing) -> Result<TableSetup, ConfigError> {
        let mut setup = TableSetup::kept(&self.config, timing).map(|setup| self.dress(setup))?;
        if setup.is_too_dear() {
            tracing::warn!(
                table = setup.name,
                "its own game costs too much: the table closes after the hand"
            );
            // A constant, since the journal records it and every start must agree.
            setup.session.closes_at = Some(UnixMs::default());
        }
        Ok(setup)
    }

    fn dress(&self, setup: TableSetup) -> TableSetup {
        TableSetup {
            host: self.host,
            invitation: self.invitation.clone(),
            practice: self.practice,
            ..setup
        }
    }
}

/// Name and clock of a table that a player or the house opened, from its stored description; `None` for a table of an
/// event.
pub(crate) fn stored_name_and_clock(config: &str) -> Option<(String, ClockRecord)> {
    let opened: Opened = serde_json::from_str(config).ok()?;
    let setup = opened.kept_setup(Timing::default()).ok()?;
    Some((setup.name, clock_record(&setup.timing, setup.timing.action_ms)))
}

/// Tournaments that were running, and the tables of events.
type Events = (Vec<StoredTable>, Vec<(EventTableRow, StoredTable)>);

/// Reopens the cash tables that were open when the server stopped, each at the decision it had reached. Returns the
/// running tournaments and their tables; the caller now owns them.
pub(crate) async fn recover(app: &Arc<App>) -> Result<Events, StoreError> {
    let (mut tournaments, mut seated, mut unplayable) = (Vec::new(), Vec::new(), Vec::new());
    for Claim { id, kind, stored } in app.store.load_tables().await? {
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
            let setup = opened.kept_setup(timing(app)).map_err(|fault| fault.to_string())?;
            Ok((stored, setup, opened.demo))
        });
        match opened {
            // Its bots are gone, and its chips were no money.
            Ok((stored, setup, _)) if setup.practice => app.store.release_table(stored.id, Vec::new()).await?,
            Ok((stored, setup, demo)) => {
                let settled = match setup.host {
                    Some(host) => places::is_settled(app, host).await,
                    None => false,
                };
                let network = None;
                open(app, stored, setup, demo, Opener { network, settled });
            }
            Err(why) => unplayable.push(Unplayable { kind, id, why }),
        }
    }
    quarantine(app, unplayable).await;
    Ok((tournaments, seated))
}

/// A table or tournament that cannot be played.
pub(crate) struct Unplayable {
    pub kind: OwnerKind,
    pub id: TableId,
    pub why: String,
}

/// Records tables and tournaments that cannot be played, and notifies their players. The chips stay there until `poker
/// release` has dealt with them.
pub(crate) async fn quarantine(app: &App, unplayable: Vec<Unplayable>) {
    let mut tables = Vec::new();
    for Unplayable { kind, id, why } in unplayable {
        tracing::error!(%kind, %id, why, "it is quarantined: see `poker tables` and `poker release`");
        app.traffic.quarantined(kind);
        if let Err(fault) = app.store.quarantine(id, Some(why)).await {
            tracing::error!(%kind, %id, %fault, "that was not noted");
        }
        if kind == OwnerKind::Table {
            tables.push(id);
        }
    }
    if tables.is_empty() {
        return;
    }
    match app.store.told_rows(tables).await {
        Ok(told) => {
            for (table, rows) in told {
                set_aside(app, table, &rows).await;
            }
        }
        Err(fault) => tracing::error!(%fault, "the players of quarantined tables are not told"),
    }
}

/// Notifies the players of a quarantined table about their chips there. Chips of an event's table are no money: its
/// officials are notified instead.
async fn set_aside(app: &App, table: TableId, told: &[JournalRow]) {
    let config = app.store.table_config(table).await.ok().flatten();
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
        app.set_aside.add(account, aside.clone());
        app.sessions.send(account, &ServerMsg::SetAside(aside));
    }
}

/// Name and invitation of a table, from a stored description of any version.
pub(crate) fn told_in(config: &str) -> (Option<String>, Option<Invitation>) {
    let opened: serde_json::Value = serde_json::from_str(config).unwrap_or_default();
    let name = opened["config"]["name"].as_str().map(str::to_owned);
    (name, serde_json::from_value(opened["invitation"].clone()).ok())
}

/// Tries to recover a table; the error says why it cannot be opened.
pub(crate) fn try_open(stored: &StoredTable) -> Result<(), String> {
    let opened: Opened = serde_json::from_str(&stored.config).map_err(|fault| fault.to_string())?;
    let setup = TableSetup::kept(&opened.config, Timing::default()).map_err(|fault| fault.to_string())?;
    let recovered = recover_table(stored, &Arc::new(setup));
    recovered.map(drop).map_err(|damage| damage.to_string())
}

/// Opens the demo tables in a data folder that has no table yet: the widely played games, which other hand formats have
/// a name for, and the mixed games. With a table for every game, the few players who come would never meet.
pub(crate) async fn open_demo(app: &Arc<App>) {
    if !app.config.demo_tables || app.lobby.count() > 0 {
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
        if let Err(error) = create(app, opened, Opener::default()).await {
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
pub(crate) async fn create_for(
    app: &Arc<App>,
    account: AccountId,
    from: Network,
    config: TableConfig,
) -> Result<TableInfo, ErrorMsg> {
    if app.is_draining() {
        return Err(ErrorMsg::new(None, ErrorCode::ServerDraining, "the server is stopping"));
    }
    let _opening = app.openings.turn(from).await.map_err(too_busy)?;
    let newcomer = Newcomer::of(app, account, from).await;
    let law = places::tables(app.config.max_tables as usize, from);
    let verdict = if from.is_here() && app.lobby.count() < law.most {
        Verdict::Enters
    } else {
        law.admit(&newcomer, &app.lobby.places())
    };
    let full = |message| Err(ErrorMsg::new(None, ErrorCode::ServerFull, message));
    match verdict {
        Verdict::Enters | Verdict::InPlaceOf(_) => {}
        Verdict::HasItsShare => return full("the account, or its network, has the maximum number of tables open"),
        Verdict::Full => return full("the maximum number of tables is open"),
    }
    // Report a faulty configuration before counting the request.
    check(app, &config)?;
    if let Err(wait) = app.new_tables.count(&account) {
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
    let (info, _) = create(app, opened, Opener { network, settled }).await?;
    if let Verdict::InPlaceOf(other) = verdict
        && let Some(handle) = app.lobby.table(other)
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
pub(crate) fn check(app: &App, config: &TableConfig) -> Result<(), ErrorMsg> {
    let setup = TableSetup::new(config, timing(app)).map_err(|wrong| wrong.answer(None))?;
    let own = setup.games.iter().filter(|played| played.definition.is_some());
    let own = own.flat_map(|played| [played.game.name.en.as_str(), played.game.name.fr.as_str()]);
    app.blocked.check_names(own.chain([setup.name.as_str()]))?;
    if setup.is_past(jiff::Timestamp::now()) {
        return Err(ConfigError::Closing.answer(None));
    }
    let limit = app.store.faucet().account;
    let stacks = setup.law.buy_in.min.checked_mul(setup.law.free_stacks.into());
    if stacks.is_none_or(|stacks| stacks > limit) {
        return Err(ConfigError::FreeStackChips(limit).answer(None));
    }
    Ok(())
}

/// The wishes of a table's creator, from its stored description, for a table that is to be the same again: without the
/// hour at which that one closed.
pub(crate) fn wished_in(stored: &str) -> Option<TableConfig> {
    let Opened { mut config, .. } = serde_json::from_str(stored).ok()?;
    config.session.closes_at = None;
    Some(config)
}

/// The description of an open table, by its whole name.
pub(crate) fn info_of(app: &App, name: &poker_protocol::v1::TableId) -> Option<TableInfo> {
    let table = app.lobby.find(&name.0, |_| false)?;
    app.lobby.summary(table.id()).map(|summary| summary.info)
}

/// Opens a table and returns its handle.
pub(crate) async fn create(app: &Arc<App>, opened: Opened, by: Opener) -> Result<(TableInfo, TableHandle), ErrorMsg> {
    let setup = opened.setup(timing(app)).map_err(|wrong| wrong.answer(None))?;
    let text = serde_json::to_string(&opened).map_err(|fault| internal(&fault))?;
    let stored = app.store.create_table(text).await;
    let stored = stored.map_err(|fault| store_error(&fault, "a table cannot be created"))?;
    let first = setup.program.first();
    let info = setup.info(stored.id, first, &setup.at_stake(first).structure);
    let handle = open(app, stored, setup, opened.demo, by);
    Ok((info, handle))
}

fn internal(fault: &dyn Display) -> ErrorMsg {
    tracing::error!(%fault, "a table cannot be created");
    ErrorMsg::new(None, ErrorCode::ServerInternal, "a fault of the server")
}

/// Starts a table's task and adds it to the lobby.
fn open(app: &Arc<App>, stored: StoredTable, setup: TableSetup, demo: bool, opener: Opener) -> TableHandle {
    let table = stored.id;
    let (handle, mail) = TableHandle::new(table);
    let setup = Arc::new(setup);
    app.lobby.opened(handle.clone(), Arc::clone(&setup), demo, opener);
    run(app, stored, setup, mail, None);
    handle
}

/// Opens a table of an event, which reports to its director.
pub(crate) fn open_event(app: &Arc<App>, stored: StoredTable, event: EventSetup, reports: Reports) -> TableHandle {
    let table = stored.id;
    let (handle, mail) = TableHandle::new(table);
    let setup = Arc::new(TableSetup::of_event(event, timing(app)));
    app.lobby
        .opened(handle.clone(), Arc::clone(&setup), true, Opener::default());
    run(app, stored, setup, mail, Some(ReportSender::new(table, reports)));
    handle
}

fn run(app: &Arc<App>, stored: StoredTable, setup: Arc<TableSetup>, mail: Mailbox, director: Option<ReportSender>) {
    let table = stored.id;
    let deps = Deps {
        store: Arc::clone(&app.store),
        journal: app.journal.clone(),
        house: Arc::clone(&app.lobby) as Arc<dyn House>,
        clock: Arc::clone(&app.clock),
        load: Arc::clone(&app.load),
        pool: Arc::clone(&app.pool),
        director,
    };
    let director = deps.director.clone();
    let (app_then, lobby) = (Arc::clone(app), Arc::clone(&app.lobby));
    let running = Box::pin(task::run(stored, setup, mail, deps));
    let running = app.stop_tables.clone().run_until_cancelled_owned(running);
    app.tables.spawn(async move {
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
pub(crate) fn close_empty(app: &App) {
    for table in app.lobby.empty_for(places::IDLE) {
        close(app, table);
    }
}

fn close(app: &App, table: TableId) {
    if let Some(handle) = app.lobby.table(table) {
        // A table too busy to receive this is not empty.
        let _ = handle.post(Mail::Close);
    }
}

/// Timing of the tables of this server.
fn timing(app: &App) -> Timing {
    let scaled = |millis: u32| {
        let scaled = u64::from(millis) * u64::from(app.config.hand_pause_percent) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    };
    let ordinary = Timing::default();
    Timing {
        telling_percent: app.config.hand_pause_percent,
        showdown_pause_ms: scaled(ordinary.showdown_pause_ms),
        pot_pause_ms: scaled(ordinary.pot_pause_ms),
        uncontested_pause_ms: scaled(ordinary.uncontested_pause_ms),
        start_pause_ms: scaled(ordinary.start_pause_ms),
        gather_ms: scaled(ordinary.gather_ms),
        gone_ms: app.config.gone_wait_s.saturating_mul(1000),
        ..ordinary
    }
}

/// Stores the host as text.
mod host {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    use poker_store::AccountId;

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(host: &Option<AccountId>, serializer: S) -> Result<S::Ok, S::Error> {
        match host {
            Some(host) => serializer.collect_str(host),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<AccountId>, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
