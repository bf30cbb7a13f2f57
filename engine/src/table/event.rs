//! Events of a table before, between and after its hands.

use super::{PlayerId, SeatDraw};
use crate::game::Structure;
use crate::{Chips, SeatIx};

/// One change to a table. Every player at the table sees it, unless the variant is marked as private to its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// A player took a seat, with chips from outside.
    PlayerSat {
        /// Seat taken.
        seat: SeatIx,
        /// Player who took it.
        player: PlayerId,
        /// Chips bought.
        stack: Chips,
        /// Initial part of the seat in the game.
        status: SeatStatus,
    },
    /// A player left the table with the remaining stack.
    PlayerLeft {
        /// Seat given up.
        seat: SeatIx,
        /// Player who left.
        player: PlayerId,
        /// Chips taken away.
        stack: Chips,
        /// Reason for leaving.
        reason: LeaveReason,
    },
    /// The pot carried to the next hand went to the last player, who is leaving: no one remains to play for it.
    CarriedPaid {
        /// Seat of the last player.
        seat: SeatIx,
        /// Chips in the carried pot.
        amount: Chips,
    },
    /// The session ended and its kitty was shared among the seated players.
    KittyShared {
        /// Chips for each seat with a share, starting with the first seat left of the dealer.
        shares: Vec<(SeatIx, Chips)>,
    },
    /// The part of a seat in the game changed.
    StatusChanged {
        /// Seat affected.
        seat: SeatIx,
        /// Player in the seat.
        player: PlayerId,
        /// New part of the seat in the game.
        status: SeatStatus,
    },
    /// A player requested more chips during a hand. Private to the player. Keep the chips available until
    /// [`TableEvent::ChipsAdded`] or [`TableEvent::RebuyReturned`] settles the request.
    RebuyQueued {
        /// Seat of the player.
        seat: SeatIx,
        /// Player who requested chips.
        player: PlayerId,
        /// Chips in this request.
        amount: Chips,
        /// All chips waiting for the hand to end.
        total: Chips,
    },
    /// Chips from outside were added to a stack, between hands.
    ChipsAdded {
        /// Seat of the player.
        seat: SeatIx,
        /// Player who added chips.
        player: PlayerId,
        /// Chips added.
        amount: Chips,
        /// Chips in the stack after the addition.
        stack: Chips,
    },
    /// A player chooses another stack.
    StackChosen {
        /// The seat.
        seat: SeatIx,
        /// The player.
        player: PlayerId,
        /// The resulting stack.
        stack: Chips,
    },
    /// A player who lost the stack gets a free one from the house; [`TableEvent::ChipsAdded`] follows.
    FreeStackGiven {
        /// Seat of the player.
        seat: SeatIx,
        /// Player who gets the stack.
        player: PlayerId,
        /// Chips in the free stack.
        amount: Chips,
        /// Number of free stacks left for the player.
        left: u8,
    },
    /// Pending chips were returned: they would have lifted the stack above the maximum, were too few to rebuy with, or
    /// are no longer wanted. Private to the player.
    RebuyReturned {
        /// Seat of the player.
        seat: SeatIx,
        /// Player who gets the chips back.
        player: PlayerId,
        /// Chips to return.
        amount: Chips,
    },
    /// The wait list changed.
    WaitListChanged {
        /// Players on the wait list, first in line first.
        players: Vec<PlayerId>,
    },
    /// A free seat is reserved for a player on the wait list.
    SeatOffered {
        /// Seat reserved.
        seat: SeatIx,
        /// Player offered the seat.
        player: PlayerId,
    },
    /// Cards dealt face up have assigned the seats.
    SeatsDrawn(SeatDraw),
    /// A player moved to another seat between hands.
    PlayerMoved {
        /// Seat given up.
        from: SeatIx,
        /// Seat taken.
        to: SeatIx,
        /// Player who moved.
        player: PlayerId,
        /// Part of the new seat in the game.
        status: SeatStatus,
    },
    /// A big hand won a pot: an orbit at doubled stakes, in which no player sits out, begins with the next hand.
    RoodlesStarted {
        /// Doubled stakes of the current game.
        structure: Structure,
    },
    /// A player opted in to or out of straddling, starting with the next hand.
    StraddlingSet {
        /// Seat of the player.
        seat: SeatIx,
        /// Player who made the choice.
        player: PlayerId,
        /// `true` if the player now straddles whenever in a place that allows it.
        straddles: bool,
    },
    /// The orbit at doubled stakes is over.
    RoodlesEnded {
        /// Ordinary stakes of the current game.
        structure: Structure,
    },
    /// A seat is no longer reserved.
    OfferWithdrawn {
        /// Seat released.
        seat: SeatIx,
        /// Player for whom it was reserved.
        player: PlayerId,
    },
}

crate::coded! {
    /// The part of a seat in the game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SeatStatus: code {
        /// Plays the running hand, or the next one between hands.
        Active = "active",
        /// Joins as soon as it may: it waits for the big blind, or for the button to pass.
        Waiting = "waiting",
        /// Sits out now, or starting with the next hand.
        SittingOut = "sitting_out",
        /// Sits out for lack of chips.
        Busted = "busted",
        /// Leaves when the running hand is over.
        Leaving = "leaving",
    }
}

/// The reason for a player's departure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeaveReason {
    /// The player asked to leave.
    Asked,
    /// The player had no chips and the reservation of the seat ran out.
    Busted,
    /// The session ended.
    Closed,
}
