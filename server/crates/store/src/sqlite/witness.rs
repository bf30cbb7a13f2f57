//! Connections, refused answers, and the steps of a hand.

use std::collections::BTreeSet;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::accounts::{blob, uuid_of};
use super::columns::{number, timestamp};
use super::fault::Fault;
use super::settle::{self, JournalEnd};
use super::task::WriteTx;
use super::{SqliteStore, group, refused};
use crate::StoreError;
use crate::seal::Sealer;
use crate::types::{AccountId, JournalRow, TableId};
use crate::witness::{
    CONNECTIONS_MAX, ConnectionLine, ConnectionSearch, KEPT_MS, NetDigest, Noted, REFUSED_MAX, RecordEnd,
    RefusedAnswer, RefusedSearch, SERVER_ENDED, WITNESSED_MAX, Witness,
};

/// Maximum number of connections kept per account: more than one every half-hour for the whole retention period.
const ACCOUNT_MAX: u32 = 2_000;

/// Number of old rows deleted at a time.
const FORGET_SLICE: u32 = 2048;

/// Maximum number of groups searched for the steps of one hand: more than are written during the longest hand.
const GROUPS_MAX: usize = 65_536;

impl Witness for SqliteStore {
    fn begin_record(&self, run: Timestamp) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| begin(tx, run).boxed()).boxed()
    }

    fn keep_noted(
        &self,
        run: Timestamp,
        at: Timestamp,
        noted: Vec<Noted>,
        left_out: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        let sealer = match self.sealer() {
            Ok(sealer) => sealer.clone(),
            Err(fault) => return ready(Err(fault)).boxed(),
        };
        self.write(move |tx| {
            let (noted, sealer) = (noted.clone(), sealer.clone());
            async move {
                let mut opened = BTreeSet::new();
                for noted in &noted {
                    keep(tx, &sealer, run, noted).await?;
                    if let Noted::Opened { account, .. } = noted {
                        opened.insert(account.0);
                    }
                }
                for account in opened {
                    share(tx, account).await?;
                }
                mark(tx, run, at, left_out).await?;
                forget(tx).await
            }
            .boxed()
        })
        .boxed()
    }

    fn connections(&self, search: ConnectionSearch) -> BoxFuture<'_, Result<Vec<ConnectionLine>, StoreError>> {
        async move {
            let ConnectionSearch {
                account,
                from,
                until,
                before,
            } = search;
            let kept = self.clock.now().as_millisecond() - KEPT_MS;
            let rows = sqlx::query(
                "SELECT * FROM connection
                 WHERE account = $1 AND opened_at <= $3 AND coalesce(closed_at, $3) >= max($2, $4) AND no < $5
                 ORDER BY no DESC LIMIT $6",
            )
            .bind(blob(account.0))
            .bind(from.as_millisecond())
            .bind(until.as_millisecond())
            .bind(kept)
            .bind(before.map_or(i64::MAX, u64::cast_signed))
            .bind(WITNESSED_MAX)
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            rows.iter().map(connection_line).collect()
        }
        .boxed()
    }

    fn refused_answers(&self, search: RefusedSearch) -> BoxFuture<'_, Result<Vec<RefusedAnswer>, StoreError>> {
        async move {
            let kept = self.clock.now().as_millisecond() - KEPT_MS;
            let query = match search {
                RefusedSearch::Hand(table, hand_no) => sqlx::query(
                    "SELECT * FROM refused_answer WHERE table_id = $1 AND hand_no = $2 AND at >= $3 ORDER BY no LIMIT $4",
                )
                .bind(table.0.cast_signed())
                .bind(hand_no.cast_signed())
                .bind(kept),
                RefusedSearch::Account(account, from, until) => sqlx::query(
                    "SELECT * FROM refused_answer WHERE account = $1 AND at >= max($2, $4) AND at <= $3 ORDER BY no LIMIT $5",
                )
                .bind(blob(account.0))
                .bind(from.as_millisecond())
                .bind(until.as_millisecond()),
            };
            let rows = query
                .bind(kept)
                .bind(WITNESSED_MAX)
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            rows.iter().map(refused_answer).collect()
        }
        .boxed()
    }

    fn record_end(&self) -> BoxFuture<'_, Result<Option<RecordEnd>, StoreError>> {
        async move {
            let row = sqlx::query("SELECT run, written_at, left_out FROM connection_record")
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            let end = |row: &SqliteRow| {
                Ok(RecordEnd {
                    run: timestamp(row, "run")?,
                    written_at: timestamp(row, "written_at")?,
                    left_out: number(row, "left_out")?,
                })
            };
            row.as_ref().map(end).transpose()
        }
        .boxed()
    }

    fn hand_steps(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Vec<JournalRow>, StoreError>> {
        async move {
            let mut walk = Walk {
                table,
                hand_no,
                rows: Vec::new(),
            };
            let found = walk.go(&mut *self.reader().await?).await;
            found.map_err(StoreError::from)?;
            Ok(walk.finish())
        }
        .boxed()
    }
}

/// Ends the connections that a killed server left open, as of the last write.
async fn begin(tx: &mut WriteTx<'_>, run: Timestamp) -> Result<(), Fault> {
    let written: Option<i64> = sqlx::query_scalar("SELECT written_at FROM connection_record")
        .fetch_optional(&mut *tx.conn)
        .await?;
    let last = settle::head(&mut *tx.conn).await?.at.as_millisecond();
    sqlx::query("UPDATE connection SET closed_at = max(opened_at, $1), why = $2 WHERE closed_at IS NULL")
        .bind(written.unwrap_or(0).max(last))
        .bind(SERVER_ENDED)
        .execute(&mut *tx.conn)
        .await?;
    mark(tx, run, run, 0).await
}

/// Records how far the record extends.
async fn mark(tx: &mut WriteTx<'_>, run: Timestamp, at: Timestamp, left_out: u64) -> Result<(), Fault> {
    sqlx::query(
        "INSERT INTO connection_record (one, run, written_at, left_out) VALUES (1, $1, $2, $3)
         ON CONFLICT (one) DO UPDATE SET run = excluded.run, written_at = excluded.written_at, left_out = excluded.left_out",
    )
    .bind(run.as_millisecond())
    .bind(at.as_millisecond())
    .bind(left_out.cast_signed())
    .execute(&mut *tx.conn)
    .await?;
    Ok(())
}

/// Stores a line. House bots, which connect all day, and deleted accounts are left out.
async fn keep(tx: &mut WriteTx<'_>, sealer: &Sealer, run: Timestamp, noted: &Noted) -> Result<(), Fault> {
    let query = match noted {
        Noted::Opened {
            conn,
            account,
            network,
            at,
        } => sqlx::query(
            "INSERT INTO connection (run, conn, account, net, opened_at)
             SELECT $1, $2, id, $4, $5 FROM account
             WHERE id = $3 AND house = 0 AND id NOT IN (SELECT account FROM deleted_account)
             ON CONFLICT DO NOTHING",
        )
        .bind(run.as_millisecond())
        .bind(conn.cast_signed())
        .bind(blob(account.0))
        .bind(network.map(|network| sealer.digest(&network.to_string()).to_vec()))
        .bind(at.as_millisecond()),
        Noted::Closed {
            conn,
            at,
            heard_at,
            why,
            tables,
        } => {
            let tables: Vec<u64> = tables.iter().map(|table| table.0).collect();
            sqlx::query(
                "UPDATE connection SET closed_at = max(opened_at, $3), heard_at = $4, why = $5, tables = $6
                 WHERE run = $1 AND conn = $2 AND closed_at IS NULL",
            )
            .bind(run.as_millisecond())
            .bind(conn.cast_signed())
            .bind(at.as_millisecond())
            .bind(heard_at.as_millisecond())
            .bind(*why)
            .bind(serde_json::to_string(&tables).expect("numbers are JSON"))
        }
        Noted::Refused(answer) => sqlx::query(
            "INSERT INTO refused_answer (at, account, table_id, hand_no, turn, action, code)
             SELECT $1, id, $3, $4, $5, $6, $7 FROM account
             WHERE id = $2 AND house = 0 AND id NOT IN (SELECT account FROM deleted_account)",
        )
        .bind(answer.at.as_millisecond())
        .bind(blob(answer.account.0))
        .bind(answer.table.0.cast_signed())
        .bind(i64::try_from(answer.hand_no).unwrap_or(i64::MAX))
        .bind(answer.turn)
        .bind(&answer.action)
        .bind(&answer.code),
    };
    query.execute(&mut *tx.conn).await?;
    Ok(())
}

/// Deletes the oldest connections of an account that exceeds its share, so that no account displaces the others.
async fn share(tx: &mut WriteTx<'_>, account: uuid::Uuid) -> Result<(), Fault> {
    sqlx::query(
        "DELETE FROM connection WHERE no IN (
             SELECT no FROM connection WHERE account = $1 ORDER BY opened_at DESC, no DESC LIMIT -1 OFFSET $2
         )",
    )
    .bind(blob(account))
    .bind(ACCOUNT_MAX)
    .execute(&mut *tx.conn)
    .await?;
    Ok(())
}

/// Deletes rows that are too old or too many, a slice at a time.
async fn forget(tx: &mut WriteTx<'_>) -> Result<(), Fault> {
    let kept = tx.clock.now().as_millisecond() - KEPT_MS;
    for (sql, most) in [
        (
            "DELETE FROM connection WHERE no <= (SELECT coalesce(max(no), 0) FROM connection) - $1
                 OR no IN (SELECT no FROM connection WHERE closed_at < $2 ORDER BY closed_at LIMIT $3)",
            CONNECTIONS_MAX,
        ),
        (
            "DELETE FROM refused_answer WHERE no <= (SELECT coalesce(max(no), 0) FROM refused_answer) - $1
                 OR no IN (SELECT no FROM refused_answer WHERE at < $2 ORDER BY at LIMIT $3)",
            REFUSED_MAX,
        ),
    ] {
        sqlx::query(sql)
            .bind(most)
            .bind(kept)
            .bind(FORGET_SLICE)
            .execute(&mut *tx.conn)
            .await?;
    }
    Ok(())
}

fn account_in(row: &SqliteRow) -> Result<AccountId, StoreError> {
    Ok(AccountId(uuid_of(row, "account").map_err(refused)?))
}

/// Reads a column that contains a time, or nothing.
fn instant(row: &SqliteRow, column: &str) -> Result<Option<Timestamp>, StoreError> {
    let millis: Option<i64> = row.try_get(column).map_err(refused)?;
    millis.map(|_| timestamp(row, column)).transpose()
}

fn connection_line(row: &SqliteRow) -> Result<ConnectionLine, StoreError> {
    let net: Option<&[u8]> = row.try_get("net").map_err(refused)?;
    let tables: Option<&str> = row.try_get("tables").map_err(refused)?;
    let tables: Vec<u64> = tables
        .map(|tables| {
            serde_json::from_str(tables).map_err(|_| StoreError::Corrupt("tables of a connection".to_owned()))
        })
        .transpose()?
        .unwrap_or_default();
    Ok(ConnectionLine {
        no: number(row, "no")?,
        account: account_in(row)?,
        net: net.and_then(|net| net.try_into().ok()).map(NetDigest),
        opened_at: timestamp(row, "opened_at")?,
        closed_at: instant(row, "closed_at")?,
        heard_at: instant(row, "heard_at")?,
        why: row.try_get("why").map_err(refused)?,
        tables: tables.into_iter().map(TableId).collect(),
    })
}

fn refused_answer(row: &SqliteRow) -> Result<RefusedAnswer, StoreError> {
    Ok(RefusedAnswer {
        at: timestamp(row, "at")?,
        account: account_in(row)?,
        table: TableId(number(row, "table_id")?),
        hand_no: number(row, "hand_no")?,
        turn: u32::try_from(number(row, "turn")?).unwrap_or(u32::MAX),
        action: row.try_get("action").map_err(refused)?,
        code: row.try_get("code").map_err(refused)?,
    })
}

/// A walk backwards along a journal to the steps of one hand.
struct Walk {
    table: TableId,
    hand_no: u64,
    /// The newest first.
    rows: Vec<JournalRow>,
}

/// The continuation of a walk.
enum Next {
    /// The walk continues in this group.
    Group(u64),
    /// The walk is over: earlier steps belong to earlier hands, or have been swept.
    End,
}

impl Walk {
    async fn go(&mut self, conn: &mut SqliteConnection) -> Result<(), Fault> {
        // One snapshot for the whole walk, because a running server keeps writing.
        let mut snapshot = sqlx::Connection::begin(conn).await?;
        let end = JournalEnd::read(&mut snapshot).await?;
        let Some(tail) = settle::read_tail(&mut snapshot, self.table).await? else {
            return Ok(());
        };
        // The few last groups come after the end recorded for the owner.
        for id in (end.settled + 1..=end.last_group).rev() {
            if matches!(self.take(&mut snapshot, id).await?, Some(Next::End)) {
                return Ok(());
            }
        }
        let mut id = tail.group;
        for _ in 0..GROUPS_MAX {
            match self.take(&mut snapshot, id).await? {
                Some(Next::Group(earlier)) if earlier > 0 && earlier < id => id = earlier,
                _ => break,
            }
        }
        Ok(())
    }

    /// Consumes the steps of a group; `None` if it has no step of the table.
    async fn take(&mut self, conn: &mut SqliteConnection, id: u64) -> Result<Option<Next>, Fault> {
        let row = sqlx::query("SELECT steps FROM journal WHERE id = $1")
            .bind(id.cast_signed())
            .fetch_optional(conn)
            .await?;
        let bytes: &[u8] = match &row {
            Some(row) => row.try_get("steps")?,
            None => &[],
        };
        let mut next = None;
        for step in group::read(bytes).unwrap_or_default().iter().rev() {
            if step.table != self.table {
                continue;
            }
            if step.hand_no.is_some_and(|hand_no| hand_no < self.hand_no) {
                return Ok(Some(Next::End));
            }
            next = Some(Next::Group(step.prev_group));
            // A step that does not match its hash is worthless.
            if step.holds() {
                self.rows.push(step.told());
            }
        }
        Ok(next)
    }

    /// The steps of the hand, with any steps of the table in between.
    fn finish(mut self) -> Vec<JournalRow> {
        self.rows.reverse();
        let of_hand = |row: &JournalRow| row.hand_no == Some(self.hand_no);
        let first = self.rows.iter().position(of_hand);
        let last = self.rows.iter().rposition(of_hand);
        match first.zip(last) {
            Some((first, last)) => self.rows.drain(first..=last).collect(),
            None => Vec::new(),
        }
    }
}
