//! The shape of the tables that rank hands by a sum of keys. The build script, which fills them, also compiles this file.

/// Number of ranks.
pub(crate) const RANKS: usize = 13;

/// The layout of the table for hands of one size: rows of displacements and the slots they lead to.
#[derive(Clone, Copy)]
pub(crate) struct Layout {
    pub(crate) cards: u8,
    row_bits: u32,
    slot_bits: u32,
}

/// 6,175 hands in 8,192 slots.
pub(crate) const FIVE: Layout = Layout {
    cards: 5,
    row_bits: 10,
    slot_bits: 13,
};
/// 18,395 hands in 32,768 slots.
pub(crate) const SIX: Layout = Layout {
    cards: 6,
    row_bits: 11,
    slot_bits: 15,
};
/// 49,205 hands in 65,536 slots.
pub(crate) const SEVEN: Layout = Layout {
    cards: 7,
    row_bits: 12,
    slot_bits: 16,
};

impl Layout {
    pub(crate) const fn rows(self) -> usize {
        1 << self.row_bits
    }

    pub(crate) const fn slots(self) -> usize {
        1 << self.slot_bits
    }

    /// Returns the row of a sum of keys: its upper bits.
    pub(crate) const fn row(self, sum: u32) -> usize {
        (sum >> (32 - self.row_bits)) as usize
    }

    /// Returns the column of a sum of keys: its lower bits.
    pub(crate) const fn column(self, sum: u32) -> usize {
        sum as usize & (self.slots() - 1)
    }

    /// Returns the slot of a hand in this column, given the displacement of its row.
    pub(crate) const fn slot(self, displacement: u16, column: usize) -> usize {
        (displacement as usize + column) & (self.slots() - 1)
    }
}
