//! Finishing places, and the start of hand-for-hand. Rules: tournament 1.10, 2.9, 2.10, D-05, D-06.

use std::collections::{BTreeMap, BTreeSet};

use super::LawError;
use crate::Chips;
use crate::tournament::TableNo;

/// A player who lost the last chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bust<P> {
    /// Player eliminated.
    pub player: P,
    /// Table of the elimination.
    pub table: TableNo,
    /// Chips at the start of that hand.
    pub stack: Chips,
}

/// A finishing place; tied players share the places from `best` to `worst`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinishingPlace<P> {
    /// Player in this place.
    pub player: P,
    /// The best of the tied places, from 1.
    pub best: u64,
    /// The worst of the tied places; the same as `best` without a tie.
    pub worst: u64,
}

/// Returns the places of the players eliminated in one hand, or in one whole round of hand-for-hand, that began with
/// `alive` players. At one table the larger stack ranks higher and equal stacks tie. Between tables there are ties:
/// their largest stacks tie, then their second largest. Best places first, tied players in their given order. Rules:
/// tournament 1.10, 2.10 (`places`).
///
/// # Errors
/// If more players were eliminated than were alive, or one was eliminated twice.
pub fn places<P: Clone + Ord>(alive: u64, busts: &[Bust<P>]) -> Result<Vec<FinishingPlace<P>>, LawError> {
    let out = busts.len() as u64;
    let before = alive.checked_sub(out).ok_or(LawError::OutOfRange("alive"))?;
    let players: BTreeSet<&P> = busts.iter().map(|bust| &bust.player).collect();
    if players.len() < busts.len() {
        return Err(LawError::Mismatch("player"));
    }
    let mut stacks: BTreeMap<TableNo, BTreeSet<Chips>> = BTreeMap::new();
    for bust in busts {
        stacks.entry(bust.table).or_default().insert(bust.stack);
    }
    let mut tiers: BTreeMap<usize, Vec<P>> = BTreeMap::new();
    for bust in busts {
        let tier = stacks[&bust.table]
            .iter()
            .rev()
            .take_while(|stack| **stack > bust.stack)
            .count();
        tiers.entry(tier).or_default().push(bust.player.clone());
    }
    let mut places = Vec::with_capacity(busts.len());
    let mut above = before;
    for mut tied in tiers.into_values() {
        tied.sort_unstable();
        let (best, worst) = (above + 1, above + tied.len() as u64);
        places.extend(tied.into_iter().map(|player| FinishingPlace { player, best, worst }));
        above = worst;
    }
    Ok(places)
}

/// Returns `true` if hand-for-hand is due with `alive` players: one above the paid places, one above the final table,
/// or one above a configured pay jump; never with one table, or while entries are open. Rule: tournament 2.9.
pub fn hand_for_hand_due(alive: u64, tables: usize, entries_open: bool, thresholds: &[u64]) -> bool {
    tables >= 2 && !entries_open && thresholds.iter().any(|places| places.checked_add(1) == Some(alive))
}

/// Returns the place of a player who withdraws or is disqualified among `alive` players, and the chips in play without
/// the stack, which leaves. Rules: tournament 1.9, 2.10.
///
/// # Errors
/// If no player is alive, or the stack exceeds the chips in play.
pub fn withdraw(alive: u64, in_play: Chips, stack: Chips) -> Result<(u64, Chips), LawError> {
    if alive == 0 {
        return Err(LawError::OutOfRange("alive"));
    }
    let left = in_play.checked_sub(stack).ok_or(LawError::OutOfRange("stack"))?;
    Ok((alive, left))
}
