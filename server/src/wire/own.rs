//! What one seat alone learned of a finished hand, event by event, from the record of the hand.
//!
//! The record keeps the seat's cards in the order in which they came, what it discarded and how it laid them. Which event brought
//! which card, the public events tell.

use poker_engine::game::GameDef;
use poker_engine::hand::Holding;
use poker_engine::{Card, CardSet};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::{BetAction, DealtHand, PrivateEvent, Rolled};

use super::{card_in, cards, hand_name, made};
use crate::table::PrivateRecord;

/// The private parts that the seat of `private` got with `events`, each under the place of its event in the record, from 1:
/// its cards whenever they changed, and what they made.
pub fn own_parts(game: &GameDef, events: &[PublicEvent], private: &PrivateRecord) -> Vec<PrivateEvent> {
    let mut own = OwnHand::of(private);
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
        let (high, low) = game.made(&own.holding(&own.board));
        let second = own.second_board.as_ref().map(|board| game.made(&own.holding(board)));
        if high.is_some() || low.is_some() {
            parts.push(PrivateEvent::Made {
                seq,
                high: high.as_ref().map(hand_name),
                low: low.as_ref().map(hand_name),
                second: second.and_then(made).map(Box::new),
            });
        }
    }
    parts
}

/// What an event changed for the seat.
enum Change {
    /// Its own cards: these are new.
    Cards(Vec<Card>),
    /// The board, or how its cards lie.
    Open,
}

/// The cards of one seat while its hand is told again.
struct OwnHand {
    seat: u8,
    /// As they lie: down-cards first.
    held: Vec<Card>,
    /// Those that were turned up, in that order.
    turned_up: Vec<Card>,
    first_down: Option<Card>,
    board: Vec<Card>,
    second_board: Option<Vec<Card>>,
    board_down: usize,
    folded: bool,
    to_come: std::vec::IntoIter<Card>,
    discards: std::vec::IntoIter<Vec<Card>>,
    orders: std::vec::IntoIter<Vec<Card>>,
}

impl OwnHand {
    fn of(private: &PrivateRecord) -> Self {
        let list = |cards: &Vec<_>| cards.iter().map(|card| card_in(*card)).collect::<Vec<Card>>();
        Self {
            seat: private.seat,
            held: Vec::new(),
            turned_up: Vec::new(),
            first_down: None,
            board: Vec::new(),
            second_board: None,
            board_down: 0,
            folded: false,
            to_come: list(&private.cards).into_iter(),
            discards: private.discarded.iter().map(list).collect::<Vec<_>>().into_iter(),
            orders: private.orders.iter().map(list).collect::<Vec<_>>().into_iter(),
        }
    }

    /// Takes in the next event; `None` if it changes nothing that the seat holds or sees on the board.
    fn take(&mut self, event: &PublicEvent) -> Option<Change> {
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
                let discarded = own.discards.next().unwrap_or_default();
                own.lose(&discarded);
                Some(own.receive(usize::from(*count)))
            }
            PublicEvent::CardsArranged { seat, .. } => {
                let own = self.mine(*seat)?;
                let order = own.orders.next().unwrap_or_default();
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

    /// The hand, if it is this seat's.
    fn mine(&mut self, seat: u8) -> Option<&mut Self> {
        (seat == self.seat).then_some(self)
    }

    fn dealt(&mut self, hands: &[DealtHand]) -> Option<Change> {
        // A hand that is dead from the start gets cards that even its player never sees.
        let mine = hands.iter().find(|dealt| dealt.seat == self.seat && !self.folded)?;
        let new: Vec<Card> = self.to_come.by_ref().take(mine.cards.len()).collect();
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

    /// The next cards that came, face down.
    fn receive(&mut self, count: usize) -> Change {
        let new: Vec<Card> = self.to_come.by_ref().take(count).collect();
        if self.first_down.is_none() {
            self.first_down = new.first().copied();
        }
        self.add(&new);
        Change::Cards(new)
    }

    fn add(&mut self, new: &[Card]) {
        self.held.extend(new);
        self.lay_out();
    }

    /// Puts cards away for good. Of a discard that is replaced in two passes, those that are replaced last go first.
    fn discard(&mut self, count: usize, up: &[Card]) -> Option<Change> {
        let discarded: CardSet = self.discards.as_slice().first()?.iter().copied().collect();
        if discarded.len() == count {
            self.discards.next();
            self.lose(&discarded.iter().collect::<Vec<_>>());
            return Some(Change::Cards(Vec::new()));
        }
        let lies_up: CardSet = self.turned_up.iter().copied().collect();
        let lies_up = discarded.intersection(lies_up);
        let in_order = lies_up.iter().chain(discarded.difference(lies_up).iter());
        let last: Vec<Card> = in_order.skip(discarded.len().saturating_sub(count)).collect();
        // No reader of an old record should find a panic in place of a hand: tests alone insist.
        assert!(
            cfg!(not(test)) || up.iter().all(|card| last.contains(card)),
            "the same order as the engine's"
        );
        self.lose(&last);
        Some(Change::Cards(Vec::new()))
    }

    fn lose(&mut self, gone: &[Card]) {
        self.held.retain(|card| !gone.contains(card));
        self.turned_up.retain(|card| !gone.contains(card));
    }

    /// Lays down-cards in this order, in the places that they have.
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
