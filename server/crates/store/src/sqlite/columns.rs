//! Reads columns of the database as typed values.

use jiff::Timestamp;
use poker_engine::Chips;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::refused;
use crate::StoreError;
use crate::chain::Hash;
use crate::types::OwnerKind;

/// Reads a column that contains a hash.
pub(super) fn hash_of(row: &SqliteRow, column: &str) -> Result<Hash, sqlx::Error> {
    let bytes: &[u8] = row.try_get(column)?;
    bytes.try_into().map_err(|_| sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: "a hash has 32 bytes".into(),
    })
}

/// Reads a column that contains a non-negative number.
pub(super) fn number(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let number: i64 = row.try_get(column).map_err(refused)?;
    u64::try_from(number).map_err(|_| StoreError::Corrupt(format!("{column} is negative")))
}

/// Reads the kind of an owner. A damaged word is read as a table, which the chain of its journal then contradicts.
pub(super) fn kind(row: &SqliteRow) -> Result<OwnerKind, StoreError> {
    let code: &str = row.try_get("kind").map_err(refused)?;
    Ok(if code == OwnerKind::Tournament.code() {
        OwnerKind::Tournament
    } else {
        OwnerKind::Table
    })
}

/// Reads a column that contains a time.
pub(super) fn timestamp(row: &SqliteRow, column: &str) -> Result<Timestamp, StoreError> {
    let millis: i64 = row.try_get(column).map_err(refused)?;
    Timestamp::from_millisecond(millis).map_err(|_| StoreError::Corrupt(format!("{column} is not a date")))
}

/// Converts an amount from the database that is never negative.
pub(super) fn chips(amount: i64) -> Result<Chips, StoreError> {
    u64::try_from(amount)
        .ok()
        .and_then(Chips::try_new)
        .ok_or_else(|| StoreError::Corrupt(format!("{amount} is not an amount of chips")))
}
