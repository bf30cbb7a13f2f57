//! Finished hands of a data folder, read beside a server that may be running on it.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Row};

use super::read::timestamp;
use super::{BUSY_TIMEOUT, refused};
use crate::store::StoreError;
use crate::store::types::{HandView, TableId};

/// What everybody saw of a finished hand; `None` if there is no such hand. Neither locks the folder nor writes to it, and
/// needs no key: what single players saw stays sealed.
///
/// # Errors
/// When there is no database in the folder, or it cannot be read.
pub async fn archived_hand(folder: &Path, table: TableId, hand_no: u64) -> Result<Option<HandView>, StoreError> {
    let path = folder.join("poker.db");
    if !path.is_file() {
        return Err(StoreError::Folder(format!(
            "there is no database in {}",
            folder.display()
        )));
    }
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT);
    let mut connection = options.disable_statement_logging().connect().await.map_err(refused)?;
    let row = sqlx::query("SELECT game, started_at, ended_at, public FROM hand WHERE table_id = $1 AND hand_no = $2")
        .bind(table.0.cast_signed())
        .bind(hand_no.cast_signed())
        .fetch_optional(&mut connection)
        .await
        .map_err(refused)?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(HandView {
        table,
        hand_no,
        game: row.try_get("game").map_err(refused)?,
        started_at: timestamp(&row, "started_at")?,
        ended_at: timestamp(&row, "ended_at")?,
        public: row.try_get("public").map_err(refused)?,
        private: None,
    }))
}
