//! The table as a machine: what comes in, what goes out, and when. No I/O, no task, no clock, no chance of its own.
//!
//! **Nothing is visible before it is durable.** A command changes the state in memory at once and goes to the journal;
//! what it causes is parked until the journal has it. Commands that follow meanwhile are carried out on top of it and
//! wait in turn. The exception are commands that take chips of an account: the ledger may refuse those, so the table
//! waits for them, and goes back to the state before if it does.

pub mod clock;
mod fan_out;
mod frames;
mod io;
pub mod mail;
mod requests;
mod standstill;
pub mod supervise;
mod timers;
mod view;
pub mod viewers;

use std::collections::{BTreeMap, VecDeque};

use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use smallvec::SmallVec;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use self::clock::{Bank, Expired, PlayTime, TurnClock};
use self::fan_out::{Batch, Choices, Effect, Effects, Parked, Reply};
pub use self::io::{Doing, End, Entropy, Input, Lookup, NoEntropy, Now, Outputs};
use self::mail::Caller;
use self::timers::Timers;
use self::viewers::Viewers;
use crate::net::{Burst, ConnId, Outbox};
use crate::store::{AccountId, Answer, DurableNotice, LedgerAccount, Step, StepError, StepKind, Transfer};
use crate::table::setup::timing::Timing;
use crate::table::state::backlog::Backlog;
use crate::table::state::command::{By, Command, FORMAT, Order};
use crate::table::state::event_log::{public_array, to_json};
use crate::table::state::play::Asked;
use crate::table::state::recover::Recovered;
use crate::table::state::snapshot;
use crate::table::state::table::{Applied, Refusal, Table};

/// Steps that may be on their way to the disk at once. A table is never far ahead of it: what follows a step is asked of
/// players who cannot see it yet. The bound is for a stalled disk.
const AHEAD: u64 = 64;

/// Journal rows after which a snapshot is taken, between two hands. Recovery replays no more than about so many.
const SNAPSHOT_ROWS: u64 = 256;

/// What a table that is given up leaves behind.
#[derive(Debug, Default)]
pub struct Abandoned {
    /// Who watched.
    pub viewers: Vec<Caller>,
    /// What waited for the disk, in order.
    pub(super) parked: VecDeque<Parked>,
    /// The answers to requests that the store was asked about, if it knows none.
    open: Vec<Reply>,
    /// What was released already, and not yet put out when the table failed.
    pub bursts: Vec<(Outbox, Burst)>,
}

impl Abandoned {
    /// A connection is gone.
    fn forget(&mut self, conn: ConnId) {
        self.viewers.retain(|viewer| viewer.outbox.id() != conn);
        self.parked.retain_mut(|parked| parked.forget_watcher(conn));
    }
}

/// A table.
#[derive(Debug)]
pub struct TableCore {
    pub(super) table: Table,
    /// How clients name the table.
    wire_id: poker_protocol::v1::TableId,
    epoch: u64,
    undo: Option<Undo>,
    last_step: u64,
    durable_step: u64,
    /// Journal rows since the last snapshot.
    rows: u64,
    /// What waits for the disk, in order.
    parked: VecDeque<Parked>,
    batch: Batch,
    ring: Backlog,
    /// The number of the last event that was shown.
    released: u64,
    viewers: Viewers,
    /// The taken seats as everybody knows them.
    visible_people: Vec<(u8, AccountId)>,
    clock: Option<TurnClock>,
    banks: BTreeMap<AccountId, Bank>,
    timers: Timers,
    draining: bool,
    closing: bool,
    tickets: Tickets,
    doing: Doing,
}

/// The table before a step that the ledger may refuse.
#[derive(Debug)]
struct Undo {
    step: u64,
    table: Box<Table>,
}

/// Questions to the store that are open, each with the answer if the request is not known.
#[derive(Debug, Default)]
struct Tickets {
    last: u64,
    open: BTreeMap<u64, Reply>,
}

impl TableCore {
    /// A table from its durable state, with a fresh clock. If the running hand has to be voided, [`Input::Void`] must be
    /// the first input.
    pub fn new(recovered: Recovered, now: Now) -> Self {
        let Recovered {
            table,
            backlog: ring,
            epoch,
            last_step: durable_step,
            rows,
            must_void: _,
        } = recovered;
        let mut core = Self {
            released: table.seq(),
            wire_id: table.setup.wire_id(table.id),
            table,
            epoch,
            undo: None,
            last_step: durable_step,
            durable_step,
            rows,
            parked: VecDeque::new(),
            batch: Batch::default(),
            ring,
            viewers: Viewers::default(),
            visible_people: Vec::new(),
            clock: None,
            banks: BTreeMap::new(),
            timers: Timers::default(),
            draining: false,
            closing: false,
            tickets: Tickets::default(),
            doing: Doing::default(),
        };
        core.visible_people = core.people();
        core.start_clock(now);
        core.watch_people(now);
        core.plan_deal(now);
        core
    }

    /// Takes over what a table that was loaded anew left behind: viewers get a snapshot, and each request the answer that
    /// it had. Where the step behind it was not written, nothing of the request was kept, and that is its answer.
    pub fn adopt(&mut self, abandoned: Abandoned, now: Now) -> Vec<(Outbox, Burst)> {
        for caller in abandoned.viewers {
            self.greet(&caller, None, now);
        }
        self.adopt_parked(abandoned.parked, now);
        for reply in abandoned.open {
            self.answer_anew(reply);
        }
        let mut out = Outputs::default();
        self.release(now, &mut out);
        self.batch.take_bursts()
    }

    /// Answers a request of which it is not known whether it was carried out.
    fn answer_anew(&mut self, reply: Reply) {
        let Reply { caller, id, .. } = reply;
        let message = match self.table.answers.find(caller.account, &id) {
            Some(answered) => ServerMsg::Ok(answered.message()),
            None => internal_error(&id),
        };
        self.park(Effect::Send(Reply::new(caller, id, &message)));
    }

    /// Carries an input out and says in `out` what follows. When to call again without one is told by [`TableCore::due`].
    ///
    /// After a panic the table must be loaded anew. What `out` holds by then is complete: a request that was carried out
    /// before a command of the server's own failed is not lost. [`TableCore::doing`] tells which of the two it was.
    pub fn step(&mut self, input: &Input, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        self.doing = match input {
            Input::Mail(_) | Input::Found { .. } => Doing::Request,
            Input::Notice(_) => Doing::Showing,
            Input::Tick | Input::Void => Doing::Own,
        };
        match input {
            Input::Mail(mail) => self.read(mail, now, out),
            Input::Notice(DurableNotice::Durable { step }) => self.step_durable(*step),
            Input::Notice(DurableNotice::Failed { step, error }) => self.step_failed(*step, error, now, out),
            Input::Tick => {}
            Input::Found { ticket, answer } => self.found(*ticket, answer.as_deref()),
            Input::Void => self.must_commit(Command::Void {}, now, out),
        }
        if out.end.is_none() {
            self.release(now, out);
            self.doing = Doing::Own;
            self.pass_time(now, entropy, out);
            self.release(now, out);
            out.end = self.end();
        }
        out.bursts = self.batch.take_bursts();
    }

    /// What the core is at, or was at when it panicked.
    pub const fn doing(&self) -> Doing {
        self.doing
    }

    /// Whether the table has to hear from the journal before it can take anything more from its mailbox.
    pub fn is_busy(&self) -> bool {
        self.undo.is_some() || self.last_step - self.durable_step >= AHEAD
    }

    /// When [`Input::Tick`] is due; `None` if nothing is planned, or while the table [`Self::is_busy`].
    pub fn due(&self) -> Option<PlayTime> {
        if self.is_busy() {
            return None;
        }
        let turn = self.clock.as_ref().and_then(|clock| clock.due(self.timing()));
        turn.into_iter().chain(self.timers.due()).min()
    }

    /// The durable state, which may be ahead of the disk.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Whether the table is to be drained, and whether it is to be closed.
    pub const fn is_ending(&self) -> (bool, bool) {
        (self.draining, self.closing)
    }

    /// The table is to be drained or closed, if it is not already.
    pub const fn set_ending(&mut self, draining: bool, closing: bool) {
        self.draining |= draining;
        self.closing |= closing;
    }

    /// Gives the table up, so that it can be loaded anew.
    pub fn abandon(&mut self) -> Abandoned {
        Abandoned {
            viewers: self.viewers.take(),
            parked: std::mem::take(&mut self.parked),
            open: std::mem::take(&mut self.tickets.open).into_values().collect(),
            bursts: self.batch.take_bursts(),
        }
    }

    fn timing(&self) -> &Timing {
        &self.table.setup.timing
    }

    /// Milliseconds that a decision may take before the time bank begins.
    fn time_for(&self, decision: DecisionKind) -> u32 {
        match decision {
            DecisionKind::PickGame => self.table.setup.pick_ms(),
            _ => self.timing().action_ms,
        }
    }

    /// The bank of a player.
    fn bank(&mut self, account: AccountId, now: Now) -> &mut Bank {
        let timing = self.table.setup.timing;
        let bank = self
            .banks
            .entry(account)
            .or_insert_with(|| Bank::new(&timing, now.play));
        bank.accrue(&timing, now.play);
        bank
    }

    /// Milliseconds in the bank of a player.
    fn bank_left(&self, account: AccountId) -> u32 {
        self.banks.get(&account).map_or(self.timing().bank_ms, Bank::left_ms)
    }

    /// Forgets the banks of players who are gone.
    fn keep_banks(&mut self, keep: impl Fn(AccountId) -> bool) {
        self.banks.retain(|account, _| keep(*account));
    }

    /// The open decision, if everybody has been told of it.
    fn visible_turn(&self) -> Option<Asked> {
        let asked = self.table.asked()?;
        (asked.seq <= self.released).then_some(asked)
    }

    /// Starts the clock of the open decision once it is visible: what the disk takes costs no player any time.
    fn start_clock(&mut self, now: Now) {
        let Some(asked) = self.visible_turn() else {
            return;
        };
        if self.clock.as_ref().is_some_and(|clock| clock.is_of(asked.seq)) {
            return;
        }
        let mut seats = Vec::with_capacity(asked.seats.len());
        for seat in asked.seats.iter() {
            if let Some(account) = self.table.decider(seat) {
                seats.push((seat, account, *self.bank(account, now)));
            }
        }
        let mut clock = TurnClock::start(asked.seq, asked.turn, seats, self.time_for(asked.decision), now.play);
        if self.table.paused {
            clock.freeze(now.play);
        }
        self.clock = Some(clock);
    }

    /// The first seat whose time is up.
    fn expired(&self, timing: &Timing, now: Now) -> Option<Expired> {
        self.clock.as_ref()?.expired(timing, now.play)
    }

    /// Stops the clock of a seat that has answered.
    fn stop_clock(&mut self, seat: poker_engine::SeatIx, account: AccountId, now: Now) {
        let mut bank = *self.bank(account, now);
        if let Some(clock) = &mut self.clock {
            clock.stop(seat, now.play, &mut bank);
        }
        *self.bank(account, now) = bank;
    }

    /// Carries a command out, writes it down and parks what it causes. `request` is who asked for it.
    pub(super) fn commit(
        &mut self,
        command: Command,
        request: Option<(&Caller, &str)>,
        now: Now,
        out: &mut Outputs,
    ) -> Result<(), Refusal> {
        let kind = command.kind();
        let refusable = command.may_be_refused();
        let seats_somebody = matches!(command, Command::Sit { .. });
        let moves_chips = refusable || matches!(command, Command::Act { .. } | Command::Pick { .. });
        let by = request.filter(|_| moves_chips).map(|(caller, id)| By {
            account: caller.account,
            id: id.to_owned(),
        });
        let order = Order {
            at: now.wall,
            by,
            command,
        };
        let before = refusable.then(|| Box::new(self.table.clone()));
        let first_seq = self.table.seq() + 1;
        let applied = self.table.apply(&order)?;
        self.last_step += 1;
        self.rows += 1;
        let reply = request.map(|(caller, id)| Reply::ok(caller.clone(), id, &applied));
        self.undo = before.map(|table| Undo {
            step: self.last_step,
            table,
        });
        let (row, secret) = order.encode();
        let answer = order.by.filter(|_| refusable).zip(reply.as_ref());
        out.steps.push(Box::new(Step {
            table: self.table.id,
            epoch: self.epoch,
            step: self.last_step,
            format: FORMAT,
            first_seq,
            hand_no: (kind == StepKind::Hand).then_some(self.table.hand_no),
            kind,
            command: row,
            events: public_array(&applied.told),
            secret,
            transfers: applied.transfers.clone(),
            network: request.and_then(|(caller, _)| caller.network),
            answer: answer.map(|(by, reply)| Answer {
                account: by.account,
                request_id: by.id,
                body: reply.frame.to_string(),
            }),
            hand_end: applied.hand_end.clone(),
        }));
        let mut effects = self.effects(kind, first_seq, reply, applied);
        if let Some((caller, _)) = request.filter(|_| seats_somebody) {
            effects.newcomer = Some(caller.account);
            // A seat that is asked must hear of it.
            let is_new = !self.will_watch(caller.outbox.id());
            effects.watcher = is_new.then(|| Box::new(self.newly_watching(caller, now)));
        }
        self.park(Effect::Step(Box::new(effects)));
        Ok(())
    }

    /// Carries out a command of the server's own, which only a fault of ours can make illegal.
    ///
    /// # Panics
    /// If it is refused: then the state is not what we believe it to be, and whoever runs the table loads it anew.
    fn must_commit(&mut self, command: Command, now: Now, out: &mut Outputs) {
        if let Err(refusal) = self.commit(command, None, now, out) {
            panic!("a command of the server's own was refused: {refusal}");
        }
        out.own_command = true;
    }

    fn effects(&mut self, kind: StepKind, first_seq: u64, reply: Option<Reply>, applied: Applied) -> Effects {
        let last_seq = self.table.seq();
        let changes_seats = kind == StepKind::Table || applied.hand_end.is_some();
        if changes_seats {
            self.timers.people_changed();
        }
        if applied.hand_end.is_some() {
            self.timers.hand_over();
        }
        let mut choices = SmallVec::new();
        if let Some(asked) = self.table.asked().filter(|asked| asked.seq >= first_seq) {
            for seat in asked.seats.iter() {
                if let (Some(account), Some(part)) = (self.table.decider(seat), self.table.choices(seat)) {
                    choices.push(Choices {
                        seq: asked.seq,
                        account,
                        part: to_json(&part),
                    });
                }
            }
        }
        self.ring.extend(applied.told);
        Effects {
            first_seq,
            last_seq,
            reply,
            choices,
            moved: applied.transfers.iter().filter_map(moved_account).collect(),
            status: changes_seats.then(|| self.status()),
            people: changes_seats.then(|| self.people()),
            hand_over: applied.hand_end.is_some(),
            newcomer: None,
            watcher: None,
        }
    }

    /// Writes the whole state down if that is due. Only between two hands.
    fn snapshot_if_due(&mut self, out: &mut Outputs) {
        if self.rows < SNAPSHOT_ROWS {
            return;
        }
        self.table.play = None;
        self.last_step += 1;
        self.rows = 0;
        out.steps.push(Box::new(Step {
            table: self.table.id,
            epoch: self.epoch,
            step: self.last_step,
            format: FORMAT,
            first_seq: self.table.seq() + 1,
            hand_no: None,
            kind: StepKind::Snapshot,
            command: snapshot::encode(&self.table),
            events: public_array(&[]),
            secret: None,
            transfers: Vec::new(),
            network: None,
            answer: None,
            hand_end: None,
        }));
    }

    fn step_durable(&mut self, step: u64) {
        self.durable_step = self.durable_step.max(step);
        if self.undo.as_ref().is_some_and(|undo| undo.step <= step) {
            self.undo = None;
        }
    }

    /// A step was not written. If the table waited for it and it never can be, the table is as before it; otherwise it must
    /// be loaded anew.
    fn step_failed(&mut self, step: u64, error: &StepError, now: Now, out: &mut Outputs) {
        let refused = self.undo.take_if(|undo| undo.step == step);
        let Some(undo) = refused.filter(|_| error.is_final()) else {
            out.end = Some(match error {
                StepError::Fenced | StepError::Stopped(_) => End::Lost(error.clone()),
                _ => End::Reload(error.clone()),
            });
            return;
        };
        self.table = *undo.table;
        self.last_step = step - 1;
        self.rows = self.rows.saturating_sub(1);
        self.ring.take_back(self.table.seq());
        self.timers.people_changed();
        self.watch_people(now);
        let parked = self.parked.pop_back_if(|parked| parked.step() == step);
        let Some(reply) = parked.and_then(Parked::into_reply) else {
            return;
        };
        let Reply { caller, id, .. } = reply;
        if *error == StepError::Answered {
            let fallback = Reply::new(caller, id.clone(), &internal_error(&id));
            self.look_up(fallback, out);
            return;
        }
        let message = match error {
            StepError::FaucetDry { left } => {
                let message = "the free stacks are more than is granted today";
                let message = ErrorMsg::new(Some(id.clone()), ErrorCode::LedgerTopUpLimit, message);
                ServerMsg::Error(message.with("left", left.get()))
            }
            StepError::Insufficient {
                account: LedgerAccount::Player(_),
            } => {
                let message = "the account has fewer chips than that";
                ServerMsg::Error(ErrorMsg::new(
                    Some(id.clone()),
                    ErrorCode::LedgerInsufficientFunds,
                    message,
                ))
            }
            _ => internal_error(&id),
        };
        self.park(Effect::Send(Reply::new(caller, id, &message)));
    }

    /// Asks the store for the first answer to a request; `otherwise` is the answer if there is none.
    fn look_up(&mut self, otherwise: Reply, out: &mut Outputs) {
        self.tickets.last += 1;
        let ticket = self.tickets.last;
        out.lookups.push(Lookup {
            ticket,
            account: otherwise.caller.account,
            id: otherwise.id.clone(),
        });
        self.tickets.open.insert(ticket, otherwise);
    }

    fn found(&mut self, ticket: u64, answer: Option<&str>) {
        if let Some(mut reply) = self.tickets.open.remove(&ticket) {
            if let Some(answer) = answer {
                reply.frame = Utf8Bytes::from(answer.to_owned());
            }
            self.park(Effect::Send(reply));
        }
    }

    /// Parks something behind everything that was written so far.
    fn park(&mut self, what: Effect) {
        self.parked.push_back(Parked::new(self.last_step, what));
    }

    /// Whether everything is written and shown, and nothing is left to do.
    fn end(&self) -> Option<End> {
        if !self.parked.is_empty() || self.last_step != self.durable_step || !self.tickets.open.is_empty() {
            return None;
        }
        if self.table.closed {
            return Some(End::Closed);
        }
        (self.draining && self.table.running().is_none()).then_some(End::Drained)
    }
}

fn moved_account(transfer: &Transfer) -> Option<AccountId> {
    [transfer.debit, transfer.credit]
        .into_iter()
        .find_map(|side| match side {
            LedgerAccount::Player(account) => Some(account),
            LedgerAccount::Mint | LedgerAccount::Table(_) => None,
        })
}

fn internal_error(id: &str) -> ServerMsg {
    ServerMsg::Error(ErrorMsg::new(
        Some(id.to_owned()),
        ErrorCode::ServerInternal,
        "the table had to start again; nothing of this request was kept",
    ))
}
