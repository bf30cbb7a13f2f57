//! The table as a state machine: inputs, outputs and deadlines. No I/O, no task, no clock, no randomness of its own.
//!
//! **Nothing is visible before it is durable.** A command changes the state in memory immediately and is sent to the
//! journal; its effects are parked until the journal has written it. Commands that follow in the meantime are carried
//! out on top of it and wait in turn. Commands that debit an account are the exception: the ledger may refuse them, so
//! the table waits, and rolls back on refusal.

pub mod clock;
mod commit;
mod deadlines;
mod delayed;
pub mod desk;
pub mod direct;
mod fan_out;
mod frames;
mod handover;
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

use std::collections::BTreeMap;

use poker_owner::{Entropy, Now, PlayTime};
use poker_protocol::v1::table::TableState;
use poker_store::{AccountId, DurableNotice};

use self::deadlines::{Deadlines, Due, Moment};
use self::direct::{ChatRule, Pace, Report};
use self::fan_out::{FanOut, Scene};
pub use self::handover::Abandoned;
pub use self::io::{AskedAccount, Doing, End, Ending, Input, Outputs};
use self::mail::TableStatus;
use self::parked::Effect;
use self::steps::Steps;
use self::talk::Talk;
use self::tickets::Tickets;
use self::view::View;
use crate::state::command::Command;
use crate::state::recover::Recovered;
use crate::state::table::Table;

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
