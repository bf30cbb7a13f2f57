//! Hand-for-hand: announcement, barrier, rounds, held hands. Rules: tournament 2.7, 2.9.

use super::command::{Command, Refusal, Ruling};
use super::event::{Event, HandForHandReason};
use super::finishing::Out;
use super::{Director, Step};
use crate::setup::Tabling;
use crate::tournament::TableNo;
use crate::tournament::structure::{HandForHand as Trigger, Kind};

/// The state of hand-for-hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HandForHand {
    state: State,
    /// Number of the last round.
    round: u32,
    /// Tables in the round.
    tables: Vec<TableNo>,
    /// Players eliminated in it.
    busts: Vec<Out>,
    /// `true` if the director ordered it, whatever the number of players.
    wanted: bool,
    /// `true` while it keeps the clock stopped.
    clock_stopped: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Off,
    /// Announced: running hands are finished first.
    Announced,
    /// In a round: each table plays one hand.
    Round,
}

impl HandForHand {
    pub(super) fn is_on(&self) -> bool {
        self.state != State::Off
    }

    pub(super) fn is_round(&self) -> bool {
        self.state == State::Round
    }

    pub(super) const fn clock_stopped(&self) -> bool {
        self.clock_stopped
    }

    pub(super) fn add_busts(&mut self, busts: Vec<Out>) {
        self.busts.extend(busts);
    }
}

impl Command {
    /// Starts hand-for-hand by the director's decision.
    pub fn start_hand_for_hand(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| {
            director.start_hand_for_hand(&ruling, step)
        })
    }

    /// Ends hand-for-hand by the director's decision.
    pub fn stop_hand_for_hand(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| {
            director.stop_hand_for_hand(ruling, step)
        })
    }
}

impl Director {
    /// Returns the reason why hand-for-hand is due with the players alive. Rule: tournament 2.9.
    fn due_reason(&self) -> Option<HandForHandReason> {
        if self.registration.is_open() || self.structure.kind != Kind::Field || self.plan.standing() < 2 {
            return None;
        }
        let left = |trigger: &Trigger| match trigger {
            Trigger::Money => (self.money.prizes.paid_places(), HandForHandReason::Money),
            Trigger::Final => (self.structure.final_seats().into(), HandForHandReason::Final),
            Trigger::Jump(left) => (*left, HandForHandReason::Jump),
        };
        let reasons = self.structure.hand_for_hand.iter().map(left);
        let mut due = reasons.filter(|(left, _)| left.checked_add(1) == Some(self.entrants.alive()));
        due.next().map(|(_, why)| why)
    }

    /// Announces hand-for-hand after an elimination, if it is due.
    pub(super) fn announce_if_due(&mut self, step: &mut Step<'_>) {
        if self.hand_for_hand.is_on() {
            return;
        }
        if let Some(why) = self.due_reason() {
            self.announce(why, step);
        }
    }

    fn announce(&mut self, why: HandForHandReason, step: &mut Step<'_>) {
        self.hand_for_hand.state = State::Announced;
        step.tell(Event::HandForHandAnnounced {
            why,
            alive: self.entrants.alive(),
        });
        let tables = self.tables.list();
        for table in tables {
            self.stop_level(table);
        }
    }

    /// Opens the barrier of hand-for-hand once every table has arrived; called whenever a hand or an offer has ended.
    pub(super) fn synchronise(&mut self, step: &mut Step<'_>) {
        if self.tables.running() > 0 {
            if self.hand_for_hand.is_round() {
                self.release_if_all_wait(step);
            }
            return;
        }
        if self.tables.has_offers() {
            return;
        }
        if self.hand_for_hand.is_round() {
            if self.deal_again(step) {
                return;
            }
            self.end_round(step);
            if self.end_if_over(step) {
                return;
            }
        }
        self.pass_barrier(step);
    }

    /// Deals again at the tables of the round whose hand was void and could not be repeated immediately, now or as soon
    /// as possible; `false` if there are none.
    fn deal_again(&mut self, step: &mut Step<'_>) -> bool {
        let owing = self
            .tables
            .iter()
            .filter(|(_, table)| table.owes_round() && table.law.occupied().len() > 1);
        let owing: Vec<TableNo> = owing.map(|(table, _)| table).collect();
        for table in &owing {
            if self.could_deal(*table) {
                self.begin_hand(*table, Tabling::OnRelease, step);
            }
        }
        !owing.is_empty()
    }

    /// Passes the barrier with all tables idle: balances, then starts the next round or ends.
    fn pass_barrier(&mut self, step: &mut Step<'_>) {
        if !self.hand_for_hand.is_on() || self.tables.running() > 0 {
            return;
        }
        // In a break or a pause the tables are balanced now, and the round begins afterwards.
        let waits = self.paused || self.clock().in_break();
        let at = self.at;
        if !waits && !self.hand_for_hand.clock_stopped {
            self.hand_for_hand.clock_stopped = true;
            let elapsed = self.clock().elapsed(at);
            let level = self.clock().level();
            self.clock_mut().stop(at);
            step.tell(Event::ClockStopped { level, elapsed });
        }
        let tables = self.tables.list();
        for table in tables {
            self.balance_one(table, step);
        }
        self.tell_halts(step);
        let wanted = self.hand_for_hand.wanted && self.plan.standing() >= 2;
        if waits && (wanted || self.due_reason().is_some()) {
            return;
        }
        let tables = self.tables.numbers().filter(|table| self.could_deal(*table));
        let tables: Vec<TableNo> = tables.collect();
        if tables.is_empty() || !(wanted || self.due_reason().is_some()) {
            self.end_hand_for_hand(step);
            return;
        }
        let round = self.hand_for_hand.round + 1;
        self.hand_for_hand.round = round;
        self.hand_for_hand.state = State::Round;
        self.hand_for_hand.tables.clone_from(&tables);
        step.tell(Event::HandForHandRoundStarted {
            round,
            tables: tables.clone(),
        });
        for table in tables {
            self.begin_hand(table, Tabling::OnRelease, step);
            if let Some(table) = self.tables.get_mut(table) {
                table.begin_round();
            }
        }
    }

    fn end_hand_for_hand(&mut self, step: &mut Step<'_>) {
        let round = self.hand_for_hand.round;
        let stopped = self.hand_for_hand.clock_stopped;
        self.hand_for_hand = HandForHand {
            round,
            ..HandForHand::default()
        };
        step.tell(Event::HandForHandEnded);
        // In a pause it starts when play is resumed.
        if stopped && !self.paused {
            let at = self.at;
            self.clock_mut().run_on(at);
            let (level, elapsed) = (self.clock().level(), self.clock().elapsed(at));
            step.tell(Event::ClockStarted { level, elapsed });
        }
        self.tables.touch_all();
    }

    /// Ends a round in which every table has played its hand: the clock moves, and eliminated players are ranked together.
    fn end_round(&mut self, step: &mut Step<'_>) {
        let (round, tables) = (self.hand_for_hand.round, std::mem::take(&mut self.hand_for_hand.tables));
        self.hand_for_hand.state = State::Announced;
        step.tell(Event::HandForHandRoundEnded { round, tables });
        // If the time cannot be counted any more, the clock stays where it is.
        let begun = self.clock_mut().after_round().unwrap_or_default();
        let (level, elapsed) = (self.clock().level(), self.clock().elapsed(self.at));
        let ruling = None;
        step.tell(Event::ClockAdvanced { level, elapsed, ruling });
        for level in begun {
            self.tell_level_of(level, step);
        }
        let busts = std::mem::take(&mut self.hand_for_hand.busts);
        self.rank(&busts, step);
    }

    pub(super) fn hand_held(&mut self, number: TableNo, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        let table = self.tables.named_mut(number)?;
        let owes_round = table.owes_round();
        let hand = table.running_mut().ok_or(Refusal::NoHand)?;
        if !self.hand_for_hand.is_round() || hand.is_held() || !owes_round {
            return Err(Refusal::NoHand);
        }
        hand.hold();
        let hand = hand.number();
        step.tell(Event::HandHeld { table: number, hand });
        self.release_if_all_wait(step);
        Ok(())
    }

    /// Releases the held hands once no table has any decision left.
    fn release_if_all_wait(&mut self, step: &mut Step<'_>) {
        let mut held = Vec::new();
        for (number, table) in self.tables.iter() {
            match table.running() {
                Some(hand) if hand.is_held() => held.push((number, hand.number())),
                Some(_) => return,
                None => {}
            }
        }
        for (table, hand) in held {
            if let Some(hand) = self.tables.get_mut(table).and_then(|table| table.running_mut()) {
                hand.release();
            }
            step.tell(Event::HandReleased { table, hand });
            step.out.releases.push(table);
        }
    }

    fn start_hand_for_hand(&mut self, ruling: &Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check_director()?;
        if self.structure.kind != Kind::Field || self.registration.is_open() || self.plan.standing() < 2 {
            return Err(Refusal::WrongPhase);
        }
        if self.hand_for_hand.wanted {
            return Err(Refusal::NoChange);
        }
        self.hand_for_hand.wanted = true;
        if !self.hand_for_hand.is_on() {
            self.announce(HandForHandReason::Director, step);
            self.synchronise(step);
        }
        Ok(())
    }

    fn stop_hand_for_hand(&mut self, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check_director()?;
        if !self.hand_for_hand.wanted {
            return Err(Refusal::NoChange);
        }
        self.hand_for_hand.wanted = false;
        step.tell(Event::RulingIssued {
            rule: "2.7".to_owned(),
            tool: "hand_for_hand".to_owned(),
            ruling,
        });
        Ok(())
    }
}
