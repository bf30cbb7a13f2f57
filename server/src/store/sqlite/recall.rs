//! Tables with the end of their journals, for the owner that claimed them.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::columns::chips;
use super::group::{self, StepRecord};
use super::refused;
use super::settle::Tail;
use crate::store::chain::{self, Hash};
use crate::store::seal::Sealer;
use crate::store::types::{JournalRow, LedgerAccount, StepKind, StoredTable, TableId};
use crate::store::{Claim, StoreError};

/// Reads tables back to their last snapshots. Their ends have to be settled.
pub(super) async fn tables(
    conn: &mut SqliteConnection,
    sealer: &Sealer,
    tables: &[TableId],
) -> Result<Vec<Claim>, StoreError> {
    let mut claims = Vec::with_capacity(tables.len());
    for &table in tables {
        claims.push((table, Walk::start(conn, table).await));
    }
    // The later groups first: tables that share one read it together.
    let mut wanted: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, (_, walk)) in claims.iter().enumerate() {
        if let Ok(Walk { group: Some(group), .. }) = walk {
            wanted.entry(*group).or_default().push(at);
        }
    }
    while let Some((id, by)) = wanted.pop_last() {
        let row = sqlx::query("SELECT steps FROM journal WHERE id = $1")
            .bind(id.cast_signed())
            .fetch_optional(&mut *conn)
            .await
            .map_err(refused)?;
        let steps: &[u8] = match &row {
            Some(row) => row.try_get("steps").map_err(refused)?,
            None => &[],
        };
        let steps = group::read(steps).unwrap_or_default();
        for at in by {
            let (_, claim) = &mut claims[at];
            let Ok(walk) = claim else { continue };
            match walk.back(id, &steps, sealer) {
                Ok(Some(earlier)) => wanted.entry(earlier).or_default().push(at),
                Ok(None) => {}
                Err(error) => *claim = Err(error),
            }
        }
    }
    let finished = claims.into_iter().map(|(table, walk)| (table, walk.map(Walk::finish)));
    Ok(finished.collect())
}

/// The way back along a table's journal.
struct Walk {
    table: StoredTable,
    /// What the chain begins with.
    start: Hash,
    /// The group with the step that is next on the way; `None` where it ends.
    group: Option<u64>,
    /// The number and hash of that step.
    step: u64,
    hash: Hash,
}

impl Walk {
    async fn start(conn: &mut SqliteConnection, table: TableId) -> Result<Self, StoreError> {
        let head = sqlx::query(
            "SELECT game_table.config, owner.*, balance.amount
             FROM game_table
             JOIN owner ON owner.table_id = game_table.id
             JOIN balance ON balance.account = $2
             WHERE game_table.id = $1 AND game_table.closed_at IS NULL",
        )
        .bind(table.0.cast_signed())
        .bind(LedgerAccount::Table(table).to_string())
        .fetch_optional(conn)
        .await
        .map_err(refused)?
        .ok_or(StoreError::NoSuchTable(table))?;
        let config: String = head.try_get("config").map_err(refused)?;
        let end = Tail::read(&head)?;
        let start = chain::table_hash(table, &config);
        let empty = end.step == 0;
        if empty && (end.hash, end.group) != (start, 0) {
            return Err(damaged(table, 0));
        }
        Ok(Self {
            table: StoredTable {
                id: table,
                config,
                epoch: end.epoch,
                last_step: end.step,
                escrow: chips(head.try_get("amount").map_err(refused)?)?,
                tail: Vec::new(),
            },
            start,
            group: (!empty).then_some(end.group),
            step: end.step,
            hash: end.hash,
        })
    }

    /// Takes the table's steps of a group, the last one first. Returns the group of the step before them, if the tail goes
    /// back further.
    fn back(&mut self, id: u64, steps: &[StepRecord<'_>], sealer: &Sealer) -> Result<Option<u64>, StoreError> {
        let mut earlier = id;
        for step in steps.iter().rev().filter(|step| step.table == self.table.id) {
            if (step.step, step.hash) != (self.step, self.hash) || !step.holds() {
                return Err(damaged(self.table.id, self.step));
            }
            self.table.tail.push(step.open(sealer));
            if step.step == 1 && step.prev_hash != self.start {
                return Err(damaged(self.table.id, 0));
            }
            // The tail begins with a snapshot, or with the chain itself.
            if step.step == 1 || step.kind == StepKind::Snapshot {
                return Ok(None);
            }
            (self.step, self.hash) = (step.step - 1, step.prev_hash);
            earlier = step.prev_group;
        }
        // Either the group has no step of the table, or the steps in it do not lead out of it.
        if earlier >= id {
            return Err(damaged(self.table.id, self.step));
        }
        Ok(Some(earlier))
    }

    fn finish(self) -> StoredTable {
        let mut table = self.table;
        let tail: &mut Vec<JournalRow> = &mut table.tail;
        tail.reverse();
        table
    }
}

fn damaged(table: TableId, step: u64) -> StoreError {
    StoreError::Corrupt(format!("the journal of table {table} at step {step}"))
}
