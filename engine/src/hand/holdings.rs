//! The cards that the deck has given to seats, and those it has burned.

use crate::game::Face;
use crate::list::Cards;
use crate::{BySeat, Card, CardSet, SeatIx, SeatSet};

/// Cards of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SeatCards {
    /// In the order in which they lie.
    held: Cards,
    discarded: CardSet,
}

/// The cards of all seats.
///
/// A card is held by one seat at most, and `face_up` holds none that no seat holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holdings {
    seats: BySeat<SeatCards>,
    /// Up cards of all seats.
    face_up: CardSet,
    /// First card dealt face down to each seat.
    first_down: BySeat<Option<Card>>,
    burned: Cards,
    /// Seats that have shown their whole hand.
    shown: SeatSet,
    /// Down cards laid open during the hand.
    opened: CardSet,
    /// `true` once all live hands lie face up, before the cards to come.
    tabled: bool,
}

impl Holdings {
    pub(super) fn new() -> Self {
        Self {
            seats: BySeat::all(SeatCards::default()),
            face_up: CardSet::EMPTY,
            first_down: BySeat::default(),
            burned: Cards::EMPTY,
            shown: SeatSet::EMPTY,
            opened: CardSet::EMPTY,
            tabled: false,
        }
    }

    /// Adds a card to a seat.
    pub(super) fn receive(&mut self, seat: SeatIx, card: Card, face: Face) {
        if face == Face::Up {
            self.face_up.insert(card);
        } else {
            self.first_down[seat].get_or_insert(card);
        }
        self.seats[seat].held.push(card);
    }

    /// Removes cards from a seat, if it has them.
    fn take_away(&mut self, seat: SeatIx, cards: CardSet) {
        self.seats[seat].held.retain(|card| !cards.contains(*card));
        self.face_up = self.face_up.difference(cards);
    }

    /// Discards cards of a seat.
    pub(super) fn discard(&mut self, seat: SeatIx, discarded: CardSet) {
        self.take_away(seat, discarded);
        let cards = &mut self.seats[seat];
        cards.discarded = cards.discarded.union(discarded);
    }

    /// Returns held and discarded cards of a seat to the deck.
    pub(super) fn give_back(&mut self, seat: SeatIx, returned: CardSet) {
        let cards = &mut self.seats[seat];
        cards.discarded = cards.discarded.difference(returned);
        self.take_away(seat, returned);
    }

    /// Turns down cards of a seat up, and returns them in their order; they then lie after its other up cards.
    pub(super) fn turn_up(&mut self, seat: SeatIx, cards: CardSet) -> Cards {
        let held = self.seats[seat].held;
        let turned: Cards = held.into_iter().filter(|card| cards.contains(*card)).collect();
        self.take_away(seat, cards);
        for card in turned {
            self.receive(seat, card, Face::Up);
        }
        turned
    }

    /// Arranges the down cards of a seat in this order, which names each of them once.
    pub(super) fn arrange(&mut self, seat: SeatIx, order: Cards) {
        let cards = self.seats[seat].held.iter_mut();
        let places = cards.filter(|card| !self.face_up.contains(**card));
        for (place, card) in places.zip(order) {
            *place = card;
        }
    }

    /// Burns the next card of the deck.
    pub(super) fn burn(&mut self, card: Option<Card>) {
        self.burned.extend(card);
    }

    pub(super) fn burned(&self) -> &[Card] {
        &self.burned
    }

    /// Returns the cards of a seat in the order in which they lie.
    pub(super) fn held(&self, seat: SeatIx) -> &Cards {
        &self.seats[seat].held
    }

    /// Returns the cards of a seat.
    pub(super) fn card_set(&self, seat: SeatIx) -> CardSet {
        self.seats[seat].held.iter().copied().collect()
    }

    pub(super) fn discarded(&self, seat: SeatIx) -> CardSet {
        self.seats[seat].discarded
    }

    /// Returns the first card dealt face down to a seat.
    pub(super) fn first_down(&self, seat: SeatIx) -> Option<Card> {
        self.first_down[seat]
    }

    pub(super) const fn is_face_up(&self, card: Card) -> bool {
        self.face_up.contains(card)
    }

    /// Iterates over the cards of a seat that lie on this side, in their order.
    pub(super) fn facing(&self, seat: SeatIx, face: Face) -> impl Iterator<Item = Card> {
        let cards = self.seats[seat].held.iter().copied();
        cards.filter(move |card| self.face_up.contains(*card) == (face == Face::Up))
    }

    /// Iterates over the cards of a seat as all viewers see them, down cards first: the place of a card before it was turned up is no
    /// opponent's business.
    pub(super) fn laid_out(&self, seat: SeatIx) -> impl Iterator<Item = Card> {
        self.facing(seat, Face::Down).chain(self.facing(seat, Face::Up))
    }

    /// Notes that a seat has shown its whole hand.
    pub(super) fn show(&mut self, seat: SeatIx) {
        self.shown.insert(seat);
    }

    pub(super) const fn has_shown(&self, seat: SeatIx) -> bool {
        self.shown.contains(seat)
    }

    /// Returns the seats that have shown their whole hand.
    pub(super) const fn shown(&self) -> SeatSet {
        self.shown
    }

    /// Lays the cards of a seat open.
    pub(super) fn open(&mut self, seat: SeatIx) {
        self.opened = self.opened.union(self.card_set(seat));
    }

    /// Returns `true` if a down card has been laid open.
    pub(super) const fn is_opened(&self, card: Card) -> bool {
        self.opened.contains(card)
    }

    /// Notes that all live hands are tabled.
    pub(super) const fn table(&mut self) {
        self.tabled = true;
    }

    pub(super) const fn are_tabled(&self) -> bool {
        self.tabled
    }
}
