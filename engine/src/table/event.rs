//! What happened at a table between, before and after its hands.

use super::{PlayerId, SeatDraw};
use crate::game::Structure;
use crate::{Chips, SeatIx};

/// One change that everybody at the table learns, except where it says that it concerns its player alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// A player took a seat, with chips from outside.
    PlayerSat {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// The chips bought.
        stack: Chips,
        /// How the seat takes part.
        status: SeatStatus,
    },
    /// A player left the table, and took the stack away.
    PlayerLeft {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// The chips taken away.
        stack: Chips,
        /// Why.
        reason: LeaveReason,
    },
    /// The pot that waited for the next hand went to the last player, who leaves now: there is no other to play for it.
    CarriedPaid {
        /// Where.
        seat: SeatIx,
        /// Chips in it.
        amount: Chips,
    },
    /// The kitty was shared among those who sit there as the session ends.
    KittyShared {
        /// What each of them got, from the first seat left of the dealer on.
        shares: Vec<(SeatIx, Chips)>,
    },
    /// A seat takes part in another way from now on.
    StatusChanged {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// How.
        status: SeatStatus,
    },
    /// A player asked for more chips during a hand. For the player alone; hold the chips ready until
    /// [`TableEvent::ChipsAdded`] or [`TableEvent::RebuyReturned`] tells what became of them.
    RebuyQueued {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// Chips asked for now.
        amount: Chips,
        /// All chips that wait for the hand to end.
        total: Chips,
    },
    /// Chips from outside were added to a stack, between hands.
    ChipsAdded {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// Chips added.
        amount: Chips,
        /// The stack now.
        stack: Chips,
    },
    /// A player who had lost the stack gets another one for nothing; [`TableEvent::ChipsAdded`] follows. The chips come from
    /// the house.
    FreeStackGiven {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// Chips in it.
        amount: Chips,
        /// How many are left.
        left: u8,
    },
    /// Chips that waited were not added: they would have lifted the stack above the maximum, were too few to come back
    /// with, or are not wanted any more. For the player alone.
    RebuyReturned {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// Chips to give back.
        amount: Chips,
    },
    /// The wait list changed.
    WaitListChanged {
        /// Who waits, first in line first.
        players: Vec<PlayerId>,
    },
    /// A free seat is kept for a player of the wait list.
    SeatOffered {
        /// Where.
        seat: SeatIx,
        /// For whom.
        player: PlayerId,
    },
    /// Cards dealt face up have decided who sits where.
    SeatsDrawn(SeatDraw),
    /// A player went to another seat, between hands.
    PlayerMoved {
        /// From where.
        from: SeatIx,
        /// Where to.
        to: SeatIx,
        /// Who.
        player: PlayerId,
        /// How the seat takes part now.
        status: SeatStatus,
    },
    /// A big hand has won a pot: from the next hand on, one orbit is played for doubled stakes and no player sits out.
    RoodlesStarted {
        /// The doubled stakes of the current game.
        structure: Structure,
    },
    /// A player straddles from the next hand on when the place allows it, or does so no more.
    StraddlingSet {
        /// Where.
        seat: SeatIx,
        /// Who.
        player: PlayerId,
        /// Which of the two.
        straddles: bool,
    },
    /// The orbit for doubled stakes is over.
    RoodlesEnded {
        /// The stakes of the current game.
        structure: Structure,
    },
    /// A seat is not kept any more.
    OfferWithdrawn {
        /// Where.
        seat: SeatIx,
        /// For whom it was kept.
        player: PlayerId,
    },
}

/// How a seat takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeatStatus {
    /// Plays the running hand, or the next.
    Active,
    /// Will play as soon as it may: it waits for the big blind, or for the button to pass.
    Waiting,
    /// Sits out, at the latest from the next hand on.
    SittingOut,
    /// Sits out because the chips are gone.
    Busted,
    /// Leaves when the running hand is over.
    Leaving,
}

impl SeatStatus {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Waiting => "waiting",
            Self::SittingOut => "sitting_out",
            Self::Busted => "busted",
            Self::Leaving => "leaving",
        }
    }
}

/// Why a player left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeaveReason {
    /// It was asked for.
    Asked,
    /// The seat was kept long enough for a player without chips.
    Busted,
    /// The session is over.
    Closed,
}
