//! Tournaments for scripts.

use poker_lobby::Doors;
use poker_lobby::Events;
use poker_lobby::Hall;
use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_engine::tournament::structure::shipped;
use poker_event::Asker;
use poker_event::TournamentHandle;
use poker_event::core::Core;
use poker_event::results::{self, Results};
use poker_event::setup::own_structure;
use poker_formats::Format;
use poker_lobby::hall;
use poker_owner::Now;
use poker_owner::pool::{self, Piece};
use poker_people::store_error;
use poker_protocol::v1::rest::{
    EntrantsResponse, EventTablesResponse, PlacesResponse, StructureCheckRequest, StructureCheckResponse,
    StructureFile, StructuresResponse, TournamentConfig, TournamentsResponse,
};
use poker_protocol::v1::tournament::{TournamentState, TournamentSummary};
use poker_protocol::v1::{Chips, ErrorCode, ErrorMsg};
use poker_store::{AccountId, TableId};
use poker_table::TableName;
use poker_wire as wire;
use serde::Deserialize;

use super::api::New;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::{Asked, Body};
use super::official::granted;
use crate::price;

/// Most lines in one answer, and the default.
const PAGE: usize = 200;

/// Query for a page of a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// Continue after this number.
    #[serde(default)]
    pub(super) after: u32,
}

pub(crate) async fn list(State(hall): State<Arc<Hall>>) -> Json<TournamentsResponse> {
    Json(TournamentsResponse {
        tournaments: hall.list(),
    })
}

pub(crate) async fn structures() -> Json<StructuresResponse> {
    let structures = shipped::all().iter();
    Json(StructuresResponse {
        structures: structures
            .map(|structure| wire::tournament::structure(structure))
            .collect(),
    })
}

/// One structure, with its file.
pub(crate) async fn structure(Path(structure): Path<String>) -> Result<Json<StructureFile>, ApiError> {
    let known = shipped::find(&structure).zip(shipped::source(&structure));
    let (structure, definition) = known.ok_or_else(|| ApiError::of_status(StatusCode::NOT_FOUND))?;
    Ok(Json(StructureFile {
        structure: wire::tournament::structure(structure),
        definition: definition.to_owned(),
    }))
}

/// Checks if a host's own structure can be played.
pub(crate) async fn check(
    Bearer(_): Bearer,
    Body(request): Body<StructureCheckRequest>,
) -> Json<StructureCheckResponse> {
    Json(checked(&request))
}

/// Checks if a definition can be played.
pub fn checked(request: &StructureCheckRequest) -> StructureCheckResponse {
    match own_structure(&request.definition) {
        Ok(structure) => StructureCheckResponse {
            structure: Some(wire::tournament::structure(&structure)),
            line: None,
            key: None,
            error: None,
        },
        Err(fault) => StructureCheckResponse {
            structure: None,
            line: u32::try_from(fault.line).ok(),
            key: Some(fault.key).filter(|key| !key.is_empty()),
            error: Some(fault.message),
        },
    }
}

pub(crate) async fn announce(
    State(events): State<Arc<Events>>,
    Extension(from): Extension<Network>,
    Bearer(caller): Bearer,
    Body(config): Body<TournamentConfig>,
) -> Result<New<TournamentSummary>, ApiError> {
    let handle = hall::announce_for(&events, caller.account, from, config).await?;
    Ok(New(handle.summary()))
}

/// The tournament as the caller sees it.
pub(crate) async fn show(
    State(store): State<Arc<dyn Store>>,
    State(doors): State<Arc<Doors>>,
    State(hall): State<Arc<Hall>>,
    caller: Option<Bearer>,
    Path(tournament): Path<String>,
) -> Result<Json<TournamentState>, ApiError> {
    let account = caller.as_ref().map(|Bearer(caller)| caller.account);
    let state = match find(&*store, &doors, &hall, caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, now| core.state_for(account, now)).await?,
        Held::Closed(kept) => kept.state,
    };
    Ok(Json(state))
}

pub(crate) async fn entrants(
    State(store): State<Arc<dyn Store>>,
    State(doors): State<Arc<Doors>>,
    State(hall): State<Arc<Hall>>,
    caller: Option<Bearer>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<EntrantsResponse>, ApiError> {
    let entrants = match find(&*store, &doors, &hall, caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, _| core.entrants(page.after, PAGE)).await?,
        Held::Closed(kept) => kept.entrants(page.after, PAGE),
    };
    let after = entrants.last().filter(|_| entrants.len() == PAGE);
    let after = after.map(|entrant| entrant.player);
    Ok(Json(EntrantsResponse { entrants, after }))
}

pub(crate) async fn tables(
    State(store): State<Arc<dyn Store>>,
    State(doors): State<Arc<Doors>>,
    State(hall): State<Arc<Hall>>,
    caller: Option<Bearer>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<EventTablesResponse>, ApiError> {
    let tables = match find(&*store, &doors, &hall, caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, _| core.tables(page.after, PAGE)).await?,
        Held::Closed(_) => return Err(unknown()),
    };
    let after = tables.last().filter(|_| tables.len() == PAGE).map(|table| table.no);
    Ok(Json(EventTablesResponse { tables, after }))
}

/// Places, best first, and prizes.
pub(crate) async fn results(
    State(store): State<Arc<dyn Store>>,
    State(doors): State<Arc<Doors>>,
    State(hall): State<Arc<Hall>>,
    caller: Option<Bearer>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<PlacesResponse>, ApiError> {
    let after = usize::try_from(page.after).unwrap_or(usize::MAX);
    let places = match find(&*store, &doors, &hall, caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, _| core.results(after, PAGE)).await?,
        Held::Closed(kept) => kept.places(after, PAGE),
    };
    Ok(Json(places))
}

/// Results in the format of hand trackers, with the caller's place
/// and bounties.
pub(crate) async fn results_file(
    State(store): State<Arc<dyn Store>>,
    State(doors): State<Arc<Doors>>,
    State(hall): State<Arc<Hall>>,
    State(pool): State<Arc<Pool>>,
    caller: Option<Bearer>,
    Extension(network): Extension<Network>,
    Path(tournament): Path<String>,
) -> Result<Response, ApiError> {
    let Found { id, held } = find(&*store, &doors, &hall, caller.as_ref(), &tournament).await?;
    let running = || {
        let message = "the tournament has not ended with prizes";
        ApiError::new(ErrorCode::TournamentWrongPhase, message)
    };
    let results = match held {
        // Gather everything about a large event only once there is something to report.
        Held::Open(handle) => {
            let over = ask(&handle, |core, now| {
                core.tournament().is_over().then(|| Results::of(core, now))
            });
            Box::new(over.await?.ok_or_else(running)?)
        }
        Held::Closed(kept) => kept,
    };
    let reader = match caller {
        Some(Bearer(caller)) => Some((caller.account, bounties(&*store, caller.account, id).await?)),
        None => None,
    };
    // Some microseconds per player.
    let piece = Piece::Evaluations(price::EVALUATIONS);
    let text = pool.run(pool::Asker::of(network), piece, move || results.text(id, reader));
    let text = text.await?.ok_or_else(running)?;
    Ok(([(CONTENT_TYPE, Format::Text.content_type())], text).into_response())
}

/// Bounties that an account won in a tournament.
async fn bounties(store: &dyn Store, account: AccountId, tournament: TableId) -> Result<Chips, ApiError> {
    let behind = TableId(tournament.0.saturating_add(1));
    let newest = store.events_of(account, Some(behind), 1).await?;
    let played = newest.first().filter(|event| event.tournament == tournament.0);
    Ok(played.map(|event| wire::chips(event.bounties)).unwrap_or_default())
}

/// Events after a number, one a line.
pub(crate) async fn log(
    State(store): State<Arc<dyn Store>>,
    State(doors): State<Arc<Doors>>,
    State(hall): State<Arc<Hall>>,
    caller: Option<Bearer>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Response, ApiError> {
    let after = usize::try_from(page.after).unwrap_or(usize::MAX);
    let Found { id, held } = find(&*store, &doors, &hall, caller.as_ref(), &tournament).await?;
    let lines = match held {
        Held::Open(handle) => {
            let lines = ask(&handle, move |core, _| core.log_behind(after, LOG_LINES)).await?;
            // Who has entered and gone again may be deleted meanwhile.
            store.without_names(&lines)
        }
        Held::Closed(_) => kept_log(&*store, id, after).await?,
    };
    Ok(([(CONTENT_TYPE, "application/jsonl")], lines).into_response())
}

/// Lines of a log in one answer.
const LOG_LINES: usize = 5_000;

/// Log of a closed tournament, after this many lines.
async fn kept_log(store: &dyn Store, id: TableId, after: usize) -> Result<String, ApiError> {
    let (mut lines, mut left) = (String::new(), LOG_LINES);
    let (mut page, mut skip) = (after / results::LOG_LINES, after % results::LOG_LINES);
    while left > 0 {
        let number = u32::try_from(page).unwrap_or(u32::MAX);
        let text = store.result_log(id, number).await;
        let text = text.map_err(|fault| store_error(&fault, "the log of a tournament cannot be read"))?;
        let Some(text) = text else { break };
        for line in text.split_inclusive('\n').skip(skip).take(left) {
            lines.push_str(line);
            left -= 1;
        }
        (page, skip) = (page.saturating_add(1), 0);
    }
    Ok(lines)
}

/// A tournament that the caller may see.
pub(super) struct Found {
    pub(super) id: TableId,
    pub(super) held: Held,
}

/// State of a tournament: running or closed.
pub(super) enum Held {
    /// It is in the hall.
    Open(TournamentHandle),
    /// It is in the store alone, with its kept results.
    Closed(Box<Results>),
}

/// Looks up a tournament by the name a client uses. A private one that does not admit the caller is answered like a
/// missing one, after the same lookups.
pub(super) async fn find(
    store: &dyn Store,
    doors: &Doors,
    hall: &Hall,
    caller: Option<&Bearer>,
    name: &str,
) -> Result<Found, ApiError> {
    let account = caller.map(|Bearer(caller)| caller.account);
    let is_official = match account {
        Some(account) => granted(store, account).await?.is_some(),
        None => false,
    };
    let asker = Asker { account, is_official };
    let name = doors.name_for(name, account);
    if let Some((id, handle)) = hall.find(name, asker) {
        let held = Held::Open(handle);
        return Ok(Found { id, held });
    }
    let name = TableName::parse(name).ok_or_else(unknown)?;
    let id = name.table;
    let kept = kept(store, id).await?.filter(|kept| kept.lets_in(&name, asker));
    let held = Held::Closed(Box::new(kept.ok_or_else(unknown)?));
    Ok(Found { id, held })
}

/// Kept results of a closed tournament, with officials' acts since then; `None` for any other.
pub(super) async fn kept(store: &dyn Store, id: TableId) -> Result<Option<Results>, ApiError> {
    let body = store.result(id).await;
    let body = body.map_err(|fault| store_error(&fault, "the results of a tournament cannot be read"))?;
    let acts = match &body {
        Some(_) => store.acts(id).await?,
        None => Vec::new(),
    };
    let read = |body: String| {
        let mut results: Results = serde_json::from_str(&body)?;
        let acts: Result<Vec<_>, _> = acts.iter().map(|act| serde_json::from_str(&act.body)).collect();
        results.add_acts(acts?);
        Ok::<_, serde_json::Error>(results)
    };
    body.map(read).transpose().map_err(|fault| {
        tracing::error!(tournament = %id, %fault, "the results of a tournament cannot be understood");
        ApiError::new(
            ErrorCode::ServerInternal,
            "the results of the tournament cannot be read",
        )
    })
}

/// Reads from a running tournament.
pub(super) async fn ask<T: Send + Sync + 'static>(
    handle: &TournamentHandle,
    read: impl FnOnce(&Core, Now) -> T + Send + Sync + 'static,
) -> Result<T, ApiError> {
    let busy = || ErrorMsg::new(None, ErrorCode::TournamentBusy, "the tournament has too much to do");
    handle.ask(read).await.ok_or_else(|| busy().into())
}

pub(super) fn unknown() -> ApiError {
    ApiError::new(ErrorCode::TournamentUnknown, "there is no such tournament")
}
