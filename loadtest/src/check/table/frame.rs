//! Messages of events, and the parts that players need to know.

use std::time::Instant;

use poker_protocol::v1::table::SeatStatus;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A part of an event that players need to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A hand begins.
    HandStarted {
        /// Number of the hand.
        hand: u64,
    },
    /// A decision was opened.
    Turn {
        /// Number of the hand.
        hand: u64,
        /// Number of the decision.
        turn: u32,
    },
    /// A seat acted.
    Acted {
        /// Seat that acted.
        seat: u8,
        /// `true` if the server acted for the seat.
        auto: bool,
    },
    /// Dealer's choice is over: the game was picked, or the pick was withdrawn.
    PickOver,
    /// The status of a seat changed.
    Status {
        /// Seat whose status changed.
        seat: u8,
        /// New status of the seat.
        status: SeatStatus,
    },
    /// A player left.
    Left {
        /// Seat that the player left.
        seat: u8,
    },
}

/// Events at a table since the last call, each counted once, however many viewers there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Hands that ended.
    pub hands: u64,
    /// Hands that were cancelled.
    pub voided: u64,
    /// Decisions made by the server because time ran out.
    pub timeouts: u64,
}

/// A message of events, parsed once for all viewers that get the same bytes.
#[derive(Debug)]
pub struct Frame {
    pub(super) digest: u64,
    /// Number of its first event.
    pub first: u64,
    /// Number of its last event.
    pub last: u64,
    /// Parts that players need to know.
    pub marks: Vec<Mark>,
    /// Number of actions in the message.
    pub actions: u64,
    /// Seat whose action it reports, and the time at which that action was meant to be sent.
    pub cause: Option<(u8, Instant)>,
}

/// Position of a viewer in the events of a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer {
    /// Seat of the viewer; 0 for a spectator.
    pub seat: u8,
    /// Number of the last event received.
    pub seq: u64,
    /// Number of the running hand, or of the last one.
    pub hand: u64,
}

#[derive(Deserialize)]
pub(super) struct RawEvents<'a> {
    #[serde(borrow)]
    pub(super) events: Vec<RawEvent<'a>>,
}

#[derive(Deserialize)]
pub(super) struct RawEvent<'a> {
    pub(super) seq: u64,
    #[serde(borrow)]
    pub(super) event: &'a RawValue,
}
