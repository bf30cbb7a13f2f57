//! HTTP bodies under `/api/v1`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Card, Chips, PlayerInfo, TableId, UnixMs, is_false};
use super::event::{HandName, PrivateEvent, PublicEvent, ShownCards, Side};
use super::mix::{MixInfo, StakesAtHand};
use super::table::{GameInfo, TableSummary};
use super::tournament::{Entrant, EventTable, Finished, StructureInfo, TournamentSummary};

/// A new guest: `POST /api/v1/guest`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct GuestRequest {
    /// The nickname, 2 to 20 characters.
    pub nickname: String,
}

/// A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with the guest's access token
/// keeps all chips and seats.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionResponse {
    /// The account.
    pub you: PlayerInfo,
    /// Access token, for `hello` and for `Authorization: Bearer`.
    pub access_token: String,
    /// Time until the access token expires, in seconds.
    pub expires_in_s: u32,
    /// Refresh token, good for one `POST /api/v1/refresh`. Browsers receive it as an `HttpOnly` cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
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
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    /// The refresh token. Using it consumes it, whatever the answer; using it a second time ends the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refresh_token: Option<String>,
}

impl std::fmt::Debug for RefreshRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RefreshRequest").finish_non_exhaustive()
    }
}

/// Asks for play money: `POST /api/v1/top-up`, answered like `GET /api/v1/me`. Moves chips.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TopUpRequest {
    /// Identifier of the request, 1 to 64 characters; repeating it grants nothing more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// Chips to grant; the rest of the day's allowance if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount: Option<Chips>,
}

/// Creates a bot of the caller, or another API token for one of the caller's bots: `POST /api/v1/bot-tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotTokenRequest {
    /// Name of the bot, 2 to 20 characters.
    pub name: String,
    /// Label of the token in the list, at most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
}

/// A new API token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotTokensResponse {
    /// The caller's bots with their tokens.
    pub bots: Vec<OwnedBot>,
}

/// A bot of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnedBot {
    /// The bot.
    pub bot: PlayerInfo,
    /// The bot's chips that are not at a table.
    pub balance: Chips,
    /// The bot's valid API tokens.
    pub tokens: Vec<BotTokenInfo>,
}

/// An API token without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MeResponse {
    /// The caller's account.
    pub you: PlayerInfo,
    /// Chips of the account that are not at a table.
    pub balance: Chips,
    /// `true` if the operator has verified that the account belongs to an adult.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub adult: bool,
}

/// `GET /api/v1/games`: the games on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GamesResponse {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Rotations of games, and dealer's choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub mixes: Vec<MixInfo>,
}

/// Version of the server: `GET /version`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct VersionResponse {
    /// Name and version of the server software.
    pub server: String,
    /// The commit it was built from; `unknown` if that is not known.
    pub commit: String,
    /// The protocol versions it supports.
    pub protocols: Vec<String>,
}

/// The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, or `GET /api/v1/tables/{table}/rules` for the game of a
/// table, which may be the host's own. `?lang=fr` selects French; the default is English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameRules {
    /// The game.
    pub game: GameInfo,
    /// The language: `en` or `fr`.
    pub lang: String,
    /// The rules, section by section, in order.
    pub sections: Vec<RuleSection>,
    /// The definition that the words are generated from; empty for several games at one table.
    pub definition: String,
    /// The mix, if these are the rules of several games at one table: `game` is then the first of them, or the default game of
    /// dealer's choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mix: Option<MixInfo>,
    /// The hand rankings for each side of the pot, with examples, the high side first; left out for several games at one table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub rankings: Vec<HandRanking>,
}

/// A hand ranking, shown by examples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandRanking {
    /// Name of the ranking, such as `high`, `short-deck` or `8-or-better`.
    pub ranking: String,
    /// The side of the pot that it decides: `high` or `low`.
    pub side: Side,
    /// One hand of each category, best first.
    pub hands: Vec<HandName>,
    /// Cards that the examples treat as wild, in games where chance determines the wild cards; left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub assumed_wild: Vec<Card>,
}

/// A section of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RuleSection {
    /// Heading of the section.
    pub title: String,
    /// The sentences, one per line.
    pub lines: Vec<String>,
    /// `true` if the lines are steps that follow one another.
    pub steps: bool,
}

/// Checks a host's own game: `POST /api/v1/games/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct GameCheckRequest {
    /// The definition, up to 8192 bytes.
    #[schemars(length(max = 8192))]
    pub definition: String,
}

/// The result of the check: the game, or the fault in the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameCheckResponse {
    /// The game, if the definition can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<GameInfo>,
    /// Number of the faulty line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// Description of the fault, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
}

/// Ten hands of a host's own game, played by players who act at random: `POST /api/v1/games/deal`, which takes the same body as
/// `POST /api/v1/games/check`. With `hands` there is neither `line` nor `error`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameDealResponse {
    /// The hands; empty if the definition is faulty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub hands: Vec<TrialHand>,
    /// Number of the faulty line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// Description of the fault, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
}

/// A hand dealt to try a game out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TrialHand {
    /// Number of players dealt in.
    pub players: u8,
    /// Chips paid out.
    pub pot: Chips,
    /// `true` if hands were shown at the end.
    pub showdown: bool,
    /// The hand with all its cards, in the hand history format PHH.
    pub phh: String,
}

/// `GET /api/v1/tables`: the tables in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TablesResponse {
    /// The tables in the lobby.
    pub tables: Vec<TableSummary>,
}

/// `GET /api/v1/tournaments`: the tournaments in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentsResponse {
    /// The tournaments in the lobby, those that are over last.
    pub tournaments: Vec<TournamentSummary>,
}

/// `GET /api/v1/tournaments/{tournament}/entrants`: the players, sorted by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EntrantsResponse {
    /// The players, sorted by number.
    pub entrants: Vec<Entrant>,
    /// Player number after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
}

/// `GET /api/v1/tournaments/{tournament}/places`: finishing places and prizes, best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlacesResponse {
    /// The players with a place after `?after=`.
    pub places: Vec<Finished>,
    /// The prizes of all places after `?after=`, best place first.
    pub prizes: Vec<Chips>,
    /// Place after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
}

/// `GET /api/v1/tournaments/{tournament}/tables`: the tables in play, sorted by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventTablesResponse {
    /// The tables in play, sorted by number.
    pub tables: Vec<EventTable>,
    /// Table number after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
}

/// The settings of a new tournament: `POST /api/v1/tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// Identifier of the structure; empty with a `definition`.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub structure: String,
    /// A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house adds nothing to
    /// its pool: it has no guarantee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8192))]
    #[ts(optional)]
    pub definition: Option<String>,
    /// Name of the tournament, 1 to 40 characters; the name of the structure if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// Start of play, in milliseconds since 1970, at most 31 days from now; required unless it is a sit & go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub starts_at: Option<UnixMs>,
    /// `true` if the tournament is left out of all lists and only for those who have its identifier, which contains the invitation.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub private: bool,
    /// The tournament whose seats are the prizes; required if the structure pays seats. It must have the structure named by
    /// `pays.of`, must not have begun play, and must not start before the seats are paid for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<super::TournamentId>,
    /// Number of players up to which house bots join, once a person has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots: Option<u32>,
    /// `true` if the tournament is played with real cards and chips beside a screen: the host and other officials enter players
    /// and results by floor actions, no hands are dealt, and no chips of accounts move. It may leave out `starts_at`, and takes
    /// no bots.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub live: bool,
    /// `true` if the tournament is for adults: an account may enter only once the operator has verified its age, and programs
    /// never may, so it takes no bots. A satellite of such a tournament is for adults too, whether or not this is set.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub adults_only: bool,
    /// Languages of the chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; any language will do if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[ts(optional, as = "Option<_>")]
    pub languages: Vec<String>,
}

/// `GET /api/v1/structures`: the tournament structures that come with the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructuresResponse {
    /// The structures.
    pub structures: Vec<StructureInfo>,
}

/// `GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file as a starting point for one's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructureFile {
    /// The structure.
    pub structure: StructureInfo,
    /// Text of its file.
    pub definition: String,
}

/// Checks a host's own structure: `POST /api/v1/structures/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StructureCheckRequest {
    /// The definition, up to 8192 bytes.
    #[schemars(length(max = 8192))]
    pub definition: String,
}

/// The result of the check: the structure, or the first fault in the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructureCheckResponse {
    /// The structure, if the definition can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub structure: Option<StructureInfo>,
    /// Number of the faulty line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// The faulty key, such as `levels` or `rebuy.chips`; left out if the definition is not TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// Description of the fault, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
}

/// A line of `GET /api/v1/hands`: a hand of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandSummary {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Identifier of the game.
    pub game: String,
    /// End of the hand, RFC 3339.
    pub ended_at: String,
    /// Name of the table. Absent from older servers, as are all fields below.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table_name: Option<String>,
    /// The caller's own cards at the end of the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub cards: Vec<Card>,
    /// The board; the first one if it was run twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub board: Vec<Card>,
    /// Chips that the caller won; negative if lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub net: Option<i64>,
    /// All chips that were played for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pot: Option<Chips>,
    /// Names of the other players dealt in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub opponents: Vec<String>,
    /// `true` if the caller was all-in.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub all_in: bool,
    /// `true` if the caller went to showdown.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub showdown: bool,
}

/// Settings of a link to a hand: `POST /api/v1/hands/{table}/{hand}/share`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    /// `true` if the link shows the caller's cards in addition to what everyone saw at the table.
    pub own_cards: bool,
    /// `true` if players appear under numbers instead of their names.
    pub hide_names: bool,
}

/// A link to a hand, usable by anyone. The same request gives the same link until the link is withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShareResponse {
    /// Token for `GET /api/v1/shared/{token}`: 128 random bits.
    pub token: String,
    /// Path of the page that shows the hand.
    pub path: String,
}

/// `GET /api/v1/hands`: the caller's hands, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandsResponse {
    /// The hands, newest first.
    pub hands: Vec<HandSummary>,
    /// Start of the older hands, for `?before=`; left out if there are none. A search that matches few hands stops after some
    /// thousands and may return fewer than requested: older ones may still match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub before: Option<i64>,
}

/// `GET /api/v1/hands/{table}/{hand}`: a finished hand as the caller, who took part in it, may see it. With `?format=` set to
/// `phh`, `json`, `ohh` or `text`, the answer is a file in that format instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandRecord {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Identifier of the game.
    pub game: String,
    /// Definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub definition: Option<String>,
    /// End of the hand, RFC 3339.
    pub ended_at: String,
    /// Start of the hand, RFC 3339. Absent from older servers, as are all fields below except `players`, `events` and `own`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub started_at: Option<String>,
    /// Name of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table_name: Option<String>,
    /// Number of seats at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<u8>,
    /// The betting structure, such as `nl`; left out if this version no longer knows the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<String>,
    /// The stakes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stakes: Option<StakesAtHand>,
    /// The game as in the list of games; left out if this version no longer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game_info: Option<Box<GameInfo>>,
    /// The players by seat.
    pub players: Vec<HandPlayer>,
    /// All events that everyone saw, in order.
    pub events: Vec<PublicEvent>,
    /// The caller's own cards in dealing order, drawn cards last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own: Option<ShownCards>,
    /// Information for the caller's seat alone: its cards whenever they changed, and the hands they made. `seq` is the position
    /// in `events`, from 1, of the event it came with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub parts: Vec<PrivateEvent>,
}

/// A participant in a finished hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandPlayer {
    /// The seat, from 1.
    pub seat: u8,
    /// The player.
    pub player: PlayerInfo,
}
