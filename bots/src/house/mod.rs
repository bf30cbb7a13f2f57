//! House bots: ordinary clients that keep demo tables lively.

mod choose;
mod discard;
mod equity;
mod plan;
mod refusals;
mod sharp;
mod simple;
mod steward;

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poker_protocol::v1::TableId;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

pub use sharp::Sharp;
pub use simple::{Random, Station};

use crate::{Bot, Credentials};

/// Names for house bots.
pub const HOUSE_NAMES: [&str; 32] = [
    "Alba", "Bruno", "Carla", "Dario", "Edda", "Felix", "Greta", "Hugo", "Iris", "Jonas", "Klara", "Leo", "Mina",
    "Nils", "Olga", "Pavel", "Quinn", "Rosa", "Silas", "Thea", "Ugo", "Vera", "Wanda", "Xaver", "Yara", "Zeno",
    "Anouk", "Basil", "Cleo", "Dora", "Emil", "Fleur",
];

/// The playing style of a house bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plays any legal action at random.
    Random,
    /// Never folds and never raises.
    Station,
    /// Plays by pot odds and equity.
    Sharp,
}

impl Style {
    /// Returns the style of the bot with this number in a house: most play well, and some give their chips away.
    pub const fn of_number(number: usize) -> Self {
        match number % 6 {
            2 => Self::Station,
            5 => Self::Random,
            _ => Self::Sharp,
        }
    }

    /// Creates a bot of this style whose choices are determined by the seed.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Station => Box::new(Station),
            Self::Sharp => Box::new(Sharp::new(seed)),
        }
    }
}

/// A house bot.
#[derive(Clone, Debug)]
pub struct HouseBot {
    /// Credentials of its account.
    pub credentials: Credentials,
    /// Its playing style.
    pub style: Style,
}

/// The tables whose hosts have invited house bots: the server records them, and the house sends the bots.
#[derive(Clone, Debug, Default)]
pub struct AskedIn(Arc<Invitations>);

#[derive(Debug, Default)]
struct Invitations {
    is_open: AtomicBool,
    tables: Mutex<Vec<(TableId, u8)>>,
}

impl AskedIn {
    /// Sets the number of bots invited to a table; 0 for none.
    pub fn set(&self, table: &TableId, count: u8) {
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|(known, _)| known != table);
        if count > 0 {
            tables.push((table.clone(), count));
        }
    }

    /// Returns the tables with invited bots in order of invitation, each with the number of bots.
    pub fn tables(&self) -> Vec<(TableId, u8)> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns `true` if there is a house that sends bots.
    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    /// Records that there is a house that sends bots.
    pub fn open(&self) {
        self.0.is_open.store(true, Ordering::Relaxed);
    }
}

/// Bots that fill tournaments when all others are busy, and play nowhere else.
#[derive(Clone, Debug, Default)]
pub struct Substitutes {
    /// Substitutes that have played before and may still have a seat.
    pub known: Vec<HouseBot>,
    /// Source of new substitutes, each with an account of its own.
    more: Option<Arc<Mutex<mpsc::Receiver<Credentials>>>>,
}

impl Substitutes {
    /// Creates substitutes with these accounts, and with those that arrive later.
    pub fn new(known: Vec<Credentials>, more: mpsc::Receiver<Credentials>) -> Self {
        Self {
            known: with_styles(known),
            more: Some(Arc::new(Mutex::new(more))),
        }
    }

    /// Returns a new substitute as the `number`th house bot, if one is available.
    fn next(&self, number: usize) -> Option<HouseBot> {
        let mut more = self.more.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        let credentials = more.try_recv().ok()?;
        let style = Style::of_number(number);
        Some(HouseBot { credentials, style })
    }
}

/// Creates bots with these accounts.
fn with_styles(accounts: Vec<Credentials>) -> Vec<HouseBot> {
    let bots = accounts.into_iter().enumerate().map(|(number, credentials)| HouseBot {
        credentials,
        style: Style::of_number(number),
    });
    bots.collect()
}

/// A house: its bots and the tables they keep lively.
#[derive(Clone, Debug)]
pub struct House {
    /// WebSocket URL of the server.
    pub url: String,
    /// Account that watches the lobby and does not play.
    pub steward: Credentials,
    /// The house bots.
    pub bots: Vec<HouseBot>,
    /// The bots that help out in tournaments.
    pub substitutes: Substitutes,
    /// The tables where they play.
    pub tables: Vec<TableId>,
    /// The other tables, to which hosts invite them.
    pub asked_in: AskedIn,
    /// Range of a bot's simulated thinking time.
    pub think: RangeInclusive<Duration>,
    /// Range of the number of hands a bot plays before it looks for another table.
    pub stay: RangeInclusive<u64>,
    /// Number of seats at each table left to people.
    pub leave_free: u8,
    /// Number of bots held back from tables, to be available when a tournament asks for them.
    pub reserve: usize,
    /// Cancel to send all bots home.
    pub shutdown: CancellationToken,
    /// Seed for repeatable randomness; from the operating system if left out.
    pub seed: Option<u64>,
}

impl House {
    /// Creates a house of bots with these accounts, at these tables, playing at a human pace.
    pub fn new(url: impl Into<String>, steward: Credentials, accounts: Vec<Credentials>, tables: Vec<TableId>) -> Self {
        Self {
            url: url.into(),
            steward,
            bots: with_styles(accounts),
            substitutes: Substitutes::default(),
            tables,
            asked_in: AskedIn::default(),
            think: Duration::from_millis(600)..=Duration::from_millis(2500),
            stay: 40..=120,
            leave_free: 2,
            reserve: 0,
            shutdown: CancellationToken::new(),
            seed: None,
        }
    }
}

/// Runs the house until the shutdown: its bots take seats, play, rebuy, change tables, and go where people are waiting for
/// company. Returns when all bots have left.
pub async fn run_house_bots(house: House) {
    steward::run(house).await;
}

/// Spawns [`run_house_bots`] as a task.
pub fn spawn_house_bots(house: House) -> JoinHandle<()> {
    tokio::spawn(run_house_bots(house))
}
