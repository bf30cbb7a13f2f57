//! Tournaments for scripts.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use poker_engine::tournament::structure::shipped;
use poker_protocol::v1::rest::{
    EntrantsResponse, EventTablesResponse, PlacesResponse, StructureCheckRequest, StructureCheckResponse,
    StructureFile, StructuresResponse, TournamentConfig, TournamentsResponse,
};
use poker_protocol::v1::tournament::{TournamentState, TournamentSummary};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::{ApiError, store_error};
use super::extract::{Asked, Body};
use super::headers::ClientIp;
use crate::app::App;
use crate::store::TableId;
use crate::table::core::Now;
use crate::tournament::core::Core;
use crate::tournament::hall;
use crate::tournament::results::{self, Results};
use crate::wire;

/// Lines in one answer, at most and by default.
const PAGE: usize = 200;

/// Where a list goes on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// Behind this number.
    #[serde(default)]
    pub(super) after: u32,
}

/// `GET /api/v1/tournaments`.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<TournamentsResponse> {
    Json(TournamentsResponse {
        tournaments: app.tournaments.list(),
    })
}

/// `GET /api/v1/structures`.
pub(crate) async fn structures() -> Json<StructuresResponse> {
    let structures = shipped::all().iter();
    Json(StructuresResponse {
        structures: structures
            .map(|structure| wire::tournament::structure(structure))
            .collect(),
    })
}

/// `GET /api/v1/structures/{structure}`: one of them, with its file.
pub(crate) async fn structure(Path(structure): Path<String>) -> Result<Json<StructureFile>, ApiError> {
    let known = shipped::find(&structure).zip(shipped::source(&structure));
    let (structure, definition) = known.ok_or_else(|| ApiError::of_status(StatusCode::NOT_FOUND))?;
    Ok(Json(StructureFile {
        structure: wire::tournament::structure(structure),
        definition: definition.to_owned(),
    }))
}

/// `POST /api/v1/structures/check`: whether a host's own structure can be played.
pub(crate) async fn check(
    Bearer(_): Bearer,
    Body(request): Body<StructureCheckRequest>,
) -> Json<StructureCheckResponse> {
    Json(checked(&request))
}

/// Whether a definition can be played.
pub(super) fn checked(request: &StructureCheckRequest) -> StructureCheckResponse {
    match hall::own_structure(&request.definition) {
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

/// `POST /api/v1/tournaments`.
pub(crate) async fn announce(
    State(app): State<Arc<App>>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    Bearer(caller): Bearer,
    Body(config): Body<TournamentConfig>,
) -> Result<(StatusCode, Json<TournamentSummary>), ApiError> {
    let handle = hall::announce_for(&app, caller.account, from, config).await?;
    Ok((StatusCode::CREATED, Json(handle.summary())))
}

/// `GET /api/v1/tournaments/{tournament}`, as one who has not entered sees it.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(tournament): Path<String>,
) -> Result<Json<TournamentState>, ApiError> {
    if let Some(kept) = kept(&app, &tournament).await? {
        return Ok(Json(kept.state));
    }
    let state = ask(&app, &tournament, |core, now| core.state_for(None, now)).await?;
    Ok(Json(state))
}

/// `GET /api/v1/tournaments/{tournament}/entrants`.
pub(crate) async fn entrants(
    State(app): State<Arc<App>>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<EntrantsResponse>, ApiError> {
    let entrants = match kept(&app, &tournament).await? {
        Some(kept) => kept.entrants(page.after, PAGE),
        None => ask(&app, &tournament, move |core, _| core.entrants(page.after, PAGE)).await?,
    };
    let after = entrants.last().filter(|_| entrants.len() == PAGE);
    let after = after.map(|entrant| entrant.player);
    Ok(Json(EntrantsResponse { entrants, after }))
}

/// `GET /api/v1/tournaments/{tournament}/tables`.
pub(crate) async fn tables(
    State(app): State<Arc<App>>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<EventTablesResponse>, ApiError> {
    let tables = ask(&app, &tournament, move |core, _| core.tables(page.after, PAGE)).await?;
    let after = tables.last().filter(|_| tables.len() == PAGE).map(|table| table.no);
    Ok(Json(EventTablesResponse { tables, after }))
}

/// `GET /api/v1/tournaments/{tournament}/results`: places, the best first, and the prizes.
pub(crate) async fn results(
    State(app): State<Arc<App>>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Json<PlacesResponse>, ApiError> {
    let after = usize::try_from(page.after).unwrap_or(usize::MAX);
    if let Some(kept) = kept(&app, &tournament).await? {
        return Ok(Json(kept.places(after, PAGE)));
    }
    let response = ask(&app, &tournament, move |core, _| core.results(after, PAGE)).await?;
    Ok(Json(response))
}

/// `GET /api/v1/tournaments/{tournament}/log`: what has happened behind a number, one event a line.
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    Path(tournament): Path<String>,
    Asked(page): Asked<Page>,
) -> Result<Response, ApiError> {
    let after = usize::try_from(page.after).unwrap_or(usize::MAX);
    let lines = match closed(&app, &tournament) {
        Some(id) => kept_log(&app, id, after).await?,
        None => ask(&app, &tournament, move |core, _| core.log_behind(after, LOG_LINES)).await?,
    };
    Ok(([(CONTENT_TYPE, "application/jsonl")], lines).into_response())
}

/// Lines of a log in one answer.
const LOG_LINES: usize = 5_000;

/// The number of a tournament that is none of today's: a closed one, or none at all.
fn closed(app: &App, name: &str) -> Option<TableId> {
    let is_open = app.tournaments.find(name).is_some();
    name.parse().ok().filter(|_| !is_open)
}

/// The log of a closed tournament behind so many lines.
async fn kept_log(app: &App, id: TableId, after: usize) -> Result<String, ApiError> {
    let (mut lines, mut left) = (String::new(), LOG_LINES);
    let (mut page, mut skip) = (after / results::LOG_LINES, after % results::LOG_LINES);
    while left > 0 {
        let number = u32::try_from(page).unwrap_or(u32::MAX);
        let text = app.store.result_log(id, number).await;
        let text = text.map_err(|fault| store_error(&fault, "the log of a tournament cannot be read"))?;
        let Some(text) = text else { break };
        for line in text.split_inclusive('\n').skip(skip).take(left) {
            lines.push_str(line);
            left -= 1;
        }
        (page, skip) = (page.saturating_add(1), 0);
    }
    // Behind the last line there is nothing; of no tournament there is no log.
    if lines.is_empty() && app.store.result(id).await?.is_none() {
        return Err(unknown());
    }
    Ok(lines)
}

/// What was kept of a tournament that is closed, with what officials did since; `None` of any other.
pub(super) async fn kept(app: &App, name: &str) -> Result<Option<Results>, ApiError> {
    let Some(id) = closed(app, name) else {
        return Ok(None);
    };
    let body = app.store.result(id).await;
    let body = body.map_err(|fault| store_error(&fault, "the results of a tournament cannot be read"))?;
    let acts = match &body {
        Some(_) => app.store.acts(id).await?,
        None => Vec::new(),
    };
    let read = |body: String| {
        let mut results: Results = serde_json::from_str(&body)?;
        let acts: Result<Vec<_>, _> = acts.iter().map(|act| serde_json::from_str(&act.body)).collect();
        results.add_acts(acts?);
        Ok::<_, serde_json::Error>(results)
    };
    body.map(read).transpose().map_err(|fault| {
        tracing::error!(tournament = name, %fault, "the results of a tournament cannot be understood");
        ApiError::new(
            ErrorCode::ServerInternal,
            "the results of the tournament cannot be read",
        )
    })
}

pub(super) async fn ask<T: Send + Sync + 'static>(
    app: &App,
    name: &str,
    read: impl FnOnce(&Core, Now) -> T + Send + Sync + 'static,
) -> Result<T, ApiError> {
    let (_, handle) = app.tournaments.find(name).ok_or_else(unknown)?;
    let busy = || ErrorMsg::new(None, ErrorCode::TournamentBusy, "the tournament has too much to do");
    handle.ask(read).await.ok_or_else(|| busy().into())
}

pub(super) fn unknown() -> ApiError {
    ApiError::new(ErrorCode::TournamentUnknown, "there is no such tournament")
}
