//! Flights: tournaments whose stacks go on in another one.

use futures_util::future::BoxFuture;

use super::StoreError;
use super::types::TableId;

/// The events that take flights over. A result is returned only once it is durable.
pub trait Flights: Send + Sync + 'static {
    /// Gives a flight to an event, unless another one has it. `from` is an event that gives it up. Returns the event that has
    /// it now.
    fn give_flight(
        &self,
        flight: TableId,
        event: TableId,
        from: Option<TableId>,
    ) -> BoxFuture<'_, Result<TableId, StoreError>>;
}
