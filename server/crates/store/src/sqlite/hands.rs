//! Iterates over the finished hands of a folder while a server may be running.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use futures_util::TryStreamExt;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::accounts::uuid_of;
use super::archive::{Opened, refuse_other_version};
use super::columns::{number, timestamp};
use super::packing::public_of;
use super::refused;
use crate::StoreError;
use crate::gist::HandGist;
use crate::types::{AccountId, TableId};
use crate::witness::NetDigest;

/// Hands read per statement. Statements are short so that none keeps a running server's log from starting over.
const AT_ONCE: i64 = 256;

/// A hand of the archive.
#[derive(Debug)]
pub struct ArchivedHand<'a> {
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// `true` for a practice hand.
    pub practice: bool,
    /// The public record as JSON; `None` if it cannot be unpacked.
    pub public: Option<&'a str>,
}

/// A data folder opened to iterate over its hands.
pub struct HandReader(Opened);

impl HandReader {
    /// Opens a folder for reading.
    ///
    /// # Errors
    /// When there is no database of this version in the folder, or it cannot be read.
    pub async fn open(folder: &Path) -> Result<Self, StoreError> {
        let mut opened = Opened::read(folder).await?;
        if let Err(fault) = refuse_other_version(opened.conn(), folder).await {
            opened.close().await;
            return Err(fault);
        }
        Ok(Self(opened))
    }

    /// Passes on the hands that ended at `since` or later, in the order in which they were written. Only hands whose
    /// players satisfy `wanted` are read.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn each(
        &mut self,
        since: Timestamp,
        wanted: impl Fn(&[AccountId]) -> bool,
        mut take: impl FnMut(ArchivedHand<'_>),
    ) -> Result<(), StoreError> {
        let conn = self.0.conn();
        let mut after = first_before(conn, since).await?;
        loop {
            let rows = sqlx::query(
                "SELECT id, table_id, hand_no, ended_at, players, packed, gist FROM hand
                 WHERE id > $1 ORDER BY id LIMIT $2",
            )
            .bind(after)
            .bind(AT_ONCE)
            .fetch_all(&mut *conn)
            .await
            .map_err(refused)?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = last.try_get("id").map_err(refused)?;
            for row in &rows {
                let ended_at = timestamp(row, "ended_at")?;
                let players: &[u8] = row.try_get("players").map_err(refused)?;
                let players: Vec<AccountId> = players
                    .chunks_exact(16)
                    .filter_map(|id| uuid::Uuid::from_slice(id).ok())
                    .map(AccountId)
                    .collect();
                if ended_at < since || !wanted(&players) {
                    continue;
                }
                let gist = HandGist::of_json(row.try_get("gist").map_err(refused)?);
                let public = public_of(row).ok();
                take(ArchivedHand {
                    table: TableId(number(row, "table_id")?),
                    hand_no: number(row, "hand_no")?,
                    ended_at,
                    practice: gist.is_some_and(|gist| gist.terms.practice),
                    public: public.as_deref(),
                });
            }
        }
    }

    /// The accounts of the house.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn house(&mut self) -> Result<HashSet<AccountId>, StoreError> {
        let rows = sqlx::query("SELECT id FROM account WHERE house = 1")
            .fetch_all(self.0.conn())
            .await
            .map_err(refused)?;
        let id = |row: &SqliteRow| Ok(AccountId(uuid_of(row, "id").map_err(refused)?));
        rows.iter().map(id).collect()
    }

    /// The name of an account.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn name(&mut self, account: AccountId) -> Result<Option<String>, StoreError> {
        sqlx::query_scalar("SELECT name FROM account WHERE id = $1")
            .bind(account.0.as_bytes().as_slice())
            .fetch_optional(self.0.conn())
            .await
            .map_err(refused)
    }

    /// The accounts that have connected from each network since then; empty for a folder that does not record this yet.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn networks(&mut self, since: Timestamp) -> Result<BTreeMap<NetDigest, Vec<AccountId>>, StoreError> {
        let conn = self.0.conn();
        let mut networks: BTreeMap<NetDigest, Vec<AccountId>> = BTreeMap::new();
        let mut rows = sqlx::query(
            "SELECT DISTINCT net, account FROM connection WHERE net IS NOT NULL AND coalesce(closed_at, opened_at) >= $1",
        )
        .bind(since.as_millisecond())
        .fetch(conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            let net: &[u8] = row.try_get("net").map_err(refused)?;
            if let Ok(net) = net.try_into() {
                let account = AccountId(uuid_of(&row, "account").map_err(refused)?);
                networks.entry(NetDigest(net)).or_default().push(account);
            }
        }
        Ok(networks)
    }

    /// Closes the folder.
    pub async fn close(self) {
        self.0.close().await;
    }
}

/// A row before which all hands ended before `since`, with an hour to spare: rows are written roughly in the order in which hands end.
async fn first_before(conn: &mut SqliteConnection, since: Timestamp) -> Result<i64, StoreError> {
    const SLACK_MS: i64 = 3_600_000;
    let since = since.as_millisecond().saturating_sub(SLACK_MS);
    let (mut low, mut high): (i64, i64) =
        sqlx::query_as("SELECT coalesce(min(id), 1) - 1, coalesce(max(id), 0) FROM hand")
            .fetch_one(&mut *conn)
            .await
            .map_err(refused)?;
    while low < high {
        let middle = low + (high - low) / 2;
        let ended: Option<i64> = sqlx::query_scalar("SELECT ended_at FROM hand WHERE id > $1 ORDER BY id LIMIT 1")
            .bind(middle)
            .fetch_optional(&mut *conn)
            .await
            .map_err(refused)?;
        if ended.is_some_and(|ended| ended < since) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}
