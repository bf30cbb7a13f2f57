//! Short lists stored in place.

use std::fmt;
use std::ops::{Deref, DerefMut};

use crate::SeatIx;
use crate::card::{Card, Rank};
use crate::seat::MAX_SEATS;

/// A value to fill the unused places of a [`List`].
pub trait Blank: Copy {
    /// The fill value; any will do.
    const BLANK: Self;
}

impl Blank for Card {
    const BLANK: Self = Self::JOKER_1;
}

impl Blank for SeatIx {
    const BLANK: Self = Self::new(0);
}

impl Blank for Rank {
    const BLANK: Self = Self::TWO;
}

/// Up to `N` values in order, without heap allocation. Reads like a slice.
#[derive(Clone, Copy)]
pub struct List<T, const N: usize> {
    values: [T; N],
    len: u8,
}

/// Up to 15 cards: a hand or a board. No game deals a player or a board more.
pub type Cards = List<Card, 15>;

/// Up to five ranks.
pub type Ranks = List<Rank, 5>;

/// Seats in some order.
pub type SeatList = List<SeatIx, { MAX_SEATS as usize }>;

impl<T: Blank, const N: usize> List<T, N> {
    /// Largest number of values.
    pub const ROOM: usize = N;

    /// The empty list.
    pub const EMPTY: Self = Self {
        values: [T::BLANK; N],
        len: 0,
    };

    /// Appends a value.
    ///
    /// # Panics
    /// If the list is full.
    pub fn push(&mut self, value: T) {
        assert!(usize::from(self.len) < N, "a list of at most {N}");
        self.values[usize::from(self.len)] = value;
        self.len += 1;
    }

    /// Removes all values.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Keeps the values for which `keep` returns `true`, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        *self = self.iter().copied().filter(|value| keep(value)).collect();
    }
}

impl<T: Blank, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.len)]
    }
}

impl<T: Blank, const N: usize> Extend<T> for List<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl<T: Blank, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut list = Self::EMPTY;
        list.extend(values);
        list
    }
}

impl<T, const N: usize> IntoIterator for List<T, N> {
    type Item = T;
    type IntoIter = std::iter::Take<std::array::IntoIter<T, N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter().take(self.len.into())
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: PartialEq, const N: usize, const M: usize> PartialEq<[T; M]> for List<T, N> {
    fn eq(&self, other: &[T; M]) -> bool {
        **self == *other
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::parse_cards;

    #[test]
    fn a_list_holds_what_was_put_in() {
        let cards = parse_cards("Ah Kd 7c").unwrap();
        let mut list: Cards = cards.iter().copied().collect();
        assert_eq!(list[..], cards);
        list.retain(|card| *card != cards[1]);
        assert_eq!(list, [cards[0], cards[2]]);
        list.push(Card::JOKER_2);
        assert_eq!(
            list.into_iter().collect::<Vec<_>>(),
            [cards[0], cards[2], Card::JOKER_2]
        );
        assert_ne!(list, Cards::EMPTY);
    }
}
