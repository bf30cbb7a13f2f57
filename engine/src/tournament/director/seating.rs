//! Seats: the draw at the start, tables that open, late entrants. Rules: tournament 2.1, 2.2, 2.17, L-3.

use super::clock::Clock;
use super::command::PlayerNo;
use super::event::{Event, MoveReason, Place, SeatReason};
use super::player::{Standing, Table, id, number};
use super::{Director, Phase, Step};
use crate::tournament::TableNo;
use crate::tournament::law::{Seating, late_seat, next_pull, next_to_move};
use crate::tournament::structure::Kind;
use crate::{Chips, SeatIx, SeatSet};

/// Place of the first table in the break order; any table opened later breaks before it. Rule: L-2.
pub(super) const LAST_PLACE: usize = 1 << 31;

impl Director {
    pub(super) fn begin(&mut self, step: &mut Step<'_>) {
        self.phase = Phase::Running;
        let mut clock = Clock::start(&self.structure, self.at);
        if self.first_level() > 1 {
            clock.set(self.first_level(), 0, self.at);
        }
        self.clock = Some(clock);
        let players: Vec<PlayerNo> = self.everyone_alive();
        for player in &players {
            self.player_mut(*player).standing = Standing::Playing;
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

    /// Returns the players alive, in the order of their numbers.
    pub(super) fn everyone_alive(&self) -> Vec<PlayerNo> {
        let numbered = (1..).map(PlayerNo).zip(&self.players);
        numbered
            .filter(|(_, player)| player.is_alive())
            .map(|(player, _)| player)
            .collect()
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
            let mut seats: Vec<SeatIx> = (0..self.tables[table].law.seat_count()).map(SeatIx::new).collect();
            step.draw.shuffle(&mut seats);
            let here = players.iter().skip(index).step_by(tables.len());
            for (player, seat) in here.zip(seats) {
                let stack = self.first_stack(*player);
                self.in_play += stack;
                self.sit(*player, (*table, seat), stack, why, step);
            }
        }
    }

    pub(super) fn open_table(&mut self, table: TableNo, seats: u8, step: &mut Step<'_>) {
        self.last_table = self.last_table.max(table);
        self.tables.insert(table, Table::new(seats));
        if self.structure.kind == Kind::Field {
            let place = self.front_place();
            self.sizes.insert(table, 0, place);
        }
        step.tell(Event::TableOpened { table, seats });
    }

    /// Returns the place in the break order before all others.
    pub(super) const fn front_place(&mut self) -> usize {
        self.first_place -= 1;
        self.first_place
    }

    pub(super) fn publish_order(&self, step: &mut Step<'_>) {
        let order = self.break_order();
        step.tell(Event::BreakOrderPublished { order });
    }

    /// Returns the tables that may break, next one first; those already breaking come before them.
    pub fn break_order(&self) -> Vec<TableNo> {
        let marked = self.breaking.iter().copied();
        marked.chain(self.sizes.order()).collect()
    }

    /// Seats a player with chips that are already in play.
    pub(super) fn sit(&mut self, player: PlayerNo, place: Place, stack: Chips, why: SeatReason, step: &mut Step<'_>) {
        let entry = self.players[usize::try_from(player.0).unwrap_or(usize::MAX) - 1].entry;
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
    pub(super) fn put(&mut self, player: PlayerNo, (number, seat): Place, stack: Chips) {
        let table = self.tables.get_mut(&number).expect("the table is open");
        table
            .law
            .sit(seat, id(player), stack)
            .expect("the seat is free and chips are bounded");
        self.player_mut(player).place = Some((number, seat));
        self.resized(number);
    }

    /// Removes the player from a seat, and returns the player with the chips.
    pub(super) fn take(&mut self, (table, seat): Place) -> (PlayerNo, Chips) {
        let law = &mut self.tables.get_mut(&table).expect("the table is open").law;
        let taken = law.stand(seat).expect("the seat is taken, and no hand keeps it");
        let player = number(taken.player);
        self.player_mut(player).place = None;
        self.resized(table);
        (player, taken.stack)
    }

    fn resized(&mut self, table: TableNo) {
        let size = self.tables[&table].size();
        self.sizes.resize(table, size);
        self.touched.insert(table);
    }

    /// Returns the seats of a table for the law of balancing: every taken seat counts.
    pub(super) fn seating(&self, number: TableNo) -> Seating {
        let table = &self.tables[&number];
        // During a hand its positions are the last ones.
        let last = table.running.as_ref().map(|hand| hand.positions).or(table.law.last());
        Seating {
            last,
            occupied: table.taken(),
        }
    }

    /// Finds the seat of a late entrant; if there is none, a table that was to break stays, or a new one opens.
    pub(super) fn late_place(&mut self, step: &mut Step<'_>) -> Place {
        let seats = self.structure.seats;
        // The new player is already alive. If the last marked table is needed again, its mark is withdrawn (rule: 2.8).
        while u64::from(self.alive) > self.sizes.len() as u64 * u64::from(seats) {
            let Some(table) = self.breaking.pop() else { break };
            self.unmark(table);
        }
        if let Some(place) = late_seat(&self.sizes, seats, |table| self.seating(table)) {
            return if self.opened == Some(place.0) {
                self.drawn_seat(place.0, step)
            } else {
                place
            };
        }
        let table = TableNo(self.last_table.0 + 1);
        self.open_table(table, seats, step);
        self.publish_order(step);
        self.opened = Some(table);
        self.drawn_seat(table, step)
    }

    /// Draws a free seat at a table that was opened for late entries. Rule: L-3.
    fn drawn_seat(&self, table: TableNo, step: &mut Step<'_>) -> Place {
        let taken = self.tables[&table].taken();
        let all: SeatSet = (0..self.structure.seats).map(SeatIx::new).collect();
        let free: Vec<SeatIx> = all.difference(taken).iter().collect();
        (table, free[step.draw.index(free.len())])
    }

    /// Moves next big blinds of the largest idle tables to a table that was opened. Rule: tournament 2.17.
    pub(super) fn pull_players(&mut self, step: &mut Step<'_>) {
        while let Some(table) = self.opened.and_then(|opened| next_pull(&self.sizes, opened)) {
            // A busted player who may still rebuy keeps the seat until then: the table waits, and is not idle.
            if !self.is_idle(table) || self.hand_for_hand.is_on() {
                break;
            }
            if !self.pull_from(table, step) {
                break;
            }
        }
    }

    /// Moves the next big blind of a table to the one that was opened, if the table is among the largest and the player is still wanted.
    pub(super) fn pull_from(&mut self, table: TableNo, step: &mut Step<'_>) -> bool {
        let Some(opened) = self.opened.filter(|opened| next_pull(&self.sizes, *opened).is_some()) else {
            return false;
        };
        if opened == table || self.sizes.size(table) != Some(self.sizes.biggest()) {
            return false;
        }
        let Seating { last, occupied } = self.seating(table);
        let Some(seat) = next_to_move(last, occupied) else {
            return false;
        };
        let to = self.drawn_seat(opened, step);
        self.move_to((table, seat), to, MoveReason::Open, step);
        true
    }

    pub(super) fn move_to(&mut self, from: Place, to: Place, why: MoveReason, step: &mut Step<'_>) {
        let (player, stack) = self.take(from);
        self.put(player, to, stack);
        step.tell(Event::PlayerMoved { player, from, to, why });
    }
}
