//! Players and tables as the director knows them.

use super::bounties::Bust;
use super::command::{PlayerNo, PotResult, Presence, Ruling};
use crate::table::{PlayerId, Positions, TournamentTable};
use crate::tournament::TableNo;
use crate::{Chips, SeatIx, SeatSet};

/// Where a player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Registered, and play has not begun.
    Registered,
    /// In play; between two rounds without a seat.
    Playing,
    /// Out of chips, and may still buy some.
    Busted,
    /// Out.
    Out,
    /// Took the entry back.
    Unregistered,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number of the last entry.
    pub entry: u32,
    /// Where the player stands.
    pub standing: Standing,
    /// Where the player sits.
    pub place: Option<(TableNo, SeatIx)>,
    /// Whether the player is there.
    pub presence: Presence,
    /// Hands of a penalty that are still to be missed.
    pub missed: u32,
    /// How often each fault was penalised.
    pub faults: Vec<(String, u64)>,
    /// Re-entries so far.
    pub re_entries: u16,
    /// Rebuys of this entry so far.
    pub rebuys: u16,
    /// Whether the add-on was taken.
    pub added_on: bool,
    /// The bounty on the head.
    pub head: Chips,
    /// What was paid to the pool and for bounties, by all entries.
    pub paid: Chips,
    /// The best and the worst place, once it is known.
    pub finished: Option<(u32, u32)>,
    /// What was won.
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
            added_on: false,
            head: Chips::ZERO,
            paid: Chips::ZERO,
            finished: None,
            won: Chips::ZERO,
        }
    }

    /// Whether the player is still in the tournament.
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

/// A hand that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RunningHand {
    pub(super) number: u32,
    pub(super) level: u16,
    pub(super) game: u16,
    pub(super) positions: Positions,
    /// Whose penalty it serves.
    pub(super) penalised: SeatSet,
    /// The hands that were dead from the start.
    pub(super) dead: SeatSet,
    /// Whether it waits for its release, in hand-for-hand.
    pub(super) held: bool,
    /// Who leaves the tournament when it is over.
    pub(super) leaving: SeatSet,
    /// Whose hand an official has killed.
    pub(super) condemned: SeatSet,
    /// The rulings by which that was, which nobody hears before it is over.
    pub(super) unheard: Vec<Ruling>,
}

/// Players who have lost all and may still buy chips; the next hand waits for them. Rule: tournament 2.17.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// Who was asked and has not answered.
    pub(super) asked: Vec<PlayerNo>,
    /// When the time is up.
    pub(super) until: super::Millis,
    /// Those who went out in that hand.
    pub(super) busts: Vec<Bust>,
    pub(super) pots: Vec<PotResult>,
    pub(super) positions: Positions,
}

/// A hand that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub(super) hand: u32,
    pub(super) level: u16,
    /// Who took part.
    pub(super) players: Vec<PlayerNo>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) law: TournamentTable,
    pub(super) running: Option<RunningHand>,
    /// The level that showed when the last pots were awarded; `None` if it is read at the deal. Rule: tournament 2.12.
    pub(super) level: Option<u16>,
    /// The level whose game the pot that waits was made in.
    pub(super) carried_game: Option<u16>,
    /// The button of its next hand, where an official has set it.
    pub(super) set_button: Option<SeatIx>,
    /// Whether it has dealt a hand.
    pub(super) dealt: bool,
    /// Whether the server has stopped it for a fault.
    pub(super) fault: bool,
    /// Void hands in a row.
    pub(super) voids: u8,
    pub(super) offer: Option<Offer>,
    /// Its last hand, if that was played to its end.
    pub(super) played: Option<Played>,
    /// Whether it plays in this round of hand-for-hand, and has not done so.
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

    /// The taken seats, whether they hold chips or not.
    pub(super) fn taken(&self) -> SeatSet {
        self.law.seats().map(|(seat, _)| seat).collect()
    }
}
