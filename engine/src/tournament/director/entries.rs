//! Registration, late entries and re-entries. Rules: tournament 1.8, 2.17, 2.18.

use std::sync::Arc;

use super::command::{Command, PlayerNo, Refusal, Ruling};
use super::event::{Event, SeatReason};
use super::player::Standing;
use super::{Director, Phase, Step};
use crate::Chips;
use crate::tournament::structure::{BountyKind, Kind, Start};

impl Command {
    /// Closes entries ahead of their time: the pool and its prizes are fixed. Rules: tournament 1.8, L-7.
    pub fn close_entries(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| {
            director.close_early(ruling, step)
        })
    }

    /// Takes back the entry of a player who never came, while entries are open. Rule: tournament 1.8.
    pub fn no_show(player: PlayerNo, ruling: Ruling) -> Self {
        Self::decide(player, ruling, Director::no_show)
    }

    /// Sets the number of places, while entries are open. Rule: tournament 1.8.
    pub fn set_places(places: u32, ruling: Ruling) -> Self {
        Self::decide(places, ruling, Director::set_places)
    }
}

impl Director {
    /// Checks that one more player may enter now.
    pub(super) fn check_entry(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Registering if self.joins_flights() => return Err(Refusal::EntriesClosed),
            Phase::Registering => {}
            Phase::Running if self.registration.is_open() && self.clock().not_left() <= self.structure.late_levels => {}
            Phase::Running => return Err(Refusal::EntriesClosed),
            Phase::Completed | Phase::Cancelled => return Err(Refusal::WrongPhase),
        }
        if self.entrants.count() >= self.structure.entries.1 {
            return Err(Refusal::Full);
        }
        Ok(())
    }

    /// Sets the number of places, while entries are open. It decides the rounds of a shootout and the start of a sit & go, so only
    /// events that start at a time, with tables of one round, have another than announced. Rule: tournament 1.8.
    fn set_places(&mut self, places: u32, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        ruling.check_director()?;
        match self.check_entry() {
            Ok(()) | Err(Refusal::Full) => {}
            Err(refusal) => return Err(refusal),
        }
        let structure = &self.structure;
        if structure.kind != Kind::Field || structure.start != Start::Time {
            return Err(Refusal::NotOffered);
        }
        if places == structure.entries.1 {
            return Err(Refusal::NoChange);
        }
        if places < self.entrants.count() {
            return Err(Refusal::TooLate);
        }
        let structure = structure.with_places(places).ok_or(Refusal::BadPlaces)?;
        self.structure = Arc::new(structure);
        step.tell(Event::RulingIssued {
            rule: "1.8".to_owned(),
            tool: "set_places".to_owned(),
            ruling,
        });
        Ok(())
    }

    pub(super) fn register(&mut self, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_entry()?;
        let (player, entry) = self.entrants.admit();
        let (paid, bounty) = self.take_payment(player);
        step.tell(Event::PlayerRegistered {
            player,
            entry,
            paid,
            bounty,
            stack: self.structure.stack,
        });
        if self.phase == Phase::Running {
            self.seat_late(player, step);
        } else if self.structure.start == Start::Full && self.entrants.count() == self.structure.entries.1 {
            self.begin(step);
        }
        Ok(())
    }

    /// Takes the payment for an entry: the price, and that of the bounty on its head.
    fn take_payment(&mut self, player: PlayerNo) -> (Chips, Chips) {
        let price = self.structure.price;
        let kind = self.structure.bounty.as_ref();
        let bounty = kind.map_or(Chips::ZERO, |bounty| bounty.price);
        let on_head = kind.is_some_and(|bounty| !matches!(bounty.kind, BountyKind::Mystery { .. }));
        self.money.take(price, bounty);
        let player = self.entrants.at_mut(player);
        player.paid += price + bounty;
        player.head = if on_head { bounty } else { Chips::ZERO };
        (price, bounty)
    }

    pub(super) fn unregister(&mut self, player: PlayerNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        if self.phase != Phase::Registering {
            return Err(Refusal::WrongPhase);
        }
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if state.standing != Standing::Registered {
            return Err(Refusal::NoSuchPlayer);
        }
        if state.bagged.is_some() {
            return Err(Refusal::TooLate);
        }
        self.refund(player, step);
        Ok(())
    }

    /// Returns an entry's payment: before the start, or to a player who never came. A player who came with a flight paid there.
    pub(super) fn refund(&mut self, player: PlayerNo, step: &mut Step<'_>) {
        let price = self.structure.price;
        let (entry, refund) = self.entrants.strike(player);
        if !refund.is_zero() {
            self.money.give_back(price, refund - price);
        }
        step.tell(Event::PlayerUnregistered { player, entry, refund });
    }

    /// Closes entries ahead of their time. A player who may still answer the offer of a rebuy answers first. Rules:
    /// tournament 1.8, L-7.
    fn close_early(&mut self, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check_director()?;
        if !self.registration.is_open() {
            return Err(Refusal::EntriesClosed);
        }
        if self.tables.has_offers() {
            return Err(Refusal::NotReady);
        }
        step.tell(Event::RulingIssued {
            rule: "1.8".to_owned(),
            tool: "close_entries".to_owned(),
            ruling,
        });
        self.registration.end_add_on();
        self.close_entries(step);
        Ok(())
    }

    /// Takes back the entry of a player who never came: the payment goes back, the chips leave play, and the seat is
    /// free. Rule: tournament 1.8.
    pub(super) fn no_show(&mut self, player: PlayerNo, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_playing(player)?;
        ruling.check()?;
        if !self.registration.is_open() {
            return Err(Refusal::EntriesClosed);
        }
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if state.has_come || state.purchases > 0 || state.added_on {
            return Err(Refusal::TooLate);
        }
        let (table, seat) = state.place.ok_or(Refusal::NoSuchPlayer)?;
        self.check_others_play_on()?;
        step.tell(Event::RulingIssued {
            rule: "1.8".to_owned(),
            tool: "no_show".to_owned(),
            ruling,
        });
        self.refund(player, step);
        self.leave_seat(table, seat, step);
        if !self.end_if_over(step) {
            self.after_leaving(table, step);
        }
        Ok(())
    }

    pub(super) fn start(&mut self, step: &mut Step<'_>) -> Result<(), Refusal> {
        if self.phase != Phase::Registering {
            return Err(Refusal::WrongPhase);
        }
        if self.entrants.count() < self.structure.entries.0 {
            return Err(Refusal::TooFewPlayers);
        }
        self.begin(step);
        Ok(())
    }

    /// Checks that an eliminated player may enter again now.
    pub(super) fn check_re_entry(&self, player: PlayerNo) -> Result<(), Refusal> {
        self.check_running()?;
        if self.structure.re_entries == 0 {
            return Err(Refusal::NotOffered);
        }
        let state = self.player(player).ok_or(Refusal::NoSuchPlayer)?;
        if state.is_alive() {
            return Err(Refusal::StillIn);
        }
        if !self.registration.is_open() || self.clock().not_left() > self.structure.late_levels {
            return Err(Refusal::EntriesClosed);
        }
        if state.standing != Standing::Out || state.finished.is_some() || !self.entrants.was_eliminated(player) {
            return Err(Refusal::NoSuchPlayer);
        }
        if state.re_entries >= self.structure.re_entries {
            return Err(Refusal::NoneLeft);
        }
        Ok(())
    }

    pub(super) fn re_enter(&mut self, player: PlayerNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_re_entry(player)?;
        let entry = self.entrants.admit_again(player);
        let (paid, bounty) = self.take_payment(player);
        step.tell(Event::ReEntered {
            player,
            entry,
            paid,
            bounty,
            stack: self.structure.stack,
        });
        self.seat_late(player, step);
        Ok(())
    }

    /// Seats a player who enters during play.
    fn seat_late(&mut self, player: PlayerNo, step: &mut Step<'_>) {
        let stack = self.structure.stack;
        self.tables.bring_in(stack);
        self.entrants.at_mut(player).standing = Standing::Playing;
        let place = self.late_place(step);
        self.sit(player, place, stack, SeatReason::Late, step);
        self.pull_players(step);
        self.update_halts(step);
        if !self.is_decided() && self.entrants.alive() == self.last_players() + 1 {
            // Tables with nothing left to play for may deal again.
            self.tables.touch_all();
        }
    }

    /// Moves next big blinds of the largest idle tables to a table that was opened. Rule: tournament 2.17.
    fn pull_players(&mut self, step: &mut Step<'_>) {
        while let Some(table) = self.plan.next_pull() {
            // A busted player who may still rebuy keeps the seat until then: the table waits, and is not idle.
            if !self.is_idle(table) || self.hand_for_hand.is_on() {
                break;
            }
            if !self.pull_from(table, step) {
                break;
            }
        }
    }
}
