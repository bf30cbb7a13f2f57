//! Tables: their settings, with the table rules in `session`, their place in the lobby and, in `state`, their state at one point
//! in time.

pub mod session;
mod state;

use serde::{Deserialize, Serialize};

use super::choice::DecisionKind;
use super::common::{Chips, LocalName, TableId, is_false, is_zero};
use super::mix::{MixConfig, MixInfo};
use super::tournament::EventInfo;
use crate::describe::JsonSchema;

use session::StrictSession;

pub use session::{BombPot, Currency, DoubleBoard, FirstDealer, Rebuys, SessionRules, ShowRule, StraddleRule};
pub use state::{
    Clock, HandState, PickState, PotState, SeatBank, SeatPlay, SeatState, SeatStatus, TableState, TurnState, YourState,
};

/// A playable game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own on the wire")]
pub struct GameInfo {
    /// The stable identifier.
    pub id: String,
    /// Its numbers in the catalogue.
    pub numbers: Vec<String>,
    /// Name of the game.
    pub name: LocalName,
    /// The family of games it is listed under.
    pub family: String,
    /// Minimum number of players.
    pub seats_min: u8,
    /// Maximum number of players.
    pub seats_max: u8,
    /// The betting structures to choose from: `nl`, `pot`, `fixed`, `spread`; the first one is the default.
    pub limits: Vec<String>,
    /// The deal, with one symbol per card: `d` down, `u` up, `o` up or down at its owner's choice, `b` board, `h` board face
    /// down; and one per step: `-` a betting round, `x` a draw, `t` a discard, `v` turning up board cards, `r` turning up cards
    /// of one's own, `?` a declaration.
    pub deal: String,
    /// The kinds of decision in the game, betting included, in order of first appearance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionKind>,
    /// `true` if the game has wild cards.
    #[serde(default, skip_serializing_if = "is_false")]
    pub wild: bool,
    /// `true` if its tables may have bomb pots.
    #[serde(default, skip_serializing_if = "is_false")]
    pub bomb_pots: bool,
    /// Maximum number of seats at its tables with two boards; left out if it has no double board.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub double_board_seats: u8,
    /// `true` if its tables may have a seven-deuce bounty.
    #[serde(default, skip_serializing_if = "is_false")]
    pub seven_deuce: bool,
    /// `true` if its tables may have straddles.
    #[serde(default, skip_serializing_if = "is_false")]
    pub straddles: bool,
    /// `true` if the game has a high side.
    pub high: bool,
    /// `true` if the game has a low side.
    pub low: bool,
    /// The ranking of high hands, such as `high` or `short-deck`; left out if there is no high side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high_ranking: Option<String>,
    /// The ranking of low hands, such as `8-or-better`; left out if there is no low side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_ranking: Option<String>,
    /// Number of the player's own cards that a hand must use; left out if any number will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_cards: Option<u8>,
    /// Default small blind in chips; 0 if the game has none.
    pub small_blind: Chips,
    /// Default big blind in chips; 0 if the game has none.
    pub big_blind: Chips,
    /// Default ante in chips; 0 if the game has none.
    pub ante: Chips,
    /// Default bet size of each tier in the first betting structure, in chips.
    pub bets: Vec<Chips>,
    /// The definition of a host's own game, for programs that can read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<String>,
}

/// The settings of a table. Whatever is left out takes the game's default.
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableConfig {
    /// Name of the table; 1 to 40 characters.
    pub name: String,
    /// Identifier of the game; with a `definition`, its identifier or an empty string; empty with a `mix`.
    pub game: String,
    /// A game of the host's own, in the format of the server's own games, up to 8192 bytes. Allowed at private tables only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8192))]
    pub definition: Option<String>,
    /// Several games instead of one; `game` is then empty, and amounts follow from `multiplier`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<MixConfig>,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Number of seats.
    pub seats: u8,
    /// Multiplies every default amount of the game; amounts given below replace the product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<u32>,
    /// The small blind, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub small_blind: Option<Chips>,
    /// The big blind, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub big_blind: Option<Chips>,
    /// The ante of each player, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ante: Option<Chips>,
    /// Minimum buy-in, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_in_min: Option<Chips>,
    /// Maximum buy-in, in chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buy_in_max: Option<Chips>,
    /// Time to act, in milliseconds: at least 100. People always get at least 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_ms: Option<u32>,
    /// Time bank of each player, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_bank_ms: Option<u32>,
    /// `true` if the button always moves to the next player instead of staying on a seat that lost its player.
    #[serde(default)]
    pub moving_button: bool,
    /// `true` if hands are tabled as soon as a player is all-in and no further betting is possible.
    #[serde(default)]
    pub all_in_face_up: bool,
    /// `true` if the table is only for those who know its identifier, which then contains an invitation of 128 random bits: the
    /// table is in no list, and part of the identifier finds nothing.
    #[serde(default)]
    pub private: bool,
    /// `true` if house bots may join human players, if the server has any. They never join private tables, which they cannot see.
    #[serde(default, skip_serializing_if = "is_false")]
    pub house_bots: bool,
    /// Table rules beyond those of the game.
    #[serde(
        default,
        skip_serializing_if = "SessionRules::is_usual",
        deserialize_with = "StrictSession::deserialize"
    )]
    pub session: SessionRules,
}

/// The full description of a table.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own on the wire")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableInfo {
    /// Its identifier; that of a private table contains the invitation.
    pub table: TableId,
    /// Name of the table.
    pub name: String,
    /// The games of a table that plays several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mix: Option<Box<MixInfo>>,
    /// Identifier of the game. With several games, this, the name, the limit and the amounts are those of the current one.
    pub game: String,
    /// Name of the game.
    pub game_name: LocalName,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`.
    pub limit: String,
    /// The small blind in chips; 0 if there is none.
    pub small_blind: Chips,
    /// The big blind in chips; 0 if there is none.
    pub big_blind: Chips,
    /// The ante in chips; 0 if there is none.
    pub ante: Chips,
    /// The bet size of each tier, in chips: exact in fixed limit, the minimum otherwise.
    pub bets: Vec<Chips>,
    /// Number of seats.
    pub seats: u8,
    /// Minimum buy-in, in chips.
    pub buy_in_min: Chips,
    /// Maximum buy-in, in chips.
    pub buy_in_max: Chips,
    /// Time to act, in milliseconds.
    pub action_ms: u32,
    /// Time bank of each player, in milliseconds.
    pub time_bank_ms: u32,
    /// `true` if the table is left out of the lobby's list.
    pub private: bool,
    /// `true` if house bots may join human players.
    #[serde(default, skip_serializing_if = "is_false")]
    pub house_bots: bool,
    /// Table rules beyond those of the game; left out if all are as usual.
    #[serde(default, skip_serializing_if = "SessionRules::is_usual")]
    pub session: SessionRules,
    /// `true` if the game is the host's own, which is not in the list of games: the table's snapshot contains it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub own_game: bool,
    /// `true` if one player practises here against bots. The chips have no value elsewhere.
    #[serde(default, skip_serializing_if = "is_false")]
    pub practice: bool,
    /// The account that opened the table, as in a player's `id`; left out at house tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The tournament to which the table belongs. Its chips have no value elsewhere, and requests about seats and chips have to
    /// be made to the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Box<EventInfo>>,
}

/// A table as listed in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableSummary {
    /// Description of the table.
    pub info: TableInfo,
    /// Numbers of the taken seats, from 1.
    pub taken: Vec<u8>,
    /// Number of taken seats that belong to bots.
    pub bots: u8,
    /// Number of taken seats whose players are not playing: they sit out, have no chips, or are disconnected.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub away: u8,
    /// Number of players waiting for a seat.
    pub waiting: u16,
    /// Number of hands completed so far.
    pub hands: u64,
    /// Number of hands left for the current game of a rotation, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands_left: Option<u16>,
    /// Average pot of the most recent hands, in chips.
    pub average_pot: Chips,
}
