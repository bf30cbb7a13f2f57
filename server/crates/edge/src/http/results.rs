//! Private results of the caller's hands and tournaments.

use crate::price::Budgets;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use poker_limits::rate_limited;
use poker_lobby::Hall;
use poker_people::results::{self, LineSpacing};
use poker_protocol::v1::personal::{
    EventResult, EventResultsResponse, PlayedSession, ResultsResponse, SessionsResponse,
};
use poker_protocol::v1::{ErrorMsg, UnixMs, routes};
use poker_store::Store;
use poker_store::{self as store, AccountId, TableId, TallyHand};
use poker_wire as wire;
use serde::Deserialize;

use super::api::Api;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Asked;
use super::tournaments;

/// Sessions in one answer.
const SESSIONS: usize = 50;

/// Tournaments in one answer. The stored data of each must be read, some hundred kilobytes for a large one.
const EVENTS: u32 = 20;

/// Longest name of a game in a search, in characters.
const GAME_MAX: usize = 60;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(routes::personal::Results, figures)
        .on(routes::personal::Sessions, sessions)
        .on(routes::personal::Tournaments, events)
}

/// Query for results.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Only hands of this game.
    game: Option<String>,
    /// Only hands that ended at this time or later.
    from: Option<Timestamp>,
    /// Only hands that ended before this time.
    to: Option<Timestamp>,
    /// Unit of the horizontal axis of the chart.
    #[serde(default)]
    by: LineSpacing,
}

/// Query for sessions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedSessions {
    /// Only hands of this game; sessions without any are left out.
    game: Option<String>,
    /// Only hands that ended at this time or later.
    from: Option<Timestamp>,
    /// Only hands that ended before this time.
    to: Option<Timestamp>,
    /// Only sessions that began before this time, in milliseconds since 1970.
    before: Option<UnixMs>,
}

/// Query for tournaments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedEvents {
    /// Only tournaments with lower numbers than this.
    before: Option<u64>,
}

async fn figures(
    State(store): State<Arc<dyn Store>>,
    State(budgets): State<Arc<Budgets>>,
    Bearer(caller): Bearer,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<ResultsResponse>, ApiError> {
    admit(&budgets, caller.account)?;
    let game = wanted.game.map(checked_game).transpose()?;
    let counting = results::count(&*store, caller.account).await?;
    let hands = hands(&*store, caller.account, game, wanted.from, wanted.to).await?;
    Ok(Json(ResultsResponse {
        total: results::figures_of(&hands),
        games: results::games_of(&hands),
        points: results::line(&hands, wanted.by),
        counting,
    }))
}

async fn sessions(
    State(store): State<Arc<dyn Store>>,
    State(budgets): State<Arc<Budgets>>,
    Bearer(caller): Bearer,
    Asked(wanted): Asked<WantedSessions>,
) -> Result<Json<SessionsResponse>, ApiError> {
    admit(&budgets, caller.account)?;
    let game = wanted.game.map(checked_game).transpose()?;
    results::count(&*store, caller.account).await?;
    let hands = hands(&*store, caller.account, game, wanted.from, wanted.to).await?;
    let is_older = |session: &PlayedSession| wanted.before.is_none_or(|before| session.from < before);
    let mut sessions = results::sessions(&hands);
    sessions.retain(is_older);
    // Sessions that began at the same instant go into the same answer, so that none is skipped.
    let mut end = sessions.len().min(SESSIONS);
    while end > 0
        && sessions
            .get(end)
            .is_some_and(|next| next.from == sessions[end - 1].from)
    {
        end += 1;
    }
    let more = end < sessions.len();
    sessions.truncate(end);
    let before = sessions.last().filter(|_| more).map(|last| last.from);
    Ok(Json(SessionsResponse { sessions, before }))
}

/// Counts a request, and refuses it if the account has asked too often lately: each one reads all hands of the account.
fn admit(budgets: &Budgets, account: AccountId) -> Result<(), ApiError> {
    let counted = budgets.results.count(&account);
    counted.map_err(|wait| rate_limited(None, wait, "results were requested too often").into())
}

/// Matching counted hands of an account, oldest first.
async fn hands(
    store: &dyn Store,
    account: AccountId,
    game: Option<String>,
    from: Option<Timestamp>,
    to: Option<Timestamp>,
) -> Result<Vec<TallyHand>, ApiError> {
    let mut hands = store.tally(account, from, to).await?;
    if let Some(game) = game {
        hands.retain(|hand| *hand.game == *game);
    }
    Ok(hands)
}

/// Checks that the name of a game is not too long.
pub(super) fn checked_game(game: String) -> Result<String, ApiError> {
    if (1..=GAME_MAX).contains(&game.chars().count()) {
        return Ok(game);
    }
    let message = format!("`game` must have 1 to {GAME_MAX} characters");
    let error = ErrorMsg::invalid_field(None, "game", message);
    Err(error.with("min", 1).with("max", GAME_MAX as u64).into())
}

async fn events(
    State(store): State<Arc<dyn Store>>,
    State(hall): State<Arc<Hall>>,
    State(budgets): State<Arc<Budgets>>,
    Bearer(caller): Bearer,
    Asked(wanted): Asked<WantedEvents>,
) -> Result<Json<EventResultsResponse>, ApiError> {
    admit(&budgets, caller.account)?;
    let before = wanted.before.map(TableId);
    let found = store.events_of(caller.account, before, EVENTS + 1).await?;
    let is_more = found.len() > EVENTS as usize;
    let mut tournaments = Vec::new();
    for event in found.iter().take(EVENTS as usize) {
        tournaments.push(told(&*store, &hall, caller.account, event).await?);
    }
    let last = found.iter().take(EVENTS as usize).next_back().filter(|_| is_more);
    let before = last.map(|last| wire::tournament_id(TableId(last.tournament)));
    Ok(Json(EventResultsResponse { tournaments, before }))
}

/// A tournament from the ledger, with its name and the caller's place as far as they are known.
async fn told(
    store: &dyn Store,
    hall: &Hall,
    account: AccountId,
    event: &store::EventResult,
) -> Result<EventResult, ApiError> {
    let id = TableId(event.tournament);
    let (mut name, mut place, mut field) = (None, None, None);
    let mut tournament = wire::tournament_id(id);
    // The ledger proves that the caller has paid in there.
    if let Some(handle) = hall.get(id) {
        let state = handle.ask(move |core, now| core.state_for(Some(account), now)).await;
        if let Some(state) = state {
            place = state.you.place.map(|place| place.best);
            (field, name) = (Some(state.summary.entries), Some(state.summary.name));
            tournament = state.summary.tournament;
        }
    } else if let Some(kept) = tournaments::kept(store, id).await? {
        place = kept.place_of(&account.to_string());
        (field, name) = (Some(kept.state.summary.entries), Some(kept.state.summary.name));
        tournament = kept.state.summary.tournament;
    }
    Ok(EventResult {
        tournament,
        name,
        at: u64::try_from(event.first_at)
            .ok()
            .and_then(UnixMs::new)
            .unwrap_or_default(),
        entries: event.entries,
        rebuys: event.rebuys,
        paid: wire::chips(event.paid),
        refunded: wire::chips(event.refunded),
        prize: wire::chips(event.prize),
        bounties: wire::chips(event.bounties),
        place,
        field,
    })
}
