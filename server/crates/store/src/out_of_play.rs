//! Tables and tournaments out of play: the reasons, the owners of their chips, and their release.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use poker_engine::Chips;

use super::StoreError;
use super::types::{AccountId, JournalRow, OwnerKind, TableId};

/// Tables and tournaments out of play. A result is returned only once it is durable.
pub trait OutOfPlay: Send + Sync + 'static {
    /// Records why a table could not be opened or was given up, or that it is open again. [`Ownership::load_tables`](super::Ownership::load_tables) clears these records.
    fn quarantine(&self, table: TableId, why: Option<String>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The quarantined tables and tournaments, by number.
    fn out_of_play(&self) -> BoxFuture<'_, Result<Vec<(TableId, OwnerKind)>, StoreError>>;

    /// The sound part of some journals from their last snapshots on, without secrets. Steps may be missing. This reads
    /// all groups, once for all the tables requested.
    fn told_rows(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<BTreeMap<TableId, Vec<JournalRow>>, StoreError>>;

    /// The chips that each account has brought to a table and not taken away, or paid into a tournament and not
    /// recovered through prizes, bounties and refunds. Accounts with nothing left are omitted.
    fn brought(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, Chips)>, StoreError>>;

    /// Pays out the chips of a table or tournament to accounts and closes it permanently, regardless of its owner. The
    /// unused part of the house's contribution to a tournament's pool returns to the mint. Refused without any change
    /// unless the shares account for all chips.
    fn release_table(&self, table: TableId, shares: Vec<(AccountId, Chips)>) -> BoxFuture<'_, Result<(), StoreError>>;
}
