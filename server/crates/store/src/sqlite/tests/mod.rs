//! Tests specific to SQLite: the lock, the files, faults of the disk, tampering.

mod clubs;
mod crash;
mod evenings;
mod faults;
mod friends;
mod opening;
mod personal;
mod push;
mod tampering;
mod templates;
mod tournaments;

use std::path::Path;
use std::sync::Arc;

use futures_util::FutureExt;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

use super::group::{self, GroupWriter, StepRecord};
use super::*;
use crate::suite::{self, Fixture, PROGRAM, TestClock, append, player, step};
use crate::{
    AccountId, AccountKind, Accounts, DurableNotice, NewAccount, NewSession, OfficialRole, OwnerKind, Ownership,
    SessionId, SessionSecret, StepError, StepKind, Store, StoredTable, TableId, Transfer,
};
use poker_engine::Chips;

crate::store_suite!(fresh);

pub(super) const CONFIG: &str = r#"{"game":"holdem"}"#;

pub(super) async fn fresh() -> Fixture<SqliteStore> {
    fresh_with(StoreOptions::of(PROGRAM)).await
}

pub(super) async fn fresh_with(options: StoreOptions) -> Fixture<SqliteStore> {
    let folder = tempfile::tempdir().unwrap();
    let clock = TestClock::default();
    let data = DataFolder::open(folder.path()).unwrap();
    let store = SqliteStore::open(data, clock.wall(), IdleSignal::always(), options).await;
    let store = Arc::new(store.unwrap());
    Fixture { store, clock, folder }
}

pub(super) async fn open(path: &Path, clock: &TestClock) -> Result<SqliteStore, StoreError> {
    SqliteStore::open(
        DataFolder::open(path)?,
        clock.wall(),
        IdleSignal::always(),
        StoreOptions::of(PROGRAM),
    )
    .await
}

/// A second connection to the database, unknown to the store.
pub(super) async fn behind(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path.join("poker.db"))
        .connect()
        .await
        .unwrap()
}

/// Copies a folder. For a folder in use, the result is what a killed process leaves: the log has not been copied into the database.
fn copied(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    copy
}

/// A table with some steps, chips and a finished hand's worth of secrets.
async fn play(with: &Fixture<SqliteStore>) -> StoredTable {
    let ann = player(&*with.store, "Ann", 1000).await;
    let table = with.store.create_table(CONFIG.to_owned()).await.unwrap();
    let mut steps: Vec<_> = (1..=9).map(|number| step(&table, number, StepKind::Hand)).collect();
    steps[0].transfers = vec![Transfer::buy_in(ann, table.id, Chips::new(300))];
    steps[5].transfers = vec![Transfer::cash_out(ann, table.id, Chips::new(100))];
    // Groups of one, two and more.
    let rest = steps.split_off(3);
    for steps in [steps.drain(..1).collect(), steps, rest] {
        append(&*with.store, steps).await;
    }
    table
}

/// Modifies a step that is in a group of its own, without the store's knowledge.
type Tampering = fn(&mut StepRecord<'_>);

/// Rewrites the group that contains this step of the only table.
async fn rewrite(conn: &mut SqliteConnection, number: u64, change: Tampering) {
    let groups: Vec<(i64, Vec<u8>)> = sqlx::query_as("SELECT id, steps FROM journal")
        .fetch_all(&mut *conn)
        .await
        .unwrap();
    for (id, bytes) in groups {
        let mut steps = group::read(&bytes).unwrap();
        let Some(step) = steps.iter_mut().find(|step| step.step == number) else {
            continue;
        };
        change(step);
        let mut written = GroupWriter::with_capacity(steps[0].program, 0);
        for step in &steps {
            written.push(step);
        }
        sqlx::query("UPDATE journal SET steps = $2 WHERE id = $1")
            .bind(id)
            .bind(written.finish())
            .execute(&mut *conn)
            .await
            .unwrap();
        return;
    }
    panic!("no group has step {number}");
}
