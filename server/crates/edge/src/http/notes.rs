//! Notes about players, visible only to the account that wrote them.

use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use axum::response::NoContent;
use poker_people::{auth, instant};
use poker_protocol::v1::personal::{NoteColour, NoteRequest, NotesResponse, PlayerNote};
use poker_protocol::v1::{ErrorCode, ErrorMsg, routes};
use poker_store::{AccountId, AccountRecord, Note, NoteKept};
use serde_json::{Value, json};

use super::api::{Api, Call};
use super::error::ApiError;

/// Maximum number of notes of an account.
const NOTES_MAX: u32 = 1_000;

/// Notes in one answer.
const PAGE: u32 = 200;

/// Longest note, in characters.
const TEXT_MAX: usize = 200;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(list).on(show).on(keep).on(forget)
}

async fn list(store: Arc<dyn Store>, call: Call<routes::personal::Notes>) -> Result<Json<NotesResponse>, ApiError> {
    let after: Option<AccountId> = call.query.after.map(|after| after.parse()).transpose().map_err(|_| {
        let message = "`after` names no player";
        ApiError::invalid_field("after", message)
    })?;
    let mut found = store.notes(call.caller.account, after, PAGE + 1).await?;
    let is_more = found.len() > PAGE as usize;
    found.truncate(PAGE as usize);
    let after = found
        .last()
        .filter(|_| is_more)
        .map(|(note, _)| note.player.to_string());
    let notes = found.into_iter().map(|(note, player)| told(note, &player)).collect();
    Ok(Json(NotesResponse { notes, after }))
}

async fn show(store: Arc<dyn Store>, call: Call<routes::personal::Note>) -> Result<Json<PlayerNote>, ApiError> {
    let [player] = call.path;
    let player = player.parse().map_err(|_| unknown())?;
    let note = store.note(call.caller.account, player).await?.ok_or_else(unknown)?;
    let player = store.account(player).await?.ok_or_else(unknown)?;
    Ok(Json(told(note, &player)))
}

async fn keep(store: Arc<dyn Store>, call: Call<routes::personal::KeepNote>) -> Result<Json<PlayerNote>, ApiError> {
    let [player] = call.path;
    let player: AccountId = player.parse().map_err(|_| unknown())?;
    let text = checked(&call.body)?;
    if player == call.caller.account {
        let message = "a note must be about another player";
        return Err(ApiError::invalid_field("player", message));
    }
    let note = Note {
        player,
        text,
        colour: call.body.colour.map(word),
        changed_at: jiff::Timestamp::now(),
    };
    match store.keep_note(call.caller.account, note.clone(), NOTES_MAX).await? {
        NoteKept::Kept => {}
        NoteKept::NoSuchPlayer => return Err(unknown()),
        NoteKept::Full => {
            let error = ErrorMsg::new(None, ErrorCode::NoteFull, format!("there can be {NOTES_MAX} notes"));
            return Err(error.with("max", NOTES_MAX).into());
        }
    }
    let player = store.account(player).await?.ok_or_else(unknown)?;
    Ok(Json(told(note, &player)))
}

async fn forget(store: Arc<dyn Store>, call: Call<routes::personal::ForgetNote>) -> Result<NoContent, ApiError> {
    let [player] = call.path;
    // Text that names no player has no note.
    if let Ok(player) = player.parse() {
        store.forget_note(call.caller.account, player).await?;
    }
    Ok(NoContent)
}

/// Text of a note in its stored form.
pub fn checked(request: &NoteRequest) -> Result<String, ApiError> {
    let wrong = |message: String| ErrorMsg::invalid_field(None, "text", message);
    let text = request.text.trim();
    if text.chars().count() > TEXT_MAX {
        let error = wrong(format!("`text` must have at most {TEXT_MAX} characters"));
        return Err(error.with("max", TEXT_MAX as u64).into());
    }
    if text.chars().any(|char| char.is_control() && char != '\n') {
        return Err(wrong("`text` has a control character".to_owned()).into());
    }
    if text.is_empty() && request.colour.is_none() {
        return Err(wrong("a note has a text, a colour or both".to_owned()).into());
    }
    Ok(text.to_owned())
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::PlayerUnknown, "there is no such player, or no note")
}

/// Stored form of a colour: its word in the protocol.
fn word(colour: NoteColour) -> String {
    match json!(colour) {
        Value::String(word) => word,
        other => other.to_string(),
    }
}

fn told(note: Note, player: &AccountRecord) -> PlayerNote {
    PlayerNote {
        player: auth::info_of(player),
        text: note.text,
        // An unknown word, from a later version, counts as no colour.
        colour: note.colour.and_then(|word| serde_json::from_value(json!(word)).ok()),
        changed_at: instant(note.changed_at),
    }
}
