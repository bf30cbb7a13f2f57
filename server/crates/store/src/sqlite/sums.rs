//! Digests of rows, by which an audit notices a changed bit where no chain covers it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, LazyLock};

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{Arguments, AssertSqlSafe, Column, Executor, Row, TypeInfo, ValueRef};

use super::fault::Fault;
use super::refused;
use crate::StoreError;
use crate::chain::{Hash, Hasher};
use crate::head::hex;
use crate::types::VerifyReport;

/// Tables whose rows have a digest, each with the columns that identify a row; tables with mutable rows come first.
const TABLES: [(&str, &[&str]); 48] = [
    ("account", &["id"]),
    ("session", &["id"]),
    ("refresh_token", &["hash"]),
    ("game_table", &["id"]),
    ("folder", &["one"]),
    ("result", &["tournament"]),
    ("result_log", &["tournament", "page"]),
    ("result_act", &["no"]),
    ("official", &["account"]),
    ("verified_adult", &["account"]),
    ("shared_hand", &["token"]),
    ("friend", &["account", "player"]),
    ("friend_question", &["asker", "asked"]),
    ("hidden_account", &["account"]),
    ("tally", &["account", "page"]),
    ("week_result", &["week", "game", "account"]),
    ("listed_account", &["account"]),
    ("note", &["account", "player"]),
    ("evening", &["table_id"]),
    ("evening_player", &["account", "table_id"]),
    ("push_subscription", &["endpoint"]),
    ("faucet", &["day", "share"]),
    ("acknowledged_fault", &["what"]),
    ("name_looks", &["account"]),
    ("ban", &["account"]),
    ("chat_mute", &["account"]),
    ("own_limit", &["account"]),
    ("deleted_account", &["account"]),
    ("trail", &["no"]),
    ("notice", &["no"]),
    ("chat_line", &["no"]),
    ("connection", &["no"]),
    ("refused_answer", &["no"]),
    ("connection_record", &["one"]),
    ("club", &["id"]),
    ("club_person", &["id"]),
    ("club_place", &["place"]),
    ("club_line", &["no"]),
    ("season", &["id"]),
    ("season_event", &["id"]),
    ("season_result", &["event", "person"]),
    ("season_change", &["no"]),
    ("template", &["id"]),
    ("recurring_event", &["id"]),
    ("club_call", &["person"]),
    ("flight", &["flight"]),
    ("hand", &["id"]),
    ("command", &["account", "request_id"]),
];

/// The number of tables with mutable rows.
const CHANGING: usize = 46;

/// Finds the tables that have rows without a digest.
static CHANGED: LazyLock<String> = LazyLock::new(|| {
    let tables = TABLES[..CHANGING].iter().enumerate();
    let asked: Vec<String> = tables
        .map(|(at, (table, _))| format!("SELECT {at} WHERE EXISTS (SELECT 1 FROM {table} WHERE sum IS NULL)"))
        .collect();
    asked.join(" UNION ALL ")
});

pub(super) enum Value<'a> {
    Null,
    Number(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// The digest of a row that belongs to no chain, from the names and values of its columns.
pub(super) fn sum<'a>(table: &str, columns: impl IntoIterator<Item = (&'a str, Value<'a>)>) -> Hash {
    let mut hasher = Hasher::new(b"poker/row/1").bytes(table.as_bytes());
    for (name, value) in columns {
        let number;
        let (kind, bytes): (u64, &[u8]) = match &value {
            Value::Null => (0, &[]),
            Value::Number(value) => {
                number = value.to_be_bytes();
                (1, &number)
            }
            Value::Text(text) => (2, text.as_bytes()),
            Value::Bytes(bytes) => (3, bytes),
        };
        hasher = hasher.bytes(name.as_bytes()).number(kind).bytes(bytes);
    }
    hasher.finish()
}

/// The digest that a row should have.
fn sum_of(table: &str, row: &SqliteRow) -> Result<Hash, sqlx::Error> {
    let mut columns = Vec::new();
    for column in row.columns().iter().filter(|column| column.name() != "sum") {
        let value = value_of(row, column.ordinal())?;
        columns.push((column.name(), value));
    }
    Ok(sum(table, columns))
}

fn value_of(row: &SqliteRow, column: usize) -> Result<Value<'_>, sqlx::Error> {
    let raw = row.try_get_raw(column)?;
    Ok(match raw.type_info().name() {
        _ if raw.is_null() => Value::Null,
        "TEXT" => Value::Text(row.try_get_unchecked(column)?),
        "BLOB" => Value::Bytes(row.try_get_unchecked(column)?),
        _ => Value::Number(row.try_get_unchecked(column)?),
    })
}

/// Updates the digests of all changed rows, within the open transaction.
pub(super) async fn renew(conn: &mut SqliteConnection) -> Result<(), Fault> {
    let changed: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(CHANGED.as_str()))
        .fetch_all(&mut *conn)
        .await?;
    for at in changed {
        let (table, key) = TABLES[usize::try_from(at).unwrap_or_default()];
        let whose: Vec<String> = key.iter().map(|column| format!("{column} = ?")).collect();
        let update: Arc<str> = format!("UPDATE {table} SET sum = ? WHERE {}", whose.join(" AND ")).into();
        let changed = AssertSqlSafe(format!("SELECT * FROM {table} WHERE sum IS NULL"));
        for row in conn.fetch_all(changed).await? {
            let mut arguments = SqliteArguments::default();
            let mut add = |value: Value<'_>| match value {
                Value::Null => arguments.add(None::<i64>),
                Value::Number(number) => arguments.add(number),
                Value::Text(text) => arguments.add(text.to_owned()),
                Value::Bytes(bytes) => arguments.add(bytes.to_vec()),
            };
            add(Value::Bytes(&sum_of(table, &row)?)).map_err(sqlx::Error::Encode)?;
            for column in key {
                let at = row.column(*column).ordinal();
                add(value_of(&row, at)?).map_err(sqlx::Error::Encode)?;
            }
            sqlx::query_with(AssertSqlSafe(Arc::clone(&update)), arguments)
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(())
}

/// Compares every row with its digest.
pub(super) async fn check(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    for (table, key) in TABLES {
        let order = key.join(", ");
        let mut rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table} ORDER BY {order}"))).fetch(&mut *conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            let kept: Option<&[u8]> = row.try_get("sum").map_err(refused)?;
            let is_right = match kept {
                Some(kept) => sum_of(table, &row).is_ok_and(|sum| sum == kept),
                None => true,
            };
            if !is_right {
                report.fault(|| format!("row {} of `{table}` is not what its sum says", name_of(&row, key)));
            }
        }
    }
    // Hands are numbered without gaps, and filed under their tables.
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
        report.fault(|| format!("{} hands are missing", span - hands));
    }
    if filed != 0 || wrong != 0 {
        report.fault(|| "hands are not filed under their tables".to_owned());
    }
    lists(conn, report).await
}

/// Describes a row by its key columns.
fn name_of(row: &SqliteRow, key: &[&str]) -> String {
    let words: Vec<String> = key
        .iter()
        .map(|column| match value_of(row, row.column(*column).ordinal()) {
            Ok(Value::Number(number)) => number.to_string(),
            Ok(Value::Text(text)) => text.to_owned(),
            Ok(Value::Bytes(bytes)) => hex(bytes),
            Ok(Value::Null) | Err(_) => "?".to_owned(),
        })
        .collect();
    words.join(" ")
}

/// An order-independent summary of which players played which hands.
#[derive(Default, PartialEq, Eq)]
struct Played {
    count: u64,
    mixed: u64,
}

impl Played {
    fn add(&mut self, account: &[u8], hand: i64) {
        let mut hasher = DefaultHasher::new();
        (account, hand).hash(&mut hasher);
        self.count += 1;
        self.mixed = self.mixed.wrapping_add(hasher.finish());
    }
}

/// Compares the histories of accounts with the hands.
async fn lists(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let (first, listed): (i64, i64) =
        sqlx::query_as("SELECT (SELECT coalesce(min(id), 0) FROM hand), listed FROM journal_end")
            .fetch_one(&mut *conn)
            .await
            .map_err(refused)?;
    let (mut in_lists, mut in_hands) = (Played::default(), Played::default());
    let mut last_of: HashMap<Vec<u8>, i64> = HashMap::new();
    let mut is_whole = true;
    {
        let mut rows =
            sqlx::query("SELECT account, first, last, hands FROM hand_list ORDER BY account, last").fetch(&mut *conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            let account: &[u8] = row.try_get("account").map_err(refused)?;
            let ends: (i64, i64) = (
                row.try_get("first").map_err(refused)?,
                row.try_get("last").map_err(refused)?,
            );
            let hands: &str = row.try_get("hands").map_err(refused)?;
            let hands: Vec<i64> = serde_json::from_str(hands).unwrap_or_default();
            is_whole &= hands.first().copied().zip(hands.last().copied()) == Some(ends) && hands.is_sorted();
            for hand in hands.into_iter().filter(|hand| *hand >= first) {
                in_lists.add(account, hand);
            }
            last_of.insert(account.to_vec(), ends.1);
        }
    }
    let mut rows = sqlx::query("SELECT id, players FROM hand ORDER BY id").fetch(&mut *conn);
    while let Some(row) = rows.try_next().await.map_err(refused)? {
        let id: i64 = row.try_get("id").map_err(refused)?;
        let players: &[u8] = row.try_get("players").map_err(refused)?;
        for account in players.chunks_exact(16) {
            // Beyond `listed`, a hand is in a player's list only if that list reaches so far.
            if id <= listed || last_of.get(account).is_some_and(|last| id <= *last) {
                in_hands.add(account, id);
            }
        }
    }
    if !is_whole || in_lists != in_hands {
        report.fault(|| "histories of accounts are not what the hands say".to_owned());
    }
    Ok(())
}
