//! Clubs and seasons as rows.

mod acts;
mod events;

use std::collections::BTreeMap;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use uuid::Uuid;

use super::accounts::{account_of, blob, uuid_of};
use super::columns::{kind, number, timestamp};
use super::fault::Fault;
use super::task::WriteTx;
use super::{SqliteStore, refused};
use crate::StoreError;
use crate::clubs::{
    CHANGES_MAX, CLUBS_MAX, ClubAct, ClubDone, ClubHead, ClubPerson, ClubPlace, ClubRecord, ClubRefusal, ClubRemark,
    ClubRole, ClubSecret, Clubs, Door, EventTerms, PEOPLE_MAX, SeasonChange, SeasonHead, SeasonRecord, SeasonResult,
    SeasonTerms,
};
use crate::types::{AccountId, TableId};

pub(super) use self::acts::make_place;

impl From<ClubRefusal> for Fault {
    fn from(refusal: ClubRefusal) -> Self {
        StoreError::from(refusal).into()
    }
}

/// A number as the database keeps it. No row has one beyond its range.
pub(super) fn key(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn small(row: &SqliteRow, column: &str) -> Result<u32, StoreError> {
    Ok(u32::try_from(number(row, column)?).unwrap_or(u32::MAX))
}

/// The role of an account in a club; `None` if it is no member.
pub(super) async fn role_in(
    conn: &mut SqliteConnection,
    club: i64,
    account: AccountId,
) -> Result<Option<ClubRole>, StoreError> {
    let row = sqlx::query("SELECT role FROM club_person WHERE club = $1 AND account = $2")
        .bind(club)
        .bind(blob(account.0))
        .fetch_optional(conn)
        .await
        .map_err(refused)?;
    row.as_ref().map(role_of).transpose()
}

fn role_of(row: &SqliteRow) -> Result<ClubRole, StoreError> {
    let code: &str = row.try_get("role").map_err(refused)?;
    ClubRole::from_code(code).ok_or_else(|| StoreError::Corrupt(format!("a person of a club is a {code}")))
}

impl Clubs for SqliteStore {
    fn clubs_of(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<ClubHead>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT club.id, club.name, own.role,
                     (SELECT count(*) FROM club_person WHERE club_person.club = club.id) AS people
                 FROM club_person AS own JOIN club ON club.id = own.club
                 WHERE own.account = $1 ORDER BY club.name, club.id",
            )
            .bind(blob(account.0))
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            let head = |row: &SqliteRow| {
                Ok(ClubHead {
                    id: number(row, "id")?,
                    name: row.try_get("name").map_err(refused)?,
                    role: role_of(row)?,
                    people: small(row, "people")?,
                })
            };
            rows.iter().map(head).collect()
        }
        .boxed()
    }

    fn found_club(
        &self,
        account: AccountId,
        name: String,
        invitation: ClubSecret,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.write(move |tx| {
            let name = name.clone();
            async move {
                room_for_club(tx, account).await?;
                let now = tx.clock.now().as_millisecond();
                let club: i64 = sqlx::query_scalar(
                    "INSERT INTO club (name, invitation, founded_at) VALUES ($1, $2, $3) RETURNING id",
                )
                .bind(name)
                .bind(invitation.to_vec())
                .bind(now)
                .fetch_one(&mut *tx.conn)
                .await?;
                insert_member(tx, club, account, ClubRole::Owner).await?;
                Ok(club.unsigned_abs())
            }
            .boxed()
        })
        .boxed()
    }

    fn club(&self, club: u64) -> BoxFuture<'_, Result<Option<ClubRecord>, StoreError>> {
        async move { read_club(&mut *self.reader().await?, club).await }.boxed()
    }

    fn invited_to(&self, invitation: ClubSecret) -> BoxFuture<'_, Result<Option<u64>, StoreError>> {
        async move {
            let club: Option<i64> = sqlx::query_scalar("SELECT id FROM club WHERE invitation = $1")
                .bind(invitation.to_vec())
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
            Ok(club.map(i64::unsigned_abs))
        }
        .boxed()
    }

    fn join_club(&self, account: AccountId, invitation: ClubSecret) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.write(move |tx| join(tx, account, invitation).boxed()).boxed()
    }

    fn act_in_club(&self, club: u64, account: AccountId, act: ClubAct) -> BoxFuture<'_, Result<ClubDone, StoreError>> {
        self.write(move |tx| {
            let act = act.clone();
            async move { acts::act(tx, key(club), account, act).await }.boxed()
        })
        .boxed()
    }

    fn club_remarks(&self, club: u64, limit: u32) -> BoxFuture<'_, Result<Vec<ClubRemark>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT no, person, said_at, text FROM club_line WHERE club = $1 ORDER BY no DESC LIMIT $2",
            )
            .bind(key(club))
            .bind(limit)
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            let remark = |row: &SqliteRow| {
                Ok(ClubRemark {
                    no: number(row, "no")?,
                    person: number(row, "person")?,
                    at: timestamp(row, "said_at")?,
                    text: row.try_get("text").map_err(refused)?,
                })
            };
            rows.iter().rev().map(remark).collect()
        }
        .boxed()
    }

    fn season(&self, club: u64, season: u64) -> BoxFuture<'_, Result<Option<SeasonRecord>, StoreError>> {
        async move { read_season(&mut *self.reader().await?, club, season).await }.boxed()
    }

    fn note_moved(&self, change: u64, moved: u32) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                sqlx::query("UPDATE season_change SET moved = $2 WHERE no = $1")
                    .bind(key(change))
                    .bind(moved)
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }

    fn club_doors(&self) -> BoxFuture<'_, Result<Vec<Door>, StoreError>> {
        async move {
            let rows: Vec<(i64, Vec<u8>)> = sqlx::query_as(
                "SELECT place, account FROM club_place JOIN club_person ON club_person.club = club_place.club
                 WHERE account IS NOT NULL",
            )
            .fetch_all(&mut *self.reader().await?)
            .await
            .map_err(refused)?;
            let mut doors: BTreeMap<TableId, Vec<AccountId>> = BTreeMap::new();
            for (place, account) in rows {
                let account = Uuid::from_slice(&account).map_err(|fault| StoreError::Corrupt(fault.to_string()))?;
                doors
                    .entry(TableId(place.unsigned_abs()))
                    .or_default()
                    .push(AccountId(account));
            }
            Ok(doors.into_iter().collect())
        }
        .boxed()
    }
}

/// Refuses an account that is in too many clubs.
async fn room_for_club(tx: &mut WriteTx<'_>, account: AccountId) -> Result<(), Fault> {
    let clubs: i64 = sqlx::query_scalar("SELECT count(*) FROM club_person WHERE account = $1")
        .bind(blob(account.0))
        .fetch_one(&mut *tx.conn)
        .await?;
    if clubs >= i64::from(CLUBS_MAX) {
        return Err(ClubRefusal::ClubsFull(CLUBS_MAX).into());
    }
    Ok(())
}

async fn insert_member(tx: &mut WriteTx<'_>, club: i64, account: AccountId, role: ClubRole) -> Result<(), Fault> {
    sqlx::query("INSERT INTO club_person (club, account, name, role, since) VALUES ($1, $2, '', $3, $4)")
        .bind(club)
        .bind(blob(account.0))
        .bind(role.code())
        .bind(tx.clock.now().as_millisecond())
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

async fn join(tx: &mut WriteTx<'_>, account: AccountId, invitation: ClubSecret) -> Result<u64, Fault> {
    let club: Option<i64> = sqlx::query_scalar("SELECT id FROM club WHERE invitation = $1")
        .bind(invitation.to_vec())
        .fetch_optional(&mut *tx.conn)
        .await?;
    let club = club.ok_or(ClubRefusal::Unknown)?;
    let is_member: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM club_person WHERE account = $1 AND club = $2)")
            .bind(blob(account.0))
            .bind(club)
            .fetch_one(&mut *tx.conn)
            .await?;
    if !is_member {
        room_for_club(tx, account).await?;
        room_for_people(tx, club, 1).await?;
        insert_member(tx, club, account, ClubRole::Member).await?;
    }
    Ok(club.unsigned_abs())
}

/// Refuses more people than a club may have.
async fn room_for_people(tx: &mut WriteTx<'_>, club: i64, more: usize) -> Result<(), Fault> {
    let people: i64 = sqlx::query_scalar("SELECT count(*) FROM club_person WHERE club = $1")
        .bind(club)
        .fetch_one(&mut *tx.conn)
        .await?;
    if people.unsigned_abs() + more as u64 > u64::from(PEOPLE_MAX) {
        return Err(ClubRefusal::Full(PEOPLE_MAX).into());
    }
    Ok(())
}

/// The people of a club, by number.
async fn read_people(conn: &mut SqliteConnection, club: i64) -> Result<Vec<ClubPerson>, StoreError> {
    let rows = sqlx::query(
        "SELECT club_person.id AS person, club_person.name AS own_name, role, since, claim, account.*,
             EXISTS (SELECT 1 FROM club_call WHERE club_call.person = club_person.id) AS calls
         FROM club_person LEFT JOIN account ON account.id = club_person.account
         WHERE club_person.club = $1 ORDER BY club_person.id",
    )
    .bind(club)
    .fetch_all(conn)
    .await
    .map_err(refused)?;
    let person = |row: &SqliteRow| {
        let member: Option<Vec<u8>> = row.try_get("id").map_err(refused)?;
        let account = member.map(|_| account_of(row)).transpose()?;
        let claim: Option<Vec<u8>> = row.try_get("claim").map_err(refused)?;
        Ok(ClubPerson {
            id: number(row, "person")?,
            name: match &account {
                Some(account) => account.name.clone(),
                None => row.try_get("own_name").map_err(refused)?,
            },
            account,
            role: role_of(row)?,
            since: timestamp(row, "since")?,
            claim: match claim {
                Some(_) => Some(AccountId(uuid_of(row, "claim").map_err(refused)?)),
                None => None,
            },
            calls: row.try_get("calls").map_err(refused)?,
        })
    };
    rows.iter().map(person).collect()
}

async fn read_club(conn: &mut SqliteConnection, club: u64) -> Result<Option<ClubRecord>, StoreError> {
    let row = sqlx::query("SELECT name, invitation, founded_at FROM club WHERE id = $1")
        .bind(key(club))
        .fetch_optional(&mut *conn)
        .await
        .map_err(refused)?;
    let Some(row) = row else { return Ok(None) };
    let people = read_people(conn, key(club)).await?;
    let places = sqlx::query(
        "SELECT place, kind, name, link FROM club_place JOIN game_table ON game_table.id = club_place.place
         WHERE club = $1 ORDER BY place DESC",
    )
    .bind(key(club))
    .fetch_all(&mut *conn)
    .await
    .map_err(refused)?;
    let place = |row: &SqliteRow| {
        Ok(ClubPlace {
            place: TableId(number(row, "place")?),
            kind: kind(row)?,
            name: row.try_get("name").map_err(refused)?,
            link: row.try_get("link").map_err(refused)?,
        })
    };
    let seasons = sqlx::query(
        "SELECT id, name, (SELECT count(*) FROM season_event WHERE season_event.season = season.id) AS events
         FROM season WHERE club = $1 ORDER BY id DESC",
    )
    .bind(key(club))
    .fetch_all(&mut *conn)
    .await
    .map_err(refused)?;
    let season = |row: &SqliteRow| {
        Ok(SeasonHead {
            id: number(row, "id")?,
            name: row.try_get("name").map_err(refused)?,
            events: small(row, "events")?,
        })
    };
    let secret: &[u8] = row.try_get("invitation").map_err(refused)?;
    Ok(Some(ClubRecord {
        id: club,
        name: row.try_get("name").map_err(refused)?,
        invitation: secret
            .try_into()
            .map_err(|_| StoreError::Corrupt("an invitation has 16 bytes".to_owned()))?,
        since: timestamp(&row, "founded_at")?,
        people,
        places: places.iter().map(place).collect::<Result<_, StoreError>>()?,
        seasons: seasons.iter().map(season).collect::<Result<_, StoreError>>()?,
    }))
}

async fn read_season(conn: &mut SqliteConnection, club: u64, season: u64) -> Result<Option<SeasonRecord>, StoreError> {
    let row = sqlx::query("SELECT name, formula, best, ties FROM season WHERE id = $1 AND club = $2")
        .bind(key(season))
        .bind(key(club))
        .fetch_optional(&mut *conn)
        .await
        .map_err(refused)?;
    let Some(row) = row else { return Ok(None) };
    let terms = SeasonTerms {
        name: row.try_get("name").map_err(refused)?,
        formula: row.try_get("formula").map_err(refused)?,
        best: row.try_get("best").map_err(refused)?,
        ties: row.try_get("ties").map_err(refused)?,
    };
    let mut results: BTreeMap<u64, Vec<SeasonResult<u64>>> = BTreeMap::new();
    let rows = sqlx::query(
        "SELECT season_result.* FROM season_result JOIN season_event ON season_event.id = season_result.event
         WHERE season_event.season = $1 ORDER BY place, person",
    )
    .bind(key(season))
    .fetch_all(&mut *conn)
    .await
    .map_err(refused)?;
    for row in &rows {
        results.entry(number(row, "event")?).or_default().push(SeasonResult {
            player: number(row, "person")?,
            place: small(row, "place")?,
            knock_outs: small(row, "knock_outs")?,
            rebuys: small(row, "rebuys")?,
        });
    }
    let events = sqlx::query("SELECT * FROM season_event WHERE season = $1 ORDER BY at, id")
        .bind(key(season))
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
    let mut event = |row: &SqliteRow| {
        let id = number(row, "id")?;
        let tournament: Option<i64> = row.try_get("tournament").map_err(refused)?;
        let terms = EventTerms {
            name: row.try_get("name").map_err(refused)?,
            at: timestamp(row, "at")?,
            price: number(row, "price")?,
            entrants: small(row, "entrants")?,
            tournament: tournament.map(|tournament| TableId(tournament.unsigned_abs())),
            results: results.remove(&id).unwrap_or_default(),
        };
        Ok((id, terms))
    };
    let events = events.iter().map(&mut event).collect::<Result<_, StoreError>>()?;
    let changes = sqlx::query("SELECT * FROM season_change WHERE season = $1 ORDER BY no DESC LIMIT $2")
        .bind(key(season))
        .bind(CHANGES_MAX)
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
    let change = |row: &SqliteRow| {
        let person: Option<i64> = row.try_get("person").map_err(refused)?;
        Ok(SeasonChange {
            at: timestamp(row, "at")?,
            person: person.map(i64::unsigned_abs),
            kind: row.try_get("kind").map_err(refused)?,
            name: row.try_get("name").map_err(refused)?,
            moved: row.try_get("moved").map_err(refused)?,
        })
    };
    Ok(Some(SeasonRecord {
        id: season,
        terms,
        events,
        changes: changes.iter().map(change).collect::<Result<_, StoreError>>()?,
    }))
}
