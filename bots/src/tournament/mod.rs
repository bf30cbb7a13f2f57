//! Tournaments: their state, the requests about them, and a bot that plays one to the end.

mod model;
mod player;
mod requests;

pub use model::TournamentModel;
pub use player::{TournamentChoice, TournamentEnded, TournamentOptions, TournamentReport, run_tournament};
