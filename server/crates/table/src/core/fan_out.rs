//! Distribution of events: what waits for the disk, who is watching, and one burst per connection.

mod late;
mod seats;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};

use poker_owner::{Burst, ConnId, Frames, Now, Outbox, encode};
use poker_protocol::v1::server::Presence;
use poker_protocol::v1::table::Clock;
use poker_protocol::v1::{ServerMsg, TableId};
use poker_store::{AccountId, StepKind};
use smallvec::SmallVec;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use self::late::{Count, LateSight};
use super::deadlines::Deadlines;
use super::delayed::Delayed;
use super::io::{AskedAccount, Outputs};
use super::parked::{Choices, Effect, Effects, Parked, Reply, Watcher};
use super::viewers::{Part, Viewer, Viewers};
use super::{frames, status};
use crate::state::backlog::Backlog;
use crate::state::event_log::NumberedEvent;
use crate::state::play::OpenDecision;
use crate::state::players::player_id;
use crate::state::table::Table;

/// Milliseconds for which calling a player to a decision without a clock makes sense.
const UNTIMED_MS: u32 = 60_000;

/// Milliseconds for which calling a player to a decision with this clock makes sense.
pub(super) fn left_ms(clock: Option<&Clock>) -> u32 {
    clock.map_or(UNTIMED_MS, |clock| clock.left_ms)
}

/// The path from a step to the connections. Nothing leaves it before the step that caused it is on disk.
#[derive(Debug)]
pub(super) struct FanOut {
    /// The table's name on the wire.
    name: TableId,
    /// Effects that wait for the disk, in order.
    parked: VecDeque<Parked>,
    batch: Batch,
    /// The latest events, which may be ahead of what viewers have seen.
    backlog: Backlog,
    /// Number of the last event that was shown.
    released: u64,
    viewers: Viewers,
    /// The taken seats as all viewers know them.
    seated: Vec<(u8, AccountId)>,
    /// What those without a seat see, at a table that shows them everything late.
    delayed: Option<Delayed>,
    /// The connections that see the table late.
    late: BTreeMap<ConnId, LateSight>,
    count: Count,
}

/// The surroundings in which the fan-out shows something: what it reads, and the deadlines that it sets going.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) table: &'a Table,
    pub(super) deadlines: &'a mut Deadlines,
    /// Number of the last step carried out. It may be ahead of the disk.
    pub(super) last_step: u64,
    pub(super) now: Now,
}

/// The bursts being assembled for the connections.
#[derive(Debug, Default)]
struct Batch {
    /// The first and last number of the events that are shown together; there are none while `last_seq` is 0.
    first_seq: u64,
    last_seq: u64,
    choices: SmallVec<[Choices; 1]>,
    bursts: Vec<(Outbox, Burst)>,
}

impl Batch {
    fn push(&mut self, outbox: &Outbox, frame: Utf8Bytes) {
        self.burst(outbox, self.bursts.len()).push(frame);
    }

    fn tell(&mut self, outbox: &Outbox, frame: Utf8Bytes) {
        self.burst(outbox, self.bursts.len()).tell([frame]);
    }

    /// The burst of a connection, searched for among the first `known`. A loop that visits each viewer once can thus
    /// skip the bursts that it has just added.
    fn burst(&mut self, outbox: &Outbox, known: usize) -> &mut Burst {
        let at = self.find(outbox, known).unwrap_or_else(|| {
            self.bursts.push((outbox.clone(), Burst::default()));
            self.bursts.len() - 1
        });
        let burst = &mut self.bursts[at].1;
        // A lone remark may be dropped, but not together with what is added now.
        burst.spare = false;
        burst
    }

    /// Adds a remark, which may be dropped if a connection gets nothing else.
    fn remark(&mut self, outbox: &Outbox, known: usize, frame: Utf8Bytes) {
        if let Some(at) = self.find(outbox, known) {
            return self.bursts[at].1.tell([frame]);
        }
        let remark = Burst {
            frames: SmallVec::from_iter([frame]),
            urgent: false,
            spare: true,
        };
        self.bursts.push((outbox.clone(), remark));
    }

    fn find(&self, outbox: &Outbox, known: usize) -> Option<usize> {
        self.bursts[..known].iter().position(|(of, _)| of.id() == outbox.id())
    }
}

/// The state of a player's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connection {
    Up,
    Down,
}

impl FanOut {
    /// Creates a fan-out without viewers. All events of `backlog` count as shown.
    pub(super) fn new(table: &Table, backlog: Backlog) -> Self {
        Self {
            name: table.setup.wire_id(table.id),
            parked: VecDeque::new(),
            batch: Batch::default(),
            backlog,
            released: table.seq(),
            viewers: Viewers::default(),
            seated: status::people(table),
            delayed: table.setup.watch_delay_ms().map(Delayed::new),
            late: BTreeMap::new(),
            count: Count::default(),
        }
    }

    /// The table's name on the wire.
    pub(super) const fn name(&self) -> &TableId {
        &self.name
    }

    /// The connections that watch.
    pub(super) const fn viewers(&self) -> &Viewers {
        &self.viewers
    }

    pub(super) const fn backlog(&self) -> &Backlog {
        &self.backlog
    }

    /// `true` if nothing waits for the disk.
    pub(super) fn is_idle(&self) -> bool {
        self.parked.is_empty()
    }

    /// Adds the events of a step to the backlog. They are shown once the effect parked for the step is.
    pub(super) fn log(&mut self, told: Vec<NumberedEvent>) {
        self.backlog.extend(told);
    }

    /// Parks an effect until a step is on disk.
    pub(super) fn park(&mut self, step: u64, what: Effect) {
        self.parked.push_back(Parked::new(step, what));
    }

    /// Forgets the last step, which was not written, and the events after `last`. Returns the reply that waited for it.
    pub(super) fn take_back(&mut self, step: u64, last: u64) -> Option<Reply> {
        self.backlog.take_back(last);
        let parked = self.parked.pop_back_if(|parked| parked.step() == step);
        parked.and_then(Parked::into_reply)
    }

    /// Takes out the effects that wait for the disk.
    pub(super) fn take_parked(&mut self) -> VecDeque<Parked> {
        std::mem::take(&mut self.parked)
    }

    /// Takes out the viewers.
    pub(super) fn take_viewers(&mut self) -> Vec<Viewer> {
        self.viewers.take()
    }

    /// Takes out the assembled bursts.
    pub(super) fn take_bursts(&mut self) -> Vec<(Outbox, Burst)> {
        std::mem::take(&mut self.batch.bursts)
    }

    /// Adds a frame for one connection to the current bursts, without waiting for the disk.
    pub(super) fn push(&mut self, outbox: &Outbox, frame: Utf8Bytes) {
        self.batch.push(outbox, frame);
    }

    /// The open decision, if the event that opened it was shown.
    pub(super) fn visible_turn(&self, table: &Table) -> Option<OpenDecision> {
        table.asked().filter(|asked| asked.seq <= self.released)
    }

    /// The frames of the events after number `after`; `None` if some of them are no longer in the backlog.
    pub(super) fn behind(&self, after: u64, last: u64, clock: Option<&Clock>) -> Option<Frames> {
        let reaches = self.backlog.reaches(after, last);
        reaches.then(|| frames::events(&self.name, self.backlog.behind(after, last), clock))
    }

    /// The frame of the private parts that an account got after number `after`, followed by the parts in `more`.
    pub(super) fn private_behind(&self, account: AccountId, after: u64, more: &[Box<str>]) -> Option<Utf8Bytes> {
        let missed = self.backlog.private_of(account, after);
        frames::private(&self.name, missed.chain(more.iter().map(|part| &**part)))
    }

    /// `true` if a connection will be watching once all parked effects have been carried out.
    pub(super) fn will_watch(&self, conn: ConnId) -> bool {
        let parked = self.parked.iter().rev().find_map(|parked| parked.watches(conn));
        parked.unwrap_or_else(|| self.viewers.watches(conn))
    }

    /// Removes a connection that is gone.
    pub(super) fn disconnect(&mut self, conn: ConnId, scene: &mut Scene<'_>) {
        self.parked.retain_mut(|parked| parked.forget_watcher(conn));
        self.remove_viewer(conn, scene);
    }

    /// Shows everything that waited for steps up to `durable`.
    pub(super) fn release(&mut self, durable: u64, scene: &mut Scene<'_>, out: &mut Outputs) {
        if self.parked.front().is_some_and(|parked| parked.step() <= durable) {
            // There is usually something for each viewer and for no other connection.
            self.batch.bursts.reserve(self.viewers.count());
        }
        while let Some(parked) = self.parked.pop_front_if(|parked| parked.step() <= durable) {
            #[cfg(test)]
            crate::tests::fail_point::pass_place(&scene.table.setup.name, crate::tests::fail_point::Place::Showing);
            self.carry_out(parked.into_effect(), scene, out);
        }
        self.flush(scene, out);
        if self.parked.is_empty() {
            self.see_off(scene);
        }
        self.show_late(scene.now);
        self.tell_count(scene.now);
    }

    fn carry_out(&mut self, effect: Effect, scene: &mut Scene<'_>, out: &mut Outputs) {
        match effect {
            Effect::Step(mut effects) => {
                let (newcomer, watcher) = (effects.newcomer.take(), effects.watcher.take());
                let caught_up = std::mem::take(&mut effects.caught_up);
                let before = effects.people.as_ref().map(|_| self.seated.clone());
                self.show(*effects, scene, out);
                if let Some(before) = before {
                    self.seats_changed(&before, newcomer.as_ref().map(|caller| caller.account), scene, out);
                    self.people_moved(scene, out);
                }
                if let Some(watcher) = watcher {
                    self.flush(scene, out);
                    self.add_viewer(*watcher, scene);
                } else if let Some(newcomer) = newcomer {
                    self.flush(scene, out);
                    let conn = newcomer.outbox.id();
                    if self.viewers.watches(conn) {
                        self.viewers.seat(newcomer.account, conn);
                        self.seat_held(newcomer.account, scene.table.id);
                    } else if !self.viewers.is_online(newcomer.account) {
                        self.show_connection(newcomer.account, Connection::Down, scene.now);
                    }
                }
                for watcher in caught_up {
                    self.flush(scene, out);
                    self.add_viewer(watcher, scene);
                }
            }
            Effect::Send(reply) => self.batch.push(&reply.caller.outbox, reply.frame),
            Effect::Remark(frame) => {
                self.flush(scene, out);
                self.remark(&frame, scene.now);
            }
            Effect::Picture(shot) => {
                self.flush(scene, out);
                self.hold_picture(*shot, scene.now);
            }
            Effect::Status(status) => out.status = Some(self.late_status(*status)),
            Effect::Look(outbox, snapshot) => out.replies.push((outbox, (*snapshot).into())),
            Effect::Watch(watcher) => {
                self.flush(scene, out);
                self.add_viewer(*watcher, scene);
            }
            Effect::Unwatch(reply) => {
                self.flush(scene, out);
                let conn = reply.caller.outbox.id();
                self.batch.push(&reply.caller.outbox, reply.frame);
                self.remove_viewer(conn, scene);
            }
        }
    }

    /// Stops showing the table to players whom the host sent away, once their last hand is over.
    fn see_off(&mut self, scene: &mut Scene<'_>) {
        let table = scene.table;
        let is_gone = |account| table.removed.contains(&player_id(account)) && table.seat_of(account).is_none();
        let gone = self.viewers.iter().map(|viewer| &viewer.caller);
        let gone = gone.filter(|caller| is_gone(caller.account));
        let gone: SmallVec<[ConnId; 1]> = gone.map(|caller| caller.outbox.id()).collect();
        for conn in gone {
            self.remove_viewer(conn, scene);
        }
    }

    /// Adds a viewer. Presence messages are not numbered, so the viewer is now sent any that changed while its first
    /// frames waited for the disk.
    fn add_viewer(&mut self, watcher: Watcher, scene: &mut Scene<'_>) {
        let Watcher {
            caller,
            part,
            frames,
            presence,
            felt,
        } = watcher;
        let outbox = caller.outbox.clone();
        for frame in frames {
            self.batch.push(&outbox, frame);
        }
        let account = caller.account;
        let was_online = self.viewers.is_online(account);
        if part == Part::Plays && !was_online {
            self.show_connection(account, Connection::Up, scene.now);
        }
        self.open_sight(&outbox, felt, scene);
        self.viewers.add(Viewer { caller, part });
        self.count.changed();
        if self.has_seat(account) {
            if part == Part::Plays {
                self.viewers.seat(account, outbox.id());
            }
            self.seat_held(account, scene.table.id);
        }
        let is_online = self.viewers.is_online(account);
        if was_online && !is_online {
            self.show_connection(account, Connection::Down, scene.now);
        }
        if was_online != is_online {
            self.presence_changed(scene);
        }
        for (seat, account, shown) in presence {
            let connected = self.viewers.is_online(account);
            if shown != Some(connected) {
                let frame = self.presence(seat, connected);
                self.batch.push(&outbox, frame);
            }
        }
    }

    fn remove_viewer(&mut self, conn: ConnId, scene: &mut Scene<'_>) {
        let Some(Viewer { caller, part }) = self.viewers.remove(conn) else {
            return;
        };
        self.late.remove(&conn);
        self.count.changed();
        caller.outbox.let_seat_go(scene.table.id);
        let account = caller.account;
        if part != Part::Plays || self.viewers.is_online(account) {
            return;
        }
        if self.has_seat(account) {
            self.seat_held(account, scene.table.id);
        }
        self.show_connection(account, Connection::Down, scene.now);
        self.presence_changed(scene);
    }

    /// Updates the deadlines, since seats are kept only for as long as their players are there, and parks a new status
    /// for the lobby, which shows who is away, after everything written so far.
    fn presence_changed(&mut self, scene: &mut Scene<'_>) {
        scene.deadlines.people_changed();
        let status = status::status(scene.table, &self.viewers);
        self.park(scene.last_step, Effect::Status(Box::new(status)));
    }

    fn show(&mut self, effects: Effects, scene: &mut Scene<'_>, out: &mut Outputs) {
        if let Some(reply) = effects.reply {
            match effects.kind {
                // This merely confirms that the action counts; its player does not have to wait for it.
                StepKind::Hand => self.batch.tell(&reply.caller.outbox, reply.frame),
                StepKind::Table | StepKind::Snapshot => self.batch.push(&reply.caller.outbox, reply.frame),
            }
        }
        if effects.last_seq >= effects.first_seq {
            if self.batch.last_seq == 0 {
                self.batch.first_seq = effects.first_seq;
            }
            self.batch.last_seq = effects.last_seq;
            self.batch.choices.extend(effects.choices);
        }
        out.moved.extend(effects.moved);
        if let Some(status) = effects.status {
            out.status = Some(self.late_status(status));
        }
        if let Some(people) = effects.people {
            self.seated = people;
        }
        if effects.hand_over {
            scene.deadlines.hand_seen(scene.table, scene.now);
        }
    }

    /// Puts the gathered events into the bursts of all viewers: the same bytes for everyone, then the private parts of
    /// each viewer.
    fn flush(&mut self, scene: &mut Scene<'_>, out: &mut Outputs) {
        let (first, last) = (self.batch.first_seq, std::mem::take(&mut self.batch.last_seq));
        let choices = std::mem::take(&mut self.batch.choices);
        if last == 0 {
            return;
        }
        self.released = last;
        let turn = self.visible_turn(scene.table);
        if let Some(asked) = turn {
            scene.deadlines.start_clock(asked, scene.table, scene.now);
        }
        let clock = turn.and_then(|asked| scene.deadlines.clock_of(asked, scene.now));
        let shared = frames::events(&self.name, self.backlog.range(first, last), clock.as_ref());
        // A decision that has been answered in the meantime is no longer put to any player.
        let open = |choices: &&Choices| turn.is_some_and(|asked| asked.seq == choices.seq);
        let logged = self.backlog.range(first, last).flat_map(NumberedEvent::private_parts);
        let asked = choices
            .iter()
            .filter(open)
            .map(|choices| (choices.account, &*choices.part));
        let own: SmallVec<[(AccountId, &str); 10]> = logged.chain(asked).collect();
        let known = self.batch.bursts.len();
        for Viewer { caller, part } in live(&self.viewers, &self.late) {
            let burst = self.batch.burst(&caller.outbox, known);
            burst.tell(shared.iter().cloned());
            if *part != Part::Plays {
                continue;
            }
            let parts = own.iter().filter(|(account, _)| *account == caller.account);
            burst.tell(frames::private(&self.name, parts.map(|(_, part)| *part)));
            if let Some(asked) = turn
                && choices
                    .iter()
                    .filter(open)
                    .any(|choices| choices.account == caller.account)
            {
                burst.urgent = true;
                caller.outbox.ask(asked.named(scene.table.id));
            }
        }
        drop(own);
        self.hold_events(shared, (first, last), scene.now);
        let left_ms = left_ms(clock.as_ref());
        let asked = choices.iter().filter(open).map(|choices| choices.account);
        out.asked.extend(asked.map(|account| AskedAccount { account, left_ms }));
        self.backlog.trim(self.released);
    }

    fn remark(&mut self, frame: &Utf8Bytes, now: Now) {
        let known = self.batch.bursts.len();
        for viewer in live(&self.viewers, &self.late) {
            self.batch.remark(&viewer.caller.outbox, known, frame.clone());
        }
        self.hold_remark(frame, now);
    }

    fn broadcast(&mut self, frame: &Utf8Bytes, now: Now) {
        let known = self.batch.bursts.len();
        for viewer in live(&self.viewers, &self.late) {
            self.batch.burst(&viewer.caller.outbox, known).tell([frame.clone()]);
        }
        self.hold_remark(frame, now);
    }

    /// Shows all viewers that a player's connection came or went, if viewers see the player seated here.
    fn show_connection(&mut self, account: AccountId, connection: Connection, now: Now) {
        let mut seated = self.seated.iter();
        let Some((seat, _)) = seated.find(|(_, who)| *who == account) else {
            return;
        };
        let frame = self.presence(*seat, connection == Connection::Up);
        self.broadcast(&frame, now);
    }

    fn presence(&self, seat: u8, connected: bool) -> Utf8Bytes {
        let table = self.name.clone();
        encode(&ServerMsg::Presence(Presence { table, seat, connected }))
    }
}

/// The connections that see everything at once.
fn live<'a>(viewers: &'a Viewers, late: &'a BTreeMap<ConnId, LateSight>) -> impl Iterator<Item = &'a Viewer> {
    let is_late = |viewer: &&Viewer| late.contains_key(&viewer.caller.outbox.id());
    viewers.iter().filter(move |viewer| late.is_empty() || !is_late(viewer))
}
