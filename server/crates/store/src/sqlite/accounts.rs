//! Accounts and sessions.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use uuid::Uuid;

use super::columns::timestamp;
use super::fault::Fault;
use super::task::WriteTx;
use super::{SqliteStore, ledger, refused};
use crate::StoreError;
use crate::accounts::{
    AccountKind, AccountRecord, Accounts, AgeCheck, NamedAccount, NewAccount, NewSession, OfficialRole, Rotation,
    SessionId, SessionRecord, SessionSecret, TokenHash,
};
use crate::people::Ban;
use crate::types::{AccountId, LedgerAccount};
use poker_base::alike;

/// The condition for accounts that have no way to log in once their sessions end: guests, and bots that came as guests.
macro_rules! fleeting {
    () => {
        "account.kind <> 'account' AND account.owner IS NULL AND account.house = 0"
    };
}

/// The query for sessions with their accounts that satisfy a condition.
macro_rules! sessions_where {
    ($condition:literal) => {
        concat!(
            "SELECT session.id AS session_id, session.kind AS session_kind, session.label,
                    session.created_at AS opened_at, session.expires_at, session.revoked_at, account.*,
                    (SELECT max(coalesce(ban.until, 9223372036854775807)) FROM ban
                     WHERE ban.account IN (account.id, account.owner)) AS banned_until
             FROM session JOIN account ON account.id = session.account WHERE ",
            $condition
        )
    };
}

impl Accounts for SqliteStore {
    fn create_account(&self, account: NewAccount, session: NewSession) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            let (account, session) = (account.clone(), session.clone());
            async move {
                let now = tx.clock.now().as_millisecond();
                let looks = alike::name(&account.name);
                free_name(tx, &account.name_key, &looks).await?;
                let made = sqlx::query(
                    "INSERT INTO account (id, kind, name, name_key, password_hash, owner, house, created_at)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                )
                .bind(blob(account.id.0))
                .bind(account.kind.code())
                .bind(&account.name)
                .bind(&account.name_key)
                .bind(&account.password_hash)
                .bind(account.owner.map(|owner| blob(owner.0)))
                .bind(account.house)
                .bind(now)
                .execute(&mut *tx.conn)
                .await;
                made.map_err(name_taken)?;
                take_looks(tx, account.id, &looks).await?;
                ledger::open_account(tx.conn, LedgerAccount::Player(account.id)).await?;
                ledger::grant(tx, &account).await?;
                open_session(tx, &session).await
            }
            .boxed()
        })
        .boxed()
    }

    fn upgrade_guest(
        &self,
        account: AccountId,
        name: String,
        name_key: String,
        password_hash: String,
    ) -> BoxFuture<'_, Result<AccountRecord, StoreError>> {
        async move {
            self.write(move |tx| {
                let (name, name_key, password_hash) = (name.clone(), name_key.clone(), password_hash.clone());
                let looks = alike::name(&name);
                async move {
                    let changed = sqlx::query(
                        "UPDATE account SET kind = 'account', name = $2, name_key = $3, password_hash = $4
                         WHERE id = $1 AND kind = 'guest' AND retired_at IS NULL",
                    )
                    .bind(blob(account.0))
                    .bind(name)
                    .bind(name_key)
                    .bind(password_hash)
                    .execute(&mut *tx.conn)
                    .await
                    .map_err(name_taken)?;
                    if changed.rows_affected() == 0 {
                        return Err(StoreError::NoSuchAccount.into());
                    }
                    take_looks(tx, account, &looks).await
                }
                .boxed()
            })
            .await?;
            self.account(account).await?.ok_or(StoreError::NoSuchAccount)
        }
        .boxed()
    }

    fn account_by_name(&self, name_key: String) -> BoxFuture<'_, Result<Option<NamedAccount>, StoreError>> {
        async move {
            let row = sqlx::query(
                "SELECT account.*, (SELECT max(coalesce(ban.until, 9223372036854775807)) FROM ban
                                    WHERE ban.account IN (account.id, account.owner)) AS banned_until
                 FROM account WHERE name_key = $1 AND retired_at IS NULL",
            )
            .bind(name_key)
            .fetch_optional(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            row.map(|row| {
                Ok(NamedAccount {
                    account: account_of(&row)?,
                    ban: ban_of(&row)?,
                    password_hash: row.try_get("password_hash").map_err(refused)?,
                })
            })
            .transpose()
        }
        .boxed()
    }

    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<AccountRecord>, StoreError>> {
        async move {
            let row = sqlx::query("SELECT * FROM account WHERE id = $1")
                .bind(blob(id.0))
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            row.as_ref().map(account_of).transpose()
        }
        .boxed()
    }

    fn official(&self, account: AccountId) -> BoxFuture<'_, Result<Option<OfficialRole>, StoreError>> {
        self.read_official(account).boxed()
    }

    fn age(&self, account: AccountId) -> BoxFuture<'_, Result<AgeCheck, StoreError>> {
        self.read_age(account).boxed()
    }

    fn bots_of(&self, owner: AccountId) -> BoxFuture<'_, Result<Vec<AccountRecord>, StoreError>> {
        async move {
            // Identifiers increase with time.
            let rows = sqlx::query("SELECT * FROM account WHERE owner = $1 AND retired_at IS NULL ORDER BY id")
                .bind(blob(owner.0))
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            rows.iter().map(account_of).collect()
        }
        .boxed()
    }

    fn create_session(&self, session: NewSession) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            let session = session.clone();
            async move { open_session(tx, &session).await }.boxed()
        })
        .boxed()
    }

    fn session(&self, id: SessionId) -> BoxFuture<'_, Result<Option<SessionRecord>, StoreError>> {
        async move {
            read_session(&mut *self.reader().await?, id)
                .await
                .map_err(StoreError::from)
        }
        .boxed()
    }

    fn api_session(&self, hash: TokenHash) -> BoxFuture<'_, Result<Option<SessionRecord>, StoreError>> {
        async move {
            let row = sqlx::query(sessions_where!("session.api_hash = $1"))
                .bind(hash.to_vec())
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            row.as_ref().map(session_of).transpose()
        }
        .boxed()
    }

    fn sessions_of(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<SessionRecord>, StoreError>> {
        async move {
            let rows = sqlx::query(sessions_where!(
                "session.account = $1 AND session.revoked_at IS NULL AND session.expires_at > $2 ORDER BY session.id"
            ))
            .bind(blob(account.0))
            .bind(self.clock.now().as_millisecond())
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            rows.iter().map(session_of).collect()
        }
        .boxed()
    }

    fn rotate_refresh(&self, used: TokenHash, next: TokenHash) -> BoxFuture<'_, Result<Rotation, StoreError>> {
        self.write(move |tx| async move { rotate(tx, used, next).await }.boxed())
            .boxed()
    }

    fn revoke_session(&self, id: SessionId) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.write(move |tx| async move { revoke(tx, id).await }.boxed())
            .boxed()
    }
}

async fn open_session(tx: &mut WriteTx<'_>, session: &NewSession) -> Result<(), Fault> {
    let now = tx.clock.now();
    let (kind, api_hash) = match session.secret {
        SessionSecret::Refresh(_) => ("login", None),
        SessionSecret::Api(hash) => ("api", Some(hash.to_vec())),
    };
    sqlx::query(
        "INSERT INTO session (id, account, kind, label, api_hash, created_at, ttl, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(blob(session.id.0))
    .bind(blob(session.account.0))
    .bind(kind)
    .bind(&session.label)
    .bind(api_hash)
    .bind(now.as_millisecond())
    .bind(i64::try_from(session.ttl.as_millis()).unwrap_or(i64::MAX))
    .bind((now + session.ttl).as_millisecond())
    .execute(&mut *tx.conn)
    .await?;
    if let SessionSecret::Refresh(hash) = session.secret {
        keep_refresh_token(tx.conn, hash, session.id, now.as_millisecond()).await?;
    }
    Ok(())
}

async fn keep_refresh_token(
    conn: &mut SqliteConnection,
    hash: TokenHash,
    session: SessionId,
    now: i64,
) -> Result<(), Fault> {
    sqlx::query("INSERT INTO refresh_token (hash, session, issued_at) VALUES ($1, $2, $3)")
        .bind(hash.to_vec())
        .bind(blob(session.0))
        .bind(now)
        .execute(conn)
        .await?;
    Ok(())
}

async fn rotate(tx: &mut WriteTx<'_>, used: TokenHash, next: TokenHash) -> Result<Rotation, Fault> {
    let now = tx.clock.now();
    let row = sqlx::query("SELECT session, used_at FROM refresh_token WHERE hash = $1")
        .bind(used.to_vec())
        .fetch_optional(&mut *tx.conn)
        .await?;
    let Some(row) = row else { return Ok(Rotation::Unknown) };
    let session = SessionId(uuid_of(&row, "session")?);
    let used_before = row.try_get::<Option<i64>, _>("used_at")?.is_some();
    if used_before {
        revoke(tx, session).await?;
        return Ok(Rotation::Reused(session));
    }
    let Some(record) = read_session(tx.conn, session).await? else {
        return Ok(Rotation::Unknown);
    };
    if record.revoked || record.expires_at <= now {
        return Ok(Rotation::Unknown);
    }
    // The token stays valid for use after the ban.
    if let Some(ban) = record.ban.filter(|ban| ban.holds(now)) {
        return Ok(Rotation::Banned(ban));
    }
    sqlx::query("UPDATE refresh_token SET used_at = $2 WHERE hash = $1")
        .bind(used.to_vec())
        .bind(now.as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    keep_refresh_token(tx.conn, next, session, now.as_millisecond()).await?;
    sqlx::query("UPDATE session SET expires_at = $2 + ttl WHERE id = $1")
        .bind(blob(session.0))
        .bind(now.as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    let renewed = read_session(tx.conn, session).await?;
    Ok(renewed.map_or(Rotation::Unknown, Rotation::Rotated))
}

async fn revoke(tx: &mut WriteTx<'_>, id: SessionId) -> Result<bool, Fault> {
    let now = tx.clock.now().as_millisecond();
    let revoked = sqlx::query("UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL")
        .bind(blob(id.0))
        .bind(now)
        .execute(&mut *tx.conn)
        .await?;
    if revoked.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query(concat!(
        "UPDATE account SET retired_at = $2
         WHERE id = (SELECT session.account FROM session WHERE session.id = $1) AND retired_at IS NULL AND ",
        fleeting!(),
        " AND NOT EXISTS (SELECT 1 FROM session WHERE session.account = account.id
                          AND session.revoked_at IS NULL AND session.expires_at > $2)"
    ))
    .bind(blob(id.0))
    .bind(now)
    .execute(&mut *tx.conn)
    .await?;
    Ok(true)
}

async fn read_session(conn: &mut SqliteConnection, id: SessionId) -> Result<Option<SessionRecord>, Fault> {
    let row = sqlx::query(sessions_where!("session.id = $1"))
        .bind(blob(id.0))
        .fetch_optional(conn)
        .await?;
    row.as_ref().map(session_of).transpose().map_err(Fault::from)
}

pub(super) fn account_of(row: &SqliteRow) -> Result<AccountRecord, StoreError> {
    let kind: &str = row.try_get("kind").map_err(refused)?;
    let owner: Option<Vec<u8>> = row.try_get("owner").map_err(refused)?;
    Ok(AccountRecord {
        id: AccountId(uuid_of(row, "id").map_err(refused)?),
        kind: AccountKind::from_code(kind).ok_or_else(|| StoreError::Corrupt(format!("an account is a {kind}")))?,
        name: row.try_get("name").map_err(refused)?,
        owner: match owner {
            Some(_) => Some(AccountId(uuid_of(row, "owner").map_err(refused)?)),
            None => None,
        },
        house: row.try_get("house").map_err(refused)?,
        created_at: timestamp(row, "created_at")?,
    })
}

fn session_of(row: &SqliteRow) -> Result<SessionRecord, StoreError> {
    let kind: &str = row.try_get("session_kind").map_err(refused)?;
    let revoked: Option<i64> = row.try_get("revoked_at").map_err(refused)?;
    Ok(SessionRecord {
        id: SessionId(uuid_of(row, "session_id").map_err(refused)?),
        account: account_of(row)?,
        api: kind == "api",
        label: row.try_get("label").map_err(refused)?,
        created_at: timestamp(row, "opened_at")?,
        expires_at: timestamp(row, "expires_at")?,
        revoked: revoked.is_some(),
        ban: ban_of(row)?,
    })
}

/// The ban on an account, whether or not it has ended: the latest end of any imposed on it or on its owner.
fn ban_of(row: &SqliteRow) -> Result<Option<Ban>, StoreError> {
    let until: Option<i64> = row.try_get("banned_until").map_err(refused)?;
    // The value of a permanent ban is out of range for a date, and becomes `None`.
    Ok(until.map(|until| Ban {
        until: Timestamp::from_millisecond(until).ok(),
    }))
}

pub(super) fn blob(id: Uuid) -> Vec<u8> {
    id.as_bytes().to_vec()
}

pub(super) fn uuid_of(row: &SqliteRow, column: &str) -> Result<Uuid, sqlx::Error> {
    let bytes: &[u8] = row.try_get(column)?;
    Uuid::from_slice(bytes).map_err(|error| sqlx::Error::ColumnDecode {
        index: column.to_owned(),
        source: error.into(),
    })
}

/// Retires an account that has the name or a lookalike and can never come back.
pub(super) async fn free_name(tx: &mut WriteTx<'_>, name_key: &str, looks: &str) -> Result<(), Fault> {
    sqlx::query(concat!(
        "UPDATE account SET retired_at = $2
         WHERE (name_key = $1 OR id IN (SELECT account FROM name_looks WHERE looks = $3))
           AND retired_at IS NULL AND ",
        fleeting!(),
        " AND NOT EXISTS (SELECT 1 FROM session WHERE session.account = account.id
                          AND session.revoked_at IS NULL AND session.expires_at > $2)"
    ))
    .bind(name_key)
    .bind(tx.clock.now().as_millisecond())
    .bind(looks)
    .execute(&mut *tx.conn)
    .await?;
    Ok(())
}

/// Reserves the appearance of an account's name; no other account may have the same. An account that already holds it
/// keeps it: some lookalike pairs predate this rule.
pub(super) async fn take_looks(tx: &mut WriteTx<'_>, account: AccountId, looks: &str) -> Result<(), Fault> {
    let sql = "SELECT account FROM name_looks WHERE looks = $1";
    let holders: Vec<Vec<u8>> = sqlx::query_scalar(sql).bind(looks).fetch_all(&mut *tx.conn).await?;
    if holders.contains(&blob(account.0)) {
        return Ok(());
    }
    if !holders.is_empty() {
        return Err(StoreError::NameTaken.into());
    }
    sqlx::query("INSERT OR REPLACE INTO name_looks (account, looks) VALUES ($1, $2)")
        .bind(blob(account.0))
        .bind(looks)
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

pub(super) fn name_taken(error: sqlx::Error) -> Fault {
    match Fault::from(error) {
        // Identifiers are random, so a conflict can only concern the name.
        Fault::Exists => StoreError::NameTaken.into(),
        fault => fault,
    }
}
