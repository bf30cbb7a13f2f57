//! Appending steps to journals, many by one statement.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::sync::Arc;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

use super::fault::Fault;
use super::ledger::{self, Posting};
use super::read::hash_of;
use crate::store::chain::{self, Hash, RowFields};
use crate::store::clock::WallClock;
use crate::store::journal::StepError;
use crate::store::seal::{Place, Sealer};
use crate::store::types::{HandRecord, Step, TableId};

/// How many rows one statement can write. Each number is a statement of its own that stays prepared.
const CHUNKS: [usize; 4] = [64, 16, 4, 1];

/// The columns of a journal row, in the order of [`PreparedRow`].
const COLUMNS: [&str; 14] = [
    "row",
    "table_id",
    "step",
    "epoch",
    "format",
    "first_seq",
    "hand_no",
    "kind",
    "command",
    "events",
    "sealed",
    "prev_row",
    "prev_hash",
    "hash",
];

/// Where a table's journal ends.
#[derive(Clone, Copy)]
struct Tail {
    epoch: u64,
    step: u64,
    row: Option<i64>,
    hash: Hash,
}

/// A step with its place in the chain.
struct PreparedRow<'a> {
    step: &'a Step,
    row: i64,
    sealed: Option<Vec<u8>>,
    prev_row: Option<i64>,
    prev_hash: Hash,
    hash: Hash,
}

/// Appends steps. Remembers where the journals end, which only the writer changes.
pub(super) struct Batch {
    sealer: Sealer,
    clock: WallClock,
    inserts: [Arc<str>; CHUNKS.len()],
    tails: HashMap<TableId, Tail>,
    last_row: Option<i64>,
    bytes: usize,
}

impl Batch {
    pub(super) fn new(sealer: Sealer, clock: WallClock) -> Self {
        Self {
            sealer,
            clock,
            inserts: CHUNKS.map(insert_statement),
            tails: HashMap::new(),
            last_row: None,
            bytes: 0,
        }
    }

    /// Forgets where the journals end, because what was appended is undone or a table has another owner.
    pub(super) fn forget(&mut self) {
        self.tails.clear();
        self.last_row = None;
    }

    /// The bytes that were appended since this was last asked.
    pub(super) fn take_bytes(&mut self) -> usize {
        std::mem::take(&mut self.bytes)
    }

    /// Appends steps within the transaction that is open. After an error, what was appended must be undone.
    pub(super) async fn append(&mut self, conn: &mut SqliteConnection, steps: &[&Step]) -> Result<(), Fault> {
        let mut rows = Vec::with_capacity(steps.len());
        for &step in steps {
            rows.push(self.prepare(conn, step).await?);
        }
        let mut rest = rows.as_slice();
        while !rest.is_empty() {
            let which = CHUNKS
                .iter()
                .position(|chunk| *chunk <= rest.len())
                .expect("the last chunk is one row");
            let (now, later) = rest.split_at(CHUNKS[which]);
            self.insert(conn, which, now).await?;
            rest = later;
        }
        for &step in steps {
            self.append_rest(conn, step).await?;
        }
        Ok(())
    }

    /// Finds a step's place and takes it.
    async fn prepare<'a>(&mut self, conn: &mut SqliteConnection, step: &'a Step) -> Result<PreparedRow<'a>, Fault> {
        let last_row = match self.last_row {
            Some(row) => row,
            None => {
                sqlx::query_scalar("SELECT coalesce(max(row), 0) FROM journal")
                    .fetch_one(&mut *conn)
                    .await?
            }
        };
        let row = last_row + 1;
        let tail = match self.tails.entry(step.table) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(read_tail(conn, step.table).await?),
        };
        if tail.epoch != step.epoch {
            return Err(StepError::Fenced.into());
        }
        if tail.step + 1 != step.step {
            let expected = tail.step + 1;
            return Err(StepError::OutOfOrder { expected }.into());
        }
        let place = Place::Step {
            table: step.table,
            epoch: step.epoch,
            step: step.step,
        };
        let sealed = step.secret.as_ref().map(|secret| self.sealer.seal(place, secret));
        let hash = chain::row_hash(
            &tail.hash,
            &RowFields {
                table: step.table,
                step: step.step,
                epoch: step.epoch,
                format: step.format,
                first_seq: step.first_seq,
                hand_no: step.hand_no,
                kind: step.kind.code(),
                command: &step.command,
                events: &step.events,
                sealed: sealed.as_deref(),
            },
        );
        let prepared = PreparedRow {
            step,
            row,
            prev_row: tail.row,
            prev_hash: tail.hash,
            hash,
            sealed,
        };
        *tail = Tail {
            epoch: step.epoch,
            step: step.step,
            row: Some(row),
            hash,
        };
        self.last_row = Some(row);
        Ok(prepared)
    }

    async fn insert(
        &mut self,
        conn: &mut SqliteConnection,
        which: usize,
        rows: &[PreparedRow<'_>],
    ) -> Result<(), Fault> {
        /// What a row costs beyond its texts, roughly.
        const ROW_BYTES: usize = 160;
        let mut query = sqlx::query(AssertSqlSafe(Arc::clone(&self.inserts[which])));
        for row in rows {
            let step = row.step;
            self.bytes += ROW_BYTES + step.command.len() + step.events.len() + row.sealed.as_ref().map_or(0, Vec::len);
            query = query
                .bind(row.row)
                .bind(step.table.0.cast_signed())
                .bind(step.step.cast_signed())
                .bind(step.epoch.cast_signed())
                .bind(step.format)
                .bind(step.first_seq.cast_signed())
                .bind(step.hand_no.map(u64::cast_signed))
                .bind(step.kind.code())
                .bind(step.command.as_slice())
                .bind(step.events.as_slice())
                .bind(row.sealed.as_deref())
                .bind(row.prev_row)
                .bind(row.prev_hash.to_vec())
                .bind(row.hash.to_vec());
        }
        query.execute(conn).await?;
        Ok(())
    }

    /// What a step brings beside its row.
    async fn append_rest(&self, conn: &mut SqliteConnection, step: &Step) -> Result<(), Fault> {
        for transfer in &step.transfers {
            let posting = Posting {
                transfer,
                table: Some(step.table),
                step: Some(step.step),
                hand_no: step.hand_no,
                request_id: step.answer.as_ref().map(|answer| answer.request_id.as_str()),
                made_at: self.clock.now(),
            };
            ledger::post(conn, &posting).await?;
        }
        if let Some(answer) = &step.answer {
            ledger::answer(conn, answer, self.clock.now()).await?;
        }
        if let Some(hand) = &step.hand_end {
            self.append_hand(conn, step.table, hand).await?;
        }
        Ok(())
    }

    async fn append_hand(&self, conn: &mut SqliteConnection, table: TableId, hand: &HandRecord) -> Result<(), Fault> {
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO hand (table_id, hand_no, game, started_at, ended_at, public)
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        )
        .bind(table.0.cast_signed())
        .bind(hand.hand_no.cast_signed())
        .bind(&hand.game)
        .bind(hand.started_at.as_millisecond())
        .bind(hand.ended_at.as_millisecond())
        .bind(&hand.public)
        .fetch_one(&mut *conn)
        .await?;
        for participant in &hand.participants {
            let sealed = participant.private.as_ref().map(|private| {
                let place = Place::Hand {
                    table,
                    hand_no: hand.hand_no,
                    account: participant.account,
                };
                self.sealer.seal(place, private.as_bytes())
            });
            sqlx::query("INSERT INTO hand_player (account, hand, sealed) VALUES ($1, $2, $3)")
                .bind(participant.account.0.as_bytes().as_slice())
                .bind(id)
                .bind(sealed)
                .execute(&mut *conn)
                .await?;
        }
        Ok(())
    }
}

async fn read_tail(conn: &mut SqliteConnection, table: TableId) -> Result<Tail, Fault> {
    let row = sqlx::query("SELECT epoch, last_step, last_row, last_hash FROM owner WHERE table_id = $1")
        .bind(table.0.cast_signed())
        .fetch_optional(conn)
        .await?
        .ok_or(StepError::Fenced)?;
    Ok(Tail {
        epoch: row.try_get::<i64, _>("epoch")?.cast_unsigned(),
        step: row.try_get::<i64, _>("last_step")?.cast_unsigned(),
        row: row.try_get("last_row")?,
        hash: hash_of(&row, "last_hash")?,
    })
}

fn insert_statement(rows: usize) -> Arc<str> {
    let mut sql = format!("INSERT INTO journal ({}) VALUES ", COLUMNS.join(", "));
    for row in 0..rows {
        let first = row * COLUMNS.len() + 1;
        let separator = if row == 0 { "(" } else { ", (" };
        write!(sql, "{separator}${first}").expect("a string takes everything");
        for column in first + 1..first + COLUMNS.len() {
            write!(sql, ", ${column}").expect("a string takes everything");
        }
        sql.push(')');
    }
    sql.into()
}
