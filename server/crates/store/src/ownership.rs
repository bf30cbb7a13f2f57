//! Tables and tournaments as owners of journals: created, listed, taken over, closed.

use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, TryFutureExt as _};

use super::types::{OwnerKind, StoredTable, TableId, TableInfo};
use super::{Claim, StoreError};

/// Tables and tournaments as owners of journals. A result is returned only once it is durable.
pub trait Ownership: Send + Sync + 'static {
    /// Creates tables or tournaments owned by the caller, all or none, with epoch 1 and no steps. Each config is JSON
    /// that the store does not interpret; the numbers ascend in the order of the configs.
    fn create(&self, kind: OwnerKind, configs: Vec<String>) -> BoxFuture<'_, Result<Vec<StoredTable>, StoreError>>;

    /// Creates one table, as [`Ownership::create`] does.
    fn create_table(&self, config: String) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        let created = self.create(OwnerKind::Table, vec![config]);
        let only = |mut created: Vec<StoredTable>| created.pop().expect("one config makes one table");
        created.map_ok(only).boxed()
    }

    /// Lists the open tables and tournaments without changing their owners.
    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableInfo>, StoreError>>;

    /// Takes over a table: raises its epoch, so that its former owner can no longer write, and reads the steps since its last snapshot.
    fn claim_table(&self, table: TableId) -> BoxFuture<'_, Result<StoredTable, StoreError>>;

    /// Takes over all open tables and tournaments, as [`Ownership::claim_table`] does. One with a damaged journal is returned with its error.
    fn load_tables(&self) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>>;

    /// Closes a table or tournament of the caller permanently. Refused while its account holds chips.
    fn close_table(&self, table: TableId, epoch: u64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The configuration with which a table was created, as its creator wrote it; `None` if there is no such table.
    fn table_config(&self, table: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>>;
}
