//! The lasting record of a closed tournament: its result, its log, and later acts of officials.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use sqlx::Row;

use super::accounts::{blob, uuid_of};
use super::packing::{Packer, unpack};
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::results::Results;
use crate::types::{AccountId, LateAct, TableId};

impl Results for SqliteStore {
    fn keep_result(
        &self,
        tournament: TableId,
        body: String,
        log: Vec<String>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let body: Arc<str> = body.into();
        let mut packer = Packer::new();
        let pages: Arc<[Vec<u8>]> = log.iter().map(|page| packer.pack(page)).collect();
        self.write(move |tx| {
            let (body, pages) = (Arc::clone(&body), Arc::clone(&pages));
            async move {
                sqlx::query(
                    "INSERT INTO result (tournament, body) VALUES ($1, $2)
                     ON CONFLICT (tournament) DO UPDATE SET body = excluded.body",
                )
                .bind(tournament.0.cast_signed())
                .bind(&*body)
                .execute(&mut *tx.conn)
                .await?;
                sqlx::query("DELETE FROM result_log WHERE tournament = $1")
                    .bind(tournament.0.cast_signed())
                    .execute(&mut *tx.conn)
                    .await?;
                for (page, lines) in (0_i64..).zip(pages.iter()) {
                    sqlx::query("INSERT INTO result_log (tournament, page, lines) VALUES ($1, $2, $3)")
                        .bind(tournament.0.cast_signed())
                        .bind(page)
                        .bind(lines.as_slice())
                        .execute(&mut *tx.conn)
                        .await?;
                }
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }

    fn result(&self, tournament: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            let body: Option<String> = sqlx::query_scalar("SELECT body FROM result WHERE tournament = $1")
                .bind(tournament.0.cast_signed())
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            Ok(body.map(|body| self.erased.without_names(body.into()).into_owned()))
        }
        .boxed()
    }

    fn result_log(&self, tournament: TableId, page: u32) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            let lines: Option<Vec<u8>> =
                sqlx::query_scalar("SELECT lines FROM result_log WHERE tournament = $1 AND page = $2")
                    .bind(tournament.0.cast_signed())
                    .bind(i64::from(page))
                    .fetch_optional(&mut *self.reader().await?)
                    .await
                    .map_err(refused)?;
            let text = |lines: Vec<u8>| {
                unpack(&lines).ok_or_else(|| StoreError::Corrupt(format!("page {page} of the log of {tournament}")))
            };
            lines.map(text).transpose()
        }
        .boxed()
    }

    fn add_act(
        &self,
        tournament: TableId,
        account: AccountId,
        request: String,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let (request, body): (Arc<str>, Arc<str>) = (request.into(), body.into());
        self.write(move |tx| {
            let (request, body) = (Arc::clone(&request), Arc::clone(&body));
            async move {
                sqlx::query(
                    "INSERT INTO result_act (tournament, account, request, body) VALUES ($1, $2, $3, $4)
                     ON CONFLICT (tournament, account, request) DO NOTHING",
                )
                .bind(tournament.0.cast_signed())
                .bind(blob(account.0))
                .bind(&*request)
                .bind(&*body)
                .execute(&mut *tx.conn)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }

    fn acts(&self, tournament: TableId) -> BoxFuture<'_, Result<Vec<LateAct>, StoreError>> {
        async move {
            let rows = sqlx::query("SELECT account, request, body FROM result_act WHERE tournament = $1 ORDER BY no")
                .bind(tournament.0.cast_signed())
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            let act = |row: &sqlx::sqlite::SqliteRow| {
                let body: String = row.try_get("body").map_err(refused)?;
                Ok(LateAct {
                    account: AccountId(uuid_of(row, "account").map_err(refused)?),
                    request: row.try_get("request").map_err(refused)?,
                    body: self.erased.without_names(body.into()).into_owned(),
                })
            };
            rows.iter().map(act).collect()
        }
        .boxed()
    }
}
