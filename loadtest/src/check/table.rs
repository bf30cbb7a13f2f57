//! What all viewers of a table were told, held together.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use poker_bots::TableModel;
use poker_protocol::v1::event::{BetAction, PrivateEvent};
use poker_protocol::v1::server::{Private, Snapshot};
use poker_protocol::v1::table::SeatStatus;
use poker_protocol::v1::{Card, PublicEvent};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::cards::{CardSet, Oracle, scan};
use super::chips::Chips;
use super::outline::Outline;
use super::seqs::{Seqs, Told, hash};
use super::{Finding, Law, excerpt};

/// What a player has to know of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A hand begins.
    HandStarted {
        /// Its number.
        hand: u64,
    },
    /// A decision is open.
    Turn {
        /// The hand's number.
        hand: u64,
        /// The decision's number.
        turn: u32,
    },
    /// A seat acted.
    Acted {
        /// The seat.
        seat: u8,
        /// Whether the server did it for it.
        auto: bool,
    },
    /// No dealer is asked for the next game any more: it is picked, or the pick was withdrawn.
    PickOver,
    /// A seat takes part in another way.
    Status {
        /// The seat.
        seat: u8,
        /// How.
        status: SeatStatus,
    },
    /// A player left.
    Left {
        /// The seat.
        seat: u8,
    },
}

/// What happened at a table since somebody last asked, each event counted once however many viewers there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Hands that ended.
    pub hands: u64,
    /// Hands that were cancelled.
    pub voided: u64,
    /// Decisions that the server made because time ran out.
    pub timeouts: u64,
}

/// A message of events, read once for all viewers who get the same bytes.
#[derive(Debug)]
pub struct Frame {
    digest: u64,
    /// The number of its first event.
    pub first: u64,
    /// The number of its last event.
    pub last: u64,
    /// What players have to know.
    pub marks: Vec<Mark>,
    /// Actions in it.
    pub actions: u64,
    /// Whose action it tells, and when that was meant to be sent.
    pub cause: Option<(u8, Instant)>,
}

/// Where a viewer is in the events of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer {
    /// The seat, 0 for a spectator.
    pub seat: u8,
    /// The last number that was told.
    pub seq: u64,
    /// The hand that runs, or ran last.
    pub hand: u64,
}

#[derive(Deserialize)]
struct RawEvents<'a> {
    #[serde(borrow)]
    events: Vec<RawEvent<'a>>,
}

#[derive(Deserialize)]
struct RawEvent<'a> {
    seq: u64,
    #[serde(borrow)]
    event: &'a RawValue,
}

/// How many messages of events are remembered, so that most viewers need not read them again.
const FRAMES_KEPT: usize = 32;

/// How many events are compared between viewers; a viewer further behind is not checked against the others.
const EVENTS_KEPT: usize = 1024;

/// All that is known of a table.
pub struct TableCheck {
    /// Its identifier.
    pub table: String,
    seqs: Seqs,
    frames: VecDeque<Arc<Frame>>,
    chips: Chips,
    cards: Oracle,
    /// The table as its events tell it, from a snapshot on; `None` while events are missing.
    model: Option<TableModel>,
    hand: u64,
    turn: u32,
    /// No snapshot may be older than this number.
    floor: u64,
    news: News,
    /// The action that is under way: whose, and when it was meant to be sent.
    pub under_way: Option<(u8, Instant)>,
    /// Every event that anybody was told, by its number, if asked for.
    transcript: Option<BTreeMap<u64, String>>,
    found: Vec<Finding>,
}

impl TableCheck {
    /// Of a table of which nothing was told yet. `transcript` tells whether to keep every event.
    pub fn new(table: &str, transcript: bool) -> Self {
        Self {
            table: table.to_owned(),
            seqs: Seqs::new(if transcript { usize::MAX } else { EVENTS_KEPT }),
            frames: VecDeque::with_capacity(FRAMES_KEPT),
            chips: Chips::new(table),
            cards: Oracle::new(table),
            model: None,
            hand: 0,
            turn: 0,
            floor: 0,
            news: News::default(),
            under_way: None,
            transcript: transcript.then(BTreeMap::new),
            found: Vec::new(),
        }
    }

    /// The greatest number that anybody was told.
    pub fn last_seq(&self) -> u64 {
        self.seqs.next() - 1
    }

    /// The newest hand that anybody was told of.
    pub fn hand(&self) -> u64 {
        self.hand
    }

    /// Every event that anybody was told, in order, with its number; none unless they were to be kept. Numbers are
    /// missing where all viewers went on from a snapshot.
    pub fn transcript(&self) -> impl Iterator<Item = (u64, &str)> {
        let events = self.transcript.iter().flatten();
        events.map(|(seq, event)| (*seq, event.as_str()))
    }

    /// Every connection is gone, and all that was sent has been read: whatever comes next includes it.
    pub fn all_gone(&mut self) {
        self.floor = self.last_seq();
    }

    /// Takes what happened since the last call.
    pub fn take_news(&mut self) -> News {
        std::mem::take(&mut self.news)
    }

    /// Takes the findings since the last call.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.found)
    }

    /// Whether there is anything to take.
    pub fn has_findings(&self) -> bool {
        !self.found.is_empty()
    }

    /// Judges what had to wait for the end.
    pub fn finish(&mut self) {
        self.cards.finish(&mut self.found);
    }

    /// Something is wrong with what a seat was told.
    pub fn report(&mut self, law: Law, seat: u8, evidence: String) {
        self.found.push(Finding {
            law,
            table: self.table.clone(),
            seat,
            evidence,
        });
    }

    /// A message of events came to a viewer, who moves on by it. `None` if it cannot be read.
    pub fn events(&mut self, viewer: &mut Viewer, message: &str) -> Option<Arc<Frame>> {
        let digest = hash(message.as_bytes());
        let known = self.frames.iter().rev().find(|frame| frame.digest == digest);
        let frame = match known {
            Some(frame) => Arc::clone(frame),
            None => self.read(viewer.seat, message, digest)?,
        };
        if frame.first != viewer.seq + 1 {
            let evidence = format!("after seq {} came {}: {}", viewer.seq, frame.first, excerpt(message));
            self.report(Law::SeqGapless, viewer.seat, evidence);
        }
        viewer.seq = viewer.seq.max(frame.last);
        for mark in &frame.marks {
            if let Mark::HandStarted { hand } = mark {
                viewer.hand = *hand;
            }
        }
        Some(frame)
    }

    /// Reads a message that no client received before.
    fn read(&mut self, seat: u8, message: &str, digest: u64) -> Option<Arc<Frame>> {
        let raw: RawEvents<'_> = match serde_json::from_str(message) {
            Ok(raw) => raw,
            Err(error) => {
                self.report(Law::Protocol, seat, format!("{error}: {}", excerpt(message)));
                return None;
            }
        };
        // A list without events tells the clock alone, when nothing was missed.
        let (first, last) = (raw.events.first()?.seq, raw.events.last()?.seq);
        let mut frame = Frame {
            digest,
            first,
            last,
            marks: Vec::new(),
            actions: 0,
            cause: None,
        };
        let mut fresh = false;
        let mut drawn = CardSet::EMPTY;
        for (expected, raw) in (first..).zip(&raw.events) {
            if raw.seq != expected {
                let evidence = format!("seq {} instead of {expected}: {}", raw.seq, excerpt(message));
                self.report(Law::SeqGapless, seat, evidence);
            }
            let event: PublicEvent = match serde_json::from_str(raw.event.get()) {
                Ok(event) => event,
                Err(error) => {
                    self.report(Law::Protocol, seat, format!("{error}: {}", raw.event.get()));
                    continue;
                }
            };
            let told = self.seqs.compare(raw.seq, hash(raw.event.get().as_bytes()));
            if told == Told::Different {
                let evidence = format!("seq {} is another event than others got: {}", raw.seq, raw.event.get());
                self.report(Law::SameForAll, seat, evidence);
            }
            if told == Told::Jump {
                self.chips.forget();
                self.cards.missed();
                self.model = None;
            }
            let first_time = matches!(told, Told::First | Told::Jump);
            if let PublicEvent::DealerDrawn { cards, .. } | PublicEvent::SeatsDrawn { cards, .. } = &event {
                drawn |= cards.iter().map(|dealt| &dealt.card).collect();
            }
            if first_time {
                fresh = true;
                self.follow(raw.seq, &event);
            }
            if told == Told::Late
                && let PublicEvent::HandStarted { hand, .. } = &event
            {
                self.cards.begin(*hand, raw.seq, false, &mut self.found);
            }
            if let Some(transcript) = &mut self.transcript
                && (first_time || told == Told::Late)
            {
                transcript.insert(raw.seq, raw.event.get().to_owned());
            }
            self.mark(&event, first_time, &mut frame);
        }
        if fresh {
            self.cards.told_all((first, last), drawn, message, &mut self.found);
        }
        let frame = Arc::new(frame);
        if self.frames.len() == FRAMES_KEPT {
            self.frames.pop_front();
        }
        self.frames.push_back(Arc::clone(&frame));
        Some(frame)
    }

    /// Notes what players have to know of an event.
    fn mark(&mut self, event: &PublicEvent, first_time: bool, frame: &mut Frame) {
        let mut acted = |seat: u8, auto: bool| {
            frame.actions += 1;
            if first_time
                && let Some((actor, intended)) = self.under_way
                && actor == seat
                && !auto
            {
                frame.cause = Some((actor, intended));
                self.under_way = None;
            }
            Mark::Acted { seat, auto }
        };
        let mark = match event {
            PublicEvent::HandStarted { hand, .. } => Mark::HandStarted { hand: *hand },
            PublicEvent::TurnStarted { turn, .. } => Mark::Turn {
                hand: self.hand,
                turn: *turn,
            },
            PublicEvent::ActionTaken { seat, auto, .. }
            | PublicEvent::CardsDiscarded { seat, auto, .. }
            | PublicEvent::CardsDrawn { seat, auto, .. }
            | PublicEvent::StraddleDeclined { seat, auto }
            | PublicEvent::ChoiceMade { seat, auto }
            | PublicEvent::CardKept { seat, auto }
            | PublicEvent::CardsArranged { seat, auto }
            | PublicEvent::BuyPassed { seat, auto } => acted(*seat, *auto),
            PublicEvent::SeatStatusChanged { seat, status, .. } => Mark::Status {
                seat: *seat,
                status: *status,
            },
            PublicEvent::PlayerLeft { seat, .. } => Mark::Left { seat: *seat },
            PublicEvent::PickWithdrawn {} | PublicEvent::GameChanged { seat: Some(_), .. } => Mark::PickOver,
            _ => return,
        };
        frame.marks.push(mark);
    }

    /// Follows an event that no client received before.
    fn follow(&mut self, seq: u64, event: &PublicEvent) {
        self.chips.book(seq, event, &mut self.found);
        if let Some(model) = &mut self.model {
            model.apply(seq, event);
        }
        let hand = self.hand;
        match event {
            PublicEvent::HandStarted { hand, .. } => {
                if *hand <= self.hand {
                    let evidence = format!("hand {hand} begins after hand {}", self.hand);
                    self.report(Law::Protocol, 0, evidence);
                }
                self.hand = *hand;
                self.turn = 0;
                self.cards.begin(*hand, seq, true, &mut self.found);
            }
            PublicEvent::BoardDealt { cards }
            | PublicEvent::SecondBoardDealt { cards }
            | PublicEvent::BoardTurned { cards } => {
                self.cards.board(hand, cards.iter().collect());
            }
            PublicEvent::HoleCardsDealt { hands } => {
                let open: CardSet = hands.iter().flat_map(|dealt| dealt.cards.iter().flatten()).collect();
                self.cards.face_up(hand, open);
            }
            PublicEvent::CommunalDealt { card } => self.cards.board(hand, [card].into_iter().collect()),
            PublicEvent::CardsRolled { rolls } => {
                self.cards
                    .face_up(hand, rolls.iter().flat_map(|rolled| &rolled.cards).collect());
            }
            // Proof of the right to bet, from a hand that may be folded and stays down but for these.
            PublicEvent::OpenersShown { cards, .. } => self.cards.face_up(hand, cards.iter().collect()),
            PublicEvent::HandsTabled { hands } => {
                for shown in hands {
                    self.shown(hand, shown.seat, &shown.cards);
                }
            }
            PublicEvent::HandShown { seat, cards, .. } | PublicEvent::SevenDeucePaid { seat, cards, .. } => {
                self.shown(hand, *seat, cards);
            }
            PublicEvent::DeckRefilled { .. } => self.cards.refilled(hand),
            PublicEvent::TurnStarted { turn, .. } => self.turn = *turn,
            PublicEvent::HandCompleted { .. } => self.news.hands += 1,
            PublicEvent::HandVoided { hand, .. } => {
                self.news.voided += 1;
                self.report(Law::NothingVoided, 0, format!("hand {hand} was cancelled"));
            }
            PublicEvent::ActionTaken { seat, action, auto, .. } => {
                self.news.timeouts += u64::from(*auto);
                if *action == BetAction::Fold {
                    self.cards.folded(hand, *seat);
                }
            }
            PublicEvent::CardsDiscarded { auto, .. } | PublicEvent::CardsDrawn { auto, .. } => {
                self.news.timeouts += u64::from(*auto);
            }
            _ => {}
        }
    }

    fn shown(&mut self, hand: u64, seat: u8, cards: &[Card]) {
        self.cards.shown(hand, seat, cards.iter().collect(), &mut self.found);
    }

    /// Private parts came to a viewer.
    pub fn private(&mut self, viewer: &Viewer, private: &Private, message: &str) {
        let mut first = viewer.seq;
        for event in &private.events {
            let seq = event.seq();
            first = first.min(seq);
            if seq > viewer.seq {
                let evidence = format!("seq {seq} was not told before: {}", excerpt(message));
                self.report(Law::Protocol, viewer.seat, evidence);
            }
            if viewer.seat == 0 {
                self.report(Law::OwnCardsOnly, 0, format!("a spectator got {}", excerpt(message)));
            }
            if let PrivateEvent::Cards { hand: cards, .. } = event
                && let Some(hand) = self.cards.hand_at(seq)
            {
                self.cards
                    .given(hand, viewer.seat, cards.iter().collect(), message, &mut self.found);
            }
        }
        self.cards.told(first, viewer.seat, scan(message), message);
    }

    /// A snapshot came to a viewer, who goes on from there.
    pub fn snapshot(&mut self, viewer: &mut Viewer, snapshot: &Snapshot, message: &str) {
        let least = viewer.seq.max(self.floor);
        if snapshot.seq < least {
            let evidence = format!("a snapshot of seq {} after seq {least}", snapshot.seq);
            self.report(Law::NothingLost, viewer.seat, evidence);
        }
        viewer.seq = snapshot.seq;
        if snapshot.seq >= self.seqs.next() {
            // What happened up to here was never received, so that the table cannot be followed any further.
            self.seqs.skip_to(snapshot.seq + 1);
            self.chips.forget();
            self.cards.missed();
            self.model = None;
        }
        self.compare(viewer.seat, snapshot);
        let Some(hand) = &snapshot.state.hand else { return };
        let turn = hand.turn.as_ref().map(|open| open.turn);
        // Others may have read on meanwhile: only a snapshot of the newest state can be compared.
        let newest = snapshot.seq + 1 >= self.seqs.next();
        if newest && (hand.hand, turn.unwrap_or(u32::MAX)) < (self.hand, self.turn) {
            let evidence = format!(
                "a snapshot of hand {} turn {turn:?} after hand {} turn {}",
                hand.hand, self.hand, self.turn
            );
            self.report(Law::NothingLost, viewer.seat, evidence);
        }
        viewer.hand = hand.hand;
        if hand.hand > self.hand {
            self.hand = hand.hand;
            self.turn = turn.unwrap_or(0);
        }
        self.cards.begin(hand.hand, snapshot.seq, false, &mut self.found);
        if let Some(you) = &snapshot.state.you {
            self.cards.given(
                hand.hand,
                viewer.seat,
                you.cards.iter().collect(),
                message,
                &mut self.found,
            );
        }
        self.cards.told(snapshot.seq, viewer.seat, scan(message), message);
    }

    /// Holds a snapshot against the events before it, or begins with it to follow the table.
    fn compare(&mut self, seat: u8, snapshot: &Snapshot) {
        match &self.model {
            Some(model) if model.seq() == snapshot.seq => {
                let (events, shown) = (Outline::of(model.state()), Outline::of(&snapshot.state));
                if events != shown {
                    let evidence = format!("seq {}: {shown:?} after events that give {events:?}", snapshot.seq);
                    self.report(Law::SnapshotTrue, seat, evidence);
                }
            }
            // Only what all may know is followed; the viewer's own affairs are nothing to the others.
            None if snapshot.seq + 1 == self.seqs.next() => {
                let mut first = snapshot.clone();
                first.state.you = None;
                self.model = Some(TableModel::new(String::new(), first));
            }
            _ => {}
        }
    }

    /// Another message came to a viewer: an answer, a refusal, a remark.
    pub fn other(&mut self, viewer: &Viewer, message: &str) {
        let cards = scan(message);
        if !cards.is_empty() {
            self.cards.told(viewer.seq, viewer.seat, cards, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(first: u64, events: &[&str]) -> String {
        let events: Vec<String> = (first..)
            .zip(events)
            .map(|(seq, event)| format!(r#"{{"seq":{seq},"event":{event}}}"#))
            .collect();
        format!(r#"{{"type":"events","table":"t1","events":[{}]}}"#, events.join(","))
    }

    const START: &str = r#"{"kind":"hand_started","hand":1,"game":"V68","button":1,"seats":[{"seat":1,"stack":100},{"seat":2,"stack":100}],"carried":0}"#;
    const TURN: &str = r#"{"kind":"turn_started","turn":1,"seats":[1],"decision":"bet"}"#;
    const FOLD: &str =
        r#"{"kind":"action_taken","seat":1,"action":"fold","added":0,"to":0,"all_in":false,"auto":false}"#;
    const SNAPSHOT: &str = r#"{"table":"t1","seq":9,"state":{"info":{"table":"t1","name":"n","game":"V68","game_name":{"en":"e","fr":"f"},"limit":"nl","small_blind":1,"big_blind":2,"ante":0,"bets":[],"seats":9,"buy_in_min":1,"buy_in_max":2,"action_ms":1,"time_bank_ms":1,"private":false},"seats":[],"wait_list":[],"hands":0,"paused":false}}"#;
    const BOARD: &str = r#"{"kind":"board_dealt","cards":["2c","3c","4c"]}"#;

    fn laws(check: &mut TableCheck) -> Vec<Law> {
        check.finish();
        check.take_findings().into_iter().map(|finding| finding.law).collect()
    }

    fn viewer(seat: u8) -> Viewer {
        Viewer {
            seat,
            ..Viewer::default()
        }
    }

    #[test]
    fn all_viewers_share_one_reading_of_the_same_bytes() {
        let mut check = TableCheck::new("t1", true);
        let text = frame(1, &[START, TURN]);
        let (mut one, mut two) = (viewer(1), viewer(2));
        let first = check.events(&mut one, &text).unwrap();
        let second = check.events(&mut two, &text).unwrap();
        assert!(Arc::ptr_eq(&first, &second));
        assert_eq!((one.seq, two.hand), (2, 1));
        assert_eq!(check.take_news(), News::default());
        assert_eq!(
            first.marks,
            [Mark::HandStarted { hand: 1 }, Mark::Turn { hand: 1, turn: 1 }]
        );
        assert_eq!(check.transcript().count(), 2);
        assert_eq!(laws(&mut check), []);
    }

    #[test]
    fn events_may_be_grouped_differently() {
        let mut check = TableCheck::new("t1", false);
        check.events(&mut viewer(1), &frame(1, &[START, TURN]));
        let mut two = viewer(2);
        check.events(&mut two, &frame(1, &[START]));
        check.events(&mut two, &frame(2, &[TURN]));
        assert_eq!((two.seq, two.hand), (2, 1));
        assert_eq!(laws(&mut check), []);
    }

    #[test]
    fn a_message_without_events_changes_nothing() {
        let mut check = TableCheck::new("t1", false);
        let mut one = viewer(1);
        check.events(&mut one, &frame(1, &[START]));
        let clock = r#"{"turn":1,"left_ms":5,"banks":[]}"#;
        let text = format!(r#"{{"type":"events","table":"t1","events":[],"clock":{clock}}}"#);
        assert!(check.events(&mut one, &text).is_none());
        assert_eq!(one.seq, 1);
        assert_eq!(laws(&mut check), []);
    }

    #[test]
    fn a_gap_a_repetition_and_a_hole_in_one_message_are_found() {
        let mut check = TableCheck::new("t1", false);
        let mut one = viewer(1);
        check.events(&mut one, &frame(1, &[START]));
        check.events(&mut one, &frame(3, &[TURN]));
        assert_eq!(laws(&mut check), [Law::SeqGapless]);
        check.events(&mut one, &frame(3, &[TURN]));
        assert_eq!(laws(&mut check), [Law::SeqGapless]);
        let holed = frame(4, &[BOARD, TURN]).replace(r#""seq":5"#, r#""seq":6"#);
        check.events(&mut one, &holed);
        assert_eq!(laws(&mut check), [Law::SeqGapless]);
    }

    #[test]
    fn viewers_who_were_told_different_events_are_found() {
        let mut check = TableCheck::new("t1", false);
        check.events(&mut viewer(1), &frame(1, &[START]));
        let other = START.replace(r#""button":1"#, r#""button":2"#);
        check.events(&mut viewer(2), &frame(1, &[&other]));
        assert_eq!(laws(&mut check), [Law::SameForAll]);
    }

    #[test]
    fn an_action_tells_who_waited_for_it() {
        let mut check = TableCheck::new("t1", false);
        let mut one = viewer(1);
        check.events(&mut one, &frame(1, &[START, TURN]));
        let now = Instant::now();
        check.under_way = Some((1, now));
        let frame = check.events(&mut one, &frame(3, &[FOLD])).unwrap();
        assert_eq!((frame.actions, frame.cause), (1, Some((1, now))));
        assert_eq!(check.under_way, None);
    }

    #[test]
    fn private_cards_reach_the_oracle() {
        let mut check = TableCheck::new("t1", false);
        let (mut one, mut two) = (viewer(1), viewer(2));
        for viewer in [&mut one, &mut two] {
            check.events(viewer, &frame(1, &[START]));
        }
        let private = |cards: &str| {
            let text = format!(
                r#"{{"type":"private","table":"t1","events":[{{"kind":"cards","seq":1,"cards":{cards},"hand":{cards}}}]}}"#
            );
            (serde_json::from_str::<Private>(&text).unwrap(), text)
        };
        let (message, text) = private(r#"["Ah","Kh"]"#);
        check.private(&one, &message, &text);
        let (message, text) = private(r#"["2h","Kh"]"#);
        check.private(&two, &message, &text);
        assert_eq!(laws(&mut check), [Law::CardsDistinct]);
        let (message, text) = private(r#"["9h","8h"]"#);
        check.private(&viewer(0), &message, &text);
        assert_eq!(laws(&mut check), [Law::Protocol, Law::OwnCardsOnly]);
    }

    #[test]
    fn cards_belong_to_their_hand_where_a_snapshot_is_ahead_of_the_events() {
        let mut check = TableCheck::new("t1", false);
        let (mut one, mut two, mut three) = (viewer(1), viewer(2), viewer(3));
        let private = |seq: u64| {
            let text = format!(
                r#"{{"type":"private","table":"t1","events":[{{"kind":"cards","seq":{seq},"cards":["Ah","Kh"],"hand":["Ah","Kh"]}}]}}"#
            );
            (serde_json::from_str::<Private>(&text).unwrap(), text)
        };
        check.events(&mut one, &frame(1, &[START]));
        let (message, text) = private(1);
        check.private(&one, &message, &text);
        let second = START.replace(r#""hand":1"#, r#""hand":2"#);
        let snapshot = |seq: u64| {
            let hand = r#","hand":{"hand":2,"game":"V68","button":1,"board":[],"pots":[],"pot":0,"bet":0}}}"#;
            let text = SNAPSHOT.replace(r#""seq":9"#, &format!(r#""seq":{seq}"#));
            let text = format!("{}{hand}", text.strip_suffix("}}").unwrap());
            (serde_json::from_str::<Snapshot>(&text).unwrap(), text)
        };
        let (ahead, text) = snapshot(5);
        check.snapshot(&mut three, &ahead, &text);
        check.events(&mut two, &frame(1, &[START]));
        check.events(&mut two, &frame(2, &[&second, TURN]));
        let (message, text) = private(2);
        check.private(&two, &message, &text);
        assert_eq!(laws(&mut check), [], "the start of the second hand is told late");

        let mut check = TableCheck::new("t1", false);
        let (mut one, mut two, mut three) = (viewer(1), viewer(2), viewer(3));
        check.events(&mut one, &frame(1, &[START]));
        let (message, text) = private(1);
        check.private(&one, &message, &text);
        let (ahead, text) = snapshot(5);
        check.snapshot(&mut three, &ahead, &text);
        let (behind, text) = snapshot(3);
        check.snapshot(&mut two, &behind, &text);
        let (message, text) = private(3);
        check.private(&two, &message, &text);
        assert_eq!(laws(&mut check), [], "a second snapshot is behind the first");
    }

    #[test]
    fn cards_that_are_turned_up_communal_or_a_proof_are_everybodys() {
        let mut check = TableCheck::new("t1", false);
        let rolled = r#"{"kind":"cards_rolled","rolls":[{"seat":1,"cards":["7s"]},{"seat":2,"cards":["Ts"]}]}"#;
        let communal = r#"{"kind":"communal_dealt","card":"4d"}"#;
        let proof = r#"{"kind":"openers_shown","seat":1,"cards":["Jh","Jc"]}"#;
        check.events(&mut viewer(1), &frame(1, &[START, rolled, communal, FOLD, proof]));
        check.other(&viewer(2), r#"{"type":"ok","id":"1","x":["7s","Ts","4d","Jh"]}"#);
        assert_eq!(laws(&mut check), []);
    }

    #[test]
    fn a_card_in_an_answer_that_is_not_the_readers_is_found() {
        let mut check = TableCheck::new("t1", false);
        let mut one = viewer(1);
        check.events(&mut one, &frame(1, &[START, BOARD]));
        check.other(&one, r#"{"type":"ok","id":"1","x":"2c"}"#);
        assert_eq!(laws(&mut check), []);
        check.events(&mut one, &frame(3, &[&START.replace(r#""hand":1"#, r#""hand":2"#)]));
        check.take_findings();
        check.other(&one, r#"{"type":"ok","id":"1","x":"Ah"}"#);
        assert_eq!(laws(&mut check), [Law::OwnCardsOnly]);
    }

    #[test]
    fn a_snapshot_may_not_go_back() {
        let mut check = TableCheck::new("t1", false);
        let text = SNAPSHOT;
        let mut snapshot: Snapshot = serde_json::from_str(text).unwrap();
        let mut one = viewer(1);
        check.snapshot(&mut one, &snapshot, text);
        assert_eq!((one.seq, check.last_seq()), (9, 9));
        assert_eq!(laws(&mut check), []);
        snapshot.seq = 8;
        check.snapshot(&mut one, &snapshot, text);
        assert_eq!(laws(&mut check), [Law::NothingLost]);
    }

    #[test]
    fn a_snapshot_that_shows_another_table_than_the_events_is_found() {
        let mut check = TableCheck::new("t1", false);
        let (mut one, mut two) = (viewer(1), viewer(2));
        check.snapshot(&mut one, &serde_json::from_str(SNAPSHOT).unwrap(), SNAPSHOT);
        check.events(&mut one, &frame(10, &[r#"{"kind":"table_paused"}"#]));
        let after = |paused: &str| {
            let text = SNAPSHOT.replace(r#""seq":9"#, r#""seq":10"#);
            text.replace(r#""paused":false"#, &format!(r#""paused":{paused}"#))
        };
        let text = after("true");
        check.snapshot(&mut two, &serde_json::from_str(&text).unwrap(), &text);
        assert_eq!(laws(&mut check), []);
        let text = after("false");
        check.snapshot(&mut two, &serde_json::from_str(&text).unwrap(), &text);
        assert_eq!(laws(&mut check), [Law::SnapshotTrue]);
    }

    #[test]
    fn what_a_snapshot_overtook_is_in_the_transcript() {
        let mut check = TableCheck::new("t1", true);
        let (mut one, mut two) = (viewer(1), viewer(2));
        check.events(&mut one, &frame(1, &[START]));
        let text = SNAPSHOT.replace(r#""seq":9"#, r#""seq":3"#);
        check.snapshot(&mut two, &serde_json::from_str(&text).unwrap(), &text);
        check.events(&mut one, &frame(2, &[TURN, FOLD]));
        check.events(&mut one, &frame(4, &[BOARD]));
        let told: Vec<(u64, &str)> = check.transcript().collect();
        assert_eq!(told, [(1, START), (2, TURN), (3, FOLD), (4, BOARD)]);
        assert_eq!(laws(&mut check), []);
    }

    #[test]
    fn what_cannot_be_read_is_reported() {
        let mut check = TableCheck::new("t1", false);
        assert!(check.events(&mut viewer(1), r#"{"type":"events"}"#).is_none());
        let mut one = viewer(1);
        check.events(&mut one, &frame(1, &[r#"{"kind":"flew"}"#]));
        assert_eq!(laws(&mut check), [Law::Protocol, Law::Protocol]);
    }
}
