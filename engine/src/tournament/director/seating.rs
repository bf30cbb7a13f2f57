//! Seats: the draw at the start, tables that open, late entrants. Rules: tournament 2.1, 2.2, 2.17, L-3.

use super::clock::Clock;
use super::command::PlayerNo;
use super::event::{Event, MoveReason, SeatReason, TableSeat};
use super::player::Standing;
use super::{Director, Phase, Step};
use crate::tournament::TableNo;
use crate::tournament::law::{Seating, next_to_move};
use crate::tournament::structure::Kind;
use crate::{Chips, SeatIx, SeatSet};

impl Director {
    pub(super) fn begin(&mut self, step: &mut Step<'_>) {
        self.phase = Phase::Running;
        let mut clock = Clock::start(&self.structure, self.at);
        if self.first_level() > 1 {
            clock.set(self.first_level(), 0, self.at);
        }
        self.clock = Some(clock);
        let players: Vec<PlayerNo> = self.entrants.everyone_alive();
        for player in &players {
            self.entrants.at_mut(*player).standing = Standing::Playing;
        }
        if self.structure.kind == Kind::Field {
            self.seat_field(players, step);
        } else {
            self.start_round(players, step);
        }
        self.tell_level(step);
        if self.structure.last_entry_level() == 0 || self.joins_flights() {
            self.close_entries(step);
        }
    }

    /// Seats all players at as few tables as have room for them, as evenly as possible.
    fn seat_field(&mut self, mut players: Vec<PlayerNo>, step: &mut Step<'_>) {
        let seats = self.structure.seats;
        let count = players.len().div_ceil(seats.into());
        let tables: Vec<TableNo> = (1..=u32::try_from(count).unwrap_or(u32::MAX)).map(TableNo).collect();
        for table in &tables {
            self.open_table(*table, seats, step);
        }
        step.draw.shuffle(&mut players);
        self.draw_seats(&players, &tables, SeatReason::Start, step);
        self.publish_order(step);
    }

    /// Gives each player a seat, table after table in turn, at a seat drawn there.
    pub(super) fn draw_seats(
        &mut self,
        players: &[PlayerNo],
        tables: &[TableNo],
        why: SeatReason,
        step: &mut Step<'_>,
    ) {
        for (index, table) in tables.iter().enumerate() {
            let mut seats: Vec<SeatIx> = (0..self.tables[*table].law.seat_count()).map(SeatIx::new).collect();
            step.draw.shuffle(&mut seats);
            let here = players.iter().skip(index).step_by(tables.len());
            for (player, seat) in here.zip(seats) {
                let stack = self.first_stack(*player);
                self.tables.bring_in(stack);
                self.sit(*player, (*table, seat), stack, why, step);
            }
        }
    }

    pub(super) fn open_table(&mut self, table: TableNo, seats: u8, step: &mut Step<'_>) {
        self.tables.open(table, seats);
        if self.structure.kind == Kind::Field {
            self.plan.put_first(table, 0);
        }
        step.tell(Event::TableOpened { table, seats });
    }

    pub(super) fn publish_order(&self, step: &mut Step<'_>) {
        let order = self.break_order();
        step.tell(Event::BreakOrderPublished { order });
    }

    /// Returns the tables that may break, next one first; those already breaking come before them.
    pub fn break_order(&self) -> Vec<TableNo> {
        self.plan.break_order()
    }

    /// Seats a player with chips that are already in play.
    pub(super) fn sit(
        &mut self,
        player: PlayerNo,
        place: TableSeat,
        stack: Chips,
        why: SeatReason,
        step: &mut Step<'_>,
    ) {
        let entry = self.entrants.at(player).entry;
        self.put(player, place, stack);
        step.tell(Event::SeatAssigned {
            player,
            entry,
            place,
            stack,
            why,
        });
    }

    /// Puts a player with chips in a free seat.
    pub(super) fn put(&mut self, player: PlayerNo, place: TableSeat, stack: Chips) {
        self.tables.seat(player, place, stack);
        self.entrants.at_mut(player).place = Some(place);
        self.plan.resize(place.0, self.tables[place.0].size());
    }

    /// Removes the player from a seat, and returns the player with the chips.
    pub(super) fn take(&mut self, place: TableSeat) -> (PlayerNo, Chips) {
        let (player, stack) = self.tables.vacate(place);
        self.entrants.at_mut(player).place = None;
        self.plan.resize(place.0, self.tables[place.0].size());
        (player, stack)
    }

    /// Finds the seat of a late entrant; if there is none, a table that was to break stays, or a new one opens.
    pub(super) fn late_place(&mut self, step: &mut Step<'_>) -> TableSeat {
        let seats = self.structure.seats;
        // The new player is already alive. If the last marked table is needed again, its mark is withdrawn (rule: 2.8).
        while u64::from(self.entrants.alive()) > self.plan.standing() as u64 * u64::from(seats) {
            let Some(table) = self.plan.unmark_last() else { break };
            self.stay(table);
        }
        if let Some(place) = self.plan.late_seat(seats, &self.tables) {
            return if self.plan.is_filling(place.0) {
                self.drawn_seat(place.0, step)
            } else {
                place
            };
        }
        let table = TableNo(self.tables.last().0 + 1);
        self.open_table(table, seats, step);
        self.publish_order(step);
        self.plan.fills(table);
        self.drawn_seat(table, step)
    }

    /// Puts a table whose mark is withdrawn back in the break order.
    fn stay(&mut self, table: TableNo) {
        self.plan.put_first(table, self.tables[table].size());
        self.tables.touch(table);
    }

    /// Draws a free seat at a table that was opened for late entries. Rule: L-3.
    fn drawn_seat(&self, table: TableNo, step: &mut Step<'_>) -> TableSeat {
        let taken = self.tables[table].taken();
        let all: SeatSet = (0..self.structure.seats).map(SeatIx::new).collect();
        let free: Vec<SeatIx> = all.difference(taken).iter().collect();
        (table, free[step.draw.index(free.len())])
    }

    /// Moves the next big blind of a table to the one that was opened, if the table is among the largest and the player is still wanted.
    pub(super) fn pull_from(&mut self, table: TableNo, step: &mut Step<'_>) -> bool {
        let Some(opened) = self.plan.pulls_from(table) else {
            return false;
        };
        let Seating { last, occupied } = self.tables[table].seating();
        let Some(seat) = next_to_move(last, occupied) else {
            return false;
        };
        let to = self.drawn_seat(opened, step);
        self.move_to((table, seat), to, MoveReason::Open, step);
        true
    }

    pub(super) fn move_to(&mut self, from: TableSeat, to: TableSeat, why: MoveReason, step: &mut Step<'_>) {
        let (player, stack) = self.take(from);
        self.put(player, to, stack);
        step.tell(Event::PlayerMoved { player, from, to, why });
    }
}
