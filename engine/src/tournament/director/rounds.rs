//! Shootout and bracket: tables that play to their last player, round after round. Rule: L-10.

use super::clock::Clock;
use super::command::PlayerNo;
use super::event::{Event, SeatReason};
use super::finishing::Out;
use super::{Director, Step};
use crate::Chips;
use crate::tournament::TableNo;
use crate::tournament::law::Tied;
use crate::tournament::structure::Kind;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Round {
    number: u32,
    /// Players of the next round: winners, and those who had a bye.
    through: Vec<PlayerNo>,
    /// Players who lost in this round of a bracket.
    losers: Vec<Out>,
}

impl Round {
    pub(super) fn lose(&mut self, group: Vec<Out>) {
        self.losers.extend(group);
    }

    /// Removes a player who was through to the next round but leaves the tournament.
    pub(super) fn drop_out(&mut self, player: PlayerNo) {
        self.through.retain(|other| *other != player);
    }
}

impl Director {
    /// Draws a round: new seats, stacks and levels.
    pub(super) fn start_round(&mut self, mut players: Vec<PlayerNo>, step: &mut Step<'_>) {
        step.draw.shuffle(&mut players);
        let seats = self.structure.seats;
        self.round.number += 1;
        let byes = match self.structure.kind {
            Kind::Bracket => players.len().next_power_of_two() - players.len(),
            Kind::Field | Kind::Shootout => 0,
        };
        self.round.through = players.split_off(players.len() - byes);
        let count = players.len().div_ceil(seats.into());
        let tables: Vec<TableNo> = (1..=u32::try_from(count).unwrap_or(u32::MAX)).map(TableNo).collect();
        self.tables.set_in_play(Chips::ZERO);
        step.tell(Event::RoundStarted {
            round: self.round.number,
            tables: tables.clone(),
        });
        for table in &tables {
            self.open_table(*table, seats, step);
        }
        let first = self.round.number == 1;
        let why = if first { SeatReason::Start } else { SeatReason::Round };
        self.draw_seats(&players, &tables, why, step);
        self.tables.touch_all();
    }

    /// Handles a finished hand: if one player is left at the table, that player has won it.
    pub(super) fn table_of_round_done(&mut self, number: TableNo, step: &mut Step<'_>) {
        let Some(table) = self.tables.get(number).filter(|table| table.running().is_none()) else {
            return;
        };
        let taken = table.taken();
        if taken.len() > 1 {
            return;
        }
        if let Some(seat) = taken.iter().next() {
            let (winner, stack) = self.take((number, seat));
            self.tables.take_out(stack);
            self.round.through.push(winner);
        }
        self.close_table(number);
        step.tell(Event::TableBroken { table: number });
        if self.tables.len() == 0 {
            self.end_round_of_tables(step);
        }
    }

    fn end_round_of_tables(&mut self, step: &mut Step<'_>) {
        self.place_losers(step);
        let through = std::mem::take(&mut self.round.through);
        if through.len() <= 1 {
            self.finish(&through, step);
            return;
        }
        self.start_round(through, step);
        self.clock = Some(Clock::start(&self.structure, self.at));
        if self.paused {
            let at = self.at;
            self.clock_mut().stop(at);
        }
        self.tell_level(step);
    }

    /// Gives the players who lost in this round of a bracket the places after all players alive. Rule: L-10.
    pub(super) fn place_losers(&mut self, step: &mut Step<'_>) {
        let losers = std::mem::take(&mut self.round.losers);
        if losers.is_empty() {
            return;
        }
        let best = u64::from(self.entrants.alive()) + 1;
        let worst = best + losers.len() as u64 - 1;
        let tied = |out: &Out| Tied {
            player: out.player,
            stack: out.stack,
            entry: self.player(out.player).map_or(0, |player| player.entry).into(),
        };
        let tied: Vec<_> = losers.iter().map(tied).collect();
        self.give_place(best, worst, &tied, step);
        self.reach_money(step);
    }
}
