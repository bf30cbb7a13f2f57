//! Notes about players, visible only to the account that wrote them.

use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::NoContent;
use poker_people::auth;
use poker_protocol::v1::personal::{NoteColour, NoteRequest, NotesResponse, PlayerNote};
use poker_protocol::v1::{ErrorCode, ErrorMsg, UnixMs, routes};
use poker_store::{AccountId, AccountRecord, Note, NoteKept};
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::Api;
use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::{Asked, Body};

/// Most notes of an account.
const NOTES_MAX: u32 = 1_000;

/// Notes in one answer.
const PAGE: u32 = 200;

/// Longest note, in characters.
const TEXT_MAX: usize = 200;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(routes::personal::Notes, list)
        .on(routes::personal::Note, show)
        .on(routes::personal::KeepNote, keep)
        .on(routes::personal::ForgetNote, forget)
}

/// Query for a page of notes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    /// Continue after this player.
    after: Option<String>,
}

async fn list(
    State(store): State<Arc<dyn Store>>,
    Bearer(caller): Bearer,
    Asked(page): Asked<Page>,
) -> Result<Json<NotesResponse>, ApiError> {
    let after: Option<AccountId> = page.after.map(|after| after.parse()).transpose().map_err(|_| {
        let message = "`after` names no player";
        ApiError::invalid_field("after", message)
    })?;
    let mut found = store.notes(caller.account, after, PAGE + 1).await?;
    let is_more = found.len() > PAGE as usize;
    found.truncate(PAGE as usize);
    let after = found
        .last()
        .filter(|_| is_more)
        .map(|(note, _)| note.player.to_string());
    let notes = found.into_iter().map(|(note, player)| told(note, &player)).collect();
    Ok(Json(NotesResponse { notes, after }))
}

async fn show(
    State(store): State<Arc<dyn Store>>,
    Bearer(caller): Bearer,
    Path(player): Path<String>,
) -> Result<Json<PlayerNote>, ApiError> {
    let player = player.parse().map_err(|_| unknown())?;
    let note = store.note(caller.account, player).await?.ok_or_else(unknown)?;
    let player = store.account(player).await?.ok_or_else(unknown)?;
    Ok(Json(told(note, &player)))
}

async fn keep(
    State(store): State<Arc<dyn Store>>,
    Bearer(caller): Bearer,
    Path(player): Path<String>,
    Body(request): Body<NoteRequest>,
) -> Result<Json<PlayerNote>, ApiError> {
    let player: AccountId = player.parse().map_err(|_| unknown())?;
    let text = checked(&request)?;
    if player == caller.account {
        let message = "a note must be about another player";
        return Err(ApiError::invalid_field("player", message));
    }
    let note = Note {
        player,
        text,
        colour: request.colour.map(word),
        changed_at: jiff::Timestamp::now(),
    };
    match store.keep_note(caller.account, note.clone(), NOTES_MAX).await? {
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

async fn forget(
    State(store): State<Arc<dyn Store>>,
    Bearer(caller): Bearer,
    Path(player): Path<String>,
) -> Result<NoContent, ApiError> {
    // Text that names no player has no note.
    if let Ok(player) = player.parse() {
        store.forget_note(caller.account, player).await?;
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
    let changed_at = u64::try_from(note.changed_at.as_millisecond()).ok();
    PlayerNote {
        player: auth::info_of(player),
        text: note.text,
        // An unknown word, from a later version, counts as no colour.
        colour: note.colour.and_then(|word| serde_json::from_value(json!(word)).ok()),
        changed_at: changed_at.and_then(UnixMs::new).unwrap_or_default(),
    }
}
