//! What a table does about its own failures: a machine around the core, without I/O as that is.
//!
//! A core that panics is dropped, and the table is loaded anew from its journal. No input is tried again:
//!
//! - A request that brings the core down is dropped and refused for good. It costs no player anything, however often it
//!   comes.
//! - A command of the server's own falls due again by itself. If it fails twice in a hand, that hand is voided; if such
//!   commands fail again and again without one success between them, the table is given up.
//! - A step that the ledger will never take voids the running hand, since playing it again would come to the same step.
//! - What could not be shown is in the snapshot that all who watch get of the table that was loaded.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use metrics::counter;
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg, TableId as WireTableId};

use super::clock::PlayTime;
use super::mail::{Mail, Request, TableRequest};
use super::standstill::Standstill;
use super::{Abandoned, Doing, End, Ending, Entropy, Input, Now, Outputs, TableCore};
use crate::net::{Burst, Outbox};
use crate::store::{DurableNotice, StepError, StoredTable, TableId};
use crate::table::setup::config::TableSetup;
use crate::table::state::recover::{Damage, recover};

/// After so many failures of the server's own commands, none of which succeeded between them, the table is given up.
pub const FAILURES_MAX: u32 = 5;

/// After so many failures of such commands in a hand, the hand is voided.
const FAILURES_IN_HAND: u32 = 2;

/// How a table ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was drained; its seats are kept.
    Drained,
    /// It is closed for ever.
    Closed,
    /// Another process owns it now, or the store has stopped.
    Lost(String),
    /// Its journal cannot be trusted, or it fails again and again. An operator has to look at it; its chips stay
    /// where they are.
    Quarantined(String),
}

/// How it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// With the next input.
    Play,
    /// The table has to be read from the store and given to [`Supervisor::loaded`]. What was queued for the journal and has
    /// not got there is void, and so are notices of it and answers to questions. Mail may be given meanwhile.
    Load,
    /// The table is to be closed in the store, and is over then.
    Close,
    /// The table is over.
    End(Ended),
}

/// What follows from an input.
#[derive(Debug)]
pub struct Reaction {
    /// What goes out.
    pub out: Outputs,
    /// Connections that cannot be told how the table stands: they are to be closed, and come back.
    pub sent_away: Vec<Outbox>,
    /// How it goes on.
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

/// A table that waits until its journal can be read.
#[derive(Debug, Default)]
struct Loading {
    left: Abandoned,
    ending: Ending,
    /// The running hand fails, and is to be voided.
    void: bool,
}

/// What becomes of the running hand once the table is loaded anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RunningHand {
    GoesOn,
    IsVoided,
}

/// How often commands of the server's own failed. What players ask for is not counted.
#[derive(Debug, Default)]
struct Failures {
    /// Since one of them succeeded.
    in_a_row: u32,
    /// In this hand.
    hand: u64,
    in_hand: u32,
    /// Steps that can never be written, since one was.
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
    /// A table that has to be [`Self::loaded`] before anything else.
    pub fn new(id: TableId, setup: Arc<TableSetup>) -> Self {
        Self {
            id,
            setup,
            state: State::Loading(Box::default()),
            standstill: Standstill::default(),
            failures: Failures::default(),
        }
    }

    /// Whether an input of the mailbox may be given now.
    pub fn takes_mail(&self) -> bool {
        match &self.state {
            State::Playing(core) => !core.is_busy(),
            State::Loading(_) => true,
        }
    }

    /// The store can write nothing, so that the table waits for longer: what is to be sent to those who watch.
    pub fn stand_still(&mut self) -> Vec<(Outbox, Burst)> {
        match &self.state {
            State::Loading(loading) => {
                let name = self.setup.wire_id(self.id);
                self.standstill.announce(&name, &loading.left.viewers)
            }
            State::Playing(_) => Vec::new(),
        }
    }

    /// Mail that came while the table stood still and goes before what lies in the mailbox.
    pub fn kept_mail(&mut self) -> Option<Mail> {
        match &self.state {
            State::Playing(_) => self.standstill.next_kept(),
            State::Loading(_) => None,
        }
    }

    /// When [`Input::Tick`] is due.
    pub fn due(&self) -> Option<PlayTime> {
        match &self.state {
            State::Playing(core) => core.due(),
            State::Loading(_) => None,
        }
    }

    /// The core, unless it has to be loaded.
    #[cfg(test)]
    pub(in crate::table) fn core(&self) -> Option<&TableCore> {
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

    /// Takes the table up as the store has it. Viewers get a snapshot, and requests that were open their answer.
    pub fn loaded(&mut self, stored: &StoredTable, now: Now, entropy: &mut dyn Entropy) -> Reaction {
        let Loading { left, ending, void } = match &mut self.state {
            State::Loading(loading) => std::mem::take(&mut **loading),
            State::Playing(_) => Loading::default(),
        };
        let viewers: Vec<Outbox> = left.viewers.iter().map(|viewer| viewer.outbox.clone()).collect();
        let mut out = Outputs::default();
        let mut sent_away = Vec::new();
        let begun = self.recover(stored, now).and_then(|(mut core, must_void)| {
            core.add_ending(ending);
            // After a panic the core is dropped once more.
            if let Ok(bursts) = catch_unwind(AssertUnwindSafe(|| core.adopt(left, now))) {
                out.bursts = bursts;
            } else {
                tracing::error!(table = %self.id, "viewers cannot be told how the table stands");
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

    /// The table of a journal and whether its running hand must be voided, or why the table cannot play on.
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

    /// What follows from how the core took an input.
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
                    // The store tells the log by itself.
                    tracing::debug!(table = %self.id, %error, "a step was not written");
                } else {
                    tracing::warn!(table = %self.id, %error, "a step was not written; the table is loaded anew");
                }
                if !error.is_final() {
                    return self.give_up(RunningHand::GoesOn, out);
                }
                self.failures.refused = self.failures.refused.saturating_add(1);
                if self.failures.refused >= FAILURES_MAX {
                    return Next::End(Ended::Quarantined(error.to_string()));
                }
                // Played again, the hand would come to the same step.
                self.give_up(RunningHand::IsVoided, out)
            }
            (Err(doing), _) => self.failed(doing, input, out),
        }
    }

    /// The core panicked.
    fn failed(&mut self, doing: Doing, input: &Input, out: &mut Outputs) -> Next {
        counter!("poker_table_restarts_total").increment(1);
        let hand = match &self.state {
            State::Playing(core) => core.table().hand_no(),
            State::Loading(_) => 0,
        };
        tracing::error!(table = %self.id, hand, ?doing, "the table failed and is loaded anew");
        match doing {
            Doing::Showing => self.give_up(RunningHand::GoesOn, out),
            Doing::Request => {
                let next = self.give_up(RunningHand::GoesOn, out);
                if let Input::Mail(Mail::Request(request)) = input {
                    let message = "the request met a fault of the server; it must not be sent again";
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

    /// Drops the core. What it put out before stays.
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
    /// Reads mail while play stands still. Other inputs belong to the core that was given up.
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
            // Like all viewers it gets a snapshot of what is loaded.
            Input::Mail(Mail::Follow(caller)) => self.left.viewers.push(caller.clone()),
            Input::Mail(Mail::Drain) => self.ending.draining = true,
            Input::Mail(Mail::Close) => self.ending.closing = true,
            Input::Mail(Mail::Pause(paused)) => standstill.keep_pause(*paused),
            // The table reports once it is loaded, and the director tells it everything anew. Who decides is asked anew as well. An
            // operator's wish is on record, and can be asked for again.
            Input::Mail(Mail::Direct(_) | Mail::LookedAway(_) | Mail::GiveWay | Mail::Operator(_))
            | Input::Notice(_)
            | Input::Tick
            | Input::Found { .. }
            | Input::Void => {}
        }
        out
    }
}

/// Gives an input to the core, and tells what that was at if it panicked. It must be dropped then; what it put out
/// before is complete.
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
