//! What was chosen before a tournament begins.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::v1::common::{Chips, LocalName, is_false};

/// The structure of a tournament: everything that is published before anybody enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct StructureInfo {
    /// The stable identifier, such as `freezeout`.
    pub id: String,
    /// Its names.
    pub name: LocalName,
    /// How the field becomes smaller.
    pub kind: FieldKind,
    /// What starts the tournament.
    pub start: StartKind,
    /// With fewer players it does not start.
    pub entries_min: u32,
    /// It takes no more players than this.
    pub entries_max: u32,
    /// How many seats a table has.
    pub seats: u8,
    /// How many seats the final table has.
    pub final_seats: u8,
    /// What is played: one game, or several that take turns, a level each.
    pub games: Vec<TournamentGame>,
    /// The chips of an entry.
    pub stack: Chips,
    /// Levels and breaks in their order. After the last level each one is half as large again.
    pub levels: Vec<LevelRow>,
    /// Who pays the ante.
    pub ante: AnteFormat,
    /// What an entry pays to the pool.
    pub price: Chips,
    /// Bounties, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bounty: Option<BountyTerms>,
    /// Entries are open until this level is over; 0 closes them at the start.
    pub late_levels: u16,
    /// How often a player who is out may enter again while entries are open.
    pub re_entries: u16,
    /// Rebuys, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rebuy: Option<RebuyTerms>,
    /// The add-on, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub add_on: Option<AddOnTerms>,
    /// What the pool holds at the least; 0 if nothing is guaranteed.
    pub guarantee: Chips,
    /// How the pool is shared out.
    pub pays: PayTerms,
    /// Prizes are multiples of it, but for the first, which takes the rest; 1 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pays_unit: Option<Chips>,
    /// `true` if the house alone may announce it, as it guarantees prizes.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub house_only: bool,
    /// When hand-for-hand begins.
    pub hand_for_hand: Vec<HandForHandTrigger>,
    /// With so many tables or fewer, tables that are short halt earlier.
    pub late_tables: u16,
    /// When breaks are.
    pub breaks: BreakPlan,
    /// How decisions are timed.
    pub clock: ClockKind,
    /// Time to act, in milliseconds.
    pub action_ms: u32,
    /// The time bank at the start, in milliseconds.
    pub bank_ms: u32,
    /// What becomes of the hand of an absent player.
    pub absent_hand: AbsentHand,
    /// How hard penalties are.
    pub severity: Severity,
    /// Whether a player may check or bet in the dark: see `dark_bets` of a table's `session`.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub dark_bets: bool,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentGame {
    /// The game.
    pub game: String,
    /// The betting structure: `nl`, `pot`, `fixed` or `spread`.
    pub limit: String,
}

/// A row of the list of levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LevelRow {
    /// A level.
    Level(LevelInfo),
    /// A break between two levels.
    Break {
        /// How long it lasts, in seconds.
        duration: u32,
    },
}

/// A level: what is played for, and for how long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LevelInfo {
    /// The level, from 1.
    pub level: u16,
    /// The game that it is played in; `omaha:pot` names the limit too.
    pub game: String,
    /// The small blind, 0 if there is none.
    pub small_blind: Chips,
    /// The big blind; in games without blinds the bet of the first tier.
    pub big_blind: Chips,
    /// The ante, 0 if there is none.
    pub ante: Chips,
    /// The smallest chip in play.
    pub unit: Chips,
    /// How long it lasts, in seconds.
    pub duration: u32,
}

/// How the field becomes smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Tables are balanced and broken until one is left.
    Field,
    /// Each table plays to its last player, and these play the next round.
    Shootout,
    /// A shootout of pairs, with byes.
    Bracket,
}

/// What starts a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum StartKind {
    /// Its time, if enough players are there.
    Time,
    /// The last entry: a sit & go.
    Full,
}

/// Who pays the ante.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AnteFormat {
    /// The big blind, for all.
    Bb,
    /// Everybody.
    Classic,
    /// The button, for all.
    Button,
}

/// Bounties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct BountyTerms {
    /// What an entry pays for them.
    pub price: Chips,
    /// How they are won.
    pub kind: BountyKind,
    /// The percents of the bounty pool in the first envelopes of a mystery bounty, the largest first; the others share the rest
    /// equally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub envelopes: Vec<u8>,
}

/// How bounties are won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum BountyKind {
    /// The whole of it goes to who eliminates its owner.
    Flat,
    /// Half of it does, the rest onto the winner's own head.
    Progressive,
    /// From the money on, who eliminates a player opens an envelope.
    Mystery,
}

/// Rebuys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RebuyTerms {
    /// They end when this level is over.
    pub levels: u16,
    /// What one costs, to the pool.
    pub price: Chips,
    /// The chips that it brings.
    pub chips: Chips,
    /// How many a player may take.
    pub most: u16,
}

/// The add-on: every player may take it once, in the first break after the rebuys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AddOnTerms {
    /// What it costs, to the pool.
    pub price: Chips,
    /// The chips that it brings.
    pub chips: Chips,
}

/// How the pool is shared out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PayTerms {
    /// About 15 % of the entries are paid, each place some less than the one above.
    Ladder {},
    /// One to three places are paid, by the number of entries.
    Table {},
    /// By these percents.
    Percents {
        /// The percents of the pool, the first place first.
        percents: Vec<u8>,
    },
    /// As entries of another tournament.
    Seats {
        /// How many.
        seats: u32,
        /// The identifier of the structure or tournament that they are entries of.
        of: String,
    },
}

/// What hand-for-hand waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HandForHandTrigger {
    /// The elimination before the money.
    Money {},
    /// The elimination before the final table.
    Final {},
    /// The elimination that makes prizes jump.
    Jump {
        /// How many players it leaves.
        left: u32,
    },
}

/// When breaks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum BreakPlan {
    /// Where the levels list them.
    Levels,
    /// In the last five minutes of each hour of the wall clock.
    Hourly,
}

/// How decisions are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClockKind {
    /// A fixed time, then the time bank.
    Online,
    /// A minute at least, then until somebody calls Time.
    Live,
}

/// What becomes of the hand of an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum AbsentHand {
    /// It is dead: it posts and cannot win.
    Dead,
    /// The clock plays it, and it may win.
    Live,
}

/// How hard penalties are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// A warning is an explanation and costs no hand.
    Light,
    /// A warning costs a hand.
    Normal,
    /// There are no warnings: penalties begin with missed hands.
    Heavy,
}
