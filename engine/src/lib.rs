#![doc = include_str!("../README.md")]

pub mod action;
pub mod card;
pub mod chips;
mod coded;
pub mod deck;
pub mod eval;
pub mod event;
pub mod game;
pub mod hand;
pub mod history;
pub mod limit;
pub mod list;
pub mod odds;
mod post;
mod pot;
pub mod seat;
pub mod setup;
pub mod simulate;
pub mod table;
pub mod tournament;

pub use action::{Action, Choice, Declaration, RuleError, Turn, TurnKind};
pub use card::{Card, CardSet, Rank, Suit};
pub use chips::Chips;
pub use deck::Deck;
pub use event::{Event, PublicEvent, Secret};
pub use game::GameDef;
pub use hand::{Hand, HandView, Viewer};
pub use limit::{Limit, LimitKind};
pub use post::{Post, PostKind};
pub use seat::{BySeat, SeatIx, SeatSet};
pub use setup::{SeatSetup, Setup, SetupError, TableRules};
