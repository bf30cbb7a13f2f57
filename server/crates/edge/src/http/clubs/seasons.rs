//! Seasons of a club: rules, events and standings.

use std::fmt::Write as _;

use axum::Json;
use axum::response::NoContent;
use poker_base::network::Network;
use poker_lobby::clubs::name_of;
use poker_owner::pool::{AGAIN, Asker, Piece};
use poker_people::auth::Identity;
use poker_people::instant;
use poker_protocol::v1::routes::answer::Csv;
use poker_protocol::v1::seasons::{
    FormulaPoints, FormulasResponse, ReadyFormula, SeasonChange, SeasonChangeKind, SeasonChanged, SeasonEvent,
    SeasonLine, SeasonMove, SeasonPlace, SeasonPoints, SeasonRank, SeasonResponse, TieRule,
};
use poker_protocol::v1::{Chips, routes};
use poker_season::{Event, Finish, Formula, READY_MADE, Rules, Situation, StandingsLine, Tie, moves, standings};
use poker_store::{ClubAct, ClubDone, ClubRecord, ClubRefusal, ClubRole, EventTerms, SeasonRecord, SeasonTerms};
use tokio::time::sleep;

use super::super::api::{Call, New};
use super::super::ready::Ready;
use super::entries::{event_of, parsed, terms_of};
use super::rows::field;
use super::{Api, ApiError, ClubHouse, club_of, numbers, refused, unbroken};

/// Cost of a result by the largest formula, in evaluations of a hand.
const RESULT_COST: u64 = 1_000;

/// Adds this module's routes.
pub(super) fn routes(api: Api) -> Api {
    api.on(formulas)
        .on(check)
        .on(begin)
        .on(show)
        .on(terms)
        .on(end)
        .on(file)
        .on(add)
        .on(correct)
        .on(delete)
}

async fn formulas(_: Call<routes::seasons::Formulas>) -> Json<FormulasResponse> {
    let ready = READY_MADE.iter().map(|(name, formula)| ReadyFormula {
        name: (*name).to_owned(),
        formula: (*formula).to_owned(),
    });
    Json(FormulasResponse {
        formulas: ready.collect(),
    })
}

async fn check(call: Call<routes::seasons::CheckFormula>) -> Result<Json<FormulaPoints>, ApiError> {
    let formula = parsed(&call.body.formula)?;
    let at = |place| Situation {
        place,
        entrants: 20,
        price: 20,
        knock_outs: 0,
        rebuys: 0,
    };
    Ok(Json(FormulaPoints {
        points: (1..=20).map(|place| formula.points(&at(place))).collect(),
        formula: formula.text().to_owned(),
    }))
}

async fn begin(house: ClubHouse, call: Call<routes::seasons::Begin>) -> Result<New<SeasonResponse>, ApiError> {
    let [club] = numbers(&call.path)?;
    let act = ClubAct::Begin(terms_of(&house, &call.body)?);
    let done = house.store.act_in_club(club, call.caller.account, act).await?;
    let read = read(
        &house,
        &call.caller,
        call.network,
        club,
        done.season.unwrap_or_default(),
    )
    .await?;
    Ok(New(response(&read)))
}

async fn show(house: ClubHouse, call: Call<routes::seasons::Show>) -> Result<Json<SeasonResponse>, ApiError> {
    let [club, season] = numbers(&call.path)?;
    let read = read(&house, &call.caller, call.network, club, season).await?;
    Ok(Json(response(&read)))
}

async fn terms(house: ClubHouse, call: Call<routes::seasons::Change>) -> Result<Json<SeasonChanged>, ApiError> {
    let [club, season] = numbers(&call.path)?;
    let act = ClubAct::Terms(season, terms_of(&house, &call.body)?);
    changed(&house, &call.caller, call.network, club, season, act).await
}

async fn end(house: ClubHouse, call: Call<routes::seasons::End>) -> Result<NoContent, ApiError> {
    let [club, season] = numbers(&call.path)?;
    let act = ClubAct::End(season);
    house.store.act_in_club(club, call.caller.account, act).await?;
    Ok(NoContent)
}

async fn add(house: ClubHouse, call: Call<routes::seasons::AddEvent>) -> Result<New<SeasonChanged>, ApiError> {
    let [club, season] = numbers(&call.path)?;
    let terms = event_of(&house, &call.caller, club, call.body).await?;
    let act = ClubAct::Event(season, None, terms);
    let Json(changed) = changed(&house, &call.caller, call.network, club, season, act).await?;
    Ok(New(changed))
}

async fn correct(house: ClubHouse, call: Call<routes::seasons::CorrectEvent>) -> Result<Json<SeasonChanged>, ApiError> {
    let [club, season, event] = numbers(&call.path)?;
    let terms = event_of(&house, &call.caller, club, call.body).await?;
    let act = ClubAct::Event(season, Some(event), terms);
    changed(&house, &call.caller, call.network, club, season, act).await
}

async fn delete(house: ClubHouse, call: Call<routes::seasons::DeleteEvent>) -> Result<Json<SeasonChanged>, ApiError> {
    let [club, season, event] = numbers(&call.path)?;
    let act = ClubAct::DeleteEvent(season, event);
    changed(&house, &call.caller, call.network, club, season, act).await
}

async fn file(house: ClubHouse, call: Call<routes::seasons::File>) -> Result<Ready<Csv>, ApiError> {
    let [club, season] = numbers(&call.path)?;
    let read = read(&house, &call.caller, call.network, club, season).await?;
    Ok(Ready::private_text(standings_file(&read)))
}

/// A season with its club and its standings.
struct Read {
    club: ClubRecord,
    season: SeasonRecord,
    lines: Vec<StandingsLine>,
}

async fn read(
    house: &ClubHouse,
    caller: &Identity,
    network: Network,
    club: u64,
    season: u64,
) -> Result<Read, ApiError> {
    let club = club_of(house, caller, club).await?;
    let season = house.store.season(club.id, season).await?;
    let season = season.ok_or_else(|| refused(ClubRefusal::UnknownSeason))?;
    let rules = rules_of(&season.terms)?;
    let events: Vec<Event> = season.events.iter().map(|(_, terms)| stored(terms)).collect();
    let results: usize = events.iter().map(|event| event.places.len()).sum();
    let piece = Piece::Evaluations(10_000 + RESULT_COST * results as u64);
    let lines = house
        .pool
        .run(Asker::known(network), piece, move || standings(&rules, &events));
    let lines = lines.await?;
    Ok(Read { club, season, lines })
}

/// Carries out a change, and answers with the season after it and who moved.
async fn changed(
    house: &ClubHouse,
    caller: &Identity,
    network: Network,
    club: u64,
    season: u64,
    act: ClubAct,
) -> Result<Json<SeasonChanged>, ApiError> {
    let (own, caller) = (house.clone(), caller.clone());
    let work = async move {
        // Standings are expensive, so they are not computed for a change that is refused.
        let me = club_of(&own, &caller, club).await?;
        if me.member(caller.account).is_none_or(|me| me.role < ClubRole::Director) {
            return Err(refused(ClubRefusal::NotAllowed).into());
        }
        let before = read(&own, &caller, network, club, season).await?;
        let ClubDone { change, .. } = own.store.act_in_club(club, caller.account, act).await?;
        // New players have come with results.
        own.clubs.changed(club);
        // The change has been made, so a busy pool may delay the answer but must not refuse it.
        let mut after = loop {
            match read(&own, &caller, network, club, season).await {
                Err(busy) if busy.is_about_rates() => sleep(AGAIN).await,
                read => break read?,
            }
        };
        let moved = moves(&before.lines, &after.lines);
        if let Some(change) = change {
            let count = u32::try_from(moved.len()).unwrap_or(u32::MAX);
            own.store.note_moved(change, count).await?;
            if let Some(latest) = after.season.changes.first_mut() {
                latest.moved = Some(count);
            }
        }
        Ok((after, moved))
    };
    let (after, moved) = unbroken(&house.connections, work).await?;
    let rank = |(rank, points)| SeasonRank { rank, points };
    Ok(Json(SeasonChanged {
        moved: moved
            .iter()
            .map(|line| SeasonMove {
                person: line.player,
                name: name_of(&after.club, line.player),
                before: line.before.map(rank),
                after: line.after.map(rank),
            })
            .collect(),
        season: response(&after),
    }))
}

fn response(read: &Read) -> SeasonResponse {
    let Read { club, season, lines } = read;
    let event = |(id, terms): &(u64, EventTerms<u64>)| SeasonEvent {
        event: *id,
        name: terms.name.clone(),
        at: instant(terms.at),
        price: Chips::new(terms.price).unwrap_or_default(),
        entrants: terms.entrants,
        tournament: terms.tournament.is_some(),
        results: terms
            .results
            .iter()
            .map(|result| SeasonPlace {
                person: result.player,
                place: result.place,
                knock_outs: result.knock_outs,
                rebuys: result.rebuys,
            })
            .collect(),
    };
    let change = |change: &poker_store::SeasonChange| {
        Some(SeasonChange {
            at: instant(change.at),
            by: change.person.map(|person| name_of(club, person)).unwrap_or_default(),
            kind: word::<SeasonChangeKind>(&change.kind)?,
            name: change.name.clone(),
            moved: change.moved,
        })
    };
    SeasonResponse {
        club: club.id,
        club_name: club.name.clone(),
        season: season.id,
        name: season.terms.name.clone(),
        formula: season.terms.formula.clone(),
        best: season.terms.best,
        ties: ties_of(&season.terms),
        events: season.events.iter().map(event).collect(),
        standings: lines.iter().map(|line| told(club, line)).collect(),
        changes: season.changes.iter().filter_map(change).collect(),
    }
}

/// A word of the protocol; `None` for one of a later version.
fn word<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::json!(word)).ok()
}

fn told(club: &ClubRecord, line: &StandingsLine) -> SeasonLine {
    let points = |result: &Option<(i64, bool)>| SeasonPoints {
        points: result.map(|(points, _)| points),
        dropped: result.is_some_and(|(_, counts)| !counts),
    };
    SeasonLine {
        person: line.player,
        name: name_of(club, line.player),
        rank: line.rank,
        points: line.points,
        results: line.results.iter().map(points).collect(),
        played: line.played,
        wins: line.wins,
        knock_outs: line.knock_outs,
        tie: line.tie.map(tie),
    }
}

/// The standings as comma-separated values.
fn standings_file(read: &Read) -> String {
    let mut file = String::from("rank,name,points,played,wins,knock_outs");
    for (_, event) in &read.season.events {
        let _ = write!(file, ",{}", field(&event.name));
    }
    file.push_str("\r\n");
    for line in &read.lines {
        let name = field(&name_of(&read.club, line.player));
        let points = decimal(line.points);
        let _ = write!(
            file,
            "{},{name},{points},{},{},{}",
            line.rank, line.played, line.wins, line.knock_outs
        );
        for result in &line.results {
            file.push(',');
            file.push_str(&result.map(|(points, _)| decimal(points)).unwrap_or_default());
        }
        file.push_str("\r\n");
    }
    file
}

/// Hundredths as a decimal number.
fn decimal(points: i64) -> String {
    let sign = if points < 0 { "-" } else { "" };
    let points = points.unsigned_abs();
    format!("{sign}{}.{:02}", points / 100, points % 100)
}

const fn tie(tie: Tie) -> TieRule {
    match tie {
        Tie::Wins => TieRule::Wins,
        Tie::Places => TieRule::Places,
        Tie::HeadToHead => TieRule::HeadToHead,
        Tie::KnockOuts => TieRule::KnockOuts,
        Tie::FewerEvents => TieRule::FewerEvents,
        Tie::Latest => TieRule::Latest,
    }
}

fn ties_of(terms: &SeasonTerms) -> Vec<TieRule> {
    serde_json::from_str(&terms.ties).unwrap_or_default()
}

fn rules_of(terms: &SeasonTerms) -> Result<Rules, ApiError> {
    let ties = ties_of(terms);
    Ok(Rules {
        formula: Formula::parse(&terms.formula).map_err(|fault| ApiError::internal(&fault))?,
        best: terms.best,
        ties: ties
            .iter()
            .filter_map(|rule| Tie::ALL.into_iter().find(|known| tie(*known) == *rule))
            .collect(),
    })
}

/// An event of the store, for its standings.
fn stored(terms: &EventTerms<u64>) -> Event {
    let place = |result: &poker_store::SeasonResult<u64>| Finish {
        player: result.player,
        place: result.place,
        knock_outs: result.knock_outs,
        rebuys: result.rebuys,
    };
    Event {
        price: terms.price,
        entrants: terms.entrants,
        places: terms.results.iter().map(place).collect(),
    }
}
