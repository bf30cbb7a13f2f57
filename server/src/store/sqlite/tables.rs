//! Tables and the rest of what the server asks of the store.

use std::net::IpAddr;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use poker_engine::Chips;
use sqlx::Executor;
use tokio::sync::watch;

use super::fault::Fault;
use super::{SqliteStore, faucet, ledger, refused, settle, verify};
use crate::store::chain;
use crate::store::journal::JournalHandle;
use crate::store::types::{
    AccountId, HandCursor, HandLine, HandView, JournalRow, LedgerAccount, StoredTable, TableId, TableInfo, VerifyReport,
};
use crate::store::{Claim, FaucetLimits, MintLevel, Store, StoreError, StoreHealth};

impl Store for SqliteStore {
    fn journal(&self) -> JournalHandle {
        self.journal_handle()
    }

    fn health(&self) -> watch::Receiver<StoreHealth> {
        self.health.clone()
    }

    fn create_table(&self, config: String) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        async move {
            let table = self
                .write(move |tx| {
                    let config = config.clone();
                    async move {
                        let id: i64 = sqlx::query_scalar(
                            "INSERT INTO game_table (config, created_at) VALUES ($1, $2) RETURNING id",
                        )
                        .bind(&config)
                        .bind(tx.clock.now().as_millisecond())
                        .fetch_one(&mut *tx.conn)
                        .await?;
                        let table = TableId(id.cast_unsigned());
                        sqlx::query("INSERT INTO owner (table_id, epoch, last_step, last_group, last_hash) VALUES ($1, 1, 0, 0, $2)")
                            .bind(id)
                            .bind(chain::table_hash(table, &config).to_vec())
                            .execute(&mut *tx.conn)
                            .await?;
                        ledger::open_account(tx.conn, LedgerAccount::Table(table)).await?;
                        Ok(table)
                    }
                    .boxed()
                })
                .await?;
            self.read_table(table).await
        }
        .boxed()
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableInfo>, StoreError>> {
        self.read_tables().boxed()
    }

    fn claim_table(&self, table: TableId) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        async move {
            self.write(move |tx| {
                async move {
                    tx.owners_changed = true;
                    settle::settle(tx.conn).await?;
                    let claimed = sqlx::query(
                        "UPDATE owner SET epoch = epoch + 1
                         WHERE table_id = (SELECT id FROM game_table WHERE id = $1 AND closed_at IS NULL)",
                    )
                    .bind(table.0.cast_signed())
                    .execute(&mut *tx.conn)
                    .await?;
                    match claimed.rows_affected() {
                        0 => Err(StoreError::NoSuchTable(table).into()),
                        _ => Ok(()),
                    }
                }
                .boxed()
            })
            .await?;
            self.read_table(table).await
        }
        .boxed()
    }

    fn load_tables(&self) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        async move {
            let ids = self
                .write(|tx| {
                    async move {
                        tx.owners_changed = true;
                        settle::settle(tx.conn).await?;
                        // Those that cannot be opened now are noted anew.
                        tx.conn
                            .execute("UPDATE game_table SET quarantine = NULL WHERE quarantine IS NOT NULL")
                            .await?;
                        let ids: Vec<i64> = sqlx::query_scalar(
                            "UPDATE owner SET epoch = epoch + 1
                             WHERE table_id IN (SELECT id FROM game_table WHERE closed_at IS NULL)
                             RETURNING table_id",
                        )
                        .fetch_all(&mut *tx.conn)
                        .await?;
                        Ok(ids)
                    }
                    .boxed()
                })
                .await?;
            let mut tables: Vec<TableId> = ids.into_iter().map(|id| TableId(id.cast_unsigned())).collect();
            tables.sort_unstable();
            self.read_claims(&tables).await
        }
        .boxed()
    }

    fn close_table(&self, table: TableId, epoch: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            async move {
                tx.owners_changed = true;
                let escrow = ledger::balance(tx.conn, &LedgerAccount::Table(table).to_string()).await?;
                if !escrow.ok_or(StoreError::NoSuchTable(table))?.is_zero() {
                    return Err(StoreError::TableHoldsChips(table).into());
                }
                settle::settle(tx.conn).await?;
                // The greater epoch keeps the owner from appending to a closed table, of which no step is needed again.
                let owned = sqlx::query(
                    "UPDATE owner SET epoch = epoch + 1,
                         head_step = last_step, head_group = last_group, head_hash = last_hash
                     WHERE table_id = $1 AND epoch = $2",
                )
                .bind(table.0.cast_signed())
                .bind(epoch.cast_signed())
                .execute(&mut *tx.conn)
                .await?;
                if owned.rows_affected() == 0 {
                    return Err(StoreError::Fenced(table).into());
                }
                sqlx::query("UPDATE game_table SET closed_at = $2 WHERE id = $1")
                    .bind(table.0.cast_signed())
                    .bind(tx.clock.now().as_millisecond())
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .boxed()
    }

    fn quarantine(&self, table: TableId, why: Option<String>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write_quarantine(table, why).boxed()
    }

    fn table_config(&self, table: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move {
            sqlx::query_scalar("SELECT config FROM game_table WHERE id = $1")
                .bind(table.0.cast_signed())
                .fetch_optional(&mut *self.reader().await?)
                .await
                .map_err(refused)
        }
        .boxed()
    }

    fn told_rows(&self, table: TableId) -> BoxFuture<'_, Result<Vec<JournalRow>, StoreError>> {
        self.read_told_rows(table).boxed()
    }

    fn brought(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, Chips)>, StoreError>> {
        self.read_brought(table).boxed()
    }

    fn release_table(&self, table: TableId, shares: Vec<(AccountId, Chips)>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write_release(table, shares).boxed()
    }

    fn hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HandLine>, StoreError>> {
        self.read_hands_of(account, before, limit).boxed()
    }

    fn hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> BoxFuture<'_, Result<Option<HandView>, StoreError>> {
        self.read_hand(table, hand_no, viewer).boxed()
    }

    fn balance(&self, account: AccountId) -> BoxFuture<'_, Result<Chips, StoreError>> {
        async move {
            let balance = self.read_balance(LedgerAccount::Player(account)).await?;
            balance.ok_or(StoreError::NoSuchAccount)
        }
        .boxed()
    }

    fn escrow(&self, table: TableId) -> BoxFuture<'_, Result<Chips, StoreError>> {
        async move {
            let escrow = self.read_balance(LedgerAccount::Table(table)).await?;
            escrow.ok_or(StoreError::NoSuchTable(table))
        }
        .boxed()
    }

    fn answer(&self, account: AccountId, request_id: String) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        async move { self.read_answer(account, &request_id).await }.boxed()
    }

    fn top_up(
        &self,
        account: AccountId,
        network: Option<IpAddr>,
        amount: Option<Chips>,
        request_id: Option<String>,
    ) -> BoxFuture<'_, Result<Chips, StoreError>> {
        self.write(move |tx| {
            let request_id = request_id.clone();
            async move { ledger::top_up(tx, account, network, amount, request_id.as_deref()).await }.boxed()
        })
        .boxed()
    }

    fn faucet(&self) -> FaucetLimits {
        self.faucet
    }

    fn mint(&self) -> BoxFuture<'_, Result<MintLevel, StoreError>> {
        async move { Ok(faucet::level(&mut *self.reader().await?, self.clock.now()).await?) }.boxed()
    }

    fn verify(&self) -> BoxFuture<'_, Result<VerifyReport, StoreError>> {
        async move { verify::everything(&mut *self.reader().await?).await }.boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.close_writer()
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        fault.into_store_error()
    }
}
