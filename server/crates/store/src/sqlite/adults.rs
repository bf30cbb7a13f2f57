//! Age verification of accounts. The operator edits it while a server may be running; the server reads it whenever it is needed.

use std::path::Path;

use jiff::Timestamp;
use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use super::accounts::{account_of, blob};
use super::archive::{Access, Opened, connect, refuse_other_version};
use super::officials::live_account;
use super::{SqliteStore, refused, sums};
use crate::StoreError;
use crate::accounts::{AccountKind, AccountRecord, AgeCheck};
use crate::types::AccountId;

impl SqliteStore {
    pub(super) async fn read_age(&self, account: AccountId) -> Result<AgeCheck, StoreError> {
        let is_adult: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM verified_adult WHERE account = $1)")
            .bind(blob(account.0))
            .fetch_one(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
        Ok(age_of(is_adult))
    }
}

/// Lists the accounts whose age is verified, by name.
///
/// # Errors
/// When there is no database of this version in the folder, or it cannot be read.
pub async fn adults(folder: &Path) -> Result<Vec<AccountRecord>, StoreError> {
    let mut opened = Opened::read(folder).await?;
    let read = read_adults(opened.conn(), folder).await;
    opened.close().await;
    read
}

async fn read_adults(conn: &mut SqliteConnection, folder: &Path) -> Result<Vec<AccountRecord>, StoreError> {
    refuse_other_version(conn, folder).await?;
    let rows = conn
        .fetch_all(
            "SELECT account.* FROM verified_adult JOIN account ON account.id = verified_adult.account
             WHERE account.retired_at IS NULL ORDER BY account.name_key",
        )
        .await
        .map_err(refused)?;
    rows.iter().map(account_of).collect()
}

/// Records whether the age of the live account with a name, in comparison form, is verified. Returns the account and the previous record.
///
/// # Errors
/// [`StoreError::NoSuchAccount`], also for a program, which has no age; and when there is no database of this version
/// in the folder, or it cannot be written.
pub async fn set_adult(folder: &Path, name_key: &str, age: AgeCheck) -> Result<(AccountRecord, AgeCheck), StoreError> {
    let mut conn = connect(folder, Access::Write).await?;
    refuse_other_version(&mut conn, folder).await?;
    conn.execute("BEGIN IMMEDIATE").await.map_err(refused)?;
    let account = live_account(&mut conn, name_key).await?;
    if account.kind == AccountKind::Bot {
        return Err(StoreError::NoSuchAccount);
    }
    let change = match age {
        AgeCheck::Adult => {
            sqlx::query("INSERT INTO verified_adult (account, verified_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(blob(account.id.0))
                .bind(Timestamp::now().as_millisecond())
        }
        AgeCheck::Unverified => sqlx::query("DELETE FROM verified_adult WHERE account = $1").bind(blob(account.id.0)),
    };
    let changed = change.execute(&mut conn).await.map_err(refused)?.rows_affected() > 0;
    sums::renew(&mut conn).await?;
    conn.execute("COMMIT").await.map_err(refused)?;
    Ok((account, age_of((age == AgeCheck::Adult) != changed)))
}

const fn age_of(is_adult: bool) -> AgeCheck {
    if is_adult {
        AgeCheck::Adult
    } else {
        AgeCheck::Unverified
    }
}
