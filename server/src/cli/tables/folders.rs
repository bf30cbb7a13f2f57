//! Data folders of earlier versions, kept under `tests/folders` and made by `cargo run -p poker-harness --example
//! fixture`: every table opens, no hand is voided, no chip moves, and running hands are played to their end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::GzDecoder;
use poker_base::idle::IdleSignal;
use poker_engine::game::catalogue;
use poker_owner::{Now, OsEntropy, PlayTime};
use poker_program::PROGRAM;
use poker_protocol::v1::table::TableConfig;
use poker_store::{
    DataFolder, DurableNotice, Ledger, LedgerAccount, OutOfPlay, Ownership, SqliteStore, Store, StoreOptions,
    StoredTable, TableCondition, WallClock, list_tables,
};
use poker_table::core::{Input, Outputs, TableCore};
use poker_table::setup::config::TableSetup;
use poker_table::setup::timing::Timing;
use poker_table::state::command::FORMAT;
use poker_table::state::recover::recover;
use poker_table::state::salvage;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use tempfile::TempDir;
use tokio::sync::mpsc;

use super::release_in;

/// Time-outs after which every hand is over.
const TIME_OUTS: usize = 300;

pub(in crate::cli) fn kept() -> Vec<PathBuf> {
    let folders = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/folders");
    let folders = fs::read_dir(folders).unwrap().map(|entry| entry.unwrap().path());
    folders.collect()
}

/// Unpacks a copy to play on.
pub(in crate::cli) fn unpack(kept: &Path) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut database = Vec::new();
    GzDecoder::new(File::open(kept.join("poker.db.gz")).unwrap())
        .read_to_end(&mut database)
        .unwrap();
    fs::write(folder.path().join("poker.db"), database).unwrap();
    for name in ["seal.key", "token.key", "push.key", "poker.head"] {
        let key = fs::read(kept.join(name)).unwrap();
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut copy = options.open(folder.path().join(name)).unwrap();
        copy.write_all(&key).unwrap();
    }
    folder
}

pub(in crate::cli) async fn open(folder: &Path) -> SqliteStore {
    let folder = DataFolder::open(folder).unwrap();
    let options = StoreOptions {
        format: FORMAT,
        ..StoreOptions::of(PROGRAM)
    };
    let store = SqliteStore::open(folder, WallClock::system(), IdleSignal::always(), options);
    store.await.unwrap()
}

async fn balances(folder: &Path) -> BTreeMap<String, i64> {
    let options = SqliteConnectOptions::new().filename(folder.join("poker.db"));
    let mut database: SqliteConnection = options.connect().await.unwrap();
    let balances = sqlx::query_as("SELECT account, amount FROM balance WHERE amount <> 0")
        .fetch_all(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
    balances.into_iter().collect()
}

fn setup(stored: &StoredTable) -> Arc<TableSetup> {
    let mut opened: serde_json::Value = serde_json::from_str(&stored.config).unwrap();
    let config: TableConfig = serde_json::from_value(opened["config"].take()).unwrap();
    let timing = Timing {
        // The seats of absent players are kept, so that no chip moves.
        away_ms: u32::MAX,
        ..Timing::default()
    };
    Arc::new(TableSetup::new(&config, timing.without_pauses()).unwrap())
}

const fn at(play: u64) -> Now {
    Now {
        play: PlayTime(play),
        wall: 1_800_000_000_000,
    }
}

/// Plays the running hand to its end; all players are away.
async fn play_on(store: &SqliteStore, mut core: TableCore) -> TableCore {
    let mut entropy = OsEntropy;
    let (done, mut notices) = mpsc::unbounded_channel();
    let hand = core.table().hand_no();
    for _ in 0..TIME_OUTS {
        if core.table().running().is_none() || core.table().hand_no() != hand {
            return core;
        }
        let now = at(core.due().expect("a running hand waits for something").0);
        let mut inputs = vec![Input::Tick];
        while let Some(input) = inputs.pop() {
            let mut out = Outputs::default();
            core.step(&input, now, &mut entropy, &mut out);
            for step in out.steps {
                let events = String::from_utf8_lossy(&step.events).into_owned();
                assert!(!events.contains("hand_voided"), "{events}");
                store.journal().append(step, done.clone()).unwrap();
                let notice = notices.recv().await.unwrap();
                assert!(matches!(notice, DurableNotice::Durable { .. }), "{notice:?}");
                inputs.push(Input::Notice(notice));
            }
        }
    }
    panic!("the hand never ends");
}

/// All tables of the store, each with its setup.
async fn tables(store: &SqliteStore) -> Vec<(TableCore, Arc<TableSetup>)> {
    let claims = store.load_tables().await.unwrap();
    let tables = claims.into_iter().map(|claim| {
        let table = claim.id;
        let stored = claim.stored.unwrap();
        let setup = setup(&stored);
        let recovered = recover(&stored, &setup).unwrap_or_else(|damage| panic!("table {table}: {damage}"));
        assert!(!recovered.must_void, "table {table}, {}", setup.name);
        (TableCore::new(recovered, at(0)), setup)
    });
    tables.collect()
}

#[tokio::test]
async fn what_earlier_versions_wrote_is_played_on() {
    let kept = kept();
    assert!(!kept.is_empty());
    for kept in kept {
        let folder = unpack(&kept);
        let before = balances(folder.path()).await;
        let store = open(folder.path()).await;
        let report = store.verify().await.unwrap();
        assert!(report.is_sound(), "{}: {report:?}", kept.display());

        let mut families = BTreeSet::new();
        let mut hands = 0;
        for (core, _) in tables(&store).await {
            if let Some(play) = core.table().running() {
                families.insert(play.hand().game().family.code());
                hands += 1;
            }
            Box::pin(play_on(&store, core)).await;
        }
        let all: BTreeSet<_> = catalogue::all().iter().map(|game| game.family.code()).collect();
        assert_eq!(families, all, "{}: a running hand of every family", kept.display());
        assert!(hands > 80, "{}: {hands} running hands", kept.display());
        assert!(store.verify().await.unwrap().is_sound());
        store.close().await;
        drop(store);
        assert_eq!(balances(folder.path()).await, before, "{}", kept.display());

        // Again, with steps of both versions.
        let store = open(folder.path()).await;
        assert!(tables(&store).await.len() > 80);
        store.close().await;
    }
}

/// A table of a kept folder with a damaged journal: all players get their chips back, and the other tables play on.
#[tokio::test]
async fn a_table_that_cannot_be_opened_is_paid_out() {
    let folder = unpack(&kept()[0]);
    let store = open(folder.path()).await;
    let claims = store.load_tables().await.unwrap();
    let (broken, others) = (claims[3].id, claims.len() - 1);
    let escrow = store.escrow(broken).await.unwrap();
    let told = salvage::stacks_told(&store.told_rows(vec![broken]).await.unwrap()[&broken]);
    let stacks: u64 = told.iter().map(|(_, stack)| stack.get()).sum();
    assert_eq!(
        (told.len(), stacks),
        (3, escrow.get()),
        "what was told is what the ledger has"
    );
    // A table that opens is left alone.
    let text = release_in(&store, broken, false).await.unwrap();
    assert!(text.contains("can be opened"), "{text}");
    store.close().await;
    drop(store);

    let before = balances(folder.path()).await;
    let options = SqliteConnectOptions::new().filename(folder.path().join("poker.db"));
    let mut database: SqliteConnection = options.connect().await.unwrap();
    sqlx::query("UPDATE owner SET last_hash = zeroblob(32) WHERE table_id = $1")
        .bind(broken.0.cast_signed())
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
    let store = open(folder.path()).await;
    let claims = store.load_tables().await.unwrap();
    assert_eq!(claims.iter().filter(|claim| claim.stored.is_ok()).count(), others);
    store.quarantine(broken, Some("damaged".to_owned())).await.unwrap();
    let listed = list_tables(folder.path()).await.unwrap();
    let quarantined = listed.iter().find(|line| line.id == broken).unwrap();
    assert_eq!(quarantined.condition, TableCondition::Quarantined("damaged".to_owned()));
    assert_eq!(quarantined.escrow, escrow);

    let text = release_in(&store, broken, false).await.unwrap();
    assert!(text.contains("is closed"), "{text}");
    assert!(store.escrow(broken).await.unwrap().is_zero());
    let listed = list_tables(folder.path()).await.unwrap();
    let closed = listed.iter().find(|line| line.id == broken).unwrap();
    assert_eq!(closed.condition, TableCondition::Closed);
    store.close().await;
    drop(store);
    let after = balances(folder.path()).await;
    for (account, stack) in told {
        let name = LedgerAccount::Player(account).to_string();
        let had = before.get(&name).copied().unwrap_or(0);
        assert_eq!(after[&name], had + i64::try_from(stack.get()).unwrap());
    }
    let store = open(folder.path()).await;
    assert_eq!(tables(&store).await.len(), others);
}
