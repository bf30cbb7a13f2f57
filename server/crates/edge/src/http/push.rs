//! Web Push subscriptions, which call a player's browser when the player is to act.

use poker_push::Push;
use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use axum::response::NoContent;
use poker_protocol::v1::push::{PushAddress, PushKey};
use poker_protocol::v1::{ErrorCode, routes};
use poker_push::SubscribeError;

use super::api::{Api, Call};
use super::error::ApiError;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(key).on(subscribe).on(unsubscribe)
}

async fn key(push: Arc<Push>, _: Call<routes::push::Key>) -> Json<PushKey> {
    Json(PushKey {
        key: push.public_key().to_owned(),
    })
}

async fn subscribe(
    store: Arc<dyn Store>,
    push: Arc<Push>,
    call: Call<routes::push::Subscribe>,
) -> Result<NoContent, ApiError> {
    let kept = push
        .subscribe(&*store, (call.caller.account, call.caller.session), call.body)
        .await;
    kept.map_err(|refusal| match refusal {
        SubscribeError::Service => ApiError::new(ErrorCode::PushServiceUnknown, refusal.to_string()),
        SubscribeError::Keys => ApiError::invalid_field("keys", refusal.to_string()),
        SubscribeError::Store(fault) => fault.into(),
    })?;
    Ok(NoContent)
}

async fn unsubscribe(
    store: Arc<dyn Store>,
    push: Arc<Push>,
    call: Call<routes::push::Unsubscribe>,
) -> Result<NoContent, ApiError> {
    let PushAddress { endpoint } = call.body;
    push.unsubscribe(&*store, call.caller.account, endpoint).await?;
    Ok(NoContent)
}
