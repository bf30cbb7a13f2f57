//! Tables and tournaments as owners of journals: created, taken over, closed.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row as _};

use super::columns::{kind, number, timestamp};
use super::fault::Fault;
use super::task::{Owners, WriteTx};
use super::{SqliteStore, ledger, recall, refused};
use crate::chain;
use crate::ownership::Ownership;
use crate::types::{OwnerKind, StoredTable, TableId, TableInfo};
use crate::{Claim, StoreError};

/// A table or tournament with its kind.
pub(super) type Owner = (TableId, OwnerKind);

/// The kind of a table or tournament; `None` if there is none with this number.
pub(super) async fn kind_of(conn: &mut SqliteConnection, id: TableId) -> Result<Option<OwnerKind>, StoreError> {
    let row = sqlx::query("SELECT kind FROM game_table WHERE id = $1")
        .bind(id.0.cast_signed())
        .fetch_optional(conn)
        .await
        .map_err(refused)?;
    row.as_ref().map(kind).transpose()
}

/// The open tables and tournaments, by number.
async fn open(conn: &mut SqliteConnection) -> Result<Vec<Owner>, StoreError> {
    let rows = conn
        .fetch_all("SELECT id, kind FROM game_table WHERE closed_at IS NULL ORDER BY id")
        .await
        .map_err(refused)?;
    let owners = rows.iter().map(|row| Ok((TableId(number(row, "id")?), kind(row)?)));
    owners.collect()
}

impl Ownership for SqliteStore {
    fn create(&self, kind: OwnerKind, configs: Vec<String>) -> BoxFuture<'_, Result<Vec<StoredTable>, StoreError>> {
        async move {
            let owners = self
                .write(move |tx| {
                    let configs = configs.clone();
                    async move {
                        let mut owners = Vec::with_capacity(configs.len());
                        for config in &configs {
                            owners.push((insert(tx, kind, config).await?, kind));
                        }
                        Ok(owners)
                    }
                    .boxed()
                })
                .await?;
            let claims = self.read_claims(&owners).await?;
            claims.into_iter().map(|claim| claim.stored).collect()
        }
        .boxed()
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableInfo>, StoreError>> {
        async move {
            let rows =
                sqlx::query("SELECT id, kind, config, created_at FROM game_table WHERE closed_at IS NULL ORDER BY id")
                    .fetch_all(&mut *self.reader().await?)
                    .await
                    .map_err(refused)?;
            rows.iter()
                .map(|row| {
                    Ok(TableInfo {
                        id: TableId(number(row, "id")?),
                        kind: kind(row)?,
                        config: row.try_get("config").map_err(refused)?,
                        created_at: timestamp(row, "created_at")?,
                    })
                })
                .collect()
        }
        .boxed()
    }

    fn claim_table(&self, id: TableId) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        async move {
            let kind = self
                .write(move |tx| {
                    async move {
                        tx.change_owners(Owners::One(id)).await?;
                        let claimed = sqlx::query(
                            "UPDATE owner SET epoch = epoch + 1
                             WHERE table_id = (SELECT id FROM game_table WHERE id = $1 AND closed_at IS NULL)",
                        )
                        .bind(id.0.cast_signed())
                        .execute(&mut *tx.conn)
                        .await?;
                        match claimed.rows_affected() {
                            0 => Err(StoreError::NoSuchTable(id).into()),
                            _ => Ok(kind_of(tx.conn, id).await?.ok_or(StoreError::NoSuchTable(id))?),
                        }
                    }
                    .boxed()
                })
                .await?;
            let mut claims = self.read_claims(&[(id, kind)]).await?;
            claims.pop().ok_or(StoreError::NoSuchTable(id))?.stored
        }
        .boxed()
    }

    fn load_tables(&self) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        async move {
            let owners = self
                .write(|tx| {
                    async move {
                        tx.change_owners(Owners::All).await?;
                        // Owners that cannot be opened now are quarantined again.
                        tx.conn
                            .execute("UPDATE game_table SET quarantine = NULL WHERE quarantine IS NOT NULL")
                            .await?;
                        tx.conn
                            .execute(
                                "UPDATE owner SET epoch = epoch + 1
                                 WHERE table_id IN (SELECT id FROM game_table WHERE closed_at IS NULL)",
                            )
                            .await?;
                        Ok(open(tx.conn).await?)
                    }
                    .boxed()
                })
                .await?;
            self.read_claims(&owners).await
        }
        .boxed()
    }

    fn close_table(&self, id: TableId, epoch: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                let kind = kind_of(tx.conn, id).await?.ok_or(StoreError::NoSuchTable(id))?;
                refuse_chips(tx.conn, (id, kind)).await?;
                tx.change_owners(Owners::One(id)).await?;
                close(tx, id, Some(epoch)).await
            }
            .boxed()
        })
        .boxed()
    }

    fn table_config(&self, table: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            sqlx::query_scalar("SELECT config FROM game_table WHERE id = $1")
                .bind(table.0.cast_signed())
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)
        }
        .boxed()
    }
}

impl SqliteStore {
    /// Reads the tables and tournaments that the caller has just claimed.
    async fn read_claims(&self, owners: &[Owner]) -> Result<Vec<Claim>, StoreError> {
        recall::claims(&mut *self.reader().await?, self.sealer()?, owners).await
    }

    /// Reads a tournament that was just created.
    pub(super) async fn read_new(&self, id: TableId) -> Result<StoredTable, StoreError> {
        let mut claims = self.read_claims(&[(id, OwnerKind::Tournament)]).await?;
        claims.pop().ok_or(StoreError::NoSuchTable(id))?.stored
    }
}

/// Creates a table or tournament, and returns its number.
pub(super) async fn insert(tx: &mut WriteTx<'_>, kind: OwnerKind, config: &str) -> Result<TableId, Fault> {
    let id: i64 =
        sqlx::query_scalar("INSERT INTO game_table (kind, config, created_at) VALUES ($1, $2, $3) RETURNING id")
            .bind(kind.code())
            .bind(config)
            .bind(tx.clock.now().as_millisecond())
            .fetch_one(&mut *tx.conn)
            .await?;
    let owner = TableId(id.cast_unsigned());
    sqlx::query("INSERT INTO owner (table_id, epoch, last_step, last_group, last_hash) VALUES ($1, 1, 0, 0, $2)")
        .bind(id)
        .bind(chain::setup_hash(kind, owner, config).to_vec())
        .execute(&mut *tx.conn)
        .await?;
    ledger::open_account(tx.conn, kind.account(owner)).await?;
    Ok(owner)
}

/// Refuses to continue while a table or tournament holds chips.
pub(super) async fn refuse_chips(conn: &mut SqliteConnection, (id, kind): Owner) -> Result<(), Fault> {
    let account = kind.account(id);
    let held = ledger::balance(conn, &account.to_string()).await?;
    if held.ok_or(StoreError::NoSuchTable(id))?.is_zero() {
        Ok(())
    } else {
        Err(StoreError::TableHoldsChips(account).into())
    }
}

/// Closes a settled journal permanently; with an epoch, only if the owner has that epoch.
///
/// The increased epoch keeps the owner from appending to the closed journal, none of whose steps is needed again.
pub(super) async fn close(tx: &mut WriteTx<'_>, id: TableId, epoch: Option<u64>) -> Result<(), Fault> {
    let owned = sqlx::query(
        "UPDATE owner SET epoch = epoch + 1,
             head_step = last_step, head_group = last_group, head_hash = last_hash
         WHERE table_id = $1 AND epoch = coalesce($2, epoch)",
    )
    .bind(id.0.cast_signed())
    .bind(epoch.map(u64::cast_signed))
    .execute(&mut *tx.conn)
    .await?;
    if owned.rows_affected() == 0 {
        return Err(StoreError::Fenced(id).into());
    }
    sqlx::query("UPDATE game_table SET closed_at = $2, quarantine = NULL WHERE id = $1")
        .bind(id.0.cast_signed())
        .bind(tx.clock.now().as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}
