//! Officials appointed by the operator, and the hands that officials may view.

use poker_event::setup::EventTableRow;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::tournament::FloorRole;
use poker_store::Store;
use poker_store::{AccountId, TableId};
use poker_table::TableName;
use poker_wire::tournament::ToWire as _;

use super::error::ApiError;

/// The role that the operator granted an account.
pub(super) async fn granted(store: &dyn Store, account: AccountId) -> Result<Option<FloorRole>, ApiError> {
    Ok(store.official(account).await?.map(|role| role.to_wire()))
}

/// Refuses a hand that is not over or was not played in the tournament.
pub(super) async fn finished(store: &dyn Store, tournament: TableId, table: &str, hand: u64) -> Result<(), ApiError> {
    let TableName { table: id, .. } = TableName::parse(table).ok_or_else(no_hand)?;
    let config = store.table_config(id).await?.ok_or_else(no_hand)?;
    let row = EventTableRow::read(&config).ok_or_else(no_hand)?;
    let is_over = store.hand(id, hand, None).await?.is_some();
    if row.event == tournament.0 && is_over {
        Ok(())
    } else {
        Err(no_hand())
    }
}

/// The hand does not exist, is not over, or belongs to another tournament.
pub(super) fn no_hand() -> ApiError {
    ApiError::new(
        ErrorCode::HandNotFound,
        "there is no such finished hand in this tournament",
    )
}
