//! Appends steps to journals: all steps of a commit form one row.

mod rows;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use sqlx::sqlite::{SqliteArguments, SqliteConnection};
use sqlx::{AssertSqlSafe, Row as _};

use self::rows::{GroupRow, HandRow};
use super::faucet::Faucet;
use super::fault::Fault;
use super::group::{GroupWriter, StepRecord};
use super::ledger;
use super::lists::Lists;
use super::packing::Packer;
use super::posting::{Poster, Posting};
use super::rows::Rows;
use super::settle::{self, JournalEnd, Tail, TailWriter};
use super::sweep::Sweeper;
use super::verify;
use crate::chain::Hash;
use crate::clock::WallClock;
use crate::faucet::FaucetLimits;
use crate::journal::StepError;
use crate::seal::{SealContext, Sealer};
use crate::types::{Step, TableId};

/// Maximum number of hands written in one message with their steps. A statement for every number up to this stays prepared.
const HANDS_AT_ONCE_MAX: usize = 24;

/// Groups after which the ends of the chains are recorded. A start after a crash, and a search for the end of a table's
/// journal, read no more than about this many groups.
const SETTLE_GROUPS: u64 = 64;

const INSERT_GROUP: &str = "INSERT INTO journal (id, owners, steps) VALUES (?, ?, ?)";

/// Totals of what was appended since the last commit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Appended {
    pub(super) groups: u64,
    pub(super) steps: u64,
    pub(super) last: Option<Hash>,
    /// Approximate size in bytes.
    pub(super) bytes: usize,
}

/// The state before a step is tried.
pub(super) struct Known {
    table: TableId,
    tail: Option<Tail>,
    end: Option<JournalEnd>,
    last_hand: Option<u64>,
    fresh_hands: usize,
    appended: Appended,
}

/// Appends steps. It caches the ends of the journals, which only the writer changes.
pub(super) struct Batch {
    program: &'static str,
    sealer: Sealer,
    clock: WallClock,
    faucet: FaucetLimits,
    insert_hands: Rows,
    poster: Poster,
    /// Statements for whole transactions, by the number of hands they write.
    at_once: HashMap<usize, Arc<str>>,
    tail_writer: TailWriter,
    tails: HashMap<TableId, Tail>,
    /// The last finished hand of each table that has finished one recently.
    last_hands: HashMap<TableId, u64>,
    end: Option<JournalEnd>,
    /// Set if the journal's end must be reread; the ends of the chains are still known.
    is_end_old: bool,
    lists: Lists,
    sweeper: Sweeper,
    /// Set if the ends were recorded after the last tidying.
    settled: bool,
    packer: Packer,
    appended: Appended,
}

impl Batch {
    pub(super) fn new(
        program: &'static str,
        sealer: Sealer,
        clock: WallClock,
        faucet: FaucetLimits,
        sweeper: Sweeper,
    ) -> Self {
        Self {
            program,
            sealer,
            clock,
            faucet,
            insert_hands: Rows::insert("hand", &HandRow::COLUMNS),
            poster: Poster::new(),
            at_once: HashMap::new(),
            tail_writer: TailWriter::new(),
            tails: HashMap::new(),
            last_hands: HashMap::new(),
            end: None,
            is_end_old: false,
            lists: Lists::new(),
            sweeper,
            settled: false,
            packer: Packer::new(),
            appended: Appended::default(),
        }
    }

    /// The state before a step of a table is tried.
    pub(super) fn known(&self, table: TableId) -> Known {
        Known {
            table,
            tail: self.tails.get(&table).copied(),
            end: self.end,
            last_hand: self.last_hands.get(&table).copied(),
            fresh_hands: self.lists.fresh(),
            appended: self.appended,
        }
    }

    /// Restores the state before the last step, which has been undone. Without it, the last groups would have to be
    /// reread for each step that the ledger refuses.
    pub(super) fn take_back(&mut self, known: &Known) {
        if known.end.is_none() {
            self.forget();
            self.appended = known.appended;
            return;
        }
        self.appended = known.appended;
        self.end = known.end;
        self.is_end_old = true;
        self.lists.take_back(known.fresh_hands);
        put_back(&mut self.tails, known.table, known.tail);
        put_back(&mut self.last_hands, known.table, known.last_hand);
    }

    /// Forgets everything, because what was appended has been undone.
    pub(super) fn forget(&mut self) {
        self.forget_ends();
        self.lists.forget();
        self.appended = Appended::default();
    }

    /// Forgets the end of a table's journal, because its owner has changed.
    pub(super) fn forget_end(&mut self, table: TableId) {
        self.tails.remove(&table);
        self.last_hands.remove(&table);
        self.is_end_old = true;
    }

    /// Forgets that ends and lists were recorded, because the record has been undone. What was appended still counts.
    pub(super) fn forget_settling(&mut self) {
        let appended = self.appended;
        self.forget();
        self.appended = appended;
    }

    /// Forgets the ends of all journals, because owners have changed.
    pub(super) fn forget_ends(&mut self) {
        self.tails.clear();
        self.last_hands.clear();
        self.end = None;
    }

    /// Marks what was appended as being on disk, and returns its totals.
    pub(super) fn committed(&mut self) -> Appended {
        self.lists.committed();
        std::mem::take(&mut self.appended)
    }

    /// Appends steps within the open transaction. After an error, what was appended must be undone.
    pub(super) async fn append(&mut self, conn: &mut SqliteConnection, steps: &[&Step]) -> Result<(), Fault> {
        let (group, hands) = self.rows(conn, steps).await?;
        let mut arguments = SqliteArguments::default();
        group.values(&mut arguments).map_err(sqlx::Error::Encode)?;
        sqlx::query_with(INSERT_GROUP, arguments).execute(&mut *conn).await?;
        for &step in steps {
            self.post(conn, step).await?;
        }
        self.insert_hands.run(conn, &hands, |to, hand| hand.values(to)).await
    }

    /// Appends steps in a transaction of their own that is a single message to the database, provided they move no
    /// chips and nothing else is due; otherwise returns `false`. After an error, the transaction may still be open.
    pub(super) async fn append_at_once(&mut self, conn: &mut SqliteConnection, steps: &[&Step]) -> Result<bool, Fault> {
        let plain = steps
            .iter()
            .all(|step| step.transfers.is_empty() && step.answer.is_none());
        let hands = steps.iter().filter(|step| step.hand_end.is_some()).count();
        if !plain || hands > HANDS_AT_ONCE_MAX || self.is_settling_due() {
            return Ok(false);
        }
        let (group, hands) = self.rows(conn, steps).await?;
        let mut arguments = SqliteArguments::default();
        group.values(&mut arguments).map_err(sqlx::Error::Encode)?;
        for hand in &hands {
            hand.values(&mut arguments).map_err(sqlx::Error::Encode)?;
        }
        let insert_hands = &self.insert_hands;
        let sql = self.at_once.entry(hands.len()).or_insert_with(|| match hands.len() {
            0 => INSERT_GROUP.into(),
            count => {
                let hands = insert_hands.statement(count);
                format!("BEGIN IMMEDIATE; {INSERT_GROUP}; {hands}; COMMIT").into()
            }
        });
        let sql = AssertSqlSafe(Arc::clone(sql));
        sqlx::query_with(sql, arguments).execute(conn).await?;
        Ok(true)
    }

    /// `true` if the ends of the chains should be recorded with the next group.
    pub(super) fn is_settling_due(&self) -> bool {
        let unsettled = |end: &JournalEnd| end.last_group - end.settled >= SETTLE_GROUPS;
        self.end.as_ref().is_some_and(unsettled)
    }

    /// Records the ends of the chains, within the open transaction.
    pub(super) async fn settle(&mut self, conn: &mut SqliteConnection) -> Result<(), Fault> {
        let end = self.end(conn).await?;
        let moved = |(table, tail): (&TableId, &Tail)| (tail.group > end.settled).then_some((*table, *tail));
        let moved: Vec<(TableId, Tail)> = self.tails.iter().filter_map(moved).collect();
        self.tail_writer.write(conn, &moved).await?;
        self.lists.write(conn, end.last_hand).await?;
        settle::file(conn, end.last_group).await?;
        self.end = Some(JournalEnd {
            settled: end.last_group,
            ..end
        });
        Ok(())
    }

    /// The same when it is due; what it makes redundant can be tidied up afterwards.
    pub(super) async fn settle_in_turn(&mut self, conn: &mut SqliteConnection) -> Result<(), Fault> {
        self.settle(conn).await?;
        self.settled = true;
        Ok(())
    }

    /// `true` once after each settling, when tidying may find work.
    pub(super) fn is_tidying_due(&mut self) -> bool {
        std::mem::take(&mut self.settled)
    }

    /// Deletes what is no longer needed, and checks the last transfers, within the open transaction.
    pub(super) async fn tidy(&mut self, conn: &mut SqliteConnection) -> Result<(), Fault> {
        if self.sweeper.is_due() {
            self.sweeper.slice(conn, &self.clock).await?;
        }
        if verify::is_check_due(conn).await? {
            for fault in verify::check_ledger(conn).await?.faults {
                tracing::error!(fault, "the ledger is damaged");
            }
        }
        Ok(())
    }

    async fn rows<'a>(
        &mut self,
        conn: &mut SqliteConnection,
        steps: &[&'a Step],
    ) -> Result<(GroupRow, Vec<HandRow<'a>>), Fault> {
        /// Approximate cost of a group in addition to its steps: partly filled pages, and the page of the journal's end.
        const GROUP_BYTES: usize = 8192;
        /// Bytes per step in addition to its command and events: two hashes, numbers, occasionally a sealed part.
        const STEP_BYTES: usize = 128;
        /// Cost of a transfer: its row with two hashes and the names of two accounts.
        const TRANSFER_BYTES: usize = 256;
        let mut end = self.end(conn).await?;
        end.last_group += 1;
        let bytes = steps
            .iter()
            .map(|step| step.command.len() + step.events.len() + STEP_BYTES);
        let transfers: usize = steps.iter().map(|step| step.transfers.len()).sum();
        let mut group = GroupWriter::with_capacity(self.program, bytes.sum());
        for &step in steps {
            self.appended.last = Some(self.place(conn, step, end.last_group, &mut group).await?);
        }
        self.appended.groups += 1;
        self.appended.steps += steps.len() as u64;
        let hands = self.hands(conn, steps, &mut end).await?;
        self.end = Some(end);
        self.sweeper.appended(steps.len() as u64);
        let steps = group.finish();
        self.appended.bytes += GROUP_BYTES + steps.len() + transfers * TRANSFER_BYTES;
        let group = GroupRow {
            id: end.last_group,
            owners: end.owners,
            steps,
        };
        Ok((group, hands))
    }

    /// Determines a step's place in its journal, and writes it into the group. Returns its hash.
    async fn place(
        &mut self,
        conn: &mut SqliteConnection,
        step: &Step,
        group: u64,
        to: &mut GroupWriter,
    ) -> Result<Hash, Fault> {
        let tail = match self.tails.entry(step.table) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let found = settle::read_tail(conn, step.table).await?;
                unknown.insert(found.ok_or(StepError::Fenced)?)
            }
        };
        if tail.epoch != step.epoch {
            return Err(StepError::Fenced.into());
        }
        if tail.step + 1 != step.step {
            let expected = tail.step + 1;
            return Err(StepError::OutOfOrder { expected }.into());
        }
        let place = SealContext::Step {
            table: step.table,
            epoch: step.epoch,
            step: step.step,
        };
        let sealed = step.secret.as_ref().map(|secret| self.sealer.seal(place, secret));
        let mut record = StepRecord {
            program: self.program,
            table: step.table,
            step: step.step,
            epoch: step.epoch,
            format: step.format,
            first_seq: step.first_seq,
            hand_no: step.hand_no,
            kind: step.kind,
            command: &step.command,
            events: &step.events,
            sealed: sealed.as_deref(),
            prev_group: tail.group,
            prev_hash: tail.hash,
            hash: tail.hash,
        };
        record.hash = record.computed_hash();
        to.push(&record);
        *tail = tail.behind(&record, group);
        Ok(record.hash)
    }

    /// The end of the journal. Once it is read, the ends of all chains since the last settling are known too.
    async fn end(&mut self, conn: &mut SqliteConnection) -> Result<JournalEnd, Fault> {
        if let Some(end) = self.end.filter(|_| !self.is_end_old) {
            return Ok(end);
        }
        let end = JournalEnd::read(conn).await?;
        if self.end.is_none() {
            self.tails = settle::moved_since(conn, &end).await?;
        }
        (self.end, self.is_end_old) = (Some(end), false);
        Ok(end)
    }

    /// Posts the step's transfers and stores its answer, if it has any.
    async fn post(&self, conn: &mut SqliteConnection, step: &Step) -> Result<(), Fault> {
        let posting = Posting {
            owner: Some(step.table),
            step: Some(step.step),
            hand_no: step.hand_no,
            request_id: step.answer.as_ref().map(|answer| answer.request_id.as_str()),
            faucet: Faucet {
                limits: &self.faucet,
                network: step.network,
                now: self.clock.now(),
            },
        };
        self.poster.post(conn, &posting, &step.transfers).await?;
        match &step.answer {
            Some(answer) => ledger::answer(conn, answer, self.clock.now()).await,
            None => Ok(()),
        }
    }

    /// The rows of the hands that the steps ended, with their own keys.
    async fn hands<'a>(
        &mut self,
        conn: &mut SqliteConnection,
        steps: &[&'a Step],
        end: &mut JournalEnd,
    ) -> Result<Vec<HandRow<'a>>, Fault> {
        let mut rows = Vec::new();
        for step in steps {
            let Some(hand) = &step.hand_end else { continue };
            end.last_hand += 1;
            let (table, hand_no) = (step.table, hand.hand_no);
            let before = match self.last_hands.get(&table) {
                Some(last) => Some(*last),
                None => last_hand_of(conn, table).await?,
            };
            // No index detects this in time, because hands are filed late.
            if before.is_some_and(|before| before >= hand_no) {
                return Err(Fault::Exists);
            }
            self.last_hands.insert(table, hand_no);
            let private: Vec<Option<&str>> = hand.participants.iter().map(|who| who.private.as_deref()).collect();
            let private = serde_json::to_vec(&private).map_err(|error| Fault::Refused(error.to_string()))?;
            let accounts = hand.participants.iter().map(|who| who.account);
            self.lists.played(end.last_hand, accounts.clone());
            let packed = self.packer.pack(&hand.public);
            self.appended.bytes += packed.len() + private.len();
            rows.push(HandRow {
                id: end.last_hand,
                table,
                hand,
                players: accounts.flat_map(|account| *account.0.as_bytes()).collect(),
                packed,
                sealed: self.sealer.seal(SealContext::Hand { table, hand_no }, &private),
                gist: hand.gist.to_json(),
            });
        }
        Ok(rows)
    }
}

/// The number of the last hand that a table finished.
async fn last_hand_of(conn: &mut SqliteConnection, table: TableId) -> Result<Option<u64>, Fault> {
    let row = sqlx::query(
        "SELECT max(
             (SELECT coalesce(max(hand_no), -1) FROM hand_at WHERE table_id = $1),
             (SELECT coalesce(max(hand_no), -1) FROM hand
              WHERE id > (SELECT filed FROM journal_end) AND table_id = $1)
         ) AS last",
    )
    .bind(table.0.cast_signed())
    .fetch_one(conn)
    .await?;
    Ok(u64::try_from(row.try_get::<i64, _>("last")?).ok())
}

fn put_back<T>(to: &mut HashMap<TableId, T>, table: TableId, known: Option<T>) {
    match known {
        Some(known) => to.insert(table, known),
        None => to.remove(&table),
    };
}
