//! The chat of a club.

use axum::Json;
use poker_limits::rate_limited;
use poker_protocol::v1::clubs::ClubChat;
use poker_protocol::v1::{ErrorCode, routes};
use poker_store::{ClubAct, ClubRecord};
use poker_table::is_invisible;

use super::rows::chat_of;
use super::{ApiError, Call, ClubHouse, carried_out, club_of, numbers, unknown};

/// Remarks in one answer.
const CHAT_PAGE: u32 = 100;

/// Longest remark, in characters.
const TEXT_MAX: usize = 300;

pub(super) async fn chat(house: ClubHouse, call: Call<routes::clubs::Chat>) -> Result<Json<ClubChat>, ApiError> {
    let [club] = numbers(&call.path)?;
    let record = club_of(&house, &call.caller, club).await?;
    said(&house, &record).await
}

pub(super) async fn say(house: ClubHouse, call: Call<routes::clubs::Say>) -> Result<Json<ClubChat>, ApiError> {
    let [club] = numbers(&call.path)?;
    let text = call.body.text.trim();
    let is_plain = |c: char| !c.is_control() && !is_invisible(c);
    if text.is_empty() || text.chars().count() > TEXT_MAX || !text.chars().all(is_plain) {
        let message = format!("a remark has 1 to {TEXT_MAX} visible characters");
        return Err(ApiError::new(ErrorCode::ChatInvalid, message));
    }
    if house.blocked.are_in(text) {
        return Err(ApiError::new(
            ErrorCode::ChatBlocked,
            "the remark has a word that is not allowed",
        ));
    }
    if house.people.is_muted(call.caller.account, jiff::Timestamp::now()) {
        return Err(ApiError::new(
            ErrorCode::ChatMuted,
            "the operator has muted the account",
        ));
    }
    // Members speak among themselves, like players at a table.
    let counted = house.remarks.count(call.caller.account, Some(call.network), true);
    counted.map_err(|wait| rate_limited(None, wait, "too many remarks"))?;
    let act = ClubAct::Say(text.to_owned());
    let record = carried_out(&house, &call.caller, club, act).await?;
    let record = record.ok_or_else(unknown)?;
    said(&house, &record).await
}

/// The latest remarks.
async fn said(house: &ClubHouse, club: &ClubRecord) -> Result<Json<ClubChat>, ApiError> {
    let remarks = house.store.club_remarks(club.id, CHAT_PAGE).await?;
    Ok(Json(chat_of(club, remarks)))
}
