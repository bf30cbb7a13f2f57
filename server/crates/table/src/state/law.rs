//! The law that governs a table: that of cash tables, or that of tournament tables, whose director decides the seating.

use std::borrow::Cow;

use poker_engine::game::Structure;
use poker_engine::table::{CashTable, HandPlan, PlayerId, SeatStatus};
use poker_engine::{Chips, SeatIx, SeatSet};

use super::applied::Refusal;
use super::event::EventTable;

/// The law of a table, with its seats and chips.
#[derive(Clone, Debug, PartialEq)]
pub enum Law {
    /// A cash table: players come, go and buy chips as they like.
    Cash(Box<CashTable>),
    /// A tournament table.
    Event(Box<EventTable>),
}

/// A taken seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The player in it.
    pub player: PlayerId,
    /// Chips, as they were before the running hand.
    pub stack: Chips,
    /// Chips that are added at the end of the hand.
    pub rebuy: Chips,
}

impl Law {
    /// The law of a cash table; `None` at a tournament table.
    pub(crate) const fn cash(&self) -> Option<&CashTable> {
        match self {
            Self::Cash(law) => Some(law),
            Self::Event(_) => None,
        }
    }

    /// The law of a tournament table; `None` at a cash table.
    pub(crate) const fn event(&self) -> Option<&EventTable> {
        match self {
            Self::Cash(_) => None,
            Self::Event(law) => Some(law),
        }
    }

    /// The law of a cash table.
    ///
    /// # Errors
    /// [`Refusal::Event`] at a tournament table.
    pub(crate) const fn cash_mut(&mut self) -> Result<&mut CashTable, Refusal> {
        match self {
            Self::Cash(law) => Ok(law),
            Self::Event(_) => Err(Refusal::Event),
        }
    }

    /// The law of a tournament table.
    ///
    /// # Errors
    /// If it is a cash table, to which a tournament director never gives orders.
    pub(super) fn event_mut(&mut self) -> Result<&mut EventTable, Refusal> {
        match self {
            Self::Cash(_) => Err(Refusal::Broken("the table is no event's".to_owned())),
            Self::Event(law) => Ok(law),
        }
    }

    /// A taken seat; `None` if it is free.
    pub fn seat(&self, seat: SeatIx) -> Option<Taken> {
        match self {
            Self::Cash(law) => law.seat(seat).map(|taken| Taken {
                player: taken.player,
                stack: taken.stack,
                rebuy: taken.rebuy,
            }),
            Self::Event(law) => law.seats.seat(seat).map(|taken| Taken {
                player: taken.player,
                stack: taken.stack,
                rebuy: Chips::ZERO,
            }),
        }
    }

    /// The status of a seat; `None` if it is free.
    pub(crate) fn status(&self, seat: SeatIx) -> Option<SeatStatus> {
        match self {
            Self::Cash(law) => law.status(seat),
            Self::Event(law) => law.status(seat),
        }
    }

    /// All taken seats.
    pub(crate) fn occupied(&self) -> SeatSet {
        match self {
            Self::Cash(law) => law.occupied(),
            Self::Event(law) => law.seats.seats().map(|(seat, _)| seat).collect(),
        }
    }

    /// The seat of a player.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<SeatIx> {
        match self {
            Self::Cash(law) => law.seat_of(player),
            Self::Event(law) => law.seats.seat_of(player),
        }
    }

    /// Players waiting for a seat, first in line first.
    pub(crate) fn wait_list(&self) -> &[PlayerId] {
        self.cash().map_or(&[], CashTable::wait_list)
    }

    /// The plan of the running hand.
    pub(crate) fn hand(&self) -> Option<&HandPlan> {
        match self {
            Self::Cash(law) => law.hand(),
            Self::Event(law) => law.seats.hand(),
        }
    }

    /// The stakes and betting structure in force.
    pub(crate) fn structure(&self) -> Cow<'_, Structure> {
        match self {
            Self::Cash(law) => law.structure(),
            Self::Event(law) => Cow::Borrowed(&law.game.structure),
        }
    }

    /// Chips carried over to the pot of the next hand.
    pub fn carried(&self) -> Chips {
        match self {
            Self::Cash(law) => law.state().carried,
            Self::Event(law) => law.seats.carried(),
        }
    }
}
