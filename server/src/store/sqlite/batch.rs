//! Appending steps to journals, many by one statement.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Arguments, AssertSqlSafe, Row};

use super::fault::Fault;
use super::insert::Insert;
use super::ledger::{self, Posting};
use super::read::hash_of;
use crate::store::chain::{self, Hash, RowFields};
use crate::store::clock::WallClock;
use crate::store::journal::StepError;
use crate::store::seal::{Place, Sealer};
use crate::store::types::{HandRecord, Step, TableId};

/// The most steps that are written by one message, statements of every number up to this staying prepared.
const AT_ONCE_MAX: usize = 48;

/// Where a table's journal ends.
#[derive(Clone, Copy)]
struct Tail {
    epoch: u64,
    step: u64,
    row: Option<i64>,
    hash: Hash,
}

/// The greatest keys in use.
#[derive(Clone, Copy)]
struct Keys {
    row: i64,
    hand: i64,
}

/// A step with its place in the chain.
struct StepRow<'a> {
    step: &'a Step,
    row: i64,
    sealed: Option<Vec<u8>>,
    prev_row: Option<i64>,
    prev_hash: Hash,
    hash: Hash,
}

impl StepRow<'_> {
    const COLUMNS: [&'static str; 14] = [
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

    fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        let step = self.step;
        to.add(self.row)?;
        to.add(step.table.0.cast_signed())?;
        to.add(step.step.cast_signed())?;
        to.add(step.epoch.cast_signed())?;
        to.add(step.format)?;
        to.add(step.first_seq.cast_signed())?;
        to.add(step.hand_no.map(u64::cast_signed))?;
        to.add(step.kind.code())?;
        to.add(step.command.as_slice())?;
        to.add(step.events.as_slice())?;
        to.add(self.sealed.as_deref())?;
        to.add(self.prev_row)?;
        to.add(self.prev_hash.as_slice())?;
        to.add(self.hash.as_slice())
    }

    fn bytes(&self) -> usize {
        /// What a row costs beyond its texts, roughly.
        const ROW_BYTES: usize = 160;
        let sealed = self.sealed.as_ref().map_or(0, Vec::len);
        ROW_BYTES + self.step.command.len() + self.step.events.len() + sealed
    }
}

/// A finished hand.
struct HandRow<'a> {
    id: i64,
    table: TableId,
    hand: &'a HandRecord,
    players: Vec<u8>,
    sealed: Vec<u8>,
}

impl HandRow<'_> {
    const COLUMNS: [&'static str; 9] = [
        "id",
        "table_id",
        "hand_no",
        "game",
        "started_at",
        "ended_at",
        "players",
        "public",
        "sealed",
    ];

    fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.id)?;
        to.add(self.table.0.cast_signed())?;
        to.add(self.hand.hand_no.cast_signed())?;
        to.add(self.hand.game.as_str())?;
        to.add(self.hand.started_at.as_millisecond())?;
        to.add(self.hand.ended_at.as_millisecond())?;
        to.add(self.players.as_slice())?;
        to.add(self.hand.public.as_str())?;
        to.add(self.sealed.as_slice())
    }
}

/// Appends steps. Remembers where the journals end, which only the writer changes.
pub(super) struct Batch {
    sealer: Sealer,
    clock: WallClock,
    insert_steps: Insert,
    insert_hands: Insert,
    /// Whole transactions, by how many steps and hands they write.
    at_once: HashMap<(usize, usize), Arc<str>>,
    tails: HashMap<TableId, Tail>,
    keys: Option<Keys>,
    bytes: usize,
}

impl Batch {
    pub(super) fn new(sealer: Sealer, clock: WallClock) -> Self {
        Self {
            sealer,
            clock,
            insert_steps: Insert::new("journal", &StepRow::COLUMNS),
            insert_hands: Insert::new("hand", &HandRow::COLUMNS),
            at_once: HashMap::new(),
            tails: HashMap::new(),
            keys: None,
            bytes: 0,
        }
    }

    /// Forgets where the journals end, because what was appended is undone or a table has another owner.
    pub(super) fn forget(&mut self) {
        self.tails.clear();
        self.keys = None;
    }

    /// The bytes that were appended since this was last asked.
    pub(super) fn take_bytes(&mut self) -> usize {
        std::mem::take(&mut self.bytes)
    }

    /// Appends steps within the transaction that is open. After an error, what was appended must be undone.
    pub(super) async fn append(&mut self, conn: &mut SqliteConnection, steps: &[&Step]) -> Result<(), Fault> {
        let (rows, hands) = self.rows(conn, steps).await?;
        self.insert_steps.run(conn, &rows, |to, row| row.values(to)).await?;
        for &step in steps {
            self.post(conn, step).await?;
        }
        self.insert_hands.run(conn, &hands, |to, hand| hand.values(to)).await
    }

    /// Appends steps in a transaction of their own that is one message to the database, if they are few enough and move
    /// no chips; `false` if they do not fit. After an error, the transaction may still be open.
    pub(super) async fn append_at_once(&mut self, conn: &mut SqliteConnection, steps: &[&Step]) -> Result<bool, Fault> {
        let plain = steps
            .iter()
            .all(|step| step.transfers.is_empty() && step.answer.is_none());
        if steps.len() > AT_ONCE_MAX || !plain {
            return Ok(false);
        }
        let (rows, hands) = self.rows(conn, steps).await?;
        let mut arguments = SqliteArguments::default();
        for row in &rows {
            row.values(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        for hand in &hands {
            hand.values(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        let (insert_steps, insert_hands) = (&self.insert_steps, &self.insert_hands);
        let sql = self.at_once.entry((rows.len(), hands.len())).or_insert_with(|| {
            let steps = insert_steps.statement(rows.len());
            let hands = if hands.is_empty() {
                String::new()
            } else {
                insert_hands.statement(hands.len())
            };
            format!("BEGIN IMMEDIATE; {steps}; {hands}; COMMIT").into()
        });
        let sql = AssertSqlSafe(Arc::clone(sql));
        sqlx::query_with(sql, arguments).execute(conn).await?;
        Ok(true)
    }

    async fn rows<'a>(
        &mut self,
        conn: &mut SqliteConnection,
        steps: &[&'a Step],
    ) -> Result<(Vec<StepRow<'a>>, Vec<HandRow<'a>>), Fault> {
        let mut rows = Vec::with_capacity(steps.len());
        for &step in steps {
            rows.push(self.place(conn, step).await?);
        }
        self.bytes += rows.iter().map(StepRow::bytes).sum::<usize>();
        Ok((rows, self.hands(conn, steps).await?))
    }

    /// Finds a step's place and takes it.
    async fn place<'a>(&mut self, conn: &mut SqliteConnection, step: &'a Step) -> Result<StepRow<'a>, Fault> {
        let mut keys = self.keys(conn).await?;
        keys.row += 1;
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
        let fields = RowFields {
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
        };
        let hash = chain::row_hash(&tail.hash, &fields);
        let placed = StepRow {
            step,
            row: keys.row,
            prev_row: tail.row,
            prev_hash: tail.hash,
            hash,
            sealed,
        };
        *tail = Tail {
            epoch: step.epoch,
            step: step.step,
            row: Some(keys.row),
            hash,
        };
        self.keys = Some(keys);
        Ok(placed)
    }

    async fn keys(&self, conn: &mut SqliteConnection) -> Result<Keys, Fault> {
        if let Some(keys) = self.keys {
            return Ok(keys);
        }
        let row = sqlx::query(
            "SELECT (SELECT coalesce(max(row), 0) FROM journal) AS row, (SELECT coalesce(max(id), 0) FROM hand) AS hand",
        )
        .fetch_one(conn)
        .await?;
        Ok(Keys {
            row: row.try_get("row")?,
            hand: row.try_get("hand")?,
        })
    }

    /// Moves chips and keeps the answer, if the step has any of these.
    async fn post(&self, conn: &mut SqliteConnection, step: &Step) -> Result<(), Fault> {
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
        match &step.answer {
            Some(answer) => ledger::answer(conn, answer, self.clock.now()).await,
            None => Ok(()),
        }
    }

    /// The hands that steps ended, with keys of their own.
    async fn hands<'a>(&mut self, conn: &mut SqliteConnection, steps: &[&'a Step]) -> Result<Vec<HandRow<'a>>, Fault> {
        let mut rows = Vec::new();
        for step in steps {
            let Some(hand) = &step.hand_end else { continue };
            let mut keys = self.keys(conn).await?;
            keys.hand += 1;
            self.keys = Some(keys);
            let (table, hand_no) = (step.table, hand.hand_no);
            let private: Vec<Option<&str>> = hand.participants.iter().map(|who| who.private.as_deref()).collect();
            let private = serde_json::to_vec(&private).map_err(|error| Fault::Refused(error.to_string()))?;
            let accounts = hand.participants.iter().flat_map(|who| *who.account.0.as_bytes());
            self.bytes += hand.public.len() + private.len();
            rows.push(HandRow {
                id: keys.hand,
                table,
                hand,
                players: accounts.collect(),
                sealed: self.sealer.seal(Place::Hand { table, hand_no }, &private),
            });
        }
        Ok(rows)
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
