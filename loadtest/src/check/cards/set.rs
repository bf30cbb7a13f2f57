//! Sets of cards, and the cards in a message.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use poker_protocol::v1::Card;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardSet(u64);

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

/// Symbols of ranks and suits on the wire.
const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"cdhs";

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
