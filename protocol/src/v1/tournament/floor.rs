//! The floor of a tournament: the actions of officials and their audit trail. Rules: tournament 1.1, 1.7, 11.

use serde::{Deserialize, Serialize};

use super::TournamentId;
use super::reason::{DealKind, Rung, WaitEnd};
use crate::describe::{JsonSchema, TS};
use crate::v1::common::{Chips, HandNo, PlayerInfo, Seq, TableId, UnixMs, is_false};
use crate::v1::event::{PublicEvent, ShownCards};
use crate::v1::rest::HandPlayer;

/// An action of an official in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. Repeating a request under the same
/// `id` returns the first answer, and nothing happens twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FloorRequest {
    /// Identifier of this request, 1 to 64 characters.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The reason, in 1 to 500 characters, readable by all players. If it is missing or contains control characters other than
    /// line breaks, the request is refused with `tournament.no_reason`.
    #[serde(default)]
    #[schemars(length(max = 500))]
    #[ts(optional, as = "Option<_>")]
    pub reason: String,
    /// The action to carry out.
    pub action: FloorAction,
}

/// An action of an official. Players and tables are referred to by their numbers in the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FloorAction {
    /// Change the announcement before the start. Whatever is left out stays as it is. Directors only.
    Edit {
        /// Name of the tournament, 1 to 40 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// Start of play, in milliseconds since 1970, at most 31 days from now; not for a sit & go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        starts_at: Option<UnixMs>,
        /// Identifier of another structure of the server's. Only for private tournaments that no player has entered yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        structure: Option<String>,
        /// A structure of the host's own instead of `structure`, in the format of the server's own structures, up to 8192 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 8192))]
        #[ts(optional)]
        definition: Option<String>,
        /// New languages of the chat, in place of those declared; an empty list removes them all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 8))]
        #[ts(optional)]
        languages: Option<Vec<String>>,
    },
    /// Add a private tournament to the lobby's list, before the start. Directors only.
    Announce {},
    /// Start play now, with the players present. Directors only.
    Start {},
    /// Cancel the tournament and refund everything due. Directors only.
    Cancel {},
    /// Pause play: no further hand begins, and the clock stops.
    Pause {},
    /// Resume play.
    Resume {},
    /// Set the level clock. A break ends.
    SetLevel {
        /// The level, from 1: a published one, or the next one.
        #[schemars(range(min = 1))]
        level: u16,
        /// Time left in the level, in seconds, at most its full length; the full length if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        #[ts(optional)]
        left_s: Option<u32>,
    },
    /// Move a player to another table, into the seat that is due the big blind soonest. Between hands only.
    Move {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the new table in the tournament.
        table: u32,
    },
    /// Make a table the next one to break, as soon as the others have room for its players and its hand is over.
    BreakTable {
        /// Number of the table in the tournament.
        table: u32,
    },
    /// Change the order in which tables break.
    BreakOrder {
        /// Every table in play exactly once, by number, the next one to break first and table 1 last.
        order: Vec<u32>,
    },
    /// Close entries ahead of their time: late entries, re-entries, rebuys and the add-on end, and the prizes are final.
    /// Refused with `tournament.not_ready` while a player may still answer the offer of a rebuy. Directors only.
    CloseEntries {},
    /// Set how the pool of a live tournament is paid out, until the first prize is paid. Whatever is left out is as in the
    /// structure, without a fee or a bonus. Refused with `tournament.bad_prizes` if an amount is wrong. Directors only.
    SetPrizes {
        /// The unit of all prizes except the first, which gets the remainder. Prizes that are named are not rounded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        unit: Option<Chips>,
        /// Chips kept back from the pool; not together with `fee_percent`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        fee: Option<Chips>,
        /// The percentage of the pool that is kept back, 1 to 100, rounded down to whole chips.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 100))]
        #[ts(optional)]
        fee_percent: Option<u8>,
        /// Chips added to the prizes, at most 1000000000000.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        bonus: Option<Chips>,
        /// The prize of each paid place, first place first. They add up to the pool, less the fee, plus the bonus. Refused with
        /// `tournament.not_yet` while entries are open.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        prizes: Vec<Chips>,
    },
    /// Take back the entry of a player who never came: the payment goes back, the chips leave play, and the seat is free. In
    /// private and live tournaments, while entries are open; refused with `tournament.too_late` once the player has been dealt
    /// a hand, was named in one that officials entered, or has bought chips again.
    NoShow {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Start or end hand-for-hand.
    HandForHand {
        /// `true` to start it, `false` to end it.
        on: bool,
    },
    /// Penalise a player with dead hands, which post. Rule: tournament 11.2.
    Penalise {
        /// Number of the player in the tournament.
        player: u32,
        /// The fault in a few words, 1 to 500 characters. Repeating the same fault climbs the ladder.
        #[schemars(length(min = 1, max = 500))]
        fault: String,
        /// The rung: the proposed one or another.
        rung: Rung,
        /// Number of hands (`hands`: 2 to 4; `warning`: 1, or 0 if the severity is light) or of orbits (`orbits`: 1 to 4).
        count: u32,
    },
    /// Remove a player who is gone for good, like a withdrawal. Directors only.
    Remove {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Disqualify a player. Directors only.
    Disqualify {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Void the running hand of a table and redeal it. Not allowed once cards have been tabled.
    VoidHand {
        /// Number of the table in the tournament.
        table: u32,
    },
    /// End the running hand of a table by dividing each pot equally among the players contending for it. At least two of them
    /// must have matched bets.
    SplitHand {
        /// Number of the table in the tournament.
        table: u32,
    },
    /// Kill the running hand of a player who disclosed it to others: it folds when the player is next to act, and is shown to
    /// everyone at the end of the hand. Chips it wins nevertheless, being all-in, leave play. The penalty is a separate
    /// `penalise`. Refused with `tournament.too_late` if the hand is folded. Rule: tournament 11.4.
    KillHand {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Tell all players of a table the same thing at the same time, as `table_told`: what a player disclosed to an opponent
    /// still in the hand. Everyone who watches the tournament receives it, and it is kept in the audit trail. Rule: tournament
    /// 11.4.
    TellTable {
        /// Number of the table in the tournament.
        table: u32,
        /// The text, 1 to 500 characters.
        #[schemars(length(min = 1, max = 500))]
        text: String,
    },
    /// Correct the stacks of a table after its last hand, before the next one begins.
    CorrectAward {
        /// Number of the table in the tournament.
        table: u32,
        /// Number of the table's last hand.
        hand: HandNo,
        /// The corrected stacks, as pairs of player number and chips. The sum must stay the same, and no stack may become empty.
        stacks: Vec<(u32, Chips)>,
    },
    /// Resume a table that was halted after two consecutive void hands. A table out of play is reopened.
    ResumeTable {
        /// Number of the table in the tournament.
        table: u32,
    },
    /// Move the players of a table that was halted for a fault to a new table under the same number, in the same seats and
    /// with the same stacks, and resume play there. The fault stays with the old table.
    ReplaceTable {
        /// Number of the table in the tournament.
        table: u32,
    },
    /// Record a deal that all players still in have agreed on; play must be paused. Directors only.
    MakeDeal {
        /// The division of the prizes.
        terms: DealKind,
        /// Chips of the prizes that are held back for first place.
        keep: Chips,
        /// With `other`, the share of each player still in, as pairs of player number and chips.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        shares: Vec<(u32, Chips)>,
    },
    /// Record a ruling on a single incident.
    Rule {
        /// The rule that it is based on, such as `9.20`.
        #[schemars(length(min = 1, max = 500))]
        rule: String,
    },
    /// Answer a ruling request or report and close it. The reason is the answer.
    Answer {
        /// Number of the ruling request or report.
        ticket: u32,
    },
    /// Bar a player from chatting at the tables of the tournament, or let the player chat again.
    Mute {
        /// Number of the player in the tournament.
        player: u32,
        /// `true` to mute the player, `false` to let the player chat again.
        muted: bool,
    },
    /// Bar an account from chatting at the tables of the tournament, whether it has entered or watches, or let it chat again.
    MuteAccount {
        /// The account's `id` or its name.
        #[schemars(length(min = 1, max = 64))]
        account: String,
        /// `true` to mute the account, `false` to let it chat again.
        muted: bool,
    },
    /// Open or close the chat at the tournament's tables to those without a seat at the table. Officials may always chat.
    RailChat {
        /// `true` to open the chat, `false` to close it.
        open: bool,
    },
    /// Open the hidden cards of a finished hand to this official, at `GET .../floor/hands/{table}/{hand}`. Refused while the
    /// official is still a player in the tournament. Rule: tournament 10.6.
    SeeHand {
        /// Identifier of the table to watch, not its number in the tournament.
        table: TableId,
        /// Number of the hand at its table, from 1.
        hand: HandNo,
    },
    /// Swap the seats of two players, before the first hand of their tables; in a live tournament at any time. Rule: tournament 2.1.
    SwapSeats {
        /// Number of one player.
        player: u32,
        /// Number of the other player.
        with: u32,
    },
    /// Place the button of a table's next hand. Between hands only. Rule: tournament 6.7.
    SetButton {
        /// Number of the table in the tournament.
        table: u32,
        /// The seat of a player with chips, from 1.
        #[schemars(range(min = 1))]
        seat: u8,
    },
    /// Enter a player in a live tournament by name. Such a player has no account: the `id` is `by-hand-` followed by the
    /// player's number.
    Enter {
        /// The name: 1 to 40 visible characters, unique in the tournament.
        #[schemars(length(min = 1, max = 40))]
        name: String,
    },
    /// Put a name on the waiting list of a live tournament, while all its places are taken.
    Wait {
        /// The name: 1 to 40 visible characters, unique in the tournament and on its waiting list.
        #[schemars(length(min = 1, max = 40))]
        name: String,
    },
    /// Move a line to the top of the waiting list: it gets the next place that is free.
    MoveUp {
        /// Number of the line, as in `waitlist` of the desk.
        waiting: u32,
    },
    /// Take a line off the waiting list.
    StopWaiting {
        /// Number of the line, as in `waitlist` of the desk.
        waiting: u32,
    },
    /// Change the number of places while entries are open, down to the number of players. Not in a sit & go, a shootout or a
    /// bracket. Those on the waiting list get the new places. Refused with `tournament.bad_places` if the structure allows no
    /// such number. Directors only.
    SetPlaces {
        /// Number of places.
        #[schemars(range(min = 2, max = 100_000))]
        places: u32,
    },
    /// Cancel an entry before the start: the payment goes back. Outside live tournaments, directors only.
    TakeBack {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// End the day of a live tournament: every stack is bagged with its table and seat, and the tournament ends without a
    /// winner. Entries must be closed, and no prize paid: the pool goes on with the stacks. Rule: tournament 1.8.
    Bag {},
    /// Take over the players, stacks and pool of a live tournament of the same host whose stacks were bagged, before the start.
    /// Repeated for other flights, it joins them; a player of several goes on with the best stack. Each flight is taken over once.
    /// Rule: tournament 1.8.
    Unbag {
        /// Identifier of the flight.
        flight: TournamentId,
        /// Level with which play goes on, from 1.
        #[schemars(range(min = 1))]
        level: u16,
    },
    /// Re-enter a player of a live tournament who is out.
    ReEnter {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Record a rebuy by a player of a live tournament.
    Rebuy {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Record that a player of a live tournament who has just lost everything declines the rebuy.
    NoRebuy {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Record the add-on of a player of a live tournament.
    AddOn {
        /// Number of the player in the tournament.
        player: u32,
    },
    /// Report the end of a hand of a live tournament in which these players, if any, bust out. Without busts, this reports that
    /// the table is between two hands, as rounds of hand-for-hand require. Rules: tournament 1.10, 2.14.
    HandOver {
        /// Number of the table in the tournament.
        table: u32,
        /// The players who bust out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        busts: Vec<HandBust>,
        /// Seat of the hand's button, from 1; the next one by the rules if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        #[ts(optional)]
        button: Option<u8>,
    },
    /// Record the counted stacks of a table of a live tournament. Rule: tournament 2.14.
    Count {
        /// Number of the table in the tournament.
        table: u32,
        /// The stacks, as pairs of player number and chips. Their sum is that of the previous stacks plus `added`; no stack is empty.
        stacks: Vec<(u32, Chips)>,
        /// Chips that officials have added to the table in the meantime; negative if they removed some, as in a chip race.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        added: Option<i64>,
    },
    /// Undo the last action of the officials as though it had never been done; repeated, the one before it, and so on. In a
    /// live tournament this reaches back 500 actions at least, in others to the last hand. An action that cannot be undone is
    /// refused with `tournament.not_undoable` and blocks all earlier ones; `tournament.too_late` means that a later event
    /// depends on the action, or that a hand has begun.
    Undo {},
    /// Redo the action that was undone last, until officials do something else.
    Redo {},
    /// Make an account an official of this tournament. Directors only.
    Grant {
        /// The account, as in a player's `id`, or its name.
        #[schemars(length(min = 1, max = 64))]
        account: String,
        /// The role granted: directors of an event may grant only `floor`.
        role: FloorRole,
    },
    /// Revoke a `grant`. Directors only.
    Revoke {
        /// The account, as in a player's `id`, or its name.
        #[schemars(length(min = 1, max = 64))]
        account: String,
    },
}

/// A player who has lost the last chip in a hand of a live tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct HandBust {
    /// Number of the player in the tournament.
    pub player: u32,
    /// The player's stack at the start of the hand, which ranks players who go out together; the last recorded stack if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stack: Option<Chips>,
    /// Numbers of the players who won the chips; they divide the chips and the bounty. Empty if no official saw it: the other
    /// players at the table divide the chips until a count, and the bounty goes to first place.
    pub by: Vec<u32>,
}

/// The role of an official.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FloorRole {
    /// May rule on incidents.
    Floor,
    /// May also disqualify, cancel and make deals.
    Director,
}

/// A line in the audit trail of a tournament: the answer to `POST /api/v1/tournaments/{tournament}/floor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorEntry {
    /// Number of the line in the trail, from 1.
    pub no: u32,
    /// Time of the decision, in milliseconds since 1970.
    pub at: UnixMs,
    /// The official who decided.
    pub by: PlayerInfo,
    /// The role in which the official decided.
    pub role: FloorRole,
    /// The action taken.
    pub action: FloorAction,
    /// The rule it is based on, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The reason, in words.
    pub reason: String,
    /// The outcome.
    pub result: FloorResult,
    /// Number of the first event it caused in the tournament, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seq: Option<Seq>,
}

/// The outcome of an official's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FloorResult {
    /// The action has been carried out.
    Done,
    /// The table has received the request and has yet to answer.
    Pending,
    /// The request came too late; the hand stands as played.
    Stands,
}

/// `GET /api/v1/tournaments/{tournament}/floor`: the audit trail, open to everyone, and the officials' open business, for officials only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorResponse {
    /// The lines after `?after=`, oldest first.
    pub entries: Vec<FloorEntry>,
    /// Number of the line after which the next page begins, for `?after=`; left out on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
    /// Officials by a grant of this tournament, its host among them. The server's own officials are not listed.
    pub officials: Vec<FloorOfficial>,
    /// The caller's role here; left out for callers who are not officials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<FloorRole>,
    /// The officials' open business; left out for callers who are not officials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub desk: Option<FloorDesk>,
    /// The actions that the caller, as an official, may not take now, each with the reason; anything not listed is allowed.
    /// Left out for callers who are not officials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub denied: Vec<FloorDenial>,
}

/// An action that is not open to an official at the moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorDenial {
    /// The `kind` of the action.
    pub action: String,
    /// The reason: `office` (reserved for others), `phase` (not now, or not in this kind of tournament), `plays` or `played`
    /// (the official is or was a player in the tournament).
    pub why: String,
}

/// An official of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorOfficial {
    /// The official's account.
    pub who: PlayerInfo,
    /// The official's role.
    pub role: FloorRole,
}

/// The part of a tournament that only officials see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorDesk {
    /// Open ruling requests and reports, oldest first.
    pub tickets: Vec<FloorTicket>,
    /// Suspicious patterns. A flag costs no player anything: an official looks at the hands.
    pub flags: Vec<FloorFlag>,
    /// Penalties proposed by the ladder, for faults a player has been penalised for before.
    pub proposals: Vec<ProposedRung>,
    /// The penalty proposed for any other fault; left out before anyone has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_rung: Option<Rung>,
    /// The waiting list, first in line first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub waitlist: Vec<FloorWaiting>,
    /// Those on the waiting list who were passed over when a place was free, or taken off the list; the latest 100.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub passed_over: Vec<FloorPassedOver>,
    /// Numbers of the players who are muted.
    pub muted: Vec<u32>,
    /// Tables out of play after a fault. Each waits for `resume_table`, which reopens it, for `replace_table`, or for the end
    /// of the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub out_of_play: Vec<TableOutOfPlay>,
    /// Muted accounts that have not entered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub muted_accounts: Vec<PlayerInfo>,
    /// `true` if only the players seated at a table may chat there.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub rail_closed: bool,
}

/// A line of the waiting list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorWaiting {
    /// Number of the line, from 1; never used again in this tournament.
    pub waiting: u32,
    /// The account that waits, or a player by name, whose `id` is `waiting-` followed by the number of the line.
    pub who: PlayerInfo,
    /// Time since which it waits, in milliseconds since 1970.
    pub since: UnixMs,
}

/// A player who is no longer on the waiting list and has not entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorPassedOver {
    /// The account.
    pub who: PlayerInfo,
    /// The reason.
    pub why: WaitEnd,
}

/// A table that the server cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableOutOfPlay {
    /// Number of the table in the tournament.
    pub table_no: u32,
    /// The fault, in the server's words.
    pub why: String,
}

/// A ruling request or a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
    #[ts(optional)]
    pub about: Option<PlayerInfo>,
    /// The text.
    pub text: String,
}

/// The kind of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TicketKind {
    /// A request for a ruling. Rule: tournament 1.7.
    Ruling,
    /// A report of a player. Rule: tournament 10.6.
    Report,
}

/// A suspicious pattern found by measurement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
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

/// `GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who has
/// given a reason with `see_hand`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorHand {
    /// Identifier of the table.
    pub table: TableId,
    /// Number of the hand at its table, from 1.
    pub hand: u64,
    /// Identifier of the game.
    pub game: String,
    /// End of the hand, RFC 3339.
    pub ended_at: String,
    /// The players by seat.
    pub players: Vec<HandPlayer>,
    /// All events that everyone saw, in order.
    pub events: Vec<PublicEvent>,
    /// Each player's own cards in dealing order, drawn cards last; mucked cards included.
    pub cards: Vec<ShownCards>,
}

/// A preset phrase. It says nothing about cards, so it may be said at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    ThankYou,
    /// Sorry!
    Sorry,
    /// One moment, please.
    OneMoment,
    /// Good game!
    GoodGame,
    /// Good-bye!
    GoodBye,
}

impl Phrase {
    /// Returns the English words, for readers who do not recognise the phrase.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Hello => "Hello!",
            Self::GoodLuck => "Good luck!",
            Self::WellPlayed => "Well played!",
            Self::ThankYou => "Thank you!",
            Self::Sorry => "Sorry!",
            Self::OneMoment => "One moment, please.",
            Self::GoodGame => "Good game!",
            Self::GoodBye => "Good-bye!",
        }
    }
}
