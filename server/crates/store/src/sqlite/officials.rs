//! Officials of all tournaments. The operator appoints them while a server may be running; the server reads the role at each request.

use std::path::Path;

use jiff::Timestamp;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row};

use super::accounts::{account_of, blob};
use super::archive::{Access, Opened, connect, refuse_other_version};
use super::{SqliteStore, refused, sums};
use crate::StoreError;
use crate::accounts::{AccountRecord, OfficialRole};
use crate::types::AccountId;

impl SqliteStore {
    pub(super) async fn read_official(&self, account: AccountId) -> Result<Option<OfficialRole>, StoreError> {
        let role: Option<String> = sqlx::query_scalar("SELECT role FROM official WHERE account = $1")
            .bind(blob(account.0))
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
        role.as_deref().map(role_of).transpose()
    }
}

fn role_of(code: &str) -> Result<OfficialRole, StoreError> {
    OfficialRole::from_code(code).ok_or_else(|| StoreError::Corrupt(format!("an official is a {code}")))
}

/// Lists the officials of all tournaments, by name.
///
/// # Errors
/// When there is no database of this version in the folder, or it cannot be read.
pub async fn officials(folder: &Path) -> Result<Vec<(AccountRecord, OfficialRole)>, StoreError> {
    let mut opened = Opened::read(folder).await?;
    let read = read_officials(opened.conn(), folder).await;
    opened.close().await;
    read
}

async fn read_officials(
    conn: &mut SqliteConnection,
    folder: &Path,
) -> Result<Vec<(AccountRecord, OfficialRole)>, StoreError> {
    refuse_other_version(conn, folder).await?;
    let rows = conn
        .fetch_all(
            "SELECT account.*, official.role FROM official JOIN account ON account.id = official.account
             ORDER BY account.name_key",
        )
        .await
        .map_err(refused)?;
    rows.iter()
        .map(|row| Ok((account_of(row)?, role_of(row.try_get("role").map_err(refused)?)?)))
        .collect()
}

/// Appoints the live account with a name, in comparison form, as an official of all tournaments, or dismisses it.
/// Returns the account and its previous role.
///
/// # Errors
/// [`StoreError::NoSuchAccount`], and when there is no database of this version in the folder, or it cannot be written.
pub async fn set_official(
    folder: &Path,
    name_key: &str,
    role: Option<OfficialRole>,
) -> Result<(AccountRecord, Option<OfficialRole>), StoreError> {
    let mut conn = connect(folder, Access::Write).await?;
    refuse_other_version(&mut conn, folder).await?;
    conn.execute("BEGIN IMMEDIATE").await.map_err(refused)?;
    let account = live_account(&mut conn, name_key).await?;
    let before: Option<String> = sqlx::query_scalar("SELECT role FROM official WHERE account = $1")
        .bind(blob(account.id.0))
        .fetch_optional(&mut conn)
        .await
        .map_err(refused)?;
    let before = before.as_deref().map(role_of).transpose()?;
    let change = match role {
        Some(role) => sqlx::query(
            "INSERT INTO official (account, role, granted_at) VALUES ($1, $2, $3)
             ON CONFLICT (account) DO UPDATE SET role = $2, granted_at = $3",
        )
        .bind(blob(account.id.0))
        .bind(role.code())
        .bind(Timestamp::now().as_millisecond()),
        None => sqlx::query("DELETE FROM official WHERE account = $1").bind(blob(account.id.0)),
    };
    change.execute(&mut conn).await.map_err(refused)?;
    sums::renew(&mut conn).await?;
    conn.execute("COMMIT").await.map_err(refused)?;
    Ok((account, before))
}

/// The live account with a name, in comparison form.
pub(super) async fn live_account(conn: &mut SqliteConnection, name_key: &str) -> Result<AccountRecord, StoreError> {
    let row = sqlx::query("SELECT * FROM account WHERE name_key = $1 AND retired_at IS NULL")
        .bind(name_key)
        .fetch_optional(conn)
        .await
        .map_err(refused)?;
    account_of(&row.ok_or(StoreError::NoSuchAccount)?)
}
