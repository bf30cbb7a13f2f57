//! Games, their rules, and definitions that are checked.

use serde::{Deserialize, Serialize};

use super::super::common::{Card, Chips};
use super::super::event::{HandName, Side};
use super::super::mix::MixInfo;
use super::super::table::GameInfo;
use crate::describe::JsonSchema;

/// `GET /api/v1/games`: the games on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GamesResponse {
    /// The games.
    pub games: Vec<GameInfo>,
    /// Rotations of games, and dealer's choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mixes: Vec<MixInfo>,
}

/// The rules of a game in plain words: `GET /api/v1/games/{id}/rules`, or `GET /api/v1/tables/{table}/rules` for the game of a
/// table, which may be the host's own. `?lang=fr` selects French; the default is English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    pub mix: Option<MixInfo>,
    /// The hand rankings for each side of the pot, with examples, the high side first; left out for several games at one table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rankings: Vec<HandRanking>,
}

/// A hand ranking, shown by examples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandRanking {
    /// Name of the ranking, such as `high`, `short-deck` or `8-or-better`.
    pub ranking: String,
    /// The side of the pot that it decides: `high` or `low`.
    pub side: Side,
    /// One hand of each category, best first.
    pub hands: Vec<HandName>,
    /// Cards that the examples treat as wild, in games where chance determines the wild cards; left out otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed_wild: Vec<Card>,
}

/// A section of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleSection {
    /// Heading of the section.
    pub title: String,
    /// The sentences, one per line.
    pub lines: Vec<String>,
    /// `true` if the lines are steps that follow one another.
    pub steps: bool,
}

/// Checks a host's own game: `POST /api/v1/games/check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GameCheckRequest {
    /// The definition, up to 8192 bytes.
    #[schemars(length(max = 8192))]
    pub definition: String,
}

/// The result of the check: the game, or the fault in the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameCheckResponse {
    /// The game, if the definition can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameInfo>,
    /// Number of the faulty line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Description of the fault, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Ten hands of a host's own game, played by players who act at random: `POST /api/v1/games/deal`, which takes the same body as
/// `POST /api/v1/games/check`. With `hands` there is neither `line` nor `error`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameDealResponse {
    /// The hands; empty if the definition is faulty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<TrialHand>,
    /// Number of the faulty line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Description of the fault, in English.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A hand dealt to try a game out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
