//! Description of a run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;

use crate::cli::TableArgs;
use crate::link::Target;
use crate::player::Habits;
use crate::stage::Plan;
use crate::table::Pace;
use crate::turns::Turns;

/// Meaning of the plan's level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Model {
    /// A number of players, each acting some time after its turn begins.
    Players,
    /// A number of actions per second over all tables, at which `players` sit.
    Actions {
        /// Number of seated players.
        players: usize,
    },
    /// A number of players per second who arrive, stay for a while and leave.
    Arrivals {
        /// Length of each stay.
        stay: Duration,
        /// Seats for the arrivals.
        seats: usize,
    },
}

/// Description of a run.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// Server under test.
    pub(crate) target: Target,
    /// Meaning of the plan's level.
    pub(crate) model: Model,
    /// Level over time.
    pub(crate) plan: Plan,
    /// Initial time that totals leave out.
    pub(crate) warmup: Duration,
    /// Maximum number of connections opened per second, not counting arrivals.
    pub(crate) connect_rate: f64,
    /// Seats per table.
    pub(crate) seats: u8,
    /// Setups that tables take in turn, in the form of the protocol, without name and seats; at least one.
    pub(crate) setups: Vec<Value>,
    /// Behaviour of the players.
    pub(crate) habits: Habits,
    /// `true` to keep every event.
    pub(crate) transcripts: bool,
    /// Largest permitted 99th percentile of the generator's lag.
    pub(crate) lag_max: Duration,
    /// Process of the server, to be measured as well.
    pub(crate) server: Option<Measured>,
    /// Set to end the run before the plan does.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Load {
    /// Returns a steady load of `players` for the whole of `length`, with this thinking time, at tables of the command line. Nothing is
    /// left out, dropped or kept, and no process is measured.
    pub(crate) fn steady(
        target: Target,
        players: usize,
        length: Duration,
        tables: &TableArgs,
        think: Duration,
    ) -> Self {
        Self {
            target,
            model: Model::Players,
            plan: Plan::steady(players as f64, length),
            warmup: Duration::ZERO,
            connect_rate: 500.0,
            seats: tables.seats,
            setups: tables.setups(),
            habits: Habits {
                profile: tables.profile,
                pace: Some(Pace::Think { mean: think }),
                seed: tables.seed,
                drops: None,
                persistent: false,
            },
            transcripts: false,
            lag_max: Duration::from_secs(1),
            server: None,
            stop: Arc::default(),
        }
    }
}

/// A server to be measured.
#[derive(Clone, Debug)]
pub(crate) enum Measured {
    /// Its process runs all the time.
    Alone(u32),
    /// It runs in turns with others, and its metrics are read as well.
    InTurns(Arc<Turns>),
}
