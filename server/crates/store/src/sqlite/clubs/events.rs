//! Seasons, and the events in them.

use std::collections::BTreeSet;

use super::super::fault::Fault;
use super::super::task::WriteTx;
use super::acts::{Club, add_players};
use super::key;
use crate::clubs::{ClubRefusal, EventTerms, ResultOf, SEASON_EVENTS_MAX, SEASON_RESULTS_MAX, SeasonTerms};

pub(super) async fn begin(tx: &mut WriteTx<'_>, club: i64, terms: SeasonTerms) -> Result<u64, Fault> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO season (club, name, formula, best, ties) VALUES ($1, $2, $3, $4, $5) RETURNING id",
    )
    .bind(club)
    .bind(terms.name)
    .bind(terms.formula)
    .bind(terms.best)
    .bind(terms.ties)
    .fetch_one(&mut *tx.conn)
    .await?;
    Ok(id.unsigned_abs())
}

pub(super) async fn terms(tx: &mut WriteTx<'_>, club: &Club, season: u64, terms: SeasonTerms) -> Result<u64, Fault> {
    let changed =
        sqlx::query("UPDATE season SET name = $3, formula = $4, best = $5, ties = $6 WHERE id = $1 AND club = $2")
            .bind(key(season))
            .bind(club.id)
            .bind(terms.name)
            .bind(terms.formula)
            .bind(terms.best)
            .bind(terms.ties)
            .execute(&mut *tx.conn)
            .await?;
    if changed.rows_affected() == 0 {
        return Err(ClubRefusal::UnknownSeason.into());
    }
    note(tx, club, season, "rules", None).await
}

pub(super) async fn end(tx: &mut WriteTx<'_>, club: i64, season: u64) -> Result<(), Fault> {
    let ended = sqlx::query("DELETE FROM season WHERE id = $1 AND club = $2")
        .bind(key(season))
        .bind(club)
        .execute(&mut *tx.conn)
        .await?;
    if ended.rows_affected() == 0 {
        return Err(ClubRefusal::UnknownSeason.into());
    }
    Ok(())
}

/// Adds an event, or corrects one.
pub(super) async fn keep(
    tx: &mut WriteTx<'_>,
    club: &Club,
    season: u64,
    event: Option<u64>,
    terms: EventTerms<ResultOf>,
) -> Result<u64, Fault> {
    let kind = match event {
        Some(event) => {
            name_of(tx, club, season, event).await?;
            "corrected"
        }
        None => "added",
    };
    room(tx, club, season, event, terms.results.len()).await?;
    if let Some(tournament) = terms.tournament {
        let taken: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM season_event WHERE season = $1 AND tournament = $2 AND id <> $3)",
        )
        .bind(key(season))
        .bind(key(tournament.0))
        .bind(event.map_or(0, key))
        .fetch_one(&mut *tx.conn)
        .await?;
        if taken {
            return Err(ClubRefusal::SeasonTaken.into());
        }
    }
    let players = players(tx, club, &terms).await?;
    let event = match event {
        Some(event) => {
            sqlx::query(
                "UPDATE season_event SET name = $2, at = $3, price = $4, entrants = $5, tournament = $6 WHERE id = $1",
            )
            .bind(key(event))
            .bind(&terms.name)
            .bind(terms.at.as_millisecond())
            .bind(key(terms.price))
            .bind(terms.entrants)
            .bind(terms.tournament.map(|tournament| key(tournament.0)))
            .execute(&mut *tx.conn)
            .await?;
            sqlx::query("DELETE FROM season_result WHERE event = $1")
                .bind(key(event))
                .execute(&mut *tx.conn)
                .await?;
            key(event)
        }
        None => {
            sqlx::query_scalar(
                "INSERT INTO season_event (season, name, at, price, entrants, tournament)
                 VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
            )
            .bind(key(season))
            .bind(&terms.name)
            .bind(terms.at.as_millisecond())
            .bind(key(terms.price))
            .bind(terms.entrants)
            .bind(terms.tournament.map(|tournament| key(tournament.0)))
            .fetch_one(&mut *tx.conn)
            .await?
        }
    };
    for (result, person) in terms.results.iter().zip(players) {
        sqlx::query("INSERT INTO season_result (event, person, place, knock_outs, rebuys) VALUES ($1, $2, $3, $4, $5)")
            .bind(event)
            .bind(key(person))
            .bind(result.place)
            .bind(result.knock_outs)
            .bind(result.rebuys)
            .execute(&mut *tx.conn)
            .await?;
    }
    note(tx, club, season, kind, Some(&terms.name)).await
}

pub(super) async fn delete(tx: &mut WriteTx<'_>, club: &Club, season: u64, event: u64) -> Result<u64, Fault> {
    let name = name_of(tx, club, season, event).await?;
    sqlx::query("DELETE FROM season_event WHERE id = $1")
        .bind(key(event))
        .execute(&mut *tx.conn)
        .await?;
    note(tx, club, season, "deleted", Some(&name)).await
}

/// The name of an event of a season of the club.
async fn name_of(tx: &mut WriteTx<'_>, club: &Club, season: u64, event: u64) -> Result<String, Fault> {
    let name: Option<String> = sqlx::query_scalar(
        "SELECT season_event.name FROM season_event JOIN season ON season.id = season_event.season
         WHERE season_event.id = $1 AND season.id = $2 AND season.club = $3",
    )
    .bind(key(event))
    .bind(key(season))
    .bind(club.id)
    .fetch_optional(&mut *tx.conn)
    .await?;
    Ok(name.ok_or(ClubRefusal::UnknownSeason)?)
}

/// Refuses a season of another club, and more events or results than a season may have.
async fn room(tx: &mut WriteTx<'_>, club: &Club, season: u64, event: Option<u64>, results: usize) -> Result<(), Fault> {
    let counts: Option<(i64, i64)> = sqlx::query_as(
        "SELECT (SELECT count(*) FROM season_event WHERE season = $1 AND id <> $3),
             (SELECT count(*) FROM season_result JOIN season_event ON season_event.id = season_result.event
              WHERE season_event.season = $1 AND season_event.id <> $3)
         FROM season WHERE id = $1 AND club = $2",
    )
    .bind(key(season))
    .bind(club.id)
    .bind(event.map_or(0, key))
    .fetch_optional(&mut *tx.conn)
    .await?;
    let (events, others) = counts.ok_or(ClubRefusal::UnknownSeason)?;
    if events >= i64::from(SEASON_EVENTS_MAX) {
        return Err(ClubRefusal::Full(SEASON_EVENTS_MAX).into());
    }
    if others.unsigned_abs() + results as u64 > u64::from(SEASON_RESULTS_MAX) {
        return Err(ClubRefusal::Full(SEASON_RESULTS_MAX).into());
    }
    Ok(())
}

/// The persons of the results, in their order. New names become players without an account.
async fn players(tx: &mut WriteTx<'_>, club: &Club, terms: &EventTerms<ResultOf>) -> Result<Vec<u64>, Fault> {
    let find = |player: &ResultOf| match player {
        ResultOf::Person(person) => club.person(*person).map(|person| Some(person.id)),
        ResultOf::Name(name) => Ok(club.named(name).map(|person| person.id)),
        ResultOf::Account(account, name) => {
            let is = |person: &&crate::clubs::ClubPerson| {
                person.account.as_ref().is_some_and(|record| record.id == *account)
            };
            let member = club.people.iter().find(is);
            // Another member of the same name is another player.
            let by_name = || club.named(name).filter(|person| person.account.is_none());
            Ok(member.or_else(by_name).map(|person| person.id))
        }
    };
    let found: Vec<Option<u64>> = terms
        .results
        .iter()
        .map(|result| find(&result.player))
        .collect::<Result<_, _>>()?;
    let unknown = terms.results.iter().zip(&found).filter(|(_, found)| found.is_none());
    let new: Vec<String> = unknown
        .filter_map(|(result, _)| match &result.player {
            ResultOf::Person(_) => None,
            ResultOf::Name(name) | ResultOf::Account(_, name) => Some(name.clone()),
        })
        .collect();
    let mut added = add_players(tx, club, &new).await?.into_iter();
    let players: Option<Vec<u64>> = found.into_iter().map(|found| found.or_else(|| added.next())).collect();
    // A name that stands twice was added once.
    let players = players.ok_or(ClubRefusal::Twice)?;
    let different: BTreeSet<&u64> = players.iter().collect();
    if different.len() < players.len() {
        return Err(ClubRefusal::Twice.into());
    }
    Ok(players)
}

/// Notes a change, and returns its number.
async fn note(
    tx: &mut WriteTx<'_>,
    club: &Club,
    season: u64,
    kind: &'static str,
    name: Option<&str>,
) -> Result<u64, Fault> {
    let no: i64 = sqlx::query_scalar(
        "INSERT INTO season_change (season, at, person, kind, name) VALUES ($1, $2, $3, $4, $5) RETURNING no",
    )
    .bind(key(season))
    .bind(tx.clock.now().as_millisecond())
    .bind(key(club.me().id))
    .bind(kind)
    .bind(name)
    .fetch_one(&mut *tx.conn)
    .await?;
    Ok(no.unsigned_abs())
}
