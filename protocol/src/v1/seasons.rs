//! Seasons of a club: events, points and standings.

use serde::{Deserialize, Serialize};

use super::common::{Chips, UnixMs, is_false};
use crate::describe::JsonSchema;

/// A points formula: `POST /api/v1/formulas/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FormulaRequest {
    /// The formula.
    pub formula: String,
}

/// The points of an accepted formula in an event of 20 players at a price of 20.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormulaPoints {
    /// The formula, without blanks around it.
    pub formula: String,
    /// Points of places 1 to 20 without knock-outs and rebuys, in hundredths.
    pub points: Vec<i64>,
}

/// `GET /api/v1/formulas`: formulas that leagues use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormulasResponse {
    /// The formulas.
    pub formulas: Vec<ReadyFormula>,
}

/// A formula that leagues use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyFormula {
    /// Its stable name.
    pub name: String,
    /// Its text.
    pub formula: String,
}

/// A rule that separates players with the same points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// More first places.
    Wins,
    /// More first places, then more second places, and so on.
    Places,
    /// More often ahead of the others with the same points, in events that both played.
    HeadToHead,
    /// More players eliminated.
    KnockOuts,
    /// Fewer events played.
    FewerEvents,
    /// More points in the latest event, then in the one before.
    Latest,
}

/// A season and its rules: `POST /api/v1/clubs/{club}/seasons` and `PUT /api/v1/clubs/{club}/seasons/{season}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonRequest {
    /// The name: 1 to 40 visible characters.
    pub name: String,
    /// Points of a result.
    pub formula: String,
    /// How many of a player's results count, the best: 1 to 60; all if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// Rules for the same points, the first one first, each once. Players whom none separates share a rank.
    #[serde(default)]
    pub ties: Vec<TieRule>,
}

/// An event of a season: `POST /api/v1/clubs/{club}/seasons/{season}/events` and `PUT .../events/{event}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonEventRequest {
    /// The name: 1 to 40 visible characters.
    pub name: String,
    /// Its day, in milliseconds since 1970: events count in this order.
    pub at: UnixMs,
    /// Price of an entry.
    #[serde(default)]
    pub price: Chips,
    /// Players in the event; as many as have a result if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entrants: Option<u32>,
    /// A tournament of the club that is over. Its results are taken, and `results` must be empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// The results: at most 200.
    #[serde(default)]
    pub results: Vec<SeasonResult>,
}

/// A result of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeasonResult {
    /// Number of the person in the club.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<u64>,
    /// The person's name, instead of the number. An unknown name becomes a player without an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The place, from 1. Players who shared a place have the same.
    pub place: u32,
    /// Players eliminated.
    #[serde(default)]
    pub knock_outs: u32,
    /// Rebuys.
    #[serde(default)]
    pub rebuys: u32,
}

/// `GET /api/v1/clubs/{club}/seasons/{season}`: a season with its standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonResponse {
    /// Number of the club.
    pub club: u64,
    /// Name of the club.
    pub club_name: String,
    /// Number of the season.
    pub season: u64,
    /// Its name.
    pub name: String,
    /// Points of a result.
    pub formula: String,
    /// How many of a player's results count, the best; all if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// Rules for the same points, the first one first.
    pub ties: Vec<TieRule>,
    /// The events, in the order of time.
    pub events: Vec<SeasonEvent>,
    /// The standings.
    pub standings: Vec<SeasonLine>,
    /// The latest changes, newest first: at most 50.
    pub changes: Vec<SeasonChange>,
}

/// An event of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonEvent {
    /// Number of the event.
    pub event: u64,
    /// Its name.
    pub name: String,
    /// Its day, in milliseconds since 1970.
    pub at: UnixMs,
    /// Price of an entry.
    pub price: Chips,
    /// Players in the event.
    pub entrants: u32,
    /// `true` if the results were taken from a tournament.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tournament: bool,
    /// The results, by place.
    pub results: Vec<SeasonPlace>,
}

/// A result of an event, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonPlace {
    /// Number of the person.
    pub person: u64,
    /// The place, from 1.
    pub place: u32,
    /// Players eliminated.
    pub knock_outs: u32,
    /// Rebuys.
    pub rebuys: u32,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonLine {
    /// Number of the person.
    pub person: u64,
    /// The person's name.
    pub name: String,
    /// The rank, from 1; players who share one have the same.
    pub rank: u32,
    /// Points that count, in hundredths.
    pub points: i64,
    /// The points of each event, in the order of the events.
    pub results: Vec<SeasonPoints>,
    /// Events played.
    pub played: u32,
    /// First places.
    pub wins: u32,
    /// Players eliminated.
    pub knock_outs: u32,
    /// The rule that put the player behind the one above, who has the same points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tie: Option<TieRule>,
}

/// The points of a player in an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonPoints {
    /// Points in hundredths; omitted if the player was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// `true` if they do not count, because enough others are better.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dropped: bool,
}

/// A change of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonChange {
    /// Time, in milliseconds since 1970.
    pub at: UnixMs,
    /// The name of who made it.
    pub by: String,
    /// What was changed.
    pub kind: SeasonChangeKind,
    /// The event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Players whose rank or points changed; omitted if the server stopped before it counted them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<u32>,
}

/// A kind of change of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeasonChangeKind {
    /// An event was added.
    Added,
    /// The results or terms of an event were corrected.
    Corrected,
    /// An event was deleted.
    Deleted,
    /// The rules were changed.
    Rules,
}

/// The answer to a change: the season, and who moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonChanged {
    /// The season after the change.
    pub season: SeasonResponse,
    /// The players whose rank or points changed, in the order of the standings; then those who are gone.
    pub moved: Vec<SeasonMove>,
}

/// A player whose rank or points changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonMove {
    /// Number of the person.
    pub person: u64,
    /// The person's name.
    pub name: String,
    /// The place in the standings before; omitted if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<SeasonRank>,
    /// The place in the standings now; omitted if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<SeasonRank>,
}

/// A place in the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeasonRank {
    /// The rank.
    pub rank: u32,
    /// Points in hundredths.
    pub points: i64,
}
