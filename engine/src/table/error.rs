//! Why a table refuses.

use super::TableConfigError;
use crate::{Chips, SeatIx};

/// Why a command was refused. The table is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableRuleError {
    /// A seat beyond the table's.
    #[error("there is no seat {} at a table of {seat_count}", seat.number())]
    NoSuchSeat {
        /// The seat.
        seat: SeatIx,
        /// How many there are.
        seat_count: u8,
    },
    /// Somebody sits there.
    #[error("seat {} is taken", seat.number())]
    SeatTaken {
        /// The seat.
        seat: SeatIx,
    },
    /// The seat is kept for somebody of the wait list.
    #[error("seat {} is kept for another player", seat.number())]
    SeatReserved {
        /// The seat.
        seat: SeatIx,
    },
    /// No seat is free, or all free ones are kept for others.
    #[error("no seat is free")]
    TableFull,
    /// One player, one seat.
    #[error("the player has seat {} already", seat.number())]
    AlreadySeated {
        /// The player's seat.
        seat: SeatIx,
    },
    /// The player has no seat here.
    #[error("the player has no seat at this table")]
    NotSeated,
    /// A buy-in or rebuy outside what this player may bring now.
    #[error("{amount} is not between {min} and {max}")]
    AmountOutOfRange {
        /// What was asked for.
        amount: Chips,
        /// The least.
        min: Chips,
        /// The most.
        max: Chips,
    },
    /// The stack, with what waits to be added, is as large as the table allows, or so near to it that no legal amount fits.
    #[error("no chips can be added: the stack may not pass {max}")]
    StackFull {
        /// The greatest stack to buy.
        max: Chips,
    },
    /// An amount that the chips of the table cannot make up.
    #[error("{amount} is not a multiple of {unit}")]
    NotAMultiple {
        /// What was asked for.
        amount: Chips,
        /// The smallest chip.
        unit: Chips,
    },
    /// No player adds chips where lost stacks are replaced for nothing.
    #[error("no chips are sold here: a player who loses the stack gets a free one")]
    NoRebuys,
    /// The table has no straddles.
    #[error("no player straddles at this table")]
    NoStraddles,
    /// The player has lost the own stack and all free ones.
    #[error("the player has lost all stacks of this table")]
    StacksLost,
    /// More chips than a table can hold.
    #[error("more chips at the table than there can be")]
    TooManyChips,
    /// Nothing would change: the seat is in that state already.
    #[error("the seat is in that state already")]
    NoChange,
    /// A player without chips cannot play: rebuy first.
    #[error("the player has no chips")]
    NoChips,
    /// The player is on the wait list already.
    #[error("the player is on the wait list already")]
    AlreadyWaiting,
    /// The player is not on the wait list.
    #[error("the player is not on the wait list")]
    NotWaiting,
    /// No seat is kept for the player.
    #[error("no seat is kept for the player")]
    NoOffer,
    /// Too many wait already.
    #[error("the wait list is full at {max}")]
    WaitListFull {
        /// How many may wait.
        max: usize,
    },
    /// It must wait until the hand is over.
    #[error("a hand is running")]
    HandRunning,
    /// No hand is running.
    #[error("no hand is running")]
    NoHand,
    /// Too few players can be dealt in.
    #[error("{ready} can play, a hand needs {needed}")]
    NotEnoughPlayers {
        /// How many can.
        ready: usize,
        /// How many it takes.
        needed: usize,
    },
    /// More players are ready than the game can have, so that its dealer has to pick another one.
    #[error("{ready} can play, the game is for up to {most}")]
    TooManyPlayers {
        /// How many can.
        ready: usize,
        /// How many it can have.
        most: u8,
    },
    /// No hand begins before the seats are drawn.
    #[error("the seats have to be drawn first")]
    SeatsNotDrawn,
    /// Seats are not drawn at this table, were drawn already, or cannot be drawn yet.
    #[error("no seats are drawn now")]
    NoSeatDraw,
    /// The button was drawn for a seat that is not dealt in.
    #[error("the button cannot be drawn for {seat}")]
    BadDraw {
        /// The seat.
        seat: SeatIx,
    },
    /// The stacks at the end of a hand are not those of its players, each once.
    #[error("the stacks are not those of the players dealt in")]
    WrongSeats,
    /// The hand made or lost chips.
    #[error("the hand began with {before} chips and ended with {after}")]
    NotConserved {
        /// Chips of its players when it began.
        before: Chips,
        /// Chips of its players when it ended.
        after: Chips,
    },
    /// The table has more or fewer seats than the next game allows.
    #[error("the game is played by {min} to {max}, the table has {seat_count} seats")]
    GameDoesNotFit {
        /// How many seats there are.
        seat_count: u8,
        /// The least number of players.
        min: u8,
        /// The greatest number of players.
        max: u8,
    },
    /// The table cannot be played like that.
    #[error(transparent)]
    Config(#[from] TableConfigError),
}
