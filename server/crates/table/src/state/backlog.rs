//! The latest events of a table, for clients that come back.

use poker_store::AccountId;
use std::collections::VecDeque;

use super::event_log::NumberedEvent;

/// Minimum number of events kept, whichever hand they belong to. Hands between two players are shorter than that.
pub const KEPT: usize = 64;

/// Maximum JSON kept, in bytes. Ten players who use every bet of a fixed limit produce some 45 KB in a hand. Only
/// endless raising between deep stacks produces more, and must not fill the memory of a server with thousands of
/// tables.
const KEPT_BYTES: usize = 128 << 10;

/// The latest events, in order and without gaps: at least those of the last hand and of the one before.
///
/// No more hands are kept, because the backlogs of all tables pass through the cache of the threads that run them: four
/// times as many events slow down every table by some percent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    told: VecDeque<NumberedEvent>,
    /// Numbers of the events that began the last two hands, older first; 0 for a hand that is unknown.
    hands: [u64; 2],
    /// Bytes of JSON in all events.
    bytes: usize,
}

impl Backlog {
    pub(crate) fn extend(&mut self, told: Vec<NumberedEvent>) {
        assert!(
            self.told
                .back()
                .zip(told.first())
                .is_none_or(|(last, next)| last.seq + 1 == next.seq),
            "events have no gaps"
        );
        for told in &told {
            self.bytes += told.bytes();
            if told.begins_hand {
                self.hands = [self.hands[1], told.seq];
            }
        }
        self.told.extend(told);
    }

    /// Drops the oldest events that need not be kept, up to `released`; no viewer is waiting for those any more.
    pub(crate) fn trim(&mut self, released: u64) {
        // If no hand is known, only the minimum is kept.
        let hands = self.hands.into_iter().find(|began| *began > 0).unwrap_or(u64::MAX);
        while let Some(first) = self.told.front() {
            let is_old = first.seq < hands && self.told.len() > KEPT;
            if first.seq > released || !(is_old || self.bytes > KEPT_BYTES) {
                return;
            }
            self.bytes -= first.bytes();
            self.told.pop_front();
        }
    }

    /// Takes back the events after `last`, which no viewer has seen. None of them begins a hand.
    pub(crate) fn take_back(&mut self, last: u64) {
        while let Some(told) = self.told.pop_back_if(|told| told.seq > last) {
            self.bytes -= told.bytes();
        }
    }

    /// The events from number `first` to number `last`.
    pub(crate) fn range(&self, first: u64, last: u64) -> impl Iterator<Item = &NumberedEvent> {
        let begin = self.told.front().map_or(first, |told| told.seq);
        let skip = usize::try_from(first.saturating_sub(begin)).unwrap_or(usize::MAX);
        let count = usize::try_from((last + 1).saturating_sub(first)).unwrap_or(usize::MAX);
        self.told.iter().skip(skip).take(count)
    }

    /// The events after number `after`, up to number `last`. `after` may be any number at all.
    pub(crate) fn behind(&self, after: u64, last: u64) -> impl Iterator<Item = &NumberedEvent> {
        let known = self.told.iter().skip_while(move |told| told.seq <= after);
        known.take_while(move |told| told.seq <= last)
    }

    /// `true` if everything after `after` is still here, given that `last` is the last number. `after` may be any
    /// number at all.
    pub(crate) fn reaches(&self, after: u64, last: u64) -> bool {
        match self.told.front() {
            Some(first) => after <= last && after >= first.seq.saturating_sub(1),
            None => after == last,
        }
    }

    /// The number of the oldest event still here.
    pub(crate) fn first_seq(&self) -> Option<u64> {
        self.told.front().map(|told| told.seq)
    }

    /// The number of the event that began the last hand, if it is still here.
    pub(crate) fn hand_seq(&self) -> Option<u64> {
        let began = self.hands[1];
        self.first_seq().filter(|first| *first <= began).map(|_| began)
    }

    /// The private parts that an account got after `after`.
    pub(crate) fn private_of(&self, account: AccountId, after: u64) -> impl Iterator<Item = &str> {
        let told = self.told.iter().filter(move |told| told.seq > after);
        let parts = told.flat_map(NumberedEvent::private_parts);
        parts.filter(move |(who, _)| *who == account).map(|(_, part)| part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seq: u64) -> NumberedEvent {
        NumberedEvent {
            seq,
            begins_hand: false,
            public: "{}".into(),
            private: Vec::new(),
        }
    }

    /// A backlog of `last` events, with hands that begin at these numbers.
    fn hands(begin: &[u64], last: u64) -> Backlog {
        let mut ring = Backlog::default();
        for seq in 1..=last {
            let begins_hand = begin.contains(&seq);
            ring.extend(vec![NumberedEvent {
                begins_hand,
                ..told(seq)
            }]);
            ring.trim(seq);
        }
        ring
    }

    #[test]
    fn the_oldest_go_only_when_no_viewer_waits_for_them() {
        let mut ring = Backlog::default();
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
    fn the_last_two_hands_stay_however_long_they_are() {
        let ring = hands(&[1, 200, 700], 900);
        assert_eq!((ring.first_seq(), ring.hand_seq()), (Some(200), Some(700)));
        let ring = hands(&[1, 200, 700, 890], 900);
        assert_eq!((ring.first_seq(), ring.hand_seq()), (Some(700), Some(890)));
        // Short hands do not reduce the number of events kept.
        let ring = hands(&[895, 898], 900);
        assert_eq!(ring.first_seq(), Some(900 - KEPT as u64 + 1));
    }

    #[test]
    fn bytes_are_bounded_and_counted() {
        let mut ring = Backlog::default();
        let long = |seq| NumberedEvent {
            begins_hand: seq == 1,
            public: "x".repeat(1000).into(),
            private: vec![(AccountId(uuid::Uuid::nil()), "y".repeat(24).into())],
            ..told(seq)
        };
        ring.extend((1..=500).map(long).collect());
        ring.trim(500);
        assert_eq!(ring.first_seq(), Some(500 - 128 + 1));
        assert_eq!((ring.bytes, ring.hand_seq()), (KEPT_BYTES, None));
        ring.take_back(400);
        assert_eq!(ring.bytes, ring.told.iter().map(NumberedEvent::bytes).sum::<usize>());
    }

    #[test]
    fn an_empty_ring_reaches_only_where_nothing_was_missed() {
        let ring = Backlog::default();
        assert!(ring.reaches(0, 0) && ring.reaches(9, 9) && !ring.reaches(8, 9));
        assert!(!ring.reaches(u64::MAX, 9));
    }
}
