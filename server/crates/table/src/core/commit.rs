//! The way of a command: the state in memory changes at once, a step goes to the journal, and the effects wait for it. A step that
//! the ledger refuses is taken back.

use poker_owner::{Caller, Now, encode};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg};
use poker_store::{Answer, LedgerAccount, Step, StepError, StepKind};

use super::deadlines::Deadlines;
use super::delayed::Figures;
use super::parked::{Effect, Effects, Reply, Shot};
use super::viewers::Part;
use super::{End, Outputs, TableCore};
use crate::state::applied::{Applied, Refusal};
use crate::state::command::{Command, RequestOrigin, TableOrder};
use crate::state::event_log::public_array;
use crate::state::snapshot;

impl TableCore {
    /// Carries out a command, writes it to the journal and parks its effects. `request` is the request that led to it,
    /// if any.
    pub(crate) fn commit(
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
        // A player who leaves has seen the table up to then.
        let known = request.map_or(u64::MAX, |(caller, _)| self.known_to(caller.account));
        let applied = self.table.apply(&order)?;
        let known = request.map_or(known, |(caller, _)| known.max(self.known_to(caller.account)));
        let reply = request.map(|(caller, id)| Reply::ok(caller.clone(), id, &applied, known));
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
    pub(super) fn must_commit(&mut self, command: Command, now: Now, out: &mut Outputs) {
        if let Err(refusal) = self.commit(command, None, now, out) {
            panic!("a command of the server's own was refused: {refusal}");
        }
        out.own_command = true;
    }

    /// Handles a step that was not written. If the table was waiting for it and it can never be written, the table
    /// returns to the state before it; otherwise the table must be loaded again.
    pub(super) fn step_failed(&mut self, step: u64, error: &StepError, now: Now, out: &mut Outputs) {
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
    pub(super) fn take_picture(&mut self, begins_hand: bool, now: Now) {
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
    pub(super) fn take_snapshot(&mut self, out: &mut Outputs) {
        self.table.play = None;
        let first_seq = self.table.seq() + 1;
        out.steps.push(Box::new(Step {
            command: snapshot::encode(&self.table),
            events: public_array(&[]),
            ..self.steps.next(self.table.id, StepKind::Snapshot, first_seq, None)
        }));
    }
}

pub(super) fn internal_error(id: &str) -> ServerMsg {
    ServerMsg::Error(ErrorMsg::new(
        Some(id.to_owned()),
        ErrorCode::ServerInternal,
        "the table had to start again; nothing of this request was kept",
    ))
}
