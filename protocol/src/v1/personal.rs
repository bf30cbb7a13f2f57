//! HTTP bodies for one account alone, and of the leaderboard.

use serde::{Deserialize, Serialize};

use super::common::{Chips, LocalName, PlayerInfo, TableId, UnixMs, is_false};
use super::tournament::TournamentId;
use crate::describe::JsonSchema;

/// `GET /api/v1/me/results`: the caller's results in cash games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultsResponse {
    /// Figures over all hands that match the query.
    pub total: ResultFigures,
    /// Figures per game, the game with the most hands first.
    pub games: Vec<GameResult>,
    /// The graph of the result, oldest point first: at most 240 points.
    pub points: Vec<ResultPoint>,
    /// `true` while hands are still being counted: repeating the request continues the count.
    #[serde(default, skip_serializing_if = "is_false")]
    pub counting: bool,
}

/// Statistics over a set of hands. Those that make no sense for the games played are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultFigures {
    /// Number of hands.
    pub hands: u64,
    /// Chips won; negative if lost.
    pub net: i64,
    /// Hands in which the caller put chips in voluntarily in the first betting round (a call, a bet or a raise), out of the
    /// hands with a big blind in which the caller had a decision there. The big blind has none in a walk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vpip: Option<Share>,
    /// Hands with a raise by the caller in the first betting round, out of the same hands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pfr: Option<Share>,
    /// Hands that the caller took to showdown, out of those in which the caller and an opponent were still in after the first
    /// betting round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub showdown: Option<Share>,
    /// Showdowns in which the caller won chips from a pot, out of all of the caller's showdowns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won_at_showdown: Option<Share>,
    /// The result measured in the big blind of each hand, over the hands that had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big_blinds: Option<BigBlinds>,
}

/// A frequency: occurrences out of opportunities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Number of occurrences.
    pub times: u64,
    /// Number of opportunities; at least 1.
    pub of: u64,
}

/// A result in big blinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BigBlinds {
    /// Number of hands with a big blind; at least 1.
    pub hands: u64,
    /// Thousandths of a big blind won over all of them; negative if lost.
    pub thousandths: i64,
}

/// The result in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameResult {
    /// Identifier of the game.
    pub game: String,
    /// Its statistics.
    pub figures: ResultFigures,
}

/// A point on the graph of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultPoint {
    /// Number of hands played so far.
    pub hands: u64,
    /// End of the last of those hands, in milliseconds since 1970.
    pub at: UnixMs,
    /// Chips won so far; negative if lost.
    pub net: i64,
}

/// `GET /api/v1/me/sessions`: the caller's sessions at cash tables, newest first. A session takes place at one table and ends
/// after half an hour without a hand there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SessionsResponse {
    /// The sessions, newest first.
    pub sessions: Vec<PlayedSession>,
    /// Start of the older sessions, for `?before=`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<UnixMs>,
}

/// A session at a cash table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedSession {
    /// Identifier of the table.
    pub table: TableId,
    /// Name of the table, if still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_name: Option<String>,
    /// Identifiers of the games played.
    pub games: Vec<String>,
    /// End of the first hand, in milliseconds since 1970.
    pub from: UnixMs,
    /// End of the last hand, in milliseconds since 1970.
    pub to: UnixMs,
    /// Number of hands.
    pub hands: u64,
    /// Chips won; negative if lost.
    pub net: i64,
}

/// `GET /api/v1/me/tournaments`: the caller's payments to and winnings from tournaments, newest first. Tournaments that moved
/// no chips of the caller are left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventResultsResponse {
    /// The tournaments, newest first.
    pub tournaments: Vec<EventResult>,
    /// Start of the older tournaments, for `?before=`; left out if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<TournamentId>,
}

/// The result of a tournament for the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventResult {
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Name of the tournament, if still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalName>,
    /// Time of the caller's first payment or winnings, in milliseconds since 1970.
    pub at: UnixMs,
    /// Number of entries the caller bought.
    pub entries: u64,
    /// Number of times the caller bought more chips.
    pub rebuys: u64,
    /// Chips paid for entries and for more chips.
    pub paid: Chips,
    /// Chips refunded for cancelled entries.
    pub refunded: Chips,
    /// Chips won for the finishing place.
    pub prize: Chips,
    /// Chips won in bounties.
    pub bounties: Chips,
    /// The caller's finishing place, the best one in a tie; left out until there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// Number of entries of all players, if still known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<u32>,
}

/// A colour to mark a player with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteColour {
    /// Blue.
    Blue,
    /// Blue-green.
    Teal,
    /// Violet.
    Violet,
    /// Pink.
    Rose,
    /// Sandy yellow.
    Sand,
    /// Grey.
    Slate,
}

/// The new note about a player: `PUT /api/v1/notes/{player}`. It replaces the earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteRequest {
    /// The text, at most 200 characters; may be empty if there is a colour.
    #[schemars(length(max = 200))]
    pub text: String,
    /// The colour; none if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<NoteColour>,
}

/// The caller's note about a player. It is private.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerNote {
    /// The player, under the current name.
    pub player: PlayerInfo,
    /// The text; may be empty.
    pub text: String,
    /// The colour, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<NoteColour>,
    /// Time of the last change, in milliseconds since 1970.
    pub changed_at: UnixMs,
}

/// `GET /api/v1/notes`: the caller's notes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotesResponse {
    /// The notes, sorted by the players' identifiers.
    pub notes: Vec<PlayerNote>,
    /// Player after whom the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// Visibility of the caller on the leaderboard: `PUT /api/v1/me/leaderboard`, which answers with the same. Guests and bots are never on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderboardChoice {
    /// `true` if the leaderboard shows the caller.
    pub shown: bool,
}

/// `GET /api/v1/leaderboard`: the players who won the most chips in a week at cash tables open to everyone, out of those who
/// chose to be shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeaderboardResponse {
    /// The week, such as `2026-W48`: Monday to Sunday, UTC.
    pub week: String,
    /// Identifier of the game; left out for all games together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Number of hands in the week below which a player is not ranked.
    pub hands_min: u64,
    /// The leading players, at most 100.
    pub players: Vec<LeaderboardLine>,
    /// The caller's own position; left out without a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<LeaderboardYou>,
}

/// A line of the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeaderboardLine {
    /// The place, from 1; shared by players with equal winnings.
    pub place: u32,
    /// The player.
    pub player: PlayerInfo,
    /// Number of hands in the week.
    pub hands: u64,
    /// Chips won; negative if lost.
    pub net: i64,
}

/// The caller's own position on the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeaderboardYou {
    /// `true` if the leaderboard shows the caller.
    pub shown: bool,
    /// Number of hands in the week.
    pub hands: u64,
    /// Chips won; negative if lost.
    pub net: i64,
    /// The caller's place, from 1, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
}

/// Limits that an account sets for itself: `PUT /api/v1/me/limits`. A stricter limit holds at once, a looser one from the next
/// day, UTC. A field left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsRequest {
    /// Minutes at tables a day, up to 1440; 0 for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 1440))]
    pub daily_minutes: Option<u32>,
    /// Chips of the house lost a day; 0 for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily_loss: Option<Chips>,
    /// Hours of a break that begins now, up to 720; 0 ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 720))]
    pub break_hours: Option<u32>,
}

/// The limits of a day; a field is left out for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DailyLimits {
    /// Minutes at tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    /// Chips of the house lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<Chips>,
}

/// `GET /api/v1/me/limits`: the limits that the caller has set, and how far the day has come. `PUT` answers with the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LimitsResponse {
    /// What holds today.
    pub today: DailyLimits,
    /// What holds from tomorrow on.
    pub tomorrow: DailyLimits,
    /// Beginning of the next day.
    pub tomorrow_at: UnixMs,
    /// Minutes at tables today, counted while there is a limit of time.
    pub minutes: u32,
    /// Chips won today, negative for a loss.
    pub won: i64,
    /// End of the break.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_until: Option<UnixMs>,
    /// A limit that has been reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<LimitReached>,
}

/// A limit of an account that has been reached: it gets no seat, no chips and no entry for now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LimitReached {
    /// The limit.
    pub limit: LimitKind,
    /// Its end.
    pub until: UnixMs,
}

/// A limit of time at tables that an account is about to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LimitNear {
    /// The limit.
    pub limit: LimitKind,
    /// Time at tables that is left, in milliseconds.
    pub left_ms: u32,
}

/// A kind of limit that an account sets for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LimitKind {
    /// A break.
    Break,
    /// Time at tables.
    Time,
    /// Chips lost.
    Loss,
}
