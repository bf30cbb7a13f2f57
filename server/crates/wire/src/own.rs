//! Private events of one seat in a hand, produced live and again from the record.
//!
//! The record keeps the seat's cards in order of arrival, its discards, the order it put its cards in, and the hands
//! they made. The public events show which event brought which card.

use std::collections::VecDeque;

use poker_engine::game::GameDef;
use poker_engine::hand::Holding;
use poker_engine::{Card, CardSet};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::{BetAction, DealtHand, HandName, Made, PrivateEvent, Rolled};
use serde::{Deserialize, Serialize};

use super::stored::PrivateRecord;
use super::{card_in, cards, hand_name, made};

/// The hand that a seat's cards make.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnMade {
    /// On the high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<HandName>,
    /// On the low side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<HandName>,
    /// On the second of two boards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<Made>,
}

impl OwnMade {
    /// The private event with this number; `None` if there is nothing to say.
    pub fn part(self, seq: u64) -> Option<PrivateEvent> {
        let Self { high, low, second } = self;
        (high.is_some() || low.is_some()).then(|| PrivateEvent::Made {
            seq,
            high,
            low,
            second: second.map(Box::new),
        })
    }
}

/// The hand of a seat, from one event on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeAt {
    /// Position of the event in the record, from 1.
    pub seq: u64,
    /// The hand made.
    #[serde(flatten)]
    pub made: OwnMade,
}

/// Private events that the seat of `private` received along with `events`: its cards whenever they changed, and the
/// hands they made. Each has the number of its event's position in the record, from 1.
pub fn own_parts(events: &[PublicEvent], private: &PrivateRecord) -> Vec<PrivateEvent> {
    let mut own = OwnHand::of(private);
    let mut told = private.made.iter().peekable();
    let mut parts = Vec::new();
    for (seq, event) in (1..).zip(events) {
        let Some(change) = own.take(event) else { continue };
        if let Change::Cards(new) = change {
            parts.push(PrivateEvent::Cards {
                seq,
                cards: cards(new),
                hand: cards(own.held.iter().copied()),
            });
        }
        if own.folded {
            continue;
        }
        let made = told.next_if(|told| told.seq == seq);
        parts.extend(made.and_then(|told| told.made.clone().part(seq)));
    }
    parts
}

/// Effect of an event on the seat.
#[derive(Debug)]
pub enum Change {
    /// Its own cards changed; these are new.
    Cards(Vec<Card>),
    /// The board or its face-up cards changed.
    Open,
}

/// Cards of one seat as its hand is played or replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnHand {
    seat: u8,
    /// Cards as they lie, down cards first.
    held: Vec<Card>,
    /// Cards that were turned up, in that order.
    turned_up: Vec<Card>,
    first_down: Option<Card>,
    board: Vec<Card>,
    second_board: Option<Vec<Card>>,
    board_down: usize,
    folded: bool,
    to_come: VecDeque<Card>,
    discards: VecDeque<Vec<Card>>,
    orders: VecDeque<Vec<Card>>,
}

impl OwnHand {
    /// The hand of a seat before any deal.
    pub fn new(seat: u8) -> Self {
        Self {
            seat,
            ..Self::default()
        }
    }

    fn of(private: &PrivateRecord) -> Self {
        let list = |cards: &Vec<_>| cards.iter().map(|card| card_in(*card)).collect::<Vec<Card>>();
        Self {
            to_come: list(&private.cards).into(),
            discards: private.discarded.iter().map(list).collect(),
            orders: private.orders.iter().map(list).collect(),
            ..Self::new(private.seat)
        }
    }

    /// Announces the cards that the next event brings to the seat.
    pub fn expect_cards(&mut self, cards: &[Card]) {
        self.to_come.extend(cards);
    }

    /// Announces the cards that the next event takes from the seat.
    pub fn expect_discard(&mut self, cards: Vec<Card>) {
        self.discards.push_back(cards);
    }

    /// Announces the order in which the next event puts the seat's down cards.
    pub fn expect_order(&mut self, cards: Vec<Card>) {
        self.orders.push_back(cards);
    }

    /// `true` if the seat is out of the hand.
    pub const fn has_folded(&self) -> bool {
        self.folded
    }

    /// The hand that the cards make.
    pub fn made(&self, game: &GameDef) -> OwnMade {
        let (high, low) = game.made(&self.holding(&self.board));
        let second = self.second_board.as_ref();
        OwnMade {
            high: high.as_ref().map(hand_name),
            low: low.as_ref().map(hand_name),
            second: second.and_then(|board| made(game.made(&self.holding(board)))),
        }
    }

    /// Applies the next event; `None` if it changes nothing that the seat holds or sees on the board.
    pub fn take(&mut self, event: &PublicEvent) -> Option<Change> {
        match event {
            PublicEvent::HandStarted { dead, double_board, .. } => {
                self.folded = dead.contains(&self.seat);
                self.second_board = double_board.then(Vec::new);
                None
            }
            PublicEvent::ActionTaken {
                seat,
                action: BetAction::Fold,
                ..
            }
            | PublicEvent::BuyPassed { seat, .. } => {
                self.folded |= *seat == self.seat;
                None
            }
            PublicEvent::HoleCardsDealt { hands } => self.dealt(hands),
            PublicEvent::ExtraCardDealt { seat } => Some(self.mine(*seat)?.receive(1)),
            PublicEvent::CardSwapped { seat, card } => {
                let own = self.mine(*seat)?;
                own.lose(&[card_in(*card)]);
                Some(own.receive(1))
            }
            PublicEvent::CardsDiscarded { seat, count, up, .. } => {
                let up: Vec<Card> = up.iter().map(|card| card_in(*card)).collect();
                self.mine(*seat)?.discard(usize::from(*count), &up)
            }
            PublicEvent::CardsDrawn { seat, count, .. } => {
                let own = self.mine(*seat)?;
                let discarded = own.discards.pop_front().unwrap_or_default();
                own.lose(&discarded);
                Some(own.receive(usize::from(*count)))
            }
            PublicEvent::CardsArranged { seat, .. } => {
                let own = self.mine(*seat)?;
                let order = own.orders.pop_front().unwrap_or_default();
                own.arrange(&order);
                Some(Change::Cards(Vec::new()))
            }
            PublicEvent::CardsRolled { rolls } => self.rolled(rolls),
            PublicEvent::BoardDealt { cards } => Some(self.lay(cards, 0)),
            PublicEvent::SecondBoardDealt { cards } => {
                let board = self.second_board.as_mut()?;
                board.extend(cards.iter().map(|card| card_in(*card)));
                Some(Change::Open)
            }
            PublicEvent::BoardTurned { cards } => Some(self.lay(cards, cards.len())),
            PublicEvent::CommunalDealt { card } => Some(self.lay(std::slice::from_ref(card), 0)),
            PublicEvent::BoardDealtDown { count } => {
                self.board_down += usize::from(*count);
                None
            }
            PublicEvent::SecondRunStarted { kept } => {
                self.board.truncate(usize::from(*kept));
                None
            }
            _ => None,
        }
    }

    /// The hand, if `seat` is its seat.
    fn mine(&mut self, seat: u8) -> Option<&mut Self> {
        (seat == self.seat).then_some(self)
    }

    fn dealt(&mut self, hands: &[DealtHand]) -> Option<Change> {
        // A hand that is dead from the start is dealt cards that even its player never sees.
        let mine = hands.iter().find(|dealt| dealt.seat == self.seat && !self.folded)?;
        let new: Vec<Card> = self.come(mine.cards.len());
        for (card, visible) in new.iter().zip(&mine.cards) {
            if visible.is_some() {
                self.turned_up.push(*card);
            } else {
                self.first_down.get_or_insert(*card);
            }
        }
        self.add(&new);
        Some(Change::Cards(new))
    }

    /// Receives the next face-down cards.
    fn receive(&mut self, count: usize) -> Change {
        let new: Vec<Card> = self.come(count);
        if self.first_down.is_none() {
            self.first_down = new.first().copied();
        }
        self.add(&new);
        Change::Cards(new)
    }

    fn come(&mut self, count: usize) -> Vec<Card> {
        self.to_come.drain(..count.min(self.to_come.len())).collect()
    }

    fn add(&mut self, new: &[Card]) {
        self.held.extend(new);
        self.lay_out();
    }

    /// Discards cards. If a discard is replaced in two passes, the cards replaced last are taken first.
    fn discard(&mut self, count: usize, up: &[Card]) -> Option<Change> {
        let discarded: CardSet = self.discards.front()?.iter().copied().collect();
        if discarded.len() == count {
            self.discards.pop_front();
            self.lose(&discarded.iter().collect::<Vec<_>>());
            return Some(Change::Cards(Vec::new()));
        }
        let lies_up: CardSet = self.turned_up.iter().copied().collect();
        let lies_up = discarded.intersection(lies_up);
        let in_order = lies_up.iter().chain(discarded.difference(lies_up).iter());
        let last: Vec<Card> = in_order.skip(discarded.len().saturating_sub(count)).collect();
        // A reader must not get a panic in place of a hand, so only debug builds insist on this.
        debug_assert!(
            up.iter().all(|card| last.contains(card)),
            "the same order as the engine's"
        );
        self.lose(&last);
        Some(Change::Cards(Vec::new()))
    }

    fn lose(&mut self, gone: &[Card]) {
        self.held.retain(|card| !gone.contains(card));
        self.turned_up.retain(|card| !gone.contains(card));
    }

    /// Puts down cards in this order, in the positions they occupy.
    fn arrange(&mut self, order: &[Card]) {
        let mut next = order.iter();
        for held in self.held.iter_mut().filter(|held| order.contains(held)) {
            if let Some(card) = next.next() {
                *held = *card;
            }
        }
    }

    fn rolled(&mut self, rolls: &[Rolled]) -> Option<Change> {
        let mine = rolls.iter().find(|roll| roll.seat == self.seat)?;
        self.turned_up.extend(mine.cards.iter().map(|card| card_in(*card)));
        self.lay_out();
        Some(Change::Open)
    }

    fn lay_out(&mut self) {
        let up = &self.turned_up;
        let place = |card: &Card| up.iter().position(|turned| turned == card).map_or(0, |at| at + 1);
        self.held.sort_by_key(place);
    }

    fn lay(&mut self, cards: &[poker_protocol::v1::Card], turned: usize) -> Change {
        self.board.extend(cards.iter().map(|card| card_in(*card)));
        self.board_down = self.board_down.saturating_sub(turned);
        Change::Open
    }

    fn holding(&self, board: &[Card]) -> Holding {
        let up: CardSet = self.turned_up.iter().copied().collect();
        let held: CardSet = self.held.iter().copied().collect();
        let open = board.iter().copied().map(Some);
        Holding {
            down: held.difference(up),
            up: held.intersection(up),
            first_down: self.first_down,
            board: open.chain(std::iter::repeat_n(None, self.board_down)).collect(),
        }
    }
}
