//! Whole tournaments by random play, with trouble on the way.
//!
//! Hands are real ones: decisions are random and legal, and each takes one to nine simulated seconds. The situations
//! that call for a director occur too, at a set rate per hundred hands: players who leave for a while, penalties, void
//! hands, pauses, deals. The caller supplies the random numbers, so a seed always gives the same tournament.
//!
//! Each hand has random numbers of its own, and its result is needed no earlier than it can be over. The [`Crew`] that
//! plays the hands may therefore play those of several tables in parallel: the director receives them in the same
//! order, and the tournament is the same.

mod crew;
mod hands;
mod laws;
mod log;
mod mid_hand;
mod play;
#[cfg(test)]
mod tests;
mod trouble;

pub(super) use crew::{Alone, Crew, Ticket};
pub(super) use log::{Log, LogLine, NoLog};
pub(super) use play::{BegunHand, Played};

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::simulate::{Broken, Dice, broken};
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{
    Command, Director, Event, Millis, Outcome, Phase, PlayerNo, Refusal, Seed, Standing,
};
use poker_engine::tournament::structure::{Row, Start, Structure};

use laws::Laws;
use play::Telling;
use trouble::{Recovery, Trouble};

/// Time from one hand of a table to the next.
const BETWEEN_HANDS: Millis = 2_000;
/// Start of play; players register before.
const START: Millis = 60_000;

/// The parameters of a simulation.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Structure of the tournament.
    pub(crate) structure: Arc<Structure>,
    /// Value of a seat that a satellite awards, in chips of its pool.
    pub(crate) seat_value: Chips,
    /// Number of players, within the limits of the structure.
    pub(crate) players: u32,
    /// Number of hands in a hundred that meet trouble.
    pub(crate) trouble: u8,
}

/// A summary of a simulated tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Number of hands played to the end.
    pub(crate) hands: u64,
    /// Number of decisions in them.
    pub(crate) decisions: u64,
    /// Duration, in simulated milliseconds.
    pub(crate) length: Millis,
    /// Digest of all stacks and places: equal tournaments have equal digests.
    pub(crate) digest: u64,
}

impl Plan {
    /// Creates a plan for a structure, with the number of players limited to its range. `trouble` is in percent of hands.
    pub(crate) fn new(structure: &Arc<Structure>, players: u32, trouble: u8) -> Self {
        let (least, most) = structure.entries;
        let players = if structure.start == Start::Full {
            most
        } else {
            players.clamp(least, most)
        };
        Self {
            structure: Arc::clone(structure),
            seat_value: structure.seat_value(),
            players,
            trouble,
        }
    }

    /// Plays the tournament to its end. `numbers` gives independent sources of random numbers: number 0 is for the
    /// tournament, the others are for its hands.
    ///
    /// # Errors
    /// Gives the first law that the tournament broke.
    pub(crate) fn play<F, L, C>(&self, numbers: impl Fn(u64) -> F, log: &mut L, crew: &mut C) -> Result<Tally, Broken>
    where
        F: FnMut() -> u64,
        L: Log,
        C: Crew<F>,
    {
        Simulation::new(self, numbers, log, crew).run()
    }
}

/// An event that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Enter,
    Start,
    Deal(TableNo),
    /// The earliest end of the hand dealt last: its result is needed.
    Played(TableNo, Ticket),
    /// The end of the running hand with this number.
    Done(TableNo, u32),
    /// The lines of a hand so far.
    Tell(TableNo, u32),
    ReEnter(PlayerNo),
    AddOn(PlayerNo),
    Trouble(Trouble),
}

struct Simulation<'a, N, F, L, C> {
    plan: &'a Plan,
    numbers: N,
    dice: Dice<F>,
    log: &'a mut L,
    crew: &'a mut C,
    director: Director,
    /// Due events by time; events at the same time are ordered by number.
    due: BinaryHeap<Reverse<(Millis, u64, Due)>>,
    number: u64,
    now: Millis,
    tables: BTreeMap<TableNo, Seated>,
    outcome: Outcome,
    laws: Laws,
    recovery: Option<Recovery>,
    /// Number of random sources used for hands so far.
    sources: u64,
    hands: u64,
    decisions: u64,
    digest: u64,
}

/// The end of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It ended by its own rules.
    Showdown,
    /// An official had its pots shared equally. Rule: tournament 7.8.
    Split,
}

/// The simulation's record of a table.
#[derive(Debug, Default)]
struct Seated {
    /// `true` if its next hand is scheduled.
    dealing: bool,
    /// `true` if its hand repeats a void one.
    repeated: bool,
    hand: Option<Played>,
}

impl<'a, N, F, L, C> Simulation<'a, N, F, L, C>
where
    N: Fn(u64) -> F,
    F: FnMut() -> u64,
    L: Log,
    C: Crew<F>,
{
    fn new(plan: &'a Plan, numbers: N, log: &'a mut L, crew: &'a mut C) -> Self {
        let director = Director::new(Arc::clone(&plan.structure), plan.seat_value);
        let mut dice = Dice::new(numbers(0));
        let recovery = Recovery::perhaps(plan.trouble, &mut dice);
        Self {
            plan,
            numbers,
            dice,
            log,
            crew,
            director,
            due: BinaryHeap::new(),
            number: 0,
            now: 0,
            tables: BTreeMap::new(),
            outcome: Outcome::default(),
            laws: Laws::default(),
            recovery,
            sources: 0,
            hands: 0,
            decisions: 0,
            digest: 0xcbf2_9ce4_8422_2325,
        }
    }

    fn schedule(&mut self, at: Millis, due: Due) {
        let number = self.next_number();
        self.schedule_as(number, at, due);
    }

    /// Schedules an event; of those due at the same time, the one with the lowest number comes first.
    fn schedule_as(&mut self, number: u64, at: Millis, due: Due) {
        self.due.push(Reverse((at, number, due)));
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Returns the random numbers of the next hand.
    fn hand_dice(&mut self) -> Dice<F> {
        self.sources += 1;
        Dice::new((self.numbers)(self.sources))
    }

    fn telling(&self) -> Telling {
        if self.log.wants_hands() {
            Telling::Steps
        } else {
            Telling::Result
        }
    }

    fn run(mut self) -> Result<Tally, Broken> {
        self.schedule_entries();
        self.plan_cancellation();
        let most = 20_000 + 4_000 * u64::from(self.plan.players);
        while !matches!(self.director.phase(), Phase::Completed | Phase::Cancelled) {
            if self.hands > most {
                return broken("every tournament ends", format!("{most} hands"));
            }
            let next = self.due.peek().map(|Reverse((at, ..))| *at);
            let tick = self.director.due();
            // At the same moment the clock comes first (rule: L-15).
            match (tick, next) {
                (Some(tick), next) if next.is_none_or(|next| tick <= next) => {
                    self.now = tick;
                    self.must(Command::Tick)?;
                }
                (_, Some(at)) => {
                    self.now = at;
                    let Some(Reverse((_, _, due))) = self.due.pop() else {
                        continue;
                    };
                    self.happen(due)?;
                }
                (_, None) => return broken("every tournament ends", "nothing is due any more"),
            }
        }
        self.laws
            .end(&self.director, self.director.phase() == Phase::Cancelled)?;
        for player in (1..=self.director.players()).map(PlayerNo) {
            let finished = self.director.player(player).and_then(|player| player.finished);
            self.count(u64::from(finished.map_or(0, |(best, _)| best)));
        }
        Ok(Tally {
            hands: self.hands,
            decisions: self.decisions,
            length: self.now,
            digest: self.digest,
        })
    }

    /// Schedules the entries: most players enter before the start, even if late entry is possible.
    fn schedule_entries(&mut self) {
        let structure = &self.plan.structure;
        let window = late_window(structure);
        let least = structure.entries.0;
        let mut at_start = self.plan.players;
        if window > 0 {
            let late = self.plan.players * u32::try_from(self.dice.below(40)).unwrap_or(0) / 100;
            at_start = (self.plan.players - late).max(least);
        }
        for _ in 0..at_start {
            self.schedule(0, Due::Enter);
        }
        for _ in at_start..self.plan.players {
            let at = START + self.dice.below(u64::from(window) * 1_000);
            self.schedule(at, Due::Enter);
        }
        if structure.start == Start::Time {
            self.schedule(START, Due::Start);
        }
    }

    /// Enters a player. Some of those who enter late never come.
    fn enter(&mut self) -> Result<(), Broken> {
        let is_in = self.may(Command::Register)?.is_ok();
        if is_in && self.director.phase() == Phase::Running && self.dice.percent(self.plan.trouble.into()) {
            let player = PlayerNo(self.director.players());
            let at = self.now + self.dice.below(20_000);
            self.schedule(at, Due::Trouble(Trouble::NoShow(player)));
        }
        Ok(())
    }

    fn happen(&mut self, due: Due) -> Result<(), Broken> {
        match due {
            Due::Enter => self.enter(),
            Due::Start if self.director.phase() == Phase::Cancelled => Ok(()),
            Due::Start => self.must(Command::Start),
            Due::Deal(table) => {
                self.seated(table).dealing = false;
                self.may(Command::Deal(table)).map(|_| ())
            }
            Due::Played(table, ticket) => self.take_played(table, ticket),
            Due::Done(table, hand) => self.hand_over(table, hand),
            Due::Tell(table, hand) => {
                self.tell_hand(table, hand);
                Ok(())
            }
            Due::ReEnter(player) => self.may(Command::ReEnter(player)).map(|_| ()),
            Due::AddOn(player) => self.may(Command::AddOn(player)).map(|_| ()),
            Due::Trouble(trouble) => self.trouble(trouble),
        }
    }

    fn seated(&mut self, table: TableNo) -> &mut Seated {
        self.tables.entry(table).or_default()
    }

    /// Gives the director a command that it has to accept.
    fn must(&mut self, command: Command) -> Result<(), Broken> {
        let text = if matches!(command, Command::HandDone { .. }) {
            "a result"
        } else {
            "a command that is due"
        };
        match self.may(command)? {
            Ok(()) => Ok(()),
            Err(refusal) => broken("the director accepts what is due", format!("{text}: {refusal}")),
        }
    }

    /// Gives the director a command, and handles its effects.
    fn may(&mut self, command: Command) -> Result<Result<(), Refusal>, Broken> {
        let seed = Seed(self.dice.secret());
        let mut outcome = std::mem::take(&mut self.outcome);
        outcome.clear();
        if let Some(recovery) = &mut self.recovery {
            recovery.note(self.now, seed, &command);
        }
        let done = self.director.apply(self.now, seed, command, &mut outcome);
        if done.is_ok() {
            self.follow(&outcome)?;
            self.laws.step(&self.director)?;
            if self.recovery.as_ref().is_some_and(Recovery::is_due)
                && let Some(recovery) = self.recovery.take()
            {
                recovery.check(&self.director)?;
            }
        } else if let Some(recovery) = &mut self.recovery {
            recovery.forget_last();
        }
        let releases = std::mem::take(&mut outcome.releases);
        self.outcome = outcome;
        for table in releases {
            self.release(table)?;
        }
        Ok(done)
    }

    fn follow(&mut self, outcome: &Outcome) -> Result<(), Broken> {
        for event in &outcome.events {
            self.log.line(self.now, &LogLine::Event(event));
            self.laws.event(event, &self.director)?;
            self.answer(event);
        }
        for kill in &outcome.kills {
            self.kill(*kill)?;
        }
        for deal in &outcome.deals {
            self.deal(deal)?;
        }
        for table in &outcome.ready {
            let seated = self.tables.entry(*table).or_default();
            if !std::mem::replace(&mut seated.dealing, true) {
                self.schedule(self.now + BETWEEN_HANDS, Due::Deal(*table));
            }
        }
        Ok(())
    }

    /// Lets players respond to an event.
    fn answer(&mut self, event: &Event) {
        match event {
            Event::PlayerEliminated { player, .. } => {
                let open = self.plan.structure.re_entries > 0 && !self.director.is_closed();
                if open && self.dice.percent(50) {
                    let at = self.now + self.dice.between(5_000, 60_000);
                    self.schedule(at, Due::ReEnter(*player));
                }
            }
            Event::BreakStarted { .. } if self.plan.structure.add_on.is_some() && !self.director.is_closed() => {
                for player in (1..=self.director.players()).map(PlayerNo) {
                    if self.dice.percent(70) {
                        let at = self.now + self.dice.between(1_000, 240_000);
                        self.schedule(at, Due::AddOn(player));
                    }
                }
            }
            _ => {}
        }
    }
    /// Lets a player answer a rebuy offer immediately.
    fn decide_rebuy(&mut self, player: PlayerNo) -> Result<(), Broken> {
        let asked = self
            .director
            .player(player)
            .is_some_and(|player| player.standing == Standing::Busted);
        if !asked {
            return Ok(());
        }
        if self.dice.percent(60) {
            self.must(Command::Rebuy(player))
        } else {
            self.must(Command::DeclineRebuy(player))
        }
    }

    fn count(&mut self, number: u64) {
        self.digest = (self.digest ^ number).wrapping_mul(0x0100_0000_01b3);
    }
}

/// Returns the time after the start in which players may enter, in seconds: the levels open for entry, without the
/// breaks between them.
fn late_window(structure: &Structure) -> u32 {
    let levels = structure.levels.iter().filter_map(|row| match row {
        Row::Level(level) => Some(level.seconds),
        Row::Break(_) => None,
    });
    levels.take(structure.late_levels.into()).fold(0, u32::saturating_add)
}
