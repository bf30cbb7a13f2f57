//! The arithmetic of a season: points by a formula, the best results of each player, ties, and the effect of corrections.
//!
//! The crate does no I/O and uses no floats. The same events and rules give the same standings on every machine.

pub mod formula;
mod ratio;
mod standings;

pub use formula::{Formula, FormulaFault, READY_MADE, Situation};
pub use ratio::Ratio;
pub use standings::{
    EVENTS_MAX, Event, Fault, Finish, Move, RESULTS_MAX, Rules, StandingsLine, Tie, check_event, moves, score,
    standings,
};
