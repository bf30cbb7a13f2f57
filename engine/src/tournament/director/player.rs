//! The director's records of players and tables.

use super::bounties::Bust;
use super::command::{PlayerNo, PotResult, Presence, Ruling};
use crate::table::{PlayerId, Positions, TournamentTable};
use crate::tournament::TableNo;
use crate::{Chips, SeatIx, SeatSet};

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunningHand {
    pub(super) number: u32,
    pub(super) level: u16,
    pub(super) game: u16,
    pub(super) positions: Positions,
    /// Seats that serve a penalty with it.
    pub(super) penalised: SeatSet,
    /// Seats whose hands were dead from the start.
    pub(super) dead: SeatSet,
    /// `true` while it waits for its release, in hand-for-hand.
    pub(super) held: bool,
    /// Seats whose players leave the tournament when it is over.
    pub(super) leaving: SeatSet,
    /// Seats whose hands an official has killed.
    pub(super) condemned: SeatSet,
    /// Rulings that killed them, kept secret until the hand is over.
    pub(super) unheard: Vec<Ruling>,
}

/// A rebuy offer to players who lost their last chip; the next hand waits for them. Rule: tournament 2.17.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// Players who have not answered yet.
    pub(super) asked: Vec<PlayerNo>,
    /// Deadline for the answers.
    pub(super) until: super::Millis,
    /// Players who busted in that hand.
    pub(super) busts: Vec<Bust>,
    pub(super) pots: Vec<PotResult>,
    pub(super) positions: Positions,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) hand: u32,
    pub(super) level: u16,
    /// Players who took part.
    pub(super) players: Vec<PlayerNo>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) law: TournamentTable,
    pub(super) running: Option<RunningHand>,
    /// Level of the clock when the last pots were awarded; `None` if it is read at the deal. Rule: tournament 2.12.
    pub(super) level: Option<u16>,
    /// Level in whose game the carried pot arose.
    pub(super) carried_game: Option<u16>,
    /// Button of its next hand, if set by an official.
    pub(super) set_button: Option<SeatIx>,
    /// Set once it has dealt a hand.
    pub(super) dealt: bool,
    /// `true` while stopped by the server because of a fault.
    pub(super) fault: bool,
    /// Number of void hands in a row.
    pub(super) voids: u8,
    pub(super) offer: Option<Offer>,
    /// Its last hand, if it was played to the end.
    pub(super) played: Option<Played>,
    /// `true` while it has yet to play its hand in this round of hand-for-hand.
    pub(super) owes_round: bool,
}

impl Table {
    pub(super) fn new(seats: u8) -> Self {
        Self {
            law: TournamentTable::new(seats),
            running: None,
            level: None,
            carried_game: None,
            set_button: None,
            dealt: false,
            fault: false,
            voids: 0,
            offer: None,
            played: None,
            owes_round: false,
        }
    }

    pub(super) fn size(&self) -> u8 {
        u8::try_from(self.law.seats().count()).unwrap_or(u8::MAX)
    }

    pub(super) fn player_at(&self, seat: SeatIx) -> Option<PlayerNo> {
        self.law.seat(seat).map(|taken| number(taken.player))
    }

    /// Returns the taken seats, with or without chips.
    pub(super) fn taken(&self) -> SeatSet {
        self.law.seats().map(|(seat, _)| seat).collect()
    }
}
