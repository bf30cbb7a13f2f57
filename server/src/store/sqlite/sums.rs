//! Digests of rows: so that an audit sees a bit that has changed where no chain leads through.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Column, Executor, Row, TypeInfo, ValueRef};

use super::fault::Fault;
use super::refused;
use crate::store::StoreError;
use crate::store::chain::{self, Hash};
use crate::store::types::VerifyReport;

/// Tables whose rows have a digest, each with the columns that tell a row from others; those that change come first.
const TABLES: [(&str, &str); 5] = [
    ("account", "id"),
    ("session", "id"),
    ("refresh_token", "hash"),
    ("hand", "id"),
    ("command", "account, request_id"),
];

/// Columns that came when rows had digests already: older rows have nothing there, and their digests know nothing of it.
const LATER: [(&str, &str); 1] = [("hand", "gist")];

/// How many of them have rows that change.
const CHANGING: usize = 3;

/// A value of a column.
pub(super) enum Value<'a> {
    Null,
    Number(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// The digest of a row, from the names and values of its columns.
pub(super) fn sum<'a>(table: &str, columns: impl IntoIterator<Item = (&'a str, Value<'a>)>) -> Hash {
    let mut fields = Vec::new();
    for (name, value) in columns {
        let number;
        let (kind, bytes): (u8, &[u8]) = match &value {
            Value::Null => (0, &[]),
            Value::Number(value) => {
                number = value.to_be_bytes();
                (1, &number)
            }
            Value::Text(text) => (2, text.as_bytes()),
            Value::Bytes(bytes) => (3, bytes),
        };
        fields.push((name, kind, bytes.to_vec()));
    }
    chain::fields_hash(table, &fields)
}

/// The digest that a row should have.
fn sum_of(table: &str, row: &SqliteRow) -> Result<Hash, sqlx::Error> {
    let mut columns = Vec::new();
    for column in row.columns().iter().filter(|column| column.name() != "sum") {
        let raw = row.try_get_raw(column.ordinal())?;
        if raw.is_null() && LATER.contains(&(table, column.name())) {
            continue;
        }
        let value = match raw.type_info().name() {
            _ if raw.is_null() => Value::Null,
            "TEXT" => Value::Text(row.try_get_unchecked(column.ordinal())?),
            "BLOB" => Value::Bytes(row.try_get_unchecked(column.ordinal())?),
            _ => Value::Number(row.try_get_unchecked(column.ordinal())?),
        };
        columns.push((column.name(), value));
    }
    Ok(sum(table, columns))
}

/// Gives all rows that were changed their digest, within the transaction that is open.
pub(super) async fn renew(conn: &mut SqliteConnection) -> Result<(), Fault> {
    for (table, key) in &TABLES[..CHANGING] {
        let changed = AssertSqlSafe(format!("SELECT * FROM {table} WHERE sum IS NULL"));
        for row in conn.fetch_all(changed).await? {
            let key_value: Vec<u8> = row.try_get(*key)?;
            sqlx::query(AssertSqlSafe(format!("UPDATE {table} SET sum = $2 WHERE {key} = $1")))
                .bind(key_value)
                .bind(sum_of(table, &row)?.to_vec())
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(())
}

/// Compares every row with its digest.
pub(super) async fn check(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    for (table, key) in TABLES {
        let mut rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table} ORDER BY {key}"))).fetch(&mut *conn);
        let mut number = 0_u64;
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            number += 1;
            let kept: Option<&[u8]> = row.try_get("sum").map_err(refused)?;
            let is_right = match kept {
                Some(kept) => sum_of(table, &row).is_ok_and(|sum| sum == kept),
                None => true,
            };
            if !is_right {
                report
                    .faults
                    .push(format!("row {number} of `{table}` is not what its sum says"));
            }
        }
    }
    // Hands have numbers without gaps, and are found under their tables.
    let (hands, span, filed, wrong): (i64, i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM hand), (SELECT coalesce(max(id) - min(id) + 1, 0) FROM hand),
             (SELECT count(*) FROM hand WHERE id <= (SELECT filed FROM journal_end)) - (SELECT count(*) FROM hand_at),
             (SELECT count(*) FROM hand_at LEFT JOIN hand ON hand.id = hand_at.hand
              WHERE (hand.table_id, hand.hand_no) IS NOT (hand_at.table_id, hand_at.hand_no))",
    )
    .fetch_one(&mut *conn)
    .await
    .map_err(refused)?;
    if hands != span {
        report.faults.push(format!("{} hands are missing", span - hands));
    }
    if filed != 0 || wrong != 0 {
        report.faults.push("hands are not filed under their tables".to_owned());
    }
    Ok(())
}
