//! Tournaments for scripts.

use poker_lobby::Doors;
use poker_lobby::Events;
use poker_lobby::Hall;
use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use axum::http::StatusCode;
use poker_engine::tournament::structure::shipped;
use poker_event::Asker;
use poker_event::TournamentHandle;
use poker_event::core::Core;
use poker_event::results::{self, Results};
use poker_event::setup::own_structure;
use poker_lobby::hall;
use poker_owner::Now;
use poker_owner::pool::{self, Piece};
use poker_people::auth::Identity;
use poker_people::store_error;
use poker_protocol::v1::rest::{
    EntrantsResponse, EventTablesResponse, PlacesResponse, StructureCheckRequest, StructureCheckResponse,
    StructureFile, StructuresResponse, TournamentsResponse,
};
use poker_protocol::v1::routes::answer::{JsonLines, PlainText};
use poker_protocol::v1::routes::query::Page;
use poker_protocol::v1::tournament::{TournamentState, TournamentSummary};
use poker_protocol::v1::{ErrorCode, ErrorMsg, routes};
use poker_store::{AccountId, EventResult, TableId};
use poker_table::TableName;
use poker_wire as wire;

use super::api::{Call, New};
use super::error::ApiError;
use super::official::granted;
use super::ready::Ready;
use crate::price;

/// Maximum number of lines in one answer, and the default.
const PAGE: usize = 200;

/// Tournaments that run and that are over, with the doors of clubs.
#[derive(Clone)]
pub(crate) struct EventBook {
    /// The store of tournaments.
    pub(crate) store: Arc<dyn Store>,
    /// Tournaments that are a club's.
    pub(crate) clubs: Arc<Doors>,
    /// Tournaments that are not closed.
    pub(crate) tournaments: Arc<Hall>,
}

pub(crate) async fn list(hall: Arc<Hall>, _: Call<routes::tournaments::List>) -> Json<TournamentsResponse> {
    Json(TournamentsResponse {
        tournaments: hall.list(),
    })
}

pub(crate) async fn structures(_: Call<routes::tournaments::Structures>) -> Json<StructuresResponse> {
    let structures = shipped::all().iter();
    Json(StructuresResponse {
        structures: structures
            .map(|structure| wire::tournament::structure(structure))
            .collect(),
    })
}

/// One structure, with its file.
pub(crate) async fn structure(call: Call<routes::tournaments::Structure>) -> Result<Json<StructureFile>, ApiError> {
    let [structure] = call.path;
    let known = shipped::find(&structure).zip(shipped::source(&structure));
    let (structure, definition) = known.ok_or_else(|| ApiError::of_status(StatusCode::NOT_FOUND))?;
    Ok(Json(StructureFile {
        structure: wire::tournament::structure(structure),
        definition: definition.to_owned(),
    }))
}

/// Checks if a host's own structure can be played.
pub(crate) async fn check(call: Call<routes::tournaments::CheckStructure>) -> Json<StructureCheckResponse> {
    Json(checked(&call.body))
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
    events: Arc<Events>,
    call: Call<routes::tournaments::Announce>,
) -> Result<New<TournamentSummary>, ApiError> {
    let handle = hall::announce_for(&events, call.caller.account, call.network, call.body).await?;
    Ok(New(handle.summary()))
}

/// The tournament as the caller sees it.
pub(crate) async fn show(
    book: EventBook,
    call: Call<routes::tournaments::Show>,
) -> Result<Json<TournamentState>, ApiError> {
    let [tournament] = call.path;
    let account = call.caller.as_ref().map(|caller| caller.account);
    let Found { id, held } = book.find(call.caller.as_ref(), &tournament).await?;
    let state = match (held, account) {
        (Held::Open(handle), account) => ask(&handle, move |core, now| core.state_for(account, now)).await?,
        (Held::Closed(kept), None) => kept.state,
        (Held::Closed(kept), Some(account)) => {
            let played = played(&*book.store, account, id).await?;
            let won = played.map(|event| event.prize + event.bounties).unwrap_or_default();
            kept.state_for(account, wire::chips(won))
        }
    };
    Ok(Json(state))
}

pub(crate) async fn entrants(
    book: EventBook,
    call: Call<routes::tournaments::Entrants>,
) -> Result<Json<EntrantsResponse>, ApiError> {
    let [tournament] = call.path;
    let Page { after } = call.query;
    let entrants = match book.find(call.caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, _| core.entrants(after.unwrap_or_default(), PAGE)).await?,
        Held::Closed(kept) => kept.entrants(after.unwrap_or_default(), PAGE),
    };
    let after = entrants.last().filter(|_| entrants.len() == PAGE);
    let after = after.map(|entrant| entrant.player);
    Ok(Json(EntrantsResponse { entrants, after }))
}

pub(crate) async fn tables(
    book: EventBook,
    call: Call<routes::tournaments::Tables>,
) -> Result<Json<EventTablesResponse>, ApiError> {
    let [tournament] = call.path;
    let Page { after } = call.query;
    let tables = match book.find(call.caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, _| core.tables(after.unwrap_or_default(), PAGE)).await?,
        Held::Closed(_) => Vec::new(),
    };
    let after = tables.last().filter(|_| tables.len() == PAGE).map(|table| table.no);
    Ok(Json(EventTablesResponse { tables, after }))
}

/// Places, best first, and prizes.
pub(crate) async fn results(
    book: EventBook,
    call: Call<routes::tournaments::Results>,
) -> Result<Json<PlacesResponse>, ApiError> {
    let [tournament] = call.path;
    let Page { after } = call.query;
    let after = usize::try_from(after.unwrap_or_default()).unwrap_or(usize::MAX);
    let places = match book.find(call.caller.as_ref(), &tournament).await?.held {
        Held::Open(handle) => ask(&handle, move |core, _| core.results(after, PAGE)).await?,
        Held::Closed(kept) => kept.places(after, PAGE),
    };
    Ok(Json(places))
}

/// Results in the format of hand trackers, with the caller's place
/// and bounties.
pub(crate) async fn results_file(
    book: EventBook,
    pool: Arc<Pool>,
    call: Call<routes::tournaments::ResultsFile>,
) -> Result<Ready<PlainText>, ApiError> {
    let [tournament] = call.path;
    let Found { id, held } = book.find(call.caller.as_ref(), &tournament).await?;
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
    let reader = match call.caller {
        Some(caller) => {
            let played = played(&*book.store, caller.account, id).await?;
            let bounties = played.map(|event| wire::chips(event.bounties)).unwrap_or_default();
            Some((caller.account, bounties))
        }
        None => None,
    };
    // Some microseconds per player.
    let piece = Piece::Evaluations(price::EVALUATIONS);
    let text = pool.run(pool::Asker::of(call.network), piece, move || results.text(id, reader));
    let text = text.await?.ok_or_else(running)?;
    Ok(Ready::text(text))
}

/// What a tournament cost and brought an account, if it moved any of its chips.
async fn played(store: &dyn Store, account: AccountId, tournament: TableId) -> Result<Option<EventResult>, ApiError> {
    let behind = TableId(tournament.0.saturating_add(1));
    let newest = store.events_of(account, Some(behind), 1).await?;
    Ok(newest.into_iter().find(|event| event.tournament == tournament.0))
}

/// Events after a number, one a line.
pub(crate) async fn log(book: EventBook, call: Call<routes::tournaments::Log>) -> Result<Ready<JsonLines>, ApiError> {
    let [tournament] = call.path;
    let Page { after } = call.query;
    let after = usize::try_from(after.unwrap_or_default()).unwrap_or(usize::MAX);
    let Found { id, held } = book.find(call.caller.as_ref(), &tournament).await?;
    let lines = match held {
        Held::Open(handle) => {
            let lines = ask(&handle, move |core, _| core.log_behind(after, LOG_LINES)).await?;
            // A player who entered and left may have been deleted since.
            book.store.without_names(&lines)
        }
        Held::Closed(_) => kept_log(&*book.store, id, after).await?,
    };
    Ok(Ready::text(lines))
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

impl EventBook {
    /// Looks up a tournament by the name a client uses. A private one that does not admit the caller is answered like a
    /// missing one, after the same lookups.
    pub(super) async fn find(&self, caller: Option<&Identity>, name: &str) -> Result<Found, ApiError> {
        let account = caller.map(|caller| caller.account);
        let is_official = match account {
            Some(account) => granted(&*self.store, account).await?.is_some(),
            None => false,
        };
        let asker = Asker { account, is_official };
        let name = self.clubs.name_for(name, account);
        if let Some((id, handle)) = self.tournaments.find(name, asker) {
            let held = Held::Open(handle);
            return Ok(Found { id, held });
        }
        let name = TableName::parse(name).ok_or_else(unknown)?;
        let id = name.table;
        let kept = kept(&*self.store, id).await?.filter(|kept| kept.lets_in(&name, asker));
        let held = Held::Closed(Box::new(kept.ok_or_else(unknown)?));
        Ok(Found { id, held })
    }
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
        tracing::error!(tournament = %id, %fault, "the stored results of a tournament cannot be parsed");
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
