//! Reads tables and tournaments, with the ends of their journals, for the owner that claimed them.

use std::collections::BTreeMap;

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

use super::columns::chips;
use super::group::{self, StepRecord};
use super::owners::Owner;
use super::refused;
use super::settle::Tail;
use crate::chain::{self, Hash};
use crate::seal::Sealer;
use crate::types::{JournalRow, StepKind, StoredTable};
use crate::{Claim, StoreError};

/// Reads journals back to their last snapshots, or to their beginnings if they have none. Their ends must be settled.
pub(super) async fn claims(
    conn: &mut SqliteConnection,
    sealer: &Sealer,
    owners: &[Owner],
) -> Result<Vec<Claim>, StoreError> {
    let mut walks = Vec::with_capacity(owners.len());
    for &owner in owners {
        walks.push((owner, Walk::start(conn, owner).await));
    }
    // Later groups come first, so that tables that share one read it together.
    let mut wanted: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (at, (_, walk)) in walks.iter().enumerate() {
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
            let (_, walk) = &mut walks[at];
            let Ok(on_its_way) = walk else { continue };
            match on_its_way.back(id, &steps, sealer) {
                Ok(Some(earlier)) => wanted.entry(earlier).or_default().push(at),
                Ok(None) => {}
                Err(error) => *walk = Err(error),
            }
        }
    }
    let finished = walks.into_iter().map(|((id, kind), walk)| Claim {
        id,
        kind,
        stored: walk.map(Walk::finish),
    });
    Ok(finished.collect())
}

/// A walk backwards along a journal.
struct Walk {
    table: StoredTable,
    /// The hash at the start of the chain.
    start: Hash,
    /// The group with the next step of the walk; `None` at its end.
    group: Option<u64>,
    /// Number and hash of that step.
    step: u64,
    hash: Hash,
}

impl Walk {
    async fn start(conn: &mut SqliteConnection, owner: Owner) -> Result<Self, StoreError> {
        let (id, kind) = owner;
        let head = sqlx::query(
            "SELECT game_table.config, owner.*, balance.amount
             FROM game_table
             JOIN owner ON owner.table_id = game_table.id
             JOIN balance ON balance.account = $2
             WHERE game_table.id = $1 AND game_table.closed_at IS NULL",
        )
        .bind(id.0.cast_signed())
        .bind(kind.account(id).to_string())
        .fetch_optional(conn)
        .await
        .map_err(refused)?
        .ok_or(StoreError::NoSuchTable(id))?;
        let config: String = head.try_get("config").map_err(refused)?;
        let end = Tail::read(&head)?;
        let start = chain::setup_hash(kind, id, &config);
        let empty = end.step == 0;
        if empty && (end.hash, end.group) != (start, 0) {
            return Err(damaged(owner, 0));
        }
        Ok(Self {
            table: StoredTable {
                id,
                kind,
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

    const fn owner(&self) -> Owner {
        (self.table.id, self.table.kind)
    }

    /// Consumes the owner's steps in a group, the last one first. Returns the group of the preceding step if the tail goes back further.
    fn back(&mut self, id: u64, steps: &[StepRecord<'_>], sealer: &Sealer) -> Result<Option<u64>, StoreError> {
        let mut earlier = id;
        for step in steps.iter().rev().filter(|step| step.table == self.table.id) {
            if (step.step, step.hash) != (self.step, self.hash) || !step.holds() {
                return Err(damaged(self.owner(), self.step));
            }
            self.table.tail.push(step.open(sealer));
            if step.step == 1 && step.prev_hash != self.start {
                return Err(damaged(self.owner(), 0));
            }
            // The tail begins with a snapshot, or with the chain itself.
            if step.step == 1 || step.kind == StepKind::Snapshot {
                return Ok(None);
            }
            (self.step, self.hash) = (step.step - 1, step.prev_hash);
            earlier = step.prev_group;
        }
        // Either the group has no step of the owner, or the steps in it do not lead to an earlier group.
        if earlier >= id {
            return Err(damaged(self.owner(), self.step));
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

fn damaged((id, kind): Owner, step: u64) -> StoreError {
    StoreError::Corrupt(format!("the journal of {kind} {id} at step {step}"))
}
