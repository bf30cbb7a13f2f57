//! The `Store` trait, for tables and everything else that the server needs.

use std::collections::BTreeMap;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use poker_engine::Chips;
use tokio::sync::watch;

use super::fault::Fault;
use super::{SqliteStore, faucet, ledger, owners, refused, verify};
use crate::journal::JournalHandle;
use crate::types::{
    AccountId, HandCursor, HandLine, HandView, JournalRow, LateAct, LedgerAccount, OpenedHand, OwnerKind, ShareToken,
    SharedHand, StoredTable, TableId, TableInfo, VerifyReport,
};
use crate::{Claim, FaucetLimits, LastEvening, MintLevel, Store, StoreError, StoreHealth};
use poker_base::network::Network;

impl Store for SqliteStore {
    fn journal(&self) -> JournalHandle {
        self.journal_handle()
    }

    fn health(&self) -> watch::Receiver<StoreHealth> {
        self.health.clone()
    }

    fn create(&self, kind: OwnerKind, configs: Vec<String>) -> BoxFuture<'_, Result<Vec<StoredTable>, StoreError>> {
        self.write_new(kind, configs).boxed()
    }

    fn tables(&self) -> BoxFuture<'_, Result<Vec<TableInfo>, StoreError>> {
        self.read_tables().boxed()
    }

    fn claim_table(&self, table: TableId) -> BoxFuture<'_, Result<StoredTable, StoreError>> {
        self.write_claim(table).boxed()
    }

    fn load_tables(&self) -> BoxFuture<'_, Result<Vec<Claim>, StoreError>> {
        self.write_claims().boxed()
    }

    fn close_table(&self, table: TableId, epoch: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write_close(table, epoch).boxed()
    }

    fn keep_result(
        &self,
        tournament: TableId,
        body: String,
        log: Vec<String>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write_result(tournament, body, log).boxed()
    }

    fn result(&self, tournament: TableId) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        self.read_result(tournament).boxed()
    }

    fn result_log(&self, tournament: TableId, page: u32) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        self.read_result_log(tournament, page).boxed()
    }

    fn add_act(
        &self,
        tournament: TableId,
        account: AccountId,
        request: String,
        body: String,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write_act(tournament, account, request, body).boxed()
    }

    fn acts(&self, tournament: TableId) -> BoxFuture<'_, Result<Vec<LateAct>, StoreError>> {
        self.read_acts(tournament).boxed()
    }

    fn out_of_play(&self) -> BoxFuture<'_, Result<Vec<(TableId, OwnerKind)>, StoreError>> {
        self.read_out_of_play().boxed()
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

    fn told_rows(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<BTreeMap<TableId, Vec<JournalRow>>, StoreError>> {
        async move { self.read_told_rows(&tables).await }.boxed()
    }

    fn brought(&self, table: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, Chips)>, StoreError>> {
        self.read_brought(table).boxed()
    }

    fn release_table(
        &self,
        table: TableId,
        shares: Vec<(AccountId, Chips)>,
        evening: Option<LastEvening>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write_release(table, shares, evening).boxed()
    }

    fn hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HandLine>, StoreError>> {
        self.read_hands_of(account, before, limit).boxed()
    }

    fn place_of(&self, at: Timestamp) -> BoxFuture<'_, Result<HandCursor, StoreError>> {
        self.read_place_of(at).boxed()
    }

    fn share_hand(&self, share: SharedHand, token: ShareToken) -> BoxFuture<'_, Result<ShareToken, StoreError>> {
        self.write_share(share, token).boxed()
    }

    fn unshare_hand(&self, account: AccountId, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.write_unshare(account, table, hand_no).boxed()
    }

    fn shared_hand(&self, token: ShareToken) -> BoxFuture<'_, Result<Option<SharedHand>, StoreError>> {
        self.read_shared(token).boxed()
    }

    fn hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> BoxFuture<'_, Result<Option<HandView>, StoreError>> {
        self.read_hand(table, hand_no, viewer).boxed()
    }

    fn opened_hand(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Option<OpenedHand>, StoreError>> {
        self.read_opened_hand(table, hand_no).boxed()
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
            let kind = owners::kind_of(&mut *self.reader().await?, table).await?;
            let account = kind.ok_or(StoreError::NoSuchTable(table))?.account(table);
            let escrow = self.read_balance(account).await?;
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
        network: Option<Network>,
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
