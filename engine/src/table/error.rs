//! Refusals of a table.

use super::TableConfigError;
use crate::{Chips, SeatIx};

/// The refusal of a command. The table is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRuleError {
    /// The seat does not exist at this table.
    #[error("there is no seat {} at a table of {seat_count}", seat.number())]
    NoSuchSeat {
        /// Seat named in the command.
        seat: SeatIx,
        /// Number of seats at the table.
        seat_count: u8,
    },
    /// The seat is taken.
    #[error("seat {} is taken", seat.number())]
    SeatTaken {
        /// Seat named in the command.
        seat: SeatIx,
    },
    /// The seat is reserved for another player on the wait list.
    #[error("seat {} is kept for another player", seat.number())]
    SeatReserved {
        /// Seat named in the command.
        seat: SeatIx,
    },
    /// No seat is free, or all free ones are reserved for other players.
    #[error("no seat is free")]
    TableFull,
    /// The player already has a seat: one seat per player.
    #[error("the player already has seat {}", seat.number())]
    AlreadySeated {
        /// Seat that the player already has.
        seat: SeatIx,
    },
    /// The player has no seat here.
    #[error("the player has no seat at this table")]
    NotSeated,
    /// The buy-in or rebuy is outside the range open to this player now.
    #[error("{amount} is not between {min} and {max}")]
    AmountOutOfRange {
        /// Chips requested.
        amount: Chips,
        /// Smallest amount allowed, in chips.
        min: Chips,
        /// Largest amount allowed, in chips.
        max: Chips,
    },
    /// The stack and its pending chips are at the table maximum, or so close to it that no legal amount fits.
    #[error("no chips can be added: the stack may not pass {max}")]
    StackFull {
        /// Largest stack that can be bought, in chips.
        max: Chips,
    },
    /// The amount is not a multiple of the table's smallest chip.
    #[error("{amount} is not a multiple of {unit}")]
    NotAMultiple {
        /// Chips requested.
        amount: Chips,
        /// Value of the smallest chip.
        unit: Chips,
    },
    /// The table replaces lost stacks for free, so no player may add chips.
    #[error("no chips are sold here: a player who loses the stack gets a free one")]
    NoRebuys,
    /// The table has no straddles.
    #[error("no player straddles at this table")]
    NoStraddles,
    /// The player has lost the first stack and every free one.
    #[error("the player has lost all stacks of this table")]
    StacksLost,
    /// The amount would bring more chips to the table than can be counted.
    #[error("more chips at the table than there can be")]
    TooManyChips,
    /// The command would change nothing: the seat is in that state already.
    #[error("the seat is already in that state")]
    NoChange,
    /// The player has no chips and must rebuy before playing.
    #[error("the player has no chips")]
    NoChips,
    /// The player is on the wait list already.
    #[error("the player is already on the wait list")]
    AlreadyWaiting,
    /// The player is not on the wait list.
    #[error("the player is not on the wait list")]
    NotWaiting,
    /// No seat is reserved for the player.
    #[error("no seat is kept for the player")]
    NoOffer,
    /// The wait list is full.
    #[error("the wait list is full at {max}")]
    WaitListFull {
        /// Largest number of players on the wait list.
        max: usize,
    },
    /// The command must wait until the running hand is over.
    #[error("a hand is running")]
    HandRunning,
    /// No hand is running.
    #[error("no hand is running")]
    NoHand,
    /// Too few players can be dealt in.
    #[error("{ready} players can play, but a hand needs {needed}")]
    NotEnoughPlayers {
        /// Number of players who can be dealt in.
        ready: usize,
        /// Number of players that the game needs.
        needed: usize,
    },
    /// More players are ready than the game allows, so its dealer has to pick another one.
    #[error("{ready} players can play, but the game is for at most {most}")]
    TooManyPlayers {
        /// Number of players who can be dealt in.
        ready: usize,
        /// Largest number of players in the game.
        most: u8,
    },
    /// The seats must be drawn before the first hand.
    #[error("the seats have to be drawn first")]
    SeatsNotDrawn,
    /// Seats are not drawn at this table, were drawn already, or cannot be drawn yet.
    #[error("no seats are drawn now")]
    NoSeatDraw,
    /// The seat drawn for the button is not dealt in.
    #[error("the button cannot be drawn for {seat}")]
    BadDraw {
        /// Seat that was drawn.
        seat: SeatIx,
    },
    /// The reported stacks are not those of the hand's players, each exactly once.
    #[error("the stacks are not those of the players dealt in")]
    WrongSeats,
    /// Chips appeared or vanished during the hand.
    #[error("the hand began with {before} chips and ended with {after}")]
    NotConserved {
        /// Chips in play when the hand began.
        before: Chips,
        /// Chips accounted for when it ended.
        after: Chips,
    },
    /// The number of seats at the table does not suit the next game.
    #[error("the game is played by {min} to {max}, the table has {seat_count} seats")]
    GameDoesNotFit {
        /// Number of seats at the table.
        seat_count: u8,
        /// Smallest number of players in the game.
        min: u8,
        /// Largest number of players in the game.
        max: u8,
    },
    /// The configuration does not describe a playable table.
    #[error(transparent)]
    Config(#[from] TableConfigError),
}
