//! The players of a tournament and their entries.

use super::command::PlayerNo;
use super::finishing::Out;
use super::player::{Player, Standing};
use crate::Chips;

/// The players who ever registered.
///
/// `count` is the number of those who have not withdrawn their entry, and `alive` that of those who have no place and do
/// not wait for one: players in `unplaced` are not alive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entrants {
    /// All of them, by number.
    players: Vec<Player>,
    /// Number of the last entry.
    last_entry: u32,
    /// Number of entries paid and not returned.
    entries: u32,
    count: u32,
    alive: u32,
    /// Players eliminated while no places could be given, grouped by moment.
    unplaced: Vec<Vec<Out>>,
}

impl Entrants {
    /// Adds a player with a first entry, and returns the player and the number of the entry.
    pub(super) fn admit(&mut self) -> (PlayerNo, u32) {
        self.count += 1;
        let entry = self.enter();
        self.players.push(Player::new(entry));
        (PlayerNo(self.registered()), entry)
    }

    /// Adds a player with the stack of a flight, where the entry was paid.
    pub(super) fn admit_bagged(&mut self, stack: Chips) -> (PlayerNo, u32) {
        let (player, entry) = self.admit();
        self.entries -= 1;
        self.at_mut(player).bagged = Some(stack);
        (player, entry)
    }

    /// Counts the entries of a flight.
    pub(super) const fn count_entries(&mut self, entries: u32) {
        self.entries += entries;
    }

    /// Gives an eliminated player another entry, and returns its number. The earlier entry gets no place. Rule: L-7.
    pub(super) fn admit_again(&mut self, player: PlayerNo) -> u32 {
        for group in &mut self.unplaced {
            group.retain(|out| out.player != player);
        }
        let entry = self.enter();
        let state = self.at_mut(player);
        state.entry = entry;
        state.standing = Standing::Playing;
        state.re_entries += 1;
        state.purchases += 1;
        (state.rebuys, state.added_on) = (0, false);
        entry
    }

    const fn enter(&mut self) -> u32 {
        self.last_entry += 1;
        self.entries += 1;
        self.alive += 1;
        self.last_entry
    }

    /// Takes back an entry whose payment is returned; returns the number of the entry and the payment.
    pub(super) fn strike(&mut self, player: PlayerNo) -> (u32, Chips) {
        let state = self.at_mut(player);
        let struck = (state.entry, state.paid);
        state.standing = Standing::Unregistered;
        (state.paid, state.head) = (Chips::ZERO, Chips::ZERO);
        self.count -= 1;
        self.alive -= 1;
        self.entries -= 1;
        struck
    }

    pub(super) fn get(&self, player: PlayerNo) -> Option<&Player> {
        self.players.get(usize::try_from(player.0).ok()?.checked_sub(1)?)
    }

    /// Returns a player whose number the director gave.
    pub(super) fn at(&self, player: PlayerNo) -> &Player {
        &self.players[index(player)]
    }

    /// Returns a player whose number the director gave.
    pub(super) fn at_mut(&mut self, player: PlayerNo) -> &mut Player {
        &mut self.players[index(player)]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Player> {
        self.players.iter()
    }

    /// Returns the players alive, in the order of their numbers.
    pub(super) fn everyone_alive(&self) -> Vec<PlayerNo> {
        let numbered = (1..).map(PlayerNo).zip(&self.players);
        numbered
            .filter(|(_, player)| player.is_alive())
            .map(|(player, _)| player)
            .collect()
    }

    /// Returns the number of players who ever registered.
    pub(super) fn registered(&self) -> u32 {
        u32::try_from(self.players.len()).unwrap_or(u32::MAX)
    }

    /// Returns the number of entries paid and not returned.
    pub(super) const fn entries(&self) -> u32 {
        self.entries
    }

    /// Returns the number of players who have not withdrawn their entry.
    pub(super) const fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number of players without a place who are not waiting for one.
    pub(super) const fn alive(&self) -> u32 {
        self.alive
    }

    /// Counts players out who get their places now, or from the caller later.
    pub(super) fn count_out(&mut self, group: &[Out]) {
        self.alive -= u32::try_from(group.len()).unwrap_or(0);
    }

    /// Counts players out who get their places once entries are closed.
    pub(super) fn postpone(&mut self, group: Vec<Out>) {
        self.count_out(&group);
        self.unplaced.push(group);
    }

    /// Returns the players who wait for their places, by moment; they count as alive again until they get them.
    pub(super) fn take_unplaced(&mut self) -> Vec<Vec<Out>> {
        let groups = std::mem::take(&mut self.unplaced);
        self.alive += u32::try_from(groups.iter().map(Vec::len).sum::<usize>()).unwrap_or(0);
        groups
    }

    /// Returns `true` if a player without a place was eliminated, rather than having left.
    pub(super) fn was_eliminated(&self, player: PlayerNo) -> bool {
        let mut unplaced = self.unplaced.iter().flatten();
        unplaced.any(|out| out.player == player && !out.left)
    }
}

fn index(player: PlayerNo) -> usize {
    usize::try_from(player.0).unwrap_or(usize::MAX) - 1
}
