//! Appending steps to journals, many by one statement.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{Arguments, Row};

use super::fault::Fault;
use super::insert::Insert;
use super::ledger::{self, Posting};
use super::read::hash_of;
use crate::store::chain::{self, Hash, RowFields};
use crate::store::clock::WallClock;
use crate::store::journal::StepError;
use crate::store::seal::{Place, Sealer};
use crate::store::types::{AccountId, HandRecord, Step, TableId};

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
}

impl HandRow<'_> {
    const COLUMNS: [&'static str; 7] = ["id", "table_id", "hand_no", "game", "started_at", "ended_at", "public"];

    fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.id)?;
        to.add(self.table.0.cast_signed())?;
        to.add(self.hand.hand_no.cast_signed())?;
        to.add(self.hand.game.as_str())?;
        to.add(self.hand.started_at.as_millisecond())?;
        to.add(self.hand.ended_at.as_millisecond())?;
        to.add(self.hand.public.as_str())
    }
}

/// Somebody who took part in a finished hand.
struct PlayerRow {
    account: AccountId,
    hand: i64,
    sealed: Option<Vec<u8>>,
}

impl PlayerRow {
    const COLUMNS: [&'static str; 3] = ["account", "hand", "sealed"];

    fn values(&self, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        to.add(self.account.0.as_bytes().as_slice())?;
        to.add(self.hand)?;
        to.add(self.sealed.as_deref())
    }
}

/// Appends steps. Remembers where the journals end, which only the writer changes.
pub(super) struct Batch {
    sealer: Sealer,
    clock: WallClock,
    insert_steps: Insert,
    insert_hands: Insert,
    insert_players: Insert,
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
            insert_players: Insert::new("hand_player", &PlayerRow::COLUMNS),
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
        let mut rows = Vec::with_capacity(steps.len());
        for &step in steps {
            rows.push(self.place(conn, step).await?);
        }
        self.bytes += rows.iter().map(StepRow::bytes).sum::<usize>();
        self.insert_steps.run(conn, &rows, |to, row| row.values(to)).await?;
        for &step in steps {
            self.post(conn, step).await?;
        }
        self.append_hands(conn, steps).await
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

    async fn append_hands(&mut self, conn: &mut SqliteConnection, steps: &[&Step]) -> Result<(), Fault> {
        let mut hands = Vec::new();
        let mut players = Vec::new();
        for step in steps {
            let Some(hand) = &step.hand_end else { continue };
            let mut keys = self.keys(conn).await?;
            keys.hand += 1;
            self.keys = Some(keys);
            for participant in &hand.participants {
                let place = Place::Hand {
                    table: step.table,
                    hand_no: hand.hand_no,
                    account: participant.account,
                };
                let private = participant.private.as_ref();
                players.push(PlayerRow {
                    account: participant.account,
                    hand: keys.hand,
                    sealed: private.map(|private| self.sealer.seal(place, private.as_bytes())),
                });
            }
            self.bytes += hand.public.len();
            hands.push(HandRow {
                id: keys.hand,
                table: step.table,
                hand,
            });
        }
        self.insert_hands.run(conn, &hands, |to, hand| hand.values(to)).await?;
        self.insert_players
            .run(conn, &players, |to, player| player.values(to))
            .await
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
