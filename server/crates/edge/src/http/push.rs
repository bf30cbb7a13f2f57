//! Web Push subscriptions, which call a player's browser when the player is to act.

use poker_push::Push;
use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use poker_protocol::v1::push::{PushAddress, PushKey, PushSubscription};
use poker_protocol::v1::{ErrorCode, routes};
use poker_push::SubscribeError;

use super::api::Api;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Body;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(routes::push::Key, key)
        .on(routes::push::Subscribe, subscribe)
        .on(routes::push::Unsubscribe, unsubscribe)
}

async fn key(State(push): State<Arc<Push>>) -> Json<PushKey> {
    Json(PushKey {
        key: push.public_key().to_owned(),
    })
}

async fn subscribe(
    State(store): State<Arc<dyn Store>>,
    State(push): State<Arc<Push>>,
    Bearer(caller): Bearer,
    Body(asked): Body<PushSubscription>,
) -> Result<NoContent, ApiError> {
    let kept = push.subscribe(&*store, (caller.account, caller.session), asked).await;
    kept.map_err(|refusal| match refusal {
        SubscribeError::Service => ApiError::new(ErrorCode::PushServiceUnknown, refusal.to_string()),
        SubscribeError::Keys => ApiError::invalid_field("keys", refusal.to_string()),
        SubscribeError::Store(fault) => fault.into(),
    })?;
    Ok(NoContent)
}

async fn unsubscribe(
    State(store): State<Arc<dyn Store>>,
    State(push): State<Arc<Push>>,
    Bearer(caller): Bearer,
    Body(PushAddress { endpoint }): Body<PushAddress>,
) -> Result<NoContent, ApiError> {
    push.unsubscribe(&*store, caller.account, endpoint).await?;
    Ok(NoContent)
}
