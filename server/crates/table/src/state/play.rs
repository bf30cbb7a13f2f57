//! The running hand, or the last one: the engine's hand with everything that a table adds.

mod events;
mod history;
mod read;

use std::sync::Arc;

use poker_engine::hand::Kill;
use poker_engine::tournament::director::PotResult;
use poker_engine::{Action, BySeat, Card, CardSet, Chips, Hand, RuleError, SeatIx, SeatSet};
use poker_owner::Decision;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{BetAction, PostKind, SeatStack};
use poker_protocol::v1::{PlayerInfo, PublicEvent};
use poker_store::{AccountId, TableId};
use poker_wire::{self as wire, CauseRecord, MadeAt, OwnHand, OwnMade};

use super::class::Stop;
use super::event::EventDeal;
use super::event_log::EventLog;
use super::gist::GistTaker;
use super::record::HandStep;
use super::telling::Telling;

/// A player who was dealt in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The player's seat.
    pub seat: SeatIx,
    /// The player's account.
    pub account: AccountId,
    /// The player's public profile.
    pub info: Arc<PlayerInfo>,
}

/// Bytes reserved for the events of a hand, enough for the first ones. Whole hands take some 8 KiB, too much for a
/// table at rest.
const EVENTS_BYTES: usize = 1 << 10;

/// A hand at a table.
#[derive(Clone, Debug, PartialEq)]
pub struct HandInPlay {
    /// Number of the hand.
    pub no: u64,
    /// Decisions made under this hand's number before it began, so that no two have the same number.
    turns_before: u32,
    hand: Box<Hand>,
    participants: Vec<Participant>,
    /// Time of the deal, in milliseconds since 1970.
    started_at: i64,
    /// The cards of each seat in the order in which they lie: down cards first, then those in `turned_up`.
    held: BySeat<Vec<Card>>,
    /// Cards of each seat that were ever turned up, in the order of turning.
    turned_up: BySeat<Vec<Card>>,
    received: BySeat<Vec<Card>>,
    discarded: BySeat<Vec<Vec<Card>>>,
    orders: BySeat<Vec<Vec<Card>>>,
    /// Cards of each seat that are public.
    seen: BySeat<CardSet>,
    board: Vec<Card>,
    last: BySeat<Last>,
    /// Number of the event that opened the decision.
    turn_seq: u64,
    pots_shown_down: usize,
    telling: Telling,
    paid_out: u64,
    /// For each pot, the seats that won a part of it.
    winners: Vec<SeatSet>,
    /// All public events as JSON, separated by commas.
    events: String,
    /// The starting position of the hand.
    setup: poker_engine::Setup,
    gist: GistTaker,
    /// Set while the host has stopped the hand.
    pub(super) stop: Option<Stop>,
    /// Set once the hands were laid open.
    has_opened: bool,
    /// Set once the rabbit hunt has been shown.
    rabbit_told: bool,
    /// The private view of each participant.
    own: Vec<OwnHand>,
    /// The hand that each seat's cards make now.
    makes: BySeat<OwnMade>,
    /// The hands that they made, each with the event of the record that brought it.
    made_at: BySeat<Vec<MadeAt>>,
    /// Number of events in the record so far.
    told: u64,
    /// For each step, the position of its first event and the milliseconds since the hand began.
    times: Vec<(u32, u32)>,
    /// Steps that were not a player's action.
    causes: Vec<CauseRecord>,
    /// Seats whose players sit out from the next hand on because they let the time run out in this one.
    pub(super) set_aside: SeatSet,
}

/// The last action of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Last {
    /// No action in this round.
    #[default]
    Nothing,
    /// A forced bet.
    Posted(PostKind),
    /// An action in the betting.
    Acted(BetAction),
    /// A draw of this many cards.
    Drew(u8),
}

/// The one who made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// The player decided.
    ByPlayer,
    /// The server decided in the player's place.
    ByServer,
}

/// An open decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDecision {
    /// Number of the hand.
    pub hand: u64,
    /// Number of the decision within the hand.
    pub turn: u32,
    /// Number of the event that opened it.
    pub seq: u64,
    /// Seats that have not answered yet.
    pub seats: SeatSet,
    /// The kind of decision, such as a bet or a discard.
    pub decision: DecisionKind,
}

impl OpenDecision {
    /// Identifies the decision together with its table.
    pub(crate) const fn named(&self, table: TableId) -> Decision {
        Decision {
            table,
            hand: self.hand,
            turn: self.turn,
        }
    }
}

/// The circumstances in which a hand begins.
#[derive(Debug)]
pub(super) struct HandStart {
    pub(super) no: u64,
    pub(super) turns_before: u32,
    pub(super) started_at: i64,
    pub(super) participants: Vec<Participant>,
    /// The director's plan for the hand; `None` at a cash table.
    pub(super) event: Option<EventDeal>,
    /// The commitment that binds the server to the deck.
    pub(super) commitment: Option<String>,
    /// Hands until the next bomb pot, at tables that have them.
    pub(super) bomb_pot_in: Option<u16>,
    pub(super) setup: poker_engine::Setup,
}

impl HandInPlay {
    /// Deals a hand and announces its first events.
    pub(super) fn begin(
        beginning: HandStart,
        game: &Arc<poker_engine::GameDef>,
        deck: poker_engine::Deck,
        teller: &mut EventLog<'_>,
    ) -> Result<Self, poker_engine::SetupError> {
        let HandStart {
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
            stop: None,
            has_opened: false,
            rabbit_told: false,
            own,
            makes: BySeat::default(),
            made_at: BySeat::default(),
            told: 0,
            times: vec![(1, 0)],
            causes: Vec::new(),
            set_aside: SeatSet::EMPTY,
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

    /// Announces that the hand is held, after the events that led to it.
    fn tell_held(&mut self, teller: &mut EventLog<'_>) {
        if self.hand.is_held() {
            self.say(&PublicEvent::HandHeld {}, teller);
        }
    }

    /// Announces an event that becomes part of the record.
    fn say(&mut self, event: &PublicEvent, teller: &mut EventLog<'_>) -> u64 {
        self.told += 1;
        teller.tell(event)
    }

    /// Notes the time and the cause of a step, before its events are announced.
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
        // A step without events gives up its entry to the next one.
        self.times.pop_if(|(last, _)| *last == event);
        self.times.push((event, ms));
    }

    /// Resumes a held hand.
    pub(super) fn release(&mut self, step: HandStep, teller: &mut EventLog<'_>) {
        let Some(events) = self.hand.release() else { return };
        self.note_step(step);
        let first = teller.len();
        self.say(&PublicEvent::HandReleased {}, teller);
        self.tell(&events, Decided::ByPlayer, None, teller);
        self.keep(teller.since(first));
    }

    /// Kills the hand of a seat: it folds at its next turn, which may be now.
    pub(super) fn kill(&mut self, step: HandStep, seat: SeatIx, why: Kill, teller: &mut EventLog<'_>) {
        let events = self.hand.kill(seat, why);
        self.note_step(step);
        let first = teller.len();
        self.tell(&events, Decided::ByServer, None, teller);
        if !events.is_empty() {
            self.tell_held(teller);
        }
        self.keep(teller.since(first));
    }

    /// Lays all live hands open.
    pub(super) fn open_hands(&mut self, step: HandStep, teller: &mut EventLog<'_>) {
        let Some(events) = self.hand.open_hands() else { return };
        self.has_opened = true;
        self.note_step(step);
        let first = teller.len();
        self.tell(&events, Decided::ByPlayer, None, teller);
        self.keep(teller.since(first));
    }

    /// Ends the hand by splitting each pot equally among its live hands; `false` if that is impossible.
    pub(super) fn split(&mut self, step: HandStep, teller: &mut EventLog<'_>) -> bool {
        let Some(events) = self.hand.split() else { return false };
        self.note_step(step);
        let first = teller.len();
        self.tell(&events, Decided::ByPlayer, None, teller);
        self.keep(teller.since(first));
        true
    }

    /// Chips won by hands that officials killed, by seat.
    pub(super) fn forfeits(&self) -> Vec<(SeatIx, Chips)> {
        let condemned = self.hand.condemned().iter();
        condemned.map(|killed| (killed.seat, killed.won)).collect()
    }

    /// The pots of a finished hand, main pot first, each with the seats that contended and those that won a part.
    pub(super) fn pot_results(&self) -> Vec<PotResult> {
        let pots = self.hand.awarded_pots();
        let pots = pots.iter().enumerate().map(|(index, pot)| PotResult {
            eligible: pot.eligible,
            winners: self.winners.get(index).copied().unwrap_or_default(),
        });
        pots.collect()
    }

    /// Carries out an action of a player, or of the server in the player's place because time is up.
    pub(super) fn act(
        &mut self,
        step: HandStep,
        seat: SeatIx,
        action: Action,
        decided: Decided,
        teller: &mut EventLog<'_>,
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

    /// Adds events to the record.
    fn keep<'a>(&mut self, events: impl Iterator<Item = &'a str>) {
        for event in events {
            if !self.events.is_empty() {
                self.events.push(',');
            }
            self.events.push_str(event);
        }
    }

    /// Shows cards of a finished hand; `false` if none of them may be shown.
    pub(super) fn show(&mut self, seat: SeatIx, cards: CardSet, teller: &mut EventLog<'_>) -> bool {
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

    /// Shows, once, the board cards that would have come; `false` if there are none, or they were shown already.
    pub(super) fn hunt_rabbit(&mut self, seat: SeatIx, teller: &mut EventLog<'_>) -> bool {
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

    /// Sets the number under which a step's decision was announced.
    pub(super) const fn asked_under(&mut self, seq: u64) {
        self.turn_seq = seq;
    }

    /// Number of the event that opened the last decision.
    pub(super) const fn turn_seq(&self) -> u64 {
        self.turn_seq
    }

    fn own_hand(&mut self, seat: SeatIx) -> Option<&mut OwnHand> {
        let place = self.participants.iter().position(|who| who.seat == seat)?;
        self.own.get_mut(place)
    }
}

fn seat_stack(player: &poker_engine::SeatSetup) -> SeatStack {
    SeatStack {
        seat: player.seat.number(),
        stack: wire::chips(player.stack),
    }
}
