//! What happens in a tournament. Names and fields are those of the lines that `poker tournament simulate --json` writes.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::TournamentId;
use super::reason::{
    DealEndReason, DealKind, HaltReason, HandForHandReason, MoveReason, Official, PlayerPresence, PrizeReason, Rung,
    SeatReason, VoidMode,
};
use crate::v1::common::{Card, Chips, PlayerInfo, UnixMs};

/// One event of a tournament, the same for all. Hands are events of the table; here stand those alone that wait for other tables
/// or are void. A pair such as `from` is an array: the table's number and the seat. `rule` is the rule that decided, where one
/// did, such as `2.3` or `D-26`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// A player entered.
    PlayerRegistered {
        /// The player's number in this tournament.
        player: u32,
        /// The number of the entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips paid for bounties.
        bounty: Chips,
        /// The stack that the entry brings.
        stack: Chips,
        /// Who the player is. A simulation leaves it out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        who: Option<PlayerInfo>,
    },
    /// No person has entered: play begins at this time instead.
    StartPostponed {
        /// When.
        starts_at: UnixMs,
    },
    /// What an official did was taken back: the tournament is as if it had never been done. A snapshot follows for those who watch.
    EntryUndone {
        /// The line of the trail.
        line: u32,
        /// Who took it back.
        by: Official,
        /// Why.
        reason: String,
    },
    /// What was taken back was brought back: the tournament is as if it had never been taken back. A snapshot follows for those who
    /// watch.
    EntryRedone {
        /// The line of the trail.
        line: u32,
        /// Who brought it back.
        by: Official,
        /// Why.
        reason: String,
    },
    /// A player who was out entered again.
    ReEntered {
        /// Who.
        player: u32,
        /// The number of the new entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips paid for bounties.
        bounty: Chips,
        /// The stack that the entry brings.
        stack: Chips,
    },
    /// A player took the entry back before the start, or got it back as the tournament was cancelled.
    PlayerUnregistered {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// Chips paid back.
        refund: Chips,
    },
    /// A player bought chips.
    RebuyTaken {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips that it brings to the stack.
        chips: Chips,
    },
    /// A player took the add-on.
    AddOnTaken {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips that it brings to the stack.
        chips: Chips,
    },
    /// Entries closed, and prizes are fixed.
    RegistrationClosed {
        /// How many entries were paid.
        entries: u32,
        /// How many players paid them.
        players: u32,
        /// How many players are still in.
        alive: u32,
        /// Chips in the pool, the overlay included.
        pool: Chips,
        /// What the house paid of it, up to the guarantee.
        overlay: Chips,
        /// Chips for bounties.
        bounty_pool: Chips,
        /// The prize of each paid place, the first place first.
        prizes: Vec<Chips>,
    },
    /// A round of a shootout or bracket began.
    RoundStarted {
        /// The round, from 1.
        round: u32,
        /// Its tables.
        tables: Vec<u32>,
    },
    /// A table was opened. It can be watched shortly after: its players learn it from `tournament_you`, others from HTTP or a new
    /// snapshot.
    TableOpened {
        /// Its number in this tournament.
        table: u32,
        /// How many seats it has.
        seats: u8,
    },
    /// A table was broken: its players sit elsewhere.
    TableBroken {
        /// Which.
        table: u32,
    },
    /// The order in which tables break.
    BreakOrderPublished {
        /// The tables, the next one to break first.
        order: Vec<u32>,
    },
    /// A player got a seat.
    SeatAssigned {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// The table.
        table: u32,
        /// The seat there.
        seat: u8,
        /// The stack.
        stack: Chips,
        /// Why.
        why: SeatReason,
    },
    /// A player changed tables.
    PlayerMoved {
        /// Who.
        player: u32,
        /// The table and the seat before.
        from: (u32, u8),
        /// The table and the seat from now on.
        to: (u32, u8),
        /// Why.
        why: MoveReason,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A table deals no further hand for now.
    TableHalted {
        /// Which.
        table: u32,
        /// Why.
        why: HaltReason,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A halted table plays on.
    TableResumed {
        /// Which.
        table: u32,
        /// Why it had stopped.
        why: HaltReason,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// The final table was formed; `seat_assigned` says who sits where.
    FinalTableFormed {
        /// Its number.
        table: u32,
        /// How many seats it has.
        seats: u8,
        /// The tables that it was formed of.
        from: Vec<u32>,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A level began.
    LevelStarted {
        /// The level, from 1.
        level: u16,
        /// The game that it is played in; `omaha:pot` names the limit too.
        game: String,
        /// The small blind, 0 if there is none.
        small_blind: Chips,
        /// The big blind; in games without blinds the bet of the first tier.
        big_blind: Chips,
        /// The ante, 0 if there is none.
        ante: Chips,
        /// The smallest chip in play.
        unit: Chips,
        /// How long it lasts, in seconds.
        duration: u32,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A break began. Running hands are played to their end.
    BreakStarted {
        /// How long it lasts, in seconds.
        duration: u32,
    },
    /// The break is over.
    BreakEnded {},
    /// The level clock stopped.
    ClockStopped {
        /// The level.
        level: u16,
        /// Seconds of it that are over.
        elapsed: u64,
    },
    /// A round of hand-for-hand moved the level clock, or an official set it.
    ClockAdvanced {
        /// The level.
        level: u16,
        /// Seconds of it that are over.
        elapsed: u64,
        /// Who set it; left out of a round of hand-for-hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        by: Option<Official>,
        /// Why it was set; left out of a round of hand-for-hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        reason: Option<String>,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// The level clock runs again.
    ClockStarted {
        /// The level.
        level: u16,
        /// Seconds of it that are over.
        elapsed: u64,
    },
    /// An official stopped play. No further hand begins.
    TournamentPaused {
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
    },
    /// Play goes on.
    TournamentResumed {
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
    },
    /// Small chips leave play, each table before its next hand.
    ChipRaceAnnounced {
        /// The chip that leaves.
        from: Chips,
        /// The next chip.
        to: Chips,
    },
    /// Small chips have left a table.
    ChipRaceCompleted {
        /// Which.
        table: u32,
        /// The chip that leaves.
        from: Chips,
        /// The next chip.
        to: Chips,
        /// Each seat with its stack before.
        before: Vec<(u8, Chips)>,
        /// The cards that were dealt, one for each odd chip, a seat's together, in the order of the seats.
        cards: Vec<Card>,
        /// Each seat with its stack after.
        after: Vec<(u8, Chips)>,
        /// The seats that won a chip, best card first.
        winners: Vec<u8>,
        /// The seats that got a chip so as not to be out.
        courtesy: Vec<u8>,
        /// How many chips came into play by it; below zero if some left it.
        delta: i64,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// Hand-for-hand begins as soon as all running hands are over.
    HandForHandAnnounced {
        /// Why.
        why: HandForHandReason,
        /// How many players are still in.
        alive: u32,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// Hand-for-hand is over.
    HandForHandEnded {},
    /// These tables deal a hand at the same instant.
    HandForHandRoundStarted {
        /// The round, from 1.
        round: u32,
        /// The tables.
        tables: Vec<u32>,
    },
    /// Each of the tables has played its hand.
    HandForHandRoundEnded {
        /// The round.
        round: u32,
        /// The tables.
        tables: Vec<u32>,
    },
    /// A player is all-in and called in hand-for-hand: the hand waits, face down, until no other table has anything to decide.
    HandHeld {
        /// The table.
        table: u32,
        /// The hand's number there.
        hand: u32,
    },
    /// A hand that waited goes on.
    HandReleased {
        /// The table.
        table: u32,
        /// The hand's number there.
        hand: u32,
    },
    /// A hand was voided.
    HandVoided {
        /// The table.
        table: u32,
        /// The hand's number there.
        hand: u32,
        /// How.
        mode: VoidMode,
        /// Each seat with its stack now.
        stacks: Vec<(u8, Chips)>,
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A player came or went.
    StatusChanged {
        /// Who.
        player: u32,
        /// Which of the two.
        status: PlayerPresence,
    },
    /// A player was penalised.
    PenaltyIssued {
        /// Who.
        player: u32,
        /// For what, in words.
        fault: String,
        /// How hard.
        rung: Rung,
        /// Hands to be missed, from the next one on.
        hands: u32,
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A player has missed a hand of a penalty.
    PenaltyProgress {
        /// Who.
        player: u32,
        /// Hands still to be missed.
        left: u32,
    },
    /// A player lost the last chip, for good.
    PlayerEliminated {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// The table.
        table: u32,
        /// The hand's number there.
        hand: u32,
        /// The stack with which the player began that hand.
        stack: Chips,
    },
    /// A player left for good. The chips left play.
    PlayerWithdrew {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A player was disqualified. The chips left play.
    PlayerDisqualified {
        /// Who.
        player: u32,
        /// The entry.
        entry: u32,
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// Chips left play.
    ChipsRemoved {
        /// Whose.
        player: u32,
        /// How many.
        amount: Chips,
    },
    /// A bounty was won.
    BountyAwarded {
        /// Who was eliminated. The winner of the tournament is named here for what is left at the end.
        victim: u32,
        /// Who gets it.
        player: u32,
        /// Chips paid out.
        cash: Chips,
        /// Chips added to the bounty on the winner's own head.
        head: Chips,
    },
    /// A player has a finishing place. Players who tie share several.
    PlaceAssigned {
        /// Who.
        player: u32,
        /// The best place that the player shares.
        best: u32,
        /// The worst one; the same as `best` without a tie.
        worst: u32,
        /// Prizes that the player was paid before, as by a deal; left out where there were none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        paid: Option<Chips>,
        /// The rule that decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// A player has won a prize.
    PrizeAwarded {
        /// Who.
        player: u32,
        /// Chips; for a seat of a satellite its value.
        amount: Chips,
        /// For what.
        why: PrizeReason,
    },
    /// A player still in proposes a deal. Play is paused, and the deal is offered as soon as no hand is running.
    DealProposed {
        /// Who.
        player: u32,
        /// How prizes would be shared out.
        kind: DealKind,
        /// Chips of the prizes that would stay for the first place.
        keep: Chips,
    },
    /// The players still in are offered a deal. It stands until it is made, play goes on, or another one is offered.
    DealOffered {
        /// How prizes are shared out.
        kind: DealKind,
        /// Chips of the prizes that stay for the first place, to be played for.
        keep: Chips,
        /// Each player with what is due.
        shares: Vec<(u32, Chips)>,
        /// Milliseconds in which all have to agree; left out if there is no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        left_ms: Option<u32>,
    },
    /// A player has answered the deal that is offered.
    DealAnswered {
        /// Who.
        player: u32,
        /// Whether the player agrees.
        agrees: bool,
    },
    /// The deal that was proposed or offered is off.
    DealEnded {
        /// Why.
        why: DealEndReason,
    },
    /// The players still in have shared the prizes.
    DealMade {
        /// How.
        kind: DealKind,
        /// Each player with what was paid.
        shares: Vec<(u32, Chips)>,
    },
    /// The winner of a seat has entered the tournament that it is a seat of, or keeps its value in chips: who has entered there
    /// already, or cannot any more.
    SeatGiven {
        /// Who.
        player: u32,
        /// The tournament.
        tournament: TournamentId,
        /// Whether the player has entered by it. The chips were paid before, and are the price of the entry.
        entered: bool,
    },
    /// An official has told the players of a table something at once, such as what one of them has told a rival who is still in the
    /// hand.
    TableTold {
        /// Which table.
        table: u32,
        /// What, in words.
        text: String,
        /// Who decided.
        by: Official,
        /// Why, in words.
        reason: String,
        /// The rule behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        rule: Option<Cow<'static, str>>,
    },
    /// An official has decided.
    RulingIssued {
        /// Who decided.
        by: Official,
        /// Which rule it is about.
        rule: String,
        /// By which tool.
        tool: String,
        /// Why, in words.
        reason: String,
    },
    /// The tournament was cancelled. Events before it say what is due to each player.
    TournamentCancelled {
        /// Why, in words.
        reason: String,
    },
    /// The tournament is over.
    TournamentCompleted {
        /// The winner, or those who share the end.
        players: Vec<u32>,
    },
}

impl TournamentEvent {
    /// The most elements of a list in an event that is sent. A log has all of them, HTTP too.
    pub const LIST_MAX: usize = 1000;

    /// The event as it is sent: a list that a great tournament makes too long keeps its first [`Self::LIST_MAX`] elements.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        match &mut self {
            Self::RegistrationClosed { prizes, .. } => prizes.truncate(Self::LIST_MAX),
            Self::RoundStarted { tables, .. }
            | Self::BreakOrderPublished { order: tables }
            | Self::FinalTableFormed { from: tables, .. }
            | Self::HandForHandRoundStarted { tables, .. }
            | Self::HandForHandRoundEnded { tables, .. }
            | Self::TournamentCompleted { players: tables } => tables.truncate(Self::LIST_MAX),
            Self::DealOffered { shares, .. } | Self::DealMade { shares, .. } => shares.truncate(Self::LIST_MAX),
            _ => {}
        }
        self
    }
}
