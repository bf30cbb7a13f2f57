//! Templates and recurring events as rows.

mod recurring;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::accounts::blob;
use super::clubs::{key, role_in};
use super::columns::{number, timestamp};
use super::fault::Fault;
use super::task::WriteTx;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::clubs::{ClubRefusal, ClubRole};
use crate::templates::{
    Announcement, DueEvent, Keeper, Occurrence, RecurringRecord, RecurringTerms, TEMPLATES_MAX, TemplateRecord,
    TemplateRefusal, TemplateTerms, Templates,
};
use crate::types::StoredTable;

impl From<TemplateRefusal> for Fault {
    fn from(refusal: TemplateRefusal) -> Self {
        StoreError::from(refusal).into()
    }
}

/// The columns `account` and `club` of a keeper's rows.
struct Columns {
    account: Option<Vec<u8>>,
    club: Option<i64>,
}

/// Admits the account that asks: to a club's rows its members, to change them its directors.
async fn admitted(conn: &mut SqliteConnection, of: Keeper, least: ClubRole) -> Result<Columns, StoreError> {
    let (club, account) = match of {
        Keeper::Account(account) => {
            return Ok(Columns {
                account: Some(blob(account.0)),
                club: None,
            });
        }
        Keeper::Club(club, account) => (club, account),
    };
    let role = role_in(conn, key(club), account).await?;
    match role {
        None => Err(ClubRefusal::Unknown.into()),
        Some(role) if role < least => Err(ClubRefusal::NotAllowed.into()),
        Some(_) => Ok(Columns {
            account: None,
            club: Some(key(club)),
        }),
    }
}

impl Templates for SqliteStore {
    fn templates(&self, of: Keeper) -> BoxFuture<'_, Result<Vec<TemplateRecord>, StoreError>> {
        async move {
            let mut conn = self.reader().await?;
            let of = admitted(&mut conn, of, ClubRole::Member).await?;
            let rows = sqlx::query(
                "SELECT * FROM template WHERE account IS $1 AND club IS $2 ORDER BY kind, name COLLATE NOCASE, id",
            )
            .bind(of.account)
            .bind(of.club)
            .fetch_all(&mut *conn)
            .await
            .map_err(refused)?;
            rows.iter().map(template_of).collect()
        }
        .boxed()
    }

    fn template(&self, of: Keeper, template: u64) -> BoxFuture<'_, Result<TemplateRecord, StoreError>> {
        async move {
            let mut conn = self.reader().await?;
            let of = admitted(&mut conn, of, ClubRole::Member).await?;
            let row = sqlx::query("SELECT * FROM template WHERE id = $1 AND account IS $2 AND club IS $3")
                .bind(key(template))
                .bind(of.account)
                .bind(of.club)
                .fetch_optional(&mut *conn)
                .await
                .map_err(refused)?;
            template_of(&row.ok_or(TemplateRefusal::Unknown)?)
        }
        .boxed()
    }

    fn keep_template(
        &self,
        of: Keeper,
        template: Option<u64>,
        terms: TemplateTerms,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.write(move |tx| keep(tx, of, template, terms.clone()).boxed())
            .boxed()
    }

    fn delete_template(&self, of: Keeper, template: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| delete(tx, of, template).boxed()).boxed()
    }

    fn recurring(&self, of: Keeper) -> BoxFuture<'_, Result<Vec<RecurringRecord>, StoreError>> {
        async move {
            let mut conn = self.reader().await?;
            let of = admitted(&mut conn, of, ClubRole::Member).await?;
            recurring::list(&mut conn, of).await
        }
        .boxed()
    }

    fn begin_recurring(
        &self,
        of: Keeper,
        terms: RecurringTerms,
        next: Occurrence,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.write(move |tx| recurring::begin(tx, of, terms.clone(), next).boxed())
            .boxed()
    }

    fn change_recurring(
        &self,
        of: Keeper,
        recurring: u64,
        last: Option<Timestamp>,
        terms: RecurringTerms,
        next: Occurrence,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        self.write(move |tx| recurring::change(tx, of, recurring, last, terms.clone(), next).boxed())
            .boxed()
    }

    fn end_recurring(&self, of: Keeper, recurring: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| recurring::end(tx, of, recurring).boxed()).boxed()
    }

    fn due_events(&self, now: Timestamp, limit: u32) -> BoxFuture<'_, Result<Vec<DueEvent>, StoreError>> {
        async move { recurring::due(&mut *self.reader().await?, now, limit).await }.boxed()
    }

    fn announce_due(&self, announcement: Announcement) -> BoxFuture<'_, Result<Option<StoredTable>, StoreError>> {
        async move {
            let created = self
                .write(move |tx| recurring::announce(tx, announcement.clone()).boxed())
                .await?;
            match created {
                Some(id) => Ok(Some(self.read_new(id).await?)),
                None => Ok(None),
            }
        }
        .boxed()
    }

    fn put_off(
        &self,
        recurring: u64,
        at: Timestamp,
        next: Occurrence,
        fault: Option<String>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| recurring::put_off(tx, recurring, at, next, fault.clone()).boxed())
            .boxed()
    }
}

fn template_of(row: &SqliteRow) -> Result<TemplateRecord, StoreError> {
    Ok(TemplateRecord {
        id: number(row, "id")?,
        terms: TemplateTerms {
            kind: row.try_get("kind").map_err(refused)?,
            name: row.try_get("name").map_err(refused)?,
            body: row.try_get("body").map_err(refused)?,
        },
        changed_at: timestamp(row, "changed_at")?,
    })
}

async fn keep(tx: &mut WriteTx<'_>, of: Keeper, template: Option<u64>, terms: TemplateTerms) -> Result<u64, Fault> {
    let of = admitted(tx.conn, of, ClubRole::Director).await?;
    let now = tx.clock.now().as_millisecond();
    if let Some(template) = template {
        if kind_of(tx.conn, &of, template).await? != terms.kind {
            return Err(TemplateRefusal::Kind.into());
        }
        sqlx::query("UPDATE template SET name = $2, body = $3, changed_at = $4 WHERE id = $1")
            .bind(key(template))
            .bind(terms.name)
            .bind(terms.body)
            .bind(now)
            .execute(&mut *tx.conn)
            .await?;
        return Ok(template);
    }
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM template WHERE account IS $1 AND club IS $2")
        .bind(of.account.clone())
        .bind(of.club)
        .fetch_one(&mut *tx.conn)
        .await?;
    if kept >= i64::from(TEMPLATES_MAX) {
        return Err(TemplateRefusal::Full(TEMPLATES_MAX).into());
    }
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO template (account, club, kind, name, body, changed_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(of.account)
    .bind(of.club)
    .bind(terms.kind)
    .bind(terms.name)
    .bind(terms.body)
    .bind(now)
    .fetch_one(&mut *tx.conn)
    .await?;
    Ok(id.unsigned_abs())
}

/// The kind of a template of a keeper.
async fn kind_of(conn: &mut SqliteConnection, of: &Columns, template: u64) -> Result<String, Fault> {
    let kind: Option<String> =
        sqlx::query_scalar("SELECT kind FROM template WHERE id = $1 AND account IS $2 AND club IS $3")
            .bind(key(template))
            .bind(of.account.clone())
            .bind(of.club)
            .fetch_optional(conn)
            .await?;
    Ok(kind.ok_or(TemplateRefusal::Unknown)?)
}

async fn delete(tx: &mut WriteTx<'_>, of: Keeper, template: u64) -> Result<(), Fault> {
    let of = admitted(tx.conn, of, ClubRole::Director).await?;
    kind_of(tx.conn, &of, template).await?;
    let is_used: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM recurring_event WHERE template = $1)")
        .bind(key(template))
        .fetch_one(&mut *tx.conn)
        .await?;
    if is_used {
        return Err(TemplateRefusal::InUse.into());
    }
    sqlx::query("DELETE FROM template WHERE id = $1")
        .bind(key(template))
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}
