//! The director: one tournament from its first entry to its last prize, as a pure state machine.
//!
//! It keeps the players and their stacks by seat, and the level clock; it plays no cards. A command comes with the time
//! and a seed. It either takes effect, with all its consequences, or is refused and changes nothing. The same commands
//! give the same tournament and the same events, so a journal of commands is all it takes to restore one.
//!
//! Tables are driven from outside. [`Outcome::ready`] names those that may deal; [`Command::Deal`] starts the hand and
//! returns its [`Deal`]; [`Command::HandDone`] brings the stacks back. In hand-for-hand the director deals at all
//! tables at the same moment, is notified of held hands by [`Command::HandHeld`], and lists in [`Outcome::releases`]
//! the tables whose held hands go on.
//!
//! Its parts own their fields: `Entrants` the players, `Tables` the tables with their hands and chips, `FloorPlan`
//! the break order, `Registration` what is on sale, `Money` the pool and the prizes. The other files carry commands
//! out on all of them:
//!
//! | file | topic | rule |
//! |---|---|---|
//! | `entries`, `rebuys` | registration, late entries, re-entries, rebuys, the add-on | tournament 1.8, 2.17 |
//! | `seating` | the draw at the start, opened tables, late entrants | tournament 2.1, L-3 |
//! | `hands` | hands that are dealt, held, finished or voided | tournament 2.8, 2.16 |
//! | `dead_hands` | hands that are dead, or killed, and their winnings | tournament 2.15, 11.4 |
//! | `balancing` | breaking, balancing, halting, the final table | tournament 2.3, 2.4, 2.8 |
//! | `synchronised` | hand-for-hand | tournament 2.9 |
//! | `clock`, `levels`, `racing` | levels, breaks, pauses, chip races | tournament 2.11, 2.12 |
//! | `finishing`, `bounties`, `deals` | places, prizes, bounties, deals, cancellation | tournament 2.10, 2.17, L-7 to L-13 |
//! | `payouts` | fee, bonus and prizes set by officials | tournament 2.10 |
//! | `rounds` | shootout and bracket | tournament L-10 |
//! | `floor` | presence, penalties, withdrawals, moves | tournament 1.9, 2.15, 11 |
//! | `by_hand` | hands entered by hand, seats and buttons | tournament 2.1, 2.14, 6.7 |
//! | `days` | stacks bagged at the end of a day, flights joined | tournament 1.8 |
//! | `corrections` | awards, the clock and tables corrected by an official | tournament 1.1, 2.4, 2.12, 10.9 |

mod balancing;
mod bounties;
mod by_hand;
mod clock;
mod command;
mod corrections;
mod days;
mod dead_hands;
mod deals;
mod draw;
mod entrants;
mod entries;
mod event;
mod finishing;
mod floor;
mod floor_plan;
mod hands;
mod levels;
mod money;
mod payouts;
mod player;
mod prizes;
mod racing;
mod read;
mod rebuys;
mod registration;
mod rounds;
mod seating;
mod synchronised;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use clock::Millis;
pub use command::{Command, DealTerms, Decision, HandBust, Official, PlayerNo, PotResult, Presence, Refusal, Ruling};
pub use days::{Bag, Flight};
pub use draw::Seed;
pub use event::{
    Deal, DealtSeat, Event, HaltReason, HandForHandReason, HandStatus, MoveReason, PrizeReason, Raced, SeatReason,
    TableSeat, VoidMode,
};
pub use payouts::{Fee, PaidOut, Payout};
pub use player::{Player, Standing};
pub use read::{OfferTerms, ShownClock};

use super::{Structure, TableNo};
use crate::Chips;
use crate::table::TableGame;
use clock::Clock;
use days::Days;
use draw::Draw;
use entrants::Entrants;
use floor::Leaving;
use floor_plan::FloorPlan;
use money::Money;
use registration::Registration;
use rounds::Round;
use synchronised::HandForHand;
use tables::Tables;

/// The effects of a command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Events in order.
    pub events: Vec<Event>,
    /// Hands that begin at this moment, after all events.
    pub deals: Vec<Deal>,
    /// Tables whose held hand goes on at this moment, one after the other.
    pub releases: Vec<TableNo>,
    /// Tables that may deal as soon as they are ready for it.
    pub ready: Vec<TableNo>,
    /// Hands to be killed, by table and seat: they fold at their next turn.
    pub kills: Vec<(TableNo, crate::SeatIx, crate::hand::Kill)>,
}

impl Outcome {
    /// Clears the contents, for reuse.
    pub fn clear(&mut self) {
        self.events.clear();
        self.deals.clear();
        self.releases.clear();
        self.ready.clear();
        self.kills.clear();
    }
}

/// The state of a tournament. Rule: tournament 2.18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Entries are open, and play has not begun.
    Registering,
    /// Play is under way.
    Running,
    /// The tournament has ended.
    Completed,
    /// The tournament was cancelled.
    Cancelled,
}

/// One tournament with its players, tables and clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Director {
    structure: Arc<Structure>,
    /// `true` if its hands are played elsewhere and entered by hand.
    by_hand: bool,
    phase: Phase,
    /// Time of the last command.
    at: Millis,
    entrants: Entrants,
    tables: Tables,
    plan: FloorPlan,
    clock: Option<Clock>,
    paused: bool,
    hand_for_hand: HandForHand,
    registration: Registration,
    money: Money,
    round: Round,
    /// The games of the levels played so far.
    games: BTreeMap<u16, Arc<TableGame>>,
    days: Days,
}

/// A command in progress: its random draws and its effects.
pub(crate) struct Step<'a> {
    draw: Draw,
    out: &'a mut Outcome,
}

impl Step<'_> {
    fn tell(&mut self, event: Event) {
        self.out.events.push(event);
    }
}

impl Director {
    /// Creates a tournament that has just been announced. `seat_value` is the price of a seat that it awards as a
    /// satellite, and zero otherwise.
    pub fn new(structure: Arc<Structure>, seat_value: Chips) -> Self {
        Self {
            structure,
            by_hand: false,
            phase: Phase::Registering,
            at: 0,
            entrants: Entrants::default(),
            tables: Tables::default(),
            plan: FloorPlan::default(),
            clock: None,
            paused: false,
            hand_for_hand: HandForHand::default(),
            registration: Registration::default(),
            money: Money::new(seat_value),
            round: Round::default(),
            games: BTreeMap::new(),
            days: Days::default(),
        }
    }

    /// Returns the structure of the tournament.
    pub const fn structure(&self) -> &Arc<Structure> {
        &self.structure
    }

    /// Returns the state of the tournament.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the time at which [`Command::Tick`] is due next; `None` while nothing depends on time.
    pub fn due(&self) -> Option<Millis> {
        if self.phase != Phase::Running {
            return None;
        }
        let clock = self.clock.as_ref().and_then(Clock::due);
        clock.into_iter().chain(self.tables.offer_deadline()).min()
    }

    /// Returns a player, `None` if the number is not in use.
    pub fn player(&self, player: PlayerNo) -> Option<&Player> {
        self.entrants.get(player)
    }

    /// Returns the number of players who have ever registered.
    pub fn players(&self) -> u32 {
        self.entrants.registered()
    }

    /// Returns the number of players still in the tournament.
    pub const fn alive(&self) -> u32 {
        self.entrants.alive()
    }

    /// Returns `true` if new players may enter now.
    pub fn accepts_entries(&self) -> bool {
        self.check_entry().is_ok()
    }

    /// Returns `true` if only the number of places keeps new players from entering now.
    pub fn is_full(&self) -> bool {
        self.check_entry() == Err(Refusal::Full)
    }

    /// Returns `true` while play is paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns `true` once entries are closed and prizes fixed.
    pub const fn is_closed(&self) -> bool {
        !self.registration.is_open()
    }

    /// Returns `true` while hand-for-hand is announced or being played.
    pub fn is_synchronised(&self) -> bool {
        self.hand_for_hand.is_on()
    }

    /// Returns the number of running hands.
    pub const fn running(&self) -> u32 {
        self.tables.running()
    }

    /// Returns all chips in play.
    pub const fn in_play(&self) -> Chips {
        self.tables.in_play()
    }

    /// Returns the open tables, in order of number.
    pub fn open_tables(&self) -> impl Iterator<Item = TableNo> {
        self.tables.numbers()
    }

    /// Returns the stakes of a level, counted from 1.
    pub fn terms_of(&self, level: u16) -> Option<super::law::Level> {
        self.clock.as_ref().map(|clock| clock.terms(level))
    }

    /// Returns the state of an open table, with its seats and chips.
    pub fn table(&self, table: TableNo) -> Option<&crate::table::TournamentTable> {
        self.tables.get(table).map(|table| &table.law)
    }

    /// Carries out a command, and adds its effects to `out`.
    ///
    /// # Errors
    /// Gives the reason why it was refused; nothing has changed in that case.
    pub fn apply(&mut self, at: Millis, seed: Seed, command: Command, out: &mut Outcome) -> Result<(), Refusal> {
        if at < self.at {
            return Err(Refusal::TimeReversed);
        }
        if !matches!(command, Command::Tick) && self.due().is_some_and(|due| due <= at) {
            return Err(Refusal::ClockDue);
        }
        let before = std::mem::replace(&mut self.at, at);
        let draw = Draw::new(seed);
        let step = &mut Step { draw, out };
        let done = self.carry_out(command, step);
        if done.is_err() {
            self.at = before;
            return done;
        }
        self.catch_up(step);
        if self.by_hand {
            // Its hands begin at physical tables.
            (step.out.deals, step.out.ready) = (Vec::new(), Vec::new());
            self.tables.take_touched();
        } else {
            self.tell_ready(step.out);
        }
        Ok(())
    }

    fn carry_out(&mut self, command: Command, step: &mut Step<'_>) -> Result<(), Refusal> {
        if self.by_hand && command.is_of_tables() {
            return Err(Refusal::WrongPhase);
        }
        match command {
            Command::Tick => {
                self.tick(step);
                Ok(())
            }
            Command::Register => self.register(step),
            Command::Unregister(player) => self.unregister(player, step),
            Command::Start => self.start(step),
            Command::ReEnter(player) => self.re_enter(player, step),
            Command::Rebuy(player) => self.rebuy(player, step),
            Command::DeclineRebuy(player) => self.decline_rebuy(player, step),
            Command::AddOn(player) => self.add_on(player, step),
            Command::Deal(table) => self.deal(table, step),
            Command::HandHeld(table) => self.hand_held(table, step),
            Command::HandDone {
                table,
                stacks,
                pots,
                forfeits,
            } => self.hand_done(table, &stacks, &pots, &forfeits, None, step),
            Command::SplitHand {
                table,
                stacks,
                pots,
                forfeits,
                ruling,
            } => {
                ruling.check()?;
                self.hand_done(table, &stacks, &pots, &forfeits, Some(ruling), step)
            }
            Command::VoidHand(table, ruling) => self.void_hand(table, ruling, step),
            Command::StopTable(table, ruling) => self.stop_table(table, ruling, step),
            Command::SetPresence(player, presence) => self.set_presence(player, presence, step),
            Command::Withdraw(player) => self.withdraw(player, Leaving::Withdrawn, step),
            Command::Decide(decision) => decision.carry_out(self, step),
        }
    }

    /// Reports the tables that may deal now, among those with changes.
    fn tell_ready(&mut self, out: &mut Outcome) {
        let touched = self.tables.take_touched();
        out.ready
            .extend(touched.into_iter().filter(|table| self.may_deal(*table)));
    }

    fn clock(&self) -> &Clock {
        self.clock.as_ref().expect("a tournament that runs has a clock")
    }

    fn clock_mut(&mut self) -> &mut Clock {
        self.clock.as_mut().expect("a tournament that runs has a clock")
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.phase == Phase::Running {
            Ok(())
        } else {
            Err(Refusal::WrongPhase)
        }
    }
}
