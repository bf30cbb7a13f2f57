//! Private results of the caller's hands and tournaments.

use std::sync::Arc;

use axum::Json;
use poker_limits::rate_limited;
use poker_lobby::Hall;
use poker_people::results;
use poker_protocol::v1::personal::{
    EventResult, EventResultsResponse, PlayedSession, ResultsResponse, SessionsResponse,
};
use poker_protocol::v1::routes::value::{Spacing, Time, Words};
use poker_protocol::v1::{UnixMs, routes};
use poker_store::Store;
use poker_store::{self as store, AccountId, TableId, TallyHand};
use poker_wire as wire;

use super::api::{Api, Call};
use super::error::ApiError;
use super::extract::instant;
use super::tournaments;
use crate::price::Budgets;

/// Sessions in one answer.
const SESSIONS: usize = 50;

/// Tournaments in one answer. The stored data of each must be read, some hundred kilobytes for a large one.
const EVENTS: u32 = 20;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(figures).on(sessions).on(events)
}

async fn figures(
    store: Arc<dyn Store>,
    budgets: Arc<Budgets>,
    call: Call<routes::personal::Results>,
) -> Result<Json<ResultsResponse>, ApiError> {
    let (account, query) = (call.caller.account, call.query);
    let (counting, hands) = hands(&*store, &budgets, account, query.game, (query.from, query.to)).await?;
    Ok(Json(ResultsResponse {
        total: results::figures_of(&hands),
        games: results::games_of(&hands),
        points: results::line(&hands, query.by.unwrap_or(Spacing::Hands)),
        counting,
    }))
}

async fn sessions(
    store: Arc<dyn Store>,
    budgets: Arc<Budgets>,
    call: Call<routes::personal::Sessions>,
) -> Result<Json<SessionsResponse>, ApiError> {
    let (account, query) = (call.caller.account, call.query);
    let (_, hands) = hands(&*store, &budgets, account, query.game, (query.from, query.to)).await?;
    let is_older = |session: &PlayedSession| query.before.is_none_or(|before| session.from < before);
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

/// Counts the request and the account's newest hands. Returns `true` if some are not counted yet, and the matching counted hands, oldest
/// first.
async fn hands(
    store: &dyn Store,
    budgets: &Budgets,
    account: AccountId,
    game: Option<Words>,
    (from, to): (Option<Time>, Option<Time>),
) -> Result<(bool, Vec<TallyHand>), ApiError> {
    let (from, to) = (instant("from", from.as_ref())?, instant("to", to.as_ref())?);
    admit(budgets, account)?;
    let counting = results::count(store, account).await?;
    let mut hands = store.tally(account, from, to).await?;
    if let Some(Words(game)) = game {
        hands.retain(|hand| *hand.game == *game);
    }
    Ok((counting, hands))
}

async fn events(
    store: Arc<dyn Store>,
    hall: Arc<Hall>,
    budgets: Arc<Budgets>,
    call: Call<routes::personal::Tournaments>,
) -> Result<Json<EventResultsResponse>, ApiError> {
    admit(&budgets, call.caller.account)?;
    let before = call.query.before.map(TableId);
    let found = store.events_of(call.caller.account, before, EVENTS + 1).await?;
    let is_more = found.len() > EVENTS as usize;
    let mut tournaments = Vec::new();
    for event in found.iter().take(EVENTS as usize) {
        tournaments.push(told(&*store, &hall, call.caller.account, event).await?);
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
