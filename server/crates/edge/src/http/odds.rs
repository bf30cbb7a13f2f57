//! Odds of open hands.

use std::sync::Arc;

use axum::extract::State;
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_engine::GameDef;
use poker_engine::game::catalogue;
use poker_engine::odds::known_price;
use poker_limits::rate_limited;
use poker_lobby::{Doors, Lobby};
use poker_owner::pool::{AGAIN, Asker, Pool};
use poker_practice::odds::{Bookmaker, NoOdds};
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::odds::{OddsRequest, OddsResponse};
use poker_store::AccountId;

use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Body;
use super::games::unknown;
use crate::price::{self, Budgets};

pub(super) async fn odds(
    (State(lobby), State(doors)): (State<Arc<Lobby>>, State<Arc<Doors>>),
    State(pool): State<Arc<Pool>>,
    State(bookmaker): State<Arc<Bookmaker>>,
    State(budgets): State<Arc<Budgets>>,
    caller: Option<Bearer>,
    Extension(network): Extension<Network>,
    Body(request): Body<OddsRequest>,
) -> Result<Json<OddsResponse>, ApiError> {
    let account = caller.map(|Bearer(caller)| caller.account);
    let (game, request) = known(&lobby, &doors, account, request).ok_or_else(unknown)?;
    // All viewers of an all-in ask the same question, and only one of them pays.
    if !bookmaker.knows(&request) {
        price::pay(&budgets, None, network, known_price(&game, request.hands.len()))?;
    }
    let odds = bookmaker.odds(&pool, Asker::of(network), game, request).await;
    odds.map(Json).map_err(|refused| match refused {
        NoOdds::Busy => rate_limited(None, AGAIN, &refused.to_string()).into(),
        NoOdds::Failed => ApiError::new(ErrorCode::ServerInternal, refused.to_string()),
        wrong => ApiError::invalid_field(wrong.field().unwrap_or("hands"), wrong.to_string()),
    })
}

/// Game of a question, and the question with its table left out unless the game is that of the table's host.
fn known(
    lobby: &Lobby,
    doors: &Doors,
    account: Option<AccountId>,
    mut request: OddsRequest,
) -> Option<(Arc<GameDef>, OddsRequest)> {
    if let Some(game) = catalogue::find(&request.game) {
        request.table = None;
        return Some((Arc::clone(game), request));
    }
    let name = doors.name_for(&request.table.as_ref()?.0, account);
    let (game, _) = lobby.game_of(name)?;
    (game.id == request.game).then_some((game, request))
}
