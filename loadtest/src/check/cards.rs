//! The leak oracle: every card in every message must be one that its reader may know.

use std::collections::VecDeque;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use poker_protocol::v1::Card;

use super::{Finding, Law, excerpt};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardSet(u64);

/// Symbols of ranks and suits on the wire.
const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"cdhs";

impl CardSet {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self(0);

    /// Returns `true` if the set is empty.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set of one card given by its two symbols; empty if they are not a card.
    fn of_symbols(rank: u8, suit: u8) -> Self {
        if rank == b'X' && (suit == b'1' || suit == b'2') {
            return Self(1 << (52 + u32::from(suit - b'1')));
        }
        let rank = RANKS.iter().position(|known| *known == rank);
        let suit = SUITS.iter().position(|known| *known == suit);
        rank.zip(suit)
            .map_or(Self::EMPTY, |(rank, suit)| Self(1 << (4 * rank + suit)))
    }
}

impl<'a> FromIterator<&'a Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = &'a Card>>(cards: I) -> Self {
        cards.into_iter().fold(Self::EMPTY, |set, card| {
            let symbols = card.as_str().as_bytes();
            set | Self::of_symbols(symbols[0], symbols[1])
        })
    }
}

impl BitOr for CardSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CardSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CardSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for index in 0..54_usize {
            if self.0 & (1 << index) == 0 {
                continue;
            }
            if !first {
                f.write_str(" ")?;
            }
            first = false;
            match index.checked_sub(52) {
                Some(joker) => write!(f, "X{}", joker + 1)?,
                None => write!(f, "{}{}", RANKS[index / 4] as char, SUITS[index % 4] as char)?,
            }
        }
        Ok(())
    }
}

/// Start of the list of cards that wild cards stand for, which are not cards of a hand; it follows the cards that play.
const STANDS_FOR: &str = r#""stands_for":["#;

/// Returns all cards that appear as strings anywhere in a JSON text, whatever the field, except those that wild cards stand for.
pub(crate) fn scan(text: &str) -> CardSet {
    let mut parts = text.split(STANDS_FOR);
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.split_once(']').map_or("", |(_, rest)| rest));
    std::iter::once(first)
        .chain(rest)
        .map(scan_all)
        .fold(CardSet::EMPTY, BitOr::bitor)
}

fn scan_all(text: &str) -> CardSet {
    let mut found = CardSet::EMPTY;
    for window in text.as_bytes().windows(4) {
        if window[0] == b'"' && window[3] == b'"' {
            found |= CardSet::of_symbols(window[1], window[2]);
        }
    }
    found
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cards: &str) -> CardSet {
        let cards: Vec<Card> = cards.split_whitespace().map(|card| Card::new(card).unwrap()).collect();
        cards.iter().collect()
    }

    /// Returns a dealt hand with two seats.
    fn dealt() -> (Oracle, Vec<Finding>) {
        let (mut oracle, mut found) = (Oracle::new("t1"), Vec::new());
        oracle.begin(1, 1, true, &mut found);
        oracle.given(1, 1, set("Ah Kh"), "", &mut found);
        oracle.given(1, 2, set("2c 2d"), "", &mut found);
        (oracle, found)
    }

    fn laws(found: &[Finding]) -> Vec<Law> {
        found.iter().map(|finding| finding.law).collect()
    }

    #[test]
    fn cards_are_found_in_any_field_and_nothing_else_is() {
        let text = r#"{"x":["Ah","X2"],"y":{"z":"Td"},"ranks":["A","K"],"no":"Ahh","name":"Bh","q":"\"2c\""}"#;
        assert_eq!(scan(text), set("Ah X2 Td"));
        assert_eq!(scan(text).to_string(), "Td Ah X2");
        assert_eq!(scan(""), CardSet::EMPTY);
        let wild = r#"{"cards":["2c"],"stands_for":["As","Ks"]},{"cards":["9d"],"stands_for":["Kh"]},"7c""#;
        assert_eq!(
            scan(wild),
            set("2c 9d 7c"),
            "what a wild card stands for is not a dealt card"
        );
        assert_eq!(scan(r#"["As"],"stands_for":["Ks""#), set("As"));
    }

    #[test]
    fn own_cards_the_board_and_shown_cards_may_be_told() {
        let (mut oracle, mut found) = dealt();
        oracle.board(1, set("3c 4c 5c"));
        oracle.told(1, 1, set("Ah Kh 3c 4c 5c"), "");
        oracle.shown(1, 2, set("2c 2d"), &mut found);
        oracle.told_all((5, 6), CardSet::EMPTY, r#"["2c","2d","3c"]"#, &mut found);
        oracle.told(1, 1, set("2c"), "");
        oracle.finish(&mut found);
        assert_eq!(found, []);
    }

    #[test]
    fn another_players_card_is_a_leak() {
        let (mut oracle, mut found) = dealt();
        oracle.told(1, 1, set("Ah 2c"), "the message");
        assert_eq!(found, [], "it may still be shown");
        oracle.finish(&mut found);
        assert_eq!(laws(&found), [Law::OwnCardsOnly]);
        assert!(
            found[0].evidence.contains("2c") && found[0].evidence.contains("the message"),
            "{found:?}"
        );
        assert_eq!(found[0].seat, 1);
    }

    #[test]
    fn a_spectator_owns_nothing() {
        let (mut oracle, mut found) = dealt();
        oracle.told(1, 0, set("Ah"), "");
        oracle.finish(&mut found);
        assert_eq!(laws(&found), [Law::OwnCardsOnly]);
    }

    #[test]
    fn a_hidden_card_in_a_message_to_all_is_a_leak_at_once() {
        let (mut oracle, mut found) = dealt();
        oracle.told_all((5, 6), CardSet::EMPTY, r#"{"x":"Kh"}"#, &mut found);
        assert_eq!(laws(&found), [Law::OwnCardsOnly]);
    }

    #[test]
    fn the_order_in_which_sockets_are_read_does_not_matter() {
        let (mut oracle, mut found) = dealt();
        oracle.told(1, 1, set("2c 2d"), "");
        oracle.shown(1, 2, set("2c 2d"), &mut found);
        oracle.finish(&mut found);
        assert_eq!(found, []);
    }

    #[test]
    fn folded_cards_stay_hidden() {
        let (mut oracle, mut found) = dealt();
        oracle.folded(1, 2);
        oracle.shown(1, 2, set("2c 2d"), &mut found);
        assert_eq!(laws(&found), [Law::OwnCardsOnly]);
    }

    #[test]
    fn one_card_given_twice_or_to_the_board_too_is_found() {
        let (mut oracle, mut found) = dealt();
        oracle.given(1, 3, set("2c 9s"), "", &mut found);
        assert_eq!(laws(&found), [Law::CardsDistinct]);
        found.clear();
        oracle.board(1, set("Ah"));
        oracle.finish(&mut found);
        assert_eq!(laws(&found), [Law::CardsDistinct]);
    }

    #[test]
    fn a_seat_cannot_show_what_it_was_not_dealt() {
        let (mut oracle, mut found) = dealt();
        oracle.shown(1, 2, set("2c 7s"), &mut found);
        oracle.finish(&mut found);
        assert_eq!(laws(&found), [Law::CardsDistinct]);
    }

    #[test]
    fn after_a_refill_a_card_may_come_again() {
        let (mut oracle, mut found) = dealt();
        oracle.refilled(1);
        oracle.given(1, 1, set("2c"), "", &mut found);
        oracle.finish(&mut found);
        assert_eq!(found, []);
    }

    #[test]
    fn a_hand_that_was_not_followed_proves_nothing() {
        let (mut oracle, mut found) = (Oracle::new("t1"), Vec::new());
        oracle.begin(7, 1, false, &mut found);
        oracle.told(5, 1, set("Ah"), "");
        oracle.told_all((5, 6), CardSet::EMPTY, r#"{"x":"Kh"}"#, &mut found);
        oracle.finish(&mut found);
        assert_eq!(found, []);
    }

    #[test]
    fn a_message_may_make_up_for_several_hands() {
        let (mut oracle, mut found) = dealt();
        oracle.board(1, set("3c"));
        oracle.begin(2, 20, true, &mut found);
        oracle.given(2, 1, set("9h 9d"), "", &mut found);
        assert_eq!((oracle.hand_at(19), oracle.hand_at(20)), (Some(1), Some(2)));
        oracle.told(5, 1, set("Ah Kh 9h 9d"), "");
        oracle.told_all((5, 25), CardSet::EMPTY, r#"["3c"]"#, &mut found);
        oracle.finish(&mut found);
        assert_eq!(found, []);
        let (mut oracle, mut found) = dealt();
        oracle.board(1, set("3c"));
        oracle.begin(2, 20, true, &mut found);
        oracle.told_all((21, 25), CardSet::EMPTY, r#"["3c"]"#, &mut found);
        oracle.told(21, 1, set("Ah"), "");
        oracle.finish(&mut found);
        assert_eq!(
            laws(&found),
            [Law::OwnCardsOnly, Law::OwnCardsOnly],
            "cards of a hand that is over"
        );
    }

    #[test]
    fn old_hands_are_judged_when_new_ones_begin() {
        let (mut oracle, mut found) = dealt();
        oracle.told(1, 1, set("2d"), "");
        for hand in 2..10 {
            oracle.begin(hand, 10 * hand, true, &mut found);
        }
        assert_eq!(laws(&found), [Law::OwnCardsOnly]);
    }
}
