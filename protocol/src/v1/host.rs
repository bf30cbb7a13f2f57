//! What the host of a table may do there, and how players ask the host for a seat.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::common::{Chips, PlayerInfo, TableId, is_false, is_zero};

/// A wish of the table's host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// What is to be done.
    pub action: HostAction,
}

/// What the host of a table may do there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum HostAction {
    /// No new hand begins; one that is running is played to its end.
    Pause {},
    /// Hands begin again.
    Resume {},
    /// From now on players ask for a seat and the host accepts or refuses them, or they sit down as they like. The host, players
    /// who have a seat already, and as many bots as the host has asked for need no acceptance.
    Approval {
        /// Which of the two.
        on: bool,
    },
    /// Lets a player sit down who has asked.
    Accept {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// Does not let a player sit down who has asked.
    Refuse {
        /// The account, as in a player's `id`.
        player: String,
    },
    /// Adds chips of the host's own account to the stack of a player who is in no running hand, up to the greatest buy-in.
    /// Moves chips.
    AddChips {
        /// The account, as in a player's `id`.
        player: String,
        /// How many.
        amount: Chips,
    },
    /// Moves a player to a free seat, between hands. Where blinds have been paid, the player enters there as a newcomer does.
    Move {
        /// The account, as in a player's `id`.
        player: String,
        /// The seat, from 1.
        seat: u8,
    },
    /// Other stakes, from the next hand on.
    Stakes {
        /// All of them.
        stakes: HostStakes,
    },
    /// Ends the game at hand where games come in turn: the next hand is one of the next game. Where dealers pick, the one who is
    /// asked gets the table's own game, as if the time were up.
    NextGame {},
    /// So many bots of the house are to sit at this private table, as far as there are seats and bots. 0 sends them away.
    Bots {
        /// How many.
        count: u8,
    },
    /// Closes the table for good, when the hand is over: everybody leaves with the stack.
    Close {},
}

/// The stakes that a host wants. They are checked as those of a new table are, and what is left out takes the same default as
/// there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct HostStakes {
    /// Multiplies every default amount of the game; amounts that are given below replace the product.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub multiplier: Option<u32>,
    /// The small blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub small_blind: Option<Chips>,
    /// The big blind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub big_blind: Option<Chips>,
    /// The ante of every player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ante: Option<Chips>,
    /// The least buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub buy_in_min: Option<Chips>,
    /// The greatest buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub buy_in_max: Option<Chips>,
}

/// A player asks the table's host for a seat, or takes that back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct AskSeat {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The table.
    pub table: TableId,
    /// `true` to ask, `false` to take it back.
    pub ask: bool,
}

/// What the host has decided about the table, as everybody there sees it.
#[expect(clippy::struct_excessive_bools, reason = "each is a decision of its own on the wire")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HostRules {
    /// Whether no new hand begins.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub paused: bool,
    /// Whether the table closes when the hand is over.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub closing: bool,
    /// Whether the next hand is one of the next game.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub next_game: bool,
    /// Whether the stakes change when the hand is over.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub stakes: bool,
    /// Whether who wants to sit down asks the host.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub approval: bool,
    /// Who has asked for a seat, first come first; at most 20.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub requests: Vec<SeatRequest>,
    /// How many bots of the house are asked in.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<_>")]
    pub bots: u8,
}

impl HostRules {
    /// Whether the host has decided nothing.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A player who has asked for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatRequest {
    /// Who.
    pub player: PlayerInfo,
    /// What the host has said.
    pub state: SeatRequestState,
}

/// What has become of a request for a seat. It ends when the player sits down or takes it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeatRequestState {
    /// Nothing yet.
    Asked,
    /// The player may sit down.
    Accepted,
    /// The player may not.
    Refused,
}

/// What has just changed in the host's decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum HostDeed {
    /// No new hand begins.
    Paused,
    /// Hands begin again.
    Resumed,
    /// Who wants to sit down asks the host.
    ApprovalOn,
    /// Players sit down as they like.
    ApprovalOff,
    /// Somebody asked for a seat, took that back, or sat down.
    Requests,
    /// The stakes change when the hand is over; `stakes_changed` carries them then.
    Stakes,
    /// The next hand is one of the next game.
    NextGame,
    /// Bots of the house are asked in, or away.
    Bots,
    /// The table closes when the hand is over.
    Closing,
    /// What was to be done when the hand is over is done.
    Done,
}
