//! The actions of officials.

use serde::{Deserialize, Serialize};

use super::FloorRole;
use crate::describe::JsonSchema;
use crate::v1::common::{Chips, HandNo, TableId, UnixMs};
use crate::v1::tournament::TournamentId;
use crate::v1::tournament::reason::{DealKind, Rung};

/// An action of an official in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. Repeating a request under the same
/// `id` returns the first answer, and nothing happens twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorRequest {
    /// Identifier of this request, 1 to 64 characters.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// The reason, in 1 to 500 characters, readable by all players. If it is missing or contains control characters other than
    /// line breaks, the request is refused with `tournament.no_reason`.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub reason: String,
    /// The action to carry out.
    pub action: FloorAction,
}

/// An action of an official. Players and tables are referred to by their numbers in the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FloorAction {
    /// Change the announcement before the start. Whatever is left out stays as it is. Directors only.
    Edit {
        /// Name of the tournament, 1 to 40 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Start of play, in milliseconds since 1970, at most 31 days from now; not for a sit & go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        starts_at: Option<UnixMs>,
        /// Identifier of another structure of the server's. Only for private tournaments that no player has entered yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        structure: Option<String>,
        /// A structure of the host's own instead of `structure`, in the format of the server's own structures, up to 8192 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 8192))]
        definition: Option<String>,
        /// New languages of the chat, in place of those declared; an empty list removes them all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 8))]
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
        unit: Option<Chips>,
        /// Chips kept back from the pool; not together with `fee_percent`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fee: Option<Chips>,
        /// The percentage of the pool that is kept back, 1 to 100, rounded down to whole chips.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1, max = 100))]
        fee_percent: Option<u8>,
        /// Chips added to the prizes, at most 1000000000000.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bonus: Option<Chips>,
        /// The prize of each paid place, first place first. They add up to the pool, less the fee, plus the bonus. Refused with
        /// `tournament.not_yet` while entries are open.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
        busts: Vec<HandBust>,
        /// Seat of the hand's button, from 1; the next one by the rules if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandBust {
    /// Number of the player in the tournament.
    pub player: u32,
    /// The player's stack at the start of the hand, which ranks players who go out together; the last recorded stack if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Chips>,
    /// Numbers of the players who won the chips; they divide the chips and the bounty. Empty if no official saw it: the other
    /// players at the table divide the chips until a count, and the bounty goes to first place.
    pub by: Vec<u32>,
}
