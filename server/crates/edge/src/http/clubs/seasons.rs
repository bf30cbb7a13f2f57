//! Seasons of a club: rules, events and standings.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_lobby::clubs::name_of;
use poker_owner::pool::{AGAIN, Asker, Piece};
use poker_people::auth::Identity;
use poker_people::instant;
use poker_protocol::v1::Chips;
use poker_protocol::v1::seasons::{
    FormulaPoints, FormulaRequest, FormulasResponse, ReadyFormula, SeasonChange, SeasonChangeKind, SeasonChanged,
    SeasonEvent, SeasonEventRequest, SeasonLine, SeasonMove, SeasonPlace, SeasonPoints, SeasonRank, SeasonRequest,
    SeasonResponse, TieRule,
};
use poker_season::{Event, Finish, Formula, READY_MADE, Rules, Situation, StandingsLine, Tie, moves, standings};
use poker_store::{ClubAct, ClubDone, ClubRecord, ClubRefusal, ClubRole, EventTerms, SeasonRecord, SeasonTerms};
use tokio::time::sleep;

use super::entries::{event_of, parsed, terms_of};
use super::rows::field;
use super::{Api, ApiError, Bearer, Body, club_of, csv, number, refused, unbroken};
use crate::app::App;

const SEASON: &str = "/api/v1/clubs/{club}/seasons/{season}";
const EVENT: &str = "/api/v1/clubs/{club}/seasons/{season}/events/{event}";

/// What a result costs in evaluations of a hand, by the largest formula.
const RESULT_COST: u64 = 1_000;

/// Adds this module's routes.
pub(super) fn routes(api: Api) -> Api {
    api.get("/api/v1/formulas", formulas)
        .post("/api/v1/formulas/check", check)
        .post("/api/v1/clubs/{club}/seasons", begin)
        .get(SEASON, show)
        .put(SEASON, terms)
        .delete(SEASON, end)
        .get("/api/v1/clubs/{club}/seasons/{season}/file", file)
        .post("/api/v1/clubs/{club}/seasons/{season}/events", add)
        .put(EVENT, correct)
        .delete(EVENT, delete)
}

/// `GET /api/v1/formulas`.
async fn formulas() -> Json<FormulasResponse> {
    let ready = READY_MADE.iter().map(|(name, formula)| ReadyFormula {
        name: (*name).to_owned(),
        formula: (*formula).to_owned(),
    });
    Json(FormulasResponse {
        formulas: ready.collect(),
    })
}

/// `POST /api/v1/formulas/check`.
async fn check(Body(request): Body<FormulaRequest>) -> Result<Json<FormulaPoints>, ApiError> {
    let formula = parsed(&request.formula)?;
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

/// `POST /api/v1/clubs/{club}/seasons`.
async fn begin(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path(club): Path<String>,
    Body(request): Body<SeasonRequest>,
) -> Result<(StatusCode, Json<SeasonResponse>), ApiError> {
    let club = number(&club)?;
    let act = ClubAct::Begin(terms_of(&app, &request)?);
    let done = app.store.act_in_club(club, caller.account, act).await?;
    let read = read(&app, &caller, network, club, done.season.unwrap_or_default()).await?;
    Ok((StatusCode::CREATED, Json(response(&read))))
}

/// `GET /api/v1/clubs/{club}/seasons/{season}`.
async fn show(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((club, season)): Path<(String, String)>,
) -> Result<Json<SeasonResponse>, ApiError> {
    let read = read(&app, &caller, network, number(&club)?, number(&season)?).await?;
    Ok(Json(response(&read)))
}

/// `PUT /api/v1/clubs/{club}/seasons/{season}`.
async fn terms(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((club, season)): Path<(String, String)>,
    Body(request): Body<SeasonRequest>,
) -> Result<Json<SeasonChanged>, ApiError> {
    let season = number(&season)?;
    let act = ClubAct::Terms(season, terms_of(&app, &request)?);
    changed(&app, &caller, network, number(&club)?, season, act).await
}

/// `DELETE /api/v1/clubs/{club}/seasons/{season}`.
async fn end(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path((club, season)): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let act = ClubAct::End(number(&season)?);
    app.store.act_in_club(number(&club)?, caller.account, act).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/v1/clubs/{club}/seasons/{season}/events`.
async fn add(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((club, season)): Path<(String, String)>,
    Body(request): Body<SeasonEventRequest>,
) -> Result<(StatusCode, Json<SeasonChanged>), ApiError> {
    let (club, season) = (number(&club)?, number(&season)?);
    let terms = event_of(&app, &caller, club, request).await?;
    let act = ClubAct::Event(season, None, terms);
    let changed = changed(&app, &caller, network, club, season, act).await?;
    Ok((StatusCode::CREATED, changed))
}

/// `PUT /api/v1/clubs/{club}/seasons/{season}/events/{event}`.
async fn correct(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((club, season, event)): Path<(String, String, String)>,
    Body(request): Body<SeasonEventRequest>,
) -> Result<Json<SeasonChanged>, ApiError> {
    let (club, season) = (number(&club)?, number(&season)?);
    let terms = event_of(&app, &caller, club, request).await?;
    let act = ClubAct::Event(season, Some(number(&event)?), terms);
    changed(&app, &caller, network, club, season, act).await
}

/// `DELETE /api/v1/clubs/{club}/seasons/{season}/events/{event}`.
async fn delete(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((club, season, event)): Path<(String, String, String)>,
) -> Result<Json<SeasonChanged>, ApiError> {
    let season = number(&season)?;
    let act = ClubAct::DeleteEvent(season, number(&event)?);
    changed(&app, &caller, network, number(&club)?, season, act).await
}

/// `GET /api/v1/clubs/{club}/seasons/{season}/file`.
async fn file(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((club, season)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let read = read(&app, &caller, network, number(&club)?, number(&season)?).await?;
    Ok(csv(standings_file(&read)))
}

/// A season with its club and its standings.
struct Read {
    club: ClubRecord,
    season: SeasonRecord,
    lines: Vec<StandingsLine>,
}

async fn read(app: &App, caller: &Identity, network: Network, club: u64, season: u64) -> Result<Read, ApiError> {
    let club = club_of(app, caller, club).await?;
    let season = app.store.season(club.id, season).await?;
    let season = season.ok_or_else(|| refused(ClubRefusal::UnknownSeason))?;
    let rules = rules_of(&season.terms)?;
    let events: Vec<Event> = season.events.iter().map(|(_, terms)| stored(terms)).collect();
    let results: usize = events.iter().map(|event| event.places.len()).sum();
    let piece = Piece::Evaluations(10_000 + RESULT_COST * results as u64);
    let lines = app
        .pool
        .run(Asker::known(network), piece, move || standings(&rules, &events));
    let lines = lines.await?;
    Ok(Read { club, season, lines })
}

/// Carries out a change, and answers with the season after it and who moved.
async fn changed(
    app: &Arc<App>,
    caller: &Identity,
    network: Network,
    club: u64,
    season: u64,
    act: ClubAct,
) -> Result<Json<SeasonChanged>, ApiError> {
    let (own, caller) = (Arc::clone(app), caller.clone());
    let work = async move {
        // Standings are dear: they are not computed for a change that is refused.
        let me = club_of(&own, &caller, club).await?;
        if me.member(caller.account).is_none_or(|me| me.role < ClubRole::Director) {
            return Err(refused(ClubRefusal::NotAllowed).into());
        }
        let before = read(&own, &caller, network, club, season).await?;
        let ClubDone { change, .. } = own.store.act_in_club(club, caller.account, act).await?;
        // New players have come with results.
        own.clubs.changed(club);
        // The change is made: a pool that is busy delays the answer, and refuses it no more.
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
    let (after, moved) = unbroken(&app.connections, work).await?;
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
