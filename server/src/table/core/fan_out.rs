//! Who is sent what, and when: what waits for the disk, who watches, and one burst for each connection.

use std::collections::VecDeque;

use poker_protocol::v1::server::Presence;
use poker_protocol::v1::table::Clock;
use poker_protocol::v1::{ServerMsg, TableId};
use smallvec::SmallVec;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::deadlines::Deadlines;
use super::io::{AskedAccount, Now, Outputs};
use super::parked::{Choices, Effect, Effects, Parked, Reply, Watcher};
use super::viewers::Viewers;
use super::{frames, status};
use crate::net::{Burst, ConnId, Frames, Outbox, encode};
use crate::store::{AccountId, StepKind};
use crate::table::state::backlog::Backlog;
use crate::table::state::event_log::Told;
use crate::table::state::play::Asked;
use crate::table::state::players::player_id;
use crate::table::state::table::Table;

/// How long a call to a decision without a clock is worth something.
const UNTIMED_MS: u32 = 60_000;

/// How long a call to a decision with this clock is worth something, in milliseconds.
pub(super) fn left_ms(clock: Option<&Clock>) -> u32 {
    clock.map_or(UNTIMED_MS, |clock| clock.left_ms)
}

/// The way from a step to the connections. Nothing leaves it before the step behind it is on disk.
#[derive(Debug)]
pub(super) struct FanOut {
    /// How clients name the table.
    name: TableId,
    /// What waits for the disk, in order.
    parked: VecDeque<Parked>,
    batch: Batch,
    /// The last events, which may be ahead of what was shown.
    backlog: Backlog,
    /// The number of the last event that was shown.
    released: u64,
    viewers: Viewers,
    /// The taken seats as all viewers know them.
    seated: Vec<(u8, AccountId)>,
}

/// What the fan-out looks at, and what it sets going, while it shows something.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) table: &'a Table,
    pub(super) deadlines: &'a mut Deadlines,
    /// The last step that was carried out. It may be ahead of the disk.
    pub(super) last_step: u64,
    pub(super) now: Now,
}

/// What is being put together for the connections.
#[derive(Debug, Default)]
struct Batch {
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

    fn tell(&mut self, outbox: &Outbox, frame: Utf8Bytes) {
        self.burst(outbox, self.bursts.len()).tell([frame]);
    }

    /// The burst of a connection, looked for among the first `known`. A loop that visits each viewer once can skip those
    /// that it has just added.
    fn burst(&mut self, outbox: &Outbox, known: usize) -> &mut Burst {
        let at = self.find(outbox, known).unwrap_or_else(|| {
            self.bursts.push((outbox.clone(), Burst::default()));
            self.bursts.len() - 1
        });
        let burst = &mut self.bursts[at].1;
        // A remark in it may be left out alone, and not with what is added now.
        burst.spare = false;
        burst
    }

    /// Adds a remark, which may be left out where a connection gets nothing else.
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

/// How a player's connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Connection {
    Up,
    Down,
}

impl FanOut {
    /// A fan-out without viewers. All events of `backlog` were shown.
    pub(super) fn new(table: &Table, backlog: Backlog) -> Self {
        Self {
            name: table.setup.wire_id(table.id),
            parked: VecDeque::new(),
            batch: Batch::default(),
            backlog,
            released: table.seq(),
            viewers: Viewers::default(),
            seated: status::people(table),
        }
    }

    /// How clients name the table.
    pub(super) const fn name(&self) -> &TableId {
        &self.name
    }

    /// The connections that watch.
    pub(super) const fn viewers(&self) -> &Viewers {
        &self.viewers
    }

    /// The last events.
    pub(super) const fn backlog(&self) -> &Backlog {
        &self.backlog
    }

    /// Whether nothing waits for the disk.
    pub(super) fn is_idle(&self) -> bool {
        self.parked.is_empty()
    }

    /// Keeps the events of a step, which are shown when what is parked for it is.
    pub(super) fn log(&mut self, told: Vec<Told>) {
        self.backlog.extend(told);
    }

    /// Parks something behind a step.
    pub(super) fn park(&mut self, step: u64, what: Effect) {
        self.parked.push_back(Parked::new(step, what));
    }

    /// Forgets the last step, which was not written, and the events behind `last`. Gives the answer that waited for it.
    pub(super) fn take_back(&mut self, step: u64, last: u64) -> Option<Reply> {
        self.backlog.take_back(last);
        let parked = self.parked.pop_back_if(|parked| parked.step() == step);
        parked.and_then(Parked::into_reply)
    }

    /// Gives up what waits for the disk.
    pub(super) fn take_parked(&mut self) -> VecDeque<Parked> {
        std::mem::take(&mut self.parked)
    }

    /// Gives up the viewers.
    pub(super) fn take_viewers(&mut self) -> Vec<super::mail::Caller> {
        self.viewers.take()
    }

    /// What was put together for the connections.
    pub(super) fn take_bursts(&mut self) -> Vec<(Outbox, Burst)> {
        std::mem::take(&mut self.batch.bursts)
    }

    /// Adds a frame for one connection to what is being put together, waiting for nothing.
    pub(super) fn push(&mut self, outbox: &Outbox, frame: Utf8Bytes) {
        self.batch.push(outbox, frame);
    }

    /// The open decision, if the event that opened it was shown.
    pub(super) fn visible_turn(&self, table: &Table) -> Option<Asked> {
        table.asked().filter(|asked| asked.seq <= self.released)
    }

    /// The frames of the events behind number `after`; `None` if not all of them are known any more.
    pub(super) fn behind(&self, after: u64, last: u64, clock: Option<&Clock>) -> Option<Frames> {
        let reaches = self.backlog.reaches(after, last);
        reaches.then(|| frames::events(&self.name, self.backlog.behind(after, last), clock))
    }

    /// The frame of what an account alone learned behind number `after`, and of `more` such parts.
    pub(super) fn private_behind(&self, account: AccountId, after: u64, more: &[Box<str>]) -> Option<Utf8Bytes> {
        let missed = self.backlog.private_of(account, after);
        frames::private(&self.name, missed.chain(more.iter().map(|part| &**part)))
    }

    /// Whether a connection will watch once all that is parked has been carried out.
    pub(super) fn will_watch(&self, conn: ConnId) -> bool {
        let parked = self.parked.iter().rev().find_map(|parked| parked.watches(conn));
        parked.unwrap_or_else(|| self.viewers.watches(conn))
    }

    /// A connection is gone.
    pub(super) fn disconnect(&mut self, conn: ConnId, scene: &mut Scene<'_>) {
        self.parked.retain_mut(|parked| parked.forget_watcher(conn));
        self.remove_viewer(conn, scene);
    }

    /// Shows everything that waited for no step behind `durable`.
    pub(super) fn release(&mut self, durable: u64, scene: &mut Scene<'_>, out: &mut Outputs) {
        if self.parked.front().is_some_and(|parked| parked.step() <= durable) {
            // Mostly something for each viewer and for no other connection.
            self.batch.bursts.reserve(self.viewers.count());
        }
        while let Some(parked) = self.parked.pop_front_if(|parked| parked.step() <= durable) {
            #[cfg(test)]
            crate::table::tests::fail_point::pass_place(
                &scene.table.setup.name,
                crate::table::tests::fail_point::Place::Showing,
            );
            self.carry_out(parked.into_effect(), scene, out);
        }
        self.flush(scene, out);
        if self.parked.is_empty() {
            self.see_off(scene);
        }
    }

    fn carry_out(&mut self, effect: Effect, scene: &mut Scene<'_>, out: &mut Outputs) {
        match effect {
            Effect::Step(mut effects) => {
                let (newcomer, watcher) = (effects.newcomer, effects.watcher.take());
                self.show(*effects, scene, out);
                if let Some(watcher) = watcher {
                    self.flush(scene, out);
                    self.add_viewer(*watcher, scene);
                } else if let Some(account) = newcomer.filter(|account| !self.viewers.is_online(*account)) {
                    self.flush(scene, out);
                    self.show_connection(account, Connection::Down);
                }
            }
            Effect::Send(reply) => self.batch.push(&reply.caller.outbox, reply.frame),
            Effect::Remark(frame) => {
                self.flush(scene, out);
                self.remark(&frame);
            }
            Effect::Status(status) => out.status = Some(*status),
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

    /// Players whom the host sent away see no more of the table once their last hand is over.
    fn see_off(&mut self, scene: &mut Scene<'_>) {
        let table = scene.table;
        let is_gone = |account| table.removed.contains(&player_id(account)) && table.seat_of(account).is_none();
        let gone = self.viewers.iter().filter(|viewer| is_gone(viewer.account));
        let gone: SmallVec<[ConnId; 1]> = gone.map(|viewer| viewer.outbox.id()).collect();
        for conn in gone {
            self.remove_viewer(conn, scene);
        }
    }

    /// A connection watches from now on. Connections have no numbers, so it now gets what changed while its first frames
    /// waited for the disk.
    fn add_viewer(&mut self, watcher: Watcher, scene: &mut Scene<'_>) {
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
            self.show_connection(account, Connection::Up);
        }
        self.viewers.add(caller);
        if comes {
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

    /// A connection watches no more.
    fn remove_viewer(&mut self, conn: ConnId, scene: &mut Scene<'_>) {
        if let Some(account) = self.viewers.remove(conn)
            && !self.viewers.is_online(account)
        {
            self.show_connection(account, Connection::Down);
            self.presence_changed(scene);
        }
    }

    /// Seats are kept for as long as their players are there, and the lobby shows who is away: as soon as all is on disk that
    /// was written before.
    fn presence_changed(&mut self, scene: &mut Scene<'_>) {
        scene.deadlines.people_changed();
        let status = status::status(scene.table, &self.viewers);
        self.park(scene.last_step, Effect::Status(Box::new(status)));
    }

    fn show(&mut self, effects: Effects, scene: &mut Scene<'_>, out: &mut Outputs) {
        if let Some(reply) = effects.reply {
            match effects.kind {
                // The action counts, which is nothing that its player has to wait for.
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
        if effects.status.is_some() {
            out.status = effects.status;
        }
        if let Some(people) = effects.people {
            self.seated = people;
        }
        if effects.hand_over {
            scene.deadlines.hand_seen(scene.table, scene.now);
        }
    }

    /// Puts the events that were gathered into the bursts of all viewers: the same bytes for each, then what one viewer
    /// alone may know.
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
        // A decision that was answered meanwhile is put to no player any more.
        let open = |choices: &&Choices| turn.is_some_and(|asked| asked.seq == choices.seq);
        let logged = self.backlog.range(first, last).flat_map(Told::private_parts);
        let asked = choices
            .iter()
            .filter(open)
            .map(|choices| (choices.account, &*choices.part));
        let own: SmallVec<[(AccountId, &str); 10]> = logged.chain(asked).collect();
        let known = self.batch.bursts.len();
        for viewer in self.viewers.iter() {
            let burst = self.batch.burst(&viewer.outbox, known);
            burst.tell(shared.iter().cloned());
            let parts = own.iter().filter(|(account, _)| *account == viewer.account);
            burst.tell(frames::private(&self.name, parts.map(|(_, part)| *part)));
            if let Some(asked) = turn
                && choices
                    .iter()
                    .filter(open)
                    .any(|choices| choices.account == viewer.account)
            {
                burst.urgent = true;
                viewer.outbox.ask(asked.named(scene.table.id));
            }
        }
        drop(own);
        let left_ms = left_ms(clock.as_ref());
        let asked = choices.iter().filter(open).map(|choices| choices.account);
        out.asked.extend(asked.map(|account| AskedAccount { account, left_ms }));
        self.backlog.trim(self.released);
    }

    fn remark(&mut self, frame: &Utf8Bytes) {
        let known = self.batch.bursts.len();
        for viewer in self.viewers.iter() {
            self.batch.remark(&viewer.outbox, known, frame.clone());
        }
    }

    fn broadcast(&mut self, frame: &Utf8Bytes) {
        let known = self.batch.bursts.len();
        for viewer in self.viewers.iter() {
            self.batch.burst(&viewer.outbox, known).tell([frame.clone()]);
        }
    }

    /// Shows all viewers that a player's connection came or went, if the player is seen to sit here.
    fn show_connection(&mut self, account: AccountId, connection: Connection) {
        let mut seated = self.seated.iter();
        let Some((seat, _)) = seated.find(|(_, who)| *who == account) else {
            return;
        };
        let frame = self.presence(*seat, connection == Connection::Up);
        self.broadcast(&frame);
    }

    fn presence(&self, seat: u8, connected: bool) -> Utf8Bytes {
        let table = self.name.clone();
        encode(&ServerMsg::Presence(Presence { table, seat, connected }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use poker_protocol::v1::event::PrivateEvent;
    use poker_protocol::v1::{PlayerInfo, PlayerKind, PublicEvent};

    use super::*;
    use crate::table::core::mail::Caller;
    use crate::table::state::event_log::to_json;
    use crate::table::tests::world::{NoSocket, TABLE, config, setup};

    fn caller(conn: u64) -> Caller {
        let account = AccountId(uuid::Uuid::from_u128(conn.into()));
        Caller {
            account,
            info: Arc::new(PlayerInfo {
                id: account.to_string(),
                name: format!("Player {conn}"),
                kind: PlayerKind::Guest,
            }),
            network: None,
            outbox: Outbox::new(ConnId(conn), Arc::new(NoSocket)),
        }
    }

    fn watch(caller: &Caller) -> Effect {
        Effect::Watch(Box::new(Watcher {
            caller: caller.clone(),
            frames: Vec::new(),
            presence: Vec::new(),
        }))
    }

    /// One event with this number; `account` alone learns something by it.
    fn event(seq: u64, account: AccountId) -> Told {
        let cards = PrivateEvent::Cards {
            seq,
            cards: Vec::new(),
            hand: Vec::new(),
        };
        Told {
            seq,
            begins_hand: false,
            public: to_json(&PublicEvent::TablePaused {}),
            private: vec![(account, to_json(&cards))],
        }
    }

    /// A step that caused one event.
    fn effects(seq: u64) -> Effect {
        Effect::Step(Box::new(Effects {
            kind: StepKind::Hand,
            first_seq: seq,
            last_seq: seq,
            reply: None,
            choices: SmallVec::new(),
            moved: Vec::new(),
            status: None,
            people: None,
            hand_over: false,
            newcomer: None,
            watcher: None,
        }))
    }

    /// A fan-out on its own, with the table that it belongs to.
    struct Stand {
        table: Table,
        deadlines: Deadlines,
        fan_out: FanOut,
    }

    impl Stand {
        fn new() -> Self {
            let table = Table::new(TABLE, setup(&config("no-limit-holdem")));
            Self {
                fan_out: FanOut::new(&table, Backlog::default()),
                deadlines: Deadlines::default(),
                table,
            }
        }

        /// The types of the messages that each connection gets.
        fn release(&mut self, durable: u64) -> Vec<(u64, Vec<String>)> {
            let mut scene = Scene {
                table: &self.table,
                deadlines: &mut self.deadlines,
                last_step: durable,
                now: Now {
                    play: super::super::clock::PlayTime(0),
                    wall: 0,
                },
            };
            self.fan_out.release(durable, &mut scene, &mut Outputs::default());
            let kind = |frame: &Utf8Bytes| {
                let message: serde_json::Value = serde_json::from_str(frame).unwrap();
                message["type"].as_str().unwrap().to_owned()
            };
            let bursts = self.fan_out.take_bursts().into_iter();
            let bursts = bursts.filter(|(_, burst)| !burst.is_empty());
            bursts
                .map(|(outbox, burst)| {
                    let kinds: Vec<String> = burst.frames.iter().map(kind).collect();
                    assert_eq!(burst.urgent, kinds.iter().any(|kind| kind == "ok"));
                    (outbox.id().0, kinds)
                })
                .collect()
        }
    }

    #[test]
    fn events_wait_for_their_step_and_private_parts_go_to_their_account_alone() {
        let mut stand = Stand::new();
        let (ada, bea) = (caller(1), caller(2));
        stand.fan_out.park(0, watch(&ada));
        stand.fan_out.park(0, watch(&bea));
        stand.release(0);
        for seq in 1..=3 {
            stand.fan_out.log(vec![event(seq, ada.account)]);
            stand.fan_out.park(seq, effects(seq));
        }
        assert_eq!(stand.release(0), []);
        let all = ["events", "private"].map(str::to_owned);
        let shown = [(1, all.to_vec()), (2, all[..1].to_vec())];
        assert_eq!(stand.release(1), shown);
        assert!(!stand.fan_out.is_idle());
        // Two steps that become durable together leave in one frame.
        assert_eq!(stand.release(3), shown);
        assert!(stand.fan_out.is_idle());
    }

    #[test]
    fn what_is_parked_decides_who_will_watch() {
        let mut stand = Stand::new();
        let ada = caller(1);
        let conn = ada.outbox.id();
        assert!(!stand.fan_out.will_watch(conn));
        stand.fan_out.park(1, watch(&ada));
        assert!(stand.fan_out.will_watch(conn) && !stand.fan_out.viewers().watches(conn));
        let ok = ServerMsg::Ok(poker_protocol::v1::server::OkMsg::default());
        stand
            .fan_out
            .park(2, Effect::Unwatch(Reply::new(ada, "1".to_owned(), &ok)));
        assert!(!stand.fan_out.will_watch(conn));
        stand.release(1);
        assert!(!stand.fan_out.will_watch(conn) && stand.fan_out.viewers().watches(conn));
        stand.release(2);
        assert!(!stand.fan_out.viewers().watches(conn));
    }

    #[test]
    fn a_step_that_was_not_written_is_shown_to_no_viewer() {
        let mut stand = Stand::new();
        let ada = caller(1);
        stand.fan_out.park(0, watch(&ada));
        stand.release(0);
        stand.fan_out.log(vec![event(1, ada.account)]);
        stand.fan_out.park(1, effects(1));
        assert!(stand.fan_out.take_back(1, 0).is_none(), "no request was behind it");
        assert_eq!(stand.release(1), []);
        assert_eq!(stand.fan_out.backlog().first_seq(), None);
    }
}
