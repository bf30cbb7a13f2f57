//! Events of several days: what a flight leaves to the event that takes it over. Rule: tournament 1.8.
//!
//! The row of an `unbag` has all that it takes over, so the journal of the second day needs no other event.

use poker_engine::Chips;
use poker_engine::tournament::director::{self, Flight, PlayerNo};
use poker_protocol::v1;
use poker_protocol::v1::tournament::{Entrant as Listed, FloorAction, TournamentSummary};
use poker_protocol::v1::{PlayerInfo, PlayerKind};
use poker_store::TableId;
use serde::{Deserialize, Serialize};

use super::acts::ruling;
use super::command::{BadCommand, Command, chips_in};
use super::setup::hosted_name;
use super::state::{Entrant, Refused, Tournament};

/// The sheet of a flight: its bags, and what was paid for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Number of the flight.
    pub flight: u64,
    /// Its pool.
    pub pool: v1::Chips,
    /// Its entries.
    pub entries: u32,
    /// Each player with the stack in the bag.
    pub bags: Vec<(String, v1::Chips)>,
}

impl Sheet {
    /// The sheet of an event whose stacks were bagged; `None` if they were not.
    pub fn of(flight: TableId, summary: &TournamentSummary, entrants: &[Listed]) -> Option<Self> {
        let bagged = entrants.iter().filter(|entrant| entrant.bag.is_some());
        summary.bagged.then(|| Self {
            flight: flight.0,
            pool: summary.pool,
            entries: summary.entries,
            bags: bagged
                .filter_map(|entrant| Some((entrant.who.name.clone(), entrant.stack?)))
                .collect(),
        })
    }
}

impl Tournament {
    /// Returns what the director is told of a flight that is taken over; `None` for any other command.
    ///
    /// # Errors
    /// If the flight is here already, or has no sheet.
    pub(super) fn unbagging(&self, command: &Command) -> Result<Option<director::Command>, Refused> {
        let Command::Floor {
            action: FloorAction::Unbag { level, .. },
            sheet,
            role,
            reason,
            ..
        } = command
        else {
            return Ok(None);
        };
        let sheet = sheet.as_deref().ok_or(Refused::NoFlight)?;
        if self.flights.contains(&sheet.flight) {
            return Err(director::Refusal::NoChange.into());
        }
        let stack = |(name, stack): &(String, v1::Chips)| {
            let stack = chips_in(stack.get())?;
            Ok::<(Option<PlayerNo>, Chips), BadCommand>((self.player_named(name), stack))
        };
        let flight = Flight {
            stacks: sheet.bags.iter().map(stack).collect::<Result<_, _>>()?,
            pool: chips_in(sheet.pool.get())?,
            entries: sheet.entries,
            level: *level,
        };
        Ok(Some(director::Command::unbag(flight, ruling(*role, reason).read())))
    }

    /// Returns the players whom a flight brings and no earlier one did.
    pub(super) fn entrants_of_flight(&self, command: &Command) -> Vec<Entrant> {
        let Command::Floor { sheet: Some(sheet), .. } = command else {
            return Vec::new();
        };
        let fresh = sheet.bags.iter().filter(|(name, _)| self.player_named(name).is_none());
        let numbered = (self.director.players() + 1..).zip(fresh);
        let entrant = |(number, (name, _)): (u32, &(String, v1::Chips))| Entrant {
            account: None,
            info: PlayerInfo {
                id: format!("by-hand-{number}"),
                name: name.clone(),
                kind: PlayerKind::Guest,
            },
        };
        numbered.map(entrant).collect()
    }

    /// Returns the player of this name who is in.
    fn player_named(&self, name: &str) -> Option<PlayerNo> {
        self.entered_by_name(name).filter(|number| self.is_in(*number))
    }

    /// Refuses a name that is not valid or that another player has.
    pub(super) fn check_name(&self, name: &str) -> Result<(), Refused> {
        let name = hosted_name(name).map_err(|_| Refused::BadName)?.en;
        match self.player_named(&name) {
            Some(_) => Err(Refused::BadName),
            None => Ok(()),
        }
    }
}
