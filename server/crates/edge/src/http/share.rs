//! Links to hands, for people who did not play them.

use std::sync::Arc;

use axum::Json;
use axum::response::NoContent;
use jiff::{SignedDuration, Timestamp};
use poker_protocol::v1::rest::{HandRecord, ShareResponse};
use poker_protocol::v1::{PlayerInfo, PublicEvent, TableId, routes};
use poker_store::{HandView, ShareToken, SharedHand, Store};
use poker_wire::PublicRecord;

use super::api::Call;
use super::error::ApiError;
use super::hands::{missing, place, told};

/// Creates a link to a hand that the caller played. Repeating the request
/// gives the same link.
pub(crate) async fn share(
    store: Arc<dyn Store>,
    call: Call<routes::hands::Share>,
) -> Result<Json<ShareResponse>, ApiError> {
    let [table, hand] = call.path;
    let (table, hand_no) = place(&table, &hand)?;
    let played = store.hand(table, hand_no, Some(call.caller.account)).await?;
    played.ok_or_else(missing)?;
    let mut bits = [0; 16];
    aws_lc_rs::rand::fill(&mut bits).map_err(|_| ApiError::internal(&"no random numbers"))?;
    let share = SharedHand {
        account: call.caller.account,
        table,
        hand_no,
        own_cards: call.body.own_cards,
        hide_names: call.body.hide_names,
    };
    let token = store.share_hand(share, ShareToken(bits)).await?.to_string();
    Ok(Json(ShareResponse {
        path: format!("/hand/share/{token}"),
        token,
    }))
}

/// Revokes the caller's links to the hand.
pub(crate) async fn unshare(store: Arc<dyn Store>, call: Call<routes::hands::Unshare>) -> Result<NoContent, ApiError> {
    let [table, hand] = call.path;
    let (table, hand_no) = place(&table, &hand)?;
    store.unshare_hand(call.caller.account, table, hand_no).await?;
    Ok(NoContent)
}

/// The hand of a link.
pub(crate) async fn shared(
    store: Arc<dyn Store>,
    call: Call<routes::hands::Shared>,
) -> Result<Json<HandRecord>, ApiError> {
    let [token] = call.path;
    record_of(&*store, &token).await?.map(Json).ok_or_else(missing)
}

/// The hand of a link; `None` if the link leads to none.
pub(super) async fn record_of(store: &dyn Store, token: &str) -> Result<Option<HandRecord>, ApiError> {
    let Ok(token) = token.parse::<ShareToken>() else {
        return Ok(None);
    };
    let Some(share) = store.shared_hand(token).await? else {
        return Ok(None);
    };
    let viewer = share.own_cards.then_some(share.account);
    let Some(view) = store.hand(share.table, share.hand_no, viewer).await? else {
        return Ok(None);
    };
    if !is_open_to_all(&view)? {
        return Ok(None);
    }
    let mut record = told(view)?;
    if !record.events.iter().all(is_of_hand) {
        return Err(ApiError::internal(&"the record of a hand does not match"));
    }
    hide_accounts(&mut record, share.hide_names);
    Ok(Some(record))
}

/// `true` unless those who watch the table have not seen the hand yet, for it shows itself with a delay.
fn is_open_to_all(view: &HandView) -> Result<bool, ApiError> {
    let public: PublicRecord = serde_json::from_str(&view.public).map_err(|fault| ApiError::internal(&fault))?;
    let delay = SignedDuration::from_mins(public.watch_delay.unwrap_or(0).into());
    let opens_at = view
        .ended_at
        .saturating_add(delay)
        .map_err(|fault| ApiError::internal(&fault))?;
    Ok(opens_at <= Timestamp::now())
}

/// `true` if an event belongs to the hand itself. All others may name an account or a player.
const fn is_of_hand(event: &PublicEvent) -> bool {
    !matches!(
        event,
        PublicEvent::PlayerSat { .. }
            | PublicEvent::PlayerLeft { .. }
            | PublicEvent::WaitListChanged { .. }
            | PublicEvent::SeatOffered { .. }
            | PublicEvent::TimeCalled { .. }
            | PublicEvent::TimeExtended { .. }
            | PublicEvent::PlayerMuted { .. }
            | PublicEvent::PlayerRemoved { .. }
            | PublicEvent::HostRuled { .. }
    )
}

/// Removes everything that identifies accounts and, on request, all names.
fn hide_accounts(record: &mut HandRecord, hide_names: bool) {
    for (number, seated) in (1..).zip(&mut record.players) {
        let PlayerInfo { id, name, .. } = &mut seated.player;
        *id = format!("player-{number}");
        if hide_names {
            *name = format!("Player {number}");
        }
    }
    if hide_names {
        // Looking up the table would show who sits there.
        record.table = TableId("0".to_owned());
        record.table_name = None;
    }
}
