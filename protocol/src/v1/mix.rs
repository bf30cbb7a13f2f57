//! Tables of several games: in turn, or as the dealer of each hand picks.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use ts_rs::TS;

use super::common::{Chips, LocalName};

/// Several games at one table, as its creator wants them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum MixConfig {
    /// Games in turn.
    Rotation {
        /// A rotation of the list of games; left out if `games` has a list of one's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rotation: Option<String>,
        /// The games, in the order in which they are played.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "strict_games")]
        #[ts(optional, as = "Option<_>")]
        games: Vec<MixGame>,
        /// For how many hands each is played; one orbit if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        hands: Option<u16>,
    },
    /// The dealer of each hand picks.
    DealersChoice {
        /// What may be picked; every game if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "strict_games")]
        #[ts(optional, as = "Option<_>")]
        games: Vec<MixGame>,
        /// The game of a dealer whose time runs out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        default: Option<String>,
        /// Time to pick, in milliseconds; as long as to act if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pick_ms: Option<u32>,
    },
}

/// A game of several at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MixGame {
    /// The game.
    pub game: String,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`. Left out, it is the game's first; where the dealer picks, it
    /// is the dealer's to choose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<String>,
    /// Multiplies the default amounts of this game, so that the games of a list fit together. Left out, the least bet is
    /// that of the game of the list which has the greatest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub multiplier: Option<u32>,
}

/// A list of [`MixGame`] as a creator writes it: nothing that is not known is passed over. Readers of a table's
/// description stay tolerant.
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

/// How a table comes to its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MixKind {
    /// One after the other, each for a span, and from the beginning again.
    Rotation,
    /// The dealer of each hand picks.
    DealersChoice,
}

/// Several games at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct MixInfo {
    /// How the table comes to them.
    pub kind: MixKind,
    /// The identifier, if it is in the list of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// Its number in the catalogue, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<String>,
    /// What people call it, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<LocalName>,
    /// The games, in their order; none where the dealer picks from all there are.
    pub games: Vec<MixGame>,
    /// For how many hands each game of a rotation is played; one orbit if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hands: Option<u16>,
    /// The game of a dealer whose time runs out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub default: Option<String>,
    /// Time to pick, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pick_ms: Option<u32>,
}

/// A game with its stakes, as a table plays it from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameAtHand {
    /// The game.
    pub game: String,
    /// Its names.
    pub game_name: LocalName,
    /// The betting structure.
    pub limit: String,
    /// The amounts.
    #[serde(flatten)]
    pub stakes: StakesAtHand,
}

/// The amounts that a table plays for from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StakesAtHand {
    /// The small blind, 0 if there is none.
    pub small_blind: Chips,
    /// The big blind, 0 if there is none.
    pub big_blind: Chips,
    /// The ante, 0 if there is none.
    pub ante: Chips,
    /// The bet size of each tier: exact in fixed limit, the least otherwise.
    pub bets: Vec<Chips>,
}

/// A game that a dealer may pick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct OfferedGame {
    /// The game.
    pub game: String,
    /// Its names.
    pub name: LocalName,
    /// The betting structures to choose from; the first is taken if none is named.
    pub limits: Vec<String>,
}
