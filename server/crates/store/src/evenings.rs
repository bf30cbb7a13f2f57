//! Evenings: the ledgers of closed tables with chips of their own.

use futures_util::future::BoxFuture;

use super::StoreError;
use super::types::{AccountId, TableId};

/// The ledger of a closed table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evening {
    /// Number of the table.
    pub table: TableId,
    /// The ledger as JSON, which the store does not interpret. Names of deleted accounts are replaced.
    pub body: String,
    /// The name of the table at which the same people play on, if its host has opened one.
    pub next: Option<String>,
}

/// An evening to be stored as a table is released.
#[derive(Clone, Debug)]
pub struct LastEvening {
    /// The accounts in it. With `false`, an account is not told the next table.
    pub players: Vec<(AccountId, bool)>,
    /// The ledger as JSON.
    pub body: String,
}

/// Evenings of accounts. A result is returned only once it is durable.
pub trait Evenings: Send + Sync + 'static {
    /// Stores the ledger of a table that is about to close, for the accounts in it. A repetition replaces it. With `false`, an account
    /// is not told the next table.
    fn keep_evening(
        &self,
        table: TableId,
        players: Vec<(AccountId, bool)>,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The ledger of a closed table that an account is in; `None` if there is none.
    fn evening(&self, account: AccountId, table: TableId) -> BoxFuture<'_, Result<Option<Evening>, StoreError>>;

    /// The evenings of an account, newest first: those before the table `before`, `limit` at most.
    fn evenings(
        &self,
        account: AccountId,
        before: Option<TableId>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<Evening>, StoreError>>;

    /// The tabs at a table with chips of its own: what each player took less what the player bought. Empty at any other.
    fn tabs(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, i64)>, StoreError>>;

    /// Records the table at which the people of an evening play on.
    fn play_on(&self, table: TableId, next: String) -> BoxFuture<'_, Result<(), StoreError>>;
}
