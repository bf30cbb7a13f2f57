//! Limits of accounts in the database.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::accounts::{blob, uuid_of};
use super::columns::number;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::limits::{DayLimits, OwnLimit, OwnLimits};
use crate::personal::Personal as _;
use crate::types::AccountId;

/// Hands counted at a time.
const COUNTED: u32 = 1_000;

impl OwnLimits for SqliteStore {
    fn own_limits(&self) -> BoxFuture<'_, Result<Vec<OwnLimit>, StoreError>> {
        async move {
            let rows = sqlx::query("SELECT * FROM own_limit ORDER BY account")
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            rows.iter().map(limit_of).collect()
        }
        .boxed()
    }

    fn own_limit(&self, account: AccountId) -> BoxFuture<'_, Result<Option<OwnLimit>, StoreError>> {
        async move {
            let row = sqlx::query("SELECT * FROM own_limit WHERE account = $1")
                .bind(blob(account.0))
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            row.as_ref().map(limit_of).transpose()
        }
        .boxed()
    }

    fn keep_own_limit(&self, limit: OwnLimit) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                let later = limit.later.map(|(_, limits)| limits).unwrap_or_default();
                let chips = |limits: DayLimits| limits.loss.map(|loss| loss.get().cast_signed());
                sqlx::query(
                    "INSERT INTO own_limit (account, minutes, loss, later_from, later_minutes, later_loss, break_until,
                         day, played_ms)
                     SELECT id, $2, $3, $4, $5, $6, $7, $8, $9 FROM account WHERE id = $1 AND retired_at IS NULL
                     ON CONFLICT (account) DO UPDATE SET minutes = excluded.minutes, loss = excluded.loss,
                         later_from = excluded.later_from, later_minutes = excluded.later_minutes,
                         later_loss = excluded.later_loss, break_until = excluded.break_until, day = excluded.day,
                         played_ms = excluded.played_ms",
                )
                .bind(blob(limit.account.0))
                .bind(limit.now.minutes)
                .bind(chips(limit.now))
                .bind(limit.later.map(|(day, _)| day))
                .bind(later.minutes)
                .bind(chips(later))
                .bind(limit.break_until.map(Timestamp::as_millisecond))
                .bind(limit.day)
                .bind(limit.played_ms.cast_signed())
                .execute(&mut *tx.conn)
                .await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }

    fn won_since(&self, account: AccountId, since: Timestamp) -> BoxFuture<'_, Result<i64, StoreError>> {
        async move {
            while self.count_hands(account, COUNTED).await? {}
            let hands = self.tally(account, Some(since), None).await?;
            let in_hands = hands.iter().fold(0_i64, |sum, hand| sum.saturating_add(hand.net));
            // The conditions on the reasons match those of the indices.
            let in_events: i64 = sqlx::query_scalar(
                "SELECT coalesce(sum(amount), 0) FROM (
                     SELECT -amount AS amount FROM transfer
                     WHERE debit = $1 AND made_at >= $2 AND reason IN ('entry', 'rebuy')
                     UNION ALL
                     SELECT amount FROM transfer
                     WHERE credit = $1 AND made_at >= $2 AND reason IN ('refund', 'prize', 'bounty')
                 )",
            )
            .bind(format!("player:{account}"))
            .bind(since.as_millisecond())
            .fetch_one(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            Ok(in_hands.saturating_add(in_events))
        }
        .boxed()
    }
}

fn limit_of(row: &SqliteRow) -> Result<OwnLimit, StoreError> {
    let read = |column: &str| row.try_get::<Option<i64>, _>(column).map_err(refused);
    let limits = |minutes: &str, loss: &str| {
        let minutes = read(minutes)?.and_then(|minutes| u32::try_from(minutes).ok());
        let loss = read(loss)?.and_then(|loss| u64::try_from(loss).ok());
        Ok::<_, StoreError>(DayLimits {
            minutes,
            loss: loss.map(poker_engine::Chips::new),
        })
    };
    let later = limits("later_minutes", "later_loss")?;
    Ok(OwnLimit {
        account: AccountId(uuid_of(row, "account").map_err(refused)?),
        now: limits("minutes", "loss")?,
        later: read("later_from")?.map(|day| (day, later)),
        break_until: read("break_until")?.and_then(|until| Timestamp::from_millisecond(until).ok()),
        day: row.try_get("day").map_err(refused)?,
        played_ms: number(row, "played_ms")?,
    })
}
