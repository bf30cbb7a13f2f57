//! What is in a data folder, read beside a server that may be running on it. Nothing here locks the folder, writes to it
//! or needs its keys: what single players saw stays sealed. An audit opens it where the key is at hand.

use std::collections::HashMap;
use std::path::Path;

use futures_util::TryStreamExt;
use poker_engine::Chips;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{ConnectOptions, Connection, Executor, Row};

use super::columns::{chips, kind, number};
use super::read::{hand_row, hand_view};
use super::{BUSY_TIMEOUT, group, identity, refused, verify};
use crate::store::StoreError;
use crate::store::folder::DATABASE;
use crate::store::types::{HandView, JournalRow, OwnerKind, TableCondition, TableId, TableLine, VerifyReport};

/// Whether an audit has opened what is sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seals {
    /// The key was there.
    Opened,
    /// It was not.
    Shut,
}

/// What is done in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// It is read.
    Read,
    /// A row that no server keeps in memory is written.
    Write,
}

pub(super) async fn connect(folder: &Path, access: Access) -> Result<SqliteConnection, StoreError> {
    let path = folder.join(DATABASE);
    if !path.is_file() {
        return Err(StoreError::Folder(format!(
            "there is no database in {}",
            folder.display()
        )));
    }
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .read_only(access == Access::Read)
        .pragma("temp_store", "MEMORY")
        .busy_timeout(BUSY_TIMEOUT);
    options.disable_statement_logging().connect().await.map_err(refused)
}

/// Refuses a folder that has no tournaments yet, because no server of this version was started on it. A start makes it one of
/// today; what only reads changes nothing.
async fn refuse_older(conn: &mut SqliteConnection, folder: &Path) -> Result<(), StoreError> {
    let is_older: bool =
        sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM pragma_table_info('game_table') WHERE name = 'kind')")
            .fetch_one(conn)
            .await
            .map_err(refused)?;
    if is_older {
        let folder = folder.display();
        return Err(StoreError::Folder(format!(
            "the data in {folder} is of an earlier version: start this version's server on it once, or ask the program that \
             wrote it"
        )));
    }
    Ok(())
}

/// What everybody saw of a finished hand; `None` if there is no such hand.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read.
pub async fn archived_hand(folder: &Path, table: TableId, hand_no: u64) -> Result<Option<HandView>, StoreError> {
    let mut connection = connect(folder, Access::Read).await?;
    let row = hand_row(&mut connection, table, hand_no).await?;
    row.map(|row| hand_view(table, hand_no, &row)).transpose()
}

/// All tables and tournaments there ever were, oldest first.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read.
pub async fn list_tables(folder: &Path) -> Result<Vec<TableLine>, StoreError> {
    let mut connection = connect(folder, Access::Read).await?;
    refuse_older(&mut connection, folder).await?;
    let rows = connection
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

/// Checks everything in the folder, and tells the chips that each table and tournament holds and, in the order of their
/// commits, the steps of all. What is sealed in them is opened with the key in `seal_key`, or else with the folder's own where it
/// is there to be read.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read; when `seal_key` is missing, or the key is not the one that has
/// sealed the folder. What is wrong with the data is no error but in the report.
pub async fn audit(
    folder: &Path,
    seal_key: Option<&Path>,
    mut escrow: impl FnMut(OwnerKind, TableId, Chips),
    mut step: impl FnMut(OwnerKind, TableId, &JournalRow),
) -> Result<(VerifyReport, Seals), StoreError> {
    let mut connection = connect(folder, Access::Read).await?;
    refuse_older(&mut connection, folder).await?;
    let own_key = folder.join("seal.key");
    let sealer = identity::known_sealer(&mut connection, seal_key.unwrap_or(&own_key)).await?;
    if let (Some(path), None) = (seal_key, &sealer) {
        let message = format!("{}: there is no such file, or it cannot be read", path.display());
        return Err(StoreError::SealKey(message));
    }
    let mut snapshot = connection.begin().await.map_err(refused)?;
    let report = verify::everything(&mut snapshot).await?;
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
        // A group that cannot be read is in the report.
        for told in group::read(row.try_get("steps").map_err(refused)?).unwrap_or_default() {
            let kind = kinds.get(&told.table).copied().unwrap_or(OwnerKind::Table);
            let row = match &sealer {
                Some(sealer) => told.open(sealer),
                None => told.told(),
            };
            step(kind, told.table, &row);
        }
    }
    let seals = if sealer.is_some() { Seals::Opened } else { Seals::Shut };
    Ok((report, seals))
}
