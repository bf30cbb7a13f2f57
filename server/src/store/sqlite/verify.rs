//! Checks of everything that is stored.

use std::collections::HashMap;

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

use super::read::{Link, hash_of, number};
use super::refused;
use crate::store::StoreError;
use crate::store::chain::{self, GENESIS, Hash, TransferFields};
use crate::store::types::{TableId, VerifyReport};

/// More faults than these say nothing new.
const FAULTS_MAX: usize = 100;

/// Reads everything, as it was at one instant.
pub(super) async fn everything(conn: &mut SqliteConnection) -> Result<VerifyReport, StoreError> {
    let mut snapshot = conn.begin().await.map_err(refused)?;
    let mut report = ledger(&mut snapshot).await?;
    journals(&mut snapshot, &mut report).await?;
    let structure: Vec<String> = sqlx::query_scalar("PRAGMA quick_check(10)")
        .fetch_all(&mut *snapshot)
        .await
        .map_err(refused)?;
    if structure != ["ok"] {
        report.faults.extend(structure);
    }
    report.faults.truncate(FAULTS_MAX);
    Ok(report)
}

/// Adds the transfers up and compares.
pub(super) async fn ledger(conn: &mut SqliteConnection) -> Result<VerifyReport, StoreError> {
    let mut report = VerifyReport::default();
    let mut sums: HashMap<String, i64> = HashMap::new();
    let mut end = (0, GENESIS);
    {
        let mut rows = sqlx::query("SELECT * FROM transfer ORDER BY id").fetch(&mut *conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            report.transfers += 1;
            let (id, prev_hash, hash) = add_transfer(&row, &mut sums).map_err(refused)?;
            if end != (id - 1, prev_hash) {
                fault(&mut report, || {
                    format!("transfer {id} does not follow the one before it")
                });
            }
            let Some(computed) = hash else {
                fault(&mut report, || format!("transfer {id} is not what its hash says"));
                end = (id, hash_of(&row, "hash").map_err(refused)?);
                continue;
            };
            end = (id, computed);
        }
    }
    let balances = sqlx::query("SELECT account, amount FROM balance")
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    let mut sum = 0_i64;
    for row in balances {
        let account: String = row.try_get("account").map_err(refused)?;
        let amount: i64 = row.try_get("amount").map_err(refused)?;
        sum = sum.saturating_add(amount);
        let moved = sums.remove(&account).unwrap_or(0);
        if moved != amount {
            fault(&mut report, || {
                format!("{account} has {amount} chips, but its transfers add up to {moved}")
            });
        }
        if amount < 0 && account != "mint" {
            fault(&mut report, || format!("{account} has {amount} chips"));
        }
    }
    for (account, moved) in sums {
        fault(&mut report, || {
            format!("{account} has no balance, but its transfers add up to {moved}")
        });
    }
    report.ledger_sum = sum;
    if sum != 0 {
        fault(&mut report, || format!("all balances add up to {sum}"));
    }
    Ok(report)
}

/// Adds a transfer to the sums. Returns its number, the hash before it, and its own if that is what it should be.
fn add_transfer(row: &SqliteRow, sums: &mut HashMap<String, i64>) -> Result<(i64, Hash, Option<Hash>), sqlx::Error> {
    let fields = TransferFields {
        id: row.try_get("id")?,
        debit: row.try_get("debit")?,
        credit: row.try_get("credit")?,
        amount: row.try_get("amount")?,
        reason: row.try_get("reason")?,
        table: row.try_get("table_id")?,
        step: row.try_get("step")?,
        hand_no: row.try_get("hand_no")?,
        request_id: row.try_get("request_id")?,
        made_at: row.try_get("made_at")?,
    };
    for (account, amount) in [(fields.debit, -fields.amount), (fields.credit, fields.amount)] {
        let sum = sums.entry(account.to_owned()).or_default();
        *sum = sum.saturating_add(amount);
    }
    let prev_hash = hash_of(row, "prev_hash")?;
    let computed = chain::transfer_hash(&prev_hash, &fields);
    let hash = (computed == hash_of(row, "hash")?).then_some(computed);
    Ok((fields.id, prev_hash, hash))
}

/// Follows every chain from its table's setup to its end.
async fn journals(conn: &mut SqliteConnection, report: &mut VerifyReport) -> Result<(), StoreError> {
    /// Where a chain is so far.
    struct Chain {
        step: u64,
        row: Option<i64>,
        hash: Hash,
    }
    let mut chains: HashMap<TableId, Chain> = HashMap::new();
    let tables = sqlx::query("SELECT id, config FROM game_table")
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
    for row in tables {
        report.tables += 1;
        let table = TableId(number(&row, "id")?);
        let hash = chain::table_hash(table, row.try_get("config").map_err(refused)?);
        let start = Chain {
            step: 0,
            row: None,
            hash,
        };
        chains.insert(table, start);
    }
    {
        let mut rows = sqlx::query("SELECT * FROM journal ORDER BY row").fetch(&mut *conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            report.steps += 1;
            let place: i64 = row.try_get("row").map_err(refused)?;
            let link = match Link::read(&row) {
                Ok(link) => link,
                Err(error) => {
                    fault(report, || format!("journal row {place}: {error}"));
                    continue;
                }
            };
            let Some(chain) = chains.get_mut(&link.table) else {
                fault(report, || format!("journal row {place} is of no table"));
                continue;
            };
            let follows = (link.row.step, link.prev_row, link.prev_hash) == (chain.step + 1, chain.row, chain.hash);
            if !follows || !link.holds() {
                let (table, step) = (link.table, link.row.step);
                fault(report, || {
                    format!("the journal of table {table} is broken at step {step}")
                });
            }
            *chain = Chain {
                step: link.row.step,
                row: Some(place),
                hash: link.hash,
            };
        }
    }
    let owners = sqlx::query("SELECT table_id, last_step, last_row, last_hash FROM owner")
        .fetch_all(conn)
        .await
        .map_err(refused)?;
    for row in owners {
        let table = TableId(number(&row, "table_id")?);
        let last_row: Option<i64> = row.try_get("last_row").map_err(refused)?;
        let end = (
            number(&row, "last_step")?,
            last_row,
            hash_of(&row, "last_hash").map_err(refused)?,
        );
        match chains.remove(&table) {
            Some(chain) if (chain.step, chain.row, chain.hash) == end => {}
            _ => fault(report, || {
                format!("the journal of table {table} does not end where it should")
            }),
        }
    }
    for table in chains.into_keys() {
        fault(report, || format!("table {table} has no owner"));
    }
    Ok(())
}

fn fault(report: &mut VerifyReport, what: impl FnOnce() -> String) {
    if report.faults.len() < FAULTS_MAX {
        report.faults.push(what());
    }
}
