//! Reasons for the events of a tournament, and the officials behind them.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

/// The reason for giving a player a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatReason {
    /// Play begins.
    Start,
    /// The player entered late, or re-entered.
    Late,
    /// A later round of a shootout or bracket begins.
    Round,
    /// The final table was formed.
    Final,
}

/// The reason for moving a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveReason {
    /// Other tables had fewer players.
    Balance,
    /// The table was broken.
    Break,
    /// A table was opened for late entries.
    Open,
    /// The director ordered it.
    Director,
}

/// The reason for halting a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HaltReason {
    /// The table has too few players and is waiting for more.
    Short,
    /// Two consecutive hands were void.
    Fault,
}

/// The reason for hand-for-hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HandForHandReason {
    /// The next elimination puts the remaining players in the money.
    Money,
    /// The next elimination leaves the players of the final table.
    Final,
    /// The next elimination brings a jump in prizes.
    Jump,
    /// The director ordered it.
    Director,
}

/// The way a hand was voided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VoidMode {
    /// Every stack went back to its amount before the hand.
    Refund,
    /// Each pot was divided equally among the players contending for it.
    Split,
}

/// The maker of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Official {
    /// The server, automatically.
    Server,
    /// A player, on the player's own behalf.
    Player,
    /// An official of the tournament.
    Floor,
    /// The director, who alone may disqualify, cancel and make deals.
    Director,
}

/// The presence of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlayerPresence {
    /// Present.
    Active,
    /// Disconnected.
    Disconnected,
    /// Away by choice, or after two timeouts in a row: the hands are dead, but post.
    Absent,
}

/// A rung of the penalty ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// A warning.
    Warning,
    /// Two to four missed hands.
    Hands,
    /// One to four missed orbits.
    Orbits,
    /// Disqualification from the tournament.
    Disqualification,
}

/// The end of an account's time on a waiting list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitEnd {
    /// The account has a place in a live tournament, under its name: its officials seat it.
    Seated,
    /// Entries have closed.
    Closed,
    /// A place was free, and the account had fewer chips than the entry costs.
    Funds,
    /// A place was free, and the account may not enter: it is banned, or has reached a limit of its own, or its age is not
    /// verified, or it has ruled in the tournament.
    NotAllowed,
    /// A place was free in a live tournament, and another player there has the name.
    Name,
    /// An official has taken the account off the list.
    Removed,
}

/// The reason for paying a prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrizeReason {
    /// For a finishing place.
    Place,
    /// For a seat won in a satellite.
    Seat,
    /// Under a deal.
    Deal,
    /// Because the tournament was cancelled.
    Cancel,
}

/// The way a deal divides the prizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealKind {
    /// Each player gets the lowest remaining prize, and the rest is divided in proportion to chips.
    Chop,
    /// By the independent chip model (ICM).
    Icm,
    /// As the players have agreed.
    Other,
}

/// The reason for calling off a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DealEndReason {
    /// A player refused it.
    Refused,
    /// Not all players agreed in time.
    Time,
    /// The deal is no longer possible: players or stacks have changed since it was proposed or offered.
    Changed,
    /// An official resumed play.
    Resumed,
}
