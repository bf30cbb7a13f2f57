//! Sessions, accounts and their bots.

use serde::{Deserialize, Serialize};

use super::super::common::{Chips, PlayerInfo, is_false};
use crate::describe::JsonSchema;

/// A new guest: `POST /api/v1/guest`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// The nickname, 2 to 20 characters.
    pub nickname: String,
}

/// A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with the guest's access token
/// keeps all chips and seats.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account name, 2 to 20 characters.
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

/// A session: the answer to guest creation, registration, login and refresh.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionResponse {
    /// The account.
    pub you: PlayerInfo,
    /// Access token, for `hello` and for `Authorization: Bearer`.
    pub access_token: String,
    /// Time until the access token expires, in seconds.
    pub expires_in_s: u32,
    /// Refresh token, good for one `POST /api/v1/refresh`. Browsers receive it as an `HttpOnly` cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
    /// Chips of the account that are not at a table.
    pub balance: Chips,
}

impl std::fmt::Debug for SessionResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionResponse")
            .field("you", &self.you)
            .finish_non_exhaustive()
    }
}

/// Renews a session: `POST /api/v1/refresh`. Browsers leave the token out, as they have it in a cookie.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    /// The refresh token. Using it consumes it, whatever the answer; using it a second time ends the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh_token: Option<String>,
}

impl std::fmt::Debug for RefreshRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RefreshRequest").finish_non_exhaustive()
    }
}

/// Asks for play money: `POST /api/v1/top-up`, answered like `GET /api/v1/me`. Moves chips.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopUpRequest {
    /// Identifier of the request, 1 to 64 characters; repeating it grants nothing more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Chips to grant; the rest of the day's allowance if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Chips>,
}

/// Creates a bot of the caller, or another API token for one of the caller's bots: `POST /api/v1/bot-tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BotTokenRequest {
    /// Name of the bot, 2 to 20 characters.
    pub name: String,
    /// Label of the token in the list, at most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

/// A new API token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotTokenResponse {
    /// The bot to which the token belongs.
    pub bot: PlayerInfo,
    /// Identifier of the token, for `DELETE /api/v1/bot-tokens/{id}`.
    pub id: String,
    /// The token itself, for `hello` and for `Authorization: Bearer`. It is never shown again.
    pub token: String,
}

impl std::fmt::Debug for BotTokenResponse {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotTokenResponse")
            .field("bot", &self.bot)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// `GET /api/v1/bot-tokens`: the caller's bots.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotTokensResponse {
    /// The caller's bots with their tokens.
    pub bots: Vec<OwnedBot>,
}

/// A bot of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnedBot {
    /// The bot.
    pub bot: PlayerInfo,
    /// The bot's chips that are not at a table.
    pub balance: Chips,
    /// The bot's valid API tokens.
    pub tokens: Vec<BotTokenInfo>,
}

/// An API token without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotTokenInfo {
    /// Identifier of the token, for `DELETE /api/v1/bot-tokens/{id}`.
    pub id: String,
    /// Label of the token.
    pub label: String,
    /// Time of creation, RFC 3339.
    pub created_at: String,
    /// Time of expiry, RFC 3339.
    pub expires_at: String,
}

/// `GET /api/v1/me`: the caller's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MeResponse {
    /// The caller's account.
    pub you: PlayerInfo,
    /// Chips of the account that are not at a table.
    pub balance: Chips,
    /// `true` if the operator has verified that the account belongs to an adult.
    #[serde(default, skip_serializing_if = "is_false")]
    pub adult: bool,
}
