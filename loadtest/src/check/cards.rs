//! The leak oracle: every card in every message must be one that its reader may know.

pub(super) mod set;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use super::{Finding, Law, excerpt};

use set::{CardSet, scan};

/// A card seen in a message before anything explained it.
#[derive(Debug)]
struct Sighting {
    seat: u8,
    cards: CardSet,
    message: String,
}

/// The cards of a hand and the seats that may know them. Seats are those of the wire; 0 is a spectator.
#[derive(Debug)]
struct HandCards {
    hand: u64,
    /// Number of the event that began the hand.
    first_seq: u64,
    /// `true` if the hand was followed from its beginning.
    whole: bool,
    /// All cards ever given to each seat.
    given: [CardSet; SEATS],
    /// Cards that all viewers may know.
    public: CardSet,
    /// Board cards.
    board: CardSet,
    /// Cards that each seat has shown.
    shown: [CardSet; SEATS],
    folded: u32,
    /// `true` if cards came back into the deck, so that a card may be in two hands one after the other.
    refilled: bool,
    sightings: Vec<Sighting>,
}

/// One more than the highest seat that is followed.
const SEATS: usize = 32;

/// Hands followed at the same time: players read their sockets at different times.
const HANDS_OPEN: usize = 4;

/// Known cards of a table.
#[derive(Debug)]
pub(crate) struct Oracle {
    table: String,
    hands: VecDeque<HandCards>,
    /// `true` if there were hands before those.
    earlier: bool,
}

impl Oracle {
    /// Returns an oracle that knows nothing of the table yet.
    pub(crate) fn new(table: &str) -> Self {
        Self {
            table: table.to_owned(),
            hands: VecDeque::new(),
            earlier: false,
        }
    }

    /// Notes that a hand begins with this event. `whole` is `true` if it is followed from there. A hand known from a snapshot gets an
    /// earlier beginning if an earlier event turns out to belong to it.
    pub(crate) fn begin(&mut self, hand: u64, first_seq: u64, whole: bool, found: &mut Vec<Finding>) {
        if let Some(known) = self.hand(hand) {
            known.first_seq = known.first_seq.min(first_seq);
            return;
        }
        self.hands.push_back(HandCards {
            hand,
            first_seq,
            whole,
            given: [CardSet::EMPTY; SEATS],
            public: CardSet::EMPTY,
            board: CardSet::EMPTY,
            shown: [CardSet::EMPTY; SEATS],
            folded: 0,
            refilled: false,
            sightings: Vec::new(),
        });
        while self.hands.len() > HANDS_OPEN {
            self.earlier = true;
            if let Some(over) = self.hands.pop_front() {
                over.close(&self.table, found);
            }
        }
    }

    /// Notes that some events of the newest hand never reached a viewer: an unexplained card no longer proves a leak.
    pub(crate) fn missed(&mut self) {
        if let Some(hand) = self.hands.back_mut() {
            hand.whole = false;
        }
    }

    /// Judges all hands that are still open.
    pub(crate) fn finish(&mut self, found: &mut Vec<Finding>) {
        for hand in self.hands.drain(..) {
            hand.close(&self.table, found);
        }
    }

    /// Notes that a seat folded; its cards stay hidden from now on.
    pub(crate) fn folded(&mut self, hand: u64, seat: u8) {
        if let Some(hand) = self.hand(hand) {
            hand.folded |= bit(seat);
        }
    }

    /// Notes that discarded cards may be dealt again.
    pub(crate) fn refilled(&mut self, hand: u64) {
        if let Some(hand) = self.hand(hand) {
            hand.refilled = true;
        }
    }

    /// Notes cards dealt to the board.
    pub(crate) fn board(&mut self, hand: u64, cards: CardSet) {
        if let Some(hand) = self.hand(hand) {
            hand.board |= cards;
            hand.public |= cards;
        }
    }

    /// Notes cards dealt face up.
    pub(crate) fn face_up(&mut self, hand: u64, cards: CardSet) {
        if let Some(hand) = self.hand(hand) {
            hand.public |= cards;
        }
    }

    /// Notes cards that a seat showed to all viewers under the rules of the showdown.
    pub(crate) fn shown(&mut self, hand: u64, seat: u8, cards: CardSet, found: &mut Vec<Finding>) {
        let table = self.table.clone();
        let Some(hand) = self.hand(hand) else { return };
        hand.public |= cards;
        hand.shown[index(seat)] |= cards;
        if hand.folded & bit(seat) != 0 {
            found.push(Finding {
                law: Law::OwnCardsOnly,
                table,
                seat,
                evidence: format!("hand {}: the folded cards {cards} were shown", hand.hand),
            });
        }
    }

    /// Returns the hand that an event belongs to, if it is still followed.
    pub(crate) fn hand_at(&self, seq: u64) -> Option<u64> {
        self.hands
            .iter()
            .rev()
            .find(|hand| hand.first_seq <= seq)
            .map(|hand| hand.hand)
    }

    /// Notes cards given to a seat.
    pub(crate) fn given(&mut self, hand: u64, seat: u8, cards: CardSet, message: &str, found: &mut Vec<Finding>) {
        let table = self.table.clone();
        let Some(hand) = self.hand(hand) else { return };
        hand.given[index(seat)] |= cards;
        if hand.refilled {
            return;
        }
        for (other, given) in (0_u8..).zip(hand.given) {
            let both = given & cards;
            if other != seat && !both.is_empty() {
                found.push(Finding {
                    law: Law::CardsDistinct,
                    table: table.clone(),
                    seat,
                    evidence: format!(
                        "hand {}: {both} was given to seat {other} too: {}",
                        hand.hand,
                        excerpt(message)
                    ),
                });
            }
        }
    }

    /// Notes the cards in a message to all viewers about the events from `first` to `last`; `drawn` are from a deck other than that of a
    /// hand.
    pub(crate) fn told_all(
        &mut self,
        (first, last): (u64, u64),
        drawn: CardSet,
        message: &str,
        found: &mut Vec<Finding>,
    ) {
        let cards = scan(message);
        if cards.is_empty() {
            return;
        }
        let (known, whole) = self.known(first, last, None);
        let secret = cards - known - drawn;
        if whole && !secret.is_empty() {
            found.push(Finding {
                law: Law::OwnCardsOnly,
                table: self.table.clone(),
                seat: 0,
                evidence: format!("{secret} went to all viewers without being shown: {}", excerpt(message)),
            });
        }
    }

    /// Notes the cards in a message to one viewer about events from `first` on.
    pub(crate) fn told(&mut self, first: u64, seat: u8, cards: CardSet, message: &str) {
        let (known, whole) = self.known(first, u64::MAX, Some(seat));
        let unexplained = cards - known;
        if whole
            && !unexplained.is_empty()
            && let Some(hand) = self.hands.back_mut()
        {
            // Another connection may be about to report that the card was shown: judge it when the hand is closed.
            hand.sightings.push(Sighting {
                seat,
                cards: unexplained,
                message: excerpt(message).to_owned(),
            });
        }
    }

    /// Returns the cards that a seat, or any viewer (seat 0), may know of hands with events from `first` to `last`, and `true` if all of
    /// those hands were followed from their beginning.
    fn known(&self, first: u64, last: u64, seat: Option<u8>) -> (CardSet, bool) {
        let mut known = CardSet::EMPTY;
        let mut whole = true;
        let mut reached = !self.earlier && !self.hands.is_empty();
        for hand in self.hands.iter().rev().filter(|hand| hand.first_seq <= last) {
            known |= hand.public | seat.map_or(CardSet::EMPTY, |seat| hand.given[index(seat)]);
            whole &= hand.whole;
            if hand.first_seq <= first {
                reached = true;
                break;
            }
        }
        (known, whole && reached)
    }

    fn hand(&mut self, hand: u64) -> Option<&mut HandCards> {
        self.hands.iter_mut().rev().find(|known| known.hand == hand)
    }
}

impl HandCards {
    /// Judges the sightings that had to wait until everything was known.
    fn close(self, table: &str, found: &mut Vec<Finding>) {
        let mut report = |law, seat, evidence| {
            found.push(Finding {
                law,
                table: table.to_owned(),
                seat,
                evidence,
            });
        };
        for sighting in &self.sightings {
            let secret = sighting.cards - self.given[index(sighting.seat)] - self.public;
            if self.whole && !secret.is_empty() {
                let evidence = format!("hand {}: {secret} is not this seat's: {}", self.hand, sighting.message);
                report(Law::OwnCardsOnly, sighting.seat, evidence);
            }
        }
        if self.refilled || !self.whole {
            return;
        }
        for (seat, given) in (0_u8..).zip(self.given) {
            let on_board = given & self.board;
            if !on_board.is_empty() {
                report(
                    Law::CardsDistinct,
                    seat,
                    format!("hand {}: {on_board} is on the board too", self.hand),
                );
            }
            let foreign = self.shown[index(seat)] - given;
            if !given.is_empty() && !foreign.is_empty() {
                report(
                    Law::CardsDistinct,
                    seat,
                    format!("hand {}: shows {foreign}, which it was not dealt", self.hand),
                );
            }
        }
    }
}

fn index(seat: u8) -> usize {
    usize::from(seat) % SEATS
}

fn bit(seat: u8) -> u32 {
    1 << index(seat)
}
