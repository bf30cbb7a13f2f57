//! Version 1 of the protocol. It only ever grows: within version 1 nothing is removed, renamed or given a new meaning.

pub mod answer;
pub mod choice;
pub mod client;
pub mod close;
pub mod clubs;
pub mod common;
pub mod dark;
pub mod emote;
pub mod error;
pub mod event;
pub mod friends;
pub mod host;
pub mod ledger;
pub mod mix;
pub mod odds;
pub mod personal;
pub mod practice;
pub mod push;
pub mod rest;
pub mod seasons;
pub mod server;
pub mod table;
pub mod templates;
pub mod tournament;

pub use answer::Fill;
pub use choice::{Action, Choice};
pub use client::ClientMsg;
pub use close::CloseCode;
pub use common::{Card, Chips, HandNo, LocalName, PlayerInfo, PlayerKind, Seq, TableId, UnixMs};
pub use emote::Emote;
pub use error::{ErrorCode, ErrorMsg};
pub use event::PublicEvent;
pub use host::{HostAction, HostRules, HostStakes};
pub use mix::{MixConfig, MixGame, MixInfo, MixKind};
pub use server::ServerMsg;
pub use tournament::{TournamentEvent, TournamentId};
