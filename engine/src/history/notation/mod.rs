//! The notation of test vectors: a game, stacks, options, a deck line and actions.
//!
//! One block of `key: value` lines per hand, with blank lines between blocks and `#` for comments. Seats are `S1` to `Sn`
//! clockwise, and `Sn` is the dealer.
//!
//! ```
//! use poker_engine::history::notation;
//!
//! let text = "game: V68\nstacks: 2 x 100   dealer: S2   limits: nl:10\n\
//!             deck: As Kc Ad Kd\nactions: S2:fold\n";
//! let hand = notation::parse(text).remove(0)?;
//! let outcome = hand.play().expect("it can be dealt");
//! assert_eq!(outcome.stacks.map(|stacks| stacks[0].get()), Some(105));
//! # Ok::<(), notation::NotationError>(())
//! ```

mod check;
mod play;
mod read;

pub use play::{Award, Ending, Outcome, Refusal};
pub use read::parse;

use crate::card::Card;
use crate::limit::Limit;
use crate::{Chips, SeatIx};

/// One written hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandText {
    /// Line of `game`, from 1.
    pub line: usize,
    /// Catalogue number or identifier of the game.
    pub game: String,
    /// Stacks at the start, from `S1` on.
    pub stacks: Vec<Chips>,
    /// Chips carried over from the pot of an earlier hand.
    pub carried: Chips,
    /// Betting limit of each tier; empty for the game's own.
    pub limits: Vec<Limit>,
    /// Settings that replace the game's own, as header keys and values.
    pub options: Vec<(String, String)>,
    /// Script that replaces the game's own.
    pub script: Option<String>,
    /// Cards in the order in which they leave the deck.
    pub deck: Vec<Card>,
    /// Actions in order, each with its seat.
    pub actions: Vec<(SeatIx, String)>,
    /// Error code with which the last action is refused, if it is.
    pub refused: Option<String>,
    /// Written results, all of which follow from the rest.
    pub expected: Expected,
}

/// The result lines of a hand, each as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Cards for each seat, in order; more than it gets if the hand ends early.
    pub receives: Vec<(SeatIx, Vec<Card>)>,
    /// Cards on the board.
    pub board: Option<Vec<Card>>,
    /// Burned cards.
    pub burned: Option<Vec<Card>>,
    /// Awards of the pots.
    pub result: Option<String>,
    /// Name of each high hand at the showdown.
    pub high: Option<Vec<(SeatIx, String)>>,
    /// Name of each low hand at the showdown.
    pub low: Option<Vec<(SeatIx, String)>>,
    /// Stacks at the end, from `S1` on.
    pub stacks: Option<Vec<Chips>>,
    /// Chips carried over to the next hand.
    pub carried_out: Option<Chips>,
}

/// The reason why a text is not a hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct NotationError {
    /// Line of the fault, from 1.
    pub line: usize,
    /// Description of the fault.
    pub message: String,
}
