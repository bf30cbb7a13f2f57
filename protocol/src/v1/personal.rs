//! Bodies of the HTTP interface that are for one account alone, and of the leaderboard.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Chips, LocalName, PlayerInfo, TableId, UnixMs, is_false};
use super::tournament::TournamentId;

/// `GET /api/v1/me/results`: what came of the caller's hands in cash games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ResultsResponse {
    /// Of all hands that fit.
    pub total: ResultFigures,
    /// Of each game, the one with most hands first.
    pub games: Vec<GameResult>,
    /// The line of the result, oldest first: at most 240 points.
    pub points: Vec<ResultPoint>,
    /// `true` while hands are still being counted: the same request goes on with that.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub counting: bool,
}

/// Figures of hands. Those that have no meaning for the games that were played are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ResultFigures {
    /// Hands.
    pub hands: u64,
    /// Chips won, or lost if negative.
    #[ts(type = "number")]
    pub net: i64,
    /// Hands with chips put in by choice in the first betting round (a call, a bet, a raise), of those with a big blind in which
    /// the caller had a decision there. The big blind in a walk has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub vpip: Option<Share>,
    /// Hands with a raise in the first betting round, of the same hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pfr: Option<Share>,
    /// Hands that came to the showdown, of those that the caller still held behind the first betting round while others did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub showdown: Option<Share>,
    /// Showdowns that brought chips of a pot, of all showdowns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub won_at_showdown: Option<Share>,
    /// The result counted in the big blind of each hand, of hands that had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub big_blinds: Option<BigBlinds>,
}

/// How often something happened, and how often it could have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Share {
    /// How often it did.
    pub times: u64,
    /// How often it could have; not 0.
    pub of: u64,
}

/// A result in big blinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BigBlinds {
    /// Hands with a big blind; not 0.
    pub hands: u64,
    /// Thousandths of a big blind won in all of them, or lost if negative.
    #[ts(type = "number")]
    pub thousandths: i64,
}

/// What came of the hands of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameResult {
    /// The game.
    pub game: String,
    /// Its figures.
    pub figures: ResultFigures,
}

/// A point of the line of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ResultPoint {
    /// How many hands were played so far.
    pub hands: u64,
    /// When the last of them ended, in milliseconds since 1970.
    pub at: UnixMs,
    /// Chips won so far, or lost if negative.
    #[ts(type = "number")]
    pub net: i64,
}

/// `GET /api/v1/me/sessions`: the caller's sessions at cash tables, newest first. A session is at one table, and ends after half an
/// hour without a hand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SessionsResponse {
    /// The sessions.
    pub sessions: Vec<PlayedSession>,
    /// Where older ones begin, for `?before=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub before: Option<UnixMs>,
}

/// A session at a cash table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayedSession {
    /// The table.
    pub table: TableId,
    /// What the table was called, if that is still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table_name: Option<String>,
    /// The games that were played.
    pub games: Vec<String>,
    /// When the first hand ended, in milliseconds since 1970.
    pub from: UnixMs,
    /// When the last hand ended, in milliseconds since 1970.
    pub to: UnixMs,
    /// Hands.
    pub hands: u64,
    /// Chips won, or lost if negative.
    #[ts(type = "number")]
    pub net: i64,
}

/// `GET /api/v1/me/tournaments`: what the caller paid to tournaments and got from them, newest first. Tournaments that moved no
/// chips of the caller are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventResultsResponse {
    /// The tournaments.
    pub tournaments: Vec<EventResult>,
    /// Where older ones begin, for `?before=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub before: Option<TournamentId>,
}

/// What came of a tournament for the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventResult {
    /// The tournament.
    pub tournament: TournamentId,
    /// What it is called, if that is still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<LocalName>,
    /// When the caller first paid or got something, in milliseconds since 1970.
    pub at: UnixMs,
    /// How often the caller entered.
    pub entries: u64,
    /// How often the caller bought more chips.
    pub rebuys: u64,
    /// What entries and bought chips cost.
    pub paid: Chips,
    /// What came back of that because entries were taken back.
    pub refunded: Chips,
    /// What the place paid.
    pub prize: Chips,
    /// What was won for eliminating others.
    pub bounties: Chips,
    /// The best place that the caller shares; left out as long as there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<u32>,
    /// Entries of all players, if that is still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<u32>,
}

/// A colour for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum NoteColour {
    /// Blue.
    Blue,
    /// Between blue and green.
    Teal,
    /// Violet.
    Violet,
    /// Pink.
    Rose,
    /// The yellow of sand.
    Sand,
    /// Grey.
    Slate,
}

/// What is noted about a player: `PUT /api/v1/notes/{player}`. It takes the place of the earlier note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// At most 200 characters; may be empty if there is a colour.
    #[schemars(length(max = 200))]
    pub text: String,
    /// A colour; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub colour: Option<NoteColour>,
}

/// A note of the caller about a player. It is private.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PlayerNote {
    /// About whom, with the name of today.
    pub player: PlayerInfo,
    /// What is written; may be empty.
    pub text: String,
    /// The colour, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub colour: Option<NoteColour>,
    /// When it was changed last, in milliseconds since 1970.
    pub changed_at: UnixMs,
}

/// `GET /api/v1/notes`: the caller's notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct NotesResponse {
    /// The notes, in the order of the players' identifiers.
    pub notes: Vec<PlayerNote>,
    /// Behind which player the next ones stand, for `?after=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<String>,
}

/// Whether the leaderboard shows the caller: `PUT /api/v1/me/leaderboard`, which answers the same. Guests and bots are never on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LeaderboardChoice {
    /// Whether it does.
    pub shown: bool,
}

/// `GET /api/v1/leaderboard`: who won most chips in a week, at cash tables that are open to everybody; of those who want to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LeaderboardResponse {
    /// The week, as in `2026-W48`: from Monday to Sunday, UTC.
    pub week: String,
    /// The game; left out for all games together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<String>,
    /// With fewer hands in the week no player has a place.
    pub hands_min: u64,
    /// The best, at most 100.
    pub players: Vec<LeaderboardLine>,
    /// The caller; left out without a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub you: Option<LeaderboardYou>,
}

/// A line of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LeaderboardLine {
    /// The place, from 1; shared by those who won as much.
    pub place: u32,
    /// Who.
    pub player: PlayerInfo,
    /// Hands in the week.
    pub hands: u64,
    /// Chips won, or lost if negative.
    #[ts(type = "number")]
    pub net: i64,
}

/// The caller, as far as the leaderboard goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LeaderboardYou {
    /// Whether the leaderboard shows the caller.
    pub shown: bool,
    /// Hands in the week.
    pub hands: u64,
    /// Chips won, or lost if negative.
    #[ts(type = "number")]
    pub net: i64,
    /// The place, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<u32>,
}
