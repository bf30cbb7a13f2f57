//! Digests of events by number, for comparing all viewers.

use std::collections::VecDeque;

/// Computes a 64-bit digest of bytes; fast, and not secure against an adversary.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    const KEY: u64 = 0x9E37_79B9_7F4A_7C15;
    let fold = |state: u64, word: u64| {
        let product = u128::from(state ^ word) * u128::from(KEY ^ word.rotate_left(32) | 1);
        u64::try_from(product >> 64).unwrap_or(0) ^ u64::try_from(product & u128::from(u64::MAX)).unwrap_or(0)
    };
    let (words, rest) = bytes.as_chunks::<8>();
    let mut state = KEY ^ bytes.len() as u64;
    for word in words {
        state = fold(state, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    fold(state, u64::from_le_bytes(last))
}

/// Result of comparing an event with earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// A new number, directly after the last.
    First,
    /// A new number after a gap.
    Jump,
    /// The same event as other viewers received.
    Same,
    /// A new number before known ones: a snapshot had skipped it.
    Late,
    /// A different event from the one other viewers received.
    Different,
    /// Too old: no longer kept.
    Forgotten,
}

/// Digests of a table's latest events.
#[derive(Debug)]
pub(crate) struct Seqs {
    /// Number of the first digest kept.
    base: u64,
    /// 0 stands for a number that was never received.
    digests: VecDeque<u64>,
    kept: usize,
}

impl Seqs {
    /// Returns an empty record that keeps the latest `kept` events.
    pub(crate) fn new(kept: usize) -> Self {
        Self {
            base: 1,
            digests: VecDeque::new(),
            kept,
        }
    }

    /// Returns the next expected number.
    pub(crate) fn next(&self) -> u64 {
        self.base + self.digests.len() as u64
    }

    /// Compares an event received by a viewer.
    pub(crate) fn compare(&mut self, seq: u64, digest: u64) -> Arrival {
        let digest = digest.max(1);
        let next = self.next();
        if seq >= next {
            self.skip_to(seq);
            self.digests.push_back(digest);
            if self.digests.len() > self.kept {
                self.digests.pop_front();
                self.base += 1;
            }
            return if seq == next { Arrival::First } else { Arrival::Jump };
        }
        let Some(index) = seq.checked_sub(self.base).and_then(|index| usize::try_from(index).ok()) else {
            return Arrival::Forgotten;
        };
        match self.digests[index] {
            0 => {
                self.digests[index] = digest;
                Arrival::Late
            }
            known if known == digest => Arrival::Same,
            _ => Arrival::Different,
        }
    }

    /// Skips events that were never received, up to but excluding `seq`.
    pub(crate) fn skip_to(&mut self, seq: u64) {
        let missing = seq.saturating_sub(self.next());
        if missing > self.kept as u64 {
            self.digests.clear();
            self.base = seq;
        } else {
            self.digests.extend((0..missing).map(|_| 0));
            while self.digests.len() > self.kept {
                self.digests.pop_front();
                self.base += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewers_agree_or_not() {
        let mut seqs = Seqs::new(100);
        assert_eq!(seqs.compare(1, 11), Arrival::First);
        assert_eq!(seqs.compare(2, 22), Arrival::First);
        assert_eq!(seqs.compare(1, 11), Arrival::Same);
        assert_eq!(seqs.compare(2, 23), Arrival::Different);
        assert_eq!(seqs.next(), 3);
    }

    #[test]
    fn a_jump_leaves_a_hole_that_can_be_filled() {
        let mut seqs = Seqs::new(100);
        assert_eq!(seqs.compare(5, 55), Arrival::Jump);
        assert_eq!(seqs.compare(3, 33), Arrival::Late);
        assert_eq!(seqs.compare(3, 34), Arrival::Different);
        assert_eq!(seqs.compare(6, 66), Arrival::First);
    }

    #[test]
    fn only_the_last_are_kept() {
        let mut seqs = Seqs::new(3);
        for seq in 1..=10 {
            assert_eq!(seqs.compare(seq, seq), Arrival::First);
        }
        assert_eq!(seqs.compare(7, 99), Arrival::Forgotten);
        assert_eq!(seqs.compare(8, 99), Arrival::Different);
        assert_eq!(seqs.compare(1000, 1), Arrival::Jump);
        assert_eq!(seqs.next(), 1001);
        assert_eq!(seqs.compare(999, 1), Arrival::Forgotten);
    }

    #[test]
    fn digests_see_every_byte_and_the_length() {
        let text = b"{\"seq\":12,\"event\":{\"kind\":\"board_dealt\"}}".to_vec();
        let digest = hash(&text);
        for index in 0..text.len() {
            let mut other = text.clone();
            other[index] ^= 1;
            assert_ne!(hash(&other), digest, "byte {index}");
        }
        assert_ne!(hash(b"\0"), hash(b"\0\0"));
        assert_eq!(hash(&text), digest);
    }
}
