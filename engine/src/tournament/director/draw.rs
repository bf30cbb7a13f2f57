//! Random draws, made from a seed that comes with the command.

use crate::Card;
use crate::card::CardSet;
use crate::deck::Deck;

/// A seed for the draws of one command, chosen by the caller. The same seed gives the same draws.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed")
    }
}

/// Random numbers from a seed (xoshiro256**).
pub(super) struct Draw {
    state: [u64; 4],
}

impl Draw {
    pub(super) fn new(seed: Seed) -> Self {
        let mut state = [0; 4];
        for (part, bytes) in state.iter_mut().zip(seed.0.chunks_exact(8)) {
            let bytes = bytes.try_into().expect("chunks of eight");
            *part = u64::from_le_bytes(bytes);
        }
        if state == [0; 4] {
            // The all-zero state is the only one that never changes.
            state[0] = 1;
        }
        Self { state }
    }

    fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// Returns an index below `len`, which must be above zero, with equal chances.
    pub(super) fn index(&mut self, len: usize) -> usize {
        let bound = len as u64;
        let whole = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next();
            if number < whole {
                return usize::try_from(number % bound).expect("below a length");
            }
        }
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Returns a shuffled deck for a chip race.
    pub(super) fn cards(&mut self) -> Vec<Card> {
        Deck::shuffled(CardSet::from_rank_up(crate::Rank::TWO), &mut || {
            (self.next() >> 32) as u32
        })
        .order()
    }
}
