//! Notes, the leaderboard, and players' payments to tournaments.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::accounts::{account_of, uuid_of};
use super::columns::{chips, number, timestamp};
use super::{SqliteStore, refused};
use crate::personal::{EventResult, Note, NoteKept, Personal, Week, WeekResult};
use crate::tally::TallyHand;
use crate::types::{AccountId, TableId};
use crate::{AccountRecord, StoreError};

fn blob(account: AccountId) -> Vec<u8> {
    account.0.as_bytes().to_vec()
}

impl Personal for SqliteStore {
    fn count_hands(&self, account: AccountId, most: u32) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.count_some(account, most).boxed()
    }

    fn tally(
        &self,
        account: AccountId,
        from: Option<Timestamp>,
        to: Option<Timestamp>,
    ) -> BoxFuture<'_, Result<Vec<TallyHand>, StoreError>> {
        self.read_tally(account, from, to).boxed()
    }

    fn events_of(
        &self,
        account: AccountId,
        before: Option<TableId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<EventResult>, StoreError>> {
        self.read_events_of(account, before, limit).boxed()
    }

    fn set_listed(&self, account: AccountId, listed: bool) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                let since = tx.clock.now().as_millisecond();
                let change = if listed {
                    sqlx::query("INSERT INTO listed_account (account, since) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                        .bind(blob(account))
                        .bind(since)
                } else {
                    sqlx::query("DELETE FROM listed_account WHERE account = $1").bind(blob(account))
                };
                change.execute(&mut *tx.conn).await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }

    fn is_listed(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        async move {
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM listed_account WHERE account = $1)")
                .bind(blob(account))
                .fetch_one(&mut *self.reader().await?)
                .await
                .map_err(refused)
        }
        .boxed()
    }

    fn listed_behind(&self) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>> {
        self.read_listed_behind().boxed()
    }

    fn week_results(
        &self,
        week: Week,
        game: Option<String>,
        hands_min: u64,
    ) -> BoxFuture<'_, Result<Vec<WeekResult>, StoreError>> {
        self.read_week_results(week, game, hands_min).boxed()
    }

    fn week_result_of(
        &self,
        account: AccountId,
        week: Week,
        game: Option<String>,
    ) -> BoxFuture<'_, Result<Option<(u64, i64)>, StoreError>> {
        async move {
            let row = sqlx::query("SELECT hands, net FROM week_result WHERE week = $1 AND game = $2 AND account = $3")
                .bind(week.0)
                .bind(game.unwrap_or_default())
                .bind(blob(account))
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            row.map(|row| Ok((number(&row, "hands")?, row.try_get("net").map_err(refused)?)))
                .transpose()
        }
        .boxed()
    }

    fn notes(
        &self,
        account: AccountId,
        after: Option<AccountId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<(Note, AccountRecord)>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT note.player, note.text, note.colour, note.changed_at, account.*
                 FROM note JOIN account ON account.id = note.player
                 WHERE note.account = $1 AND note.player > $2 ORDER BY note.player LIMIT $3",
            )
            .bind(blob(account))
            .bind(after.map_or_else(Vec::new, blob))
            .bind(limit)
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            let named = |row: &SqliteRow| Ok((note_of(row)?, account_of(row)?));
            rows.iter().map(named).collect()
        }
        .boxed()
    }

    fn note(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<Option<Note>, StoreError>> {
        async move {
            let row =
                sqlx::query("SELECT player, text, colour, changed_at FROM note WHERE account = $1 AND player = $2")
                    .bind(blob(account))
                    .bind(blob(player))
                    .fetch_optional(&mut *self.reader().await?)
                    .await
                    .map_err(refused)?;
            row.as_ref().map(note_of).transpose()
        }
        .boxed()
    }

    fn keep_note(&self, account: AccountId, note: Note, most: u32) -> BoxFuture<'_, Result<NoteKept, StoreError>> {
        self.write_note(account, note, most).boxed()
    }

    fn forget_note(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                sqlx::query("DELETE FROM note WHERE account = $1 AND player = $2")
                    .bind(blob(account))
                    .bind(blob(player))
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
    async fn write_note(&self, account: AccountId, note: Note, most: u32) -> Result<NoteKept, StoreError> {
        self.write(move |tx| {
            let note = note.clone();
            async move {
                let player: Option<i64> =
                    sqlx::query_scalar("SELECT 1 FROM account WHERE id = $1 AND retired_at IS NULL")
                        .bind(blob(note.player))
                        .fetch_optional(&mut *tx.conn)
                        .await?;
                if player.is_none() {
                    return Ok(NoteKept::NoSuchPlayer);
                }
                let others: i64 = sqlx::query_scalar("SELECT count(*) FROM note WHERE account = $1 AND player <> $2")
                    .bind(blob(account))
                    .bind(blob(note.player))
                    .fetch_one(&mut *tx.conn)
                    .await?;
                if others >= i64::from(most) {
                    return Ok(NoteKept::Full);
                }
                sqlx::query(
                    "INSERT INTO note (account, player, text, colour, changed_at) VALUES ($1, $2, $3, $4, $5)
                     ON CONFLICT (account, player)
                     DO UPDATE SET text = excluded.text, colour = excluded.colour, changed_at = excluded.changed_at",
                )
                .bind(blob(account))
                .bind(blob(note.player))
                .bind(&note.text)
                .bind(&note.colour)
                .bind(note.changed_at.as_millisecond())
                .execute(&mut *tx.conn)
                .await?;
                Ok(NoteKept::Kept)
            }
            .boxed()
        })
        .await
    }

    async fn read_week_results(
        &self,
        week: Week,
        game: Option<String>,
        hands_min: u64,
    ) -> Result<Vec<WeekResult>, StoreError> {
        let rows = sqlx::query(
            "SELECT account.*, week_result.hands, week_result.net
             FROM listed_account
             JOIN account ON account.id = listed_account.account
             JOIN week_result ON week_result.week = $1 AND week_result.game = $2
                 AND week_result.account = listed_account.account
             WHERE account.kind = 'account' AND account.house = 0 AND week_result.hands >= $3
             ORDER BY week_result.net DESC, week_result.hands, account.id",
        )
        .bind(week.0)
        .bind(game.unwrap_or_default())
        .bind(i64::try_from(hands_min).unwrap_or(i64::MAX))
        .fetch_all(&mut *self.reader().await?)
        .await
        .map_err(refused)?;
        let line = |row: &SqliteRow| {
            Ok(WeekResult {
                account: account_of(row)?,
                hands: number(row, "hands")?,
                net: row.try_get("net").map_err(refused)?,
            })
        };
        rows.iter().map(line).collect()
    }

    async fn read_events_of(
        &self,
        account: AccountId,
        before: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<EventResult>, StoreError> {
        // The conditions on the reasons match those of the indices.
        let rows = sqlx::query(
            "SELECT table_id, min(made_at) AS first_at,
                 count(*) FILTER (WHERE reason = 'entry') AS entries,
                 count(*) FILTER (WHERE reason = 'rebuy') AS rebuys,
                 coalesce(sum(amount) FILTER (WHERE reason IN ('entry', 'rebuy')), 0) AS paid,
                 coalesce(sum(amount) FILTER (WHERE reason = 'refund'), 0) AS refunded,
                 coalesce(sum(amount) FILTER (WHERE reason = 'prize'), 0) AS prize,
                 coalesce(sum(amount) FILTER (WHERE reason = 'bounty'), 0) AS bounties
             FROM (
                 SELECT table_id, made_at, reason, amount FROM transfer
                 WHERE debit = $1 AND table_id < $2 AND reason IN ('entry', 'rebuy')
                 UNION ALL
                 SELECT table_id, made_at, reason, amount FROM transfer
                 WHERE credit = $1 AND table_id < $2 AND reason IN ('refund', 'prize', 'bounty')
             ) GROUP BY table_id ORDER BY table_id DESC LIMIT $3",
        )
        .bind(format!("player:{account}"))
        .bind(before.map_or(i64::MAX, |before| i64::try_from(before.0).unwrap_or(i64::MAX)))
        .bind(limit)
        .fetch_all(&mut *self.reader().await?)
        .await
        .map_err(refused)?;
        let amount = |row: &SqliteRow, column: &str| chips(row.try_get(column).map_err(refused)?);
        let line = |row: &SqliteRow| {
            Ok(EventResult {
                tournament: number(row, "table_id")?,
                first_at: row.try_get("first_at").map_err(refused)?,
                entries: number(row, "entries")?,
                rebuys: number(row, "rebuys")?,
                paid: amount(row, "paid")?,
                refunded: amount(row, "refunded")?,
                prize: amount(row, "prize")?,
                bounties: amount(row, "bounties")?,
            })
        };
        rows.iter().map(line).collect()
    }
}

fn note_of(row: &SqliteRow) -> Result<Note, StoreError> {
    Ok(Note {
        player: AccountId(uuid_of(row, "player").map_err(refused)?),
        text: row.try_get("text").map_err(refused)?,
        colour: row.try_get("colour").map_err(refused)?,
        changed_at: timestamp(row, "changed_at")?,
    })
}
