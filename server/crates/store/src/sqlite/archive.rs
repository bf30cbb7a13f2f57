//! Reads a data folder while a server may be running on it. Nothing here locks the folder, writes to it or needs its
//! keys: private views of hands stay sealed. An audit opens them if the key is available.

use std::collections::HashMap;
use std::fs::{self, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use jiff::Timestamp;
use poker_engine::Chips;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{ConnectOptions, Connection, Executor, Row};
use tempfile::TempDir;

use super::columns::{chips, kind, number};
use super::identity::NoSealer;
use super::people::Erased;
use super::read::{hand_row, hand_view};
use super::{BUSY_TIMEOUT, group, identity, migrations, refused, settle, sums, verify};
use crate::StoreError;
use crate::folder::{DATABASE, LOCK, check_database, database_in, plain_file};
use crate::types::{HandView, JournalRow, OwnerKind, TableCondition, TableId, TableLine, VerifyReport};

/// The outcome of opening sealed texts in an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seals {
    /// The key was available.
    Opened,
    /// The key was not available.
    Shut,
    /// The key was accessible to others than its owner, and therefore not used.
    Exposed,
}

/// The access to a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Only reading.
    Read,
    /// Writing rows that no server keeps in memory.
    Write,
}

pub(super) async fn connect(folder: &Path, access: Access) -> Result<SqliteConnection, StoreError> {
    connect_to(existing(folder, access)?).await
}

async fn connect_to(options: SqliteConnectOptions) -> Result<SqliteConnection, StoreError> {
    options.connect().await.map_err(refused)
}

/// Options for the database of a folder, which must exist.
fn existing(folder: &Path, access: Access) -> Result<SqliteConnectOptions, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(database_in(folder)?)
        .read_only(access == Access::Read)
        .pragma("temp_store", "MEMORY")
        .busy_timeout(BUSY_TIMEOUT);
    Ok(options.disable_statement_logging())
}

/// A way to read a database that leaves it as it was found: no file is created in its folder, and its medium may be
/// read-only. It outlives its connections.
#[derive(Debug)]
pub(super) struct Untouched {
    options: SqliteConnectOptions,
    /// The index of the log with its previous content, because reading creates or changes it.
    index_before: Option<(PathBuf, Option<Vec<u8>>)>,
    /// A copy to read from, if the medium allows no index to be created for the log.
    _copy: Option<TempDir>,
}

impl Untouched {
    /// Finds the way. If a server is running, its log is read as well. Otherwise a database without a log is treated as
    /// immutable, and whatever SQLite needs in order to read a log is removed when the value is dropped.
    pub(super) fn find(folder: &Path) -> Result<Self, StoreError> {
        let path = database_in(folder)?;
        check_database(folder)?;
        let [log, index] = ["-wal", "-shm"].map(|end| folder.join(format!("{DATABASE}{end}")));
        let has_log = fs::metadata(&log).is_ok_and(|log| log.len() > 0);
        let (mut index_before, mut copy) = (None, None);
        let options = if is_locked(folder) {
            existing(folder, Access::Read)?
        } else if !has_log {
            existing(folder, Access::Read)?.immutable(true)
        } else if takes_files(folder) {
            index_before = Some((index.clone(), fs::read(&index).ok()));
            existing(folder, Access::Read)?
        } else {
            let unreadable =
                |error: io::Error| StoreError::Folder(format!("cannot read {}: {error}", folder.display()));
            let place = TempDir::new().map_err(unreadable)?;
            for file in [&path, &log] {
                if let Some(name) = file.file_name() {
                    fs::copy(file, place.path().join(name)).map_err(unreadable)?;
                }
            }
            let options = existing(place.path(), Access::Read)?;
            copy = Some(place);
            options
        };
        Ok(Self {
            options,
            index_before,
            _copy: copy,
        })
    }

    pub(super) fn options(&self) -> SqliteConnectOptions {
        self.options.clone()
    }
}

impl Drop for Untouched {
    fn drop(&mut self) {
        let index = self.index_before.take();
        // A server that has started meanwhile works with this index. A leftover one does no harm: the next process to
        // open the database rebuilds it.
        let index = index.filter(|(file, _)| !file.parent().is_some_and(is_locked));
        if let Some((file, bytes)) = index {
            let _ = match bytes {
                Some(bytes) => fs::write(file, bytes),
                None => fs::remove_file(file),
            };
        }
    }
}

/// A database opened for reading, on one connection.
pub(super) struct Opened {
    conn: SqliteConnection,
    left: Untouched,
}

impl Opened {
    /// Opens the database of a folder, and leaves it as it was found.
    pub(super) async fn read(folder: &Path) -> Result<Self, StoreError> {
        let left = Untouched::find(folder)?;
        let conn = connect_to(left.options()).await?;
        Ok(Self { conn, left })
    }

    pub(super) fn conn(&mut self) -> &mut SqliteConnection {
        &mut self.conn
    }

    /// Closes the database, and cleans up what was made to read it.
    pub(super) async fn close(self) {
        // It was only read.
        let _ = self.conn.close().await;
        drop(self.left);
    }
}

/// `true` while a server uses the folder.
pub fn is_locked(folder: &Path) -> bool {
    let lock = plain_file(&folder.join(LOCK));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// `true` if files can be created in a folder.
fn takes_files(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok()
}

/// Refuses a folder whose schema is of another version. A server upgrades an older one when it starts; a reader changes nothing.
pub(super) async fn refuse_other_version(conn: &mut SqliteConnection, folder: &Path) -> Result<(), StoreError> {
    let schema = identity::schema(conn).await?;
    if schema == migrations::newest() {
        return Ok(());
    }
    let folder = folder.display();
    Err(StoreError::Folder(if schema < migrations::OLDEST {
        format!("the data in {folder} is of a program before the first release, and no other one reads it")
    } else if schema < migrations::newest() {
        format!(
            "the data in {folder} is of an earlier version: start this version's server on it once, or ask the program that \
             wrote it"
        )
    } else {
        format!("the data in {folder} is of a later version: ask the program that wrote it")
    }))
}

/// The public record of a finished hand; `None` if there is no such hand.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read.
pub async fn archived_hand(folder: &Path, table: TableId, hand_no: u64) -> Result<Option<HandView>, StoreError> {
    let mut opened = Opened::read(folder).await?;
    let read = hand_on(opened.conn(), folder, table, hand_no).await;
    opened.close().await;
    read
}

async fn hand_on(
    conn: &mut SqliteConnection,
    folder: &Path,
    table: TableId,
    hand_no: u64,
) -> Result<Option<HandView>, StoreError> {
    refuse_other_version(conn, folder).await?;
    let erased = Erased::read(conn).await?;
    let row = hand_row(conn, table, hand_no).await?;
    row.map(|row| hand_view(table, hand_no, &row, &erased)).transpose()
}

/// The program that wrote a folder last, and the time of its latest entry. The log is included if it can be read.
///
/// # Errors
/// When there is no database of this version in the folder, or it cannot be read.
pub async fn last_written(folder: &Path) -> Result<(String, Timestamp), StoreError> {
    let mut opened = Opened::read(folder).await?;
    let told = written_on(opened.conn(), folder).await;
    opened.close().await;
    told
}

async fn written_on(conn: &mut SqliteConnection, folder: &Path) -> Result<(String, Timestamp), StoreError> {
    refuse_other_version(conn, folder).await?;
    let mut snapshot = conn.begin().await.map_err(refused)?;
    let head = settle::head(&mut snapshot).await.map_err(StoreError::from)?;
    let program = sqlx::query_scalar("SELECT program FROM folder")
        .fetch_one(&mut *snapshot)
        .await;
    Ok((program.map_err(refused)?, head.at))
}

/// All tables and tournaments that ever existed, oldest first.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read.
pub async fn list_tables(folder: &Path) -> Result<Vec<TableLine>, StoreError> {
    let mut opened = Opened::read(folder).await?;
    let lines = table_lines(opened.conn(), folder).await;
    opened.close().await;
    lines
}

async fn table_lines(conn: &mut SqliteConnection, folder: &Path) -> Result<Vec<TableLine>, StoreError> {
    refuse_other_version(conn, folder).await?;
    let rows = conn
        .fetch_all(
            "SELECT id, kind, config, closed_at, quarantine, amount FROM game_table
             JOIN balance ON balance.account = game_table.kind || ':' || game_table.id
             ORDER BY id",
        )
        .await
        .map_err(refused)?;
    let line = |row: &SqliteRow| {
        let closed: Option<i64> = row.try_get("closed_at").map_err(refused)?;
        let why: Option<String> = row.try_get("quarantine").map_err(refused)?;
        Ok(TableLine {
            id: TableId(number(row, "id")?),
            kind: kind(row)?,
            config: row.try_get("config").map_err(refused)?,
            escrow: chips(row.try_get("amount").map_err(refused)?)?,
            condition: match (closed, why) {
                (Some(_), _) => TableCondition::Closed,
                (None, Some(why)) => TableCondition::Quarantined(why),
                (None, None) => TableCondition::Open,
            },
        })
    };
    rows.iter().map(line).collect()
}

/// Audits the folder, and reports the chips held by each table and tournament and all steps in the order of their
/// commits. Sealed texts are opened with the key in `seal_key`, or else with the folder's own if it can be read.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read; when `seal_key` is missing, or is not the key that
/// sealed the folder. Faults in the data are not errors but appear in the report.
pub async fn audit(
    folder: &Path,
    seal_key: Option<&Path>,
    escrow: impl FnMut(OwnerKind, TableId, Chips),
    step: impl FnMut(OwnerKind, TableId, &JournalRow),
) -> Result<(VerifyReport, Seals), StoreError> {
    let mut opened = Opened::read(folder).await?;
    let audited = audit_on(opened.conn(), folder, seal_key, escrow, step).await;
    opened.close().await;
    audited
}

/// Records that faults have been dealt with, and how, so that they no longer count. The server may be running.
///
/// # Errors
/// When there is no database of this version in the folder, or it cannot be written.
pub async fn acknowledge(folder: &Path, faults: &[String], why: &str) -> Result<(), StoreError> {
    let mut conn = connect(folder, Access::Write).await?;
    refuse_other_version(&mut conn, folder).await?;
    conn.execute("BEGIN IMMEDIATE").await.map_err(refused)?;
    for what in faults {
        sqlx::query("INSERT INTO acknowledged_fault (what, why, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(what)
            .bind(why)
            .bind(Timestamp::now().as_millisecond())
            .execute(&mut conn)
            .await
            .map_err(refused)?;
    }
    sums::renew(&mut conn).await?;
    conn.execute("COMMIT").await.map_err(refused)?;
    conn.close().await.map_err(refused)
}

async fn audit_on(
    connection: &mut SqliteConnection,
    folder: &Path,
    seal_key: Option<&Path>,
    mut escrow: impl FnMut(OwnerKind, TableId, Chips),
    mut step: impl FnMut(OwnerKind, TableId, &JournalRow),
) -> Result<(VerifyReport, Seals), StoreError> {
    refuse_other_version(connection, folder).await?;
    let own_key = folder.join("seal.key");
    let sealer = identity::known_sealer(connection, seal_key.unwrap_or(&own_key)).await?;
    if let (Some(path), Err(why)) = (seal_key, &sealer) {
        let path = path.display();
        return Err(StoreError::SealKey(match why {
            NoSealer::Missing => format!("{path}: there is no such file, or it cannot be read"),
            NoSealer::Exposed => format!("{path}: others than its owner may use this key; `chmod 600` it"),
        }));
    }
    let mut beside = identity::check_keys(connection, folder).await?;
    // If a damaged journal prevents these checks, the damage itself is in the report.
    beside.extend(settle::lag(connection, folder).await.ok().flatten());
    beside.extend(settle::detour(connection, folder).await.ok().flatten());
    let mut snapshot = connection.begin().await.map_err(refused)?;
    let mut report = verify::everything(&mut snapshot).await?;
    verify::schema(&mut snapshot, &mut report).await?;
    for what in beside {
        report.fault(|| what);
    }
    let held = snapshot
        .fetch_all(
            "SELECT id, kind, amount FROM game_table JOIN balance ON balance.account = kind || ':' || id ORDER BY id",
        )
        .await
        .map_err(refused)?;
    let mut kinds = HashMap::new();
    for row in &held {
        let (id, kind) = (TableId(number(row, "id")?), kind(row)?);
        kinds.insert(id, kind);
        escrow(kind, id, chips(row.try_get("amount").map_err(refused)?)?);
    }
    let mut rows = sqlx::query("SELECT steps FROM journal ORDER BY id").fetch(&mut *snapshot);
    while let Some(row) = rows.try_next().await.map_err(refused)? {
        // An unreadable group is in the report.
        for told in group::read(row.try_get("steps").map_err(refused)?).unwrap_or_default() {
            let kind = kinds.get(&told.table).copied().unwrap_or(OwnerKind::Table);
            let row = match &sealer {
                Ok(sealer) => told.open(sealer),
                Err(_) => told.told(),
            };
            step(kind, told.table, &row);
        }
    }
    let seals = match sealer {
        Ok(_) => Seals::Opened,
        Err(NoSealer::Missing) => Seals::Shut,
        Err(NoSealer::Exposed) => Seals::Exposed,
    };
    Ok((report, seals))
}
