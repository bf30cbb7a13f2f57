//! The lasting record of a closed tournament: its result, its log, and later acts of officials.

use futures_util::future::BoxFuture;

use super::StoreError;
use super::types::{AccountId, LateAct, TableId};

/// Results of tournaments. A result is returned only once it is durable.
pub trait Results: Send + Sync + 'static {
    /// Stores a tournament's result, replacing an earlier one. The body is JSON and the log one text per page; the
    /// store interprets neither.
    fn keep_result(&self, tournament: TableId, body: String, log: Vec<String>)
    -> BoxFuture<'_, Result<(), StoreError>>;

    /// The stored result of a tournament; `None` if there is none.
    fn result(&self, tournament: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// A page, counted from 0, of a tournament's stored log; `None` if there is no such page.
    fn result_log(&self, tournament: TableId, page: u32) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Adds an official's act in a tournament after its result was stored, as JSON that the store does not interpret. A
    /// repeated `request` of the account adds nothing.
    fn add_act(
        &self,
        tournament: TableId,
        account: AccountId,
        request: String,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// All acts added in this way, in order, each with its account and request.
    fn acts(&self, tournament: TableId) -> BoxFuture<'_, Result<Vec<LateAct>, StoreError>>;
}
