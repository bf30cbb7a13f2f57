//! Events of a tournament. Names and fields are those of the lines written by `poker-harness tournaments --json`.

mod sent;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::TournamentId;
use super::reason::{
    DealEndReason, DealKind, HaltReason, HandForHandReason, MoveReason, Official, PlayerPresence, PrizeReason, Rung,
    SeatReason, VoidMode,
};
use super::state::PayoutTerms;
use super::structure::LevelInfo;
use crate::describe::JsonSchema;
use crate::v1::common::{Card, Chips, PlayerInfo, UnixMs, is_false};

/// A tournament event, the same for all viewers. Hands are events of their tables; only those that wait for other tables or are
/// void appear here. A pair such as `from` is an array of table number and seat. `rule` is the rule applied, if there is one,
/// such as `2.3` or `D-26`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
        /// Starting stack of the entry.
        stack: Chips,
        /// The player's account. Left out in simulations.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<PlayerInfo>,
        /// `true` if the place was given to the first on the waiting list.
        #[serde(default, skip_serializing_if = "is_false")]
        waited: bool,
    },
    /// The waiting list became longer or shorter.
    WaitlistChanged {
        /// Number of those on the list.
        waiting: u32,
    },
    /// No person has entered, so the start of play is postponed.
    StartPostponed {
        /// The new start, in milliseconds since 1970.
        starts_at: UnixMs,
    },
    /// An action of the officials was undone: the tournament is as though it had never been taken. Viewers receive a snapshot next.
    EntryUndone {
        /// Number of the line in the audit trail.
        line: u32,
        /// The role of whoever undid it.
        by: Official,
        /// The reason, in words.
        reason: String,
    },
    /// An undone action was redone: the tournament is as though it had never been undone. Viewers receive a snapshot next.
    EntryRedone {
        /// Number of the line in the audit trail.
        line: u32,
        /// The role of whoever redid it.
        by: Official,
        /// The reason, in words.
        reason: String,
    },
    /// A player who was out re-entered.
    ReEntered {
        /// Number of the player in the tournament.
        player: u32,
        /// The number of the new entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips paid for bounties.
        bounty: Chips,
        /// Starting stack of the entry.
        stack: Chips,
    },
    /// An entry was refunded: the player cancelled it before the start, or the tournament was cancelled.
    PlayerUnregistered {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// Chips refunded.
        refund: Chips,
    },
    /// A player took a rebuy.
    RebuyTaken {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips added to the stack.
        chips: Chips,
    },
    /// A player took the add-on.
    AddOnTaken {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// Chips paid to the pool.
        paid: Chips,
        /// Chips added to the stack.
        chips: Chips,
    },
    /// Entries closed, and the prizes are final.
    RegistrationClosed {
        /// Number of paid entries.
        entries: u32,
        /// Number of players who paid them.
        players: u32,
        /// Number of players still in.
        alive: u32,
        /// Chips in the pool, including the overlay.
        pool: Chips,
        /// Chips the house added to reach the guarantee.
        overlay: Chips,
        /// Chips kept back from the pool, in live tournaments whose officials set a fee.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fee: Option<Chips>,
        /// Chips added to the prizes, in live tournaments whose officials set a bonus.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bonus: Option<Chips>,
        /// Chips in the bounty pool.
        bounty_pool: Chips,
        /// The prize of each paid place in chips, first place first. They add up to the pool, less the fee, plus the bonus.
        prizes: Vec<Chips>,
    },
    /// Officials of a live tournament set how the pool is paid out.
    PrizesSet {
        /// The terms.
        payout: PayoutTerms,
        /// The prize of each paid place in chips, first place first: final once entries are closed, before that those of the
        /// entries so far.
        prizes: Vec<Chips>,
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
        /// The rule it is based on, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A round of a shootout or bracket began.
    RoundStarted {
        /// The round, from 1.
        round: u32,
        /// Numbers of its tables.
        tables: Vec<u32>,
    },
    /// A table was opened. It can be watched shortly afterwards: its players learn its identifier from `tournament_you`, others
    /// from HTTP or a new snapshot.
    TableOpened {
        /// Number of the table in the tournament, from 1.
        table: u32,
        /// Number of seats at the table.
        seats: u8,
    },
    /// A table was broken: its players now sit elsewhere.
    TableBroken {
        /// Number of the table in the tournament.
        table: u32,
    },
    /// The order in which tables break was published.
    BreakOrderPublished {
        /// The table numbers, the next one to break first.
        order: Vec<u32>,
    },
    /// A player was assigned a seat.
    SeatAssigned {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// Number of the table in the tournament.
        table: u32,
        /// The seat at the table, from 1.
        seat: u8,
        /// The player's stack, in chips.
        stack: Chips,
        /// The reason.
        why: SeatReason,
    },
    /// A player was moved to another table.
    PlayerMoved {
        /// Number of the player in the tournament.
        player: u32,
        /// The old table and seat.
        from: (u32, u8),
        /// The new table and seat.
        to: (u32, u8),
        /// The reason.
        why: MoveReason,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A table was halted: it deals no further hand for now.
    TableHalted {
        /// Number of the table in the tournament.
        table: u32,
        /// The reason.
        why: HaltReason,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A halted table resumed play.
    TableResumed {
        /// Number of the table in the tournament.
        table: u32,
        /// The reason for which it had been halted.
        why: HaltReason,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// The final table was formed; `seat_assigned` gives the seats.
    FinalTableFormed {
        /// Number of the final table.
        table: u32,
        /// Number of seats at the table.
        seats: u8,
        /// Numbers of the tables it was formed from.
        from: Vec<u32>,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A level began.
    LevelStarted {
        /// The level, from 1.
        level: u16,
        /// Identifier of the level's game, possibly with the betting structure, as in `omaha:pot`.
        game: String,
        /// The small blind in chips; 0 if there is none.
        small_blind: Chips,
        /// The big blind in chips; in games without blinds, the bet of the first tier.
        big_blind: Chips,
        /// The ante in chips; 0 if there is none.
        ante: Chips,
        /// The smallest chip in play.
        unit: Chips,
        /// Length of the level, in seconds.
        duration: u32,
        /// The level after it, which the structure need not list. Left out in events of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Box<LevelInfo>>,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A break began. Running hands are played to their end.
    BreakStarted {
        /// Length of the break, in seconds.
        duration: u32,
    },
    /// The break is over.
    BreakEnded {},
    /// The level clock stopped.
    ClockStopped {
        /// The level, from 1.
        level: u16,
        /// Time elapsed in the level, in seconds.
        elapsed: u64,
    },
    /// The level clock was moved by a round of hand-for-hand, or set by an official.
    ClockAdvanced {
        /// The level, from 1.
        level: u16,
        /// Time elapsed in the level, in seconds.
        elapsed: u64,
        /// The role of the official who set it; left out for a round of hand-for-hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Official>,
        /// The reason for setting it, in words; left out for a round of hand-for-hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// The level clock started again.
    ClockStarted {
        /// The level, from 1.
        level: u16,
        /// Time elapsed in the level, in seconds.
        elapsed: u64,
    },
    /// An official paused play. No further hand begins.
    TournamentPaused {
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
    },
    /// An official resumed play.
    TournamentResumed {
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
    },
    /// Small chips will leave play, at each table before its next hand.
    ChipRaceAnnounced {
        /// Value of the chip that leaves play.
        from: Chips,
        /// Value of the next larger chip.
        to: Chips,
    },
    /// A table completed its chip race.
    ChipRaceCompleted {
        /// Number of the table in the tournament.
        table: u32,
        /// Value of the chip that left play.
        from: Chips,
        /// Value of the next larger chip.
        to: Chips,
        /// The stacks before, as pairs of seat and chips.
        before: Vec<(u8, Chips)>,
        /// The cards dealt, one for each odd chip, grouped by seat, in the order of the seats.
        cards: Vec<Card>,
        /// The stacks after, as pairs of seat and chips.
        after: Vec<(u8, Chips)>,
        /// Seats that won a chip, best card first.
        winners: Vec<u8>,
        /// Seats that received a chip so as not to be eliminated.
        courtesy: Vec<u8>,
        /// Change in the total chips in play; negative if chips left play.
        delta: i64,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// Hand-for-hand was announced; it begins once all running hands are over.
    HandForHandAnnounced {
        /// The reason.
        why: HandForHandReason,
        /// Number of players still in.
        alive: u32,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// Hand-for-hand is over.
    HandForHandEnded {},
    /// A round of hand-for-hand began: the tables deal a hand simultaneously.
    HandForHandRoundStarted {
        /// The round, from 1.
        round: u32,
        /// Numbers of the tables.
        tables: Vec<u32>,
    },
    /// A round of hand-for-hand ended: every table has played its hand.
    HandForHandRoundEnded {
        /// The round, from 1.
        round: u32,
        /// Numbers of the tables.
        tables: Vec<u32>,
    },
    /// A player is all-in and called during hand-for-hand: the hand is held, cards face down, until no other table has a decision left.
    HandHeld {
        /// Number of the table in the tournament.
        table: u32,
        /// Number of the hand at the table.
        hand: u32,
    },
    /// A held hand goes on.
    HandReleased {
        /// Number of the table in the tournament.
        table: u32,
        /// Number of the hand at the table.
        hand: u32,
    },
    /// A hand was voided.
    HandVoided {
        /// Number of the table in the tournament.
        table: u32,
        /// Number of the hand at the table.
        hand: u32,
        /// The way it was voided.
        mode: VoidMode,
        /// The resulting stacks, as pairs of seat and chips.
        stacks: Vec<(u8, Chips)>,
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// The presence of a player changed.
    StatusChanged {
        /// Number of the player in the tournament.
        player: u32,
        /// The new presence.
        status: PlayerPresence,
    },
    /// A player was penalised.
    PenaltyIssued {
        /// Number of the player in the tournament.
        player: u32,
        /// The fault, in words.
        fault: String,
        /// The severity of the penalty.
        rung: Rung,
        /// Number of hands to miss, from the next one on.
        hands: u32,
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A player missed a hand as a penalty.
    PenaltyProgress {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of hands still to miss.
        left: u32,
    },
    /// A player lost the last chip and is eliminated.
    PlayerEliminated {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// Number of the table in the tournament.
        table: u32,
        /// Number of the hand at the table.
        hand: u32,
        /// The player's stack at the start of that hand.
        stack: Chips,
    },
    /// A player left the tournament for good. The player's chips left play.
    PlayerWithdrew {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A player was disqualified. The player's chips left play.
    PlayerDisqualified {
        /// Number of the player in the tournament.
        player: u32,
        /// Number of the entry.
        entry: u32,
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// Chips left play.
    ChipsRemoved {
        /// Number of the player in the tournament.
        player: u32,
        /// Chips removed from play.
        amount: Chips,
    },
    /// A bounty was won.
    BountyAwarded {
        /// Number of the player who was eliminated; the winner of the tournament, for the bounties left at the end.
        victim: u32,
        /// Number of the player who receives it.
        player: u32,
        /// Chips paid out.
        cash: Chips,
        /// Chips added to the bounty on the receiving player's own head.
        head: Chips,
    },
    /// A player's finishing place was determined. Players who tie share several places.
    PlaceAssigned {
        /// Number of the player in the tournament.
        player: u32,
        /// The player's place, the best one in a tie.
        best: u32,
        /// The worst place in a tie; equal to `best` without one.
        worst: u32,
        /// Prizes already paid to the player, as by a deal, in chips; left out if there were none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        paid: Option<Chips>,
        /// The rule applied, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// A player won a prize.
    PrizeAwarded {
        /// Number of the player in the tournament.
        player: u32,
        /// The prize in chips; for a seat in a satellite, its value.
        amount: Chips,
        /// The reason.
        why: PrizeReason,
    },
    /// A player still in proposed a deal. Play is paused, and the deal is offered once no hand is running.
    DealProposed {
        /// Number of the player in the tournament.
        player: u32,
        /// The proposed division of the prizes.
        kind: DealKind,
        /// Chips of the prizes that would be held back for first place.
        keep: Chips,
    },
    /// A deal is on offer to the players still in. It stands until it is made, play goes on, or another one is offered.
    DealOffered {
        /// The division of the prizes.
        kind: DealKind,
        /// Chips of the prizes that are held back for first place, to be played for.
        keep: Chips,
        /// The share of each player, as pairs of player number and chips.
        shares: Vec<(u32, Chips)>,
        /// Time for all players to agree, in milliseconds; left out if there is no limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u32>,
    },
    /// A player answered the deal on offer.
    DealAnswered {
        /// Number of the player in the tournament.
        player: u32,
        /// `true` if the player agrees.
        agrees: bool,
    },
    /// The proposed or offered deal was called off.
    DealEnded {
        /// The reason.
        why: DealEndReason,
    },
    /// The players still in divided the prizes.
    DealMade {
        /// The way they divided them.
        kind: DealKind,
        /// The amount paid to each player, as pairs of player number and chips.
        shares: Vec<(u32, Chips)>,
    },
    /// The winner of a satellite seat was entered in the target tournament, or keeps the seat's value in chips, having already
    /// entered it or being unable to.
    SeatGiven {
        /// Number of the player in the tournament.
        player: u32,
        /// Identifier of the target tournament.
        tournament: TournamentId,
        /// `true` if the player was entered. The chips paid as the prize are then the price of the entry.
        entered: bool,
    },
    /// An official told all players of a table the same thing at the same time, such as what one of them disclosed to an
    /// opponent still in the hand.
    TableTold {
        /// Number of the table in the tournament.
        table: u32,
        /// The text.
        text: String,
        /// The role of whoever decided.
        by: Official,
        /// The reason, in words.
        reason: String,
        /// The rule it is based on, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<Cow<'static, str>>,
    },
    /// An official made a ruling.
    RulingIssued {
        /// The role of whoever decided.
        by: Official,
        /// The rule it is based on.
        rule: String,
        /// The tool used for the ruling.
        tool: String,
        /// The reason, in words.
        reason: String,
    },
    /// The tournament was cancelled. The preceding events state the amounts due to each player.
    TournamentCancelled {
        /// The reason, in words.
        reason: String,
    },
    /// The tournament is over.
    TournamentCompleted {
        /// Number of the winner, or of the players who share first place.
        players: Vec<u32>,
    },
}
