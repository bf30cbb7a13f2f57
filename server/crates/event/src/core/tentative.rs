//! Commands that take chips from an account, which the ledger may refuse when it writes them.
//!
//! The tournament waits for such a step before it takes another input, and rolls back if it is refused. Before the start, an entry
//! changes nothing but the list of players, so up to [`ENTRIES`] of them may be on their way to the disk simultaneously. If one is
//! refused, those before it stand; those after it, which the journal refuses for that reason alone, are carried out once more.

use std::collections::{BTreeSet, VecDeque};

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::Phase;
use poker_owner::{ConnId, Entropy, Now};
use poker_protocol::v1::tournament::{RULES_VERSION, WaitEnd};
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::{AgeCheck, LedgerAccount, StepError};

use super::waitlist::Admission;
use super::{Caller, Core, Effects, Outputs, Read, Request, Slot, TournamentRequest, Waiting, internal};
use crate::command::{Command, EventOrder};
use crate::state::Mark;

/// Maximum number of entries that may be tentative simultaneously: enough for the disk to write them in groups, and few enough to replay when
/// one of them is refused.
const ENTRIES: usize = 256;

/// Steps that the ledger may still refuse, and what it takes to undo them.
#[derive(Debug)]
pub(super) struct Tentative {
    /// The number of the first.
    first: u64,
    /// The tournament before the first.
    mark: Mark,
    /// Number of events before the first.
    log: usize,
    /// All of them, including those already written.
    taken: Vec<Taken>,
}

/// A command that takes chips from an account.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) order: EventOrder,
    /// The request; `None` if the waiting list gives a place.
    pub(super) request: Option<(Caller, String)>,
    /// Tables it changed.
    pub(super) dirty: BTreeSet<TableNo>,
}

/// An input held back until no step is tentative.
#[derive(Debug)]
pub(super) enum Waits {
    Request(Box<Request>),
    Read(Read),
}

impl Core {
    /// `true` while memory may yet be rolled back.
    pub(super) const fn is_tentative(&self) -> bool {
        self.tentative.is_some() || self.draining.is_some()
    }

    /// `true` if an entry may join the tentative ones.
    pub(super) fn takes_entries(&self) -> bool {
        let has_room = self
            .tentative
            .as_ref()
            .is_some_and(|tentative| tentative.taken.len() < ENTRIES);
        let are_entries = |tentative: &Tentative| tentative.taken.iter().all(|taken| taken.request.is_some());
        let has_room = has_room && self.tentative.as_ref().is_some_and(are_entries);
        has_room && self.draining.is_none() && self.tournament.director.phase() == Phase::Registering
    }

    /// `true` if a request has to wait for the disk.
    pub(super) fn must_wait(&self, request: &Request) -> bool {
        !self.waiting.is_empty() || (self.is_tentative() && !self.joins(request))
    }

    /// `true` if a request is an entry that may join the tentative ones. A second entry by the same player may not: its answer depends
    /// on the outcome of the first.
    fn joins(&self, request: &Request) -> bool {
        let is_first = |tentative: &Tentative| {
            let account = request.caller.account;
            let mut callers = tentative.taken.iter().filter_map(|taken| taken.request.as_ref());
            callers.all(|(caller, _)| caller.account != account)
        };
        let enters = match request.asked {
            TournamentRequest::Register { wait, .. } => !wait || !self.tournament.is_full(),
            _ => false,
        };
        enters && self.takes_entries() && self.tentative.as_ref().is_some_and(is_first)
    }

    /// Returns what it takes to undo the next command; `None` if an earlier mark already covers it.
    pub(super) fn mark_for_undo(&self) -> Option<Mark> {
        self.tentative.is_none().then(|| self.tournament.mark())
    }

    /// Notes that the last step is tentative.
    pub(super) fn note_tentative(&mut self, taken: Taken, mark: Option<Mark>) {
        match (&mut self.tentative, mark) {
            (Some(tentative), _) => tentative.taken.push(taken),
            (None, Some(mark)) => {
                self.tentative = Some(Tentative {
                    first: self.last,
                    mark,
                    log: self.log.len(),
                    taken: vec![taken],
                });
            }
            (None, None) => {}
        }
    }

    /// Notes that all steps up to this one are on disk.
    pub(super) fn written(&mut self, step: u64) {
        self.tentative
            .take_if(|tentative| tentative.first + tentative.taken.len() as u64 <= step + 1);
    }

    /// Carries out held-back inputs, as far as possible now.
    pub(super) fn take_waiting(&mut self, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        while out.failed.is_none() {
            let may_go = !self.is_tentative()
                || matches!(self.waiting.front(), Some(Waits::Request(request)) if self.joins(request));
            match self.waiting.pop_front_if(|_| may_go) {
                Some(Waits::Request(request)) => self.request(&request, now, entropy, out),
                Some(Waits::Read(read)) => self.read(read, now),
                None => return,
            }
        }
    }

    /// Reads the state. The answer leaves once everything that was read is on disk.
    pub(super) fn read(&mut self, Read(read): Read, now: Now) {
        let answered = read(self, now);
        self.park(Effects {
            answered: Some(Waiting(answered)),
            ..Effects::default()
        });
    }

    /// Drops the waiting requests to watch of a connection that has closed.
    pub(super) fn stop_watching(&mut self, conn: ConnId) {
        let watches =
            |asked: &TournamentRequest| matches!(asked, TournamentRequest::Watch | TournamentRequest::Resume { .. });
        self.waiting.retain(|waits| match waits {
            Waits::Request(request) => request.caller.outbox.id() != conn || !watches(&request.asked),
            Waits::Read(_) => true,
        });
    }

    /// Handles a step that was not written.
    pub(super) fn step_failed(&mut self, step: u64, error: StepError, out: &mut Outputs) {
        if let Some(last) = self.draining.filter(|last| step <= *last) {
            self.draining = Some(last).filter(|last| step < *last);
            return;
        }
        let Some(tentative) = self.tentative.take_if(|tentative| {
            let end = tentative.first + tentative.taken.len() as u64;
            (tentative.first..end).contains(&step) && error.is_final()
        }) else {
            out.failed = Some(error);
            return;
        };
        let last = self.last;
        let Some((refused, behind)) = self.go_back(tentative, step) else {
            out.failed = Some(error);
            return;
        };
        self.draining = (last > step).then_some(last);
        // They came before anything that waits.
        let behind = behind.into_iter().rev().filter_map(|taken| taken.request);
        for (caller, id) in behind {
            self.waiting.push_front(Waits::Request(Box::new(Request {
                caller,
                id,
                asked: TournamentRequest::Register {
                    rules: RULES_VERSION,
                    // The check passed before the entry was made.
                    age: Some(AgeCheck::Adult),
                    // There was a place for it, and there is one more now.
                    wait: false,
                },
            })));
        }
        self.refuse_taken(refused, &error, out);
    }

    /// Undoes a step and those after it, and returns the step and the others; `None` if what remains cannot be replayed.
    fn go_back(&mut self, tentative: Tentative, step: u64) -> Option<(Taken, VecDeque<Taken>)> {
        let before = usize::try_from(step - tentative.first).ok()?;
        let mut stands = tentative.taken;
        let mut undone: VecDeque<Taken> = stands.drain(before..).collect();
        self.tournament.rewind(tentative.mark);
        self.log.truncate(tentative.log);
        for taken in &stands {
            let applied = self.tournament.apply(&taken.order).ok()?;
            self.log.extend(applied.told);
        }
        self.last = step - 1;
        // Frames that belong to no step stay.
        self.parked
            .retain(|(parked, effects)| *parked < step || effects.told == (0, 0));
        for (parked, _) in &mut self.parked {
            *parked = (*parked).min(step - 1);
        }
        for taken in &undone {
            self.forget_tables(&taken.dirty);
        }
        self.look_for_people();
        // No account was ever sent what is undone.
        self.told.clear();
        self.terms = self.tournament.director.offer_terms();
        undone.pop_front().map(|refused| (refused, undone))
    }

    /// Marks tables to be sent again what an undone command had sent them.
    fn forget_tables(&mut self, dirty: &BTreeSet<TableNo>) {
        for no in dirty {
            match (self.tournament.tables.get(no), self.slots.get_mut(no)) {
                (Some(opened), Some(slot)) if slot.generation == opened.generation => slot.told = None,
                (Some(opened), _) => {
                    let slot = Slot {
                        generation: opened.generation,
                        seats: opened.seats,
                        ..Slot::default()
                    };
                    self.slots.insert(*no, slot);
                }
                (None, _) => {
                    self.slots.remove(no);
                }
            }
        }
    }

    /// Answers a command that the ledger refuses.
    fn refuse_taken(&mut self, refused: Taken, error: &StepError, out: &mut Outputs) {
        let Taken { request, order, .. } = refused;
        let Some((caller, id)) = request else {
            return self.refuse_admission(&order.command, error);
        };
        if *error == StepError::Answered {
            let fallback = internal(&id).into();
            self.look_up(&caller, id, order.command.once(), fallback, out);
            return;
        }
        let refusal = match error {
            StepError::Insufficient {
                account: LedgerAccount::Player(_),
            } => ErrorMsg::new(
                Some(id),
                ErrorCode::LedgerInsufficientFunds,
                "the account has fewer chips than that",
            ),
            _ => internal(&id),
        };
        self.answer(&caller, refusal);
    }

    /// Passes over the line whose entry the ledger has refused.
    fn refuse_admission(&mut self, command: &Command, error: &StepError) {
        let Command::Admit { waiting } = command else {
            return;
        };
        let why = match error {
            StepError::Insufficient {
                account: LedgerAccount::Player(_),
            } => WaitEnd::Funds,
            _ => WaitEnd::NotAllowed,
        };
        self.admission = Admission::Judged(*waiting, Err(why));
    }
}
