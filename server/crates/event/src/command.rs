//! The rows of a tournament's journal: one command to its director each, with its time and seed.

mod for_director;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, DealTerms, PlayerNo, PotResult, Presence, Ruling, Seed};
use poker_engine::tournament::law;
use poker_engine::{Chips, SeatIx};
use poker_owner::rows::{BadRow, account, from_json, json};
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::{
    DealEndReason, DealKind, FloorAction, FloorRole, Official, PlayerPresence, Rung, TicketKind, WaitEnd,
};
use poker_store::AccountId;
use poker_table::state::command::RequestOrigin;
use poker_wire::Mirror;
use serde::{Deserialize, Serialize};

use super::days::Sheet;

/// A command with its time, sender and seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EventOrder {
    /// Time of the command, in milliseconds since 1970. Used for the history and to tell how long a server was down.
    pub at: i64,
    /// Tournament time, in milliseconds.
    pub t: u64,
    /// The request that gave it; `None` if the server acted on its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<RequestOrigin>,
    #[serde(rename = "do")]
    pub command: Command,
    /// The seed of its random draws. Sealed, since it decides draws no player has seen yet.
    #[serde(skip)]
    pub seed: [u8; 32],
}

/// An intervention by an official, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RulingRow {
    pub by: Official,
    pub reason: String,
}

/// The pace of players' decisions at a table, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PaceRow {
    /// The hand with which it was reported.
    pub hand: u64,
    /// Per player: the number, the decisions that cost nothing, and how many of those were slow.
    pub players: Vec<(u32, u32, u32)>,
}

/// A change of the tournament. Tables, players and seats are numbered from 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Command {
    /// Time passes.
    Tick {},
    /// A new player enters.
    Register {
        /// The public information of the account that enters.
        player: PlayerInfo,
    },
    /// An account goes on the waiting list.
    Wait {
        /// The public information of the account.
        player: PlayerInfo,
    },
    /// An account leaves the waiting list.
    LeaveWaitlist {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A line of the waiting list, by its number, is given a free place.
    Admit { waiting: u32 },
    /// A line of the waiting list is passed over.
    PassOver { waiting: u32, why: WaitEnd },
    /// A player withdraws the entry before the start.
    Unregister {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// The start time has come.
    Start {},
    /// The start is postponed because no human has entered.
    Postpone {
        /// The new start, in milliseconds since 1970.
        starts_at: i64,
    },
    /// A busted player enters again.
    ReEnter {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A player buys a rebuy.
    Rebuy {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A player who has just busted declines the rebuy.
    DeclineRebuy {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A player buys the add-on.
    AddOn {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A table deals its next hand.
    Deal { table: u32 },
    /// A hand is held: its betting is over, and the rest waits for a release.
    HandHeld { table: u32 },
    /// A hand is over.
    HandDone {
        table: u32,
        stacks: Vec<(u8, u64)>,
        /// Per pot, the seats that contended for it and the seats that won a share.
        pots: Vec<(Vec<u8>, Vec<u8>)>,
        /// The ruling by which the pots were split, if one did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        split: Option<RulingRow>,
        /// Decision counts since the table's last report, of players who are sometimes slow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paces: Option<PaceRow>,
        /// The last player to check the nuts.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nuts: Option<u32>,
        /// Hands killed by officials: the seat, and what it won regardless.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        killed: Vec<(u8, u64)>,
        /// Milliseconds in the time banks of players, by their numbers, where they have changed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        banks: Vec<(u32, u32)>,
    },
    /// The running hand of a table is void.
    VoidHand { table: u32, ruling: RulingRow },
    /// A table goes out of play.
    StopTable {
        table: u32,
        ruling: RulingRow,
        /// The fault, for officials alone.
        why: String,
    },
    /// A table that was stopped for a fault resumes play.
    ResumeTable { table: u32, ruling: RulingRow },
    /// A player arrives or goes away.
    SetPresence { player: u32, presence: PlayerPresence },
    /// A player leaves for good.
    Withdraw {
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A player is disqualified.
    Disqualify { player: u32, ruling: RulingRow },
    /// A player is penalised.
    Penalise {
        player: u32,
        fault: String,
        rung: Rung,
        count: u32,
        ruling: RulingRow,
    },
    /// No further hand begins.
    Pause { ruling: RulingRow },
    /// Play goes on.
    Resume { ruling: RulingRow },
    /// A player is moved to a table.
    Move { player: u32, table: u32, ruling: RulingRow },
    /// The order in which tables break is set.
    BreakOrder { order: Vec<u32>, ruling: RulingRow },
    /// The director starts hand-for-hand.
    StartHandForHand { ruling: RulingRow },
    /// The director ends hand-for-hand.
    StopHandForHand { ruling: RulingRow },
    /// All remaining players have agreed on a deal. `shares` is given for terms other than the two that are computed.
    MakeDeal {
        terms: DealKind,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<(u32, u64)>,
        keep: u64,
        ruling: RulingRow,
    },
    /// A seat that was won was given, or could not be.
    GiveSeat {
        player: u32,
        /// `true` if the player thereby entered the target tournament.
        entered: bool,
    },
    /// A player proposes a deal.
    ProposeDeal {
        #[serde(with = "account")]
        account: AccountId,
        terms: DealKind,
        keep: u64,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shares: Vec<(u32, u64)>,
    },
    /// The proposed deal is offered, now that no hand is running.
    OfferDeal {},
    /// A player answers the offered deal.
    AnswerDeal {
        #[serde(with = "account")]
        account: AccountId,
        agrees: bool,
    },
    /// The proposed or offered deal is off.
    EndDeal { why: DealEndReason },
    /// The tournament is cancelled.
    Cancel { ruling: RulingRow },
    /// An official acts.
    Floor {
        who: PlayerInfo,
        /// The role in which the official acts.
        role: FloorRole,
        reason: String,
        action: FloorAction,
        /// The structure file that an edit names.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        structure: Option<String>,
        /// The account that a grant or a revocation names.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<PlayerInfo>,
        /// A postponed start, in milliseconds since 1970, set if a start waits for bots that were announced.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begins_at: Option<i64>,
        /// The sheet of a flight that is taken over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        sheet: Option<Box<Sheet>>,
        /// The line of the trail to undo or redo.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<u32>,
    },
    /// A player calls an official, or reports another player.
    Ticket {
        /// A call or a report.
        what: TicketKind,
        who: PlayerInfo,
        table: u32,
        /// The table's identifier in the store.
        table_id: u64,
        /// The running hand, or the last one.
        hand: u64,
        /// The reported player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        about: Option<PlayerInfo>,
        text: String,
    },
    /// A ruling on a single incident is put on record.
    Rule {
        rule: String,
        tool: String,
        ruling: RulingRow,
    },
}

impl EventOrder {
    /// Encodes the row: the open bytes, and those to be sealed.
    pub(crate) fn encode(&self) -> (Vec<u8>, Vec<u8>) {
        (json(self), self.seed.to_vec())
    }

    /// Decodes a row.
    ///
    /// # Errors
    /// If the bytes are not a row of this format.
    pub(crate) fn decode(row: &[u8], sealed: Option<&[u8]>) -> Result<Self, BadRow> {
        let mut order: Self = from_json(row)?;
        let seed = sealed.and_then(|sealed| sealed.try_into().ok());
        order.seed = seed.ok_or_else(|| BadRow("the seed is missing".to_owned()))?;
        Ok(order)
    }

    pub(crate) const fn seed(&self) -> Seed {
        Seed(self.seed)
    }
}

/// Player requests that move chips and happen once: repeating the request returns the first answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Once {
    /// Enter.
    Register,
    /// Withdraw the entry.
    Unregister,
    /// Enter again after busting out.
    ReEnter,
    /// Buy a rebuy.
    Rebuy,
    /// Decline the rebuy.
    DeclineRebuy,
    /// Buy the add-on.
    AddOn,
    /// Leave for good.
    Withdraw,
}

impl Once {
    /// Returns the mark kept with the answer, which distinguishes another request sent under the same `id`.
    pub(crate) fn mark(self) -> u32 {
        let word: &[u8] = match self {
            Self::Register => b"register",
            Self::Unregister => b"unregister",
            Self::ReEnter => b"re_enter",
            Self::Rebuy => b"rebuy",
            Self::DeclineRebuy => b"decline_rebuy",
            Self::AddOn => b"add_on",
            Self::Withdraw => b"withdraw",
        };
        crc32fast::hash(word)
    }
}

impl Command {
    /// `true` if it moves chips of a player who asks for it, now or before on the waiting list. The store may refuse it: the ledger
    /// never takes more than an account has, and a request is never carried out twice.
    pub(crate) const fn may_be_refused(&self) -> bool {
        self.once().is_some() || matches!(self, Self::Admit { .. })
    }

    /// Returns the once-only request that it carries out, if it is one.
    pub(crate) const fn once(&self) -> Option<Once> {
        Some(match self {
            Self::Register { .. } => Once::Register,
            Self::Unregister { .. } => Once::Unregister,
            Self::ReEnter { .. } => Once::ReEnter,
            Self::Rebuy { .. } => Once::Rebuy,
            Self::DeclineRebuy { .. } => Once::DeclineRebuy,
            Self::AddOn { .. } => Once::AddOn,
            Self::Withdraw { .. } => Once::Withdraw,
            _ => return None,
        })
    }

    /// `true` if an official undoes or redoes something.
    pub(crate) const fn turns_back(&self) -> bool {
        matches!(
            self,
            Self::Floor {
                action: FloorAction::Undo {} | FloorAction::Redo {},
                ..
            }
        )
    }

    /// `true` if an official pauses play.
    pub(crate) const fn is_pause(&self) -> bool {
        matches!(
            self,
            Self::Floor {
                action: FloorAction::Pause {},
                ..
            }
        )
    }

    /// Returns the table it concerns, if any.
    pub(crate) const fn table(&self) -> Option<TableNo> {
        let table = match self {
            Self::Deal { table }
            | Self::HandHeld { table }
            | Self::HandDone { table, .. }
            | Self::VoidHand { table, .. }
            | Self::StopTable { table, .. }
            | Self::ResumeTable { table, .. }
            | Self::Floor {
                action:
                    FloorAction::CorrectAward { table, .. }
                    | FloorAction::HandOver { table, .. }
                    | FloorAction::Count { table, .. }
                    | FloorAction::ResumeTable { table }
                    | FloorAction::ReplaceTable { table },
                ..
            } => *table,
            _ => return None,
        };
        Some(TableNo(table))
    }

    /// `true` if the answer is kept, to be given again to the same request.
    pub(crate) const fn keeps_answer(&self) -> bool {
        self.once().is_some() || matches!(self, Self::Floor { .. })
    }

    /// Builds the end of a hand; `split` and `killed` are the interventions of officials.
    pub(crate) fn hand_done(
        table: TableNo,
        stacks: &[(SeatIx, Chips)],
        pots: &[PotResult],
        (split, killed): (Option<RulingRow>, &[(SeatIx, Chips)]),
        paces: Option<PaceRow>,
        nuts: Option<PlayerNo>,
        banks: Vec<(u32, u32)>,
    ) -> Self {
        let row = |chips: &[(SeatIx, Chips)]| {
            let row = chips.iter().map(|(seat, chips)| (seat.number(), chips.get()));
            row.collect::<Vec<(u8, u64)>>()
        };
        Self::HandDone {
            table: table.0,
            stacks: row(stacks),
            pots: pots
                .iter()
                .map(|pot| (pot.eligible.to_wire(), pot.winners.to_wire()))
                .collect(),
            split,
            paces,
            nuts: nuts.map(|player| player.0),
            killed: row(killed),
            banks,
        }
    }
}

/// A command names something that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    /// Unknown player.
    #[error("the account is not in this tournament")]
    Player,
    /// Unknown seat.
    #[error("there is no such seat")]
    Seat,
    /// Invalid word or amount.
    #[error("the command cannot be read")]
    Word,
}

impl RulingRow {
    /// Builds a decision by the server itself.
    pub(crate) fn of_server(reason: &str) -> Self {
        Self {
            by: Official::Server,
            reason: reason.to_owned(),
        }
    }

    /// Converts it to the director's form.
    pub(super) fn read(&self) -> Ruling {
        Ruling {
            by: match self.by {
                Official::Server => director::Official::Server,
                Official::Player => director::Official::Player,
                Official::Floor => director::Official::Floor,
                Official::Director => director::Official::Director,
            },
            reason: self.reason.clone(),
        }
    }
}

const fn presence_in(presence: PlayerPresence) -> Presence {
    match presence {
        PlayerPresence::Active => Presence::Active,
        PlayerPresence::Disconnected => Presence::Disconnected,
        PlayerPresence::Absent => Presence::Absent,
    }
}

pub(super) const fn rung_in(rung: Rung) -> law::Rung {
    match rung {
        Rung::Warning => law::Rung::Warning,
        Rung::Hands => law::Rung::Hands,
        Rung::Orbits => law::Rung::Orbits,
        Rung::Disqualification => law::Rung::Disqualification,
    }
}

pub(super) fn terms_in(kind: DealKind, shares: &[(u32, u64)]) -> Result<DealTerms, BadCommand> {
    Ok(match kind {
        DealKind::Chop => DealTerms::Chop,
        DealKind::Icm => DealTerms::Icm,
        DealKind::Other => {
            let share = |(player, chips): &(u32, u64)| Ok((PlayerNo(*player), chips_in(*chips)?));
            DealTerms::Other(shares.iter().map(share).collect::<Result<_, BadCommand>>()?)
        }
    })
}

pub(super) fn chips_in(chips: u64) -> Result<Chips, BadCommand> {
    Chips::try_new(chips).ok_or(BadCommand::Word)
}

pub(super) fn seat_in(number: u8) -> Result<SeatIx, BadCommand> {
    SeatIx::from_number(number).ok_or(BadCommand::Seat)
}
