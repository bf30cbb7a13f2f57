//! The floor of a tournament: what officials do, and the trail that it leaves. Rules: tournament 1.1, 1.7, 11.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::reason::{DealKind, Rung};
use crate::v1::common::{Chips, HandNo, PlayerInfo, Seq, TableId, UnixMs, is_false};
use crate::v1::event::{PublicEvent, ShownCards};
use crate::v1::rest::HandPlayer;

/// What an official does in a tournament: `POST /api/v1/tournaments/{tournament}/floor`. A request that is sent again under the
/// same `id` gets the first answer, and nothing happens twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FloorRequest {
    /// The request.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Why, in 1 to 500 characters: all players can read it. Without it, or with control characters other than line breaks, the
    /// request is refused with `tournament.no_reason`.
    #[serde(default)]
    #[schemars(length(max = 500))]
    #[ts(optional, as = "Option<_>")]
    pub reason: String,
    /// What to do.
    pub action: FloorAction,
}

/// What an official may do. Players and tables are named by their numbers in the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum FloorAction {
    /// Changes what was announced, before the start. What is left out stays. Directors alone.
    Edit {
        /// What to call it; 1 to 40 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
        /// When play begins, at most 31 days from now; not for a sit & go.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        starts_at: Option<UnixMs>,
        /// Another structure of the server's, by its identifier. For private tournaments that no player has entered yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        structure: Option<String>,
        /// In place of `structure`: one of the host's own, in the format of the server's, up to 8192 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 8192))]
        #[ts(optional)]
        definition: Option<String>,
        /// The languages of its chat, in place of those that were declared; an empty list takes them back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(max = 8))]
        #[ts(optional)]
        languages: Option<Vec<String>>,
    },
    /// Puts a private tournament into the lobby's list, before the start. Directors alone.
    Announce {},
    /// Begins play now, with the players there are. Directors alone.
    Start {},
    /// Cancels the tournament: everything due is paid back. Directors alone.
    Cancel {},
    /// No further hand begins, and the clock stops.
    Pause {},
    /// Play goes on.
    Resume {},
    /// Sets the level clock. A break ends.
    SetLevel {
        /// The level: a published one, or the next one.
        #[schemars(range(min = 1))]
        level: u16,
        /// Seconds of it that are left, at most as many as it lasts; the whole level if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        #[ts(optional)]
        left_s: Option<u32>,
    },
    /// Moves a player to another table; the seat is the one that owes the big blind soonest. Between hands only.
    Move {
        /// Who.
        player: u32,
        /// To which table.
        table: u32,
    },
    /// Makes a table the next one to break: as soon as the others hold everybody, and its hand is over.
    BreakTable {
        /// Which.
        table: u32,
    },
    /// Changes the order in which tables break.
    BreakOrder {
        /// Every table in play once, the next one to break first, table 1 last.
        order: Vec<u32>,
    },
    /// Starts or ends hand-for-hand.
    HandForHand {
        /// Which of the two.
        on: bool,
    },
    /// Penalises a player: dead hands, which post. Rule: tournament 11.2.
    Penalise {
        /// Who.
        player: u32,
        /// The fault in a few words. The same fault climbs the ladder.
        #[schemars(length(min = 1, max = 500))]
        fault: String,
        /// The rung, as proposed or another one.
        rung: Rung,
        /// How many hands (`hands`: 2 to 4; `warning`: 1, or 0 where the severity is light) or orbits (`orbits`: 1 to 4).
        count: u32,
    },
    /// Takes a player who is gone for good out of play, as a withdrawal would. Directors alone.
    Remove {
        /// Who.
        player: u32,
    },
    /// Disqualifies a player. Directors alone.
    Disqualify {
        /// Who.
        player: u32,
    },
    /// Voids the running hand of a table, and deals it again. Not after cards were tabled.
    VoidHand {
        /// Which table.
        table: u32,
    },
    /// Ends the running hand of a table by sharing each pot equally among those who contend for it. Two of them must have matched
    /// bets.
    SplitHand {
        /// Which table.
        table: u32,
    },
    /// Kills the running hand of a player, who has told others of it: it folds at the player's next turn, and all see it once the
    /// hand is over. What it wins all the same, as all-in, leaves play. The penalty is `penalise`. Refused with
    /// `tournament.too_late` where the hand is folded. Rule: tournament 11.4.
    KillHand {
        /// Whose.
        player: u32,
    },
    /// Tells the players of a table something at once, by `table_told`: what a player has told a rival who is still in the hand, so that
    /// all of them know the same. Everybody who watches the tournament gets it, and the trail keeps it. Rule: tournament 11.4.
    TellTable {
        /// Which table.
        table: u32,
        /// What, in 1 to 500 characters.
        #[schemars(length(min = 1, max = 500))]
        text: String,
    },
    /// Corrects the stacks of a table after its last hand, before the next one begins.
    CorrectAward {
        /// Which table.
        table: u32,
        /// The number of its last hand.
        hand: HandNo,
        /// Each player whose stack changes, with the right stack. The sum stays, and no stack becomes empty.
        stacks: Vec<(u32, Chips)>,
    },
    /// Lets a table go on that was stopped after two void hands in a row. One that is out of play is opened again.
    ResumeTable {
        /// Which.
        table: u32,
    },
    /// Seats the players of a table that was stopped for a fault at a new one under the same number, in the same seats and with the
    /// same stacks, and lets it go on. What was wrong with the old one stays behind.
    ReplaceTable {
        /// Which.
        table: u32,
    },
    /// Records a deal on which all players still in have agreed; play is paused before. Directors alone.
    MakeDeal {
        /// How prizes are shared out.
        terms: DealKind,
        /// Chips of the prizes that stay for the first place.
        keep: Chips,
        /// With `other`, each player still in with what is due.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        shares: Vec<(u32, Chips)>,
    },
    /// Puts a decision on a single incident on record.
    Rule {
        /// The rule that it is about, such as `9.20`.
        #[schemars(length(min = 1, max = 500))]
        rule: String,
    },
    /// Answers a ruling request or a report, and closes it. The reason is the answer.
    Answer {
        /// Its number.
        ticket: u32,
    },
    /// Keeps a player from chatting at the tables of the tournament, or lets the player chat again.
    Mute {
        /// Who.
        player: u32,
        /// Which of the two.
        muted: bool,
    },
    /// Keeps an account from chatting at the tables of the tournament, or lets it chat again, whether it has entered or watches.
    MuteAccount {
        /// The account's `id`, or its name.
        #[schemars(length(min = 1, max = 64))]
        account: String,
        /// Which of the two.
        muted: bool,
    },
    /// Lets those chat at the tables of the tournament who have no seat there, or no longer: its officials always may.
    RailChat {
        /// Which of the two.
        open: bool,
    },
    /// Opens the hidden cards of a finished hand to this official, at `GET .../floor/hands/{table}/{hand}`. Refused while the
    /// official is still in the tournament. Rule: tournament 10.6.
    SeeHand {
        /// The table to watch, not its number.
        table: TableId,
        /// The hand's number.
        hand: HandNo,
    },
    /// Two players swap their seats: before the first hand of their tables; in a live tournament at any time. Rule: tournament 2.1.
    SwapSeats {
        /// One of them.
        player: u32,
        /// The other one.
        with: u32,
    },
    /// The next hand of a table has its button at this seat. Between hands only. Rule: tournament 6.7.
    SetButton {
        /// Which table.
        table: u32,
        /// The seat of a player with chips, from 1.
        #[schemars(range(min = 1))]
        seat: u8,
    },
    /// Enters a player of a live tournament by name. Players who are entered like this have no account: their `id` is `by-hand-` and
    /// their number.
    Enter {
        /// The name: 1 to 40 visible characters. No two players have the same one.
        #[schemars(length(min = 1, max = 40))]
        name: String,
    },
    /// Takes an entry in a live tournament back, before the start.
    TakeBack {
        /// Whose.
        player: u32,
    },
    /// A player of a live tournament who is out enters again.
    ReEnter {
        /// Who.
        player: u32,
    },
    /// A player of a live tournament buys chips.
    Rebuy {
        /// Who.
        player: u32,
    },
    /// A player of a live tournament who has just lost all buys none.
    NoRebuy {
        /// Who.
        player: u32,
    },
    /// A player of a live tournament takes the add-on.
    AddOn {
        /// Who.
        player: u32,
    },
    /// A hand of a live tournament is over in which these players, if any, lost all. Without busts it says that the table is
    /// between two hands, as rounds of hand-for-hand want it. Rules: tournament 1.10, 2.14.
    HandOver {
        /// Which table.
        table: u32,
        /// Who has lost all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<_>")]
        busts: Vec<HandBust>,
        /// The seat of the hand's button, from 1; the next one by the rules if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 1))]
        #[ts(optional)]
        button: Option<u8>,
    },
    /// Records counted stacks at a table of a live tournament. Rule: tournament 2.14.
    Count {
        /// Which table.
        table: u32,
        /// Players with what they have. Together it is what they had, and `added`; no stack is empty.
        stacks: Vec<(u32, Chips)>,
        /// Chips that officials have put on the table meanwhile, below zero if they took some off, as in a chip race.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        added: Option<i64>,
    },
    /// Takes back what officials did last, as if it had never been done; repeated, what they did before that. In a live tournament
    /// everything since it was announced, in others what was done since the last hand. What cannot be taken back is refused with
    /// `tournament.not_undoable`, and nothing behind it is reached; `tournament.too_late` is told where what came after it could
    /// not have happened, or a hand has begun.
    Undo {},
    /// Brings back what was taken back last, until officials do something else.
    Redo {},
    /// Makes an account an official of this tournament. Directors alone.
    Grant {
        /// The account, as in a player's `id`, or its name.
        #[schemars(length(min = 1, max = 64))]
        account: String,
        /// As what: directors of an event grant `floor` alone.
        role: FloorRole,
    },
    /// Ends what `grant` began. Directors alone.
    Revoke {
        /// The account, as in a player's `id`, or its name.
        #[schemars(length(min = 1, max = 64))]
        account: String,
    },
}

/// A player has lost the last chip in a hand of a live tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct HandBust {
    /// Who.
    pub player: u32,
    /// The stack at the start of the hand, which ranks those who go out together; the one that was entered last if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stack: Option<Chips>,
    /// Who won it: they share the chips, and the bounty. Empty if no official saw it: the others at the table share the chips
    /// until they are counted, and the bounty goes to the first place.
    pub by: Vec<u32>,
}

/// What kind of official somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FloorRole {
    /// Decides on incidents.
    Floor,
    /// Besides, disqualifies, cancels and makes deals.
    Director,
}

/// A line of a tournament's audit trail: the answer to `POST /api/v1/tournaments/{tournament}/floor`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorEntry {
    /// Its number in the trail, from 1.
    pub no: u32,
    /// When.
    pub at: UnixMs,
    /// Who decided.
    pub by: PlayerInfo,
    /// As what.
    pub role: FloorRole,
    /// What was done.
    pub action: FloorAction,
    /// The rule behind it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// Why.
    pub reason: String,
    /// What came of it.
    pub result: FloorResult,
    /// The number of the first event of the tournament that it caused, if it caused one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seq: Option<Seq>,
}

/// What came of an official's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FloorResult {
    /// It is done.
    Done,
    /// The table has the request, and has not answered yet.
    Pending,
    /// The request came too late, so that the hand stands as it was played.
    Stands,
}

/// `GET /api/v1/tournaments/{tournament}/floor`: the audit trail, for everybody, and what waits for officials, for them alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorResponse {
    /// The lines behind `?after=`, oldest first.
    pub entries: Vec<FloorEntry>,
    /// Behind which line the next ones stand, for `?after=`; left out once there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub after: Option<u32>,
    /// Who officiates here by a grant of this tournament, its host among them. The officials of the server are not listed.
    pub officials: Vec<FloorOfficial>,
    /// What you are here; left out for those who are no officials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<FloorRole>,
    /// What waits for officials; left out for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub desk: Option<FloorDesk>,
    /// What you may not do now, and why, as an official; left out for others. What is not listed you may do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub denied: Vec<FloorDenial>,
}

/// An action that an official may not do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorDenial {
    /// The `kind` of the action.
    pub action: String,
    /// Why: `office` (others may), `phase` (not now, or not at this kind of tournament), `plays` or `played` (you are or were in the
    /// tournament).
    pub why: String,
}

/// An official of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorOfficial {
    /// Who.
    pub who: PlayerInfo,
    /// As what.
    pub role: FloorRole,
}

/// What officials alone see of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorDesk {
    /// Ruling requests and reports that are open, oldest first.
    pub tickets: Vec<FloorTicket>,
    /// What looks odd. Flags cost no player anything: an official looks at the hands.
    pub flags: Vec<FloorFlag>,
    /// What the ladder proposes for a fault that a player was penalised for before.
    pub proposals: Vec<ProposedRung>,
    /// What it proposes for every other fault; left out before anybody has entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub first_rung: Option<Rung>,
    /// Players who are kept from chatting.
    pub muted: Vec<u32>,
    /// Tables that the server could not play on. Each waits for `resume_table`, which opens it again, for `replace_table`, or for the
    /// end of the event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub out_of_play: Vec<TableOutOfPlay>,
    /// Accounts that have not entered and are kept from chatting.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub muted_accounts: Vec<PlayerInfo>,
    /// Whether those alone chat at a table who have a seat there.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub rail_closed: bool,
}

/// A table that the server could not play on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableOutOfPlay {
    /// The table's number in the tournament.
    pub table_no: u32,
    /// What was wrong, in the server's words.
    pub why: String,
}

/// A ruling request or a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorTicket {
    /// Its number in this tournament, from 1.
    pub ticket: u32,
    /// What it is.
    pub kind: TicketKind,
    /// When it came.
    pub at: UnixMs,
    /// Who wrote it.
    pub by: PlayerInfo,
    /// The table's number in the tournament.
    pub table_no: u32,
    /// The table to watch.
    pub table: TableId,
    /// The hand that ran, or was the last one; 0 before the first.
    pub hand: u64,
    /// The player that a report is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub about: Option<PlayerInfo>,
    /// What was written.
    pub text: String,
}

/// What a ticket is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum TicketKind {
    /// A ruling is wanted. Rule: tournament 1.7.
    Ruling,
    /// A player is reported. Rule: tournament 10.6.
    Report,
}

/// Something odd that was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorFlag {
    /// What.
    pub kind: FlagKind,
    /// Whom it is about; of two, the one who gains stands last.
    pub players: Vec<u32>,
    /// How often it was seen.
    pub times: u32,
    /// The table's number, and the hand's, where it was seen last.
    pub last: (u32, u64),
}

/// What looks odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum FlagKind {
    /// A player takes very long for decisions that cost nothing. Rule: tournament 11.7.
    Stalling,
    /// The same two players check pots down that they contest alone. Rule: tournament 10.5.
    SoftPlay,
    /// A player, who stands alone in the list, checked a hand that cannot be beaten as the last one on the river. Rule: tournament
    /// 10.5.
    Nuts,
    /// Large stacks go from one player to the same other one. Rule: tournament 11.6.
    Dumping,
    /// Every player who was left has been away for ten minutes: `times` is how often, and `players` is empty. Rule: tournament 2.18.
    AllAbsent,
}

/// What the ladder of penalties proposes. Rule: tournament 11.2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ProposedRung {
    /// For whom.
    pub player: u32,
    /// For which fault.
    pub fault: String,
    /// How often the player was penalised for it.
    pub times: u64,
    /// The next rung.
    pub rung: Rung,
}

/// `GET /api/v1/tournaments/{tournament}/floor/hands/{table}/{hand}`: a finished hand with all cards, for an official who said
/// by `see_hand` why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FloorHand {
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand: u64,
    /// The game.
    pub game: String,
    /// When it ended, RFC 3339.
    pub ended_at: String,
    /// Who sat where.
    pub players: Vec<HandPlayer>,
    /// Everything that everybody saw, in order.
    pub events: Vec<PublicEvent>,
    /// Each player's own cards as dealt, drawn cards behind; mucked ones, too.
    pub cards: Vec<ShownCards>,
}

/// A ready-made remark. It says nothing about cards, so it may be said at any time.
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
    /// The words in English, for readers who do not know the phrase.
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
