//! Bodies of the HTTP interface under `/api/v1`.

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
    /// The name, 2 to 20 characters.
    pub nickname: String,
}

/// A name and a password: `POST /api/v1/register` and `POST /api/v1/login`. A guest who registers with its access token
/// keeps its chips and seats.
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
    /// The refresh token, good for one `POST /api/v1/refresh`. Browsers get it as an `HttpOnly` cookie instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refresh_token: Option<String>,
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

/// Renews a session: `POST /api/v1/refresh`. Browsers leave the token out, since they have it in a cookie.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RefreshRequest {
    /// The refresh token. It is used up, whatever becomes of the answer: one that is used twice ends its session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refresh_token: Option<String>,
}

impl std::fmt::Debug for RefreshRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RefreshRequest").finish_non_exhaustive()
    }
}

/// Asks for play money: `POST /api/v1/top-up`, answered as `GET /api/v1/me`. Moves chips.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TopUpRequest {
    /// A name for the request, 1 to 64 characters: repeated, it grants nothing more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// How much; what is left of the day's grant if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount: Option<Chips>,
}

/// A new bot of the caller, or another API token for one of its bots: `POST /api/v1/bot-tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct BotTokenRequest {
    /// The bot's name, 2 to 20 characters.
    pub name: String,
    /// What to call the token in the list, at most 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
}

/// A new API token.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotTokenResponse {
    /// The bot.
    pub bot: PlayerInfo,
    /// Names the token, for `DELETE /api/v1/bot-tokens/{id}`.
    pub id: String,
    /// The token, for `hello` and for `Authorization: Bearer`. It is shown this once.
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

/// `GET /api/v1/bot-tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotTokensResponse {
    /// The caller's bots.
    pub bots: Vec<OwnedBot>,
}

/// A bot of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OwnedBot {
    /// The bot.
    pub bot: PlayerInfo,
    /// Its chips outside tables.
    pub balance: Chips,
    /// Its API tokens that are good.
    pub tokens: Vec<BotTokenInfo>,
}

/// An API token, without what is secret of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BotTokenInfo {
    /// Names the token, for `DELETE /api/v1/bot-tokens/{id}`.
    pub id: String,
    /// What it is called.
    pub label: String,
    /// When it was made, RFC 3339.
    pub created_at: String,
    /// When it expires, RFC 3339.
    pub expires_at: String,
}

/// `GET /api/v1/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MeResponse {
    /// Who.
    pub you: PlayerInfo,
    /// Chips outside tables.
    pub balance: Chips,
    /// Whether the operator has verified that the account is an adult's.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub adult: bool,
}

/// `GET /api/v1/games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GamesResponse {
    /// The games.
    pub games: Vec<GameInfo>,
    /// The rotations of games, and the dealer's choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub mixes: Vec<MixInfo>,
}

/// What the server is: `GET /version`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct VersionResponse {
    /// The program with its version.
    pub server: String,
    /// The commit it was built from, `unknown` where that is not known.
    pub commit: String,
    /// The protocols that it speaks.
    pub protocols: Vec<String>,
}

/// The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, and `GET /api/v1/tables/{table}/rules` for the
/// game of a table, which may be the host's own. `?lang=fr` asks for French, English is the default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameRules {
    /// The game.
    pub game: GameInfo,
    /// The language: `en` or `fr`.
    pub lang: String,
    /// What there is to know, in order.
    pub sections: Vec<RuleSection>,
    /// The definition that the words are made from; empty for several games at one table.
    pub definition: String,
    /// Several games at one table, if it is their rules: then `game` is the first of them, or the one that is played where a
    /// dealer does not pick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mix: Option<MixInfo>,
    /// How hands rank on each side of the pot, with examples; the high side first, and left out for several games at one table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub rankings: Vec<HandRanking>,
}

/// How hands rank, shown by examples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandRanking {
    /// The name of the ranking: `high`, `short-deck`, `8-or-better`, ...
    pub ranking: String,
    /// Which hands win by it: `high` or `low`.
    pub side: Side,
    /// One hand of each kind, the best first.
    pub hands: Vec<HandName>,
    /// The cards that the examples take as wild where chance makes cards so; left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub assumed_wild: Vec<Card>,
}

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RuleSection {
    /// What it is about.
    pub title: String,
    /// Sentences, one a line.
    pub lines: Vec<String>,
    /// Whether the lines happen one after the other.
    pub steps: bool,
}

/// Asks whether a host's own game can be played: `POST /api/v1/games/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct GameCheckRequest {
    /// The definition, up to 8192 bytes.
    #[schemars(length(max = 8192))]
    pub definition: String,
}

/// Whether it can: the game, or what is wrong with the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameCheckResponse {
    /// The game, if nothing is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<GameInfo>,
    /// The line that is wrong, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// What is wrong there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
}

/// Ten hands of a host's own game, as players who act at random play them: `POST /api/v1/games/deal`, which takes what
/// `POST /api/v1/games/check` does. With `hands` there is neither `line` nor `error`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameDealResponse {
    /// The hands; none if the definition is wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub hands: Vec<TrialHand>,
    /// The line that is wrong, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// What is wrong there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
}

/// A hand that was dealt to try a game out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TrialHand {
    /// How many players were dealt in.
    pub players: u8,
    /// Chips that were paid out.
    pub pot: Chips,
    /// Whether hands were shown at the end.
    pub showdown: bool,
    /// The hand with all its cards, in the format of hand histories (PHH).
    pub phh: String,
}

/// `GET /api/v1/tables`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TablesResponse {
    /// The tables of the lobby.
    pub tables: Vec<TableSummary>,
}

/// `GET /api/v1/tournaments`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentsResponse {
    /// The tournaments of the lobby, those that are over last.
    pub tournaments: Vec<TournamentSummary>,
}

/// `GET /api/v1/tournaments/{tournament}/entrants`: the players by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EntrantsResponse {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// Behind which number the next ones stand, for `?after=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
}

/// `GET /api/v1/tournaments/{tournament}/places`: finishing places and prizes, the best first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlacesResponse {
    /// Who has a place behind `?after=`.
    pub places: Vec<Finished>,
    /// The prizes of all places behind `?after=`, the best place first.
    pub prizes: Vec<Chips>,
    /// Behind which place the next ones stand, for `?after=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
}

/// `GET /api/v1/tournaments/{tournament}/tables`: the tables in play by number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventTablesResponse {
    /// The tables.
    pub tables: Vec<EventTable>,
    /// Behind which number the next ones stand, for `?after=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
}

/// A tournament to be announced: `POST /api/v1/tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct TournamentConfig {
    /// The structure, by its identifier; empty with a `definition`.
    #[serde(default)]
    #[ts(optional, as = "Option<_>")]
    pub structure: String,
    /// A structure of the host's own, in the format of the server's own structures, up to 8192 bytes. The house pays nothing into
    /// its pool: it has no guarantee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8192))]
    #[ts(optional)]
    pub definition: Option<String>,
    /// What to call it; 1 to 40 characters. As its structure if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// When play begins, at most 31 days from now; required unless it is a sit & go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub starts_at: Option<UnixMs>,
    /// Whether it is left out of lists, and for those alone who have its identifier, with the invitation in it.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub private: bool,
    /// The tournament whose seats are the prizes; required if the structure pays seats. It has the structure that `pays.of` names, no
    /// play has begun there, and it does not start before its entries pay for all seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<super::TournamentId>,
    /// Bots of the house come until so many players have entered, once a person has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bots: Option<u32>,
    /// Whether it is played with real cards and chips beside a screen: the host and other officials enter players and results by
    /// floor actions, its tables deal nothing, and no chips of accounts move. It may go without `starts_at`, and takes no bots.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub live: bool,
    /// Whether it is for adults: an account enters only once the operator has verified its age, and no program does: it takes no bots. So is a satellite of such a tournament, asked for or not.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub adults_only: bool,
    /// The languages of its chat, as BCP 47 tags such as `en` or `fr-CA`, each once and at most 8; none if left out: any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    #[ts(optional, as = "Option<_>")]
    pub languages: Vec<String>,
}

/// `GET /api/v1/structures`: the structures that come with the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructuresResponse {
    /// The structures.
    pub structures: Vec<StructureInfo>,
}

/// `GET /api/v1/structures/{structure}`: a structure that comes with the server, with its file to begin one's own with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructureFile {
    /// The structure.
    pub structure: StructureInfo,
    /// Its file.
    pub definition: String,
}

/// Asks whether a host's own structure can be played: `POST /api/v1/structures/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StructureCheckRequest {
    /// The definition, up to 8192 bytes.
    #[schemars(length(max = 8192))]
    pub definition: String,
}

/// Whether it can: the structure, or the first thing that is wrong with the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructureCheckResponse {
    /// The structure, if nothing is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub structure: Option<StructureInfo>,
    /// The line that is wrong, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub line: Option<u32>,
    /// The key that is wrong, such as `levels` or `rebuy.chips`; left out where the definition is no TOML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub key: Option<String>,
    /// What is wrong there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub error: Option<String>,
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
    /// What the table was called. Earlier servers left it out, and all that follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table_name: Option<String>,
    /// The caller's own cards as they were held at the end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub cards: Vec<Card>,
    /// The board; the first one where it was dealt twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub board: Vec<Card>,
    /// Chips that the caller won, or lost if negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub net: Option<i64>,
    /// All chips that were played for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pot: Option<Chips>,
    /// The names of the others who were dealt in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub opponents: Vec<String>,
    /// Whether the caller was all-in.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub all_in: bool,
    /// Whether the caller came to the showdown.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub showdown: bool,
}

/// What a link to a hand shows: `POST /api/v1/hands/{table}/{hand}/share`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ShareRequest {
    /// Whether it shows the caller's cards, besides what everybody saw at the table.
    pub own_cards: bool,
    /// Whether players have numbers in place of their names.
    pub hide_names: bool,
}

/// A link to a hand, good for everybody. The same request gives the same link until it is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ShareResponse {
    /// For `GET /api/v1/shared/{token}`: 128 random bits.
    pub token: String,
    /// The page that shows the hand.
    pub path: String,
}

/// `GET /api/v1/hands`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandsResponse {
    /// The hands.
    pub hands: Vec<HandSummary>,
    /// Where older hands begin, for `?before=`; left out once there are none. A search that fits few hands may look at some
    /// thousands, and answer with fewer than it was asked for: older ones may still fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub before: Option<i64>,
}

/// `GET /api/v1/hands/{table}/{hand}`: a finished hand as its participant may see it. With `?format=` and one of `phh`,
/// `json`, `ohh` and `text`, the answer is a file of that format instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandRecord {
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: u64,
    /// The game.
    pub game: String,
    /// The definition of the game, if it was the host's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub definition: Option<String>,
    /// When it ended, RFC 3339.
    pub ended_at: String,
    /// When it was dealt, RFC 3339. Earlier servers left it out, and all that follows but the players, the events and `own`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub started_at: Option<String>,
    /// What the table was called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table_name: Option<String>,
    /// How many seats the table has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<u8>,
    /// The betting structure, such as `nl`; left out where this version no longer knows the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<String>,
    /// What it was played for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stakes: Option<StakesAtHand>,
    /// The game as the list of games has it; left out where this version no longer knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game_info: Option<Box<GameInfo>>,
    /// Who sat where.
    pub players: Vec<HandPlayer>,
    /// Everything that everybody saw, in order.
    pub events: Vec<PublicEvent>,
    /// The caller's own cards as dealt, drawn cards behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own: Option<ShownCards>,
    /// What the caller's seat alone learned: its cards whenever they changed, and what they made. `seq` is the place in
    /// `events` of the event that it came with, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub parts: Vec<PrivateEvent>,
}

/// A participant of a finished hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandPlayer {
    /// The seat.
    pub seat: u8,
    /// Who.
    pub player: PlayerInfo,
}
