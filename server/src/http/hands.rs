//! Finished hands, for those who played them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use poker_protocol::v1::event::ShownCards;
use poker_protocol::v1::rest::{HandRecord, HandSummary, HandsResponse};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Asked;
use crate::app::App;
use crate::formats::{self, Format};
use crate::store::{HandCursor, HandView};
use crate::table::{PrivateRecord, PublicRecord, TableName};
use crate::wire;

/// Hands in one answer, at most and by default.
const PAGE: u32 = 50;

/// Which hands.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    /// Hands that are older than this place.
    before: Option<i64>,
    /// At most so many.
    limit: Option<u32>,
}

/// `GET /api/v1/hands`: the caller's own, newest first.
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Bearer(caller): Bearer,
    Asked(page): Asked<Page>,
) -> Result<Json<HandsResponse>, ApiError> {
    let limit = page.limit.unwrap_or(PAGE);
    if !(1..=PAGE).contains(&limit) {
        let message = format!("`limit` must be from 1 to {PAGE}");
        let error = ErrorMsg::new(None, ErrorCode::ProtocolInvalidField, message);
        return Err(error.with("min", 1).with("max", PAGE).into());
    }
    let lines = app
        .store
        .hands_of(caller.account, page.before.map(HandCursor), limit)
        .await?;
    let more = lines.len() == limit as usize;
    let before = lines.last().filter(|_| more).map(|line| line.cursor.0);
    let hands = lines
        .into_iter()
        .map(|line| HandSummary {
            table: wire::table_id(line.table),
            hand: line.hand_no,
            game: line.game,
            ended_at: line.ended_at.to_string(),
        })
        .collect();
    Ok(Json(HandsResponse { hands, before }))
}

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
    let missing = || {
        ApiError::new(
            ErrorCode::HandNotFound,
            "there is no such hand, or it is not yours to see",
        )
    };
    // Who took part sees the hand, with the invitation or without.
    let TableName { table, .. } = TableName::parse(&table).ok_or_else(missing)?;
    let hand: u64 = hand.parse().map_err(|_| missing())?;
    let view = app.store.hand(table, hand, Some(caller.account)).await;
    let view = view?.ok_or_else(missing)?;
    if let Some(format) = written.format {
        let text = formats::write(&view, format).map_err(|error| match error.code() {
            None => ApiError::internal(&error),
            Some(code) => ApiError::new(code, error.to_string()),
        })?;
        return Ok(([(CONTENT_TYPE, format.content_type())], text).into_response());
    }
    let record = record(view).map_err(|fault| ApiError::internal(&fault))?;
    Ok(Json(record).into_response())
}

/// A stored hand as clients read it.
pub(super) fn record(view: HandView) -> Result<HandRecord, serde_json::Error> {
    let public: PublicRecord = serde_json::from_str(&view.public)?;
    let private: Option<PrivateRecord> = view.private.as_deref().map(serde_json::from_str).transpose()?;
    let events = public.events.iter().map(|event| serde_json::from_str(event.get()));
    Ok(HandRecord {
        table: wire::table_id(view.table),
        hand: view.hand_no,
        game: view.game,
        definition: public.definition,
        ended_at: view.ended_at.to_string(),
        players: public.players,
        events: events.collect::<Result<_, _>>()?,
        own: private.map(|private| ShownCards {
            seat: private.seat,
            cards: private.cards,
        }),
    })
}
