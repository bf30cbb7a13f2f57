//! Operators' acts about accounts, on the operators' own port.

use poker_lobby::Effects;
use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use poker_people::operators::{
    self, AccountsAsked, Ask, ChatAsked, Desk, ExplainAsked, HandsAsked, Question, TrailAsked,
};
use poker_protocol::v1::ErrorMsg;
use serde_json::Value;

use super::api::without_parameters;
use super::error::ApiError;
use super::extract::{Asked, Body};
use crate::services::RouteState;

/// The routes for operators.
pub(super) fn routes() -> Router<RouteState> {
    Router::new()
        .route("/acts", without_parameters(post(act)))
        .route("/trail", get(trail))
        .route("/accounts", get(accounts))
        .route("/accounts/{account}", without_parameters(get(account)))
        .route("/accounts/{account}/hands", get(hands))
        .route("/chat", get(chat))
        .route("/explain", get(explain))
}

async fn act(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Body(ask): Body<Ask>,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(operators::answer(&desk(&*store, &pool, &effects), &ask).await?))
}

fn desk<'a>(store: &'a dyn Store, pool: &'a Pool, effects: &'a Effects) -> Desk<'a> {
    Desk {
        store,
        pool,
        server: Some(effects),
    }
}

async fn answer(
    store: &dyn Store,
    pool: &Pool,
    effects: &Effects,
    question: Question,
) -> Result<Json<Value>, ApiError> {
    let answer: Result<Value, ErrorMsg> = operators::read(&desk(store, pool, effects), question).await;
    Ok(Json(answer?))
}

async fn trail(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Asked(asked): Asked<TrailAsked>,
) -> Result<Json<Value>, ApiError> {
    answer(&*store, &pool, &effects, Question::Trail(asked)).await
}

async fn accounts(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Asked(asked): Asked<AccountsAsked>,
) -> Result<Json<Value>, ApiError> {
    answer(&*store, &pool, &effects, Question::Accounts(asked)).await
}

/// By name or identifier.
async fn account(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Path(account): Path<String>,
) -> Result<Json<Value>, ApiError> {
    answer(&*store, &pool, &effects, Question::Account(account)).await
}

async fn hands(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Path(account): Path<String>,
    Asked(asked): Asked<HandsAsked>,
) -> Result<Json<Value>, ApiError> {
    answer(&*store, &pool, &effects, Question::Hands(account, asked)).await
}

async fn explain(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Asked(asked): Asked<ExplainAsked>,
) -> Result<Json<Value>, ApiError> {
    answer(&*store, &pool, &effects, Question::Explain(asked)).await
}

async fn chat(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    State(effects): State<Arc<Effects>>,
    Asked(asked): Asked<ChatAsked>,
) -> Result<Json<Value>, ApiError> {
    answer(&*store, &pool, &effects, Question::Chat(asked)).await
}
