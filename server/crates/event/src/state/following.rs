//! What follows from an event of the director: chips, notes, and what the players read.

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Event, HaltReason, PlayerNo};
use poker_owner::to_json;
use poker_protocol::v1::tournament::{FloorAction, HandForHandState, TournamentEvent};
use poker_store::Transfer;
use poker_wire as wire;
use poker_wire::tournament::ToWire as _;

use super::{Applied, Opened, Tournament};
use crate::command::Command;

impl Tournament {
    /// Emits an event, and notes its consequences outside the director.
    pub(super) fn follow(&mut self, event: &Event, applied: &mut Applied) {
        applied.transfers.extend(self.transfer(event));
        self.note(event);
        self.touch(event, applied);
        self.note_arrival(event, applied);
        let mut told = wire::tournament::event(event, &self.setup.structure);
        if let (TournamentEvent::PlayerRegistered { who, waited, .. }, Event::PlayerRegistered { player, .. }) =
            (&mut told, event)
        {
            *waited = applied.waitlist.is_admission;
            *who = self.entrant(*player).map(|entrant| entrant.info.clone());
        }
        if let (TournamentEvent::PlaceAssigned { paid, .. }, Event::PlaceAssigned { player, .. }) = (&mut told, event) {
            *paid = self.places.paid_to(*player).map(wire::chips);
        }
        self.tell(told, applied);
        self.note_deal(event, applied);
        self.note_seat(event);
    }

    /// Numbers an event and emits it.
    pub(crate) fn tell(&mut self, event: TournamentEvent, applied: &mut Applied) {
        self.seq += 1;
        applied.told.push(to_json(&event.shortened()));
    }

    /// Returns the effects of a command that only emitted these events.
    pub(crate) fn told(&mut self, events: Vec<TournamentEvent>) -> Applied {
        let mut applied = Applied::default();
        for event in events {
            self.tell(event, &mut applied);
        }
        applied
    }

    /// Returns the chips that an event moves between an account, the house and the pool.
    pub(super) fn transfer(&self, event: &Event) -> Option<Transfer> {
        if self.setup.live {
            return None;
        }
        let id = self.setup.id;
        let account = |player: &PlayerNo| self.account(*player);
        let transfer = match event {
            Event::PlayerRegistered {
                player, paid, bounty, ..
            }
            | Event::ReEntered {
                player, paid, bounty, ..
            } => Transfer::entry(account(player), id, *paid + *bounty),
            Event::PlayerUnregistered { player, refund, .. } => Transfer::refund(account(player), id, *refund),
            Event::RebuyTaken { player, paid, .. } | Event::AddOnTaken { player, paid, .. } => {
                Transfer::tournament_rebuy(account(player), id, *paid)
            }
            Event::RegistrationClosed { overlay, .. } => Transfer::overlay(id, *overlay),
            Event::PrizeAwarded { player, amount, .. } => Transfer::prize(account(player), id, *amount),
            Event::BountyAwarded { player, cash, .. } => Transfer::bounty(account(player), id, *cash),
            _ => return None,
        };
        Some(transfer).filter(|transfer| !transfer.amount.is_zero())
    }

    /// Records what views show of an event and the director does not repeat.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::TableOpened { table, seats } => self.open_table(*table, *seats),
            Event::TableBroken { table } => {
                self.tables.remove(table);
            }
            Event::FinalTableFormed { table, seats, from } => {
                // The tables that it is formed from are closed, without an event of their own.
                self.tables.retain(|no, _| no == table || !from.contains(no));
                if self.tables.get(table).is_none_or(|opened| opened.seats != *seats) {
                    self.open_table(*table, *seats);
                }
            }
            Event::PlaceAssigned { player, best, worst } => self.places.assign(*player, *best, *worst),
            Event::PrizeAwarded { player, amount, .. } => self.places.pay(*player, *amount),
            Event::TournamentPaused { reason, .. } => self.paused = Some(reason.clone()),
            Event::TournamentResumed { .. } => self.paused = None,
            Event::HandForHandAnnounced { why, .. } => {
                let why = why.to_wire();
                self.hand_for_hand = Some(HandForHandState { why, round: 0 });
            }
            Event::HandForHandRoundStarted { round, .. } => {
                if let Some(state) = &mut self.hand_for_hand {
                    state.round = *round;
                }
            }
            Event::HandForHandEnded => self.hand_for_hand = None,
            _ => {}
        }
    }

    /// Notes the players and tables an event concerns.
    fn touch(&mut self, event: &Event, applied: &mut Applied) {
        match event {
            Event::PlayerRegistered { player, .. }
            | Event::ReEntered { player, .. }
            | Event::PlayerUnregistered { player, .. }
            | Event::PrizeAwarded { player, .. }
            | Event::PlaceAssigned { player, .. }
            | Event::StatusChanged { player, .. }
            | Event::PenaltyIssued { player, .. }
            | Event::PlayerWithdrew { player, .. }
            | Event::PlayerDisqualified { player, .. } => {
                applied.concerned.insert(*player);
            }
            Event::RebuyTaken { player, .. }
            | Event::AddOnTaken { player, .. }
            | Event::BountyAwarded { player, .. } => {
                let place = self.director.player(*player).and_then(|player| player.place);
                applied.dirty.extend(place.map(|(table, _)| table));
                applied.concerned.insert(*player);
            }
            Event::TableOpened { table, .. } | Event::TableBroken { table } | Event::HandVoided { table, .. } => {
                applied.dirty.insert(*table);
            }
            Event::FinalTableFormed { table, from, .. } => {
                applied.dirty.insert(*table);
                applied.dirty.extend(from);
                applied.merged.extend(from.iter().map(|closed| (*closed, *table)));
            }
            Event::ChipRaceCompleted(race) => {
                applied.dirty.insert(race.table);
            }
            Event::SeatAssigned { player, place, .. } => {
                applied.dirty.insert(place.0);
                applied.concerned.insert(*player);
            }
            Event::PlayerMoved { player, from, to, .. } => {
                applied.dirty.extend([from.0, to.0]);
                applied.moves.push((*from, *to));
                applied.concerned.insert(*player);
            }
            Event::PlayerEliminated { player, table, .. } => {
                applied.dirty.insert(*table);
                applied.concerned.insert(*player);
            }
            Event::ChipsRemoved { player, .. } => {
                // The seat is already free: every table that may have lost the player is checked again.
                applied.dirty.extend(self.director.open_tables());
                applied.concerned.insert(*player);
            }
            Event::TableResumed {
                table,
                why: HaltReason::Fault,
            } => applied.resumed.push(*table),
            Event::HandForHandAnnounced { .. } | Event::HandForHandEnded => applied.chat_changed = true,
            Event::RegistrationClosed { .. }
            | Event::PrizesSet { .. }
            | Event::LevelStarted { .. }
            | Event::BreakStarted { .. } => {
                applied.concerns_all = true;
            }
            Event::TournamentCancelled { .. } | Event::TournamentCompleted { .. } => {
                applied.dirty.extend(std::mem::take(&mut self.tables).into_keys());
                applied.concerns_all = true;
            }
            _ => {}
        }
    }

    /// Moves the players of a table to a new one, for an official: the director's record of it stays.
    pub(super) fn replace_table(&mut self, command: &Command, applied: &mut Applied) {
        let Command::Floor {
            action: FloorAction::ReplaceTable { table },
            ..
        } = command
        else {
            return;
        };
        let no = TableNo(*table);
        if let Some(opened) = self.tables.get(&no).copied() {
            self.open_table(no, opened.seats);
            applied.dirty.insert(no);
            self.note_replacement(no, applied);
        }
    }

    fn open_table(&mut self, table: TableNo, seats: u8) {
        let generation = self.generations.entry(table).or_default();
        *generation += 1;
        let generation = *generation;
        self.tables.insert(table, Opened { generation, seats });
    }
}
