//! From what is durable to what connections get: one burst for each.

use std::collections::VecDeque;

use poker_protocol::v1::server::{OkMsg, Presence};
use poker_protocol::v1::{ErrorMsg, ServerMsg};
use smallvec::SmallVec;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::frames;
use super::mail::{Caller, TableStatus};
use super::{Now, Outputs, TableCore};
use crate::net::{Burst, ConnId, Outbox, encode};
use crate::store::AccountId;
use crate::table::state::event_log::Told;
use crate::table::state::table::{Applied, player_id};

/// The answer to a request.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) caller: Caller,
    /// The request's `id`.
    pub(super) id: String,
    pub(super) frame: Utf8Bytes,
}

impl Reply {
    pub(super) fn new(caller: Caller, id: String, message: &ServerMsg) -> Self {
        Self {
            caller,
            id,
            frame: encode(message),
        }
    }

    pub(super) fn error(caller: &Caller, id: &str, error: ErrorMsg) -> Self {
        Self::new(caller.clone(), id.to_owned(), &ServerMsg::Error(error))
    }

    /// The answer to a request that did something.
    pub(super) fn ok(caller: Caller, id: &str, applied: &Applied) -> Self {
        let message = applied.answer.as_ref().map_or_else(
            || OkMsg {
                id: id.to_owned(),
                seq: applied.told.last().map(|told| told.seq),
                ..OkMsg::default()
            },
            crate::table::state::answers::Answered::message,
        );
        Self::new(caller, id.to_owned(), &ServerMsg::Ok(message))
    }
}

/// Something that waits until a step is on disk.
#[derive(Debug)]
pub(in crate::table) struct Parked {
    step: u64,
    what: Effect,
}

impl Parked {
    pub(super) const fn new(step: u64, what: Effect) -> Self {
        Self { step, what }
    }

    pub(super) const fn step(&self) -> u64 {
        self.step
    }

    /// The answer that waits in it.
    pub(super) fn into_reply(self) -> Option<Reply> {
        match self.what {
            Effect::Step(effects) => effects.reply,
            Effect::Send(reply) | Effect::Unwatch(reply) => Some(reply),
            Effect::Watch(_) | Effect::Broadcast(_) | Effect::Status(_) => None,
        }
    }

    /// Whether this connection watches once it is carried out; `None` if it changes nothing about that.
    fn watches(&self, conn: ConnId) -> Option<bool> {
        let (caller, watches) = match &self.what {
            Effect::Step(effects) => (&effects.watcher.as_ref()?.caller, true),
            Effect::Watch(watcher) => (&watcher.caller, true),
            Effect::Unwatch(reply) => (&reply.caller, false),
            Effect::Send(_) | Effect::Broadcast(_) | Effect::Status(_) => return None,
        };
        (caller.outbox.id() == conn).then_some(watches)
    }

    /// The connection is gone and will not watch. `false` if nothing is left to be carried out.
    pub(super) fn forget_watcher(&mut self, conn: ConnId) -> bool {
        match &mut self.what {
            Effect::Step(effects) => {
                effects.watcher.take_if(|watcher| watcher.caller.outbox.id() == conn);
                true
            }
            Effect::Watch(watcher) => watcher.caller.outbox.id() != conn,
            Effect::Send(_) | Effect::Broadcast(_) | Effect::Status(_) | Effect::Unwatch(_) => true,
        }
    }
}

/// What becomes visible.
#[derive(Debug)]
pub(super) enum Effect {
    /// The events of a step and the answer to the request behind it.
    Step(Box<Effects>),
    /// An answer.
    Send(Reply),
    /// A frame for everybody who watches.
    Broadcast(Utf8Bytes),
    /// How the table looks from outside.
    Status(Box<TableStatus>),
    /// A connection watches from now on.
    Watch(Box<Watcher>),
    /// A connection watches no more; the answer comes first.
    Unwatch(Reply),
}

/// Somebody who begins to watch.
#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) caller: Caller,
    /// What comes first.
    pub(super) frames: Vec<Utf8Bytes>,
    /// The taken seats, with what the frames tell of their connections, if anything.
    pub(super) presence: Vec<(u8, AccountId, Option<bool>)>,
}

/// What one step makes visible.
#[derive(Debug)]
pub(super) struct Effects {
    pub(super) first_seq: u64,
    pub(super) last_seq: u64,
    pub(super) reply: Option<Reply>,
    pub(super) choices: SmallVec<[Choices; 1]>,
    pub(super) moved: Vec<AccountId>,
    pub(super) status: Option<TableStatus>,
    /// The taken seats, if they may have changed.
    pub(super) people: Option<Vec<(u8, AccountId)>>,
    pub(super) hand_over: bool,
    /// Who has sat down.
    pub(super) newcomer: Option<AccountId>,
    /// The newcomer's connection, where it did not watch before.
    pub(super) watcher: Option<Box<Watcher>>,
}

/// What a seat is asked.
#[derive(Debug)]
pub(super) struct Choices {
    /// The number of the event that opened the decision.
    pub(super) seq: u64,
    pub(super) account: AccountId,
    /// The private part, JSON.
    pub(super) part: Box<str>,
}

/// What is being put together for the connections.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The numbers of the events that are shown together; none while the second is 0.
    first_seq: u64,
    last_seq: u64,
    choices: SmallVec<[Choices; 1]>,
    bursts: Vec<(Outbox, Burst)>,
}

impl Batch {
    fn push(&mut self, outbox: &Outbox, frame: Utf8Bytes) {
        self.burst(outbox, self.bursts.len()).push(frame);
    }

    /// What a connection gets, which is among the first `known` if there is anything yet. Whoever goes through all viewers,
    /// each once, need not look among those that it added.
    fn burst(&mut self, outbox: &Outbox, known: usize) -> &mut Burst {
        let mut known = self.bursts[..known].iter();
        let at = known.position(|(of, _)| of.id() == outbox.id()).unwrap_or_else(|| {
            self.bursts.push((outbox.clone(), Burst::default()));
            self.bursts.len() - 1
        });
        &mut self.bursts[at].1
    }

    /// What was put together.
    pub(super) fn take_bursts(&mut self) -> Vec<(Outbox, Burst)> {
        std::mem::take(&mut self.bursts)
    }
}

impl TableCore {
    /// Shows everything that no longer waits for the disk.
    pub(super) fn release(&mut self, now: Now, out: &mut Outputs) {
        let durable = self.durable_step;
        if self.parked.front().is_some_and(|parked| parked.step <= durable) {
            // Mostly something for each viewer and nobody else.
            self.batch.bursts.reserve(self.viewers.count());
        }
        while let Some(parked) = self.parked.pop_front_if(|parked| parked.step <= durable) {
            #[cfg(test)]
            crate::table::tests::fail_point::pass_place(
                &self.table.setup.name,
                crate::table::tests::fail_point::Place::Showing,
            );
            match parked.what {
                Effect::Step(mut effects) => {
                    let (newcomer, watcher) = (effects.newcomer, effects.watcher.take());
                    self.show(*effects, now, out);
                    if let Some(watcher) = watcher {
                        self.flush(now);
                        self.add_viewer(*watcher);
                    } else if let Some(account) = newcomer.filter(|account| !self.viewers.is_online(*account)) {
                        self.flush(now);
                        self.tell_presence(account, false);
                    }
                }
                Effect::Send(reply) => self.batch.push(&reply.caller.outbox, reply.frame),
                Effect::Broadcast(frame) => {
                    self.flush(now);
                    self.broadcast(&frame);
                }
                Effect::Status(status) => out.status = Some(*status),
                Effect::Watch(watcher) => {
                    self.flush(now);
                    self.add_viewer(*watcher);
                }
                Effect::Unwatch(reply) => {
                    self.flush(now);
                    let conn = reply.caller.outbox.id();
                    self.batch.push(&reply.caller.outbox, reply.frame);
                    self.remove_viewer(conn);
                }
            }
        }
        self.flush(now);
        if self.parked.is_empty() {
            self.see_off();
        }
    }

    /// Those whom the host sent away see no more of the table once their last hand is over.
    fn see_off(&mut self) {
        let table = &self.table;
        let is_gone = |account| table.removed.contains(&player_id(account)) && table.seat_of(account).is_none();
        let gone = self.viewers.iter().filter(|viewer| is_gone(viewer.account));
        let gone: SmallVec<[ConnId; 1]> = gone.map(|viewer| viewer.outbox.id()).collect();
        for conn in gone {
            self.remove_viewer(conn);
        }
    }

    /// Whether a connection will watch once all that is parked has been carried out.
    pub(super) fn will_watch(&self, conn: ConnId) -> bool {
        let parked = self.parked.iter().rev().find_map(|parked| parked.watches(conn));
        parked.unwrap_or_else(|| self.viewers.iter().any(|viewer| viewer.outbox.id() == conn))
    }

    /// A connection watches from now on. Connections have no numbers, so what changed while its first frames waited for
    /// the disk is told to it now.
    fn add_viewer(&mut self, watcher: Watcher) {
        let Watcher {
            caller,
            frames,
            presence,
        } = watcher;
        let outbox = caller.outbox.clone();
        for frame in frames {
            self.batch.push(&outbox, frame);
        }
        let account = caller.account;
        let comes = !self.viewers.is_online(account);
        if comes {
            self.tell_presence(account, true);
        }
        self.viewers.add(caller);
        if comes {
            self.presence_changed();
        }
        for (seat, account, told) in presence {
            let connected = self.viewers.is_online(account);
            if told != Some(connected) {
                let frame = self.presence(seat, connected);
                self.batch.push(&outbox, frame);
            }
        }
    }

    /// A connection watches no more.
    pub(super) fn remove_viewer(&mut self, conn: ConnId) {
        if let Some(account) = self.viewers.remove(conn)
            && !self.viewers.is_online(account)
        {
            self.tell_presence(account, false);
            self.presence_changed();
        }
    }

    /// Takes over what waited for the disk when the table failed. Its events are in the snapshots that viewers get.
    pub(super) fn adopt_parked(&mut self, parked: VecDeque<Parked>, now: Now) {
        for Parked { step, what } in parked {
            let is_written = step <= self.durable_step;
            match what {
                Effect::Step(effects) => {
                    if let Some(reply) = effects.reply {
                        self.adopt_reply(reply, is_written);
                    }
                }
                Effect::Send(reply) => self.adopt_reply(reply, is_written),
                Effect::Broadcast(frame) if is_written => self.park(Effect::Broadcast(frame)),
                // The table that was loaded tells its own.
                Effect::Broadcast(_) | Effect::Status(_) => {}
                Effect::Watch(watcher) => {
                    // The answer, in front of a snapshot of the table as it is now.
                    let Watcher { caller, frames, .. } = *watcher;
                    if let Some(answer) = frames.into_iter().next() {
                        self.batch.push(&caller.outbox, answer);
                    }
                    self.greet(&caller, None, now);
                }
                Effect::Unwatch(reply) => self.park(Effect::Unwatch(reply)),
            }
        }
    }

    fn adopt_reply(&mut self, reply: Reply, is_written: bool) {
        if is_written {
            self.park(Effect::Send(reply));
        } else {
            self.answer_anew(reply);
        }
    }

    /// Seats are kept for as long as their players are there, and the lobby shows who is away: as soon as all is on disk that
    /// was written before.
    fn presence_changed(&mut self) {
        self.timers.people_changed();
        self.park(Effect::Status(Box::new(self.status())));
    }

    fn show(&mut self, effects: Effects, now: Now, out: &mut Outputs) {
        if let Some(reply) = effects.reply {
            self.batch.push(&reply.caller.outbox, reply.frame);
        }
        if effects.last_seq >= effects.first_seq {
            if self.batch.last_seq == 0 {
                self.batch.first_seq = effects.first_seq;
            }
            self.batch.last_seq = effects.last_seq;
            self.batch.choices.extend(effects.choices);
        }
        out.moved.extend(effects.moved);
        if effects.status.is_some() {
            out.status = effects.status;
        }
        if let Some(people) = effects.people {
            self.visible_people = people;
        }
        if effects.hand_over {
            self.hand_seen(now);
        }
    }

    /// Puts the events that were gathered into the bursts of all who watch: the same bytes for everybody, then what one
    /// viewer alone may know.
    fn flush(&mut self, now: Now) {
        let (first, last) = (self.batch.first_seq, std::mem::take(&mut self.batch.last_seq));
        let choices = std::mem::take(&mut self.batch.choices);
        if last == 0 {
            return;
        }
        self.released = last;
        self.start_clock(now);
        let turn = self.visible_turn();
        let clock = self
            .clock
            .as_ref()
            .filter(|clock| turn.is_some_and(|asked| clock.is_of(asked.seq)));
        let clock = clock.map(|clock| clock.wire(now.play));
        let shared = frames::events(&self.wire_id, self.ring.range(first, last), clock.as_ref());
        // A decision that was answered meanwhile is not put to anybody any more.
        let open = |choices: &&Choices| turn.is_some_and(|asked| asked.seq == choices.seq);
        let told = self.ring.range(first, last).flat_map(Told::private_parts);
        let asked = choices
            .iter()
            .filter(open)
            .map(|choices| (choices.account, &*choices.part));
        let own: SmallVec<[(AccountId, &str); 10]> = told.chain(asked).collect();
        let known = self.batch.bursts.len();
        for viewer in self.viewers.iter() {
            let burst = self.batch.burst(&viewer.outbox, known);
            burst.frames.extend(shared.iter().cloned());
            let parts = own.iter().filter(|(account, _)| *account == viewer.account);
            if let Some(frame) = frames::private(&self.wire_id, parts.map(|(_, part)| *part)) {
                burst.push(frame);
            }
            if let Some(asked) = turn
                && choices
                    .iter()
                    .filter(open)
                    .any(|choices| choices.account == viewer.account)
            {
                viewer.outbox.ask(asked.named(self.table.id));
            }
        }
        drop(own);
        self.ring.trim(self.released);
    }

    fn broadcast(&mut self, frame: &Utf8Bytes) {
        let known = self.batch.bursts.len();
        for viewer in self.viewers.iter() {
            self.batch.burst(&viewer.outbox, known).push(frame.clone());
        }
    }

    /// Tells everybody that a player's connection came or went, if the player is seen to sit here.
    fn tell_presence(&mut self, account: AccountId, connected: bool) {
        let mut people = self.visible_people.iter();
        let Some((seat, _)) = people.find(|(_, who)| *who == account) else {
            return;
        };
        let frame = self.presence(*seat, connected);
        self.broadcast(&frame);
    }

    fn presence(&self, seat: u8, connected: bool) -> Utf8Bytes {
        let table = self.wire_id.clone();
        encode(&ServerMsg::Presence(Presence { table, seat, connected }))
    }
}
