//! The hand that runs, or the last one: the engine's hand with what a table adds to it.

mod events;
mod history;

use std::sync::Arc;

use poker_engine::hand::Kill;
use poker_engine::tournament::director::PotResult;
use poker_engine::{Action, BySeat, Card, CardSet, Chips, Hand, RuleError, SeatIx, SeatSet};
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{BetAction, PostKind, PrivateEvent, SeatStack};
use poker_protocol::v1::{PlayerInfo, PublicEvent};

use super::event::EventDeal;
use super::event_log::Teller;
use super::gist::GistTaker;
use super::record::{CauseRecord, HandStep};
use super::telling::Telling;
use crate::net::Decision;
use crate::store::{AccountId, TableId};
use crate::wire::{self, MadeAt, Mirror, OwnHand, OwnMade};

/// A player who was dealt in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Where.
    pub seat: SeatIx,
    /// Who.
    pub account: AccountId,
    /// Who, as everybody may know.
    pub info: Arc<PlayerInfo>,
}

/// What the first events of a hand take as JSON. Whole hands take some 8 KiB, which a table at rest must not hold.
const EVENTS_BYTES: usize = 1 << 10;

/// A hand at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// Its number.
    pub no: u64,
    /// Decisions under its number before it began: no two have the same.
    turns_before: u32,
    hand: Box<Hand>,
    participants: Vec<Participant>,
    /// When it was dealt, in milliseconds since 1970.
    started_at: i64,
    /// The cards of each seat as they lie: down-cards first, then those in `turned_up`.
    held: BySeat<Vec<Card>>,
    /// The cards of each seat that were ever turned up, in that order.
    turned_up: BySeat<Vec<Card>>,
    received: BySeat<Vec<Card>>,
    discarded: BySeat<Vec<Vec<Card>>>,
    orders: BySeat<Vec<Vec<Card>>>,
    /// What everybody has seen of each hand.
    seen: BySeat<CardSet>,
    board: Vec<Card>,
    last: BySeat<Last>,
    /// The number of the event that opened the decision.
    turn_seq: u64,
    pots_shown_down: usize,
    telling: Telling,
    paid_out: u64,
    /// Who won a part of each pot.
    winners: Vec<SeatSet>,
    /// Everything that everybody saw, one behind the other with commas between: JSON.
    events: String,
    /// What the hand started from.
    setup: poker_engine::Setup,
    gist: GistTaker,
    /// Whether the cards of the board that would have come were told.
    rabbit_told: bool,
    /// What each participant alone knows of the hand.
    own: Vec<OwnHand>,
    /// What the cards of each seat make now.
    makes: BySeat<OwnMade>,
    /// What they made, from event to event of the record.
    made_at: BySeat<Vec<MadeAt>>,
    /// Events of the record so far.
    told: u64,
    /// When they came: the place of the first event of each step, and the milliseconds since the hand began.
    times: Vec<(u32, u32)>,
    /// What was no player's action.
    causes: Vec<CauseRecord>,
}

/// What a seat did last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Last {
    /// Nothing in this round.
    #[default]
    Nothing,
    /// It posted.
    Posted(PostKind),
    /// It acted in the betting.
    Acted(BetAction),
    /// It drew so many cards.
    Drew(u8),
}

/// Who has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// The player.
    ByPlayer,
    /// The server, in the player's place.
    ByServer,
}

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The hand's number.
    pub hand: u64,
    /// The decision's number.
    pub turn: u32,
    /// The number of the event that opened it.
    pub seq: u64,
    /// Who has not answered.
    pub seats: SeatSet,
    /// Its kind.
    pub decision: DecisionKind,
}

impl Asked {
    /// The decision at its table.
    pub(in crate::table) const fn named(&self, table: TableId) -> Decision {
        Decision {
            table,
            hand: self.hand,
            turn: self.turn,
        }
    }
}

/// What is known when a hand begins.
#[derive(Debug)]
pub(super) struct Beginning {
    pub(super) no: u64,
    pub(super) turns_before: u32,
    pub(super) started_at: i64,
    pub(super) participants: Vec<Participant>,
    /// How an event's director deals it; `None` at a cash table.
    pub(super) event: Option<EventDeal>,
    /// What binds the server to the deck.
    pub(super) commitment: Option<String>,
    /// After how many hands the next bomb pot comes, where there are such.
    pub(super) bomb_pot_in: Option<u16>,
    pub(super) setup: poker_engine::Setup,
}

impl Play {
    /// Deals a hand and tells what follows.
    pub(super) fn begin(
        beginning: Beginning,
        game: &Arc<poker_engine::GameDef>,
        deck: poker_engine::Deck,
        teller: &mut Teller<'_>,
    ) -> Result<Self, poker_engine::SetupError> {
        let Beginning {
            no,
            turns_before,
            started_at,
            participants,
            event,
            commitment,
            bomb_pot_in,
            setup,
        } = beginning;
        let dead = setup.players.iter().filter(|player| player.dead);
        let started = PublicEvent::HandStarted {
            hand: no,
            game: game.id.clone(),
            button: setup.button.number(),
            small_blind: setup.small_blind.map(SeatIx::number),
            big_blind: setup.big_blind.map(SeatIx::number),
            seats: setup.players.iter().map(seat_stack).collect(),
            carried: wire::chips(setup.carried),
            bomb_pot: setup.rules.bomb_pot,
            double_board: setup.rules.double_board,
            bomb_pot_in,
            level: event.as_ref().map(|event| event.level),
            dead: dead.map(|player| player.seat.number()).collect(),
            waiting: event.map_or_else(Vec::new, |event| event.waiting),
            commitment,
        };
        let (hand, events) = Hand::deal(Arc::clone(game), setup.clone(), deck)?;
        let own = participants.iter().map(|who| OwnHand::new(who.seat.number())).collect();
        let mut play = Self {
            no,
            turns_before,
            hand,
            participants,
            started_at,
            held: BySeat::default(),
            turned_up: BySeat::default(),
            received: BySeat::default(),
            discarded: BySeat::default(),
            orders: BySeat::default(),
            seen: BySeat::default(),
            board: Vec::new(),
            last: BySeat::default(),
            turn_seq: 0,
            pots_shown_down: 0,
            telling: Telling::default(),
            paid_out: 0,
            winners: Vec::new(),
            events: String::with_capacity(EVENTS_BYTES),
            setup,
            gist: GistTaker::default(),
            rabbit_told: false,
            own,
            makes: BySeat::default(),
            made_at: BySeat::default(),
            told: 0,
            times: vec![(1, 0)],
            causes: Vec::new(),
        };
        let first = teller.len();
        play.say(&started, teller);
        for own in &mut play.own {
            own.take(&started);
        }
        play.tell(&events, Decided::ByPlayer, None, teller);
        play.tell_held(teller);
        play.keep(teller.since(first));
        Ok(play)
    }

    /// Tells that the hand is held, behind what led to it.
    fn tell_held(&mut self, teller: &mut Teller<'_>) {
        if self.hand.is_held() {
            self.say(&PublicEvent::HandHeld {}, teller);
        }
    }

    /// Tells an event that the record keeps.
    fn say(&mut self, event: &PublicEvent, teller: &mut Teller<'_>) -> u64 {
        self.told += 1;
        teller.tell(event)
    }

    /// Notes when a step comes, and what it is, before its events are told.
    pub(super) fn note_step(&mut self, step: HandStep) {
        let event = u32::try_from(self.told + 1).unwrap_or(u32::MAX);
        let ms = u32::try_from(step.at.saturating_sub(self.started_at).max(0)).unwrap_or(u32::MAX);
        if let Some((what, seat, absent)) = step.cause {
            self.causes.push(CauseRecord {
                event,
                ms,
                what,
                seat,
                absent,
            });
            if what.is_about_clocks() {
                return;
            }
        }
        // A step that brought no event leaves its place to the next one.
        self.times.pop_if(|(last, _)| *last == event);
        self.times.push((event, ms));
    }

    /// A hand that was held goes on.
    pub(super) fn release(&mut self, step: HandStep, teller: &mut Teller<'_>) {
        let Some(events) = self.hand.release() else { return };
        self.note_step(step);
        let first = teller.len();
        self.say(&PublicEvent::HandReleased {}, teller);
        self.tell(&events, Decided::ByPlayer, None, teller);
        self.keep(teller.since(first));
    }

    /// The hand of a seat folds at its next turn, which may be now.
    pub(super) fn kill(&mut self, step: HandStep, seat: SeatIx, why: Kill, teller: &mut Teller<'_>) {
        let events = self.hand.kill(seat, why);
        self.note_step(step);
        let first = teller.len();
        self.tell(&events, Decided::ByServer, None, teller);
        if !events.is_empty() {
            self.tell_held(teller);
        }
        self.keep(teller.since(first));
    }

    /// Ends the hand by sharing each pot equally among its live hands; `false` if that cannot be.
    pub(super) fn split(&mut self, step: HandStep, teller: &mut Teller<'_>) -> bool {
        let Some(events) = self.hand.split() else { return false };
        self.note_step(step);
        let first = teller.len();
        self.tell(&events, Decided::ByPlayer, None, teller);
        self.keep(teller.since(first));
        true
    }

    /// What hands have won that officials killed.
    pub(super) fn forfeits(&self) -> Vec<(SeatIx, Chips)> {
        let condemned = self.hand.condemned().iter();
        condemned.map(|killed| (killed.seat, killed.won)).collect()
    }

    /// The pots of a hand that is over, main pot first: who contended, and who won a part.
    pub(super) fn pot_results(&self) -> Vec<PotResult> {
        let pots = self.hand.awarded_pots();
        let pots = pots.iter().enumerate().map(|(index, pot)| PotResult {
            eligible: pot.eligible,
            winners: self.winners.get(index).copied().unwrap_or_default(),
        });
        pots.collect()
    }

    /// A player answers, or the server does because the time is up.
    pub(super) fn act(
        &mut self,
        step: HandStep,
        seat: SeatIx,
        action: Action,
        decided: Decided,
        teller: &mut Teller<'_>,
    ) -> Result<(), RuleError> {
        let events = self.hand.apply(seat, action)?;
        self.note_step(step);
        let discarded = match action {
            Action::Discard(cards) => Some(cards),
            _ => None,
        };
        if let Some(discarded) = discarded {
            let held = self.held[seat].iter().copied();
            let discarded: Vec<Card> = held.filter(|card| discarded.contains(*card)).collect();
            self.discarded[seat].push(discarded.clone());
            if let Some(own) = self.own_hand(seat) {
                own.expect_discard(discarded);
            }
        }
        let first = teller.len();
        self.tell(&events, decided, discarded, teller);
        self.tell_held(teller);
        self.keep(teller.since(first));
        Ok(())
    }

    /// Keeps events for the record.
    fn keep<'a>(&mut self, events: impl Iterator<Item = &'a str>) {
        for event in events {
            if !self.events.is_empty() {
                self.events.push(',');
            }
            self.events.push_str(event);
        }
    }

    /// Shows cards of a hand that is over; `false` if there is nothing that may be shown so.
    pub(super) fn show(&mut self, seat: SeatIx, cards: CardSet, teller: &mut Teller<'_>) -> bool {
        let held: CardSet = self.held[seat].iter().copied().collect();
        let news = cards.difference(self.seen[seat]);
        let folded = !self.contends(seat);
        if !self.is_over() || folded || news.is_empty() || !held.is_superset(cards) {
            return false;
        }
        self.seen[seat] = self.seen[seat].union(cards);
        let shown = self.held[seat].iter().copied().filter(|card| cards.contains(*card));
        let OwnMade { high, low, .. } = if cards == held {
            self.made(seat).clone()
        } else {
            OwnMade::default()
        };
        teller.tell(&PublicEvent::HandShown {
            seat: seat.number(),
            cards: wire::cards(shown),
            high,
            low,
            run: None,
        });
        true
    }

    /// Tells the cards of the board that would have come, once; `false` if there are none, or they were told.
    pub(super) fn hunt_rabbit(&mut self, seat: SeatIx, teller: &mut Teller<'_>) -> bool {
        let cards = self.hand.undealt_board();
        if self.rabbit_told || cards.is_empty() || self.participant(seat).is_none() {
            return false;
        }
        self.rabbit_told = true;
        teller.tell(&PublicEvent::RabbitShown {
            seat: seat.number(),
            cards: wire::cards(cards.iter().copied()),
        });
        true
    }

    /// The decision that a step opened was told under this number.
    pub(super) const fn asked_under(&mut self, seq: u64) {
        self.turn_seq = seq;
    }

    /// The number of the event that opened the last decision.
    pub(super) const fn turn_seq(&self) -> u64 {
        self.turn_seq
    }

    /// The engine's hand.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Whether two boards are dealt.
    pub const fn has_double_board(&self) -> bool {
        self.setup.rules.double_board
    }

    /// Whether all posted antes, and the betting began on the flop.
    pub const fn is_bomb_pot(&self) -> bool {
        self.setup.rules.bomb_pot
    }

    /// Whether the pots have been awarded.
    pub const fn is_over(&self) -> bool {
        self.hand.is_over()
    }

    /// Who was dealt in.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The seat of an account that was dealt in.
    pub fn seat_of(&self, account: AccountId) -> Option<SeatIx> {
        let who = self.participants.iter().find(|who| who.account == account)?;
        Some(who.seat)
    }

    /// Who plays at a seat.
    pub fn participant(&self, seat: SeatIx) -> Option<&Participant> {
        self.participants.iter().find(|who| who.seat == seat)
    }

    /// The seats of the blinds, which may be empty.
    pub const fn blinds(&self) -> (Option<SeatIx>, Option<SeatIx>) {
        (self.setup.small_blind, self.setup.big_blind)
    }

    /// What a seat did last.
    pub fn last(&self, seat: SeatIx) -> Last {
        self.last[seat]
    }

    /// The cards of a seat in the order in which they lie, for that seat alone.
    pub fn own_cards(&self, seat: SeatIx) -> &[Card] {
        &self.held[seat]
    }

    /// All cards that a seat ever received in this hand, for that seat alone.
    pub fn received(&self, seat: SeatIx) -> &[Card] {
        &self.received[seat]
    }

    /// What everybody has seen of a seat's cards.
    pub fn seen(&self, seat: SeatIx) -> CardSet {
        self.seen[seat]
    }

    /// The board.
    pub fn board(&self) -> &[Card] {
        &self.board
    }

    /// The open decision.
    pub fn asked(&self) -> Option<Asked> {
        let turn = self.hand.turn()?;
        Some(Asked {
            hand: self.no,
            turn: turn.no + self.turns_before,
            seq: self.turn_seq,
            seats: turn.seats,
            decision: turn.kind.to_wire(),
        })
    }

    /// What a seat that is asked has to know, as its private part.
    pub fn choices(&self, seat: SeatIx) -> Option<PrivateEvent> {
        let asked = self.asked().filter(|asked| asked.seats.contains(seat))?;
        let own = self.hand.seat_view(seat, poker_engine::Viewer::Seat(seat));
        Some(PrivateEvent::Choices {
            seq: asked.seq,
            hand: asked.hand,
            turn: asked.turn,
            choices: wire::choices(&self.hand.choices(seat), &own),
            cards: wire::cards(self.held[seat].iter().copied()),
            face_up: wire::lies_up(&own, &self.held[seat]),
            board: wire::cards(self.board.iter().copied()),
            board_down: wire::hidden(&self.hand.board_view()),
            second_board: wire::cards(self.hand.second_board().iter().copied()),
            pot: wire::chips(self.hand.pot()),
            to_call: wire::chips(self.hand.to_call(seat)),
            stack: wire::chips(self.hand.stack(seat)),
        })
    }

    /// What a seat may choose now, nothing if it is not asked.
    pub fn offered(&self, seat: SeatIx) -> Vec<poker_protocol::v1::Choice> {
        let own = self.hand.seat_view(seat, poker_engine::Viewer::Seat(seat));
        wire::choices(&self.hand.choices(seat), &own)
    }

    /// What the cards of a seat make, for that seat alone.
    pub fn made(&self, seat: SeatIx) -> &OwnMade {
        &self.makes[seat]
    }

    fn own_hand(&mut self, seat: SeatIx) -> Option<&mut OwnHand> {
        let place = self.participants.iter().position(|who| who.seat == seat)?;
        self.own.get_mut(place)
    }

    /// How many pots were shown down; 0 if the hand ended without a showdown.
    pub const fn pots_shown_down(&self) -> usize {
        self.pots_shown_down
    }

    /// How long pages take to show what happened since the last decision, in milliseconds.
    pub fn telling_ms(&self) -> u32 {
        self.telling.ms()
    }

    /// Chips paid out of the pots.
    pub const fn paid_out(&self) -> u64 {
        self.paid_out
    }

    /// Whether an official has killed the hand of a seat.
    pub fn is_condemned(&self, seat: u8) -> bool {
        let mut condemned = self.hand.condemned().iter();
        condemned.any(|killed| killed.seat.number() == seat)
    }

    /// Whether the hand of a seat contends, or did when the pots were awarded.
    pub fn contends(&self, seat: SeatIx) -> bool {
        self.hand.live().contains(seat)
    }
}

fn seat_stack(player: &poker_engine::SeatSetup) -> SeatStack {
    SeatStack {
        seat: player.seat.number(),
        stack: wire::chips(player.stack),
    }
}
