//! All who have ever entered: by number, by account, and by name.

use std::collections::HashMap;

use poker_engine::tournament::director::PlayerNo;
use poker_protocol::v1::PlayerInfo;
use poker_store::AccountId;

/// A player's account.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The account; `None` for a player whom an official has entered by name.
    pub(crate) account: Option<AccountId>,
    /// The account's public information.
    pub(crate) info: PlayerInfo,
}

/// The players of an event.
#[derive(Clone, Debug, Default)]
pub(super) struct Roster {
    /// By number, from 1.
    entrants: Vec<Entrant>,
    numbers: HashMap<AccountId, PlayerNo>,
    /// The last player of each name that officials have entered, in lower case.
    names: HashMap<Box<str>, PlayerNo>,
}

/// A roster before a command that may have to be undone.
#[derive(Debug)]
pub(super) struct RosterMark {
    entrants: usize,
    names: HashMap<Box<str>, PlayerNo>,
}

impl Roster {
    /// Adds the next player.
    pub(super) fn add(&mut self, entrant: Entrant) {
        let number = PlayerNo(u32::try_from(self.entrants.len() + 1).unwrap_or(u32::MAX));
        match entrant.account {
            Some(account) => self.numbers.insert(account, number),
            None => self.names.insert(entrant.info.name.to_lowercase().into(), number),
        };
        self.entrants.push(entrant);
    }

    /// Returns the last number of an account.
    pub(super) fn number_of(&self, account: AccountId) -> Option<PlayerNo> {
        self.numbers.get(&account).copied()
    }

    /// Returns the last number of a name that an official has entered.
    pub(super) fn named(&self, name: &str) -> Option<PlayerNo> {
        self.names.get(&*name.to_lowercase()).copied()
    }

    /// Returns a player.
    pub(super) fn get(&self, player: PlayerNo) -> Option<&Entrant> {
        self.entrants.get(usize::try_from(player.0).ok()?.checked_sub(1)?)
    }

    /// Returns all players with their numbers.
    pub(super) fn all(&self) -> impl Iterator<Item = (PlayerNo, &Entrant)> {
        (1..).map(PlayerNo).zip(&self.entrants)
    }

    /// Returns what [`Self::rewind`] takes.
    pub(super) fn mark(&self) -> RosterMark {
        RosterMark {
            entrants: self.entrants.len(),
            names: self.names.clone(),
        }
    }

    /// Takes out the players who have entered since.
    pub(super) fn rewind(&mut self, mark: RosterMark) {
        while self.entrants.len() > mark.entrants {
            let Some(gone) = self.entrants.pop() else { break };
            let Some(account) = gone.account else { continue };
            let before = self.all().filter(|(_, entrant)| entrant.account == Some(account));
            match before.last().map(|(number, _)| number) {
                Some(number) => self.numbers.insert(account, number),
                None => self.numbers.remove(&account),
            };
        }
        self.names = mark.names;
    }
}
