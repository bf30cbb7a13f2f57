//! The order in which tables break, and what becomes of each. Rules: tournament 2.3, 2.4, 2.8, L-1 to L-5.

use std::collections::BTreeSet;

use super::event::TableSeat;
use super::tables::Tables;
use crate::tournament::TableNo;
use crate::tournament::law::{Move, TableSizes, late_seat, next_move, next_pull};

/// Place of the first table in the break order; any table opened later breaks before it. Rule: L-2.
const LAST_PLACE: usize = 1 << 31;

/// The tables of a field that break, are halted, or fill up; empty in a shootout and a bracket.
///
/// Every open table either has a size here, and with it a place in the break order, or is breaking. Halted and opened
/// tables are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FloorPlan {
    /// Tables that are neither breaking nor closed.
    sizes: TableSizes,
    /// Breaking tables, in the order in which they were marked.
    breaking: Vec<TableNo>,
    /// `true` if all breaking tables wait for the final table.
    final_pending: bool,
    /// Set once the final table has been drawn.
    final_drawn: bool,
    halted: BTreeSet<TableNo>,
    /// Table opened for late entries that has not dealt a hand yet.
    opened: Option<TableNo>,
    /// Place in the break order of the table that breaks next, or a lower one.
    first_place: usize,
}

impl Default for FloorPlan {
    fn default() -> Self {
        Self {
            sizes: TableSizes::default(),
            breaking: Vec::new(),
            final_pending: false,
            final_drawn: false,
            halted: BTreeSet::new(),
            opened: None,
            first_place: LAST_PLACE,
        }
    }
}

/// The numbers of players and seats that decide which tables break.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Players alive.
    pub(super) alive: u64,
    /// Seats of a table.
    pub(super) seats: u8,
    /// Seats of the final table.
    pub(super) final_seats: u8,
}

impl FloorPlan {
    /// Puts a table at the front of the break order: it breaks next.
    pub(super) fn put_first(&mut self, table: TableNo, size: u8) {
        self.first_place -= 1;
        self.sizes.insert(table, size, self.first_place);
    }

    /// Notes the number of players at a table.
    pub(super) fn resize(&mut self, table: TableNo, size: u8) {
        self.sizes.resize(table, size);
    }

    pub(super) fn close(&mut self, table: TableNo) {
        self.sizes.remove(table);
        self.halted.remove(&table);
        self.breaking.retain(|other| *other != table);
        self.opened = self.opened.filter(|opened| *opened != table);
    }

    /// Returns the number of tables that are not breaking.
    pub(super) fn standing(&self) -> usize {
        self.sizes.len()
    }

    /// Returns `true` if a table is open and not breaking.
    pub(super) fn stands(&self, table: TableNo) -> bool {
        self.sizes.size(table).is_some()
    }

    pub(super) fn breaks(&self, table: TableNo) -> bool {
        self.breaking.contains(&table)
    }

    pub(super) fn breaking(&self) -> &[TableNo] {
        &self.breaking
    }

    /// Returns the tables that may break, next one first; those already breaking come before them.
    pub(super) fn break_order(&self) -> Vec<TableNo> {
        self.breaking.iter().copied().chain(self.sizes.order()).collect()
    }

    /// Returns the table that breaks next, of those not yet marked.
    pub(super) fn next_to_break(&self) -> Option<TableNo> {
        self.sizes.order().next()
    }

    /// Sets the break order to a permutation of [`Self::break_order`] that begins with the breaking tables.
    pub(super) fn reorder(&mut self, order: &[TableNo], tables: &Tables) {
        for (place, table) in (self.first_place..).zip(&order[self.breaking.len()..]) {
            self.sizes.insert(*table, tables[*table].size(), place);
        }
    }

    /// Marks the tables that break while players may still enter, and returns them.
    pub(super) fn merge(&mut self, room: Room) -> Vec<TableNo> {
        let breaks = self.sizes.merge(room.alive, room.seats, room.final_seats);
        self.mark(breaks.tables, breaks.is_final)
    }

    /// Marks the tables that break once entries are closed, and returns them. `last` is the highest table number so far:
    /// if all tables were merged into one while entries were open, the final table has yet to be drawn.
    pub(super) fn break_up(&mut self, room: Room, last: TableNo) -> Vec<TableNo> {
        let owes_final = !self.final_drawn && last > TableNo(1);
        let breaks = self
            .sizes
            .break_up_to(room.alive, room.seats, room.final_seats, owes_final);
        self.mark(breaks.tables, breaks.is_final)
    }

    fn mark(&mut self, tables: Vec<TableNo>, is_final: bool) -> Vec<TableNo> {
        self.breaking.extend(&tables);
        self.final_pending = is_final;
        if is_final {
            self.opened = None;
        }
        tables
    }

    /// Withdraws the mark of the table marked last, which is to stay; the caller puts it back in the break order.
    pub(super) fn unmark_last(&mut self) -> Option<TableNo> {
        self.breaking.pop()
    }

    /// Returns `true` while the final table waits for running hands to end.
    pub(super) const fn awaits_final(&self) -> bool {
        self.final_pending
    }

    /// Notes that the final table is drawn, once all others are closed.
    pub(super) const fn final_is_drawn(&mut self) {
        (self.final_pending, self.final_drawn) = (false, true);
    }

    pub(super) fn is_halted(&self, table: TableNo) -> bool {
        self.halted.contains(&table)
    }

    /// Halts the tables that are too short by now, and resumes those that no longer are. Returns the resumed ones and
    /// the halted ones; breaking ends a halt silently.
    pub(super) fn update_halts(&mut self, late_tables: u32) -> (Vec<TableNo>, Vec<TableNo>) {
        let short = self.sizes.halted(late_tables);
        if short.is_empty() && self.halted.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let ended = |table: &&TableNo| !short.contains(table) && self.sizes.size(**table).is_some();
        let resumed: Vec<TableNo> = self.halted.iter().filter(ended).copied().collect();
        for table in &resumed {
            self.halted.remove(table);
        }
        let halted = short.into_iter().filter(|table| self.halted.insert(*table)).collect();
        (resumed, halted)
    }

    /// Notes a table that opens for late entries.
    pub(super) const fn fills(&mut self, table: TableNo) {
        self.opened = Some(table);
    }

    /// Returns `true` if a table has opened for late entries and not dealt yet.
    pub(super) fn is_filling(&self, table: TableNo) -> bool {
        self.opened == Some(table)
    }

    /// Notes that a table deals: it fills up no longer.
    pub(super) fn has_dealt(&mut self, table: TableNo) {
        self.opened = self.opened.filter(|opened| *opened != table);
    }

    /// Returns a seat for a late entrant.
    pub(super) fn late_seat(&self, seats: u8, tables: &Tables) -> Option<TableSeat> {
        late_seat(&self.sizes, seats, |table| tables[table].seating())
    }

    /// Returns the table that gives its next big blind to the one that fills up. Rule: tournament 2.17.
    pub(super) fn next_pull(&self) -> Option<TableNo> {
        self.opened.and_then(|opened| next_pull(&self.sizes, opened))
    }

    /// Returns the table that fills up, if `from` is to give it a player.
    pub(super) fn pulls_from(&self, from: TableNo) -> Option<TableNo> {
        let opened = self.opened.filter(|opened| next_pull(&self.sizes, *opened).is_some())?;
        let gives = opened != from && self.sizes.size(from) == Some(self.sizes.biggest());
        gives.then_some(opened)
    }

    /// Returns the next move away from a table that breaks or is too large.
    pub(super) fn next_move(&self, from: TableNo, seats: u8, tables: &Tables) -> Option<Move> {
        next_move(&self.sizes, from, seats, |table| tables[table].seating())
    }
}
