//! Situations that call for a director.

use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::simulate::{Broken, Dice, broken};
use poker_engine::tournament::director::{
    Command, Deal, DealTerms, Director, Millis, Official, Outcome, Phase, PlayerNo, Presence, Refusal, Ruling, Seed,
};
use poker_engine::tournament::law::Rung;
use poker_engine::tournament::structure::Kind;
use poker_engine::tournament::{Structure, TableNo};

use super::{Crew, Due, Log, START, Simulation};

/// Number of players alive at or below which a deal is considered.
const DEAL_PLAYERS: u32 = 9;
/// Time after the start within which a tournament may be cancelled.
const CANCEL_WITHIN: Millis = 3 * 3_600_000;
/// Number of times to wait for the end of all hands before giving up.
const CANCEL_ATTEMPTS: u8 = 60;
/// Length of each wait.
const CANCEL_WAIT: Millis = 10_000;

/// A disturbance, or its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trouble {
    Away(PlayerNo),
    Disconnected(PlayerNo),
    Back(PlayerNo),
    Withdraw(PlayerNo),
    Penalty(PlayerNo),
    Disqualify(PlayerNo),
    Void(TableNo, u32),
    Move(PlayerNo),
    Rebuy(PlayerNo),
    /// A player who never came gets the entry back.
    NoShow(PlayerNo),
    /// Entries are closed ahead of their time.
    CloseEntries,
    Pause,
    Resume,
    BreakOrder,
    HandForHand,
    HandForHandOver,
    Deal,
    /// The pots of a hand are split at its current point.
    Split(TableNo, u32),
    /// A player leaves in the middle of a hand.
    Leave(TableNo, u32, PlayerNo),
    /// The hand of a player is killed at its current point.
    Kill(TableNo, u32, PlayerNo),
    /// The tournament is cancelled, at the attempt with this number.
    Cancel(u8),
}

/// The time of trouble, relative to a hand.
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    During,
    Middle,
    After,
    /// After this many decisions, if the hand has as many.
    Decision(u32),
}

impl When {
    /// Returns the number of decisions after which the hand has to be saved for it.
    pub(super) const fn stop(self) -> Option<u32> {
        match self {
            Self::Decision(count) => Some(count),
            Self::During | Self::Middle | Self::After => None,
        }
    }
}

impl Trouble {
    /// Draws the trouble of a hand being dealt; few hands have any.
    pub(super) fn of_hand<F: FnMut() -> u64>(deal: &Deal, percent: u8, dice: &mut Dice<F>) -> Option<(When, Self)> {
        if !dice.percent(percent.into()) {
            return None;
        }
        let player = deal.seats[dice.index(deal.seats.len())].player;
        let decision = When::Decision(u32::try_from(dice.below(12)).unwrap_or(0) + 1);
        Some(match dice.below(100) {
            0..22 => (When::During, Self::Away(player)),
            22..40 => (When::During, Self::Disconnected(player)),
            40..43 => (When::After, Self::Withdraw(player)),
            43..47 => (decision, Self::Leave(deal.table, deal.hand, player)),
            47..52 => (decision, Self::Kill(deal.table, deal.hand, player)),
            52..63 => (When::During, Self::Penalty(player)),
            63..64 => (When::After, Self::Disqualify(player)),
            64..71 => (When::Middle, Self::Void(deal.table, deal.hand)),
            71..77 => (decision, Self::Split(deal.table, deal.hand)),
            77..88 => (When::After, Self::Move(player)),
            88..91 => (When::During, Self::Pause),
            91..94 => (When::During, Self::BreakOrder),
            94..97 => (When::During, Self::HandForHand),
            97 => (When::During, Self::CloseEntries),
            _ => (When::After, Self::Deal),
        })
    }
}

/// A director that is killed, and restored from its commands.
pub(super) struct Recovery {
    commands: Vec<(Millis, Seed, Command)>,
    after: usize,
}

impl Recovery {
    /// Draws a kill after one of the first commands, which few tournaments meet.
    pub(super) fn perhaps<F: FnMut() -> u64>(trouble: u8, dice: &mut Dice<F>) -> Option<Self> {
        let killed = dice.percent((u64::from(trouble) * 5).min(100));
        let after = dice.index(3_000) + 1;
        killed.then(|| Self {
            commands: Vec::new(),
            after,
        })
    }

    pub(super) fn note(&mut self, at: Millis, seed: Seed, command: &Command) {
        self.commands.push((at, seed, command.clone()));
    }

    pub(super) fn forget_last(&mut self) {
        self.commands.pop();
    }

    pub(super) fn is_due(&self) -> bool {
        self.commands.len() >= self.after
    }

    /// Replays the commands, and checks that the same tournament results.
    pub(super) fn check(self, killed: &Director) -> Result<(), Broken> {
        let structure: Arc<Structure> = Arc::clone(killed.structure());
        let mut again = Director::new(Arc::clone(&structure), structure.seat_value());
        let mut outcome = Outcome::default();
        for (at, seed, command) in self.commands {
            outcome.clear();
            if let Err(refusal) = again.apply(at, seed, command, &mut outcome) {
                return broken("the log brings a tournament back", refusal.to_string());
            }
        }
        if again == *killed {
            Ok(())
        } else {
            broken("the log brings a tournament back", "it differs")
        }
    }
}

pub(super) fn ruling(by: Official) -> Ruling {
    Ruling {
        by,
        reason: "simulated".to_owned(),
    }
}

impl<N, F, L, C> Simulation<'_, N, F, L, C>
where
    N: Fn(u64) -> F,
    F: FnMut() -> u64,
    L: Log,
    C: Crew<F>,
{
    /// Draws a player who buys chips once the hand being dealt is over.
    pub(super) fn buyer(&mut self, deal: &Deal) -> Option<PlayerNo> {
        let buys = self.plan.structure.rebuy.is_some() && self.dice.percent(3);
        buys.then(|| deal.seats[self.dice.index(deal.seats.len())].player)
    }

    /// Schedules a cancellation, before the start or during play, which few tournaments meet.
    pub(super) fn plan_cancellation(&mut self) {
        if self.dice.below(200) >= self.plan.trouble.into() {
            return;
        }
        let at = if self.dice.percent(50) {
            START / 2
        } else {
            START + self.dice.below(CANCEL_WITHIN)
        };
        self.schedule(at, Due::Trouble(Trouble::Cancel(0)));
    }

    pub(super) fn trouble(&mut self, trouble: Trouble) -> Result<(), Broken> {
        match trouble {
            Trouble::Away(player) => self.leave(player, Presence::Absent),
            Trouble::Disconnected(player) => self.leave(player, Presence::Disconnected),
            Trouble::Back(player) => self.may(Command::SetPresence(player, Presence::Active)).map(|_| ()),
            Trouble::Withdraw(player) => self.withdraw(player, Command::Withdraw(player)),
            Trouble::Disqualify(player) => self.disqualify(player),
            Trouble::Penalty(player) => self.penalise(player),
            Trouble::Void(table, hand) => self.void(table, hand),
            Trouble::Move(player) => self.move_somewhere(player),
            Trouble::Rebuy(player) => self.may(Command::Rebuy(player)).map(|_| ()),
            Trouble::NoShow(player) => self.may(Command::no_show(player, ruling(Official::Floor))).map(|_| ()),
            Trouble::CloseEntries => self.may(Command::close_entries(ruling(Official::Director))).map(|_| ()),
            Trouble::Pause => {
                if self.may(Command::pause(ruling(Official::Director)))?.is_ok() {
                    let at = self.now + self.dice.between(30_000, 200_000);
                    self.schedule(at, Due::Trouble(Trouble::Resume));
                }
                Ok(())
            }
            Trouble::Resume => self.may(Command::resume(ruling(Official::Director))).map(|_| ()),
            Trouble::BreakOrder => self.shuffle_break_order(),
            Trouble::HandForHand => {
                let done = self.may(Command::start_hand_for_hand(ruling(Official::Director)))?;
                if done.is_ok() {
                    let at = self.now + self.dice.between(60_000, 300_000);
                    self.schedule(at, Due::Trouble(Trouble::HandForHandOver));
                }
                Ok(())
            }
            Trouble::HandForHandOver => self
                .may(Command::stop_hand_for_hand(ruling(Official::Director)))
                .map(|_| ()),
            Trouble::Deal => self.deal_prizes(),
            Trouble::Split(table, hand) => self.split(table, hand),
            Trouble::Leave(table, hand, player) => self.leave_in_hand(table, hand, player),
            Trouble::Kill(table, hand, player) => self.rule_out(table, hand, player),
            Trouble::Cancel(attempt) => self.cancel(attempt),
        }
    }

    /// Sets a player absent or disconnected for a while.
    fn leave(&mut self, player: PlayerNo, presence: Presence) -> Result<(), Broken> {
        if self.may(Command::SetPresence(player, presence))?.is_ok() {
            let at = self.now + self.dice.between(20_000, 600_000);
            self.schedule(at, Due::Trouble(Trouble::Back(player)));
        }
        Ok(())
    }

    /// Gives a command that takes a player out for good, between two hands of the table.
    fn withdraw(&mut self, player: PlayerNo, command: Command) -> Result<(), Broken> {
        let place = self.director.player(player).and_then(|player| player.place);
        let idle = place
            .and_then(|(table, _)| self.director.table(table))
            .is_some_and(|table| table.hand().is_none());
        if !idle || self.director.is_synchronised() {
            return Ok(());
        }
        self.may(command).map(|_| ())
    }

    fn disqualify(&mut self, player: PlayerNo) -> Result<(), Broken> {
        self.withdraw(player, Command::disqualify(player, ruling(Official::Director)))
    }

    fn penalise(&mut self, player: PlayerNo) -> Result<(), Broken> {
        const FAULTS: [&str; 3] = ["slow play", "language", "speaking of a live hand"];
        let fault = FAULTS[self.dice.index(FAULTS.len())];
        let Some(rung) = self.director.proposed_rung(player, fault) else {
            return Ok(());
        };
        if rung == Rung::Disqualification {
            return self.disqualify(player);
        }
        let (least, most) = rung.range(self.plan.structure.severity);
        let count = u32::try_from(self.dice.between(least, most)).unwrap_or(0);
        let command = Command::penalise(player, fault.to_owned(), rung, count, ruling(Official::Floor));
        self.may(command).map(|_| ())
    }

    /// Voids a hand, if it still runs and every player at the table is in it.
    fn void(&mut self, table: TableNo, hand: u32) -> Result<(), Broken> {
        let running = self.tables.get(&table).and_then(|seated| seated.hand.as_ref());
        let runs = running.is_some_and(|played| played.number == hand && played.until > self.now);
        let same = self.director.table(table).is_some_and(|law| {
            let plan = law.hand();
            plan.is_some_and(|plan| {
                law.seats()
                    .all(|(seat, _)| plan.dealt.union(plan.waiting).contains(seat))
            })
        });
        if !runs || !same || !self.director.would_repeat(table) {
            return Ok(());
        }
        if self.seated(table).repeated {
            // Two in a row would stop the table.
            return Ok(());
        }
        self.seated(table).hand = None;
        self.may(Command::VoidHand(table, ruling(Official::Server)))?.ok();
        self.seated(table).repeated = true;
        Ok(())
    }

    fn move_somewhere(&mut self, player: PlayerNo) -> Result<(), Broken> {
        let tables: Vec<TableNo> = self.director.open_tables().collect();
        let from = self
            .director
            .player(player)
            .and_then(|player| player.place)
            .map(|(table, _)| table);
        if tables.len() < 2 || from.is_none() {
            return Ok(());
        }
        let table = tables[self.dice.index(tables.len())];
        let ruling = ruling(Official::Director);
        self.may(Command::move_player(player, table, ruling)).map(|_| ())
    }

    fn shuffle_break_order(&mut self) -> Result<(), Broken> {
        let mut order = self.director.break_order();
        let last = order.len().saturating_sub(1);
        if last < 2 || self.plan.structure.kind != Kind::Field {
            return Ok(());
        }
        let (one, other) = (self.dice.index(last), self.dice.index(last));
        order.swap(one, other);
        self.may(Command::break_order(order, ruling(Official::Director)))
            .map(|_| ())
    }

    /// Makes a deal among the last players, sometimes with chips kept for first place.
    fn deal_prizes(&mut self) -> Result<(), Broken> {
        if self.director.alive() > DEAL_PLAYERS || !self.director.is_closed() || self.director.running() > 0 {
            return Ok(());
        }
        let paused = self.director.is_paused();
        if !paused && self.may(Command::pause(ruling(Official::Director)))?.is_err() {
            return Ok(());
        }
        let terms = if self.dice.percent(50) {
            DealTerms::Chop
        } else {
            DealTerms::Icm
        };
        let keep = Chips::new(if self.dice.percent(50) { 10 } else { 0 });
        let done: Result<(), Refusal> = self.may(Command::make_deal(terms, keep, ruling(Official::Director)))?;
        if !paused && (done.is_err() || !keep.is_zero()) {
            self.may(Command::resume(ruling(Official::Director)))?.ok();
        }
        Ok(())
    }

    /// Cancels the tournament, once play is paused and all hands are over.
    fn cancel(&mut self, attempt: u8) -> Result<(), Broken> {
        if self.director.phase() == Phase::Running && !self.director.is_still() {
            if !self.director.is_paused() {
                self.may(Command::pause(ruling(Official::Director)))?.ok();
            }
            if attempt < CANCEL_ATTEMPTS {
                self.schedule(self.now + CANCEL_WAIT, Due::Trouble(Trouble::Cancel(attempt + 1)));
                return Ok(());
            }
            return broken(
                "a pause lets every hand end",
                format!("{} run on", self.director.running()),
            );
        }
        match self.may(Command::cancel(ruling(Official::Director)))? {
            Ok(()) | Err(Refusal::WrongPhase) => Ok(()),
            Err(refusal) => broken("a tournament can be cancelled", refusal.to_string()),
        }
    }
}
