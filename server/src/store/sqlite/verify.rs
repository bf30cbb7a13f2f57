//! Checks of everything that is stored.

use std::collections::HashMap;

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

use super::read::{hash_of, number};
use super::settle::{JournalEnd, Tail};
use super::{group, refused};
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
    let mut chains: HashMap<TableId, Tail> = HashMap::new();
    let tables = sqlx::query("SELECT id, config FROM game_table")
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
    for row in tables {
        report.tables += 1;
        let table = TableId(number(&row, "id")?);
        let start = Tail {
            epoch: 0,
            step: 0,
            group: 0,
            hash: chain::table_hash(table, row.try_get("config").map_err(refused)?),
        };
        chains.insert(table, start);
    }
    let end = JournalEnd::read(&mut *conn).await?;
    let owners = sqlx::query("SELECT table_id, epoch, last_step, last_group, last_hash FROM owner")
        .fetch_all(&mut *conn)
        .await
        .map_err(refused)?;
    let mut last = 0;
    let mut settled = false;
    {
        let mut rows = sqlx::query("SELECT id, steps FROM journal ORDER BY id").fetch(&mut *conn);
        while let Some(row) = rows.try_next().await.map_err(refused)? {
            let id = number(&row, "id")?;
            if id > end.settled && !settled {
                settled = true;
                ends(&owners, &chains, report)?;
            }
            if id != last + 1 {
                fault(report, || {
                    format!("group {id} of the journal does not follow the one before it")
                });
            }
            last = id;
            let Ok(steps) = group::read(row.try_get("steps").map_err(refused)?) else {
                fault(report, || format!("group {id} of the journal cannot be read"));
                continue;
            };
            for step in steps {
                report.steps += 1;
                let (table, number) = (step.table, step.step);
                let Some(chain) = chains.get_mut(&table) else {
                    fault(report, || format!("group {id} of the journal has a step of no table"));
                    continue;
                };
                if !chain.is_followed_by(&step) || !step.holds() {
                    fault(report, || {
                        format!("the journal of table {table} is broken at step {number}")
                    });
                }
                *chain = chain.behind(&step, id);
            }
        }
    }
    if !settled {
        ends(&owners, &chains, report)?;
    }
    if last != end.last_group {
        fault(report, || "the journal does not end where it should".to_owned());
    }
    Ok(())
}

/// Compares the ends of the chains with what the owners know of them.
fn ends(owners: &[SqliteRow], chains: &HashMap<TableId, Tail>, report: &mut VerifyReport) -> Result<(), StoreError> {
    let mut owned = HashMap::new();
    for row in owners {
        owned.insert(TableId(number(row, "table_id")?), Tail::read(row)?);
    }
    for (table, chain) in chains {
        let place = |tail: &Tail| (tail.step, tail.group, tail.hash);
        match owned.remove(table) {
            None => fault(report, || format!("table {table} has no owner")),
            Some(end) if place(&end) == place(chain) => {}
            Some(_) => fault(report, || {
                format!("the journal of table {table} does not end where it should")
            }),
        }
    }
    Ok(())
}

fn fault(report: &mut VerifyReport, what: impl FnOnce() -> String) {
    if report.faults.len() < FAULTS_MAX {
        report.faults.push(what());
    }
}
