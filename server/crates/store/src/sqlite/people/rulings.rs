//! Operators' decisions about people, as far as tables and tournaments have to follow.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::super::accounts::uuid_of;
use super::super::refused;
use crate::StoreError;
use crate::people::Rulings;
use crate::types::AccountId;

/// Accounts with their names, by what was decided about them; `?` is the current time. An account whose name is
/// no longer the one that an operator gave has chosen another.
const READ: &str = "SELECT 'ban' AS what, account.id, account.name FROM ban JOIN account ON account.id = ban.account
        WHERE coalesce(ban.until, ?1 + 1) > ?1
    UNION ALL SELECT 'delete', account.id, account.name FROM deleted_account
        JOIN account ON account.id = deleted_account.account
    UNION ALL SELECT DISTINCT 'rename', account.id, account.name FROM trail JOIN account ON account.id = trail.account
        WHERE trail.act ->> '$.kind' = 'rename' AND trail.act ->> '$.name' = account.name AND account.retired_at IS NULL";

pub(super) async fn read(conn: &mut SqliteConnection, now: Timestamp) -> Result<Rulings, StoreError> {
    let rows = sqlx::query(READ).bind(now.as_millisecond()).fetch_all(conn).await;
    let mut rulings = Rulings::default();
    for row in &rows.map_err(refused)? {
        let account = AccountId(uuid_of(row, "id").map_err(refused)?);
        let name = row.try_get("name").map_err(refused)?;
        match row.try_get("what").map_err(refused)? {
            "ban" => drop(rulings.banned.insert(account)),
            "delete" => drop(rulings.deleted.insert(account, name)),
            _ => drop(rulings.renamed.insert(account, name)),
        }
    }
    Ok(rulings)
}
