//! The notation of test vectors: a game, stacks, options, a deck line and actions.
//!
//! Blocks of `key: value` lines, one block a hand, blank lines between them, `#` for comments. Seats are `S1` to `Sn`
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

/// A hand as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandText {
    /// The line of `game`, from 1.
    pub line: usize,
    /// The catalogue number or the identifier of the game.
    pub game: String,
    /// The stacks, from `S1` on.
    pub stacks: Vec<Chips>,
    /// Chips in the pot from an earlier hand.
    pub carried: Chips,
    /// The betting limit of each tier; the game's own if there are none.
    pub limits: Vec<Limit>,
    /// Settings that take the place of the game's own: names of header keys and values.
    pub options: Vec<(String, String)>,
    /// A script that takes the place of the game's own.
    pub script: Option<String>,
    /// The cards in the order in which they leave the deck.
    pub deck: Vec<Card>,
    /// Who does what, in order.
    pub actions: Vec<(SeatIx, String)>,
    /// The error code with which the last action is refused, if it is.
    pub refused: Option<String>,
    /// What can be worked out from the rest, as far as it is written.
    pub expected: Expected,
}

/// Lines of a hand that say what comes of it, each as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The cards each seat gets, in order; more than it gets if the hand ends early.
    pub receives: Vec<(SeatIx, Vec<Card>)>,
    /// The board.
    pub board: Option<Vec<Card>>,
    /// The burned cards.
    pub burned: Option<Vec<Card>>,
    /// The awards.
    pub result: Option<String>,
    /// The name of each high hand at the showdown.
    pub high: Option<Vec<(SeatIx, String)>>,
    /// The name of each low hand at the showdown.
    pub low: Option<Vec<(SeatIx, String)>>,
    /// The stacks at the end, from `S1` on.
    pub stacks: Option<Vec<Chips>>,
    /// What waits for the next hand at the end.
    pub carried_out: Option<Chips>,
}

/// Why a text is no hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}
