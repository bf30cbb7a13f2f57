//! Actions of players and officials outside the hands: presence, penalties, departures, moves. Rules: tournament 1.9, 2.15, 11.

use super::command::{Command, Official, PlayerNo, Presence, Refusal, Ruling, check_words};
use super::event::{Event, HaltReason, MoveReason};
use super::finishing::Out;
use super::player::Standing;
use super::{Director, Phase, Step};
use crate::Chips;
use crate::hand::Kill;
use crate::tournament::TableNo;
use crate::tournament::law::{Rung, orbits, pick_seat};
use crate::tournament::structure::Kind;

/// The way in which a player leaves for good before the chips are lost.
pub(super) enum Leaving {
    Withdrawn,
    /// The director removed a player who is gone, with the effect of a withdrawal. Rule: tournament 1.9.
    Removed(Ruling),
    /// The director disqualified the player.
    Disqualified(Ruling),
}

impl Command {
    /// Penalises a player with a number of hands or orbits. `fault` is the fault in words; repeating the same one climbs the
    /// ladder. Rules: tournament 2.15, 11.2.
    pub fn penalise(player: PlayerNo, fault: String, rung: Rung, count: u32, ruling: Ruling) -> Self {
        let arguments = (player, fault, rung, count);
        Self::decide(
            arguments,
            ruling,
            |director, (player, fault, rung, count), ruling, step| {
                director.penalise(player, fault, rung, count, ruling, step)
            },
        )
    }

    /// Takes a player who is gone for good out of play. Rule: tournament 1.9.
    pub fn remove(player: PlayerNo, ruling: Ruling) -> Self {
        Self::decide(player, ruling, |director, player, ruling, step| {
            director.withdraw(player, Leaving::Removed(ruling), step)
        })
    }

    /// Disqualifies a player. Rule: tournament 11.1.
    pub fn disqualify(player: PlayerNo, ruling: Ruling) -> Self {
        Self::decide(player, ruling, |director, player, ruling, step| {
            director.withdraw(player, Leaving::Disqualified(ruling), step)
        })
    }

    /// Moves a player to another table.
    pub fn move_player(player: PlayerNo, table: TableNo, ruling: Ruling) -> Self {
        Self::decide((player, table), ruling, |director, (player, table), ruling, step| {
            director.move_player(player, table, &ruling, step)
        })
    }

    /// Resumes a table that the server had stopped because of a fault.
    pub fn resume_table(table: TableNo, ruling: Ruling) -> Self {
        Self::decide(table, ruling, |director, table, ruling, step| {
            director.resume_table(table, &ruling, step)
        })
    }

    /// Publishes immediately, to all players, something that the players of a table have to know, such as what one of
    /// them told an opponent who is still in the hand. Rule: tournament 11.4.
    pub fn tell_table(table: TableNo, text: String, ruling: Ruling) -> Self {
        Self::decide((table, text), ruling, |director, (table, text), ruling, step| {
            ruling.check()?;
            check_words(&text)?;
            if !director.tables.is_open(table) {
                return Err(Refusal::NoSuchTable);
            }
            step.tell(Event::TableTold { table, text, ruling });
            Ok(())
        })
    }

    /// Records a ruling on a single incident: the rule that it applies, and the measure taken.
    pub fn rule(rule: String, tool: String, ruling: Ruling) -> Self {
        Self::decide((rule, tool), ruling, |_, (rule, tool), ruling, step| {
            ruling.check()?;
            check_words(&rule)?;
            check_words(&tool)?;
            step.tell(Event::RulingIssued { rule, tool, ruling });
            Ok(())
        })
    }
}

impl Director {
    /// Checks that a player is in play.
    pub(super) fn check_playing(&self, player: PlayerNo) -> Result<(), Refusal> {
        self.check_running()?;
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if state.standing == Standing::Playing {
            Ok(())
        } else {
            Err(Refusal::NoSuchPlayer)
        }
    }

    pub(super) fn set_presence(
        &mut self,
        player: PlayerNo,
        presence: Presence,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Completed | Phase::Cancelled) {
            return Err(Refusal::WrongPhase);
        }
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if !state.is_alive() {
            return Err(Refusal::NoSuchPlayer);
        }
        if state.presence == presence {
            return Err(Refusal::NoChange);
        }
        self.entrants.at_mut(player).presence = presence;
        step.tell(Event::StatusChanged {
            player,
            status: presence,
        });
        Ok(())
    }

    pub(super) fn penalise(
        &mut self,
        player: PlayerNo,
        fault: String,
        rung: Rung,
        count: u32,
        ruling: Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_playing(player)?;
        ruling.check()?;
        check_words(&fault)?;
        let (least, most) = rung.range(self.structure.severity);
        if rung == Rung::Disqualification || !(least..=most).contains(&count.into()) {
            return Err(Refusal::BadPenalty);
        }
        let place = self
            .player(player)
            .and_then(|state| state.place)
            .ok_or(Refusal::NoSuchPlayer)?;
        let players = u64::from(self.tables[place.0].size());
        let hands = match rung {
            Rung::Orbits => orbits(players, count.into()).and_then(|hands| u32::try_from(hands).ok()),
            Rung::Warning | Rung::Hands | Rung::Disqualification => Some(count),
        };
        let hands = hands.ok_or(Refusal::BadPenalty)?;
        let state = self.entrants.at_mut(player);
        state.missed = state.missed.saturating_add(hands);
        match state.faults.iter_mut().find(|(known, _)| *known == fault) {
            Some((_, times)) => *times += 1,
            None => state.faults.push((fault.clone(), 1)),
        }
        step.tell(Event::PenaltyIssued {
            player,
            fault,
            rung,
            hands,
            ruling,
        });
        Ok(())
    }

    /// Returns the rung proposed for a player's fault. Rule: tournament 11.2.
    pub fn proposed_rung(&self, player: PlayerNo, fault: &str) -> Option<Rung> {
        let state = self.player(player)?;
        let before = state.faults.iter().find(|(known, _)| known == fault);
        Some(Rung::proposed(
            before.map_or(0, |(_, times)| *times),
            self.structure.severity,
        ))
    }

    /// Removes a player for good. A running hand is killed; the chips leave when it is over. Rules: tournament 1.9, 11.1, D-36.
    pub(super) fn withdraw(&mut self, player: PlayerNo, how: Leaving, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_playing(player)?;
        if let Leaving::Removed(ruling) | Leaving::Disqualified(ruling) = &how {
            ruling.check_director()?;
        }
        self.check_others_play_on()?;
        let state = self.entrants.at_mut(player);
        let (entry, place) = (state.entry, state.place);
        state.standing = Standing::Out;
        step.tell(match how {
            Leaving::Withdrawn => Event::PlayerWithdrew {
                player,
                entry,
                ruling: Ruling {
                    by: Official::Player,
                    reason: "withdrawal".to_owned(),
                },
            },
            Leaving::Removed(ruling) => Event::PlayerWithdrew { player, entry, ruling },
            Leaving::Disqualified(ruling) => Event::PlayerDisqualified { player, entry, ruling },
        });
        self.forfeit_bounty(player);
        let stack = place.and_then(|(table, seat)| self.tables[table].law.seat(seat));
        let group = vec![Out {
            player,
            table: place.map_or(TableNo(0), |(table, _)| table),
            stack: stack.map_or(Chips::ZERO, |taken| taken.stack),
            left: true,
        }];
        if let Some((table, seat)) = place {
            self.leave_seat(table, seat, step);
        } else {
            self.round.drop_out(player);
        }
        self.count_out(group, step);
        if self.end_if_over(step) {
            return Ok(());
        }
        if let Some((table, _)) = place {
            self.after_leaving(table, step);
        }
        Ok(())
    }

    /// Adds the bounty of a player who leaves to the prize for first place. Rule: tournament 2.17.
    fn forfeit_bounty(&mut self, player: PlayerNo) {
        let head = std::mem::take(&mut self.entrants.at_mut(player).head);
        self.money.prizes.forfeit(head);
    }

    /// Checks that the tournament goes on without one of its players.
    pub(super) fn check_others_play_on(&self) -> Result<(), Refusal> {
        if self.entrants.alive() < 2 || self.is_ending() {
            return Err(Refusal::TooFewPlayers);
        }
        Ok(())
    }

    /// Returns the price of leaving for good now: the chips that leave play, and the place; `None` while the place
    /// depends on events still to come. Rule: tournament 1.9.
    ///
    /// # Errors
    /// Gives the reason why the player cannot leave.
    pub fn cost_of_leaving(&self, player: PlayerNo) -> Result<(Chips, Option<u32>), Refusal> {
        self.check_playing(player)?;
        self.check_others_play_on()?;
        let place = self.player(player).and_then(|state| state.place);
        let taken = place.and_then(|(table, seat)| self.tables.get(table)?.law.seat(seat));
        // Places are given once entries are closed; in a bracket, when the round is over. Rules: L-7, L-10.
        let is_known = !self.registration.is_open() && self.structure.kind != Kind::Bracket;
        Ok((
            taken.map_or(Chips::ZERO, |taken| taken.stack),
            is_known.then_some(self.entrants.alive()),
        ))
    }

    /// Vacates the seat now, or when the hand is over.
    pub(super) fn leave_seat(&mut self, number: TableNo, seat: crate::SeatIx, step: &mut Step<'_>) {
        let table = self.tables.at_mut(number);
        let plays = table.law.hand().is_some_and(|plan| plan.dealt.contains(seat));
        match table.running_mut().filter(|_| plays) {
            Some(hand) => {
                hand.leave(seat);
                step.out.kills.push((number, seat, Kill::Absence));
            }
            None => self.remove_chips((number, seat), step),
        }
    }

    pub(super) fn after_leaving(&mut self, table: TableNo, step: &mut Step<'_>) {
        if self.structure.kind != Kind::Field {
            self.table_of_round_done(table, step);
        } else if self.hand_for_hand.is_on() {
            self.synchronise(step);
        } else {
            self.update_halts(step);
            // If no table could go on, the other players must move now.
            let idle =
                self.tables.running() == 0 && !self.tables.has_offers() && !self.paused && !self.clock().in_break();
            if idle && !self.tables.numbers().any(|table| self.could_deal(table)) {
                let tables = self.tables.list();
                for table in tables {
                    self.balance_one(table, step);
                }
                self.update_halts(step);
            }
        }
    }

    fn move_player(
        &mut self,
        player: PlayerNo,
        to: TableNo,
        ruling: &Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_playing(player)?;
        ruling.check()?;
        let from = self
            .player(player)
            .and_then(|state| state.place)
            .ok_or(Refusal::NoSuchPlayer)?;
        if !self.plan.stands(to) {
            return Err(Refusal::NoSuchTable);
        }
        if from.0 == to {
            return Err(Refusal::NoChange);
        }
        if self.plan.awaits_final() || self.hand_for_hand.is_on() {
            return Err(Refusal::WrongPhase);
        }
        let table = &self.tables[from.0];
        if table.running().is_some() || table.offer().is_some() {
            return Err(Refusal::HandRunning);
        }
        let there = self.tables[to].seating();
        let seat = pick_seat(there.last, there.occupied, self.structure.seats).ok_or(Refusal::NoSeat)?;
        step.tell(Event::RulingIssued {
            rule: "2.3".to_owned(),
            tool: "move".to_owned(),
            ruling: ruling.clone(),
        });
        self.move_to(from, (to, seat), MoveReason::Director, step);
        self.update_halts(step);
        Ok(())
    }

    pub(super) fn stop_table(&mut self, number: TableNo, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let table = self.tables.named_mut(number)?;
        let runs = table.running().is_some();
        if table.is_faulty() && !runs {
            return Err(Refusal::NoChange);
        }
        table.fail();
        if runs {
            return self.void_hand(number, ruling, step);
        }
        let why = HaltReason::Fault;
        step.tell(Event::TableHalted { table: number, why });
        if self.hand_for_hand.is_on() {
            self.synchronise(step);
        }
        Ok(())
    }

    fn resume_table(&mut self, number: TableNo, ruling: &Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        let table = self.tables.named_mut(number)?;
        if !table.is_faulty() {
            return Err(Refusal::NoChange);
        }
        table.recover();
        self.tables.touch(number);
        let why = HaltReason::Fault;
        step.tell(Event::TableResumed { table: number, why });
        self.go_on(step);
        Ok(())
    }
}
