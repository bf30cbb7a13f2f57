//! A client that follows its table with the SDK's model, checks every number and every event, and compares with
//! snapshots.

mod agree;

use std::collections::BTreeMap;

use poker_bots::TableModel;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::server::{Events, OkMsg, Private, Snapshot};
use poker_protocol::v1::table::{Clock, TableState};
use poker_protocol::v1::{Chips, Choice, ErrorMsg, ServerMsg};

use super::world;
use crate::net::ConnId;
use crate::store::AccountId;
use crate::table::core::mail::{Caller, TableRequest};

/// One account with its connection.
pub(super) struct Client {
    caller: Caller,
    /// The client's view of the table, if it has watched.
    model: Option<TableModel>,
    /// Number of the last event that it was sent.
    pub(super) seq: u64,
    /// Set while it watches, so that messages may arrive at all.
    watching: bool,
    unwatch: Option<String>,
    /// Requests that make it watch once they are carried out; taking a seat is one of them.
    joining: Vec<String>,
    /// Unanswered requests.
    pub(super) open: Vec<String>,
    pub(super) oks: BTreeMap<String, OkMsg>,
    pub(super) errors: BTreeMap<String, ErrorMsg>,
    pub(super) acted: Option<(String, TableRequest)>,
    pub(super) chats: Vec<String>,
    /// All frames, in order.
    pub(super) frames: Vec<String>,
    /// Set if the last burst was urgent.
    pub(super) last_urgent: bool,
    /// Set if it checks only the numbers of events, without building a table from them.
    only_counts: bool,
}

impl Client {
    pub(super) fn new(caller: Caller) -> Self {
        Self {
            caller,
            model: None,
            seq: 0,
            watching: false,
            unwatch: None,
            joining: Vec::new(),
            open: Vec::new(),
            oks: BTreeMap::new(),
            errors: BTreeMap::new(),
            acted: None,
            chats: Vec::new(),
            frames: Vec::new(),
            last_urgent: false,
            only_counts: false,
        }
    }

    pub(super) fn account(&self) -> AccountId {
        self.caller.account
    }

    pub(super) fn conn(&self) -> ConnId {
        self.caller.outbox.id()
    }

    pub(super) fn caller(&self) -> Caller {
        self.caller.clone()
    }

    /// Opens a new connection, which remembers what the old one saw.
    pub(super) fn reconnect(&mut self, conn: u64) {
        let info = (*self.caller.info).clone();
        self.caller = world::caller(self.caller.account, info, conn);
        self.watching = false;
        self.open.clear();
    }

    /// Forgets the table and expects the events after this number, checking their numbers only.
    pub(super) fn count_from(&mut self, after: u64) {
        self.model = None;
        self.seq = after;
        self.only_counts = true;
    }

    pub(super) fn asks(&mut self, id: &str, request: &TableRequest) {
        self.open.push(id.to_owned());
        match request {
            TableRequest::Act { .. } => self.acted = Some((id.to_owned(), request.clone())),
            TableRequest::Watch | TableRequest::Resume { .. } | TableRequest::Sit { .. } => {
                self.joining.push(id.to_owned());
            }
            TableRequest::Unwatch => self.unwatch = Some(id.to_owned()),
            _ => {}
        }
    }

    /// `true` while a request to watch or to sit is unanswered.
    pub(super) fn is_joining(&self) -> bool {
        self.joining.iter().any(|id| self.open.contains(id))
    }

    pub(super) fn is_watching(&self) -> bool {
        self.watching
    }

    /// The table as the client knows it, if it has watched.
    pub(super) fn view(&self) -> Option<&TableState> {
        self.model.as_ref().map(TableModel::state)
    }

    pub(super) fn seat(&self) -> Option<u8> {
        self.model.as_ref()?.own_seat().map(|own| own.seat)
    }

    pub(super) fn choices(&self) -> Vec<Choice> {
        let you = self.model.as_ref().filter(|_| self.watching).and_then(TableModel::you);
        you.map_or_else(Vec::new, |you| you.choices.clone())
    }

    /// The numbers of the hand and of the open decision.
    pub(super) fn turn(&self) -> Option<(u64, u32)> {
        self.model.as_ref()?.decision()
    }

    pub(super) fn read(&mut self, frame: &str, durable_seq: u64, told: &mut BTreeMap<u64, String>) {
        self.frames.push(frame.to_owned());
        let message: ServerMsg = serde_json::from_str(frame).unwrap();
        match message {
            ServerMsg::Ok(ok) => self.read_ok(&ok, durable_seq),
            ServerMsg::Error(error) => {
                assert!(self.last_urgent, "a refusal that may wait");
                let id = error.id.clone().unwrap();
                self.answered(&id);
                self.errors.insert(id, error);
            }
            ServerMsg::Snapshot(snapshot) => {
                assert!(snapshot.seq <= durable_seq, "a snapshot before it was durable");
                self.read_snapshot(snapshot);
            }
            ServerMsg::Events(events) => self.read_events(events, durable_seq, told),
            ServerMsg::Private(private) => self.read_private(&private),
            ServerMsg::Presence(_) if self.only_counts => {}
            ServerMsg::Presence(presence) => {
                let model = self.model_mut();
                assert!(model.seat(presence.seat).is_some(), "the seat is taken");
                model.set_connected(presence.seat, presence.connected);
            }
            ServerMsg::Chat(chat) => self.chats.push(chat.text),
            other => panic!("a table sends no {other:?}"),
        }
    }

    fn read_ok(&mut self, ok: &OkMsg, durable_seq: u64) {
        assert!(
            ok.seq.is_none_or(|seq| seq <= durable_seq),
            "an answer before it was durable"
        );
        self.answered(&ok.id);
        if self.unwatch.as_ref() == Some(&ok.id) {
            self.watching = false;
        }
        if let Some(before) = self.oks.insert(ok.id.clone(), ok.clone()) {
            assert_eq!(before, *ok, "a repeated request gets the first answer");
        }
    }

    fn answered(&mut self, id: &str) {
        let index = self.open.iter().position(|open| open == id);
        self.open
            .remove(index.unwrap_or_else(|| panic!("{id} was answered twice, or never asked")));
    }

    fn read_snapshot(&mut self, snapshot: Snapshot) {
        self.seq = snapshot.seq;
        self.watching = true;
        match &mut self.model {
            Some(model) => model.replace(snapshot),
            None => self.model = Some(TableModel::new(self.caller.info.id.clone(), snapshot)),
        }
    }

    fn read_events(&mut self, events: Events, durable_seq: u64, told: &mut BTreeMap<u64, String>) {
        // A resume begins with the missed events.
        self.watching = true;
        for event in events.events {
            assert_eq!(event.seq, self.seq + 1, "numbers have no gaps");
            assert!(event.seq <= durable_seq, "an event before it was durable");
            let text = serde_json::to_string(&event.event).unwrap();
            let first = told.entry(event.seq).or_insert_with(|| text.clone());
            assert_eq!(*first, text, "all viewers are told the same under the same number");
            self.seq = event.seq;
            if !self.only_counts {
                let model = self.model_mut();
                agree::check_public(model, &event.event);
                model.apply(event.seq, &event.event);
            }
        }
        if let Some(clock) = events.clock.filter(|_| !self.only_counts) {
            self.read_clock(&clock);
        }
    }

    fn read_clock(&mut self, clock: &Clock) {
        let model = self.model_mut();
        let open = model.decision().expect("a clock belongs to a decision");
        assert_eq!(open.1, clock.turn);
        model.set_clock(clock);
    }

    fn read_private(&mut self, private: &Private) {
        assert!(self.watching);
        let asks = |part: &PrivateEvent| matches!(part, PrivateEvent::Choices { .. });
        assert!(
            self.last_urgent || !private.events.iter().any(asks),
            "a question that may wait"
        );
        let seq = self.seq;
        let model = self.model_mut();
        for part in &private.events {
            agree::check_private(model, seq, part);
            model.apply_private(part);
        }
    }

    fn model_mut(&mut self) -> &mut TableModel {
        self.model.as_mut().expect("the table is known")
    }

    /// Checks that the table built from events matches the snapshot.
    pub(super) fn check_against(&self, snapshot: &TableState, seq: u64) {
        let (Some(view), true) = (self.view(), self.watching) else {
            return;
        };
        assert_eq!(self.seq, seq, "everything that is durable was told");
        let (mine, theirs) = (comparable(view), comparable(snapshot));
        if mine != theirs {
            let last = self.frames.len().saturating_sub(6);
            panic!(
                "seen from {}\n  left: {mine:?}\n right: {theirs:?}\n{:#?}",
                self.caller.info.name,
                &self.frames[last..]
            );
        }
    }
}

/// A state without the parts that no numbered event describes: clocks, time banks, chips that wait for the end of the
/// hand, and the division of the pots if a seat was all-in for less than an ante.
fn comparable(state: &TableState) -> TableState {
    let mut state = state.clone();
    let hand = state.hand.as_mut().and_then(|hand| hand.turn.as_mut());
    let pick = state.pick.as_mut().map(|pick| &mut pick.turn);
    for turn in hand.into_iter().chain(pick) {
        turn.clock.left_ms = 0;
        turn.clock.banks.clear();
    }
    if let Some(hand) = &mut state.hand {
        let total = hand.pots.iter().map(|pot| pot.amount.get()).sum();
        if let Some(main) = hand.pots.first_mut() {
            main.amount = Chips::new(total).expect("no more than there is in the middle");
        }
        hand.pots.truncate(1);
    }
    if let Some(you) = &mut state.you {
        you.time_bank_ms = 0;
        you.rebuy_pending = Chips::default();
    }
    state
}
