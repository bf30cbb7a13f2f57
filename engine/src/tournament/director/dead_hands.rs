//! Hands that are dead from the start or killed later, and their winnings. Rules: tournament 1.9, 2.15, 11.4, D-36.

use super::command::{Command, PlayerNo, Presence, Refusal, Ruling};
use super::event::Event;
use super::player::number;
use super::{Director, Step};
use crate::hand::Kill;
use crate::tournament::TableNo;
use crate::tournament::structure::AbsentHand;
use crate::{Chips, SeatIx, SeatSet};

impl Command {
    /// Kills a player's running hand: it folds at its next turn. Anything it wins nonetheless leaves play. Rules: tournament 11.4, D-36.
    pub fn kill_hand(player: PlayerNo, ruling: Ruling) -> Self {
        Self::decide(player, ruling, Director::kill_hand)
    }
}

impl Director {
    /// Returns the seats of a table whose hands are dead now, and those among them that serve a penalty.
    pub(super) fn dead_hands(&self, number: TableNo) -> (SeatSet, SeatSet) {
        let (mut dead, mut penalised) = (SeatSet::EMPTY, SeatSet::EMPTY);
        for (seat, taken) in self.tables[number].law.seats() {
            let player = self::number(taken.player);
            let player = self.entrants.at(player);
            let absent = player.presence == Presence::Absent && self.structure.absent_hand == AbsentHand::Dead;
            if player.missed > 0 {
                penalised.insert(seat);
            }
            if player.missed > 0 || absent {
                dead.insert(seat);
            }
        }
        (dead, penalised)
    }

    /// Returns the hands to be killed in the running hand of a table, with the reasons.
    pub fn kills(&self, number: TableNo) -> impl Iterator<Item = (SeatIx, Kill)> {
        let running = self.tables.get(number).and_then(|table| table.running());
        let (leaving, condemned) = running.map_or((SeatSet::EMPTY, SeatSet::EMPTY), |hand| {
            (hand.leaving(), hand.condemned())
        });
        let ruled = condemned.iter().map(|seat| (seat, Kill::Ruling));
        leaving.iter().map(|seat| (seat, Kill::Absence)).chain(ruled)
    }

    /// Kills a running hand for an official. It is reported once the hand is over: a player who knew before could bet
    /// into it. Rule: tournament 11.4.
    pub(super) fn kill_hand(&mut self, player: PlayerNo, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        self.check_playing(player)?;
        let (number, seat) = self
            .player(player)
            .and_then(|state| state.place)
            .ok_or(Refusal::NoHand)?;
        let table = self.tables.named_mut(number)?;
        let plays = table.law.hand().is_some_and(|plan| plan.dealt.contains(seat));
        let hand = table.running_mut().filter(|_| plays).ok_or(Refusal::NoHand)?;
        hand.condemn(seat, ruling)?;
        step.out.kills.push((number, seat, Kill::Ruling));
        Ok(())
    }

    /// Takes the winnings of killed hands out of play, and returns the seats that are left without chips by that. They
    /// stay if all other players have lost everything, so that a player remains to play on. Rules: tournament 2.15,
    /// D-36.
    pub(super) fn forfeit(
        &mut self,
        number: TableNo,
        leaving: SeatSet,
        forfeits: &[(SeatIx, Chips)],
        step: &mut Step<'_>,
    ) -> SeatSet {
        let mut broke = SeatSet::EMPTY;
        for &(seat, won) in forfeits {
            let Some(table) = self
                .tables
                .get_mut(number)
                .filter(|_| !leaving.contains(seat) && !won.is_zero())
            else {
                continue;
            };
            let (Some(player), Some(stack)) = (table.player_at(seat), table.law.seat(seat).map(|taken| taken.stack))
            else {
                continue;
            };
            let others = table.law.occupied().difference(SeatSet::only(seat));
            if others.is_empty() && stack == won {
                continue;
            }
            let left = table.law.set_stack(seat, stack - won);
            left.expect("no hand runs there, and a stack becomes smaller");
            self.tables.take_out(won);
            step.tell(Event::ChipsRemoved { player, amount: won });
            if stack == won {
                broke.insert(seat);
            }
        }
        broke
    }
}
