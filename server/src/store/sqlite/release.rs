//! Tables and tournaments that cannot be opened: why, whose their chips are, and the way out.

use std::collections::BTreeMap;

use futures_util::{FutureExt, TryStreamExt};
use poker_engine::Chips;
use sqlx::Row;

use super::group::{self, StepRecord};
use super::ledger::{self, Posting};
use super::{SqliteStore, owners, refused, settle};
use crate::store::types::{AccountId, JournalRow, LedgerAccount, OwnerKind, TableId};
use crate::store::{StoreError, Transfer};

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

    pub(super) async fn read_brought(&self, id: TableId) -> Result<Vec<(AccountId, Chips)>, StoreError> {
        let mut reader = self.reader().await?;
        let kind = owners::kind_of(&mut reader, id).await?;
        let own = kind.ok_or(StoreError::NoSuchTable(id))?.account(id);
        let moved: Vec<(String, String, i64)> =
            sqlx::query_as("SELECT debit, credit, amount FROM transfer WHERE $1 IN (debit, credit)")
                .bind(own.to_string())
                .fetch_all(&mut *reader)
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

    pub(super) async fn write_release(&self, id: TableId, shares: Vec<(AccountId, Chips)>) -> Result<(), StoreError> {
        self.write(move |tx| {
            let shares = shares.clone();
            async move {
                tx.owners_changed = true;
                settle::settle(tx.conn).await?;
                let kind = owners::kind_of(tx.conn, id).await?.ok_or(StoreError::NoSuchTable(id))?;
                let pays_out = match kind {
                    OwnerKind::Table => Transfer::cash_out,
                    OwnerKind::Tournament => Transfer::refund,
                };
                let faucet = tx.faucet(None);
                for (account, amount) in shares {
                    let posting = Posting {
                        transfer: &pays_out(account, id, amount),
                        table: Some(id),
                        step: None,
                        hand_no: None,
                        request_id: None,
                        faucet,
                    };
                    ledger::post(tx.conn, &posting).await?;
                }
                owners::refuse_chips(tx.conn, (id, kind)).await?;
                owners::close(tx, id, None).await
            }
            .boxed()
        })
        .await
    }
}
