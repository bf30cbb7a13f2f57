//! The officials' open business: tickets, flags, proposed penalties, the waiting list, tables out of play.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;
use crate::v1::common::{PlayerInfo, TableId, UnixMs, is_false};
use crate::v1::tournament::reason::{Rung, WaitEnd};

/// The part of a tournament that only officials see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorDesk {
    /// Open ruling requests and reports, oldest first.
    pub tickets: Vec<FloorTicket>,
    /// Suspicious patterns. A flag costs no player anything: an official looks at the hands.
    pub flags: Vec<FloorFlag>,
    /// Penalties proposed by the ladder, for faults a player has been penalised for before.
    pub proposals: Vec<ProposedRung>,
    /// The penalty proposed for any other fault; left out before anyone has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_rung: Option<Rung>,
    /// The waiting list, first in line first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waitlist: Vec<FloorWaiting>,
    /// Those on the waiting list who were passed over when a place was free, or taken off the list; the latest 100.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<FloorPassedOver>,
    /// Numbers of the players who are muted.
    pub muted: Vec<u32>,
    /// Tables out of play after a fault. Each waits for `resume_table`, which reopens it, for `replace_table`, or for the end
    /// of the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub out_of_play: Vec<TableOutOfPlay>,
    /// Muted accounts that have not entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub muted_accounts: Vec<PlayerInfo>,
    /// `true` if only the players seated at a table may chat there.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rail_closed: bool,
}

/// A line of the waiting list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorWaiting {
    /// Number of the line, from 1; never used again in this tournament.
    pub waiting: u32,
    /// The account that waits, or a player by name, whose `id` is `waiting-` followed by the number of the line.
    pub who: PlayerInfo,
    /// Time since which it waits, in milliseconds since 1970.
    pub since: UnixMs,
}

/// A player who is no longer on the waiting list and has not entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorPassedOver {
    /// The account.
    pub who: PlayerInfo,
    /// The reason.
    pub why: WaitEnd,
}

/// A table that the server cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TableOutOfPlay {
    /// Number of the table in the tournament.
    pub table_no: u32,
    /// The fault, in the server's words.
    pub why: String,
}

/// A ruling request or a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorTicket {
    /// Number of the ticket in this tournament, from 1.
    pub ticket: u32,
    /// The kind of ticket.
    pub kind: TicketKind,
    /// Time of the ticket, in milliseconds since 1970.
    pub at: UnixMs,
    /// The author.
    pub by: PlayerInfo,
    /// Number of the table in the tournament.
    pub table_no: u32,
    /// Identifier of the table to watch.
    pub table: TableId,
    /// Number of the hand running at the time, otherwise of the last one; 0 before the first.
    pub hand: u64,
    /// The player being reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<PlayerInfo>,
    /// The text.
    pub text: String,
}

/// The kind of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TicketKind {
    /// A request for a ruling. Rule: tournament 1.7.
    Ruling,
    /// A report of a player. Rule: tournament 10.6.
    Report,
}

/// A suspicious pattern found by measurement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FloorFlag {
    /// The pattern.
    pub kind: FlagKind,
    /// Numbers of the players involved; of two, the one who gains comes last.
    pub players: Vec<u32>,
    /// Number of occurrences.
    pub times: u32,
    /// Numbers of the table and of the hand of the latest occurrence.
    pub last: (u32, u64),
}

/// A suspicious pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlagKind {
    /// A player takes very long over decisions that cost nothing. Rule: tournament 11.7.
    Stalling,
    /// The same two players check down pots that only they contest. Rule: tournament 10.5.
    SoftPlay,
    /// A player, the only one in the list, checked the nuts when last to act on the river. Rule: tournament 10.5.
    Nuts,
    /// Large stacks move repeatedly from one player to the same other player. Rule: tournament 11.6.
    Dumping,
    /// All players still in have been away for ten minutes: `times` counts the occurrences, and `players` is empty. Rule: tournament 2.18.
    AllAbsent,
}

/// A penalty proposed by the ladder. Rule: tournament 11.2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProposedRung {
    /// Number of the player in the tournament.
    pub player: u32,
    /// The fault.
    pub fault: String,
    /// Number of earlier penalties of the player for this fault.
    pub times: u64,
    /// The next rung.
    pub rung: Rung,
}
