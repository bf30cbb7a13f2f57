//! Acts of members.

use std::collections::HashSet;

use super::super::accounts::blob;
use super::super::fault::Fault;
use super::super::task::WriteTx;
use super::{events, key, read_people, room_for_people};
use crate::accounts::AccountKind;
use crate::clubs::{
    CLUB_LINES_MAX, ClubAct, ClubDone, ClubPerson, ClubPlace, ClubRefusal, ClubRole, ClubSecret, PLACES_MAX,
    SEASONS_MAX,
};
use crate::types::{AccountId, TableId};

/// The people of a club, and who of them acts.
pub(super) struct Club {
    pub(super) id: i64,
    pub(super) people: Vec<ClubPerson>,
    me: usize,
}

impl Club {
    pub(super) fn me(&self) -> &ClubPerson {
        &self.people[self.me]
    }

    pub(super) fn person(&self, id: u64) -> Result<&ClubPerson, ClubRefusal> {
        let found = self.people.iter().find(|person| person.id == id);
        found.ok_or(ClubRefusal::Unknown)
    }

    pub(super) fn named(&self, name: &str) -> Option<&ClubPerson> {
        let folded = name.to_lowercase();
        self.people.iter().find(|person| person.name.to_lowercase() == folded)
    }
}

/// The least role for an act. Some acts ask for more, by whom or what they concern.
const fn least(act: &ClubAct) -> ClubRole {
    match act {
        ClubAct::Claim(_)
        | ClubAct::Say(_)
        | ClubAct::Calls(_)
        | ClubAct::Keep(_)
        | ClubAct::Release(_)
        | ClubAct::Remove(..) => ClubRole::Member,
        ClubAct::Rename(_)
        | ClubAct::Invite(_)
        | ClubAct::Add(_)
        | ClubAct::NamePlayer(..)
        | ClubAct::Answer(..)
        | ClubAct::Begin(_)
        | ClubAct::Terms(..)
        | ClubAct::End(_)
        | ClubAct::Event(..)
        | ClubAct::DeleteEvent(..) => ClubRole::Director,
        ClubAct::Appoint(..) | ClubAct::Close => ClubRole::Owner,
    }
}

pub(super) async fn act(tx: &mut WriteTx<'_>, club: i64, account: AccountId, act: ClubAct) -> Result<ClubDone, Fault> {
    let people = read_people(tx.conn, club).await?;
    let is_me = |person: &ClubPerson| person.account.as_ref().is_some_and(|record| record.id == account);
    let me = people.iter().position(is_me).ok_or(ClubRefusal::Unknown)?;
    let club = Club { id: club, people, me };
    if club.me().role < least(&act) {
        return Err(ClubRefusal::NotAllowed.into());
    }
    let mut done = ClubDone::default();
    match act {
        ClubAct::Rename(name) => {
            sqlx::query("UPDATE club SET name = $2 WHERE id = $1")
                .bind(club.id)
                .bind(name)
                .execute(&mut *tx.conn)
                .await?;
        }
        ClubAct::Close => {
            let places: Vec<i64> = sqlx::query_scalar("SELECT place FROM club_place WHERE club = $1")
                .bind(club.id)
                .fetch_all(&mut *tx.conn)
                .await?;
            done.released = places.into_iter().map(|place| TableId(place.unsigned_abs())).collect();
            sqlx::query("DELETE FROM club WHERE id = $1")
                .bind(club.id)
                .execute(&mut *tx.conn)
                .await?;
        }
        ClubAct::Invite(secret) => {
            invite(tx, &club, secret).await?;
        }
        ClubAct::Add(names) => {
            add_players(tx, &club, &names).await?;
        }
        ClubAct::Appoint(person, role) => appoint(tx, &club, person, role).await?,
        ClubAct::NamePlayer(person, name) => name_player(tx, &club, person, name).await?,
        ClubAct::Answer(person, accepted) => answer(tx, &club, person, accepted).await?,
        ClubAct::Remove(person, secret) => {
            done.gone = remove(tx, &club, person).await?;
            if done.gone.is_some_and(|gone| gone != account) {
                // The link by which the member came would lead back.
                invite(tx, &club, secret).await?;
            }
        }
        ClubAct::Claim(person) => claim(tx, &club, person, account).await?,
        ClubAct::Say(text) => say(tx, &club, text).await?,
        ClubAct::Calls(wanted) => {
            let change = if wanted {
                "INSERT INTO club_call (person) VALUES ($1) ON CONFLICT (person) DO NOTHING"
            } else {
                "DELETE FROM club_call WHERE person = $1"
            };
            sqlx::query(change)
                .bind(key(club.me().id))
                .execute(&mut *tx.conn)
                .await?;
        }
        ClubAct::Keep(place) => keep(tx, &club, place).await?,
        ClubAct::Release(place) => {
            release(tx, &club, place).await?;
            done.released = vec![place];
        }
        ClubAct::Begin(terms) => {
            let seasons: i64 = sqlx::query_scalar("SELECT count(*) FROM season WHERE club = $1")
                .bind(club.id)
                .fetch_one(&mut *tx.conn)
                .await?;
            if seasons >= i64::from(SEASONS_MAX) {
                return Err(ClubRefusal::Full(SEASONS_MAX).into());
            }
            done.season = Some(events::begin(tx, club.id, terms).await?);
        }
        ClubAct::Terms(season, terms) => done.change = Some(events::terms(tx, &club, season, terms).await?),
        ClubAct::End(season) => events::end(tx, club.id, season).await?,
        ClubAct::Event(season, event, terms) => {
            done.change = Some(events::keep(tx, &club, season, event, terms).await?);
        }
        ClubAct::DeleteEvent(season, event) => done.change = Some(events::delete(tx, &club, season, event).await?),
    }
    Ok(done)
}

/// Adds players without an account, unless the club has the name; returns the numbers of the new ones.
pub(super) async fn add_players(tx: &mut WriteTx<'_>, club: &Club, names: &[String]) -> Result<Vec<u64>, Fault> {
    let mut known: HashSet<String> = club.people.iter().map(|person| person.name.to_lowercase()).collect();
    let new: Vec<&String> = names.iter().filter(|name| known.insert(name.to_lowercase())).collect();
    room_for_people(tx, club.id, new.len()).await?;
    let mut ids = Vec::with_capacity(new.len());
    for name in new {
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO club_person (club, name, role, since) VALUES ($1, $2, 'player', $3) RETURNING id",
        )
        .bind(club.id)
        .bind(name)
        .bind(tx.clock.now().as_millisecond())
        .fetch_one(&mut *tx.conn)
        .await?;
        ids.push(id.unsigned_abs());
    }
    Ok(ids)
}

async fn appoint(tx: &mut WriteTx<'_>, club: &Club, person: u64, role: ClubRole) -> Result<(), Fault> {
    let person = club.person(person)?;
    if person.account.is_none() || role == ClubRole::Player {
        return Err(ClubRefusal::NotAllowed.into());
    }
    if person.id == club.me().id {
        // The owner is the owner until another one is.
        return if role == ClubRole::Owner {
            Ok(())
        } else {
            Err(ClubRefusal::OwnerStays.into())
        };
    }
    if role == ClubRole::Owner {
        // A guest who loses the browser would lose the club.
        if person
            .account
            .as_ref()
            .is_none_or(|heir| heir.kind != AccountKind::Account)
        {
            return Err(ClubRefusal::OwnerGuest.into());
        }
        set_role(tx, club.me().id, ClubRole::Director).await?;
    }
    set_role(tx, person.id, role).await
}

async fn set_role(tx: &mut WriteTx<'_>, person: u64, role: ClubRole) -> Result<(), Fault> {
    sqlx::query("UPDATE club_person SET role = $2 WHERE id = $1")
        .bind(key(person))
        .bind(role.code())
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

async fn name_player(tx: &mut WriteTx<'_>, club: &Club, person: u64, name: String) -> Result<(), Fault> {
    let person = club.person(person)?;
    if person.account.is_some() {
        return Err(ClubRefusal::NotAllowed.into());
    }
    if club.named(&name).is_some_and(|other| other.id != person.id) {
        return Err(ClubRefusal::NameTaken.into());
    }
    sqlx::query("UPDATE club_person SET name = $2 WHERE id = $1")
        .bind(key(person.id))
        .bind(name)
        .execute(&mut *tx.conn)
        .await?;
    // It is no longer the name of the member who left.
    sqlx::query("DELETE FROM club_former WHERE person = $1")
        .bind(key(person.id))
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

async fn claim(tx: &mut WriteTx<'_>, club: &Club, person: u64, account: AccountId) -> Result<(), Fault> {
    let person = club.person(person)?;
    if person.account.is_some() || person.claim.is_some_and(|claim| claim != account) {
        return Err(ClubRefusal::ClaimTaken.into());
    }
    sqlx::query("UPDATE club_person SET claim = $2 WHERE id = $1")
        .bind(key(person.id))
        .bind(blob(account.0))
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

/// Answers a claim. The results of the player become those of the member.
async fn answer(tx: &mut WriteTx<'_>, club: &Club, person: u64, accepted: bool) -> Result<(), Fault> {
    let person = club.person(person)?;
    let claim = person.claim.ok_or(ClubRefusal::Unknown)?;
    if !accepted {
        sqlx::query("UPDATE club_person SET claim = NULL WHERE id = $1")
            .bind(key(person.id))
            .execute(&mut *tx.conn)
            .await?;
        return Ok(());
    }
    let is_member = |other: &&ClubPerson| other.account.as_ref().is_some_and(|record| record.id == claim);
    let member = club.people.iter().find(is_member).ok_or(ClubRefusal::Unknown)?;
    let conflict: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM season_result AS one JOIN season_result AS other ON other.event = one.event
                        WHERE one.person = $1 AND other.person = $2)",
    )
    .bind(key(person.id))
    .bind(key(member.id))
    .fetch_one(&mut *tx.conn)
    .await?;
    if conflict {
        return Err(ClubRefusal::ClaimConflict.into());
    }
    sqlx::query("UPDATE season_result SET person = $2 WHERE person = $1")
        .bind(key(person.id))
        .bind(key(member.id))
        .execute(&mut *tx.conn)
        .await?;
    forget(tx, person.id).await
}

/// Removes a person, and returns the account of a member. A person with results stays as a player.
async fn remove(tx: &mut WriteTx<'_>, club: &Club, person: u64) -> Result<Option<AccountId>, Fault> {
    let (person, me) = (club.person(person)?, club.me());
    if person.id == me.id && me.role == ClubRole::Owner {
        return Err(ClubRefusal::OwnerStays.into());
    }
    if person.id != me.id && (me.role < ClubRole::Director || person.role >= me.role) {
        return Err(ClubRefusal::NotAllowed.into());
    }
    let has_results: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM season_result WHERE person = $1)")
        .bind(key(person.id))
        .fetch_one(&mut *tx.conn)
        .await?;
    let Some(account) = &person.account else {
        if has_results {
            // Without the player, the results of past events would change unnoticed.
            return Err(ClubRefusal::NotAllowed.into());
        }
        forget(tx, person.id).await?;
        return Ok(None);
    };
    sqlx::query("UPDATE club_person SET claim = NULL WHERE club = $1 AND claim = $2")
        .bind(club.id)
        .bind(blob(account.id.0))
        .execute(&mut *tx.conn)
        .await?;
    if has_results {
        // The results stay; what was said goes with the member.
        sqlx::query("DELETE FROM club_line WHERE person = $1")
            .bind(key(person.id))
            .execute(&mut *tx.conn)
            .await?;
        sqlx::query("DELETE FROM club_call WHERE person = $1")
            .bind(key(person.id))
            .execute(&mut *tx.conn)
            .await?;
        sqlx::query("UPDATE club_person SET account = NULL, role = 'player', name = $2 WHERE id = $1")
            .bind(key(person.id))
            .bind(&person.name)
            .execute(&mut *tx.conn)
            .await?;
        sqlx::query("INSERT INTO club_former (person, account) VALUES ($1, $2)")
            .bind(key(person.id))
            .bind(blob(account.id.0))
            .execute(&mut *tx.conn)
            .await?;
    } else {
        forget(tx, person.id).await?;
    }
    Ok(Some(account.id))
}

async fn invite(tx: &mut WriteTx<'_>, club: &Club, secret: ClubSecret) -> Result<(), Fault> {
    sqlx::query("UPDATE club SET invitation = $2 WHERE id = $1")
        .bind(club.id)
        .bind(secret.to_vec())
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

async fn forget(tx: &mut WriteTx<'_>, person: u64) -> Result<(), Fault> {
    sqlx::query("DELETE FROM club_person WHERE id = $1")
        .bind(key(person))
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

async fn say(tx: &mut WriteTx<'_>, club: &Club, text: String) -> Result<(), Fault> {
    sqlx::query("INSERT INTO club_line (club, person, said_at, text) VALUES ($1, $2, $3, $4)")
        .bind(club.id)
        .bind(key(club.me().id))
        .bind(tx.clock.now().as_millisecond())
        .bind(text)
        .execute(&mut *tx.conn)
        .await?;
    sqlx::query(
        "DELETE FROM club_line WHERE club = $1 AND no <= (
             SELECT no FROM club_line WHERE club = $1 ORDER BY no DESC LIMIT 1 OFFSET $2)",
    )
    .bind(club.id)
    .bind(CLUB_LINES_MAX)
    .execute(&mut *tx.conn)
    .await?;
    Ok(())
}

async fn keep(tx: &mut WriteTx<'_>, club: &Club, place: ClubPlace) -> Result<(), Fault> {
    let of: Option<i64> = sqlx::query_scalar("SELECT club FROM club_place WHERE place = $1")
        .bind(key(place.place.0))
        .fetch_optional(&mut *tx.conn)
        .await?;
    match of {
        Some(of) if of == club.id => return Ok(()),
        Some(_) => return Err(ClubRefusal::PlaceTaken.into()),
        None => {}
    }
    make_place(tx, club.id, Some(key(club.me().id)), place).await
}

/// Makes a table or tournament one of a club, kept by a person.
pub(in super::super) async fn make_place(
    tx: &mut WriteTx<'_>,
    club: i64,
    person: Option<i64>,
    place: ClubPlace,
) -> Result<(), Fault> {
    // Closed tables need no place any more. Events that are over keep theirs, for seasons, and fill none.
    sqlx::query(
        "DELETE FROM club_place WHERE club = $1 AND place IN (
             SELECT id FROM game_table WHERE kind = 'table' AND closed_at IS NOT NULL)",
    )
    .bind(club)
    .execute(&mut *tx.conn)
    .await?;
    let places: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM club_place JOIN game_table ON game_table.id = place WHERE club = $1 AND closed_at IS NULL",
    )
    .bind(club)
    .fetch_one(&mut *tx.conn)
    .await?;
    if places >= i64::from(PLACES_MAX) {
        return Err(ClubRefusal::Full(PLACES_MAX).into());
    }
    sqlx::query("INSERT INTO club_place (place, club, person, name, link) VALUES ($1, $2, $3, $4, $5)")
        .bind(key(place.place.0))
        .bind(club)
        .bind(person)
        .bind(place.name)
        .bind(place.link)
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}

async fn release(tx: &mut WriteTx<'_>, club: &Club, place: TableId) -> Result<(), Fault> {
    let by: Option<Option<i64>> = sqlx::query_scalar("SELECT person FROM club_place WHERE place = $1 AND club = $2")
        .bind(key(place.0))
        .bind(club.id)
        .fetch_optional(&mut *tx.conn)
        .await?;
    let by = by.ok_or(ClubRefusal::Unknown)?;
    if club.me().role < ClubRole::Director && by != Some(key(club.me().id)) {
        return Err(ClubRefusal::NotAllowed.into());
    }
    sqlx::query("DELETE FROM club_place WHERE place = $1")
        .bind(key(place.0))
        .execute(&mut *tx.conn)
        .await?;
    Ok(())
}
