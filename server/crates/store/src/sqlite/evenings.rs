//! Evenings in the database.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::accounts::blob;
use super::columns::number;
use super::fault::Fault;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::evenings::{Evening, Evenings};
use crate::types::{AccountId, LedgerAccount, TableId};

impl Evenings for SqliteStore {
    fn keep_evening(
        &self,
        table: TableId,
        players: Vec<(AccountId, bool)>,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let (players, body): (Arc<[(AccountId, bool)]>, Arc<str>) = (players.into(), body.into());
        self.write(move |tx| {
            let (players, body) = (Arc::clone(&players), Arc::clone(&body));
            async move { keep(tx.conn, table, &players, &body).await }.boxed()
        })
        .boxed()
    }

    fn evening(&self, account: AccountId, table: TableId) -> BoxFuture<'_, Result<Option<Evening>, StoreError>> {
        async move {
            let row = sqlx::query(
                "SELECT table_id, body, CASE WHEN invited THEN next_table END AS next_table
                 FROM evening_player JOIN evening USING (table_id)
                 WHERE account = $1 AND table_id = $2",
            )
            .bind(blob(account.0))
            .bind(table.0.cast_signed())
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            row.map(|row| self.evening_in(&row)).transpose()
        }
        .boxed()
    }

    fn evenings(
        &self,
        account: AccountId,
        before: Option<TableId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<Evening>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT table_id, body, CASE WHEN invited THEN next_table END AS next_table
                 FROM evening_player JOIN evening USING (table_id)
                 WHERE account = $1 AND table_id < $2 ORDER BY table_id DESC LIMIT $3",
            )
            .bind(blob(account.0))
            .bind(before.map_or(i64::MAX, |table| table.0.cast_signed()))
            .bind(limit)
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            rows.iter().map(|row| self.evening_in(row)).collect()
        }
        .boxed()
    }

    fn tabs(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, i64)>, StoreError>> {
        async move {
            let rows = sqlx::query("SELECT account, amount FROM balance WHERE account > $1 AND account < $2")
                // The character after a colon is a semicolon.
                .bind(format!("tab:{table}:"))
                .bind(format!("tab:{table};"))
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            let mut tabs = Vec::with_capacity(rows.len());
            for row in &rows {
                let account: String = row.try_get("account").map_err(refused)?;
                if let Ok(LedgerAccount::Tab(_, account)) = account.parse() {
                    tabs.push((account, row.try_get("amount").map_err(refused)?));
                }
            }
            Ok(tabs)
        }
        .boxed()
    }

    fn play_on(&self, table: TableId, next: String) -> BoxFuture<'_, Result<(), StoreError>> {
        let next: Arc<str> = next.into();
        self.write(move |tx| {
            let next = Arc::clone(&next);
            async move {
                sqlx::query("UPDATE evening SET next_table = $2 WHERE table_id = $1")
                    .bind(table.0.cast_signed())
                    .bind(&*next)
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }
}

impl SqliteStore {
    fn evening_in(&self, row: &SqliteRow) -> Result<Evening, StoreError> {
        let body: String = row.try_get("body").map_err(refused)?;
        Ok(Evening {
            table: TableId(number(row, "table_id")?),
            body: self.erased.without_names(body.into()).into_owned(),
            next: row.try_get("next_table").map_err(refused)?,
        })
    }
}

/// Stores the ledger of a table, for the accounts in it.
pub(super) async fn keep(
    conn: &mut SqliteConnection,
    table: TableId,
    players: &[(AccountId, bool)],
    body: &str,
) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO evening (table_id, body) VALUES ($1, $2)
         ON CONFLICT (table_id) DO UPDATE SET body = excluded.body",
    )
    .bind(table.0.cast_signed())
    .bind(body)
    .execute(&mut *conn)
    .await?;
    for (player, invited) in players {
        // An account that is gone has no list.
        sqlx::query(
            "INSERT INTO evening_player (account, table_id, invited)
             SELECT id, $2, $3 FROM account WHERE id = $1 AND retired_at IS NULL
             ON CONFLICT (account, table_id) DO NOTHING",
        )
        .bind(blob(player.0))
        .bind(table.0.cast_signed())
        .bind(*invited)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}
