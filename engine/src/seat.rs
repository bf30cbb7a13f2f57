//! Seats, sets of seats and values per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Largest number of seats at a table.
pub const MAX_SEATS: u8 = 10;

/// A position at the table: 0-based, clockwise. Not a count and not a player. Files and people count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatIx(u8);

impl SeatIx {
    /// Returns the seat with an index below [`MAX_SEATS`].
    ///
    /// # Panics
    /// If the index is [`MAX_SEATS`] or more; for an index from outside, use [`SeatIx::try_new`].
    pub const fn new(index: u8) -> Self {
        assert!(index < MAX_SEATS, "no such seat");
        Self(index)
    }

    /// Returns the seat with an index from outside, or `None` from [`MAX_SEATS`] on.
    pub const fn try_new(index: u8) -> Option<Self> {
        if index < MAX_SEATS { Some(Self(index)) } else { None }
    }

    /// Returns the seat with a 1-based number up to [`MAX_SEATS`], or `None` otherwise.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number.checked_sub(1) {
            Some(index) => Self::try_new(index),
            None => None,
        }
    }

    /// Returns the 0-based position.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Returns the 1-based number, as on the wire, in files and on the screen.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// Returns the clockwise distance to `other`, from 1 to `seat_count`; a seat is a whole turn away from itself. Rule: tournament 2.1
    /// (`cw`).
    pub const fn clockwise_to(self, other: Self, seat_count: u8) -> u8 {
        (other.0 + 2 * seat_count - self.0 - 1) % seat_count + 1
    }

    /// Returns the next seat clockwise in a ring of `seat_count` seats.
    #[must_use]
    pub const fn next(self, seat_count: u8) -> Self {
        Self((self.0 + 1) % seat_count)
    }
}

impl fmt::Debug for SeatIx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.number())
    }
}

impl fmt::Display for SeatIx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S{}", self.number())
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Returns the set of this seat alone.
    pub const fn only(seat: SeatIx) -> Self {
        Self(1 << seat.0)
    }

    /// Returns `true` if the seat is in the set.
    pub const fn contains(self, seat: SeatIx) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: SeatIx) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    pub const fn remove(&mut self, seat: SeatIx) {
        self.0 &= !(1 << seat.0);
    }

    /// Returns the number of seats.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if there are two seats or more.
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Iterates over the seats in ascending order.
    pub fn iter(self) -> Seats {
        Seats(self)
    }

    /// Iterates over the seats clockwise from the first one after `after`, which comes last if it is in the set.
    pub fn clockwise_from(self, after: SeatIx) -> Clockwise {
        let twice = u32::from(self.0) << MAX_SEATS | u32::from(self.0);
        let first = after.0 + 1;
        let left = twice >> first & ((1 << MAX_SEATS) - 1);
        Clockwise { left, first }
    }

    /// Returns the first seat of the set clockwise after `after`, which itself comes last. `None` if the set is empty.
    /// Rule: tournament 2.1 (`next_occ`).
    pub fn next_after(self, after: SeatIx) -> Option<SeatIx> {
        self.clockwise_from(after).next()
    }

    /// Returns the first seat of the set counter-clockwise before `before`, which itself comes last. `None` if the set is empty.
    /// Rule: tournament 2.1 (`prev_occ`).
    pub fn last_before(self, before: SeatIx) -> Option<SeatIx> {
        let others = self.clockwise_from(before).filter(|seat| *seat != before);
        others.last().or_else(|| self.contains(before).then_some(before))
    }

    /// Returns the seats of the set strictly inside the clockwise arc from `from` to `to`, a whole turn if the two are equal.
    /// Rule: tournament 2.1 (`between`).
    #[must_use]
    pub fn between(self, from: SeatIx, to: SeatIx) -> Self {
        let arc = from.clockwise_to(to, MAX_SEATS);
        self.iter()
            .filter(|seat| from.clockwise_to(*seat, MAX_SEATS) < arc)
            .collect()
    }

    /// Returns the seats in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the seats in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns the seats in this set but not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Iterator over the seats of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Seats(SeatSet);

impl Iterator for Seats {
    type Item = SeatIx;

    fn next(&mut self) -> Option<SeatIx> {
        let lowest = u8::try_from(self.0.0.trailing_zeros())
            .ok()
            .filter(|at| *at < MAX_SEATS)?;
        self.0.0 &= self.0.0 - 1;
        Some(SeatIx(lowest))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Seats {
    fn next_back(&mut self) -> Option<SeatIx> {
        let highest = u8::try_from(self.0.0.checked_ilog2()?).ok()?;
        self.0.remove(SeatIx(highest));
        Some(SeatIx(highest))
    }
}

/// Iterator over the seats of a set, clockwise.
#[derive(Clone, Debug)]
pub struct Clockwise {
    /// One bit for each seat left, in clockwise order from the lowest.
    left: u32,
    /// Seat of the lowest bit; seats past the last wrap around.
    first: u8,
}

impl Iterator for Clockwise {
    type Item = SeatIx;

    #[inline]
    fn next(&mut self) -> Option<SeatIx> {
        if self.left == 0 {
            return None;
        }
        let [offset, ..] = self.left.trailing_zeros().to_le_bytes();
        self.left &= self.left - 1;
        let seat = self.first + offset;
        Some(SeatIx(if seat < MAX_SEATS { seat } else { seat - MAX_SEATS }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Clockwise {}

impl FromIterator<SeatIx> for SeatSet {
    fn from_iter<I: IntoIterator<Item = SeatIx>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One value for each of the [`MAX_SEATS`] seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BySeat<T>([T; MAX_SEATS as usize]);

impl<T: Copy> BySeat<T> {
    /// Returns the same value for every seat.
    pub const fn all(value: T) -> Self {
        Self([value; MAX_SEATS as usize])
    }
}

impl<T> BySeat<T> {
    /// Returns the value of `f` for every seat.
    #[inline]
    pub fn from_fn(mut f: impl FnMut(SeatIx) -> T) -> Self {
        let mut index = 0;
        Self(std::array::from_fn(|_| {
            let seat = SeatIx(index);
            index += 1;
            f(seat)
        }))
    }

    /// Iterates over every seat and its value, in ascending order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SeatIx, &T)> {
        (0..MAX_SEATS).map(SeatIx).zip(self.0.iter())
    }

    /// Iterates over every seat and its mutable value, in ascending order.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (SeatIx, &mut T)> {
        (0..MAX_SEATS).map(SeatIx).zip(self.0.iter_mut())
    }
}

impl<T: Default> Default for BySeat<T> {
    #[inline]
    fn default() -> Self {
        Self::from_fn(|_| T::default())
    }
}

impl<T> Index<SeatIx> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: SeatIx) -> &T {
        &self.0[usize::from(seat.0)]
    }
}

impl<T> IndexMut<SeatIx> for BySeat<T> {
    fn index_mut(&mut self, seat: SeatIx) -> &mut T {
        &mut self.0[usize::from(seat.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_distance_runs_from_one_to_a_whole_turn() {
        let [a, b] = [SeatIx::new(7), SeatIx::new(1)];
        assert_eq!(a.clockwise_to(b, 9), 3);
        assert_eq!(a.clockwise_to(a, 9), 9);
        assert_eq!(a.next(8), SeatIx::new(0));
    }

    #[test]
    fn clockwise_from_ends_with_the_seat_itself() {
        let set: SeatSet = [2, 5, 9].into_iter().map(SeatIx::new).collect();
        let order: Vec<u8> = set.clockwise_from(SeatIx::new(5)).map(SeatIx::index).collect();
        assert_eq!(order, [9, 2, 5]);
        assert_eq!(set.next_after(SeatIx::new(9)), Some(SeatIx::new(2)));
    }

    #[test]
    fn last_before_runs_counter_clockwise_and_ends_with_the_seat_itself() {
        let set: SeatSet = [2, 5, 9].into_iter().map(SeatIx::new).collect();
        assert_eq!(set.last_before(SeatIx::new(2)), Some(SeatIx::new(9)));
        assert_eq!(set.last_before(SeatIx::new(7)), Some(SeatIx::new(5)));
        let alone: SeatSet = [SeatIx::new(4)].into_iter().collect();
        assert_eq!(alone.last_before(SeatIx::new(4)), Some(SeatIx::new(4)));
        assert_eq!(SeatSet::EMPTY.last_before(SeatIx::new(4)), None);
    }

    #[test]
    fn an_arc_leaves_its_ends_out() {
        let set: SeatSet = [2, 5, 9].into_iter().map(SeatIx::new).collect();
        let arc = |from, to| -> Vec<u8> {
            set.between(SeatIx::new(from), SeatIx::new(to))
                .iter()
                .map(SeatIx::index)
                .collect()
        };
        assert_eq!(arc(2, 9), [5]);
        assert_eq!(arc(5, 2), [9]);
        assert_eq!(arc(9, 5), [2]);
        assert_eq!(arc(5, 5), [2, 9]);
    }
}
