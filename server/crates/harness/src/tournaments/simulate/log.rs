//! The output of a simulated tournament, line by line.

use poker_engine::PostKind;
use poker_engine::event::Event as HandEvent;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Deal, Event, Millis};
use poker_engine::{Chips, SeatIx};

/// A receiver for the lines of a simulated tournament.
pub(crate) trait Log {
    /// Receives a line, with its time in simulated milliseconds.
    fn line(&mut self, at: Millis, line: &LogLine<'_>);

    /// Returns `true` if lines are read at all.
    fn is_read(&self) -> bool {
        true
    }

    /// Returns `true` if the cards and decisions of hands are wanted too ([`LogLine::Hand`]).
    fn wants_hands(&self) -> bool {
        false
    }
}

/// A forced payment as it was paid: seat, kind and chips.
pub(crate) type Paid = (SeatIx, PostKind, Chips);

/// A line of the log.
#[derive(Debug)]
pub(crate) enum LogLine<'a> {
    /// An event of the tournament.
    Event(&'a Event),
    /// A hand began.
    HandStarted {
        /// The deal of the hand.
        deal: &'a Deal,
        /// Posts before the cards, in order.
        posts: &'a [Paid],
    },
    /// A pot, or one side of it, was paid.
    PotAwarded {
        /// Table of the hand.
        table: TableNo,
        /// Number of the hand at the table.
        hand: u32,
        /// Index of the pot; 0 is the main pot.
        pot: u8,
        /// Total paid, in chips.
        amount: Chips,
        /// Chips of each winner.
        shares: &'a [(SeatIx, Chips)],
    },
    /// A hand ended.
    HandCompleted {
        /// Table of the hand.
        table: TableNo,
        /// Number of the hand at the table.
        hand: u32,
        /// Final stack of every seat that took part.
        stacks: &'a [(SeatIx, Chips)],
    },
    /// An event of a hand.
    Hand {
        /// Table of the hand.
        table: TableNo,
        /// Number of the hand at the table.
        hand: u32,
        /// The event itself.
        event: &'a HandEvent,
    },
}

/// A log that discards every line.
#[derive(Debug, Default)]
pub(crate) struct NoLog;

impl Log for NoLog {
    fn line(&mut self, _: Millis, _: &LogLine<'_>) {}

    fn is_read(&self) -> bool {
        false
    }
}
