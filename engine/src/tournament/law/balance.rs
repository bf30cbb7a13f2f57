//! Balancing, halting and breaking tables. Rules: tournament 2.3, 2.4, 2.6, 2.8; L-1, L-2.

use std::collections::{BTreeMap, BTreeSet};

use super::seats::{next_to_move, pick_seat};
use crate::seat::MAX_SEATS;
use crate::table::Positions;
use crate::tournament::TableNo;
use crate::{SeatIx, SeatSet};

/// How many seats the final table has, by those of the others. Rule: tournament 2.6.
pub const fn final_size(seats: u8) -> u8 {
    if seats >= 8 { 9 } else { seats + 1 }
}

/// Whether one table fewer, or the final table, holds everybody alive. `tables` counts those that are neither breaking
/// nor closed. Rules: tournament 2.8 (`may_break`), L-1.
pub fn may_break(alive: u64, tables: u64, seats: u8) -> bool {
    match tables {
        0 | 1 => false,
        2 => alive <= u64::from(final_size(seats)),
        _ => alive <= (tables - 1).saturating_mul(seats.into()),
    }
}

/// Whether a table is so much shorter than the biggest that it stops. Rule: tournament 2.3.
pub const fn must_halt(size: u8, biggest: u8, late: bool) -> bool {
    biggest.saturating_sub(size) >= if late { 2 } else { 3 }
}

/// The tables that may not deal for want of players, in ascending order: those that must halt, and those of fewer than
/// two. `late_tables` is the number of tables up to which the phase is a late one. Rules: tournament 2.3, L-1.
pub fn halted(sizes: &[(TableNo, u8)], late_tables: u32) -> Vec<TableNo> {
    let biggest = sizes.iter().map(|(_, size)| *size).max().unwrap_or_default();
    let late = is_late(sizes.len(), late_tables);
    let short = sizes.iter().filter(|(_, size)| waits(*size, biggest, late));
    let mut tables: Vec<TableNo> = short.map(|(table, _)| *table).collect();
    tables.sort_unstable();
    tables
}

fn waits(size: u8, biggest: u8, late: bool) -> bool {
    size < 2 || must_halt(size, biggest, late)
}

fn is_late(tables: usize, late_tables: u32) -> bool {
    usize::try_from(late_tables).is_ok_and(|late| tables <= late)
}

/// The tables that are neither breaking nor closed, by how many players sit there, absent ones included.
///
/// Kept up to date by its owner, it answers every question of balancing without a walk over all tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSizes {
    /// The size and the place in the break order of each table.
    tables: BTreeMap<TableNo, (u8, usize)>,
    /// The tables of each size, by their place in the break order.
    by_size: [BTreeSet<(usize, TableNo)>; MAX_SEATS as usize + 1],
    /// All of them by their place in the break order.
    order: BTreeSet<(usize, TableNo)>,
}

impl TableSizes {
    /// Adds a table, or tells where it stands in the break order now, 0 being the next to break.
    ///
    /// # Panics
    /// If more players sit there than a table can have.
    pub fn insert(&mut self, table: TableNo, size: u8, place: usize) {
        assert!(size <= MAX_SEATS, "a table has no more than {MAX_SEATS} seats");
        self.remove(table);
        self.tables.insert(table, (size, place));
        self.by_size[usize::from(size)].insert((place, table));
        self.order.insert((place, table));
    }

    /// Takes a table out that breaks or closes.
    pub fn remove(&mut self, table: TableNo) {
        if let Some((size, place)) = self.tables.remove(&table) {
            self.by_size[usize::from(size)].remove(&(place, table));
            self.order.remove(&(place, table));
        }
    }

    /// So many players sit at a table now; one that is not counted here stays out.
    ///
    /// # Panics
    /// If more players sit there than a table can have.
    pub fn resize(&mut self, table: TableNo, size: u8) {
        if let Some(&(old, place)) = self.tables.get(&table)
            && old != size
        {
            self.insert(table, size, place);
        }
    }

    /// How many tables there are.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// How many players sit at a table, `None` if it is breaking or closed.
    pub fn size(&self, table: TableNo) -> Option<u8> {
        self.tables.get(&table).map(|(size, _)| *size)
    }

    /// Every table, by number, with its size.
    pub fn iter(&self) -> impl Iterator<Item = (TableNo, u8)> {
        self.tables.iter().map(|(table, (size, _))| (*table, *size))
    }

    /// The most players at one table, 0 without tables.
    pub fn biggest(&self) -> u8 {
        self.present().next_back().map_or(0, |(size, _)| size)
    }

    /// The smallest table, of equal ones the latest in the break order: where players are moved to.
    pub fn smallest(&self) -> Option<TableNo> {
        let (_, tables) = self.present().next()?;
        tables.last().map(|(_, table)| *table)
    }

    /// The smallest table, of equal ones the earliest in the break order: where late comers sit. Rule: tournament 2.17.
    pub fn smallest_to_enter(&self) -> Option<TableNo> {
        let (_, tables) = self.present().next()?;
        tables.first().map(|(_, table)| *table)
    }

    /// Whether the table, whose hand is over, gives a player away: it is the biggest and two above the smallest.
    /// Rule: tournament 2.8 (`balance_source`).
    pub fn gives(&self, table: TableNo) -> bool {
        let smallest = self.present().next().map_or(0, |(size, _)| size);
        let size = self.size(table);
        size.is_some_and(|size| size == self.biggest() && size - smallest >= 2)
    }

    /// Whether the table may not deal for want of players. Rules: tournament 2.3, L-1.
    pub fn is_halted(&self, table: TableNo, late_tables: u32) -> bool {
        let late = is_late(self.len(), late_tables);
        self.size(table).is_some_and(|size| waits(size, self.biggest(), late))
    }

    /// The tables that may not deal for want of players, in ascending order; looks at the short ones alone. Rules:
    /// tournament 2.3, L-1.
    pub fn halted(&self, late_tables: u32) -> Vec<TableNo> {
        let (biggest, late) = (self.biggest(), is_late(self.len(), late_tables));
        let short = self.present().take_while(|(size, _)| waits(*size, biggest, late));
        let mut tables: Vec<TableNo> = short
            .flat_map(|(_, tables)| tables.iter().map(|(_, table)| *table))
            .collect();
        tables.sort_unstable();
        tables
    }

    /// Takes out the tables that break now, with so many players `alive` at all tables, breaking ones included. With two
    /// tables left both go, and the final table is formed. Rule: tournament 2.8, step 3.
    pub fn break_up(&mut self, alive: u64, seats: u8) -> Breaks {
        let mut breaks = Breaks::default();
        while may_break(alive, self.len() as u64, seats) {
            breaks.is_final = self.len() == 2;
            let count = if breaks.is_final { 2 } else { 1 };
            for _ in 0..count {
                if let Some((_, table)) = self.order.first().copied() {
                    self.remove(table);
                    breaks.tables.push(table);
                }
            }
        }
        breaks
    }

    /// The sizes that there are, smallest first, with their tables.
    fn present(&self) -> impl DoubleEndedIterator<Item = (u8, &BTreeSet<(usize, TableNo)>)> {
        let sizes = (0..=MAX_SEATS).zip(&self.by_size);
        sizes.filter(|(_, tables)| !tables.is_empty())
    }
}

/// The tables that break, in the order in which they were marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaks {
    /// Which.
    pub tables: Vec<TableNo>,
    /// Whether the final table is formed of everybody alive.
    pub is_final: bool,
}

/// Who sits where at a table between two hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// The positions of the last hand played there, `None` before the first.
    pub last: Option<Positions>,
    /// The seats that hold chips.
    pub occupied: SeatSet,
}

/// A player changes seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// From where.
    pub from: (TableNo, SeatIx),
    /// To where.
    pub to: (TableNo, SeatIx),
}

/// The next move that a table owes whose hand is over, `None` if it owes none. A table that is not among the `sizes` is
/// breaking: all its players go. Another one gives its next big blind while it is two above the smallest.
///
/// Carry the move out and ask again. Rule: tournament 2.8, steps 4 and 5.
pub fn next_move(
    sizes: &TableSizes,
    finished: TableNo,
    seats: u8,
    seating: impl Fn(TableNo) -> Seating,
) -> Option<Move> {
    if sizes.size(finished).is_some() && !sizes.gives(finished) {
        return None;
    }
    let here = seating(finished);
    let from = next_to_move(here.last, here.occupied)?;
    let table = sizes.smallest()?;
    let there = seating(table);
    let to = pick_seat(there.last, there.occupied, seats)?;
    Some(Move {
        from: (finished, from),
        to: (table, to),
    })
}

/// Where a late comer sits: at the smallest table, in its worst seat; `None` if all are full, so that a table has to be
/// opened. Rules: tournament 2.17, L-3.
pub fn late_seat(sizes: &TableSizes, seats: u8, seating: impl Fn(TableNo) -> Seating) -> Option<(TableNo, SeatIx)> {
    let table = sizes.smallest_to_enter()?;
    let there = seating(table);
    pick_seat(there.last, there.occupied, seats).map(|seat| (table, seat))
}

/// The table that gives its next big blind to a table opened for late comers: a biggest one, of equal ones the latest in
/// the break order, until the sizes differ by one at most and three sit at the new table. `None` once that is so.
/// Rule: tournament 2.17.
pub fn next_pull(sizes: &TableSizes, opened: TableNo) -> Option<TableNo> {
    let size = sizes.size(opened)?;
    let (biggest, tables) = sizes.present().next_back()?;
    let wanted = biggest >= size + 2 || (size < 3 && biggest > size);
    let giver = tables.last().map(|(_, table)| *table);
    giver.filter(|table| wanted && *table != opened)
}
