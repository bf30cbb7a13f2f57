//! Bodies of the HTTP interface under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Chips, PlayerInfo, TableId};
use super::event::{PublicEvent, ShownCards};
use super::table::TableSummary;

/// A new guest: `POST /api/v1/guest`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// The name, 2 to 20 characters.
    pub nickname: String,
}

/// A name and a password: `POST /api/v1/register` and `POST /api/v1/login`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name, 2 to 20 characters.
    pub name: String,
    /// The password, 8 to 128 characters.
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// A session: what guests, registration, login and refresh answer.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionResponse {
    /// Who.
    pub you: PlayerInfo,
    /// The access token for `hello` and for `Authorization: Bearer`.
    pub access_token: String,
    /// Seconds until the access token expires.
    pub expires_in_s: u32,
    /// The refresh token; browsers get it as an `HttpOnly` cookie as well.
    pub refresh_token: String,
    /// Chips outside tables.
    pub balance: Chips,
}

impl std::fmt::Debug for SessionResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionResponse")
            .field("you", &self.you)
            .finish_non_exhaustive()
    }
}

/// `GET /api/v1/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MeResponse {
    /// Who.
    pub you: PlayerInfo,
    /// Chips outside tables.
    pub balance: Chips,
}

/// `GET /api/v1/tables`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TablesResponse {
    /// The tables of the lobby.
    pub tables: Vec<TableSummary>,
}

/// A line of `GET /api/v1/hands`: the hands of the caller, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandSummary {
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: u64,
    /// The game.
    pub game: String,
    /// When it ended, RFC 3339.
    pub ended_at: String,
}

/// `GET /api/v1/hands`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandsResponse {
    /// The hands.
    pub hands: Vec<HandSummary>,
}

/// `GET /api/v1/hands/{table}/{hand}`: a finished hand as its participant may see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandRecord {
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: u64,
    /// The game.
    pub game: String,
    /// When it ended, RFC 3339.
    pub ended_at: String,
    /// Who sat where.
    pub players: Vec<HandPlayer>,
    /// Everything that everybody saw, in order.
    pub events: Vec<PublicEvent>,
    /// The caller's own cards as dealt, drawn cards behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own: Option<ShownCards>,
}

/// A participant of a finished hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandPlayer {
    /// The seat.
    pub seat: u8,
    /// Who.
    pub player: PlayerInfo,
}
