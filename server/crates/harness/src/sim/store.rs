//! A model of the store: what it holds is lost in no crash, what is queued is.

use std::collections::{BTreeMap, VecDeque};

use poker_engine::Chips;
use poker_program::PROGRAM;
use poker_store::{
    AccountId, DurableNotice, FaucetLimits, JournalRow, LedgerAccount, OwnerKind, Step, StepError, StepKind,
    StoreError, StoredTable, TableId, Transfer, TransferReason,
};
use serde_json::Value;

use super::digest::Digest;
use super::plant::Plant;
use super::tally::Tally;

/// Steps that the queue holds before a table has to wait.
const QUEUE: usize = 256;

/// Milliseconds of a day of the faucet.
const DAY_MS: i64 = 86_400_000;

/// The condition of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Health {
    /// It writes.
    Ok,
    /// Nothing can be written for the moment.
    Full,
    /// It writes nothing any more in this process.
    Stopped,
}

type Balances = BTreeMap<LedgerAccount, i128>;

/// By day.
type Given = BTreeMap<(i64, Option<AccountId>), u64>;

/// A table or tournament as it is on disk.
#[derive(Clone, Debug)]
pub(super) struct Owner {
    pub(super) kind: OwnerKind,
    pub(super) config: String,
    pub(super) epoch: u64,
    pub(super) closed: bool,
    pub(super) rows: Vec<JournalRow>,
    /// The number of its last event.
    pub(super) last_seq: u64,
    /// The numbers of events with which hands began.
    pub(super) begun: BTreeMap<u64, u64>,
    /// The last hand that was written down.
    last_hand: u64,
}

/// The fate of a step.
#[derive(Debug)]
pub(super) struct Noticed {
    pub(super) owner: TableId,
    pub(super) epoch: u64,
    pub(super) notice: DurableNotice,
}

/// The store.
pub(super) struct Model {
    pub(super) owners: BTreeMap<TableId, Owner>,
    balances: Balances,
    answers: BTreeMap<(AccountId, String), String>,
    /// Steps on their way to the disk, of all tables.
    queue: VecDeque<Box<Step>>,
    health: Health,
    faucet: FaucetLimits,
    /// Chips granted to each account in a day, to all together under `None`.
    given: Given,
    last_id: u64,
    /// Hands that were written down.
    hands: u64,
    rows: u64,
    /// The fault that is planted, if any.
    plant: Option<Plant>,
    /// Number of times that the store erred.
    planted: u64,
}

impl Model {
    pub(super) fn new(plant: Option<Plant>) -> Self {
        Self {
            owners: BTreeMap::new(),
            balances: BTreeMap::from([(LedgerAccount::Mint, 0)]),
            answers: BTreeMap::new(),
            queue: VecDeque::new(),
            health: Health::Ok,
            faucet: FaucetLimits::default(),
            given: BTreeMap::new(),
            last_id: 0,
            hands: 0,
            rows: 0,
            plant,
            planted: 0,
        }
    }

    /// An account gets the chips that it starts with.
    pub(super) fn grant(&mut self, account: AccountId, amount: u64) {
        let amount = i128::from(amount);
        *self.balances.entry(LedgerAccount::Mint).or_default() -= amount;
        *self.balances.entry(LedgerAccount::Player(account)).or_default() += amount;
    }

    /// A new table or tournament, owned by the caller.
    pub(super) fn create(&mut self, kind: OwnerKind, config: String) -> Result<StoredTable, StoreError> {
        self.check_health()?;
        self.last_id += 1;
        let id = TableId(self.last_id);
        let owner = Owner {
            kind,
            config,
            epoch: 1,
            closed: false,
            rows: Vec::new(),
            last_seq: 0,
            begun: BTreeMap::new(),
            last_hand: 0,
        };
        self.owners.insert(id, owner);
        self.balances.insert(kind.account(id), 0);
        Ok(self.stored(id))
    }

    /// A table or tournament as it is on disk, for its present owner.
    pub(super) fn stored(&self, id: TableId) -> StoredTable {
        let owner = &self.owners[&id];
        let snapshot = owner.rows.iter().rposition(|row| row.kind == StepKind::Snapshot);
        StoredTable {
            id,
            kind: owner.kind,
            config: owner.config.clone(),
            epoch: owner.epoch,
            last_step: owner.rows.last().map_or(0, |row| row.step),
            escrow: Chips::new(u64::try_from(self.balances[&owner.kind.account(id)]).unwrap_or_default()),
            tail: owner.rows[snapshot.unwrap_or(0)..].to_vec(),
        }
    }

    /// Takes a table or tournament over.
    pub(super) fn claim(&mut self, id: TableId) -> Result<StoredTable, StoreError> {
        self.check_health()?;
        let owner = self.owners.get_mut(&id).filter(|owner| !owner.closed);
        owner.ok_or(StoreError::NoSuchTable(id))?.epoch += 1;
        Ok(self.stored(id))
    }

    /// Closes a table or tournament for ever.
    pub(super) fn close(&mut self, id: TableId, epoch: u64) -> Result<(), StoreError> {
        self.check_health()?;
        let owner = self.owners.get_mut(&id).filter(|owner| !owner.closed);
        let owner = owner.ok_or(StoreError::NoSuchTable(id))?;
        if owner.epoch != epoch {
            return Err(StoreError::Fenced(id));
        }
        let account = owner.kind.account(id);
        if self.balances[&account] != 0 {
            return Err(StoreError::TableHoldsChips(account));
        }
        owner.closed = true;
        Ok(())
    }

    /// The open tables and tournaments.
    pub(super) fn open(&self) -> Vec<TableId> {
        let open = self.owners.iter().filter(|(_, owner)| !owner.closed);
        open.map(|(id, _)| *id).collect()
    }

    /// Returns the time of an owner's last write, in milliseconds since 1970.
    pub(super) fn wrote_at(&self, id: TableId) -> Option<i64> {
        let rows = &self.owners.get(&id)?.rows;
        let row = rows.iter().rev().find(|row| row.kind != StepKind::Snapshot)?;
        let order: Value = serde_json::from_slice(&row.command).ok()?;
        order["at"].as_i64()
    }

    /// The balance of every account.
    pub(super) const fn balances(&self) -> &Balances {
        &self.balances
    }

    /// The answer to a request, if it was carried out.
    pub(super) fn answer(&self, account: AccountId, id: String) -> Option<String> {
        self.answers.get(&(account, id)).cloned()
    }

    /// Puts a step behind those on their way to the disk.
    pub(super) fn enqueue(&mut self, step: Box<Step>) {
        self.queue.push_back(step);
    }

    /// Steps on their way to the disk, oldest first.
    pub(super) fn queued(&self) -> impl Iterator<Item = &Step> {
        self.queue.iter().map(|step| &**step)
    }

    /// `true` if a step is on its way to the disk.
    pub(super) fn has_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Adds what it has counted.
    pub(super) const fn count_into(&self, tally: &mut Tally) {
        tally.hands = self.hands;
        tally.rows = self.rows;
        tally.planted += self.planted;
    }

    /// `true` if it writes.
    pub(super) fn writes(&self) -> bool {
        self.health == Health::Ok
    }

    /// The disk is full from now on: `true` if it was not.
    pub(super) fn fill(&mut self) -> bool {
        let writes = self.writes();
        if writes {
            self.health = Health::Full;
        }
        writes
    }

    /// A full disk has room again.
    pub(super) fn free(&mut self) {
        if self.health == Health::Full {
            self.health = Health::Ok;
        }
    }

    /// It writes nothing any more in this process.
    pub(super) const fn stop(&mut self) {
        self.health = Health::Stopped;
    }

    /// `true` once nothing is written any more in this process.
    pub(super) fn has_stopped(&self) -> bool {
        self.health == Health::Stopped
    }

    fn check_health(&self) -> Result<(), StoreError> {
        match self.health {
            Health::Ok => Ok(()),
            Health::Full => Err(StoreError::Unavailable("the disk is full".to_owned())),
            Health::Stopped => Err(StoreError::Stopped("a sync has failed".to_owned())),
        }
    }

    /// Queues a step; `false` if the queue is full.
    pub(super) fn has_room(&self) -> bool {
        self.queue.len() < QUEUE
    }

    /// Writes up to `count` of the queued steps in one transaction, or fails them all, as the store is.
    pub(super) fn commit(&mut self, count: usize, now: i64, digest: &mut Digest) -> Vec<Noticed> {
        let mut notices = Vec::new();
        for _ in 0..count {
            let Some(step) = self.queue.pop_front() else { break };
            let (owner, epoch, number) = (step.table, step.epoch, step.step);
            let written = match self.health {
                Health::Ok => self.write(&step, now, digest),
                Health::Full => Err(StepError::Unavailable("the disk is full".to_owned())),
                Health::Stopped => Err(StepError::Stopped("a sync has failed".to_owned())),
            };
            let notice = match written {
                Ok(()) => DurableNotice::Durable { step: number },
                Err(error) => DurableNotice::Failed { step: number, error },
            };
            notices.push(Noticed { owner, epoch, notice });
        }
        notices
    }

    /// Writes a step, all or nothing.
    fn write(&mut self, step: &Step, now: i64, digest: &mut Digest) -> Result<(), StepError> {
        let owner = self.owners.get(&step.table).filter(|owner| !owner.closed);
        let owner = owner.ok_or(StepError::Fenced)?;
        let fences = !self.plants(Plant::StaleOwner);
        if owner.epoch != step.epoch && fences {
            return Err(StepError::Fenced);
        }
        let expected = owner.rows.last().map_or(1, |row| row.step + 1);
        if step.step != expected {
            return Err(StepError::OutOfOrder { expected });
        }
        let answer = step.answer.as_ref();
        let key = answer.map(|answer| (answer.account, answer.request_id.clone()));
        if key.as_ref().is_some_and(|key| self.answers.contains_key(key)) {
            return Err(StepError::Answered);
        }
        let (balances, given, planted) = self.posted(step, now)?;
        assert_eq!(
            step.first_seq,
            owner.last_seq + 1,
            "I8: events of {} have no gaps",
            step.table
        );
        let events: Vec<Value> = serde_json::from_slice(&step.events).expect("events are a list");
        let row = JournalRow::of(step, PROGRAM);
        digest.row(step.table, &row);
        let owner = self.owners.get_mut(&step.table).expect("it was there");
        for (seq, event) in (step.first_seq..).zip(&events) {
            if event["kind"] == "hand_started" {
                owner.begun.insert(seq, event["hand"].as_u64().unwrap_or_default());
            }
        }
        owner.last_seq += events.len() as u64;
        if let Some(hand) = &step.hand_end {
            assert!(
                hand.hand_no > owner.last_hand,
                "hand {} of {} ends twice",
                hand.hand_no,
                step.table
            );
            owner.last_hand = hand.hand_no;
            self.hands += 1;
        }
        owner.rows.push(row);
        self.rows += 1;
        (self.balances, self.given) = (balances, given);
        self.planted += planted;
        if let (Some(key), Some(answer)) = (key, answer) {
            self.answers.insert(key, answer.body.clone());
        }
        Ok(())
    }

    /// The balances behind the transfers of a step, what the faucet has given, and how often the store erred.
    fn posted(&self, step: &Step, now: i64) -> Result<(Balances, Given, u64), StepError> {
        let (mut balances, mut given) = (self.balances.clone(), self.given.clone());
        let (is_one_sided, mut planted) = (self.plants(Plant::OneSidedTransfer), 0);
        for transfer in &step.transfers {
            let Transfer {
                debit,
                credit,
                amount,
                reason,
                share_of,
            } = *transfer;
            assert!(!amount.is_zero(), "a transfer of nothing");
            let own = |account: LedgerAccount| account.owner().is_none_or(|owner| owner == step.table);
            if !own(debit) || !own(credit) {
                let what = "a step moves chips of its own table or tournament alone";
                return Err(StepError::Refused(what.to_owned()));
            }
            let moved = i128::from(amount.get());
            if debit == LedgerAccount::Mint && reason != TransferReason::Overlay {
                let day = now.div_euclid(DAY_MS);
                for (share, limit) in [(share_of, self.faucet.account), (None, self.faucet.all)] {
                    let given = given.entry((day, share)).or_default();
                    let left = limit.get().saturating_sub(*given);
                    if amount.get() > left {
                        let left = Chips::new(left);
                        return Err(StepError::FaucetDry { left });
                    }
                    *given += amount.get();
                }
            }
            let from = balances.entry(debit).or_default();
            *from -= moved;
            if *from < 0 && !debit.may_owe() {
                return Err(StepError::Insufficient { account: debit });
            }
            if reason == TransferReason::CashOut && is_one_sided {
                planted += 1;
                continue;
            }
            *balances.entry(credit).or_default() += moved;
        }
        Ok((balances, given, planted))
    }

    /// The process dies: what is queued is lost.
    pub(super) fn crash(&mut self) {
        self.queue.clear();
        self.health = Health::Ok;
        if self.plants(Plant::LostCommit) {
            // Of the journal alone: a database loses whole transactions, but then nobody can tell what was moved.
            for owner in self.owners.values_mut() {
                let last = owner
                    .rows
                    .last()
                    .filter(|row| row.kind == StepKind::Hand && owner.last_seq > 0);
                if let Some(row) = last {
                    owner.last_seq = row.first_seq - 1;
                    owner.rows.pop();
                    self.planted += 1;
                }
            }
        }
    }

    fn plants(&self, plant: Plant) -> bool {
        self.plant == Some(plant)
    }
}
