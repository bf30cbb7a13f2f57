//! What a simulated tournament tells, line by line.

use crate::event::Event as HandEvent;
use crate::post::PostKind;
use crate::tournament::TableNo;
use crate::tournament::director::{Deal, Event, Millis};
use crate::{Chips, SeatIx};

/// Where the lines of a simulated tournament go.
pub trait Log {
    /// Takes a line.
    fn line(&mut self, at: Millis, line: &Line<'_>);

    /// Whether lines are read at all.
    fn is_read(&self) -> bool {
        true
    }

    /// Whether the cards and decisions of hands are wanted too ([`Line::Hand`]).
    fn wants_hands(&self) -> bool {
        false
    }
}

/// A forced payment as it was paid.
pub type Paid = (SeatIx, PostKind, Chips);

/// A line.
#[derive(Debug)]
pub enum Line<'a> {
    /// An event of the tournament.
    Event(&'a Event),
    /// A hand began.
    HandStarted {
        /// The hand.
        deal: &'a Deal,
        /// What was posted before the cards, in order.
        posts: &'a [Paid],
    },
    /// A pot, or one side of it, was paid.
    PotAwarded {
        /// Where.
        table: TableNo,
        /// The number of the hand.
        hand: u32,
        /// Which pot; 0 is the main pot.
        pot: u8,
        /// What was paid in all.
        amount: Chips,
        /// What each winner got.
        shares: &'a [(SeatIx, Chips)],
    },
    /// A hand is over.
    HandCompleted {
        /// Where.
        table: TableNo,
        /// The number of the hand.
        hand: u32,
        /// The stack of every seat that took part.
        stacks: &'a [(SeatIx, Chips)],
    },
    /// Something happened in a hand.
    Hand {
        /// Where.
        table: TableNo,
        /// The number of the hand.
        hand: u32,
        /// What.
        event: &'a HandEvent,
    },
}

/// A log without readers.
#[derive(Debug, Default)]
pub struct NoLog;

impl Log for NoLog {
    fn line(&mut self, _: Millis, _: &Line<'_>) {}

    fn is_read(&self) -> bool {
        false
    }
}
