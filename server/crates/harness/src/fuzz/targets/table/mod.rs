//! Tables under all kinds of input, and damaged journals.

mod disk;
mod script;
mod world;

use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::game::catalogue;
use poker_owner::{Now, PlayTime};
use poker_program::PROGRAM;
use poker_protocol::v1::table::TableConfig;
use poker_store::{JournalRow, OwnerKind, StepKind, StoredTable, TableId};
use poker_table::core::{Input, Outputs, TableCore};
use poker_table::setup::config::TableSetup;
use poker_table::setup::timing::Timing;
use poker_table::state::recover::recover;
use poker_table::state::snapshot;
use rand::Rng;
use serde_json::{Value, json};

use self::script::{Script, any_table};
use self::world::{Chance, World, account};
use crate::fuzz::Seen;
use crate::fuzz::targets::numbers_of;

const TABLE: TableId = TableId(7);
const PLAYERS: u8 = 8;

/// Start of a life, in milliseconds since 1970.
const BEGUN: i64 = 1_700_000_000_000;

/// A table's life: the first bytes decide the setup, the others the course of events.
pub(in crate::fuzz) fn life(input: &[u8], seen: &mut Seen) {
    let mut script = Script(input);
    let config = any_table(&mut script);
    if let Some(mut world) = world(config, input, seen) {
        world.live(&mut script);
    }
}

fn world<'a>(config: Value, input: &[u8], seen: &'a mut Seen) -> Option<World<'a>> {
    let config: TableConfig = seen.outcome(serde_json::from_value(config))?;
    let setup = seen.outcome(TableSetup::new(&config, Timing::default()))?;
    Some(World::new(setup, input, seen))
}

/// Bytes of a script that plays for some hands.
fn any_script(seed: u32, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    numbers_of(&seed.to_le_bytes()).fill_bytes(&mut bytes);
    bytes
}

/// One seed per game of the catalogue, and some for mixes.
pub(in crate::fuzz) fn life_seeds() -> Vec<Vec<u8>> {
    let games = u8::try_from(catalogue::all().len()).unwrap_or(u8::MAX);
    let seed = |index: u8| {
        let mut bytes = any_script(index.into(), 300);
        bytes[0] = if index < games { 0 } else { index };
        bytes[2] = index;
        bytes
    };
    (0..games).chain([185, 190, 230, 240]).map(seed).collect()
}

/// Wishes for a table as JSON. If they are accepted, the table can be described and played.
pub(in crate::fuzz) fn setup(input: &[u8], seen: &mut Seen) {
    let Ok(wishes) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let numbers = any_script(u32::try_from(input.len()).unwrap_or_default(), 200);
    let mut script = Script(&numbers);
    if let Some(mut world) = world(wishes, input, seen) {
        let setup = world.setup();
        let first = setup.program.first();
        let info = setup.info(TABLE, first, &setup.at_stake(first).structure);
        assert!(serde_json::to_string(&info).is_ok());
        world.live(&mut script);
    }
}

/// The wishes of the protocol's examples, and some made of bytes.
pub(in crate::fuzz) fn setup_seeds() -> Vec<Vec<u8>> {
    let examples = super::session::message_seeds();
    let examples = examples.iter().filter_map(|message| {
        let message: Value = serde_json::from_slice(message).ok()?;
        Some(message.get("config")?.to_string().into_bytes())
    });
    let made = life_seeds().into_iter().step_by(8);
    let made = made.map(|seed| any_table(&mut Script(&seed)).to_string().into_bytes());
    examples.chain(made).collect()
}

/// A damaged journal as JSON. The table is recovered from the parts that can be trusted, or refused.
pub(in crate::fuzz) fn rows(input: &[u8], seen: &mut Seen) {
    let Ok(journal) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let Ok(config) = serde_json::from_value::<TableConfig>(journal["config"].clone()) else {
        return;
    };
    let Ok(setup) = TableSetup::new(&config, Timing::default()) else {
        return;
    };
    let bytes = |value: &Value| value.to_string().into_bytes();
    let row = |row: &Value| JournalRow {
        program: if row["program"] == true { PROGRAM } else { "older" }.into(),
        epoch: row["epoch"].as_u64().unwrap_or(1),
        step: row["step"].as_u64().unwrap_or(1),
        format: row["format"]
            .as_u64()
            .and_then(|format| u16::try_from(format).ok())
            .unwrap_or(1),
        first_seq: row["first_seq"].as_u64().unwrap_or(1),
        hand_no: row["hand_no"].as_u64(),
        kind: row["kind"]
            .as_str()
            .and_then(StepKind::from_code)
            .unwrap_or(StepKind::Table),
        command: bytes(&row["command"]),
        events: bytes(&row["events"]),
        secret: (!row["secret"].is_null()).then(|| bytes(&row["secret"])),
    };
    let stored = StoredTable {
        id: TABLE,
        kind: OwnerKind::Table,
        config: String::new(),
        epoch: journal["epoch"].as_u64().unwrap_or(1),
        last_step: journal["last_step"].as_u64().unwrap_or(1),
        escrow: journal["escrow"]
            .as_u64()
            .and_then(Chips::try_new)
            .unwrap_or(Chips::ZERO),
        tail: journal["rows"].as_array().into_iter().flatten().map(row).collect(),
    };
    let now = Now {
        play: PlayTime(0),
        wall: BEGUN,
    };
    if let Some(recovered) = seen.outcome(recover(&stored, &Arc::new(setup))) {
        let must_void = recovered.must_void;
        seen.note(must_void);
        let mut core = TableCore::new(recovered, now);
        let mut out = Outputs::default();
        let input = if must_void { Input::Void } else { Input::Tick };
        core.step(&input, now, &mut Chance::of(&[]), &mut out);
        let _ = core.state_for(account(0), now);
    }
}

/// Journals of short lives, one of which has a snapshot.
pub(in crate::fuzz) fn row_seeds() -> Vec<Vec<u8>> {
    let seed = |(index, bytes): (usize, Vec<u8>)| {
        let mut script = Script(&bytes[..150]);
        let config = any_table(&mut script);
        let mut seen = Seen::default();
        let mut world = world(config.clone(), &bytes, &mut seen)?;
        world.live(&mut script);
        let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap_or_default();
        let row = |row: &JournalRow| {
            json!({
                "program": true, "epoch": row.epoch, "step": row.step, "format": row.format, "first_seq": row.first_seq,
                "hand_no": row.hand_no, "kind": row.kind.code(), "command": json(&row.command),
                "events": json(&row.events), "secret": row.secret.as_deref().map(json),
            })
        };
        let stored = world.stored();
        let mut rows: Vec<Value> = stored.tail.iter().map(row).collect();
        if index == 0 && world.table().running().is_none() {
            let snapshot = snapshot::encode(world.table());
            rows = vec![json!({
                "program": true, "epoch": 1, "step": stored.last_step, "kind": "snapshot",
                "first_seq": world.table().seq() + 1, "command": json(&snapshot), "events": [],
            })];
        }
        let journal = json!({
            "config": config, "epoch": stored.epoch, "last_step": stored.last_step, "escrow": stored.escrow.get(),
            "rows": rows,
        });
        Some(journal.to_string().into_bytes())
    };
    life_seeds()
        .into_iter()
        .step_by(12)
        .enumerate()
        .filter_map(seed)
        .collect()
}
