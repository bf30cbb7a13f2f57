//! Everything the viewers of a table received, compared across all of them.

mod frame;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use poker_bots::TableModel;
use poker_protocol::v1::event::{BetAction, PrivateEvent};
use poker_protocol::v1::server::{Private, Snapshot};
use poker_protocol::v1::{Card, PublicEvent};

use super::cards::Oracle;
use super::cards::set::{CardSet, scan};
use super::chips::Chips;
use super::outline::Outline;
use super::seqs::{Arrival, Seqs, hash};
use super::{Finding, Law, excerpt};
use frame::RawEvents;

pub use frame::{Frame, Mark, News, Viewer};

/// Messages of events that are remembered, so that most viewers need not parse them again.
const FRAMES_KEPT: usize = 32;

/// Events that are compared between viewers; a viewer lagging further is not checked against the others.
const EVENTS_KEPT: usize = 1024;

/// Everything known of a table.
pub struct TableCheck {
    /// Identifier of the table.
    pub table: String,
    seqs: Seqs,
    frames: VecDeque<Arc<Frame>>,
    chips: Chips,
    cards: Oracle,
    /// The table as built by its events from a snapshot on; `None` while events are missing.
    model: Option<TableModel>,
    hand: u64,
    turn: u32,
    /// Smallest number that a new snapshot may have.
    floor: u64,
    news: News,
    /// The action under way: its seat, and the time at which it was meant to be sent.
    pub under_way: Option<(u8, Instant)>,
    /// Every event received by any viewer, by number, if requested.
    transcript: Option<BTreeMap<u64, String>>,
    found: Vec<Finding>,
}

impl TableCheck {
    /// Returns the check of a table of which nothing was received yet. `transcript` is `true` to keep every event.
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

    /// Returns the highest event number received by any viewer.
    pub fn last_seq(&self) -> u64 {
        self.seqs.next() - 1
    }

    /// Returns the newest hand known to any viewer.
    pub fn hand(&self) -> u64 {
        self.hand
    }

    /// Iterates over every event received by any viewer, in order and with its number; empty unless events are kept. Numbers are missing
    /// where all viewers continued from a snapshot.
    pub fn transcript(&self) -> impl Iterator<Item = (u64, &str)> {
        let events = self.transcript.iter().flatten();
        events.map(|(seq, event)| (*seq, event.as_str()))
    }

    /// Notes that every connection is gone and everything sent has been read: any later message includes it.
    pub fn all_gone(&mut self) {
        self.floor = self.last_seq();
    }

    /// Takes the news since the last call.
    pub fn take_news(&mut self) -> News {
        std::mem::take(&mut self.news)
    }

    /// Takes the findings since the last call.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.found)
    }

    /// Returns `true` if there are findings to take.
    pub fn has_findings(&self) -> bool {
        !self.found.is_empty()
    }

    /// Judges everything that had to wait for the end.
    pub fn finish(&mut self) {
        self.cards.finish(&mut self.found);
    }

    /// Adds a finding about a message to a seat.
    pub fn report(&mut self, law: Law, seat: u8, evidence: String) {
        self.found.push(Finding {
            law,
            table: self.table.clone(),
            seat,
            evidence,
        });
    }

    /// Checks a message of events received by a viewer, and moves the viewer on. `None` if it cannot be parsed.
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

    /// Parses a message that no client received before.
    fn read(&mut self, seat: u8, message: &str, digest: u64) -> Option<Arc<Frame>> {
        let raw: RawEvents<'_> = match serde_json::from_str(message) {
            Ok(raw) => raw,
            Err(error) => {
                self.report(Law::Protocol, seat, format!("{error}: {}", excerpt(message)));
                return None;
            }
        };
        // A list without events is only a clock update; no event was missed.
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
            if told == Arrival::Different {
                let evidence = format!("seq {} is another event than others got: {}", raw.seq, raw.event.get());
                self.report(Law::SameForAll, seat, evidence);
            }
            if told == Arrival::Jump {
                self.chips.forget();
                self.cards.missed();
                self.model = None;
            }
            let first_time = matches!(told, Arrival::First | Arrival::Jump);
            if let PublicEvent::DealerDrawn { cards, .. } | PublicEvent::SeatsDrawn { cards, .. } = &event {
                drawn |= cards.iter().map(|dealt| &dealt.card).collect();
            }
            if first_time {
                fresh = true;
                self.follow(raw.seq, &event);
            }
            if told == Arrival::Late
                && let PublicEvent::HandStarted { hand, .. } = &event
            {
                self.cards.begin(*hand, raw.seq, false, &mut self.found);
            }
            if let Some(transcript) = &mut self.transcript
                && (first_time || told == Arrival::Late)
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

    /// Notes the parts of an event that players need to know.
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
            // Openers are proof from a hand that may be folded and otherwise stays down; the other hand was killed by an official.
            PublicEvent::OpenersShown { cards, .. } | PublicEvent::KilledShown { cards, .. } => {
                self.cards.face_up(hand, cards.iter().collect());
            }
            PublicEvent::HandsTabled { hands } | PublicEvent::HandsOpened { hands } => {
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

    /// Checks private data received by a viewer.
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

    /// Checks a snapshot received by a viewer, who continues from there.
    pub fn snapshot(&mut self, viewer: &mut Viewer, snapshot: &Snapshot, message: &str) {
        let least = viewer.seq.max(self.floor);
        if snapshot.seq < least {
            let evidence = format!("a snapshot of seq {} after seq {least}", snapshot.seq);
            self.report(Law::NothingLost, viewer.seat, evidence);
        }
        viewer.seq = snapshot.seq;
        if snapshot.seq >= self.seqs.next() {
            // Events up to here were never received, so the table cannot be followed any further.
            self.seqs.skip_to(snapshot.seq + 1);
            self.chips.forget();
            self.cards.missed();
            self.model = None;
        }
        self.compare(viewer.seat, snapshot);
        let Some(hand) = &snapshot.state.hand else { return };
        let turn = hand.turn.as_ref().map(|open| open.turn);
        // Other viewers may be ahead: only a snapshot of the newest state can be compared.
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

    /// Compares a snapshot with the events before it, or starts following the table from it.
    fn compare(&mut self, seat: u8, snapshot: &Snapshot) {
        match &self.model {
            Some(model) if model.seq() == snapshot.seq => {
                let (events, shown) = (Outline::of(model.state()), Outline::of(&snapshot.state));
                if events != shown {
                    let evidence = format!("seq {}: {shown:?} after events that give {events:?}", snapshot.seq);
                    self.report(Law::SnapshotTrue, seat, evidence);
                }
            }
            // Only public state is followed; the viewer's private data does not concern the others.
            None if snapshot.seq + 1 == self.seqs.next() => {
                let mut first = snapshot.clone();
                first.state.you = None;
                self.model = Some(TableModel::new(String::new(), first));
            }
            _ => {}
        }
    }

    /// Checks any other message received by a viewer: an answer, a refusal, a remark.
    pub fn other(&mut self, viewer: &Viewer, message: &str) {
        let cards = scan(message);
        if !cards.is_empty() {
            self.cards.told(viewer.seq, viewer.seat, cards, message);
        }
    }
}
