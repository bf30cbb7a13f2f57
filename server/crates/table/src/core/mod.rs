//! The table as a state machine: inputs, outputs and deadlines. No I/O, no task, no clock, no randomness of its own.
//!
//! **Nothing is visible before it is durable.** A command changes the state in memory immediately and is sent to the
//! journal; its effects are parked until the journal has written it. Commands that follow in the meantime are carried
//! out on top of it and wait in turn. Commands that debit an account are the exception: the ledger may refuse them, so
//! the table waits, and rolls back on refusal.

pub mod clock;
mod deadlines;
mod delayed;
pub mod desk;
pub mod direct;
mod fan_out;
mod frames;
pub mod hint;
mod io;
pub mod mail;
mod parked;
mod requests;
mod shuffle;
pub mod speech;
mod standstill;
mod status;
mod steps;
pub mod supervise;
mod talk;
mod tickets;
mod timers;
mod view;
pub mod viewers;

use std::collections::{BTreeMap, VecDeque};

use poker_owner::{Burst, Caller, ConnId, Entropy, Now, Outbox, PlayTime, encode};
use poker_protocol::v1::table::TableState;
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use poker_store::{AccountId, Answer, DurableNotice, LedgerAccount, Step, StepError, StepKind};

use self::deadlines::{Deadlines, Due, Moment};
use self::delayed::Figures;
use self::direct::{ChatRule, Pace, Report};
use self::fan_out::{FanOut, Scene};
pub use self::io::{AskedAccount, Doing, End, Ending, Input, Outputs};
use self::mail::TableStatus;
use self::parked::{Effect, Effects, Parked, Reply, Shot, Watcher};
use self::steps::Steps;
use self::talk::Talk;
use self::tickets::Tickets;
use self::view::View;
use self::viewers::{Part, Viewer};
use crate::state::applied::{Applied, Refusal};
use crate::state::command::{Command, RequestOrigin, TableOrder};
use crate::state::event_log::public_array;
use crate::state::recover::Recovered;
use crate::state::snapshot;
use crate::state::table::Table;

/// The remains of a core that is given up.
#[derive(Debug, Default)]
pub struct Abandoned {
    /// The connections that watched.
    pub viewers: Vec<Viewer>,
    /// Effects that waited for the disk, in order.
    pub(super) parked: VecDeque<Parked>,
    /// Replies to requests that the store was asked about, used if it does not know them.
    open: Vec<Reply>,
    /// Bursts that had been released but not yet put out when the table failed.
    pub bursts: Vec<(Outbox, Burst)>,
}

impl Abandoned {
    /// Removes a connection that is gone.
    fn forget(&mut self, conn: ConnId) {
        self.viewers.retain(|viewer| viewer.caller.outbox.id() != conn);
        self.parked.retain_mut(|parked| parked.forget_watcher(conn));
    }
}

/// The state machine of a table.
#[derive(Debug)]
pub struct TableCore {
    pub(super) table: Table,
    steps: Steps,
    fan_out: FanOut,
    deadlines: Deadlines,
    tickets: Tickets,
    ending: Ending,
    doing: Doing,
    /// The last report to the tournament director.
    reported: Option<Report>,
    /// The chat rules set by the tournament director.
    chat_rule: ChatRule,
    /// For players who have just shown a sign, the instant at which they may show another.
    emotes: BTreeMap<AccountId, PlayTime>,
    talk: Talk,
    /// The time that the players of a tournament take for decisions that cost nothing.
    paces: BTreeMap<AccountId, Pace>,
    /// The last hand in which the nuts were checked, and the player who did so.
    nuts: Option<(u64, AccountId)>,
    /// The instant from which the next hint may be requested.
    next_hint: Option<PlayTime>,
    /// For players who have just moved their seat to another device, the instant from which they may do so again.
    next_move: BTreeMap<AccountId, PlayTime>,
}

impl TableCore {
    /// Creates a table from its durable state, with a fresh clock. If the running hand has to be voided,
    /// [`Input::Void`] must be the first input.
    pub fn new(recovered: Recovered, now: Now) -> Self {
        let Recovered {
            table,
            backlog,
            epoch,
            last_step,
            rows,
            must_void: _,
        } = recovered;
        let mut core = Self {
            steps: Steps::new(epoch, last_step, rows),
            fan_out: FanOut::new(&table, backlog),
            deadlines: Deadlines::default(),
            tickets: Tickets::default(),
            ending: Ending::default(),
            doing: Doing::default(),
            reported: None,
            chat_rule: ChatRule::default(),
            emotes: BTreeMap::new(),
            talk: Talk::default(),
            paces: BTreeMap::new(),
            nuts: None,
            next_hint: None,
            next_move: BTreeMap::new(),
            table,
        };
        core.deadlines.restore_banks(&core.table, now);
        if let Some(asked) = core.fan_out.visible_turn(&core.table) {
            core.deadlines.start_clock(asked, &core.table, now);
        }
        core.with_deadlines(now, |deadlines, moment| {
            deadlines.plan_people(moment);
            deadlines.plan_deal(moment);
        });
        core.take_picture(false, now);
        core
    }

    /// Takes over from the failed core of a table that has been loaded again: viewers get a snapshot, and each open
    /// request gets its original answer. If its step was not written, nothing of the request was kept, and the answer
    /// says so.
    pub fn adopt(&mut self, abandoned: Abandoned, now: Now) -> Vec<(Outbox, Burst)> {
        for Viewer { caller, part } in abandoned.viewers {
            self.greet(&caller, part, None, now);
        }
        for parked in abandoned.parked {
            self.adopt_parked(parked, now);
        }
        for reply in abandoned.open {
            self.answer_anew(reply);
        }
        self.release(now, &mut Outputs::default());
        self.fan_out.take_bursts()
    }

    /// Takes over an effect that waited for the disk when the table failed. Its events are in the snapshots that
    /// viewers get.
    fn adopt_parked(&mut self, parked: Parked, now: Now) {
        let is_written = parked.step() <= self.steps.durable();
        let reply = match parked.into_effect() {
            Effect::Step(effects) => effects.reply,
            Effect::Send(reply) => Some(reply),
            Effect::Remark(frame) if is_written => return self.park(Effect::Remark(frame)),
            // The loaded table has its own status, and a look may show what is lost: its caller asks again.
            Effect::Look(..) | Effect::Remark(_) | Effect::Picture(_) | Effect::Status(_) => None,
            Effect::Watch(watcher) => {
                // The original answer comes before a snapshot of the table as it is now.
                let Watcher {
                    caller, part, frames, ..
                } = *watcher;
                if let Some(answer) = frames.into_iter().next() {
                    self.fan_out.push(&caller.outbox, answer);
                }
                return self.greet(&caller, part, None, now);
            }
            Effect::Unwatch(reply) => return self.park(Effect::Unwatch(reply)),
        };
        match reply {
            Some(reply) if is_written => self.park(Effect::Send(reply)),
            Some(reply) => self.answer_anew(reply),
            None => {}
        }
    }

    /// Answers a request that may or may not have been carried out.
    fn answer_anew(&mut self, reply: Reply) {
        let Reply { caller, id, .. } = reply;
        let message = match self.table.answers.find(caller.account, &id) {
            Some(answered) => ServerMsg::Ok(answered.message()),
            None => internal_error(&id),
        };
        self.park(Effect::Send(Reply::new(caller, id, &message)));
    }

    /// Carries out an input and puts the results into `out`. [`TableCore::due`] says when the next tick is due.
    ///
    /// After a panic the table must be loaded again. Anything in `out` at that point is complete: a request that was
    /// carried out before a command of the server's own failed is not lost. `doing` says which of the two
    /// was running.
    pub fn step(&mut self, input: &Input, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        self.doing = match input {
            Input::Mail(_) | Input::Found { .. } => Doing::Request,
            Input::Notice(_) => Doing::Showing,
            Input::Tick | Input::Void => Doing::Own,
        };
        match input {
            Input::Mail(mail) => self.read(mail, now, out),
            Input::Notice(DurableNotice::Durable { step }) => self.steps.note_durable(*step),
            Input::Notice(DurableNotice::Failed { step, error }) => self.step_failed(*step, error, now, out),
            Input::Tick => {}
            Input::Found { ticket, answer } => {
                if let Some(reply) = self.tickets.found(*ticket, answer.as_deref(), self.table.id) {
                    self.park(Effect::Send(reply));
                }
            }
            Input::Void => self.must_commit(Command::Void {}, now, out),
        }
        if out.end.is_none() {
            self.release(now, out);
            self.doing = Doing::Own;
            self.pass_time(now, entropy, out);
            self.release(now, out);
            self.report(out);
            out.end = self.end();
        }
        out.bursts = self.fan_out.take_bursts();
        out.said = self.talk.take_said();
    }

    /// The current activity, or after a panic the activity that panicked.
    const fn doing(&self) -> Doing {
        self.doing
    }

    /// `true` if the table must hear from the journal before it can handle any further mail.
    pub const fn is_busy(&self) -> bool {
        self.steps.must_wait()
    }

    /// The instant at which [`Input::Tick`] is due; `None` if nothing is planned, while the table [`Self::is_busy`],
    /// and once it is closed, when it waits for the disk alone.
    pub fn due(&self) -> Option<PlayTime> {
        if self.is_busy() || self.table.closed {
            return None;
        }
        self.planned().into_iter().chain(self.fan_out.count_due()).min()
    }

    /// The instant at which the next thing of the game is due: a deadline, or an item of the delayed feed.
    pub(crate) fn planned(&self) -> Option<PlayTime> {
        if self.is_busy() || self.table.closed {
            return None;
        }
        let deadlines = self.deadlines.due(&self.table.setup.timing);
        deadlines.into_iter().chain(self.fan_out.late_due()).min()
    }

    /// The durable state, which may be ahead of the disk.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The public state of the table, with the private parts of this account.
    pub fn state_for(&self, account: AccountId, now: Now) -> TableState {
        self.view(now).state_for(Some(account))
    }

    /// The status that the lobby shows.
    pub fn status(&self) -> TableStatus {
        let status = status::status(&self.table, self.fan_out.viewers());
        self.fan_out.late_status(status)
    }

    /// The way in which the table is to end, if at all.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// Adds `ending` to the ending already ordered.
    const fn add_ending(&mut self, ending: Ending) {
        self.ending = self.ending.or(ending);
    }

    /// Gives the core up, so that the table can be loaded again.
    pub fn abandon(&mut self) -> Abandoned {
        Abandoned {
            viewers: self.fan_out.take_viewers(),
            parked: self.fan_out.take_parked(),
            open: self.tickets.take(),
            bursts: self.fan_out.take_bursts(),
        }
    }

    /// Carries out a command, writes it to the journal and parks its effects. `request` is the request that led to it,
    /// if any.
    pub(super) fn commit(
        &mut self,
        command: Command,
        request: Option<(&Caller, &str)>,
        now: Now,
        out: &mut Outputs,
    ) -> Result<(), Refusal> {
        let kind = command.kind();
        let refusable = command.may_be_refused();
        let begins_hand = matches!(command, Command::Deal { .. } | Command::DealEvent { .. });
        let takes_seat = matches!(command, Command::Sit { .. });
        let directed = matches!(command, Command::Arrange { .. } | Command::DealEvent { .. });
        let moves_chips = refusable || matches!(command, Command::Act { .. } | Command::Pick { .. });
        let by = request.filter(|_| moves_chips).map(|(caller, id)| RequestOrigin {
            account: caller.account,
            id: id.to_owned(),
        });
        let order = TableOrder {
            at: now.wall,
            by,
            command,
        };
        let before = refusable.then(|| Box::new(self.table.clone()));
        let first_seq = self.table.seq() + 1;
        let applied = self.table.apply(&order)?;
        let reply = request.map(|(caller, id)| Reply::ok(caller.clone(), id, &applied));
        let viewers = self.fan_out.viewers();
        let mut effects = Effects::of(kind, first_seq, &applied, reply, &self.table, viewers);
        let (row, secret) = order.encode();
        let answer = order.by.filter(|_| refusable).zip(effects.reply.as_ref());
        let Applied {
            told,
            transfers,
            hand_end,
            answer: _,
        } = applied;
        out.steps.push(Box::new(Step {
            hand_no: (kind == StepKind::Hand).then_some(self.table.hand_no),
            command: row,
            events: public_array(&told),
            secret,
            transfers,
            network: request.and_then(|(caller, _)| caller.network),
            answer: answer.map(|(by, reply)| Answer {
                account: by.account,
                request_id: by.id,
                body: Answer::by(LedgerAccount::Table(self.table.id), &reply.frame),
            }),
            hand_end,
            ..self.steps.next(self.table.id, kind, first_seq, before)
        }));
        self.fan_out.log(told);
        if effects.people.is_some() {
            self.deadlines.people_changed();
        }
        if directed {
            self.deadlines.restore_banks(&self.table, now);
        }
        if effects.hand_over {
            self.deadlines.hand_over();
        }
        if let Some((caller, _)) = request.filter(|_| takes_seat) {
            effects.newcomer = Some(caller.clone());
            // A player with a seat to act from must be able to see the decision.
            let is_new = !self.fan_out.will_watch(caller.outbox.id());
            effects.watcher = is_new.then(|| Box::new(self.newly_watching(caller, Part::Plays, now)));
        }
        if effects.people.is_some() && self.fan_out.is_delayed() {
            self.show_seated(&mut effects, now);
        }
        self.park(Effect::Step(Box::new(effects)));
        if self.fan_out.is_delayed() {
            self.take_picture(begins_hand, now);
        }
        Ok(())
    }

    /// Carries out a command of the server's own, which is legal unless we have a bug.
    ///
    /// # Panics
    /// If the command is refused: the state is then not what we believe it to be, and the table has to be loaded again.
    fn must_commit(&mut self, command: Command, now: Now, out: &mut Outputs) {
        if let Err(refusal) = self.commit(command, None, now, out) {
            panic!("a command of the server's own was refused: {refusal}");
        }
        out.own_command = true;
    }

    /// Shows the table as it is to the connections of seated players that have seen it late. The one that took the seat
    /// plays, or the first.
    fn show_seated(&self, effects: &mut Effects, now: Now) {
        let newcomer = effects.newcomer.as_ref().map(|caller| caller.outbox.id());
        for (_, account) in effects.people.iter().flatten() {
            let callers = self.fan_out.late_callers(*account);
            let plays = callers.iter().position(|caller| Some(caller.outbox.id()) == newcomer);
            for (index, caller) in callers.iter().enumerate() {
                let part = if index == plays.unwrap_or(0) {
                    Part::Plays
                } else {
                    Part::Aside
                };
                effects.caught_up.push(self.newly_watching(caller, part, now));
            }
        }
    }

    /// Puts a picture of the table into the delayed feed, if it needs one.
    fn take_picture(&mut self, begins_hand: bool, now: Now) {
        let seq = self.table.seq();
        if !self.fan_out.wants_picture(seq, begins_hand) {
            return;
        }
        let shot = Shot {
            seq,
            frame: encode(&self.view(now).picture()),
            figures: Figures {
                hands: self.table.hands,
                average_pot: poker_wire::chips(self.table.average_pot()),
            },
        };
        self.park(Effect::Picture(Box::new(shot)));
    }

    /// Writes a snapshot of the whole state. Only between two hands.
    fn take_snapshot(&mut self, out: &mut Outputs) {
        self.table.play = None;
        let first_seq = self.table.seq() + 1;
        out.steps.push(Box::new(Step {
            command: snapshot::encode(&self.table),
            events: public_array(&[]),
            ..self.steps.next(self.table.id, StepKind::Snapshot, first_seq, None)
        }));
    }

    /// Handles a step that was not written. If the table was waiting for it and it can never be written, the table
    /// returns to the state before it; otherwise the table must be loaded again.
    fn step_failed(&mut self, step: u64, error: &StepError, now: Now, out: &mut Outputs) {
        let Some(before) = self.steps.take_back(step, error) else {
            out.end = Some(match error {
                StepError::Fenced | StepError::Stopped(_) => End::Lost(error.clone()),
                _ => End::Reload(error.clone()),
            });
            return;
        };
        self.table = *before;
        let reply = self.fan_out.take_back(step, self.table.seq());
        self.with_deadlines(now, Deadlines::plan_people);
        let Some(Reply { caller, id, .. }) = reply else {
            return;
        };
        if *error == StepError::Answered {
            let fallback = Reply::new(caller, id.clone(), &internal_error(&id));
            out.lookups.push(self.tickets.look_up(fallback));
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

    /// Does everything that is due.
    fn pass_time(&mut self, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        loop {
            let must_wait = self.is_busy() || self.table.closed;
            let due = self.with_deadlines(now, |deadlines, moment| {
                deadlines.plan(moment);
                if must_wait {
                    Due::Nothing
                } else {
                    deadlines.take_due(moment, entropy)
                }
            });
            match due {
                Due::Command(command) => {
                    let deals = matches!(command, Command::Deal { .. } | Command::DealEvent { .. });
                    if deals && self.steps.want_snapshot() {
                        self.take_snapshot(out);
                    }
                    self.must_commit(command, now, out);
                }
                Due::Plan => {}
                Due::Nothing => return,
            }
        }
    }

    /// Calls `done` with the deadlines and the table at this instant.
    fn with_deadlines<R>(&mut self, now: Now, done: impl FnOnce(&mut Deadlines, &Moment<'_>) -> R) -> R {
        let moment = Moment {
            table: &self.table,
            viewers: self.fan_out.viewers(),
            turn: self.fan_out.visible_turn(&self.table),
            ending: self.ending,
            now,
        };
        done(&mut self.deadlines, &moment)
    }

    /// Shows everything that no longer waits for the disk.
    fn release(&mut self, now: Now, out: &mut Outputs) {
        let durable = self.steps.durable();
        let (fan_out, mut scene) = self.scene(now);
        fan_out.release(durable, &mut scene, out);
    }

    /// The fan-out, and all that it needs to show something.
    const fn scene(&mut self, now: Now) -> (&mut FanOut, Scene<'_>) {
        let scene = Scene {
            table: &self.table,
            deadlines: &mut self.deadlines,
            last_step: self.steps.last(),
            now,
        };
        (&mut self.fan_out, scene)
    }

    /// The table as viewers may see it at this instant.
    fn view(&self, now: Now) -> View<'_> {
        View {
            name: self.fan_out.name(),
            table: &self.table,
            viewers: self.fan_out.viewers(),
            backlog: self.fan_out.backlog(),
            deadlines: &self.deadlines,
            turn: self.fan_out.visible_turn(&self.table),
            now,
        }
    }

    /// Parks an effect after everything written so far.
    fn park(&mut self, what: Effect) {
        self.fan_out.park(self.steps.last(), what);
    }

    /// The end of the table, if it is to end and everything has been written and shown.
    fn end(&self) -> Option<End> {
        if !self.fan_out.is_idle() || !self.steps.are_durable() || !self.tickets.are_closed() {
            return None;
        }
        if self.table.closed {
            return Some(End::Closed);
        }
        (self.ending.draining && self.table.running().is_none()).then_some(End::Drained)
    }
}

fn internal_error(id: &str) -> ServerMsg {
    ServerMsg::Error(ErrorMsg::new(
        Some(id.to_owned()),
        ErrorCode::ServerInternal,
        "the table had to start again; nothing of this request was kept",
    ))
}
