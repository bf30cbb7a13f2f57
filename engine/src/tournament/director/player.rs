//! The director's records of players.

use super::command::{PlayerNo, Presence};
use crate::table::PlayerId;
use crate::tournament::TableNo;
use crate::{Chips, SeatIx};

/// The state of a player in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Registered; play has not begun.
    Registered,
    /// In play; without a seat between two rounds.
    Playing,
    /// Out of chips, but may still rebuy.
    Busted,
    /// Out of the tournament.
    Out,
    /// Withdrew the entry before the start, or never came and got it back.
    Unregistered,
}

/// A registered player, with entries, standing and winnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Number of the last entry.
    pub entry: u32,
    /// State in the tournament.
    pub standing: Standing,
    /// Table and seat, if the player has one.
    pub place: Option<(TableNo, SeatIx)>,
    /// Presence at the table.
    pub presence: Presence,
    /// Hands still to be missed for a penalty.
    pub missed: u32,
    /// Number of penalties for each fault.
    pub faults: Vec<(String, u64)>,
    /// Number of re-entries so far.
    pub re_entries: u16,
    /// Number of rebuys in this entry so far.
    pub rebuys: u16,
    /// Number of re-entries and rebuys so far, of all entries together.
    pub purchases: u32,
    /// Number of eliminated players whose last chips this player won, alone or with others.
    pub knock_outs: u32,
    /// Set once the player has been dealt a hand or, if hands are entered by hand, was named in one.
    pub(super) has_come: bool,
    /// Stack that a flight left to the player.
    pub(super) bagged: Option<Chips>,
    /// Set once the add-on has been bought.
    pub added_on: bool,
    /// Bounty on the player's head, in chips.
    pub head: Chips,
    /// Total paid into the pool and for bounties, by all entries.
    pub paid: Chips,
    /// Best and worst of the tied places, once known; equal without a tie.
    pub finished: Option<(u32, u32)>,
    /// Prizes and bounties won, in chips of the pool.
    pub won: Chips,
}

impl Player {
    pub(super) const fn new(entry: u32) -> Self {
        Self {
            entry,
            standing: Standing::Registered,
            place: None,
            presence: Presence::Active,
            missed: 0,
            faults: Vec::new(),
            re_entries: 0,
            rebuys: 0,
            purchases: 0,
            knock_outs: 0,
            has_come: false,
            bagged: None,
            added_on: false,
            head: Chips::ZERO,
            paid: Chips::ZERO,
            finished: None,
            won: Chips::ZERO,
        }
    }

    /// Returns `true` while the player is still in the tournament.
    pub fn is_alive(&self) -> bool {
        matches!(
            self.standing,
            Standing::Registered | Standing::Playing | Standing::Busted
        )
    }
}

pub(super) const fn id(player: PlayerNo) -> PlayerId {
    PlayerId(player.0 as u128)
}

pub(super) fn number(id: PlayerId) -> PlayerNo {
    PlayerNo(u32::try_from(id.0).expect("players are numbered by the director"))
}
