//! Events that recur.

use jiff::Timestamp;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::super::accounts::{blob, uuid_of};
use super::super::clubs::{key, make_place};
use super::super::columns::{number, timestamp};
use super::super::fault::Fault;
use super::super::owners;
use super::super::refused;
use super::super::task::WriteTx;
use super::{Columns, admitted, kind_of};
use crate::StoreError;
use crate::clubs::{ClubPlace, ClubRole};
use crate::templates::{
    Announcement, DueEvent, Keeper, Occurrence, RECURRING_MAX, RecurringRecord, RecurringTerms, TemplateRefusal,
};
use crate::types::{AccountId, OwnerKind, TableId};

/// The kind of template by which events recur.
const EVENT: &str = "event";

fn small<T: TryFrom<u64>>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    T::try_from(number(row, column)?).map_err(|_| StoreError::Corrupt(format!("{column} is out of range")))
}

fn recurring_of(row: &SqliteRow) -> Result<RecurringRecord, StoreError> {
    let last: Option<i64> = row.try_get("last_at").map_err(refused)?;
    Ok(RecurringRecord {
        id: number(row, "id")?,
        terms: RecurringTerms {
            template: number(row, "template")?,
            days: small(row, "days")?,
            minute: small(row, "minute")?,
            zone: row.try_get("zone").map_err(refused)?,
            ahead: small(row, "ahead")?,
            paused: row.try_get("paused").map_err(refused)?,
        },
        name: row.try_get("template_name").map_err(refused)?,
        next: timestamp(row, "next_at")?,
        last_at: last.map(|_| timestamp(row, "last_at")).transpose()?,
        last_link: row.try_get("last_link").map_err(refused)?,
        fault: row.try_get("fault").map_err(refused)?,
    })
}

pub(super) async fn list(conn: &mut SqliteConnection, of: Columns) -> Result<Vec<RecurringRecord>, StoreError> {
    let rows = sqlx::query(
        "SELECT recurring_event.*, template.name AS template_name
         FROM recurring_event JOIN template ON template.id = recurring_event.template
         WHERE recurring_event.account IS $1 AND recurring_event.club IS $2 ORDER BY next_at, recurring_event.id",
    )
    .bind(of.account)
    .bind(of.club)
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    rows.iter().map(recurring_of).collect()
}

/// The account that asks.
const fn asker(of: Keeper) -> AccountId {
    match of {
        Keeper::Account(account) | Keeper::Club(_, account) => account,
    }
}

async fn is_of_event(tx: &mut WriteTx<'_>, of: &Columns, template: u64) -> Result<(), Fault> {
    if kind_of(tx.conn, of, template).await? == EVENT {
        Ok(())
    } else {
        Err(TemplateRefusal::Kind.into())
    }
}

pub(super) async fn begin(
    tx: &mut WriteTx<'_>,
    of: Keeper,
    terms: RecurringTerms,
    next: Occurrence,
) -> Result<u64, Fault> {
    let by = asker(of);
    let of = admitted(tx.conn, of, ClubRole::Director).await?;
    is_of_event(tx, &of, terms.template).await?;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM recurring_event WHERE account IS $1 AND club IS $2")
        .bind(of.account.clone())
        .bind(of.club)
        .fetch_one(&mut *tx.conn)
        .await?;
    if kept >= i64::from(RECURRING_MAX) {
        return Err(TemplateRefusal::RecurringFull(RECURRING_MAX).into());
    }
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO recurring_event (account, club, set_by, template, days, minute, zone, ahead, paused, next_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id",
    )
    .bind(of.account)
    .bind(of.club)
    .bind(blob(by.0))
    .bind(key(terms.template))
    .bind(terms.days)
    .bind(terms.minute)
    .bind(terms.zone)
    .bind(terms.ahead)
    .bind(terms.paused)
    .bind(next.at.as_millisecond())
    .bind(next.due.as_millisecond())
    .fetch_one(&mut *tx.conn)
    .await?;
    Ok(id.unsigned_abs())
}

/// Refuses a recurring event of another keeper.
async fn is_kept(tx: &mut WriteTx<'_>, of: &Columns, recurring: u64) -> Result<(), Fault> {
    let is_kept: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM recurring_event WHERE id = $1 AND account IS $2 AND club IS $3)",
    )
    .bind(key(recurring))
    .bind(of.account.clone())
    .bind(of.club)
    .fetch_one(&mut *tx.conn)
    .await?;
    if is_kept {
        Ok(())
    } else {
        Err(TemplateRefusal::UnknownRecurring.into())
    }
}

pub(super) async fn change(
    tx: &mut WriteTx<'_>,
    of: Keeper,
    recurring: u64,
    last: Option<Timestamp>,
    terms: RecurringTerms,
    next: Occurrence,
) -> Result<bool, Fault> {
    let by = asker(of);
    let of = admitted(tx.conn, of, ClubRole::Director).await?;
    is_kept(tx, &of, recurring).await?;
    is_of_event(tx, &of, terms.template).await?;
    let changed = sqlx::query(
        "UPDATE recurring_event SET set_by = $3, template = $4, days = $5, minute = $6, zone = $7, ahead = $8, paused = $9,
             next_at = $10, due_at = $11, fault = NULL
         WHERE id = $1 AND last_at IS $2",
    )
    .bind(key(recurring))
    .bind(last.map(Timestamp::as_millisecond))
    .bind(blob(by.0))
    .bind(key(terms.template))
    .bind(terms.days)
    .bind(terms.minute)
    .bind(terms.zone)
    .bind(terms.ahead)
    .bind(terms.paused)
    .bind(next.at.as_millisecond())
    .bind(next.due.as_millisecond())
    .execute(&mut *tx.conn)
    .await?;
    Ok(changed.rows_affected() > 0)
}

pub(super) async fn end(tx: &mut WriteTx<'_>, of: Keeper, recurring: u64) -> Result<(), Fault> {
    let of = admitted(tx.conn, of, ClubRole::Director).await?;
    is_kept(tx, &of, recurring).await?;
    sqlx::query("DELETE FROM recurring_event WHERE id = $1")
        .bind(key(recurring))
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

pub(super) async fn due(conn: &mut SqliteConnection, now: Timestamp, limit: u32) -> Result<Vec<DueEvent>, StoreError> {
    // Events of a former director pass to the owner. Those of a banned host wait.
    let rows = sqlx::query(
        "SELECT * FROM (SELECT recurring_event.*, template.name AS template_name, template.body,
             coalesce(
                 recurring_event.account,
                 (SELECT director.account FROM club_person AS director
                  WHERE director.club = recurring_event.club AND director.account = recurring_event.set_by
                      AND director.role = 'director'),
                 (SELECT owner.account FROM club_person AS owner
                  WHERE owner.club = recurring_event.club AND owner.role = 'owner')) AS host
         FROM recurring_event JOIN template ON template.id = recurring_event.template
         WHERE paused = 0 AND due_at <= $1) AS due
         WHERE NOT EXISTS (SELECT 1 FROM ban WHERE ban.account = due.host AND coalesce(ban.until, 9223372036854775807) > $1)
         ORDER BY due_at, id LIMIT $2",
    )
    .bind(now.as_millisecond())
    .bind(limit)
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    let event = |row: &SqliteRow| {
        let club: Option<i64> = row.try_get("club").map_err(refused)?;
        Ok(DueEvent {
            recurring: recurring_of(row)?,
            club: club.map(i64::unsigned_abs),
            host: AccountId(uuid_of(row, "host").map_err(refused)?),
            body: row.try_get("body").map_err(refused)?,
        })
    };
    rows.iter().map(event).collect()
}

pub(super) async fn announce(tx: &mut WriteTx<'_>, announced: Announcement) -> Result<Option<TableId>, Fault> {
    let club: Option<Option<i64>> = sqlx::query_scalar(
        "UPDATE recurring_event SET next_at = $3, due_at = $4, last_at = $2, fault = NULL
         WHERE id = $1 AND next_at = $2 AND paused = 0 RETURNING club",
    )
    .bind(key(announced.recurring))
    .bind(announced.at.as_millisecond())
    .bind(announced.next.at.as_millisecond())
    .bind(announced.next.due.as_millisecond())
    .fetch_optional(&mut *tx.conn)
    .await?;
    let Some(club) = club else { return Ok(None) };
    let id = owners::insert(tx, OwnerKind::Tournament, &announced.config).await?;
    let link = format!("{id}{}", announced.invitation);
    sqlx::query("UPDATE recurring_event SET last_link = $2 WHERE id = $1")
        .bind(key(announced.recurring))
        .bind(&link)
        .execute(&mut *tx.conn)
        .await?;
    if let Some(club) = club {
        let place = ClubPlace {
            place: id,
            kind: OwnerKind::Tournament,
            name: announced.name,
            link,
        };
        let person: Option<i64> = sqlx::query_scalar("SELECT id FROM club_person WHERE club = $1 AND account = $2")
            .bind(club)
            .bind(blob(announced.host.0))
            .fetch_optional(&mut *tx.conn)
            .await?;
        make_place(tx, club, person, place).await?;
    }
    Ok(Some(id))
}

pub(super) async fn put_off(
    tx: &mut WriteTx<'_>,
    recurring: u64,
    at: Timestamp,
    next: Occurrence,
    fault: Option<String>,
) -> Result<(), Fault> {
    sqlx::query("UPDATE recurring_event SET next_at = $3, due_at = $4, fault = $5 WHERE id = $1 AND next_at = $2")
        .bind(key(recurring))
        .bind(at.as_millisecond())
        .bind(next.at.as_millisecond())
        .bind(next.due.as_millisecond())
        .bind(fault)
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}
