//! Finished hands, for their players.

use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use poker_base::network::Network;
use poker_formats::{self as formats, Format};
use poker_owner::pool::{Asker, Piece};
use poker_protocol::v1::rest::HandRecord;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{HandView, TableId};
use poker_table::TableName;
use poker_wire as wire;
use serde::Deserialize;

use super::bearer::Bearer;
use super::error::ApiError;
use super::extract::Asked;

/// Cost of writing a hand to a file.
const WRITTEN: Piece = Piece::Evaluations(80_000);

/// Query for the form of a hand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    /// File format; the plain record if left out.
    format: Option<Format>,
}

/// One hand, with the caller's own cards; as a file with `?format=`.
pub(crate) async fn show(
    State(store): State<Arc<dyn Store>>,
    State(pool): State<Arc<Pool>>,
    Bearer(caller): Bearer,
    Extension(network): Extension<Network>,
    Path((table, hand)): Path<(String, String)>,
    Asked(written): Asked<Written>,
) -> Result<Response, ApiError> {
    let (table, hand) = place(&table, &hand)?;
    let view = store.hand(table, hand, Some(caller.account)).await;
    let view = view?.ok_or_else(missing)?;
    if let Some(format) = written.format {
        let text = pool.run(Asker::of(network), WRITTEN, move || formats::write(&view, format));
        let text = text.await?.map_err(|error| match error.code() {
            None => ApiError::internal(&error),
            Some(code) => {
                let refusal = ErrorMsg::new(None, code, error.to_string());
                refusal.with("what", error.lack().unwrap_or_default()).into()
            }
        })?;
        return Ok(([(CONTENT_TYPE, format.content_type())], text).into_response());
    }
    Ok(Json(told(view)?).into_response())
}

/// No such hand exists for the caller.
pub(super) fn missing() -> ApiError {
    ApiError::new(
        ErrorCode::HandNotFound,
        "there is no such hand, or it is not yours to see",
    )
}

/// Parses the path of a hand.
pub(super) fn place(table: &str, hand: &str) -> Result<(TableId, u64), ApiError> {
    // Players of the hand may see it with or without the invitation.
    let TableName { table, .. } = TableName::parse(table).ok_or_else(missing)?;
    let hand: u64 = hand.parse().map_err(|_| missing())?;
    Ok((table, hand))
}

/// A stored hand in the form of the protocol.
pub(super) fn told(view: HandView) -> Result<HandRecord, ApiError> {
    wire::told_hand(view).map_err(|fault| ApiError::internal(&fault))
}
