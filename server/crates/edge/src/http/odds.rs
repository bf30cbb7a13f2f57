//! Odds of open hands.

use std::sync::Arc;

use axum::Json;
use poker_engine::GameDef;
use poker_engine::game::catalogue;
use poker_engine::odds::known_price;
use poker_limits::rate_limited;
use poker_owner::pool::{AGAIN, Asker, Pool};
use poker_practice::odds::{Bookmaker, NoOdds};
use poker_protocol::v1::odds::{OddsRequest, OddsResponse};
use poker_protocol::v1::{ErrorCode, routes};
use poker_store::AccountId;

use super::api::Call;
use super::cards::Links;
use super::error::ApiError;
use super::games::unknown;
use crate::price::{self, Budgets};

pub(super) async fn odds(
    links: Links,
    pool: Arc<Pool>,
    bookmaker: Arc<Bookmaker>,
    budgets: Arc<Budgets>,
    call: Call<routes::games::Odds>,
) -> Result<Json<OddsResponse>, ApiError> {
    let account = call.caller.map(|caller| caller.account);
    let (game, request) = known(&links, account, call.body).ok_or_else(unknown)?;
    // All viewers of an all-in ask the same question, and only one of them pays.
    if !bookmaker.knows(&request) {
        price::pay(&budgets, None, call.network, known_price(&game, request.hands.len()))?;
    }
    let odds = bookmaker.odds(&pool, Asker::of(call.network), game, request).await;
    odds.map(Json).map_err(|refused| match refused {
        NoOdds::Busy => rate_limited(None, AGAIN, &refused.to_string()).into(),
        NoOdds::Failed => ApiError::new(ErrorCode::ServerInternal, refused.to_string()),
        wrong => ApiError::invalid_field(wrong.field().unwrap_or("hands"), wrong.to_string()),
    })
}

/// Game of a question, and the question with its table left out unless the game is that of the table's host.
fn known(links: &Links, account: Option<AccountId>, mut request: OddsRequest) -> Option<(Arc<GameDef>, OddsRequest)> {
    if let Some(game) = catalogue::find(&request.game) {
        request.table = None;
        return Some((Arc::clone(game), request));
    }
    let name = links.book.clubs.name_for(&request.table.as_ref()?.0, account);
    let (game, _) = links.lobby.game_of(name)?;
    (game.id == request.game).then_some((game, request))
}
