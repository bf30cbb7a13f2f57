//! Tables that cannot be opened: why, whose their chips are, and the way out.

use std::collections::BTreeMap;

use futures_util::{FutureExt, TryStreamExt};
use poker_engine::Chips;
use sqlx::Row;

use super::group::{self, StepRecord};
use super::ledger::{self, Posting};
use super::{SqliteStore, refused, settle};
use crate::store::StoreError;
use crate::store::types::{AccountId, JournalRow, LedgerAccount, TableId, Transfer};

impl SqliteStore {
    pub(super) async fn write_quarantine(&self, table: TableId, why: Option<String>) -> Result<(), StoreError> {
        self.write(move |tx| {
            let why = why.clone();
            async move {
                sqlx::query("UPDATE game_table SET quarantine = $2 WHERE id = $1 AND closed_at IS NULL")
                    .bind(table.0.cast_signed())
                    .bind(why)
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }

    pub(super) async fn read_told_rows(&self, table: TableId) -> Result<Vec<JournalRow>, StoreError> {
        let mut reader = self.reader().await?;
        let mut groups = sqlx::query("SELECT steps FROM journal ORDER BY id").fetch(&mut *reader);
        let mut told = Vec::new();
        while let Some(row) = groups.try_next().await.map_err(refused)? {
            let steps = group::read(row.try_get("steps").map_err(refused)?).unwrap_or_default();
            let sound = steps.iter().filter(|step| step.table == table && step.holds());
            told.extend(sound.map(StepRecord::told));
        }
        Ok(told)
    }

    pub(super) async fn read_brought(&self, table: TableId) -> Result<Vec<(AccountId, Chips)>, StoreError> {
        let own = LedgerAccount::Table(table);
        let moved: Vec<(String, String, i64)> =
            sqlx::query_as("SELECT debit, credit, amount FROM transfer WHERE $1 IN (debit, credit)")
                .bind(own.to_string())
                .fetch_all(&mut *self.reader().await?)
                .await
                .map_err(refused)?;
        let mut brought: BTreeMap<AccountId, i64> = BTreeMap::new();
        for (debit, credit, amount) in moved {
            for (account, amount) in [(debit, amount), (credit, -amount)] {
                if let Ok(LedgerAccount::Player(account)) = account.parse() {
                    let sum = brought.entry(account).or_default();
                    *sum = sum.saturating_add(amount);
                }
            }
        }
        let left = brought.into_iter().filter(|(_, amount)| *amount > 0);
        left.map(|(account, amount)| Ok((account, super::columns::chips(amount)?)))
            .collect()
    }

    pub(super) async fn write_release(
        &self,
        table: TableId,
        shares: Vec<(AccountId, Chips)>,
    ) -> Result<(), StoreError> {
        self.write(move |tx| {
            let shares = shares.clone();
            async move {
                tx.owners_changed = true;
                settle::settle(tx.conn).await?;
                let faucet = tx.faucet(None);
                for (account, amount) in shares {
                    let posting = Posting {
                        transfer: &Transfer::cash_out(account, table, amount),
                        table: Some(table),
                        step: None,
                        hand_no: None,
                        request_id: None,
                        faucet,
                    };
                    ledger::post(tx.conn, &posting).await?;
                }
                let escrow = ledger::balance(tx.conn, &LedgerAccount::Table(table).to_string()).await?;
                if !escrow.ok_or(StoreError::NoSuchTable(table))?.is_zero() {
                    return Err(StoreError::TableHoldsChips(table).into());
                }
                sqlx::query(
                    "UPDATE owner SET epoch = epoch + 1,
                         head_step = last_step, head_group = last_group, head_hash = last_hash
                     WHERE table_id = $1",
                )
                .bind(table.0.cast_signed())
                .execute(&mut *tx.conn)
                .await?;
                sqlx::query("UPDATE game_table SET closed_at = $2, quarantine = NULL WHERE id = $1")
                    .bind(table.0.cast_signed())
                    .bind(faucet.now.as_millisecond())
                    .execute(&mut *tx.conn)
                    .await?;
                Ok(())
            }
            .boxed()
        })
        .await
    }
}
