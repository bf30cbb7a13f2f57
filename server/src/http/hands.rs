//! A finished hand, for those who played it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use poker_protocol::v1::event::ShownCards;
use poker_protocol::v1::rest::HandRecord;
use poker_protocol::v1::{ErrorCode, PublicEvent};
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Asked;
use crate::app::App;
use crate::formats::{self, Format};
use crate::store::{HandView, TableId};
use crate::table::{PrivateRecord, PublicRecord, TableName};
use crate::tables;
use crate::wire::{self, HandFile};

/// As what.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Written {
    /// A format of files; the record if there is none.
    format: Option<Format>,
}

/// `GET /api/v1/hands/{table}/{hand}`: one of them, with the caller's own cards; as a file with `?format=`.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Path((table, hand)): Path<(String, String)>,
    Asked(written): Asked<Written>,
) -> Result<Response, ApiError> {
    let (table, hand) = place(&table, &hand)?;
    let view = app.store.hand(table, hand, Some(caller.account)).await;
    let view = view?.ok_or_else(missing)?;
    if let Some(format) = written.format {
        let text = formats::write(&view, format).map_err(|error| match error.code() {
            None => ApiError::internal(&error),
            Some(code) => ApiError::new(code, error.to_string()),
        })?;
        return Ok(([(CONTENT_TYPE, format.content_type())], text).into_response());
    }
    Ok(Json(told(&app, view).await?).into_response())
}

/// There is no such hand for the caller.
pub(super) fn missing() -> ApiError {
    ApiError::new(
        ErrorCode::HandNotFound,
        "there is no such hand, or it is not yours to see",
    )
}

/// The hand that a path names.
pub(super) fn place(table: &str, hand: &str) -> Result<(TableId, u64), ApiError> {
    // Who took part sees the hand, with the invitation or without.
    let TableName { table, .. } = TableName::parse(table).ok_or_else(missing)?;
    let hand: u64 = hand.parse().map_err(|_| missing())?;
    Ok((table, hand))
}

/// A stored hand as clients read it, with the name of its table.
pub(super) async fn told(app: &App, view: HandView) -> Result<HandRecord, ApiError> {
    let table = view.table;
    let mut record = record(view).map_err(|fault| ApiError::internal(&fault))?;
    if record.table_name.is_none() {
        let config = app.store.table_config(table).await?;
        record.table_name = config.and_then(|config| tables::stored_name(&config));
    }
    Ok(record)
}

/// A stored hand as clients read it: what everybody saw, and what the viewer alone knew if the view has it.
pub(super) fn record(view: HandView) -> Result<HandRecord, serde_json::Error> {
    let public: PublicRecord = serde_json::from_str(&view.public)?;
    let private: Option<PrivateRecord> = view.private.as_deref().map(serde_json::from_str).transpose()?;
    let events = public.events.iter().map(|event| serde_json::from_str(event.get()));
    let events: Vec<PublicEvent> = events.collect::<Result<_, _>>()?;
    // A hand of a game that is no longer known is told without what only its rules can say.
    let file = HandFile::read(&view.game, &public, None).ok();
    let (limit, stakes) = file.as_ref().map(HandFile::stakes).unzip();
    let parts = file.as_ref().zip(private.as_ref());
    let parts = parts.map(|(file, private)| wire::own_parts(file.game(), &events, private));
    Ok(HandRecord {
        table: wire::table_id(view.table),
        hand: view.hand_no,
        game: view.game,
        definition: public.definition,
        ended_at: view.ended_at.to_string(),
        started_at: Some(view.started_at.to_string()),
        table_name: public.name,
        seats: Some(public.seats),
        limit: limit.map(str::to_owned),
        stakes,
        game_info: file.map(|file| Box::new(wire::game_info(file.game()))),
        players: public.players,
        events,
        own: private.map(|private| ShownCards {
            seat: private.seat,
            cards: private.cards,
        }),
        parts: parts.unwrap_or_default(),
    })
}
