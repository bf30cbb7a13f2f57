//! The handover from a core that failed to the one loaded in its place: the viewers, and the requests that wait for an answer.

use std::collections::VecDeque;

use poker_owner::{Burst, ConnId, Now, Outbox};
use poker_protocol::v1::ServerMsg;

use super::commit::internal_error;
use super::parked::{Effect, Parked, Reply, Watcher};
use super::viewers::Viewer;
use super::{Outputs, TableCore};

/// The remains of a core that is given up.
#[derive(Debug, Default)]
pub struct Abandoned {
    /// The connections that watched.
    pub viewers: Vec<Viewer>,
    /// Effects that waited for the disk, in order.
    pub(crate) parked: VecDeque<Parked>,
    /// Replies to requests that the store was asked about, used if it does not know them.
    open: Vec<Reply>,
    /// Bursts that had been released but not yet put out when the table failed.
    pub bursts: Vec<(Outbox, Burst)>,
}

impl Abandoned {
    /// Removes a connection that is gone.
    pub(super) fn forget(&mut self, conn: ConnId) {
        self.viewers.retain(|viewer| viewer.caller.outbox.id() != conn);
        self.parked.retain_mut(|parked| parked.forget_watcher(conn));
    }
}

impl TableCore {
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

    /// Gives the core up, so that the table can be loaded again.
    pub fn abandon(&mut self) -> Abandoned {
        Abandoned {
            viewers: self.fan_out.take_viewers(),
            parked: self.fan_out.take_parked(),
            open: self.tickets.take(),
            bursts: self.fan_out.take_bursts(),
        }
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
}
