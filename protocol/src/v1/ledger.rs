//! Tables with chips of their own: the ledger of buy-ins, its corrections, and who pays whom at the end.

use serde::{Deserialize, Serialize};

use super::common::{Chips, PlayerInfo, TableId, UnixMs, is_false};
use super::table::Currency;
use crate::describe::JsonSchema;

/// The ledger of a table with chips of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ledger {
    /// All players who have bought chips, in the order of their first buy-in; those who have left included.
    pub players: Vec<LedgerLine>,
    /// The host's corrections, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<LedgerCorrection>,
}

/// A player's line in the ledger. It is sent again when chips move; `played` changes with `hand_started` alone. The player's result is `taken` plus the chips at the table less `bought`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerLine {
    /// The player.
    pub player: PlayerInfo,
    /// Chips bought so far, corrections included. Chips that are to be added at the end of the hand count already.
    pub bought: Chips,
    /// Chips taken home so far.
    pub taken: Chips,
    /// Number of rebuys so far.
    pub rebuys: u16,
    /// `true` once a hand has been dealt to the player.
    #[serde(default, skip_serializing_if = "is_false")]
    pub played: bool,
}

/// A correction of the ledger by the table's host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LedgerCorrection {
    /// The host who made it.
    pub author: PlayerInfo,
    /// The player whose buy-in it is about.
    pub player: PlayerInfo,
    /// The player who pays that buy-in instead; left out for a late buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<PlayerInfo>,
    /// Chips of the buy-in.
    pub amount: Chips,
    /// The host's reason.
    pub reason: String,
    /// Time of the correction.
    pub at: UnixMs,
}

/// A request to the table's host for a rebuy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RebuyRequest {
    /// The player.
    pub player: PlayerInfo,
    /// Chips asked for.
    pub amount: Chips,
}

/// A payment between two players that settles a part of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Payment {
    /// The player who pays.
    pub from: PlayerInfo,
    /// The player who is paid.
    pub to: PlayerInfo,
    /// The amount, in chips.
    pub amount: Chips,
}

/// An evening: the ledger of a closed table with chips of its own. `GET /api/v1/evenings/{table}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evening {
    /// Number of the table, without its invitation.
    pub table: TableId,
    /// Name of the table.
    pub name: String,
    /// The account that opened the table, as in a player's `id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Time at which the table closed.
    pub ended_at: UnixMs,
    /// Hands completed.
    pub hands: u64,
    /// Hundredths of the currency that a chip stands for, if chips were shown as money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip_value: Option<u32>,
    /// The sign that stood with those amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The final ledger: the result of each player is `taken` less `bought`.
    pub ledger: Ledger,
    /// Payments that settle it: as few as possible for up to 14 players with a result, few beyond that.
    pub payments: Vec<Payment>,
    /// The table at which the same people play on, with its invitation, once the host has opened one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<TableId>,
}

/// `GET /api/v1/evenings`: the caller's evenings, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EveningsResponse {
    /// The evenings, 20 at most.
    pub evenings: Vec<Evening>,
    /// `true` if there are older ones: ask again with `before` set to the last `table`.
    pub more: bool,
}
