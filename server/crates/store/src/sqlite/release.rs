//! Quarantined tables and tournaments: the reasons, the owners of their chips, and their release.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, TryStreamExt};
use poker_engine::Chips;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row};

use super::columns::{chips, kind, number};
use super::fault::Fault;
use super::group;
use super::owners::Owner;
use super::posting::{Poster, Posting};
use super::task::Owners;
use super::{SqliteStore, ledger, owners, refused};
use crate::out_of_play::OutOfPlay;
use crate::types::{AccountId, JournalRow, LedgerAccount, OwnerKind, StepKind, TableId};
use crate::{StoreError, Transfer, TransferReason};

impl OutOfPlay for SqliteStore {
    fn quarantine(&self, table: TableId, why: Option<String>) -> BoxFuture<'_, Result<(), StoreError>> {
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
        .boxed()
    }

    fn out_of_play(&self) -> BoxFuture<'_, Result<Vec<(TableId, OwnerKind)>, StoreError>> {
        async move {
            let rows = self
                .reader()
                .await?
                .fetch_all(
                    "SELECT id, kind FROM game_table WHERE closed_at IS NULL AND quarantine IS NOT NULL ORDER BY id",
                )
                .await
                .map_err(refused)?;
            rows.iter()
                .map(|row| Ok((TableId(number(row, "id")?), kind(row)?)))
                .collect()
        }
        .boxed()
    }

    fn told_rows(&self, tables: Vec<TableId>) -> BoxFuture<'_, Result<BTreeMap<TableId, Vec<JournalRow>>, StoreError>> {
        async move {
            let mut told: BTreeMap<TableId, Vec<JournalRow>> =
                tables.iter().map(|table| (*table, Vec::new())).collect();
            let mut reader = self.reader().await?;
            let mut groups = sqlx::query("SELECT steps FROM journal ORDER BY id").fetch(&mut *reader);
            while let Some(row) = groups.try_next().await.map_err(refused)? {
                let steps = group::read(row.try_get("steps").map_err(refused)?).unwrap_or_default();
                for step in &steps {
                    let Some(rows) = told.get_mut(&step.table).filter(|_| step.holds()) else {
                        continue;
                    };
                    if step.kind == StepKind::Snapshot {
                        rows.clear();
                    }
                    rows.push(step.told());
                }
            }
            Ok(told)
        }
        .boxed()
    }

    fn brought(&self, id: TableId) -> BoxFuture<'_, Result<Vec<(AccountId, Chips)>, StoreError>> {
        async move {
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
                    if let Ok(LedgerAccount::Player(account) | LedgerAccount::Tab(_, account)) = account.parse() {
                        let sum = brought.entry(account).or_default();
                        *sum = sum.saturating_add(amount);
                    }
                }
            }
            let left = brought.into_iter().filter(|(_, amount)| *amount > 0);
            left.map(|(account, amount)| Ok((account, chips(amount)?))).collect()
        }
        .boxed()
    }

    fn release_table(&self, id: TableId, shares: Vec<(AccountId, Chips)>) -> BoxFuture<'_, Result<(), StoreError>> {
        self.write(move |tx| {
            let shares = shares.clone();
            async move {
                tx.change_owners(Owners::One(id)).await?;
                let kind = owners::kind_of(tx.conn, id).await?.ok_or(StoreError::NoSuchTable(id))?;
                let pays_out = match kind {
                    OwnerKind::Table => Transfer::cash_out,
                    OwnerKind::Tournament => Transfer::refund,
                };
                let has_tabs = has_tabs(tx.conn, id).await?;
                let pay = |(account, amount)| {
                    let paid = pays_out(account, id, amount);
                    if has_tabs { paid.on_tab(id) } else { paid }
                };
                let mut transfers: Vec<Transfer> = shares.into_iter().map(pay).collect();
                transfers.extend(spare_overlay(tx.conn, (id, kind), &transfers).await?);
                let posting = Posting {
                    owner: Some(id),
                    step: None,
                    hand_no: None,
                    request_id: None,
                    faucet: tx.faucet(None),
                };
                Poster::new().post(tx.conn, &posting, &transfers).await?;
                owners::refuse_chips(tx.conn, (id, kind)).await?;
                owners::close(tx, id, None).await
            }
            .boxed()
        })
        .boxed()
    }
}

/// `true` if players have tabs at a table, which then has chips of its own.
async fn has_tabs(conn: &mut SqliteConnection, table: TableId) -> Result<bool, Fault> {
    // The character after a colon is a semicolon.
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM balance WHERE account > $1 AND account < $2)")
        .bind(format!("tab:{table}:"))
        .bind(format!("tab:{table};"))
        .fetch_one(conn)
        .await
        .map_err(Fault::from)
}

/// The part of a tournament's pool that came from the house and is left after these payments.
async fn spare_overlay(
    conn: &mut SqliteConnection,
    (id, kind): Owner,
    payments: &[Transfer],
) -> Result<Option<Transfer>, Fault> {
    if kind == OwnerKind::Table {
        return Ok(None);
    }
    let own = kind.account(id).to_string();
    let pool = ledger::balance(conn, &own).await?.ok_or(StoreError::NoSuchTable(id))?;
    let given: i64 = sqlx::query_scalar(
        "SELECT coalesce(sum(CASE WHEN credit = $1 THEN amount ELSE -amount END), 0)
         FROM transfer WHERE reason = $2 AND $1 IN (debit, credit)",
    )
    .bind(own)
    .bind(TransferReason::Overlay.code())
    .fetch_one(conn)
    .await?;
    let paid = payments
        .iter()
        .try_fold(Chips::ZERO, |sum, payment| sum.checked_add(payment.amount));
    let left = paid.and_then(|paid| pool.checked_sub(paid)).unwrap_or_default();
    let spare = left.min(chips(given)?);
    Ok((!spare.is_zero()).then(|| Transfer::spare_overlay(id, spare)))
}
