//! A table's handling of its own failures: a state machine around the core, likewise without I/O.
//!
//! A core that panics is dropped, and the table is loaded again from its journal. No input is retried:
//!
//! - A request that brings the core down is dropped and refused for good. It costs no player anything, however often it
//!   arrives.
//! - A command of the server's own falls due again by itself. If it fails twice in a hand, that hand is voided; if such
//!   commands keep failing without a success in between, the table is given up.
//! - A step that the ledger will never accept voids the running hand, since replaying it would lead to the same step.
//! - Anything that could not be shown is in the snapshot of the loaded table that all viewers get.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use metrics::counter;
use poker_owner::{Burst, Entropy, Now, Outbox, PlayTime};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg, TableId as WireTableId};
use poker_store::{DurableNotice, StepError, StoredTable, TableId};

use super::mail::{Mail, Request, TableRequest};
use super::standstill::Standstill;
use super::viewers::{Part, Viewer};
use super::{Abandoned, Doing, End, Ending, Input, Outputs, TableCore};
use crate::setup::config::TableSetup;
use crate::state::recover::{Damage, recover};

/// Consecutive failures of the server's own commands after which the table is given up.
pub const FAILURES_MAX: u32 = 5;

/// Failures of such commands within a hand after which the hand is voided.
const FAILURES_IN_HAND: u32 = 2;

/// The way in which a table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The table was drained; its seats are kept.
    Drained,
    /// The table is closed for good.
    Closed,
    /// Another process owns the table now, or the store has stopped.
    Lost(String),
    /// The table's journal cannot be trusted, or the table fails again and again. An operator has to look at it; its
    /// chips stay where they are.
    Quarantined(String),
}

/// The next thing that the task has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Wait for the next input.
    Play,
    /// Read the table from the store and give it to [`Supervisor::loaded`]. Steps queued for the journal that have not
    /// reached it are void, as are notices about them and answers to questions. Mail may be given meanwhile.
    Load,
    /// Close the table in the store, which ends it.
    Close,
    /// Stop: the table has ended.
    End(Ended),
}

/// The result of an input.
#[derive(Debug)]
pub struct Reaction {
    /// The outputs of the core.
    pub out: Outputs,
    /// Connections that cannot be sent the state of the table: they are to be closed, and will come back.
    pub sent_away: Vec<Outbox>,
    /// The next thing to do.
    pub next: Next,
}

impl Reaction {
    fn new(out: Outputs, next: Next) -> Self {
        Self {
            out,
            sent_away: Vec::new(),
            next,
        }
    }
}

/// A table that survives its own failures.
#[derive(Debug)]
pub struct Supervisor {
    id: TableId,
    setup: Arc<TableSetup>,
    state: State,
    standstill: Standstill,
    failures: Failures,
}

#[derive(Debug)]
enum State {
    Playing(Box<TableCore>),
    Loading(Box<Loading>),
}

/// A table that waits for its journal to be read.
#[derive(Debug, Default)]
struct Loading {
    left: Abandoned,
    ending: Ending,
    /// Set when the running hand fails and is to be voided.
    void: bool,
}

/// The fate of the running hand after the table has been loaded again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunningHand {
    GoesOn,
    IsVoided,
}

/// Number of failed commands of the server's own. Players' requests are not counted.
#[derive(Debug, Default)]
struct Failures {
    /// Failures since the last success.
    in_a_row: u32,
    /// Number of the hand that `in_hand` counts for.
    hand: u64,
    in_hand: u32,
    /// Steps that can never be written, counted since the last one that was.
    refused: u32,
}

impl Failures {
    fn count(&mut self, hand: u64) {
        if self.hand != hand {
            self.hand = hand;
            self.in_hand = 0;
        }
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.in_hand = self.in_hand.saturating_add(1);
    }
}

impl Supervisor {
    /// Creates a table that has to be [`Self::loaded`] before anything else.
    pub fn new(id: TableId, setup: Arc<TableSetup>) -> Self {
        Self {
            id,
            setup,
            state: State::Loading(Box::default()),
            standstill: Standstill::default(),
            failures: Failures::default(),
        }
    }

    /// `true` if mail may be given now.
    pub fn takes_mail(&self) -> bool {
        match &self.state {
            State::Playing(core) => !core.is_busy(),
            State::Loading(_) => true,
        }
    }

    /// Notes that the store cannot write, so that the table has to wait longer. Returns what to send to viewers.
    pub fn stand_still(&mut self) -> Vec<(Outbox, Burst)> {
        match &self.state {
            State::Loading(loading) => {
                let name = self.setup.wire_id(self.id);
                let viewers = loading.left.viewers.iter();
                self.standstill
                    .announce(&name, viewers.map(|viewer| &viewer.caller.outbox))
            }
            State::Playing(_) => Vec::new(),
        }
    }

    /// Takes mail that arrived while the table stood still; it comes before the mailbox.
    pub fn kept_mail(&mut self) -> Option<Mail> {
        match &self.state {
            State::Playing(_) => self.standstill.next_kept(),
            State::Loading(_) => None,
        }
    }

    /// The instant at which [`Input::Tick`] is due.
    pub fn due(&self) -> Option<PlayTime> {
        match &self.state {
            State::Playing(core) => core.due(),
            State::Loading(_) => None,
        }
    }

    /// The core, unless it has to be loaded.
    pub fn core(&self) -> Option<&TableCore> {
        match &self.state {
            State::Playing(core) => Some(core),
            State::Loading(_) => None,
        }
    }

    /// Gives an input to the core.
    pub fn step(&mut self, input: &Input, now: Now, entropy: &mut dyn Entropy) -> Reaction {
        let core = match &mut self.state {
            State::Playing(core) => core,
            State::Loading(loading) => {
                let name = self.setup.wire_id(self.id);
                let out = loading.hear(&name, input, &mut self.standstill);
                return Reaction::new(out, Next::Load);
            }
        };
        if matches!(input, Input::Notice(DurableNotice::Durable { .. })) {
            self.failures.refused = 0;
        }
        let mut out = Outputs::default();
        let done = attempt(core, input, now, entropy, &mut out);
        let next = self.judge(done, input, &mut out);
        Reaction::new(out, next)
    }

    /// Starts the table from its stored state. Viewers get a snapshot, and open requests their answer.
    pub fn loaded(&mut self, stored: &StoredTable, now: Now, entropy: &mut dyn Entropy) -> Reaction {
        let Loading { left, ending, void } = match &mut self.state {
            State::Loading(loading) => std::mem::take(&mut **loading),
            State::Playing(_) => Loading::default(),
        };
        let viewers: Vec<Outbox> = left.viewers.iter().map(|viewer| viewer.caller.outbox.clone()).collect();
        let mut out = Outputs::default();
        let mut sent_away = Vec::new();
        let begun = self.recover(stored, now).and_then(|(mut core, must_void)| {
            core.add_ending(ending);
            // If this panics, the new core is dropped as well.
            if let Ok(bursts) = catch_unwind(AssertUnwindSafe(|| core.adopt(left, now))) {
                out.bursts = bursts;
            } else {
                tracing::error!(table = %self.id, "the state of the table could not be sent to viewers");
                sent_away = viewers;
                (core, _) = self.recover(stored, now)?;
                core.add_ending(ending);
            }
            Ok((core, must_void))
        });
        let (mut core, must_void) = match begun {
            Ok(begun) => begun,
            Err(why) => return Reaction::new(out, Next::End(Ended::Quarantined(why))),
        };
        self.standstill.is_over();
        out.status = Some(core.status());
        core.report(&mut out);
        let runs = core.table().law_hand_runs();
        self.state = State::Playing(Box::new(core));
        let next = if must_void || (void && runs) {
            self.void(now, entropy, &mut out)
        } else {
            Next::Play
        };
        Reaction { out, sent_away, next }
    }

    /// Recovers a table from its journal. Returns it with `true` if its running hand must be voided, or the reason why
    /// it cannot go on.
    fn recover(&self, stored: &StoredTable, now: Now) -> Result<(TableCore, bool), String> {
        let recovered = catch_unwind(AssertUnwindSafe(|| {
            let recovered = recover(stored, &self.setup)?;
            let must_void = recovered.must_void;
            Ok((TableCore::new(recovered, now), must_void))
        }));
        match recovered {
            Ok(recovered) => recovered.map_err(|damage: Damage| damage.to_string()),
            Err(_) => Err("its journal brings it down".to_owned()),
        }
    }

    /// Voids the running hand, whose replay or commands fail.
    fn void(&mut self, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) -> Next {
        let State::Playing(core) = &mut self.state else {
            return Next::Load;
        };
        counter!("poker_hands_voided_total").increment(1);
        tracing::error!(table = %self.id, hand = core.table().hand_no(), "the running hand is voided");
        let adopted = std::mem::take(&mut out.bursts);
        let done = attempt(core, &Input::Void, now, entropy, out);
        let voided = std::mem::replace(&mut out.bursts, adopted);
        out.bursts.extend(voided);
        self.judge(done, &Input::Void, out)
    }

    /// Decides how to go on after the core has taken an input.
    fn judge(&mut self, done: Result<(), Doing>, input: &Input, out: &mut Outputs) -> Next {
        if out.own_command {
            self.failures.in_a_row = 0;
        }
        match (done, out.end.take()) {
            (Ok(()), None) => Next::Play,
            (Ok(()), Some(End::Drained)) => Next::End(Ended::Drained),
            (Ok(()), Some(End::Closed)) => Next::Close,
            (Ok(()), Some(End::Lost(error))) => Next::End(Ended::Lost(error.to_string())),
            (Ok(()), Some(End::Reload(error))) => {
                if matches!(error, StepError::Unavailable(_)) {
                    // The store does its own logging.
                    tracing::debug!(table = %self.id, %error, "a step was not written");
                } else {
                    tracing::warn!(table = %self.id, %error, "a step was not written; the table is reloaded");
                }
                if !error.is_final() {
                    return self.give_up(RunningHand::GoesOn, out);
                }
                self.failures.refused = self.failures.refused.saturating_add(1);
                if self.failures.refused >= FAILURES_MAX {
                    return Next::End(Ended::Quarantined(error.to_string()));
                }
                // If replayed, the hand would lead to the same step.
                self.give_up(RunningHand::IsVoided, out)
            }
            (Err(doing), _) => self.failed(doing, input, out),
        }
    }

    /// Handles a panic of the core.
    fn failed(&mut self, doing: Doing, input: &Input, out: &mut Outputs) -> Next {
        counter!("poker_table_restarts_total").increment(1);
        let hand = match &self.state {
            State::Playing(core) => core.table().hand_no(),
            State::Loading(_) => 0,
        };
        tracing::error!(table = %self.id, hand, ?doing, "the table failed and is reloaded");
        match doing {
            Doing::Showing => self.give_up(RunningHand::GoesOn, out),
            Doing::Request => {
                let next = self.give_up(RunningHand::GoesOn, out);
                if let Input::Mail(Mail::Request(request)) = input {
                    let message = "the request caused a fault in the server; do not send it again";
                    out.bursts
                        .push(refusal(request, ErrorCode::ServerRequestFailed, message));
                }
                next
            }
            Doing::Own => {
                self.failures.count(hand);
                if self.failures.in_a_row >= FAILURES_MAX {
                    return Next::End(Ended::Quarantined("it fails again and again".to_owned()));
                }
                let hand = if self.failures.in_hand >= FAILURES_IN_HAND {
                    RunningHand::IsVoided
                } else {
                    RunningHand::GoesOn
                };
                self.give_up(hand, out)
            }
        }
    }

    /// Drops the core. Its earlier outputs remain.
    fn give_up(&mut self, hand: RunningHand, out: &mut Outputs) -> Next {
        if let State::Playing(core) = &mut self.state {
            let mut left = core.abandon();
            out.bursts.append(&mut left.bursts);
            let ending = core.ending();
            let void = hand == RunningHand::IsVoided;
            self.state = State::Loading(Box::new(Loading { left, ending, void }));
        }
        Next::Load
    }
}

impl Loading {
    /// Handles mail while play stands still. Other inputs were meant for the core that was dropped.
    fn hear(&mut self, table: &WireTableId, input: &Input, standstill: &mut Standstill) -> Outputs {
        let mut out = Outputs::default();
        match input {
            Input::Mail(Mail::Request(request)) => {
                if request.request == TableRequest::Unwatch {
                    self.left.forget(request.caller.outbox.id());
                }
                let answer = standstill.hear(table, request);
                out.bursts
                    .extend(answer.map(|answer| (request.caller.outbox.clone(), answer)));
            }
            Input::Mail(Mail::Disconnected(caller)) => {
                self.left.forget(caller.outbox.id());
                standstill.forget(caller.outbox.id());
            }
            // Like all viewers, it gets a snapshot of the loaded table.
            Input::Mail(Mail::Follow(caller)) => self.left.viewers.push(Viewer {
                caller: caller.clone(),
                part: Part::Plays,
            }),
            Input::Mail(Mail::Drain) => self.ending.draining = true,
            Input::Mail(Mail::Close) => self.ending.closing = true,
            Input::Mail(Mail::Pause(paused)) => standstill.keep_pause(*paused),
            // The table reports once it is loaded, and the director repeats its orders. Players with a decision to make
            // are called again. An operator's order is on record, and can be given again.
            Input::Mail(Mail::Direct(_) | Mail::LookedAway(_) | Mail::GiveWay | Mail::Operator(_))
            | Input::Notice(_)
            | Input::Tick
            | Input::Found { .. }
            | Input::Void => {}
        }
        out
    }
}

/// Gives an input to the core; if the core panics, returns what it was doing. It must be dropped then; its earlier
/// outputs are complete.
fn attempt(
    core: &mut TableCore,
    input: &Input,
    now: Now,
    entropy: &mut dyn Entropy,
    out: &mut Outputs,
) -> Result<(), Doing> {
    let done = catch_unwind(AssertUnwindSafe(|| core.step(input, now, entropy, out)));
    done.map_err(|_| core.doing())
}

fn refusal(request: &Request, code: ErrorCode, message: &str) -> (Outbox, Burst) {
    let error = ErrorMsg::new(Some(request.id.clone()), code, message);
    let burst = Burst::from(&ServerMsg::Error(error));
    (request.caller.outbox.clone(), burst)
}
