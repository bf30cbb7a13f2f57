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

/// How a house bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Anything that is legal.
    Random,
    /// Never folds, never raises.
    Station,
    /// By pot odds and equity.
    Sharp,
}

impl Style {
    /// The style of the bot of this number in a house: most play well, and some give their chips away.
    pub const fn of_number(number: usize) -> Self {
        match number % 6 {
            2 => Self::Station,
            5 => Self::Random,
            _ => Self::Sharp,
        }
    }

    /// A bot of this style whose choices follow from the seed.
    pub fn bot(self, seed: u64) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Station => Box::new(Station),
            Self::Sharp => Box::new(Sharp::new(seed)),
        }
    }
}

/// A bot of the house.
#[derive(Clone, Debug)]
pub struct HouseBot {
    /// Its account.
    pub credentials: Credentials,
    /// How it plays.
    pub style: Style,
}

/// The tables whose hosts ask bots of the house in: the server notes them, and the house sends the bots.
#[derive(Clone, Debug, Default)]
pub struct AskedIn(Arc<Asked>);

#[derive(Debug, Default)]
struct Asked {
    is_open: AtomicBool,
    tables: Mutex<Vec<(TableId, u8)>>,
}

impl AskedIn {
    /// So many bots are to sit at a table; 0 for none.
    pub fn set(&self, table: &TableId, count: u8) {
        let mut tables = self.0.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|(known, _)| known != table);
        if count > 0 {
            tables.push((table.clone(), count));
        }
    }

    /// The tables that ask for bots, those that asked first first, each with the number of bots.
    pub fn tables(&self) -> Vec<(TableId, u8)> {
        self.0.tables.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether there is a house that sends bots.
    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    /// There is a house that sends bots.
    pub fn open(&self) {
        self.0.is_open.store(true, Ordering::Relaxed);
    }
}

/// Bots that fill tournaments when all others are engaged, and play nowhere else.
#[derive(Clone, Debug, Default)]
pub struct Substitutes {
    /// Those that have played before: they may have a seat still.
    pub known: Vec<HouseBot>,
    /// Where new ones come from, each with an account of its own.
    more: Option<Arc<Mutex<mpsc::Receiver<Credentials>>>>,
}

impl Substitutes {
    /// Substitutes with these accounts, and with those that come in.
    pub fn new(known: Vec<Credentials>, more: mpsc::Receiver<Credentials>) -> Self {
        Self {
            known: with_styles(known),
            more: Some(Arc::new(Mutex::new(more))),
        }
    }

    /// A new one, the `number`th bot of the house, if there is one at hand.
    fn next(&self, number: usize) -> Option<HouseBot> {
        let mut more = self.more.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        let credentials = more.try_recv().ok()?;
        let style = Style::of_number(number);
        Some(HouseBot { credentials, style })
    }
}

/// Bots with these accounts.
fn with_styles(accounts: Vec<Credentials>) -> Vec<HouseBot> {
    let bots = accounts.into_iter().enumerate().map(|(number, credentials)| HouseBot {
        credentials,
        style: Style::of_number(number),
    });
    bots.collect()
}

/// A house: its bots and the tables that they keep lively.
#[derive(Clone, Debug)]
pub struct House {
    /// The server's WebSocket address.
    pub url: String,
    /// An account that looks at the lobby and does not play.
    pub steward: Credentials,
    /// The bots.
    pub bots: Vec<HouseBot>,
    /// Who helps out in tournaments.
    pub substitutes: Substitutes,
    /// Where they play.
    pub tables: Vec<TableId>,
    /// Where else hosts ask them in.
    pub asked_in: AskedIn,
    /// How long a bot pretends to think.
    pub think: RangeInclusive<Duration>,
    /// How many hands a bot plays before it looks for another table.
    pub stay: RangeInclusive<u64>,
    /// Seats at each table that are left to people.
    pub leave_free: u8,
    /// How many bots are kept back from tables, to be there when a tournament asks for them.
    pub reserve: usize,
    /// Sends all bots home.
    pub shutdown: CancellationToken,
    /// Makes what is random repeatable; from the operating system if left out.
    pub seed: Option<u64>,
}

impl House {
    /// A house of bots with these accounts, at these tables, at a human pace.
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

/// Opens the house: its bots take seats, play, rebuy, change tables, and go where people wait for company, until the
/// shutdown. Ends when all bots are gone.
pub async fn run_house_bots(house: House) {
    steward::run(house).await;
}

/// The same as a task.
pub fn spawn_house_bots(house: House) -> JoinHandle<()> {
    tokio::spawn(run_house_bots(house))
}
