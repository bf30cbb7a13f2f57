//! What is asked of the director, and why it refuses.

use crate::tournament::TableNo;
use crate::tournament::law::Rung;
use crate::{Chips, SeatIx, SeatSet};

/// A player of a tournament, numbered from 1 in the order of registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNo(pub u32);

/// Who decides: the clock of the server, or an official of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Official {
    /// Automatic.
    Server,
    /// A player, for himself.
    Player,
    /// A tournament official.
    Floor,
    /// The director, who alone disqualifies, cancels and makes deals.
    Director,
}

impl Official {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Player => "player",
            Self::Floor => "floor",
            Self::Director => "director",
        }
    }
}

/// An intervention: by whom, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Who decided.
    pub by: Official,
    /// Why, in words.
    pub reason: String,
}

/// Whether a player is there. Rules: tournament 0, 4.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence {
    /// Yes.
    #[default]
    Active,
    /// The connection is lost.
    Disconnected,
    /// Sat out, or flagged after timeouts.
    Absent,
}

impl Presence {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Disconnected => "disconnected",
            Self::Absent => "absent",
        }
    }
}

/// A pot of a finished hand: who contended for it, and who won of it. Pots stand in a list, main pot first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PotResult {
    /// The live seats that might have won it.
    pub eligible: SeatSet,
    /// Those that won a part.
    pub winners: SeatSet,
}

/// How prizes are shared out in a deal. Rule: L-11.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealTerms {
    /// The lowest prize each, the rest by chips.
    Chop,
    /// By the independent chip model.
    Icm,
    /// As the players have agreed: each player alive with what is due.
    Other(Vec<(PlayerNo, Chips)>),
}

impl DealTerms {
    /// The stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Chop => "chop",
            Self::Icm => "icm",
            Self::Other(_) => "other",
        }
    }
}

/// A player has lost the last chip in a hand that was entered by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandBust {
    /// Who.
    pub player: PlayerNo,
    /// The stack at the start of the hand, by which places are given; the one that was entered last if left out.
    pub stack: Option<Chips>,
    /// Who won it: they share the chips and the bounty. Empty if no official saw it: then the others at the table share the
    /// chips until they are counted, and a bounty stays for the first place.
    pub by: Vec<PlayerNo>,
}

/// A command to the director. Each comes with the time and a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Time goes on: whatever the clock owes happens.
    Tick,
    /// A new player enters. The number is the next one.
    Register,
    /// A player takes the entry back before the start.
    Unregister(PlayerNo),
    /// The start time has come.
    Start,
    /// A player who is out enters again.
    ReEnter(PlayerNo),
    /// A player buys chips, also one who has just lost all.
    Rebuy(PlayerNo),
    /// A player who has just lost all does not.
    DeclineRebuy(PlayerNo),
    /// A player takes the add-on.
    AddOn(PlayerNo),
    /// A table that was told ready deals its next hand.
    Deal(TableNo),
    /// In a round of hand-for-hand, betting at a table is over with an all-in player called; the hand is held.
    HandHeld(TableNo),
    /// A hand is over.
    HandDone {
        /// Where.
        table: TableNo,
        /// The stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// The pots, main pot first.
        pots: Vec<PotResult>,
        /// What killed hands have won all the same.
        forfeits: Vec<(SeatIx, Chips)>,
    },
    /// The running hand of a table is void; everything goes back, and it is dealt again. Rule: tournament 2.16.
    VoidHand(TableNo, Ruling),
    /// The running hand of a table was ended by splitting each pot equally among those who contend for it. Rule:
    /// tournament 7.8.
    SplitHand {
        /// Where.
        table: TableNo,
        /// The stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// The pots, main pot first.
        pots: Vec<PotResult>,
        /// What killed hands have won all the same.
        forfeits: Vec<(SeatIx, Chips)>,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// The hand of a player, which runs, is killed: it folds at its next turn. What it wins all the same leaves play. Rules:
    /// tournament 11.4, D-36.
    KillHand(PlayerNo, Ruling),
    /// The server has lost a table: its running hand is void, and no other one begins there until an official resumes it.
    StopTable(TableNo, Ruling),
    /// A table that the server had stopped for a fault plays on.
    ResumeTable(TableNo, Ruling),
    /// A player comes or goes.
    SetPresence(PlayerNo, Presence),
    /// A player leaves for good. Rule: tournament 1.9.
    Withdraw(PlayerNo),
    /// A player who is gone for good is taken out of play. Rule: tournament 1.9.
    Remove(PlayerNo, Ruling),
    /// A player is disqualified. Rule: tournament 11.1.
    Disqualify(PlayerNo, Ruling),
    /// A player is penalised. Rules: tournament 2.15, 11.2.
    Penalise {
        /// Who.
        player: PlayerNo,
        /// The fault, in words; the same fault climbs the ladder.
        fault: String,
        /// The rung.
        rung: Rung,
        /// How many hands, or how many orbits.
        count: u32,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// No further hand begins, the clock stops.
    Pause(Ruling),
    /// Play goes on.
    Resume(Ruling),
    /// A player is moved to a table.
    Move {
        /// Who.
        player: PlayerNo,
        /// To where.
        table: TableNo,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// Tables break in this order from now on. Rule: tournament 2.4.
    BreakOrder(Vec<TableNo>, Ruling),
    /// A table is the next one to break, as soon as the others hold everybody. Rule: tournament 2.4.
    BreakTable(TableNo, Ruling),
    /// The clock shows a level. Rule: tournament 2.12.
    SetLevel {
        /// Which: a published one, or the next one.
        level: u16,
        /// Seconds that are left of it; all of them if left out.
        left: Option<u32>,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// The stacks of a table are corrected after its last hand, before the next one begins. Rule: tournament 10.9.
    CorrectAward {
        /// Where.
        table: TableNo,
        /// The number of that hand.
        hand: u32,
        /// Each player whose stack changes, with the right stack.
        stacks: Vec<(PlayerNo, Chips)>,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// A hand that was played elsewhere is over. Rules: tournament 1.10, 2.14.
    EnterHand {
        /// Where.
        table: TableNo,
        /// Who has lost all; may be empty.
        busts: Vec<HandBust>,
        /// The seat of its button; the next one by the rules if left out.
        button: Option<SeatIx>,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// Stacks of a table whose hands are entered by hand were counted. Rule: tournament 2.14.
    Count {
        /// Where.
        table: TableNo,
        /// Players with chips, with what they have.
        stacks: Vec<(PlayerNo, Chips)>,
        /// Chips that officials put on the table by that, or took off.
        added: i64,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// Two players swap their seats. Rule: tournament 2.1.
    SwapSeats(PlayerNo, PlayerNo, Ruling),
    /// The next hand of a table has its button at a seat. Rule: tournament 6.7.
    SetButton(TableNo, SeatIx, Ruling),
    /// The director starts hand-for-hand.
    StartHandForHand(Ruling),
    /// The director ends it.
    StopHandForHand(Ruling),
    /// All players alive have agreed on a deal; `keep` stays for the first place. Rule: L-11.
    MakeDeal {
        /// How it is shared.
        terms: DealTerms,
        /// What stays to be played for.
        keep: Chips,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// The tournament is cancelled. Rule: L-13.
    Cancel(Ruling),
    /// Everybody is told at once what the players of a table have to know, such as what one of them has told a rival who is still in
    /// the hand. Rule: tournament 11.4.
    TellTable {
        /// Which table.
        table: TableNo,
        /// What, in words.
        text: String,
        /// By whom, and why.
        ruling: Ruling,
    },
    /// A ruling on a single incident is put on record.
    Rule {
        /// Which rule it is about.
        rule: String,
        /// By which tool.
        tool: String,
        /// By whom, and why.
        ruling: Ruling,
    },
}

impl Command {
    /// Whether it comes from a table that deals.
    pub(super) const fn is_of_tables(&self) -> bool {
        matches!(
            self,
            Self::Deal(_)
                | Self::HandHeld(_)
                | Self::HandDone { .. }
                | Self::VoidHand(..)
                | Self::StopTable(..)
                | Self::SplitHand { .. }
        )
    }
}

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The clock owes something first: send [`Command::Tick`].
    #[error("the clock owes something first")]
    ClockDue,
    /// The time lies before that of the last command.
    #[error("time does not go back")]
    TimeReversed,
    /// The tournament is not in the state for this.
    #[error("the tournament is not in the state for this")]
    WrongPhase,
    /// Entries are closed, or this kind of purchase is over.
    #[error("this is no longer possible")]
    EntriesClosed,
    /// The structure has no purchase of this kind.
    #[error("this tournament does not offer it")]
    NotOffered,
    /// This kind of purchase is still to come.
    #[error("it is too early for this")]
    NotYet,
    /// The player is still in, so there is nothing to enter again for.
    #[error("the player is still in")]
    StillIn,
    /// The event has as many players as it takes.
    #[error("the event is full")]
    Full,
    /// Too few players.
    #[error("there are not enough players")]
    TooFewPlayers,
    /// There is no such player, or the player is not in the state for this.
    #[error("there is no such player, or not in this tournament any more")]
    NoSuchPlayer,
    /// There is no such table.
    #[error("there is no such table")]
    NoSuchTable,
    /// A hand is running there.
    #[error("a hand is running there")]
    HandRunning,
    /// No hand is running there, or not one of this kind.
    #[error("no such hand is running there")]
    NoHand,
    /// The table may not deal now.
    #[error("the table may not deal now")]
    NotReady,
    /// The player has taken as many as there are.
    #[error("the player has taken as many as there are")]
    NoneLeft,
    /// The stack is too large for it.
    #[error("the stack is too large for it")]
    StackTooLarge,
    /// The stacks or pots are not those of the hand.
    #[error("the stacks are not those of this hand")]
    BadResult,
    /// No chips in play make up a stack: it is no multiple of the smallest one.
    #[error("a stack is no multiple of the smallest chip in play")]
    OddChips,
    /// The order does not name every table once, with table 1 last.
    #[error("the order must name every table once, table 1 last")]
    BadOrder,
    /// The penalty is none of the rung.
    #[error("the rung of the ladder has no such penalty")]
    BadPenalty,
    /// The deal does not share out what is left.
    #[error("the deal does not share out exactly what is left")]
    BadDeal,
    /// Every intervention needs a reason, of some length.
    #[error("a reason of at most 500 characters is needed")]
    NoReason,
    /// Only the director may do this.
    #[error("only the director may do this")]
    NotAllowed,
    /// Nothing would change.
    #[error("nothing would change")]
    NoChange,
    /// There is no empty seat.
    #[error("there is no empty seat")]
    NoSeat,
    /// There is no such level, or it is not that long.
    #[error("there is no such level, or it is not that long")]
    BadLevel,
    /// The next hand has begun, or cards were tabled.
    #[error("it is too late for this")]
    TooLate,
    /// More chips than there can be.
    #[error("more chips than there can be")]
    TooManyChips,
}

impl Refusal {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::ClockDue => "tournament.clock_due",
            Self::TimeReversed => "tournament.time_reversed",
            Self::WrongPhase => "tournament.wrong_phase",
            Self::EntriesClosed => "tournament.entries_closed",
            Self::NotOffered => "tournament.not_offered",
            Self::NotYet => "tournament.not_yet",
            Self::StillIn => "tournament.already_registered",
            Self::Full => "tournament.full",
            Self::TooFewPlayers => "tournament.too_few_players",
            Self::NoSuchPlayer => "tournament.no_such_player",
            Self::NoSuchTable => "tournament.no_such_table",
            Self::HandRunning => "tournament.hand_running",
            Self::NoHand => "tournament.no_hand",
            Self::NotReady => "tournament.not_ready",
            Self::NoneLeft => "tournament.none_left",
            Self::StackTooLarge => "tournament.stack_too_large",
            Self::BadResult => "tournament.bad_result",
            Self::OddChips => "tournament.odd_chips",
            Self::BadOrder => "tournament.bad_order",
            Self::BadPenalty => "tournament.bad_penalty",
            Self::BadDeal => "tournament.bad_deal",
            Self::NoReason => "tournament.no_reason",
            Self::NotAllowed => "tournament.not_allowed",
            Self::NoChange => "tournament.no_change",
            Self::NoSeat => "tournament.no_seat",
            Self::BadLevel => "tournament.bad_level",
            Self::TooLate => "tournament.too_late",
            Self::TooManyChips => "tournament.too_many_chips",
        }
    }
}

impl Ruling {
    /// The most characters of a reason or fault.
    pub const MAX_REASON: usize = 500;

    /// Whether there is a reason of some length.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        check_words(&self.reason)
    }

    /// Whether there is a reason, and the director decided.
    pub(super) fn check_director(&self) -> Result<(), Refusal> {
        if self.by != Official::Director {
            return Err(Refusal::NotAllowed);
        }
        self.check()
    }
}

/// Whether a text says something, and not too much.
pub(super) fn check_words(text: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() || text.chars().count() > Ruling::MAX_REASON {
        return Err(Refusal::NoReason);
    }
    Ok(())
}
