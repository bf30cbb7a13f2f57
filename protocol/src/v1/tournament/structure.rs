//! The structure of a tournament, fixed before it begins.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;
use crate::v1::common::{Chips, LocalName, is_false};

/// The structure of a tournament: everything published before anyone enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StructureInfo {
    /// The stable identifier, such as `freezeout`.
    pub id: String,
    /// Name of the structure.
    pub name: LocalName,
    /// The way the field shrinks.
    pub kind: FieldKind,
    /// The event that starts the tournament.
    pub start: StartKind,
    /// Minimum number of players; with fewer it does not start.
    pub entries_min: u32,
    /// Maximum number of players.
    pub entries_max: u32,
    /// Number of seats at a table.
    pub seats: u8,
    /// Number of seats at the final table.
    pub final_seats: u8,
    /// The games: one, or several that take turns, one per level.
    pub games: Vec<TournamentGame>,
    /// Starting stack of an entry, in tournament chips.
    pub stack: Chips,
    /// Levels and breaks, in order. After the last level, each further one is half as large again as the one before.
    pub levels: Vec<LevelRow>,
    /// The payer of the ante.
    pub ante: AnteFormat,
    /// Chips that an entry pays into the pool.
    pub price: Chips,
    /// Bounties, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounty: Option<BountyTerms>,
    /// The level at the end of which entries close, from 1; 0 closes them at the start.
    pub late_levels: u16,
    /// Number of times a player who is out may re-enter while entries are open.
    pub re_entries: u16,
    /// Rebuys, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rebuy: Option<RebuyTerms>,
    /// The add-on, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub add_on: Option<AddOnTerms>,
    /// Guaranteed minimum of the pool, in chips; 0 if nothing is guaranteed.
    pub guarantee: Chips,
    /// The division of the pool.
    pub pays: PayTerms,
    /// Unit to which prizes are rounded, in chips, except for the first prize, which takes the remainder; 1 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pays_unit: Option<Chips>,
    /// `true` if the house alone may announce it, because it guarantees prizes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub house_only: bool,
    /// The eliminations before which hand-for-hand begins.
    pub hand_for_hand: Vec<HandForHandTrigger>,
    /// Number of tables at or below which short-handed tables halt earlier.
    pub late_tables: u16,
    /// The schedule of breaks.
    pub breaks: BreakPlan,
    /// The timing of decisions.
    pub clock: ClockKind,
    /// Time to act, in milliseconds.
    pub action_ms: u32,
    /// Initial time bank, in milliseconds.
    pub bank_ms: u32,
    /// The treatment of an absent player's hand.
    pub absent_hand: AbsentHand,
    /// The severity of penalties.
    pub severity: Severity,
    /// `true` if players may check or bet in the dark, as with `dark_bets` of a table's `session`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dark_bets: bool,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentGame {
    /// Identifier of the game.
    pub game: String,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`.
    pub limit: String,
}

/// A row in the list of levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LevelRow {
    /// A level.
    Level(LevelInfo),
    /// A break between two levels.
    Break {
        /// Length of the break, in seconds.
        duration: u32,
    },
}

/// A level: its stakes and its length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LevelInfo {
    /// The level, from 1.
    pub level: u16,
    /// Identifier of the level's game, possibly with the betting structure, as in `omaha:pot`.
    pub game: String,
    /// The small blind in chips; 0 if there is none.
    pub small_blind: Chips,
    /// The big blind in chips; in games without blinds, the bet of the first tier.
    pub big_blind: Chips,
    /// The ante in chips; 0 if there is none.
    pub ante: Chips,
    /// The smallest chip in play.
    pub unit: Chips,
    /// Length of the level, in seconds.
    pub duration: u32,
}

/// The way the field shrinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Tables are balanced and broken until one is left.
    Field,
    /// Each table plays down to one player, and the winners meet in the next round.
    Shootout,
    /// A shootout between pairs of players, with byes.
    Bracket,
}

/// The event that starts a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StartKind {
    /// Its starting time, if enough players have entered.
    Time,
    /// The last entry that fills it: a sit & go.
    Full,
}

/// The payer of the ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnteFormat {
    /// The big blind pays for the whole table.
    Bb,
    /// Every player pays.
    Classic,
    /// The button pays for the whole table.
    Button,
}

/// The bounties of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BountyTerms {
    /// Chips that an entry pays for bounties.
    pub price: Chips,
    /// The way bounties are won.
    pub kind: BountyKind,
    /// Percentages of the bounty pool in the first envelopes of a mystery bounty, largest first; the remaining envelopes share
    /// the rest equally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub envelopes: Vec<u8>,
}

/// The way bounties are won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BountyKind {
    /// The whole bounty goes to the player who eliminates its owner.
    Flat,
    /// Half of the bounty goes to the player who eliminates its owner, the other half onto that player's own head.
    Progressive,
    /// Once in the money, a player who eliminates another opens an envelope.
    Mystery,
}

/// The rebuys of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RebuyTerms {
    /// The level at the end of which rebuys end, from 1.
    pub levels: u16,
    /// Chips that a rebuy pays into the pool.
    pub price: Chips,
    /// Chips that a rebuy adds to the stack.
    pub chips: Chips,
    /// Maximum number of rebuys per player.
    pub most: u16,
}

/// The add-on, which every player may take once, in the first break after the rebuy period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AddOnTerms {
    /// Chips that the add-on pays into the pool.
    pub price: Chips,
    /// Chips that the add-on adds to the stack.
    pub chips: Chips,
}

/// The division of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PayTerms {
    /// About 15 % of the entries are paid, each place somewhat less than the one above.
    Ladder {},
    /// One to three places are paid, depending on the number of entries.
    Table {},
    /// Fixed percentages are paid.
    Percents {
        /// Percentages of the pool, first place first.
        percents: Vec<u8>,
    },
    /// Entries in another tournament are paid.
    Seats {
        /// Number of seats.
        seats: u32,
        /// Identifier of the structure or tournament in which they are seats.
        of: String,
    },
}

/// The elimination before which hand-for-hand begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HandForHandTrigger {
    /// The elimination that reaches the money.
    Money {},
    /// The elimination that leaves the final table.
    Final {},
    /// The elimination that brings a jump in prizes.
    Jump {
        /// Number of players left after it.
        left: u32,
    },
}

/// The schedule of breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BreakPlan {
    /// At the places in the list of levels.
    Levels,
    /// In the last five minutes of every hour of the wall clock.
    Hourly,
}

/// The timing of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// A fixed time, followed by the time bank.
    Online,
    /// At least a minute, then until Time is called.
    Live,
}

/// The treatment of an absent player's hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbsentHand {
    /// The hand is dead: it posts and cannot win.
    Dead,
    /// The clock plays the hand, and it may win.
    Live,
}

/// The severity of penalties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A warning is only an explanation and costs no hand.
    Light,
    /// A warning costs one hand.
    Normal,
    /// There are no warnings: penalties start with missed hands.
    Heavy,
}
