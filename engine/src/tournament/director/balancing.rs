//! Breaking, balancing and halting tables, and the final table. Rules: tournament 2.3, 2.4, 2.6, 2.8, L-1 to L-5.

use super::command::{Command, PlayerNo, Refusal, Ruling};
use super::event::{Event, HaltReason, MoveReason, SeatReason};
use super::floor_plan::Room;
use super::{Director, Phase, Step};
use crate::SeatIx;
use crate::tournament::TableNo;
use crate::tournament::structure::Kind;

impl Command {
    /// Sets the order in which tables break. Rule: tournament 2.4.
    pub fn break_order(order: Vec<TableNo>, ruling: Ruling) -> Self {
        Self::decide(order, ruling, |director, order, ruling, step| {
            director.change_break_order(&order, ruling, step)
        })
    }
}

impl Director {
    /// Carries out steps 3 to 6 for a table that has finished its hand and removed its busted players. Rule: tournament 2.8.
    pub(super) fn balance(&mut self, table: TableNo, step: &mut Step<'_>) {
        if self.structure.kind != Kind::Field {
            return;
        }
        self.balance_one(table, step);
        self.update_halts(step);
    }

    /// Carries out steps 3 to 5.
    pub(super) fn balance_one(&mut self, table: TableNo, step: &mut Step<'_>) {
        let breaks = self.mark_breaking();
        if self.form_final(step) {
            return;
        }
        self.move_from(table, step);
        // A table marked while idle has no hand to finish first.
        for marked in breaks {
            if marked != table && self.is_idle(marked) && !self.plan.awaits_final() {
                self.move_from(marked, step);
            }
        }
    }

    /// Does deferred work as soon as it becomes possible: idle tables that break move their players to newly free
    /// seats, and the final table is formed. In hand-for-hand the barrier takes care of this. Rule: tournament 2.8.
    pub(super) fn catch_up(&mut self, step: &mut Step<'_>) {
        let waits = self.plan.awaits_final() || !self.plan.breaking().is_empty();
        if !waits || self.phase != Phase::Running || self.hand_for_hand.is_on() || self.is_ending() {
            return;
        }
        if !self.form_final(step) {
            for table in self.plan.breaking().to_vec() {
                if self.is_idle(table) {
                    self.move_from(table, step);
                }
            }
        }
        self.update_halts(step);
    }

    /// Step 3: marks the tables that break now, and returns them.
    fn mark_breaking(&mut self) -> Vec<TableNo> {
        if self.plan.awaits_final() {
            return Vec::new();
        }
        let room = Room {
            alive: self.entrants.alive().into(),
            seats: self.structure.seats,
            final_seats: self.structure.final_seats(),
        };
        if self.registration.is_open() {
            self.plan.merge(room)
        } else {
            self.plan.break_up(room, self.tables.last())
        }
    }

    /// Steps 4 and 5: moves all players from a breaking table, and the next big blinds from a large one.
    fn move_from(&mut self, table: TableNo, step: &mut Step<'_>) {
        if self.plan.awaits_final() || !self.tables.is_open(table) {
            return;
        }
        let breaks = self.plan.breaks(table);
        if !breaks {
            while self.pull_from(table, step) {}
        }
        let seats = self.structure.seats;
        let why = if breaks { MoveReason::Break } else { MoveReason::Balance };
        while let Some(next) = self.plan.next_move(table, seats, &self.tables) {
            self.move_to(next.from, next.to, why, step);
        }
        if breaks && self.tables[table].taken().is_empty() {
            self.close_table(table);
            step.tell(Event::TableBroken { table });
        }
    }

    pub(super) fn close_table(&mut self, table: TableNo) {
        self.tables.close(table);
        self.plan.close(table);
    }

    /// Step 6: halts tables that are too short, and resumes those that no longer are.
    pub(super) fn update_halts(&mut self, step: &mut Step<'_>) {
        if self.structure.kind != Kind::Field || self.hand_for_hand.is_on() {
            return;
        }
        self.tell_halts(step);
    }

    pub(super) fn tell_halts(&mut self, step: &mut Step<'_>) {
        let (resumed, halted) = self.plan.update_halts(self.structure.late_tables.into());
        let why = HaltReason::Short;
        for table in resumed {
            self.tables.touch(table);
            step.tell(Event::TableResumed { table, why });
        }
        for table in halted {
            self.stop_level(table);
            step.tell(Event::TableHalted { table, why });
        }
    }

    /// Marks a table as stopped, so that the level of its next hand is read at the deal. Rule: tournament 2.12.
    pub(super) fn stop_level(&mut self, table: TableNo) {
        if let Some(table) = self.tables.get_mut(table) {
            table.stop_level();
        }
    }

    /// Forms the final table once all hands are over; `false` if it is not due. Rules: tournament 2.1, 2.6, L-5.
    fn form_final(&mut self, step: &mut Step<'_>) -> bool {
        if !self.plan.awaits_final() {
            return false;
        }
        if self.tables.running() > 0 || self.tables.has_offers() {
            return true;
        }
        let seats = self.structure.final_seats();
        let mut players: Vec<(PlayerNo, crate::Chips)> = Vec::new();
        let from = self.tables.list();
        for number in &from {
            let seats: Vec<SeatIx> = self.tables[*number].taken().iter().collect();
            players.extend(seats.into_iter().map(|seat| self.take((*number, seat))));
        }
        for number in &from {
            self.close_table(*number);
        }
        self.plan.final_is_drawn();
        let table = TableNo(1);
        self.tables.open(table, seats);
        self.plan.put_first(table, 0);
        step.tell(Event::FinalTableFormed { table, seats, from });
        players.sort_by_key(|(player, _)| *player);
        let mut drawn: Vec<SeatIx> = (0..seats).map(SeatIx::new).collect();
        step.draw.shuffle(&mut drawn);
        for ((player, stack), seat) in players.into_iter().zip(drawn) {
            self.sit(player, (table, seat), stack, SeatReason::Final, step);
        }
        true
    }

    fn change_break_order(&mut self, order: &[TableNo], ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        if self.structure.kind != Kind::Field || self.plan.awaits_final() {
            return Err(Refusal::WrongPhase);
        }
        let known = self.break_order();
        let mut sorted = (order.to_vec(), known.clone());
        sorted.0.sort_unstable();
        sorted.1.sort_unstable();
        let marked = order.starts_with(self.plan.breaking());
        if sorted.0 != sorted.1 || !marked || (order.last() != Some(&TableNo(1)) && known.contains(&TableNo(1))) {
            return Err(Refusal::BadOrder);
        }
        if order == known {
            return Err(Refusal::NoChange);
        }
        self.plan.reorder(order, &self.tables);
        step.tell(Event::RulingIssued {
            rule: "2.4".to_owned(),
            tool: "break_order".to_owned(),
            ruling,
        });
        self.publish_order(step);
        Ok(())
    }
}
