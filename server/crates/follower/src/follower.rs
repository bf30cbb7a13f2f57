//! A client that follows its table with the SDK's model, checks every number and every event, and compares with
//! snapshots.

use std::collections::BTreeMap;

use poker_bots::TableModel;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::host::HandStop;
use poker_protocol::v1::server::{Events, OkMsg, Private, Snapshot};
use poker_protocol::v1::table::{Clock, SeatStatus, TableState};
use poker_protocol::v1::{Chips, Choice, ErrorMsg, ServerMsg};

use super::agree;

/// The effect of a request on its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// It watches once the request is carried out; taking a seat is one of these.
    Joins,
    /// It watches no more.
    Leaves,
    /// It goes on as before.
    Stays,
}

/// One account with its connection, at one table.
#[derive(Debug)]
pub struct Follower {
    account: String,
    /// Its view of the table, if it has watched.
    model: Option<TableModel>,
    /// The number of the last event that it was sent.
    pub seq: u64,
    /// Set while it watches, so that messages may arrive at all.
    watching: bool,
    unwatch: Option<String>,
    /// Requests that make it watch once they are carried out.
    joining: Vec<String>,
    /// Requests without an answer.
    pub open: Vec<String>,
    /// Requests that were carried out, with their answers.
    pub oks: BTreeMap<String, OkMsg>,
    /// Requests that were refused, with their answers.
    pub errors: BTreeMap<String, ErrorMsg>,
    /// Remarks at the table.
    pub chats: Vec<String>,
    /// Every frame, in order.
    pub frames: Vec<String>,
    /// `true` if the last burst was one that it waited for.
    pub last_urgent: bool,
    /// Looks at the numbers of events alone, and builds no table from them.
    only_counts: bool,
}

impl Follower {
    /// A client that knows nothing of the table yet.
    pub fn new(account: String) -> Self {
        Self {
            account,
            model: None,
            seq: 0,
            watching: false,
            unwatch: None,
            joining: Vec::new(),
            open: Vec::new(),
            oks: BTreeMap::new(),
            errors: BTreeMap::new(),
            chats: Vec::new(),
            frames: Vec::new(),
            last_urgent: false,
            only_counts: false,
        }
    }

    /// It has a new connection, which watches nothing, and remembers what the old one saw. Nothing is answered that was open.
    pub fn reconnected(&mut self) {
        self.watching = false;
        self.open.clear();
    }

    /// Forgets the table and expects the events behind this number, looking at their numbers alone.
    pub fn count_from(&mut self, after: u64) {
        self.model = None;
        self.seq = after;
        self.only_counts = true;
    }

    /// Sends a request.
    pub fn asks(&mut self, id: &str, asking: Asking) {
        self.open.push(id.to_owned());
        match asking {
            Asking::Joins => self.joining.push(id.to_owned()),
            Asking::Leaves => self.unwatch = Some(id.to_owned()),
            Asking::Stays => {}
        }
    }

    /// `true` while a request to watch or to sit has no answer.
    pub fn is_joining(&self) -> bool {
        self.joining.iter().any(|id| self.open.contains(id))
    }

    /// `true` while its connection watches the table.
    pub const fn is_watching(&self) -> bool {
        self.watching
    }

    /// The table as it knows it, if it has watched.
    pub fn view(&self) -> Option<&TableState> {
        self.model.as_ref().map(TableModel::state)
    }

    /// The seat that it has, by what it was told.
    pub fn seat(&self) -> Option<u8> {
        self.model.as_ref()?.own_seat().map(|own| own.seat)
    }

    /// Returns its open choices; none while it does not watch.
    pub fn choices(&self) -> Vec<Choice> {
        let you = self.model.as_ref().filter(|_| self.watching).and_then(TableModel::you);
        you.map_or_else(Vec::new, |you| you.choices.clone())
    }

    /// `true` while it is asked to decide, as far as it was told.
    pub fn is_asked(&self) -> bool {
        let you = self.model.as_ref().filter(|_| self.watching).and_then(TableModel::you);
        you.is_some_and(|you| !you.choices.is_empty())
    }

    /// The stop of the running hand.
    pub fn stop(&self) -> Option<HandStop> {
        self.model.as_ref()?.hand()?.stop
    }

    /// The number of the running hand, 0 between hands.
    pub fn hand_no(&self) -> u64 {
        let hand = self.model.as_ref().and_then(TableModel::hand);
        hand.map_or(0, |hand| hand.hand)
    }

    /// The hand and the decision that is open.
    pub fn turn(&self) -> Option<(u64, u32)> {
        self.model.as_ref()?.decision()
    }

    /// Takes a message in. `durable_seq` is the number of the last event that was on disk when the message was sent, `told` the text of
    /// every event that any viewer was told.
    ///
    /// # Panics
    /// If the message contradicts what came before, tells what was not on disk, or is none that a table sends.
    pub fn read(&mut self, frame: &str, durable_seq: u64, told: &mut BTreeMap<u64, String>) {
        self.frames.push(frame.to_owned());
        let message: ServerMsg = serde_json::from_str(frame).expect("a message can be read");
        match message {
            ServerMsg::Ok(ok) => self.read_ok(&ok, durable_seq),
            ServerMsg::Error(error) => {
                assert!(self.last_urgent, "a refusal that may wait");
                let id = error.id.clone().expect("a refusal names its request");
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
            ServerMsg::Paused(_) | ServerMsg::Watchers(_) | ServerMsg::Ahead(_) => {}
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
            None => self.model = Some(TableModel::new(self.account.clone(), snapshot)),
        }
    }

    fn read_events(&mut self, events: Events, durable_seq: u64, told: &mut BTreeMap<u64, String>) {
        // A resume begins with the missed events.
        self.watching = true;
        for event in events.events {
            assert_eq!(event.seq, self.seq + 1, "numbers have no gaps");
            assert!(event.seq <= durable_seq, "an event before it was durable");
            let text = serde_json::to_string(&event.event).expect("an event can be written");
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

    /// Checks that the view built from events equals a snapshot.
    ///
    /// # Panics
    /// If it is not.
    pub fn check_against(&self, snapshot: &TableState, seq: u64) {
        let (Some(view), true) = (self.view(), self.watching) else {
            return;
        };
        assert_eq!(self.seq, seq, "everything that is durable was told");
        let (mine, theirs) = (comparable(view), comparable(snapshot));
        if mine != theirs {
            let last = self.frames.len().saturating_sub(6);
            panic!(
                "seen from {}\n  left: {mine:?}\n right: {theirs:?}\n{:#?}",
                self.account,
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
    if state.info.tournament.is_some() {
        // At a table of an event, the director decides how a seat takes part; events tell it from the next hand on, or not at all.
        for seat in &mut state.seats {
            (seat.status, seat.event_status) = (SeatStatus::Active, None);
        }
    }
    if let Some(you) = &mut state.you {
        you.time_bank_ms = 0;
        you.rebuy_pending = Chips::default();
    }
    state
}
