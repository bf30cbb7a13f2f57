//! Balancing, halting and breaking tables. Rules: tournament 2.3, 2.4, 2.6, 2.8; L-1, L-2.

use std::collections::{BTreeMap, BTreeSet};

use super::seats::{next_to_move, pick_seat};
use crate::seat::MAX_SEATS;
use crate::table::Positions;
use crate::tournament::TableNo;
use crate::{SeatIx, SeatSet};

/// Returns the number of seats at the final table, given that of the other tables. Rule: tournament 2.6.
pub const fn final_size(seats: u8) -> u8 {
    if seats >= 8 { 9 } else { seats + 1 }
}

/// Returns `true` if one table fewer, or the final table, has room for all players alive. `tables` counts those that
/// are neither breaking nor closed. Rules: tournament 2.8 (`may_break`), L-1.
pub fn may_break(alive: u64, tables: u64, seats: u8) -> bool {
    fit_fewer(alive, tables, seats, final_size(seats))
}

/// As [`may_break`], with a smaller final table if a game allows no more seats. Rule: L-5.
fn fit_fewer(alive: u64, tables: u64, seats: u8, final_seats: u8) -> bool {
    match tables {
        0 | 1 => false,
        2 => alive <= final_seats.into(),
        _ => alive <= (tables - 1).saturating_mul(seats.into()),
    }
}

/// Returns `true` if a table is so much shorter than the biggest that it has to stop. Rule: tournament 2.3.
pub const fn must_halt(size: u8, biggest: u8, late: bool) -> bool {
    biggest.saturating_sub(size) >= if late { 2 } else { 3 }
}

/// Returns the tables too short to deal, in ascending order: those that must halt, and those with fewer than two
/// players. `late_tables` is the number of tables at or below which the phase is late. Rules: tournament 2.3, L-1.
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

/// The tables that are neither breaking nor closed, by the number of players seated there, absent ones included.
///
/// As long as its owner keeps it up to date, it answers every question of balancing without a pass over all tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableSizes {
    /// Size and place in the break order, by table.
    tables: BTreeMap<TableNo, (u8, usize)>,
    /// Tables of each size, by their place in the break order.
    by_size: [BTreeSet<(usize, TableNo)>; MAX_SEATS as usize + 1],
    /// All tables by their place in the break order.
    order: BTreeSet<(usize, TableNo)>,
}

impl TableSizes {
    /// Adds a table, or changes its place in the break order; the table with place 0 breaks next.
    ///
    /// # Panics
    /// If `size` is more than a table can seat.
    pub fn insert(&mut self, table: TableNo, size: u8, place: usize) {
        assert!(size <= MAX_SEATS, "a table has no more than {MAX_SEATS} seats");
        self.remove(table);
        self.tables.insert(table, (size, place));
        self.by_size[usize::from(size)].insert((place, table));
        self.order.insert((place, table));
    }

    /// Removes a table that breaks or closes.
    pub fn remove(&mut self, table: TableNo) {
        if let Some((size, place)) = self.tables.remove(&table) {
            self.by_size[usize::from(size)].remove(&(place, table));
            self.order.remove(&(place, table));
        }
    }

    /// Sets the number of players at a table; a table that is not counted here stays out.
    ///
    /// # Panics
    /// If `size` is more than a table can seat.
    pub fn resize(&mut self, table: TableNo, size: u8) {
        if let Some(&(old, place)) = self.tables.get(&table)
            && old != size
        {
            self.insert(table, size, place);
        }
    }

    /// Returns the number of tables.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Returns `true` if there are no tables.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Returns the number of players at a table, `None` if it is breaking or closed.
    pub fn size(&self, table: TableNo) -> Option<u8> {
        self.tables.get(&table).map(|(size, _)| *size)
    }

    /// Returns every table with its size, in order of number.
    pub fn iter(&self) -> impl Iterator<Item = (TableNo, u8)> {
        self.tables.iter().map(|(table, (size, _))| (*table, *size))
    }

    /// Returns the break order: the next table to break first.
    pub fn order(&self) -> impl Iterator<Item = TableNo> {
        self.order.iter().map(|(_, table)| *table)
    }

    /// Returns the number of players at the biggest table, 0 without tables.
    pub fn biggest(&self) -> u8 {
        self.present().next_back().map_or(0, |(size, _)| size)
    }

    /// Returns the table to which players are moved: the smallest, and of equal ones the last in the break order.
    pub fn smallest(&self) -> Option<TableNo> {
        let (_, tables) = self.present().next()?;
        tables.last().map(|(_, table)| *table)
    }

    /// Returns the table where late entrants are seated: the smallest, and of equal ones the first in the break order.
    /// Rule: tournament 2.17.
    pub fn smallest_to_enter(&self) -> Option<TableNo> {
        let (_, tables) = self.present().next()?;
        tables.first().map(|(_, table)| *table)
    }

    /// Returns `true` if a table that has finished its hand gives up a player: it is the biggest, and has at least two
    /// more than the smallest. Rule: tournament 2.8 (`balance_source`).
    pub fn gives(&self, table: TableNo) -> bool {
        let smallest = self.present().next().map_or(0, |(size, _)| size);
        let size = self.size(table);
        size.is_some_and(|size| size == self.biggest() && size - smallest >= 2)
    }

    /// Returns `true` if the table is too short to deal. Rules: tournament 2.3, L-1.
    pub fn is_halted(&self, table: TableNo, late_tables: u32) -> bool {
        let late = is_late(self.len(), late_tables);
        self.size(table).is_some_and(|size| waits(size, self.biggest(), late))
    }

    /// Returns the tables too short to deal, in ascending order; looks only at the short ones. Rules: tournament 2.3, L-1.
    pub fn halted(&self, late_tables: u32) -> Vec<TableNo> {
        let (biggest, late) = (self.biggest(), is_late(self.len(), late_tables));
        let short = self.present().take_while(|(size, _)| waits(*size, biggest, late));
        let mut tables: Vec<TableNo> = short
            .flat_map(|(_, tables)| tables.iter().map(|(_, table)| *table))
            .collect();
        tables.sort_unstable();
        tables
    }

    /// Removes the tables that break now, with `alive` players at all tables, breaking ones included. Of the last two
    /// tables both break, and the final table is formed. Rule: tournament 2.8, step 3.
    pub fn break_up(&mut self, alive: u64, seats: u8) -> Breaks {
        self.break_up_to(alive, seats, final_size(seats), false)
    }

    /// As [`Self::break_up`], with `final_seats` at the final table, as a game may allow fewer. `owes_final` is set if
    /// a single table has yet to be redrawn as the final one. Rule: L-5.
    pub fn break_up_to(&mut self, alive: u64, seats: u8, final_seats: u8, owes_final: bool) -> Breaks {
        let fits = |tables| fit_fewer(alive, tables, seats, final_seats);
        let draws = |tables| owes_final && tables == 1 && alive <= final_seats.into();
        self.break_while(|tables| fits(tables) || draws(tables), true)
    }

    /// As [`Self::break_up_to`], while entries are open: the last two tables become one without a redraw, as more
    /// players may enter. That table has no more players than a final one.
    pub fn merge(&mut self, alive: u64, seats: u8, final_seats: u8) -> Breaks {
        self.break_while(|tables| fit_fewer(alive, tables, seats, final_seats.min(seats)), false)
    }

    fn break_while(&mut self, fits: impl Fn(u64) -> bool, forms_final: bool) -> Breaks {
        let mut breaks = Breaks::default();
        while fits(self.len() as u64) {
            breaks.is_final = forms_final && self.len() <= 2;
            let count = if breaks.is_final { self.len() } else { 1 };
            for _ in 0..count {
                if let Some((_, table)) = self.order.first().copied() {
                    self.remove(table);
                    breaks.tables.push(table);
                }
            }
        }
        breaks
    }

    /// Returns the sizes in use, smallest first, with their tables.
    fn present(&self) -> impl DoubleEndedIterator<Item = (u8, &BTreeSet<(usize, TableNo)>)> {
        let sizes = (0..=MAX_SEATS).zip(&self.by_size);
        sizes.filter(|(_, tables)| !tables.is_empty())
    }
}

/// The tables that break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaks {
    /// Table numbers, in the order in which they were marked.
    pub tables: Vec<TableNo>,
    /// `true` if all players alive form the final table.
    pub is_final: bool,
}

/// The occupied seats of a table between two hands, and its last positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    /// Positions of the last hand played there, `None` before the first.
    pub last: Option<Positions>,
    /// Seats with chips.
    pub occupied: SeatSet,
}

/// A move of a player from one seat to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Table and seat given up.
    pub from: (TableNo, SeatIx),
    /// Table and seat taken.
    pub to: (TableNo, SeatIx),
}

/// Returns the next move due from a table that has finished its hand, `None` if there is none. A table that is not
/// among the `sizes` is breaking, and all its players leave. Any other gives up its next big blind as long as it has at
/// least two players more than the smallest.
///
/// Carry the move out and call this again. Rule: tournament 2.8, steps 4 and 5.
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

/// Returns the seat of a late entrant: at the smallest table, in its worst seat; `None` if all are full and a table has
/// to be opened. Rules: tournament 2.17, L-3.
pub fn late_seat(sizes: &TableSizes, seats: u8, seating: impl Fn(TableNo) -> Seating) -> Option<(TableNo, SeatIx)> {
    let table = sizes.smallest_to_enter()?;
    let there = seating(table);
    pick_seat(there.last, there.occupied, seats).map(|seat| (table, seat))
}

/// Returns the table that gives its next big blind to one opened for late entrants: the biggest, and of equal ones the
/// last in the break order, until the sizes differ by one at most and three players sit at the new table. `None` from
/// then on. Rule: tournament 2.17.
pub fn next_pull(sizes: &TableSizes, opened: TableNo) -> Option<TableNo> {
    let size = sizes.size(opened)?;
    let (biggest, tables) = sizes.present().next_back()?;
    let wanted = biggest >= size + 2 || (size < 3 && biggest > size);
    let giver = tables.last().map(|(_, table)| *table);
    giver.filter(|table| wanted && *table != opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Dice;

    /// Makes tables of random sizes, in a break order that begins with the highest number.
    fn random(dice: &mut Dice<impl FnMut() -> u64>) -> (TableSizes, Vec<(TableNo, u8)>) {
        let count = 1 + u32::try_from(dice.below(12)).unwrap();
        let mut sizes = TableSizes::default();
        let mut all = Vec::new();
        for number in 1..=count {
            let size = u8::try_from(dice.below(11)).unwrap();
            sizes.insert(TableNo(number), 5, (count - number) as usize);
            sizes.resize(TableNo(number), size);
            all.push((TableNo(number), size));
        }
        (sizes, all)
    }

    fn dice(seed: u64) -> Dice<impl FnMut() -> u64> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Dice::new(move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        })
    }

    #[test]
    fn counts_by_size_answer_as_a_walk_over_all_tables_does() {
        for seed in 0..2_000 {
            let mut dice = dice(seed);
            let (sizes, all) = random(&mut dice);
            let least = all.iter().map(|(_, size)| *size).min().unwrap();
            let most = all.iter().map(|(_, size)| *size).max().unwrap();
            let smallest: Vec<_> = all.iter().filter(|(_, size)| *size == least).collect();
            assert_eq!(sizes.biggest(), most);
            assert_eq!(sizes.smallest(), smallest.first().map(|(table, _)| *table));
            assert_eq!(sizes.smallest_to_enter(), smallest.last().map(|(table, _)| *table));
            let late = u32::try_from(dice.below(6)).unwrap();
            let halted = halted(&all, late);
            assert_eq!(sizes.halted(late), halted);
            for (table, size) in &all {
                assert_eq!(sizes.is_halted(*table, late), halted.contains(table));
                assert_eq!(sizes.gives(*table), *size == most && size - least >= 2);
            }
            assert!(sizes.iter().eq(all.iter().copied()));
        }
    }

    #[test]
    fn tables_break_in_their_order_while_one_fewer_is_enough() {
        let mut sizes = TableSizes::default();
        for number in 1..=5 {
            sizes.insert(TableNo(number), 4, 5 - number as usize);
        }
        let breaks = sizes.break_up(20, 9);
        assert_eq!((breaks.tables, breaks.is_final), (vec![TableNo(5), TableNo(4)], false));
        assert_eq!(sizes.len(), 3);
        // 18 would be two full tables: with nine players the final table is formed.
        let breaks = sizes.break_up(9, 9);
        assert_eq!(
            (breaks.tables, breaks.is_final),
            (vec![TableNo(3), TableNo(2), TableNo(1)], true)
        );
        assert!(sizes.is_empty() && !sizes.break_up(9, 9).is_final);
    }

    #[test]
    fn a_new_table_pulls_until_the_sizes_differ_by_one_and_three_sit_there() {
        let mut sizes = TableSizes::default();
        let mut all = [9_u8, 9, 9, 1];
        for (place, size) in all.iter().enumerate() {
            sizes.insert(TableNo(u32::try_from(place).unwrap() + 1), *size, place);
        }
        let opened = TableNo(4);
        let mut pulls = 0;
        while let Some(giver) = next_pull(&sizes, opened) {
            all[giver.0 as usize - 1] -= 1;
            all[3] += 1;
            for (place, size) in all.iter().enumerate() {
                sizes.resize(TableNo(u32::try_from(place).unwrap() + 1), *size);
            }
            pulls += 1;
            assert!(pulls < 20);
        }
        assert_eq!(all, [7, 7, 7, 7]);
    }
}
