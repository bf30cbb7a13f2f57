//! Events of a tournament. Their names follow the vocabulary of rule tournament 0; hands report events of their own.

use super::command::{Official, PlayerNo, Presence};
use crate::table::HandPlan;
use crate::tournament::TableNo;
use crate::tournament::law::{Level, Rung};
use crate::{Card, Chips, SeatIx};

/// A table and a seat there.
pub type TableSeat = (TableNo, SeatIx);

crate::coded! {
    /// The reason for assigning a seat.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SeatReason: code {
        /// The tournament started.
        Start = "start",
        /// The player entered late, or again.
        Late = "late",
        /// A later round of a shootout or bracket began.
        Round = "round",
        /// The final table was formed.
        Final = "final",
    }
}

crate::coded! {
    /// The reason for moving a player.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MoveReason: code {
        /// The table was too large. Rule: tournament 2.3.
        Balance = "balance",
        /// The table broke. Rule: tournament 2.4.
        Break = "break",
        /// A table was opened for late entries. Rule: tournament 2.17.
        Open = "open",
        /// The director ordered it.
        Director = "director",
    }
}

impl MoveReason {
    /// Returns the rule that decided, if there was one.
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Self::Balance => Some("2.3"),
            Self::Break => Some("2.4"),
            Self::Open => Some("2.17"),
            Self::Director => None,
        }
    }
}

crate::coded! {
    /// The reason for halting a table.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HaltReason: code {
        /// The table has too few players.
        Short = "short",
        /// Two hands in a row were void. Rule: tournament 6.2.
        Fault = "fault",
    }
}

impl HaltReason {
    /// Returns the rule that decided.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Short => "2.3",
            Self::Fault => "6.2",
        }
    }
}

crate::coded! {
    /// The reason for starting hand-for-hand.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HandForHandReason: code {
        /// The money is one elimination away.
        Money = "money",
        /// The final table is one elimination away.
        Final = "final",
        /// A pay jump is one elimination away.
        Jump = "jump",
        /// The director ordered it.
        Director = "director",
    }
}

crate::coded! {
    /// The reason for paying a prize.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum PrizeReason: code {
        /// A finishing place.
        Place = "place",
        /// A seat of a satellite.
        Seat = "seat",
        /// A deal.
        Deal = "deal",
        /// The cancellation of the tournament.
        Cancel = "cancel",
    }
}

crate::coded! {
    /// The way in which a hand was voided. Rule: tournament 7.8.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum VoidMode: code {
        /// All bets went back.
        Refund = "refund",
        /// Each pot was split equally.
        Split = "split",
    }
}

crate::coded! {
    /// The part of a seat in a hand. Rule: tournament 0.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HandStatus: code {
        /// Played by its player.
        Active = "active",
        /// Played by the timers, as its player has no connection.
        Disconnected = "disconnected",
        /// The player is absent.
        Absent = "absent",
        /// The player is serving missed hands.
        Penalised = "penalised",
        /// The seat waits for the button to pass.
        Waiting = "waiting",
    }
}

/// A hand that a table is to deal immediately. The table reports `hand_started` with its posts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Table that deals.
    pub table: TableNo,
    /// The number of the hand at this table, from 1.
    pub hand: u32,
    /// Level of the hand, which sets its stakes; counted from 1.
    pub level: u16,
    /// Level whose game is played: an earlier one while a carried pot waits for its winner. Rule: L-6.
    pub game: u16,
    /// All seats with chips.
    pub seats: Vec<DealtSeat>,
    /// Input of [`crate::Hand::deal`], and the positions.
    pub plan: HandPlan,
}

/// A seat with chips when a hand is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtSeat {
    /// Seat at the table.
    pub seat: SeatIx,
    /// Player in the seat.
    pub player: PlayerNo,
    /// Chips in the stack before the posts.
    pub stack: Chips,
    /// Part of the seat in the hand.
    pub status: HandStatus,
}

/// A chip race at a table. Rule: tournament 2.11.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raced {
    /// Table of the race.
    pub table: TableNo,
    /// Value of the chip that leaves play.
    pub from: Chips,
    /// Value of the next larger chip.
    pub to: Chips,
    /// Stacks before the race, by seat.
    pub before: Vec<(SeatIx, Chips)>,
    /// Cards dealt, each seat's together, in the order of the seats.
    pub cards: Vec<Card>,
    /// Stacks after the race, by seat.
    pub after: Vec<(SeatIx, Chips)>,
    /// Seats that won a chip, best card first.
    pub winners: Vec<SeatIx>,
    /// Seats that got a chip to keep them from being eliminated.
    pub courtesy: Vec<SeatIx>,
    /// Chips that the race brought into play, negative if it took some out.
    pub delta: i64,
}

/// An event of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields are those of the log: rule tournament-lines 3")]
pub enum Event {
    /// A player entered.
    PlayerRegistered {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        bounty: Chips,
        stack: Chips,
    },
    /// An eliminated player entered again.
    ReEntered {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        bounty: Chips,
        stack: Chips,
    },
    /// An entry was withdrawn by its player, or returned.
    PlayerUnregistered {
        player: PlayerNo,
        entry: u32,
        refund: Chips,
    },
    /// A player rebought: `chips` for `paid`.
    RebuyTaken {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        chips: Chips,
    },
    /// A player bought the add-on: `chips` for `paid`.
    AddOnTaken {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        chips: Chips,
    },
    /// Entries closed, and the prizes are fixed.
    RegistrationClosed {
        entries: u32,
        players: u32,
        alive: u32,
        pool: Chips,
        overlay: Chips,
        fee: Chips,
        bonus: Chips,
        bounty_pool: Chips,
        prizes: Vec<Chips>,
    },
    /// Officials set how the pool is paid out.
    PrizesSet {
        payout: super::Payout,
        paid_out: super::PaidOut,
        prizes: Vec<Chips>,
        ruling: super::Ruling,
    },
    /// A round of a shootout or bracket began.
    RoundStarted { round: u32, tables: Vec<TableNo> },
    /// A table was opened.
    TableOpened { table: TableNo, seats: u8 },
    /// A table was broken.
    TableBroken { table: TableNo },
    /// The order in which tables break, next one first.
    BreakOrderPublished { order: Vec<TableNo> },
    /// A player got a seat.
    SeatAssigned {
        player: PlayerNo,
        entry: u32,
        place: TableSeat,
        stack: Chips,
        why: SeatReason,
    },
    /// A player changed tables.
    PlayerMoved {
        player: PlayerNo,
        from: TableSeat,
        to: TableSeat,
        why: MoveReason,
    },
    /// A table was halted.
    TableHalted { table: TableNo, why: HaltReason },
    /// A halted table resumed play.
    TableResumed { table: TableNo, why: HaltReason },
    /// The final table was formed.
    FinalTableFormed {
        table: TableNo,
        seats: u8,
        from: Vec<TableNo>,
    },
    /// A level began, with its stakes and its duration in seconds.
    LevelStarted { level: u16, terms: Level, duration: u32 },
    /// A break began, with its duration in seconds.
    BreakStarted { duration: u32 },
    /// A break ended.
    BreakEnded,
    /// The level clock stopped, with the seconds elapsed in the level.
    ClockStopped { level: u16, elapsed: u64 },
    /// The level clock was moved by a round of hand-for-hand or by an official; `elapsed` is in seconds.
    ClockAdvanced {
        level: u16,
        elapsed: u64,
        ruling: Option<super::Ruling>,
    },
    /// The level clock runs again, with the seconds elapsed in the level.
    ClockStarted { level: u16, elapsed: u64 },
    /// Play was paused.
    TournamentPaused { by: Official, reason: String },
    /// Play was resumed.
    TournamentResumed { by: Official, reason: String },
    /// Small chips are to leave play, one table at a time.
    ChipRaceAnnounced { from: Chips, to: Chips },
    /// Small chips left play at a table.
    ChipRaceCompleted(Raced),
    /// Hand-for-hand begins once all running hands are over.
    HandForHandAnnounced { why: HandForHandReason, alive: u32 },
    /// Hand-for-hand ended.
    HandForHandEnded,
    /// A round of hand-for-hand began: these tables deal at the same moment.
    HandForHandRoundStarted { round: u32, tables: Vec<TableNo> },
    /// A round of hand-for-hand ended: each of these tables has played its hand.
    HandForHandRoundEnded { round: u32, tables: Vec<TableNo> },
    /// A hand is held before its cards are tabled.
    HandHeld { table: TableNo, hand: u32 },
    /// A held hand goes on.
    HandReleased { table: TableNo, hand: u32 },
    /// A hand was voided.
    HandVoided {
        table: TableNo,
        hand: u32,
        mode: VoidMode,
        stacks: Vec<(SeatIx, Chips)>,
        ruling: super::Ruling,
    },
    /// A player's presence changed.
    StatusChanged { player: PlayerNo, status: Presence },
    /// A player was penalised.
    PenaltyIssued {
        player: PlayerNo,
        fault: String,
        rung: Rung,
        hands: u32,
        ruling: super::Ruling,
    },
    /// A player served one hand of a penalty.
    PenaltyProgress { player: PlayerNo, left: u32 },
    /// A player lost the last chip and is out for good.
    PlayerEliminated {
        player: PlayerNo,
        entry: u32,
        table: TableNo,
        hand: u32,
        stack: Chips,
    },
    /// A player withdrew or was removed for good.
    PlayerWithdrew {
        player: PlayerNo,
        entry: u32,
        ruling: super::Ruling,
    },
    /// A player was disqualified.
    PlayerDisqualified {
        player: PlayerNo,
        entry: u32,
        ruling: super::Ruling,
    },
    /// Chips left play together with their player, or as winnings of a killed hand.
    ChipsRemoved { player: PlayerNo, amount: Chips },
    /// A bounty was won: `cash` is paid out, and `head` is added to the bounty on the winner's own head.
    BountyAwarded {
        victim: PlayerNo,
        player: PlayerNo,
        cash: Chips,
        head: Chips,
    },
    /// A player got a finishing place; tied players share the places from `best` to `worst`.
    PlaceAssigned { player: PlayerNo, best: u32, worst: u32 },
    /// A player won a prize.
    PrizeAwarded {
        player: PlayerNo,
        amount: Chips,
        why: PrizeReason,
    },
    /// The players alive shared the prizes by a deal.
    DealMade {
        kind: &'static str,
        shares: Vec<(PlayerNo, Chips)>,
    },
    /// An official informed the players of a table. Rule: tournament 11.4.
    TableTold {
        table: TableNo,
        text: String,
        ruling: super::Ruling,
    },
    /// An official made a ruling.
    RulingIssued {
        rule: String,
        tool: String,
        ruling: super::Ruling,
    },
    /// The tournament was cancelled.
    TournamentCancelled { reason: String },
    /// The tournament ended, with its winner or the players who share the end.
    TournamentCompleted { players: Vec<PlayerNo> },
}
