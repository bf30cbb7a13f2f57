//! What a director is there for.

use std::sync::Arc;

use super::{Due, Log, Simulation};
use crate::Chips;
use crate::simulate::{Broken, Dice, broken};
use crate::tournament::director::{
    Command, Deal, DealTerms, Director, Millis, Official, Outcome, PlayerNo, Presence, Refusal, Ruling, Seed,
};
use crate::tournament::law::Rung;
use crate::tournament::structure::Kind;
use crate::tournament::{Structure, TableNo};

/// With so many players alive a deal is thought of.
const DEAL_PLAYERS: u32 = 9;

/// Trouble, or its end.
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
    Pause,
    Resume,
    BreakOrder,
    HandForHand,
    HandForHandOver,
    Deal,
}

/// A director that is killed, and brought back from its commands.
pub(super) struct Recovery {
    commands: Vec<(Millis, Seed, Command)>,
    after: usize,
}

impl Recovery {
    /// Some tournaments meet a kill, after one of their first commands.
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

    /// Plays the commands again: the same tournament must come out.
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

fn ruling(by: Official) -> Ruling {
    Ruling {
        by,
        reason: "simulated".to_owned(),
    }
}

impl<F: FnMut() -> u64, L: Log> Simulation<'_, F, L> {
    /// Some hands meet trouble, while they run or right after.
    pub(super) fn plan_trouble(&mut self, deal: &Deal, until: Millis) {
        if self.plan.structure.rebuy.is_some() && self.dice.percent(3) {
            let player = deal.seats[self.dice.index(deal.seats.len())].player;
            self.schedule(until + 1_000, Due::Trouble(Trouble::Rebuy(player)));
        }
        if !self.dice.percent(self.plan.trouble.into()) {
            return;
        }
        let player = deal.seats[self.dice.index(deal.seats.len())].player;
        let during = self.now + self.dice.below(until - self.now + 1_000);
        let after = until + 1_000;
        let (at, trouble) = match self.dice.below(100) {
            0..22 => (during, Trouble::Away(player)),
            22..40 => (during, Trouble::Disconnected(player)),
            40..45 => (after, Trouble::Withdraw(player)),
            45..63 => (during, Trouble::Penalty(player)),
            63..65 => (after, Trouble::Disqualify(player)),
            65..77 => (self.now + (until - self.now) / 2, Trouble::Void(deal.table, deal.hand)),
            77..88 => (after, Trouble::Move(player)),
            88..91 => (during, Trouble::Pause),
            91..94 => (during, Trouble::BreakOrder),
            94..97 => (during, Trouble::HandForHand),
            _ => (after, Trouble::Deal),
        };
        self.schedule(at, Due::Trouble(trouble));
    }

    pub(super) fn trouble(&mut self, trouble: Trouble) -> Result<(), Broken> {
        match trouble {
            Trouble::Away(player) => self.leave(player, Presence::Absent),
            Trouble::Disconnected(player) => self.leave(player, Presence::Disconnected),
            Trouble::Back(player) => self.may(Command::SetPresence(player, Presence::Active)).map(|_| ()),
            Trouble::Withdraw(player) => self.withdraw(Command::Withdraw(player)),
            Trouble::Disqualify(player) => self.withdraw(Command::Disqualify(player, ruling(Official::Director))),
            Trouble::Penalty(player) => self.penalise(player),
            Trouble::Void(table, hand) => self.void(table, hand),
            Trouble::Move(player) => self.move_somewhere(player),
            Trouble::Rebuy(player) => self.may(Command::Rebuy(player)).map(|_| ()),
            Trouble::Pause => {
                if self.may(Command::Pause(ruling(Official::Director)))?.is_ok() {
                    let at = self.now + self.dice.between(30_000, 200_000);
                    self.schedule(at, Due::Trouble(Trouble::Resume));
                }
                Ok(())
            }
            Trouble::Resume => self.may(Command::Resume(ruling(Official::Director))).map(|_| ()),
            Trouble::BreakOrder => self.shuffle_break_order(),
            Trouble::HandForHand => {
                let done = self.may(Command::StartHandForHand(ruling(Official::Director)))?;
                if done.is_ok() {
                    let at = self.now + self.dice.between(60_000, 300_000);
                    self.schedule(at, Due::Trouble(Trouble::HandForHandOver));
                }
                Ok(())
            }
            Trouble::HandForHandOver => self
                .may(Command::StopHandForHand(ruling(Official::Director)))
                .map(|_| ()),
            Trouble::Deal => self.deal_prizes(),
        }
    }

    /// A player is gone for a while.
    fn leave(&mut self, player: PlayerNo, presence: Presence) -> Result<(), Broken> {
        if self.may(Command::SetPresence(player, presence))?.is_ok() {
            let at = self.now + self.dice.between(20_000, 600_000);
            self.schedule(at, Due::Trouble(Trouble::Back(player)));
        }
        Ok(())
    }

    /// A player leaves for good, between two hands of the table.
    fn withdraw(&mut self, command: Command) -> Result<(), Broken> {
        let (Command::Withdraw(player) | Command::Disqualify(player, _)) = &command else {
            return Ok(());
        };
        let place = self.director.player(*player).and_then(|player| player.place);
        let idle = place
            .and_then(|(table, _)| self.director.table(table))
            .is_some_and(|table| table.hand().is_none());
        if !idle || self.director.is_synchronised() {
            return Ok(());
        }
        self.may(command).map(|_| ())
    }

    fn penalise(&mut self, player: PlayerNo) -> Result<(), Broken> {
        const FAULTS: [&str; 3] = ["slow play", "language", "speaking of a live hand"];
        let fault = FAULTS[self.dice.index(FAULTS.len())];
        let Some(rung) = self.director.proposed_rung(player, fault) else {
            return Ok(());
        };
        if rung == Rung::Disqualification {
            return self.withdraw(Command::Disqualify(player, ruling(Official::Director)));
        }
        let (least, most) = rung.range(self.plan.structure.severity);
        let count = u32::try_from(self.dice.between(least, most)).unwrap_or(0);
        let command = Command::Penalise {
            player,
            fault: fault.to_owned(),
            rung,
            count,
            ruling: ruling(Official::Floor),
        };
        self.may(command).map(|_| ())
    }

    /// A hand is void, if it still runs and everybody at the table is in it.
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
        self.may(Command::Move { player, table, ruling }).map(|_| ())
    }

    fn shuffle_break_order(&mut self) -> Result<(), Broken> {
        let mut order = self.director.break_order();
        let last = order.len().saturating_sub(1);
        if last < 2 || self.plan.structure.kind != Kind::Field {
            return Ok(());
        }
        let (one, other) = (self.dice.index(last), self.dice.index(last));
        order.swap(one, other);
        self.may(Command::BreakOrder(order, ruling(Official::Director)))
            .map(|_| ())
    }

    /// The last players share the prizes; now and then something stays for the first place.
    fn deal_prizes(&mut self) -> Result<(), Broken> {
        if self.director.alive() > DEAL_PLAYERS || !self.director.is_closed() || self.director.running() > 0 {
            return Ok(());
        }
        let paused = self.director.is_paused();
        if !paused && self.may(Command::Pause(ruling(Official::Director)))?.is_err() {
            return Ok(());
        }
        let terms = if self.dice.percent(50) {
            DealTerms::Chop
        } else {
            DealTerms::Icm
        };
        let keep = Chips::new(if self.dice.percent(50) { 10 } else { 0 });
        let done: Result<(), Refusal> = self.may(Command::MakeDeal {
            terms,
            keep,
            ruling: ruling(Official::Director),
        })?;
        if !paused && (done.is_err() || !keep.is_zero()) {
            self.may(Command::Resume(ruling(Official::Director)))?.ok();
        }
        Ok(())
    }
}
