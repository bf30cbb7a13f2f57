//! A table without I/O: the journal and the ledger are vectors, time is a number, connections are lists of frames.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use poker_engine::Chips;
pub(crate) use poker_follower::Dice;
use poker_follower::Oracle;
use poker_owner::{Burst, Caller, ConnId, Entropy, NoEntropy, NoSocket, Now, Outbox, PlayTime};
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::{PlayerInfo, PlayerKind};
use poker_store::{
    AccountId, DurableNotice, JournalRow, LedgerAccount, OwnerKind, Step, StepError, StepKind, StoredTable, TableId,
};
use uuid::Uuid;

use super::client::Client;
use super::leaks::dealt;
use crate::core::mail::{Mail, Request, TableRequest, TableStatus};
use crate::core::{End, Input, Outputs, TableCore};
use crate::setup::config::TableSetup;
use crate::setup::timing::Timing;
use crate::state::backlog::Backlog;
use crate::state::command::FORMAT;
use crate::state::recover::{Damage, Recovered, recover};
use crate::state::snapshot;
use crate::state::table::Table;

pub(crate) const TABLE: TableId = TableId(7);
const WALLET: u64 = 1_000_000;

/// Entropy from a seed.
#[derive(Debug)]
pub(crate) struct Chance(Dice);

impl Chance {
    pub(crate) const fn of(seed: u64) -> Self {
        Self(Dice(seed))
    }
}

impl Entropy for Chance {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        Ok(self.0.bytes())
    }
}

/// The contents of the journal and the ledger.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    pub(super) rows: Vec<JournalRow>,
    pub(super) wallets: BTreeMap<AccountId, u64>,
    pub(super) escrow: u64,
    /// Chips that the house gave to the table.
    minted: u64,
    /// What players took from a table with chips of its own, less what they bought.
    pub(super) tabs: BTreeMap<AccountId, i64>,
    pub(super) answers: BTreeMap<(AccountId, String), String>,
    pub(super) hands: Vec<poker_store::HandRecord>,
    pub(super) last_seq: u64,
    /// Numbers of the events that began hands, each with the hand's number.
    pub(super) begun: BTreeMap<u64, u64>,
}

impl Disk {
    /// Writes a step, completely or not at all.
    pub(super) fn write(&mut self, step: &Step) -> Result<(), StepError> {
        let expected = self.rows.last().map_or(1, |row| row.step + 1);
        if step.step != expected {
            return Err(StepError::OutOfOrder { expected });
        }
        let answer = step.answer.as_ref();
        if answer.is_some_and(|answer| self.answers.contains_key(&(answer.account, answer.request_id.clone()))) {
            return Err(StepError::Answered);
        }
        let (mut wallets, mut escrow, mut minted) = (self.wallets.clone(), self.escrow, self.minted);
        let mut tabs = self.tabs.clone();
        for transfer in &step.transfers {
            let amount = transfer.amount.get();
            assert!(amount > 0, "a transfer of nothing");
            let missing = StepError::Insufficient {
                account: transfer.debit,
            };
            match transfer.debit {
                LedgerAccount::Player(account) => {
                    let wallet = wallets.entry(account).or_default();
                    *wallet = wallet.checked_sub(amount).ok_or(missing)?;
                }
                LedgerAccount::Table(TABLE) => escrow = escrow.checked_sub(amount).ok_or(missing)?,
                LedgerAccount::Mint => minted += amount,
                LedgerAccount::Tab(TABLE, account) => *tabs.entry(account).or_default() -= amount.cast_signed(),
                other @ (LedgerAccount::Table(_) | LedgerAccount::Tournament(_) | LedgerAccount::Tab(..)) => {
                    panic!("{other} gives nothing to a table")
                }
            }
            match transfer.credit {
                LedgerAccount::Player(account) => *wallets.entry(account).or_default() += amount,
                LedgerAccount::Table(TABLE) => escrow += amount,
                LedgerAccount::Mint => minted -= amount,
                LedgerAccount::Tab(TABLE, account) => *tabs.entry(account).or_default() += amount.cast_signed(),
                other @ (LedgerAccount::Table(_) | LedgerAccount::Tournament(_) | LedgerAccount::Tab(..)) => {
                    panic!("{other} gets nothing from a table")
                }
            }
        }
        assert_eq!(step.format, FORMAT);
        assert_eq!(step.first_seq, self.last_seq + 1, "events have no gaps");
        let events: Vec<serde_json::Value> = serde_json::from_slice(&step.events).unwrap();
        for (seq, event) in (step.first_seq..).zip(&events) {
            if event["kind"] == "hand_started" {
                self.begun.insert(seq, event["hand"].as_u64().unwrap());
            }
        }
        self.last_seq += events.len() as u64;
        (self.wallets, self.tabs) = (wallets, tabs);
        (self.escrow, self.minted) = (escrow, minted);
        if let Some(answer) = answer {
            let key = (answer.account, answer.request_id.clone());
            self.answers.insert(key, answer.body.clone());
        }
        if let Some(hand) = &step.hand_end {
            // The record of a hand can be read again, whatever the table's rules.
            poker_formats::suite::comes_back(hand);
            self.hands.push(hand.clone());
        }
        self.rows.push(JournalRow::of(step, poker_program::PROGRAM));
        Ok(())
    }

    /// The table as the store returns it.
    pub(super) fn stored(&self) -> StoredTable {
        let snapshot = self.rows.iter().rposition(|row| row.kind == StepKind::Snapshot);
        StoredTable {
            id: TABLE,
            kind: OwnerKind::Table,
            config: String::new(),
            epoch: self.rows.last().map_or(1, |row| row.epoch + 1),
            last_step: self.rows.last().map_or(0, |row| row.step),
            escrow: Chips::new(self.escrow),
            tail: self.rows[snapshot.unwrap_or(0)..].to_vec(),
        }
    }
}

/// The surroundings of one core.
pub(super) struct World {
    pub(super) core: TableCore,
    pub(super) setup: Arc<TableSetup>,
    pub(super) disk: Disk,
    /// Steps on their way to the disk.
    pub(super) queue: VecDeque<Step>,
    /// Set if every step is written immediately.
    pub(super) prompt: bool,
    mailbox: VecDeque<Mail>,
    pub(super) clients: Vec<Client>,
    pub(super) time: u64,
    pub(super) entropy: Chance,
    pub(super) ended: Option<End>,
    /// The status last shown to the lobby.
    pub(super) status: Option<TableStatus>,
    /// The text of every event shown to any viewer.
    pub(super) told: BTreeMap<u64, String>,
    /// The cards that each viewer may see.
    oracle: Oracle,
    /// Set if the oracle is used. It handles games in which no player's card lies face up and none is wild.
    pub(super) has_oracle: bool,
    /// The total of all chips.
    total: u64,
    next_request: u64,
}

pub(crate) fn config(game: &str) -> TableConfig {
    serde_json::from_value(serde_json::json!({ "name": "Test", "game": game, "seats": 6 })).unwrap()
}

/// A table with these wishes, with clocks as published and short pauses. It has an invitation, so that its identifier
/// is more than its number.
pub(crate) fn setup(config: &TableConfig) -> Arc<TableSetup> {
    let invitation = serde_json::from_value("0123456789abcdef0123456789abcdef".into()).unwrap();
    Arc::new(TableSetup {
        invitation: Some(invitation),
        ..TableSetup::new(config, Timing::default()).unwrap()
    })
}

/// Loads the table of a journal; `true` if its running hand must be voided.
pub(super) fn reload(stored: &StoredTable, setup: &Arc<TableSetup>, now: Now) -> Result<(TableCore, bool), Damage> {
    let recovered = recover(stored, setup)?;
    let must_void = recovered.must_void;
    Ok((TableCore::new(recovered, now), must_void))
}

impl World {
    pub(super) fn new(game: &str, players: usize) -> Self {
        Self::with(setup(&config(game)), players)
    }

    pub(super) fn with(setup: Arc<TableSetup>, players: usize) -> Self {
        let table = Table::new(TABLE, Arc::clone(&setup));
        let now = Now {
            play: PlayTime(0),
            wall: 1_700_000_000_000,
        };
        let recovered = Recovered {
            table,
            backlog: Backlog::default(),
            epoch: 1,
            last_step: 0,
            rows: 0,
            must_void: false,
        };
        let core = TableCore::new(recovered, now);
        let clients: Vec<Client> = (0..players).map(client).collect();
        let wallets: BTreeMap<AccountId, u64> = clients.iter().map(|client| (client.account(), WALLET)).collect();
        Self {
            core,
            setup,
            total: wallets.values().sum(),
            disk: Disk {
                wallets,
                ..Disk::default()
            },
            queue: VecDeque::new(),
            prompt: true,
            mailbox: VecDeque::new(),
            clients,
            time: 0,
            entropy: Chance::of(1),
            ended: None,
            status: None,
            told: BTreeMap::new(),
            oracle: Oracle::default(),
            has_oracle: true,
            next_request: 0,
        }
    }

    pub(super) fn now(&self) -> Now {
        Now {
            play: PlayTime(self.time),
            wall: 1_700_000_000_000 + i64::try_from(self.time).unwrap(),
        }
    }

    /// Sets the chips of a client's account.
    pub(super) fn set_wallet(&mut self, client: usize, chips: u64) {
        self.disk.wallets.insert(self.clients[client].account(), chips);
        self.total = self.disk.wallets.values().sum::<u64>() + self.disk.escrow;
    }

    /// Sends a client's request under a new `id`, which it returns.
    pub(super) fn ask(&mut self, client: usize, request: TableRequest) -> String {
        self.next_request += 1;
        let id = format!("r{}", self.next_request);
        self.ask_as(client, &id, request);
        id
    }

    /// Sends a client's request under this `id`.
    pub(super) fn ask_as(&mut self, client: usize, id: &str, request: TableRequest) {
        let caller = self.clients[client].caller();
        self.clients[client].asks(id, &request);
        self.post(Mail::Request(Box::new(Request {
            caller,
            id: id.to_owned(),
            request,
        })));
    }

    /// Puts mail in; it is read as soon as the core accepts mail.
    pub(super) fn post(&mut self, mail: Mail) {
        self.mailbox.push_back(mail);
        self.run();
    }

    /// Replaces a client's connection by a new one, which watches nothing yet.
    pub(super) fn drop_connection(&mut self, client: usize) {
        let caller = self.clients[client].caller();
        let fresh = self.clients.iter().map(|client| client.conn().0).max().unwrap() + 1;
        self.clients[client].reconnect(fresh);
        self.post(Mail::Disconnected(caller));
    }

    /// Lets `ms` milliseconds pass.
    pub(super) fn wait(&mut self, ms: u64) {
        self.time += ms;
        self.run();
    }

    /// The next deadline.
    pub(super) fn due(&self) -> Option<PlayTime> {
        self.core.planned()
    }

    /// Advances time to the next deadline.
    pub(super) fn wait_until_due(&mut self) -> bool {
        let Some(due) = self.due() else { return false };
        self.time = self.time.max(due.0);
        self.run();
        true
    }

    /// Lets the disk write up to `count` steps in one group, with all notices together.
    pub(super) fn write(&mut self, count: usize) {
        let mut notices = Vec::new();
        for _ in 0..count {
            let Some(step) = self.queue.pop_front() else { break };
            let number = step.step;
            notices.push(match self.disk.write(&step) {
                Ok(()) => DurableNotice::Durable { step: number },
                Err(error) => DurableNotice::Failed { step: number, error },
            });
        }
        for notice in notices {
            self.step(&Input::Notice(notice));
        }
        self.run();
    }

    /// Makes the disk refuse the next step and all that follow.
    pub(super) fn fail_writes(&mut self, error: &StepError) {
        while let Some(step) = self.queue.pop_front() {
            let error = error.clone();
            let step = step.step;
            self.step(&Input::Notice(DurableNotice::Failed { step, error }));
        }
    }

    /// Runs until nothing more can happen now.
    pub(super) fn run(&mut self) {
        loop {
            if self.ended.is_some() {
                return;
            }
            if self.prompt && !self.queue.is_empty() {
                self.write_all();
            } else if !self.core.is_busy() && !self.mailbox.is_empty() {
                let mail = self.mailbox.pop_front().unwrap();
                self.step(&Input::Mail(mail));
            } else if self.core.due().is_some_and(|due| due.0 <= self.time) {
                self.step(&Input::Tick);
            } else {
                return;
            }
        }
    }

    fn write_all(&mut self) {
        let count = self.queue.len();
        let prompt = std::mem::replace(&mut self.prompt, false);
        let mut notices = Vec::new();
        for step in self.queue.drain(..count) {
            let number = step.step;
            notices.push(match self.disk.write(&step) {
                Ok(()) => DurableNotice::Durable { step: number },
                Err(error) => DurableNotice::Failed { step: number, error },
            });
        }
        for notice in notices {
            self.step(&Input::Notice(notice));
        }
        self.prompt = prompt;
    }

    /// Runs one step of the core and checks the invariants.
    pub(super) fn step(&mut self, input: &Input) {
        let mut out = Outputs::default();
        self.core.step(input, self.now(), &mut self.entropy, &mut out);
        self.carry_out(out);
    }

    pub(super) fn carry_out(&mut self, out: Outputs) {
        let Outputs {
            steps,
            bursts,
            lookups,
            end,
            status,
            ..
        } = out;
        self.status = status.or(self.status.take());
        self.queue.extend(steps.into_iter().map(|step| *step));
        if let Some(play) = self.core.table().play() {
            self.oracle.learn(play.no, dealt(play));
        }
        self.deliver(bursts);
        for lookup in lookups {
            let answer = self.disk.answers.get(&(lookup.account, lookup.id)).cloned();
            let ticket = lookup.ticket;
            self.step(&Input::Found { ticket, answer });
        }
        if end.is_some() {
            self.ended = end;
        }
    }

    /// What a caller in this process is shown of the table.
    pub(super) fn look(&mut self, caller: Caller) -> poker_owner::Reply {
        let request = Request {
            caller,
            id: "look".to_owned(),
            request: TableRequest::Look,
        };
        let mut out = Outputs::default();
        let input = Input::Mail(Mail::Request(Box::new(request)));
        self.core.step(&input, self.now(), &mut self.entropy, &mut out);
        let looked = out.replies.pop().expect("everything is on disk");
        self.carry_out(out);
        looked.1
    }

    fn deliver(&mut self, bursts: Vec<(Outbox, Burst)>) {
        let mut reached: Vec<ConnId> = bursts.iter().map(|(outbox, _)| outbox.id()).collect();
        reached.sort_unstable();
        reached.dedup();
        assert_eq!(reached.len(), bursts.len(), "one burst for each connection");
        for (outbox, burst) in bursts {
            let Some(client) = self.clients.iter_mut().find(|client| client.conn() == outbox.id()) else {
                continue;
            };
            client.last_urgent = burst.urgent;
            for frame in burst.frames {
                if self.has_oracle {
                    self.oracle
                        .check(&client.account().to_string(), &frame, &self.disk.begun);
                }
                let message: serde_json::Value = serde_json::from_str(&frame).unwrap();
                if let Some(table) = message["table"].as_str() {
                    assert_eq!(table, self.setup.wire_id(TABLE).0, "one identifier in all messages");
                }
                client.read(&frame, self.disk.last_seq, &mut self.told);
            }
        }
    }

    /// Checks that must pass whenever everything is written.
    pub(super) fn check(&self) {
        if !self.queue.is_empty() || self.ended.is_some() {
            return;
        }
        assert_eq!(
            self.core.table().chips().get(),
            self.disk.escrow,
            "stacks and pots are the escrow"
        );
        let wallets: u64 = self.disk.wallets.values().sum();
        let tabs: i64 = self.disk.tabs.values().sum();
        let total = (self.total + self.disk.minted).wrapping_add_signed(-tabs);
        assert_eq!(wallets + self.disk.escrow, total, "chips are conserved");
        for client in 0..self.clients.len() {
            self.check_of(client);
        }
    }

    /// Checks what one client knows against the table.
    pub(super) fn check_of(&self, client: usize) {
        let client = &self.clients[client];
        client.check_against(
            &self.core.state_for(client.account(), self.now()),
            self.core.table().seq(),
        );
    }

    /// Checks that the journal gives exactly the same table.
    pub(super) fn check_recovery(&self) {
        if self.queue.is_empty() && self.ended.is_none() {
            let (core, must_void) = reload(&self.disk.stored(), &self.setup, self.now()).unwrap();
            assert!(!must_void);
            assert_eq!(core.table(), self.core.table());
        }
    }

    /// Checks that a snapshot between two hands is complete.
    pub(super) fn check_snapshot(&self) {
        let mut table = self.core.table().clone();
        table.play = None;
        let row = snapshot::encode(&table);
        assert_eq!(snapshot::decode(TABLE, Arc::clone(&self.setup), &row).unwrap(), table);
    }

    /// Kills and restarts the process; everything unwritten is lost, and so are all connections.
    pub(super) fn crash(&mut self) {
        let (core, must_void) = reload(&self.disk.stored(), &self.setup, self.now()).unwrap();
        assert!(!must_void);
        self.core = core;
        self.ended = None;
        self.queue.clear();
        self.mailbox.clear();
        let mut fresh = self.clients.iter().map(|client| client.conn().0).max().unwrap();
        for client in &mut self.clients {
            fresh += 1;
            client.reconnect(fresh);
        }
    }

    /// Seats all clients with this many chips; all of them watch.
    pub(super) fn seat_all(&mut self, buy_in: u64) {
        for client in 0..self.clients.len() {
            self.ask(client, TableRequest::Watch);
            self.sit(client, buy_in);
        }
    }

    pub(super) fn sit(&mut self, client: usize, buy_in: u64) -> String {
        self.ask(
            client,
            TableRequest::Sit {
                seat: None,
                buy_in: poker_protocol::v1::Chips::new(buy_in).unwrap(),
                entry: poker_protocol::v1::client::Entry::Post,
            },
        )
    }

    /// Clients that are to act, by their own knowledge.
    pub(super) fn asked(&self) -> Vec<usize> {
        let asked = |index: &usize| !self.clients[*index].choices().is_empty();
        (0..self.clients.len()).filter(asked).collect()
    }
}

fn client(index: usize) -> Client {
    let account = AccountId(Uuid::from_u128(0x1000 + index as u128));
    let info = PlayerInfo {
        id: account.to_string(),
        name: format!("Player {index}"),
        kind: if index.is_multiple_of(2) {
            PlayerKind::Guest
        } else {
            PlayerKind::Bot
        },
    };
    Client::new(caller(account, info, index as u64 + 1))
}

pub(super) fn caller(account: AccountId, info: PlayerInfo, conn: u64) -> Caller {
    Caller {
        account,
        info: Arc::new(info),
        network: None,
        outbox: Outbox::new(ConnId(conn), Arc::new(NoSocket)),
    }
}
