//! Chip races, table by table, before the first hand of a level with a greater unit. Rules: tournament 2.11, 3.2.

use super::event::{Event, Raced};
use super::{Director, Step};
use crate::tournament::TableNo;
use crate::tournament::law::{chip_race, race_cards};
use crate::tournament::structure::Row;
use crate::{BySeat, Chips, SeatIx};

impl Director {
    /// Races off the chips of a table that are too small for a level, including those brought by a player from a table
    /// that has not raced yet.
    pub(super) fn race_chips(&mut self, table: TableNo, level: u16, step: &mut Step<'_>) {
        let unit = self.clock().terms(level).unit;
        if unit == Chips::new(1) {
            return;
        }
        let mut units: Vec<Chips> = vec![Chips::new(1)];
        for row in &self.structure.levels {
            if let Row::Level(row) = row
                && units.last() != Some(&row.level.unit)
            {
                units.push(row.level.unit);
            }
        }
        for pair in units.windows(2).filter(|pair| pair[1] <= unit) {
            self.race_step(table, pair[0], pair[1], step);
        }
    }

    fn race_step(&mut self, number: TableNo, from: Chips, to: Chips, step: &mut Step<'_>) {
        let table = self.tables.at_mut(number);
        let mut before: BySeat<Option<Chips>> = BySeat::default();
        for (seat, taken) in table.law.seats().filter(|(_, taken)| !taken.stack.is_zero()) {
            before[seat] = Some(taken.stack);
        }
        // The structure ensures that every stack consists of chips of the unit before, and that the cards are enough.
        let odd = race_cards(&before, from, to).unwrap_or(0);
        if odd == 0 {
            return;
        }
        let mut cards = step.draw.cards();
        cards.truncate(odd);
        let Ok(race) = chip_race(&before, from, to, &cards) else {
            return;
        };
        let delta = race.delta(&before);
        for (seat, stack) in race.stacks.iter() {
            if let Some(stack) = stack {
                table
                    .law
                    .set_stack(seat, *stack)
                    .expect("the seat is taken and no hand is running");
            }
        }
        let change = Chips::new(delta.unsigned_abs());
        if delta < 0 {
            self.tables.take_out(change);
        } else {
            self.tables.bring_in(change);
        }
        let rows = |stacks: &BySeat<Option<Chips>>| -> Vec<(SeatIx, Chips)> {
            stacks
                .iter()
                .filter_map(|(seat, stack)| Some((seat, (*stack)?)))
                .collect()
        };
        step.tell(Event::ChipRaceCompleted(Raced {
            table: number,
            from,
            to,
            before: rows(&before),
            cards,
            after: rows(&race.stacks),
            winners: race.winners,
            courtesy: race.courtesy,
            delta,
        }));
    }
}
