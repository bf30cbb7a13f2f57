//! Evenings in the database.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::accounts::blob;
use super::columns::number;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::evenings::{Evening, Evenings};
use crate::types::{AccountId, TableId};

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
            async move {
                sqlx::query(
                    "INSERT INTO evening (table_id, body) VALUES ($1, $2)
                     ON CONFLICT (table_id) DO UPDATE SET body = excluded.body",
                )
                .bind(table.0.cast_signed())
                .bind(&*body)
                .execute(&mut *tx.conn)
                .await?;
                for (player, invited) in players.iter() {
                    // An account that is gone has no list.
                    sqlx::query(
                        "INSERT INTO evening_player (account, table_id, invited)
                         SELECT id, $2, $3 FROM account WHERE id = $1 AND retired_at IS NULL
                         ON CONFLICT (account, table_id) DO NOTHING",
                    )
                    .bind(blob(player.0))
                    .bind(table.0.cast_signed())
                    .bind(*invited)
                    .execute(&mut *tx.conn)
                    .await?;
                }
                Ok(())
            }
            .boxed()
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
