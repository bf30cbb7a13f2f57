//! The rules of poker as pure state machines.
//!
//! Given the same game definition, setup, deck and commands, the engine gives the same events, for ever. It does no
//! I/O, reads no clock, draws no random number and holds no `unsafe` code.

pub mod card;
pub mod chips;
pub mod eval;
pub mod seat;
pub mod table;

pub use card::{Card, CardSet, Rank, Suit};
pub use chips::Chips;
pub use seat::{BySeat, SeatIx, SeatSet};
