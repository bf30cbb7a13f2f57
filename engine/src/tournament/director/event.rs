//! What happened in a tournament. Names follow the vocabulary of rule tournament 0; hands tell their own events.

use super::command::{Official, PlayerNo, Presence};
use crate::table::HandPlan;
use crate::tournament::TableNo;
use crate::tournament::law::{Level, Rung};
use crate::{Card, Chips, SeatIx};

/// A table and a seat there.
pub type Place = (TableNo, SeatIx);

/// Why a player got a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatReason {
    /// The start.
    Start,
    /// A late entry or re-entry.
    Late,
    /// A later round of a shootout or bracket.
    Round,
    /// The final table.
    Final,
}

impl SeatReason {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Late => "late",
            Self::Round => "round",
            Self::Final => "final",
        }
    }
}

/// Why a player was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveReason {
    /// The table was too large. Rule: tournament 2.3.
    Balance,
    /// The table broke. Rule: tournament 2.4.
    Break,
    /// A table was opened for late entries. Rule: tournament 2.17.
    Open,
    /// The director said so.
    Director,
}

impl MoveReason {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Balance => "balance",
            Self::Break => "break",
            Self::Open => "open",
            Self::Director => "director",
        }
    }

    /// The rule that decided, if one did.
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            Self::Balance => Some("2.3"),
            Self::Break => Some("2.4"),
            Self::Open => Some("2.17"),
            Self::Director => None,
        }
    }
}

/// Why a table stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HaltReason {
    /// Too few players.
    Short,
    /// Two void hands in a row. Rule: tournament 6.2.
    Fault,
}

impl HaltReason {
    /// The rule that decided.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Short => "2.3",
            Self::Fault => "6.2",
        }
    }

    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Fault => "fault",
        }
    }
}

/// Why hand-for-hand began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandForHandReason {
    /// The money is one elimination away.
    Money,
    /// The final table is.
    Final,
    /// A pay jump is.
    Jump,
    /// The director said so.
    Director,
}

impl HandForHandReason {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Final => "final",
            Self::Jump => "jump",
            Self::Director => "director",
        }
    }
}

/// Why a prize was paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrizeReason {
    /// For a place.
    Place,
    /// A seat of a satellite.
    Seat,
    /// By a deal.
    Deal,
    /// As the tournament was cancelled.
    Cancel,
}

impl PrizeReason {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Seat => "seat",
            Self::Deal => "deal",
            Self::Cancel => "cancel",
        }
    }
}

/// How a hand was voided. Rule: tournament 7.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoidMode {
    /// Everything went back.
    Refund,
    /// Each pot was split equally.
    Split,
}

impl VoidMode {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Split => "split",
        }
    }
}

/// How a seat takes part in a hand. Rule: tournament 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandStatus {
    /// By its player.
    Active,
    /// Its player has no connection; the timers act.
    Disconnected,
    /// The player is absent.
    Absent,
    /// The player serves missed hands.
    Penalised,
    /// It waits for the button to pass.
    Waiting,
}

impl HandStatus {
    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Disconnected => "disconnected",
            Self::Absent => "absent",
            Self::Penalised => "penalised",
            Self::Waiting => "waiting",
        }
    }
}

/// A hand that a table is to deal at once. Its table tells `hand_started` with its posts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Where.
    pub table: TableNo,
    /// The number of the hand at this table, from 1.
    pub hand: u32,
    /// Its level, which says what is played for.
    pub level: u16,
    /// The level whose game is played: an earlier one while a pot waits for its winner. Rule: L-6.
    pub game: u16,
    /// Every seat with chips.
    pub seats: Vec<DealtSeat>,
    /// What [`crate::Hand::deal`] needs, and the positions.
    pub plan: HandPlan,
}

/// A seat at the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtSeat {
    /// Where.
    pub seat: SeatIx,
    /// Who.
    pub player: PlayerNo,
    /// With how many chips, before the posts.
    pub stack: Chips,
    /// How.
    pub status: HandStatus,
}

/// A chip race at a table. Rule: tournament 2.11.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raced {
    /// Where.
    pub table: TableNo,
    /// The chip that leaves.
    pub from: Chips,
    /// The next chip.
    pub to: Chips,
    /// The stacks before.
    pub before: Vec<(SeatIx, Chips)>,
    /// The cards that were dealt, a seat's together, in the order of the seats.
    pub cards: Vec<Card>,
    /// The stacks after.
    pub after: Vec<(SeatIx, Chips)>,
    /// Who won a chip, best card first.
    pub winners: Vec<SeatIx>,
    /// Who got a chip so as not to be out.
    pub courtesy: Vec<SeatIx>,
    /// How many chips came into play by it.
    pub delta: i64,
}

/// An event of the tournament.
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
    /// A player who was out entered again.
    ReEntered {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        bounty: Chips,
        stack: Chips,
    },
    /// A player took the entry back, or got it back.
    PlayerUnregistered {
        player: PlayerNo,
        entry: u32,
        refund: Chips,
    },
    /// A player bought chips.
    RebuyTaken {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        chips: Chips,
    },
    /// A player took the add-on.
    AddOnTaken {
        player: PlayerNo,
        entry: u32,
        paid: Chips,
        chips: Chips,
    },
    /// Entries closed; prizes are fixed.
    RegistrationClosed {
        entries: u32,
        players: u32,
        alive: u32,
        pool: Chips,
        overlay: Chips,
        bounty_pool: Chips,
        prizes: Vec<Chips>,
    },
    /// A round of a shootout or bracket began.
    RoundStarted { round: u32, tables: Vec<TableNo> },
    /// A table was opened.
    TableOpened { table: TableNo, seats: u8 },
    /// A table was broken.
    TableBroken { table: TableNo },
    /// The order in which tables break, the next one first.
    BreakOrderPublished { order: Vec<TableNo> },
    /// A player got a seat.
    SeatAssigned {
        player: PlayerNo,
        entry: u32,
        place: Place,
        stack: Chips,
        why: SeatReason,
    },
    /// A player changed tables.
    PlayerMoved {
        player: PlayerNo,
        from: Place,
        to: Place,
        why: MoveReason,
    },
    /// A table stopped.
    TableHalted { table: TableNo, why: HaltReason },
    /// It plays on.
    TableResumed { table: TableNo, why: HaltReason },
    /// The final table was formed.
    FinalTableFormed {
        table: TableNo,
        seats: u8,
        from: Vec<TableNo>,
    },
    /// A level began.
    LevelStarted { level: u16, terms: Level, duration: u32 },
    /// A break began.
    BreakStarted { duration: u32 },
    /// It is over.
    BreakEnded,
    /// The level clock stopped.
    ClockStopped { level: u16, elapsed: u64 },
    /// A round of hand-for-hand moved it, or an official has set it.
    ClockAdvanced {
        level: u16,
        elapsed: u64,
        ruling: Option<super::Ruling>,
    },
    /// It runs again.
    ClockStarted { level: u16, elapsed: u64 },
    /// Play was paused.
    TournamentPaused { by: Official, reason: String },
    /// It goes on.
    TournamentResumed { by: Official, reason: String },
    /// Small chips leave play, a table at a time.
    ChipRaceAnnounced { from: Chips, to: Chips },
    /// They have left a table.
    ChipRaceCompleted(Raced),
    /// Hand-for-hand begins when all hands are over.
    HandForHandAnnounced { why: HandForHandReason, alive: u32 },
    /// It is over.
    HandForHandEnded,
    /// These tables deal at the same instant.
    HandForHandRoundStarted { round: u32, tables: Vec<TableNo> },
    /// Each has played its hand.
    HandForHandRoundEnded { round: u32, tables: Vec<TableNo> },
    /// A hand waits before its cards are tabled.
    HandHeld { table: TableNo, hand: u32 },
    /// It goes on.
    HandReleased { table: TableNo, hand: u32 },
    /// A hand was voided.
    HandVoided {
        table: TableNo,
        hand: u32,
        mode: VoidMode,
        stacks: Vec<(SeatIx, Chips)>,
        ruling: super::Ruling,
    },
    /// A player came or went.
    StatusChanged { player: PlayerNo, status: Presence },
    /// A player was penalised.
    PenaltyIssued {
        player: PlayerNo,
        fault: String,
        rung: Rung,
        hands: u32,
        ruling: super::Ruling,
    },
    /// A player has served a hand of a penalty.
    PenaltyProgress { player: PlayerNo, left: u32 },
    /// A player lost the last chip, for good.
    PlayerEliminated {
        player: PlayerNo,
        entry: u32,
        table: TableNo,
        hand: u32,
        stack: Chips,
    },
    /// A player left for good.
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
    /// Chips left play.
    ChipsRemoved { player: PlayerNo, amount: Chips },
    /// A bounty was won.
    BountyAwarded {
        victim: PlayerNo,
        player: PlayerNo,
        cash: Chips,
        head: Chips,
    },
    /// A player has a finishing place.
    PlaceAssigned { player: PlayerNo, best: u32, worst: u32 },
    /// A player has won a prize.
    PrizeAwarded {
        player: PlayerNo,
        amount: Chips,
        why: PrizeReason,
    },
    /// The players alive have shared the prizes.
    DealMade {
        kind: &'static str,
        shares: Vec<(PlayerNo, Chips)>,
    },
    /// An official has told the players of a table something. Rule: tournament 11.4.
    TableTold {
        table: TableNo,
        text: String,
        ruling: super::Ruling,
    },
    /// An official has decided.
    RulingIssued {
        rule: String,
        tool: String,
        ruling: super::Ruling,
    },
    /// The tournament was cancelled.
    TournamentCancelled { reason: String },
    /// The tournament is over: the winner, or those who share the end.
    TournamentCompleted { players: Vec<PlayerNo> },
}
