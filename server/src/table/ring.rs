//! The last events of a table, for those who come back.

use std::collections::VecDeque;

use super::told::Told;
use crate::store::AccountId;

/// How many events are kept: a hand or two, less where ten play. Whoever missed more gets a snapshot. What all tables keep passes
/// through the cache of the thread that plays them; four times as much slows everybody by some percent.
pub const KEPT: usize = 64;

/// The last events, in order and without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ring(VecDeque<Told>);

impl Ring {
    /// Adds events that follow the last ones.
    pub(super) fn extend(&mut self, told: Vec<Told>) {
        debug_assert!(
            self.0
                .back()
                .zip(told.first())
                .is_none_or(|(last, next)| last.seq + 1 == next.seq),
            "events have no gaps"
        );
        self.0.extend(told);
    }

    /// Drops the oldest events up to `released`, which nobody waits for any more, beyond the number that is kept.
    pub(super) fn trim(&mut self, released: u64) {
        while self.0.len() > KEPT && self.0.front().is_some_and(|told| told.seq <= released) {
            self.0.pop_front();
        }
    }

    /// Takes back the events behind `last`, which nobody has seen.
    pub(super) fn take_back(&mut self, last: u64) {
        while self.0.pop_back_if(|told| told.seq > last).is_some() {}
    }

    /// The events from number `first` to number `last`.
    pub(super) fn range(&self, first: u64, last: u64) -> impl Iterator<Item = &Told> {
        let begin = self.0.front().map_or(first, |told| told.seq);
        let skip = usize::try_from(first.saturating_sub(begin)).unwrap_or(usize::MAX);
        let count = usize::try_from((last + 1).saturating_sub(first)).unwrap_or(usize::MAX);
        self.0.iter().skip(skip).take(count)
    }

    /// The events behind number `after`, up to number `last`. `after` may be any number at all.
    pub(super) fn behind(&self, after: u64, last: u64) -> impl Iterator<Item = &Told> {
        let known = self.0.iter().skip_while(move |told| told.seq <= after);
        known.take_while(move |told| told.seq <= last)
    }

    /// Whether everything behind `after` is still here, when `last` is the last number. `after` may be any number at all.
    pub(super) fn reaches(&self, after: u64, last: u64) -> bool {
        match self.0.front() {
            Some(first) => after <= last && after >= first.seq.saturating_sub(1),
            None => after == last,
        }
    }

    /// What an account alone learned behind `after`.
    pub(super) fn private_of(&self, account: AccountId, after: u64) -> impl Iterator<Item = &str> {
        let told = self.0.iter().filter(move |told| told.seq > after);
        let parts = told.flat_map(Told::private_parts);
        parts.filter(move |(who, _)| *who == account).map(|(_, part)| part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seq: u64) -> Told {
        Told {
            seq,
            public: "{}".into(),
            private: Vec::new(),
        }
    }

    #[test]
    fn the_oldest_go_only_when_nobody_waits_for_them() {
        let mut ring = Ring::default();
        ring.extend((1..=300).map(told).collect());
        ring.trim(10);
        assert_eq!(ring.range(11, 11).map(|told| told.seq).next(), Some(11));
        ring.trim(300);
        let gone = 300 - KEPT as u64;
        assert!(!ring.reaches(gone - 1, 300) && ring.reaches(gone, 300) && ring.reaches(300, 300));
        for never_given in [301, (1 << 53) - 1, u64::MAX - 1, u64::MAX] {
            assert!(!ring.reaches(never_given, 300));
            assert_eq!(ring.behind(never_given, 300).count(), 0);
        }
        assert_eq!(ring.behind(298, 299).map(|told| told.seq).collect::<Vec<_>>(), [299]);
        assert_eq!(ring.range(298, 300).count(), 3);
    }

    #[test]
    fn an_empty_ring_reaches_only_where_nothing_was_missed() {
        let ring = Ring::default();
        assert!(ring.reaches(0, 0) && ring.reaches(9, 9) && !ring.reaches(8, 9));
        assert!(!ring.reaches(u64::MAX, 9));
    }
}
