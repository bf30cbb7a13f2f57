//! A tournament without its task.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_event::core::{Core, Input};
use poker_event::setup::{Announced, TournamentSetup};
use poker_event::state::Opened;
use poker_follower::Dice;
use poker_store::TableId;
use poker_table::FromTable;

use super::link::Link;

/// The state of a tournament's task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Its next input.
    Plays,
    /// The store, from this instant on, to be read anew.
    Loads(u64),
    /// The store, from this instant on, to create tables.
    Creates(u64),
    /// Nothing: another process has it, or it is closed.
    Over,
}

/// A tournament in a running process.
pub(super) struct Hall {
    pub(super) setup: Arc<TournamentSetup>,
    pub(super) core: Core,
    pub(super) link: Link<Input>,
    pub(super) stage: Stage,
    /// Requests of players.
    pub(super) requests: VecDeque<Input>,
    /// Reports of tables.
    pub(super) reports: VecDeque<(TableId, FromTable)>,
    /// Its tables, with their numbers and generations.
    pub(super) tables: BTreeMap<TableId, (TableNo, u32)>,
    pub(super) numbers: BTreeMap<TableNo, TableId>,
    /// Tables that are to be created.
    pub(super) wanted: Vec<(TableNo, Opened)>,
    /// Since when it is over.
    pub(super) over_at: Option<u64>,
}

impl Hall {
    pub(super) const fn new(setup: Arc<TournamentSetup>, core: Core, link: Link<Input>) -> Self {
        Self {
            setup,
            core,
            link,
            stage: Stage::Plays,
            requests: VecDeque::new(),
            reports: VecDeque::new(),
            tables: BTreeMap::new(),
            numbers: BTreeMap::new(),
            wanted: Vec::new(),
            over_at: None,
        }
    }
}

const LEVELS: &str = r#"levels = [
  "1m 10/20", "1m 25/50", "1m 50/100", "1m 100/200", "1m 200/400", "1m 400/800", "1m 800/1600", "1m 1600/3200",
]"#;

const LEVELS_WITH_BREAK: &str = r#"levels = [
  "1m 10/20", "1m 25/50", "1m 50/100", "break 1m", "1m 100/200", "1m 200/400", "1m 400/800", "1m 800/1600", "1m 1600/3200",
]"#;

/// A tournament of the house: a sit & go at several tables, or one that starts at a time, with rebuys, an add-on and further entries.
pub(super) fn any_tournament(dice: &mut Dice, players: u64, begun: i64) -> Announced {
    let seats = 2 + dice.below(4);
    let least = seats.min(3);
    if dice.one_in(2) {
        let entries = players.min(seats + dice.below(4)).max(least);
        let structure = format!(
            r#"
id = "sim"
name = {{ en = "Sim", fr = "Sim" }}
games = ["no-limit-holdem"]
start = "full"
entries = [{entries}, {entries}]
seats = {seats}
price = 100
stack = 1000
{LEVELS}
action = "15s"
bank = "30s"
"#
        );
        return Announced::of_house(&structure);
    }
    let structure = format!(
        r#"
id = "sim"
name = {{ en = "Sim", fr = "Sim" }}
games = ["no-limit-holdem"]
entries = [{least}, 30]
seats = {seats}
price = 100
stack = 1000
{LEVELS_WITH_BREAK}
late_levels = 3
re_entries = 1
rebuy = {{ levels = 3, price = 100, chips = 1000, most = 2 }}
add_on = {{ price = 100, chips = 1500 }}
action = "15s"
bank = "30s"
"#
    );
    let after = 5_000 + i64::try_from(dice.below(60_000)).expect("a minute");
    Announced {
        starts_at: Some(begun + after),
        ..Announced::of_house(&structure)
    }
}
