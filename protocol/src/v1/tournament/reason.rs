//! Why something happened in a tournament, and who decided it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a player got a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatReason {
    /// Play begins.
    Start,
    /// The player entered late, or again.
    Late,
    /// A later round of a shootout or bracket begins.
    Round,
    /// The final table was formed.
    Final,
}

/// Why a player was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum MoveReason {
    /// Other tables had fewer players.
    Balance,
    /// The table was broken.
    Break,
    /// A table was opened for late entries.
    Open,
    /// The director said so.
    Director,
}

/// Why a table stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum HaltReason {
    /// It has too few players, and waits for others.
    Short,
    /// Two hands in a row were void.
    Fault,
}

/// Why hand-for-hand began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandReason {
    /// The next elimination brings the others into the money.
    Money,
    /// The next elimination makes the final table.
    Final,
    /// The next elimination makes prizes jump.
    Jump,
    /// The director said so.
    Director,
}

/// How a hand was voided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum VoidMode {
    /// Every stack is what it was before the hand.
    Refund,
    /// Each pot was shared equally by those who contended for it.
    Split,
}

/// Who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Official {
    /// The server, by itself.
    Server,
    /// A player, for himself.
    Player,
    /// A tournament official.
    Floor,
    /// The director, who alone disqualifies, cancels and makes deals.
    Director,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlayerPresence {
    /// Yes.
    Active,
    /// The connection is lost.
    Disconnected,
    /// Away by choice, or after two timeouts in a row: dead hands, which post.
    Absent,
}

/// How hard a penalty is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// A warning.
    Warning,
    /// Two to four missed hands.
    Hands,
    /// One to four missed orbits.
    Orbits,
    /// The end of the tournament for the player.
    Disqualification,
}

/// Why a prize was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum PrizeReason {
    /// For a place.
    Place,
    /// A seat of a satellite.
    Seat,
    /// By a deal.
    Deal,
    /// As the tournament was cancelled.
    Cancel,
}

/// How a deal shares out prizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DealKind {
    /// The lowest prize that is left for each, the rest by chips.
    Chop,
    /// By the independent chip model.
    Icm,
    /// As the players have agreed.
    Other,
}

/// Why a deal is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum DealEndReason {
    /// A player refused it.
    Refused,
    /// Not all have agreed in time.
    Time,
    /// It cannot be made any more: players or stacks have changed since it was proposed or offered.
    Changed,
    /// An official lets play go on.
    Resumed,
}
