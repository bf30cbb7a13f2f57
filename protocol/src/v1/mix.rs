//! Tables that play several games, in rotation or as the dealer of each hand picks.

use serde::{Deserialize, Deserializer, Serialize};

use super::common::{Chips, LocalName};
use crate::describe::JsonSchema;

/// Several games at one table, as its creator requests them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum MixConfig {
    /// The games in rotation.
    Rotation {
        /// Identifier of a rotation in the list of games; left out if `games` is a custom list.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rotation: Option<String>,
        /// The games in the order of play.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "strict_games")]
        games: Vec<MixGame>,
        /// Number of hands for which each game is played; one orbit if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hands: Option<u16>,
    },
    /// Dealer's choice: the dealer of each hand picks its game.
    DealersChoice {
        /// The games on offer; every game if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "strict_games")]
        games: Vec<MixGame>,
        /// The game played when a dealer's time runs out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<String>,
        /// Time to pick, in milliseconds; the time to act if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pick_ms: Option<u32>,
    },
}

/// One of several games at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MixGame {
    /// Identifier of the game.
    pub game: String,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`. Left out, it is the game's first; in dealer's choice it is the
    /// dealer's to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Multiplies the default amounts of this game, so that the games of a list fit together. Left out, the game is scaled to
    /// the largest minimum bet among the games of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<u32>,
}

/// Reads a list of [`MixGame`] as a creator writes it, refusing unknown fields. Readers of a table's description stay tolerant.
fn strict_games<'de, D: Deserializer<'de>>(list: D) -> Result<Vec<MixGame>, D::Error> {
    #[derive(Deserialize)]
    #[serde(remote = "MixGame", deny_unknown_fields)]
    struct StrictGame {
        game: String,
        #[serde(default)]
        limit: Option<String>,
        #[serde(default)]
        multiplier: Option<u32>,
    }

    #[derive(Deserialize)]
    struct Strict(#[serde(with = "StrictGame")] MixGame);

    let games = Vec::<Strict>::deserialize(list)?;
    Ok(games.into_iter().map(|Strict(game)| game).collect())
}

/// The rule by which a table changes games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MixKind {
    /// The games take turns, each for a fixed span, over and over.
    Rotation,
    /// The dealer of each hand picks.
    DealersChoice,
}

/// Several games at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MixInfo {
    /// The rule by which games change.
    pub kind: MixKind,
    /// The identifier, if it is in the list of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its number in the catalogue, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The common name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<LocalName>,
    /// The games in order; empty if the dealer may pick any game.
    pub games: Vec<MixGame>,
    /// Number of hands for which each game of a rotation is played; one orbit if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<u16>,
    /// The game played when a dealer's time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Time to pick, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pick_ms: Option<u32>,
}

/// A game with its stakes, as a table plays it from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameAtHand {
    /// Identifier of the game.
    pub game: String,
    /// Name of the game.
    pub game_name: LocalName,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`.
    pub limit: String,
    /// The stakes.
    #[serde(flatten)]
    pub stakes: StakesAtHand,
}

/// The stakes of a table from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StakesAtHand {
    /// The small blind in chips; 0 if there is none.
    pub small_blind: Chips,
    /// The big blind in chips; 0 if there is none.
    pub big_blind: Chips,
    /// The ante in chips; 0 if there is none.
    pub ante: Chips,
    /// The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise.
    pub bets: Vec<Chips>,
}

/// A game offered to the dealer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferedGame {
    /// Identifier of the game.
    pub game: String,
    /// Name of the game.
    pub name: LocalName,
    /// The betting structures to choose from; the first one applies if none is named.
    pub limits: Vec<String>,
}
