//! Operators' acts about accounts, on the operators' own port.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use poker_people::operators::{
    self, AccountsAsked, Ask, ChatAsked, Desk, ExplainAsked, HandsAsked, Question, TrailAsked,
};
use poker_protocol::v1::ErrorMsg;
use serde_json::Value;

use super::api::Api;
use super::error::ApiError;
use super::extract::{Asked, Body};
use crate::app::App;

/// Adds the routes for operators.
pub(super) fn routes(api: Api) -> Api {
    api.post("/acts", act)
        .ask("/trail", trail)
        .ask("/accounts", accounts)
        .get("/accounts/{account}", account)
        .ask("/accounts/{account}/hands", hands)
        .ask("/chat", chat)
        .ask("/explain", explain)
}

/// `POST /acts`.
async fn act(State(app): State<Arc<App>>, Body(ask): Body<Ask>) -> Result<Json<Value>, ApiError> {
    Ok(Json(operators::answer(&desk(&app), &ask).await?))
}

fn desk(app: &App) -> Desk<'_> {
    Desk {
        store: &*app.store,
        pool: &app.pool,
        server: Some(&*app.effects),
    }
}

async fn answer(app: &App, question: Question) -> Result<Json<Value>, ApiError> {
    let answer: Result<Value, ErrorMsg> = operators::read(&desk(app), question).await;
    Ok(Json(answer?))
}

/// `GET /trail`.
async fn trail(State(app): State<Arc<App>>, Asked(asked): Asked<TrailAsked>) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Trail(asked)).await
}

/// `GET /accounts`.
async fn accounts(State(app): State<Arc<App>>, Asked(asked): Asked<AccountsAsked>) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Accounts(asked)).await
}

/// `GET /accounts/{account}`: by name or identifier.
async fn account(State(app): State<Arc<App>>, Path(account): Path<String>) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Account(account)).await
}

/// `GET /accounts/{account}/hands`.
async fn hands(
    State(app): State<Arc<App>>,
    Path(account): Path<String>,
    Asked(asked): Asked<HandsAsked>,
) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Hands(account, asked)).await
}

/// `GET /explain`.
async fn explain(State(app): State<Arc<App>>, Asked(asked): Asked<ExplainAsked>) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Explain(asked)).await
}

/// `GET /chat`.
async fn chat(State(app): State<Arc<App>>, Asked(asked): Asked<ChatAsked>) -> Result<Json<Value>, ApiError> {
    answer(&app, Question::Chat(asked)).await
}
