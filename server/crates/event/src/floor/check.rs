//! Checks of orders beyond the director's knowledge.

use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Phase, PlayerNo, Refusal};
use poker_engine::tournament::structure::Pays;
use poker_protocol::v1::tournament::{FloorAction, FloorRole, Statement};
use poker_store::AccountId;
use poker_wire as wire;

use super::Ticket;
use crate::acts::Deed;
use crate::command::{BadCommand, Command, EventOrder};
use crate::setup::own_structure;
use crate::setup::{self, TournamentSetup};
use crate::state::{Refused, Tournament};

/// Maximum number of open requests of one player, and of all players together.
const TICKETS_OF_ONE: usize = 3;
const TICKETS: usize = 200;

/// The checked and resolved part of an edit.
#[derive(Debug)]
pub(super) struct Edited {
    pub(super) setup: TournamentSetup,
    /// Set if the structure changes.
    pub(super) structure: bool,
}
impl Tournament {
    /// Checks the parts of an order outside the director's knowledge. Changes nothing.
    pub(crate) fn check_floor(&self, order: &EventOrder) -> Result<(), Refused> {
        match &order.command {
            Command::Floor { action, reason, .. } => {
                if Statement::new(reason.as_str()).is_none() {
                    return Err(Refusal::NoReason.into());
                }
                self.check_action(order, action)
            }
            Command::Ticket { who, .. } => {
                let own = |ticket: &&Ticket| ticket.by.id == who.id;
                let tickets = &self.book.tickets;
                if tickets.len() >= TICKETS || tickets.values().filter(own).count() >= TICKETS_OF_ONE {
                    return Err(Refused::Tickets);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_action(&self, order: &EventOrder, action: &FloorAction) -> Result<(), Refused> {
        let refused = |refusal: Refusal| Err(Refused::Director(refusal));
        if Deed::of(action).is_of_live() && !self.setup.live {
            return refused(Refusal::WrongPhase);
        }
        match action {
            FloorAction::Enter { .. } if !self.waitlist.lines().is_empty() => refused(Refusal::Full),
            FloorAction::Enter { name } => self.check_name(name),
            FloorAction::Wait { .. } | FloorAction::MoveUp { .. } | FloorAction::StopWaiting { .. } => {
                self.check_waitlist_act(action)
            }
            FloorAction::Edit { .. } => self.edited(order).map(|_| ()),
            FloorAction::Announce {} if self.director.phase() != Phase::Registering => refused(Refusal::WrongPhase),
            FloorAction::Announce {} if !self.setup.private => refused(Refusal::NoChange),
            FloorAction::ReplaceTable { .. } if self.setup.live => refused(Refusal::WrongPhase),
            FloorAction::SetPrizes {
                fee: Some(_),
                fee_percent: Some(_),
                ..
            } => refused(Refusal::BadPrizes),
            FloorAction::VoidHand { table } => self.check_wish(*table, false),
            FloorAction::SplitHand { table } => self.check_wish(*table, true),
            FloorAction::Penalise { fault: words, .. }
            | FloorAction::Rule { rule: words }
            | FloorAction::TellTable { text: words, .. } => Statement::new(words.as_str())
                .map(|_| ())
                .ok_or(Refusal::NoReason.into()),
            FloorAction::Answer { ticket } if !self.book.tickets.contains_key(ticket) => Err(Refused::NoTicket),
            FloorAction::Mute { player, muted } => {
                let entrant = self.entrant(PlayerNo(*player));
                let account = entrant
                    .and_then(|entrant| entrant.account)
                    .ok_or(Refusal::NoSuchPlayer)?;
                if self.book.lists.is_muted(account) == *muted {
                    return refused(Refusal::NoChange);
                }
                Ok(())
            }
            FloorAction::MuteAccount { muted, .. } if self.book.lists.is_muted(named(order)?) == *muted => {
                refused(Refusal::NoChange)
            }
            FloorAction::RailChat { open } if self.book.lists.is_rail_closed() != *open => refused(Refusal::NoChange),
            FloorAction::Grant { role, .. } => {
                let account = named(order)?;
                if *role != FloorRole::Floor {
                    return refused(Refusal::NotAllowed);
                }
                let is_host = self.setup.host.as_deref() == Some(account.to_string().as_str());
                if is_host || self.book.lists.is_named(account) {
                    return refused(Refusal::NoChange);
                }
                Ok(())
            }
            FloorAction::Revoke { .. } if !self.book.lists.is_named(named(order)?) => refused(Refusal::NoChange),
            _ => Ok(()),
        }
    }

    /// Checks that the running hand of a table can be ended.
    fn check_wish(&self, table: u32, split: bool) -> Result<(), Refused> {
        let no = TableNo(table);
        if self.director.table(no).is_none() {
            return Err(Refusal::NoSuchTable.into());
        }
        if self.director.running_deal(no).is_none() {
            return Err(Refusal::NoHand.into());
        }
        if self.book.wishes.contains_key(&no) {
            return Err(Refusal::NoChange.into());
        }
        // A held hand is over but for its cards.
        if split && self.director.holds(no) {
            return Err(Refusal::WrongPhase.into());
        }
        Ok(())
    }

    /// Returns the announcement with an official's changes.
    pub(super) fn edited(&self, order: &EventOrder) -> Result<Edited, Refused> {
        let Command::Floor {
            action:
                FloorAction::Edit {
                    name,
                    starts_at,
                    languages,
                    ..
                },
            structure,
            ..
        } = &order.command
        else {
            return Err(BadCommand::Word.into());
        };
        if self.director.phase() != Phase::Registering {
            return Err(Refusal::WrongPhase.into());
        }
        let announced = TournamentSetup {
            starts_at: self.start.at(),
            ..TournamentSetup::clone(&self.setup)
        };
        let mut edited = announced.clone();
        if let Some(name) = name {
            edited.name = setup::hosted_name(name).map_err(Refused::BadStructure)?;
        }
        if let Some(tags) = languages {
            edited.languages = setup::declared_languages(tags).map_err(Refused::BadLanguages)?;
        }
        if let Some(source) = structure {
            if !self.setup.private || self.director.players() > 0 {
                return Err(Refusal::WrongPhase.into());
            }
            let structure = own_structure(source).map_err(|fault| Refused::BadStructure(fault.to_string()))?;
            // The buyers of seats were checked against the target when it was announced.
            if matches!(structure.pays, Pays::Seats { .. }) || self.setup.target.is_some() {
                let message = "a tournament becomes a satellite, or ceases to be one, when it is announced";
                return Err(Refused::BadStructure(message.to_owned()));
            }
            if edited.name == wire::local_name(&self.setup.structure.name) {
                edited.name = wire::local_name(&structure.name);
            }
            edited.seat_value = structure.seat_value();
            edited.structure = Arc::new(structure);
            if setup::starts_when_full(&edited.structure) {
                edited.starts_at = None;
            }
        }
        if let Some(at) = starts_at {
            edited.starts_at = Some(i64::try_from(at.get()).unwrap_or(i64::MAX));
        }
        if starts_at.is_some() || structure.is_some() {
            setup::check_start(&edited.structure, edited.starts_at, edited.live, order.at)
                .map_err(Refused::BadStructure)?;
        }
        if edited == announced {
            return Err(Refusal::NoChange.into());
        }
        Ok(Edited {
            setup: edited,
            structure: structure.is_some(),
        })
    }
}

/// Returns the account that an order names.
fn named(order: &EventOrder) -> Result<AccountId, Refused> {
    let Command::Floor { account, .. } = &order.command else {
        return Err(BadCommand::Word.into());
    };
    let account = account.as_ref().and_then(|info| info.id.parse().ok());
    account.ok_or(Refused::Director(Refusal::NoSuchPlayer))
}
