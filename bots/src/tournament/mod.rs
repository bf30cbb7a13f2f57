//! Tournaments: what one looks like, what can be asked of it, and a bot that plays it to its end.

mod model;
mod player;
mod requests;

pub use model::TournamentModel;
pub use player::{TournamentChoice, TournamentEnded, TournamentOptions, TournamentReport, run_tournament};
