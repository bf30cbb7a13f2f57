//! HTTP bodies under `/api/v1`.

mod accounts;
mod cards;
mod games;
mod hands;
mod tournaments;

use serde::{Deserialize, Serialize};

use super::table::TableSummary;
use crate::describe::JsonSchema;

pub use accounts::{
    BotTokenInfo, BotTokenRequest, BotTokenResponse, BotTokensResponse, Credentials, GuestRequest, MeResponse,
    OwnedBot, RefreshRequest, SessionResponse, TopUpRequest,
};
pub use cards::{CardResponse, LinkState};
pub use games::{
    GameCheckRequest, GameCheckResponse, GameDealResponse, GameRules, GamesResponse, HandRanking, RuleSection,
    TrialHand,
};
pub use hands::{HandPlayer, HandRecord, HandSummary, HandsResponse, ShareRequest, ShareResponse};
pub use tournaments::{
    EntrantsResponse, EventTablesResponse, PlacesResponse, StructureCheckRequest, StructureCheckResponse,
    StructureFile, StructuresResponse, TournamentConfig, TournamentsResponse,
};

/// Version of the server: `GET /version`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VersionResponse {
    /// Name and version of the server software.
    pub server: String,
    /// The commit it was built from; `unknown` if that is not known.
    pub commit: String,
    /// The protocol versions it supports.
    pub protocols: Vec<String>,
}

/// `GET /api/v1/tables`: the tables in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TablesResponse {
    /// The tables in the lobby.
    pub tables: Vec<TableSummary>,
}
