//! Recent chat at the tables.

use jiff::Timestamp;
use serde_json::json;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::super::accounts::{blob, uuid_of};
use super::super::columns::{number, timestamp};
use super::super::fault::Fault;
use super::super::refused;
use super::super::task::WriteTx;
use super::deeds::{Did, refusal};
use super::instant;
use crate::StoreError;
use crate::people::{CHAT_KEPT_LINES, CHAT_KEPT_MS, ChatLine, ChatSearch, LINES_MAX, OrderFault, Said};
use crate::types::{AccountId, TableId};

/// Stores remarks, and deletes those that are too old or too many.
pub(super) async fn keep(tx: &mut WriteTx<'_>, said: &[Said]) -> Result<(), Fault> {
    for Said {
        at,
        table,
        account,
        text,
    } in said
    {
        sqlx::query(
            "INSERT INTO chat_line (said_at, table_id, account, text)
             SELECT $1, $2, id, $4 FROM account WHERE id = $3 AND id NOT IN (SELECT account FROM deleted_account)",
        )
        .bind(at.as_millisecond())
        .bind(table.0.cast_signed())
        .bind(blob(account.0))
        .bind(text)
        .execute(&mut *tx.conn)
        .await?;
    }
    // Numbers increase with time, so the oldest lines come first.
    sqlx::query(
        "DELETE FROM chat_line WHERE no <= max(
             (SELECT coalesce(max(no), 0) FROM chat_line) - $1,
             (SELECT coalesce(min(no), 1) FROM chat_line) - 1 +
                 (SELECT count(*) FROM (SELECT 1 FROM chat_line WHERE said_at < $2 ORDER BY no LIMIT 1000))
         )",
    )
    .bind(CHAT_KEPT_LINES)
    .bind(tx.clock.now().as_millisecond() - CHAT_KEPT_MS)
    .execute(&mut *tx.conn)
    .await?;
    Ok(())
}

/// Searches the stored lines, the newest first.
pub(super) async fn read(
    conn: &mut SqliteConnection,
    search: &ChatSearch,
    now: Timestamp,
) -> Result<Vec<ChatLine>, StoreError> {
    let kept = now.as_millisecond() - CHAT_KEPT_MS;
    let since = search.since.map_or(kept, |since| since.as_millisecond().max(kept));
    let rows = sqlx::query(
        "SELECT chat_line.*, account.name AS called FROM chat_line JOIN account ON account.id = chat_line.account
         WHERE ($1 IS NULL OR table_id = $1) AND ($2 IS NULL OR account = $2) AND said_at >= $3 AND no < $4
         ORDER BY no DESC LIMIT $5",
    )
    .bind(search.table.map(|table| table.0.cast_signed()))
    .bind(search.account.map(|account| blob(account.0)))
    .bind(since)
    .bind(search.before.map_or(i64::MAX, u64::cast_signed))
    .bind(search.limit.min(LINES_MAX))
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    rows.iter().map(chat_line).collect()
}

fn chat_line(row: &SqliteRow) -> Result<ChatLine, StoreError> {
    Ok(ChatLine {
        no: number(row, "no")?,
        said: Said {
            at: timestamp(row, "said_at")?,
            table: TableId(number(row, "table_id")?),
            account: AccountId(uuid_of(row, "account").map_err(refused)?),
            text: row.try_get("text").map_err(refused)?,
        },
        name: row.try_get("called").map_err(refused)?,
        is_removed: instant(row, "removed_at")?.is_some(),
    })
}

/// Removes a remark. The line stays as long as other lines do, so that it can still be shown later what was removed.
/// The trail contains its number and not its words.
pub(super) async fn remove(tx: &mut WriteTx<'_>, line: u64) -> Result<Did, Fault> {
    let row = sqlx::query("SELECT table_id, account, removed_at FROM chat_line WHERE no = $1")
        .bind(i64::try_from(line).unwrap_or(i64::MAX))
        .fetch_optional(&mut *tx.conn)
        .await?;
    let row = row.ok_or_else(|| refusal(OrderFault::NoLine))?;
    let account = AccountId(uuid_of(&row, "account")?);
    let (table, before) = (number(&row, "table_id")?, instant(&row, "removed_at")?);
    sqlx::query("UPDATE chat_line SET removed_at = coalesce(removed_at, $2) WHERE no = $1")
        .bind(i64::try_from(line).unwrap_or(i64::MAX))
        .bind(tx.clock.now().as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    Ok(Did {
        accounts: vec![account],
        act: json!({"kind": "remove_chat", "line": line, "table": table}),
        outcome: json!({"was_removed": before.is_some()}),
        erased: Vec::new(),
    })
}
