//! Finished hands, for their players.

use poker_owner::pool::Pool;
use poker_store::Store;
use std::sync::Arc;

use poker_formats::{self as formats, Format};
use poker_owner::pool::{Asker, Piece};
use poker_protocol::v1::rest::HandRecord;
use poker_protocol::v1::routes::answer::HandOrFile;
use poker_protocol::v1::{ErrorCode, ErrorMsg, routes};
use poker_store::{HandView, TableId};
use poker_table::TableName;
use poker_wire as wire;

use super::api::Call;
use super::error::ApiError;
use super::ready::Ready;

/// Cost of writing a hand to a file.
const WRITTEN: Piece = Piece::Evaluations(80_000);

/// One hand, with the caller's own cards; as a file with `?format=`.
pub(crate) async fn show(
    store: Arc<dyn Store>,
    pool: Arc<Pool>,
    call: Call<routes::hands::Show>,
) -> Result<Ready<HandOrFile>, ApiError> {
    let [table, hand] = call.path;
    let (table, hand) = place(&table, &hand)?;
    let view = store.hand(table, hand, Some(call.caller.account)).await;
    let view = view?.ok_or_else(missing)?;
    if let Some(format) = call.query.format.map(Format::from) {
        let text = pool.run(Asker::of(call.network), WRITTEN, move || formats::write(&view, format));
        let text = text.await?.map_err(|error| match error.code() {
            None => ApiError::internal(&error),
            Some(code) => {
                let refusal = ErrorMsg::new(None, code, error.to_string());
                refusal.with("what", error.lack().unwrap_or_default()).into()
            }
        })?;
        return Ok(Ready::hand(format, text));
    }
    told(view).map(Ready::record)
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
