//! Events of the clock: levels, breaks, the end of entries; and pauses. Rules: tournament 1.8, 2.12, 2.18.

use super::clock::{Clock, ClockEvent};
use super::command::{Command, Refusal, Ruling};
use super::event::Event;
use super::{Director, Phase, Step};

impl Command {
    /// Pauses play: no further hand begins, and the clock stops.
    pub fn pause(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| director.pause(ruling, step))
    }

    /// Resumes play after a pause.
    pub fn resume(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| director.resume(ruling, step))
    }
}

impl Director {
    /// Carries out everything that is due.
    pub(super) fn tick(&mut self, step: &mut Step<'_>) {
        let at = self.at;
        while self.phase == Phase::Running {
            if let Some(event) = self.clock_mut().step(at) {
                self.clock_event(event, step);
            } else if !self.expire_offer(step) {
                return;
            }
        }
    }

    fn clock_event(&mut self, event: ClockEvent, step: &mut Step<'_>) {
        match event {
            ClockEvent::Level => self.tell_level(step),
            ClockEvent::Break { seconds } => {
                step.tell(Event::BreakStarted { duration: seconds });
                let tables = self.tables.list();
                for table in tables {
                    self.stop_level(table);
                }
                let is_of_add_on = self.structure.add_on.is_some() && self.window_is_over();
                self.registration.start_break(is_of_add_on);
            }
            ClockEvent::BreakOver { level_begins } => {
                step.tell(Event::BreakEnded);
                if level_begins {
                    self.tell_level(step);
                }
                self.break_is_over(step);
            }
        }
        self.close_entries_in_time(step);
        self.end_if_over(step);
        self.go_on(step);
    }

    /// Ends the add-on together with the break in which it could be bought, and lets tables deal.
    pub(super) fn break_is_over(&mut self, step: &mut Step<'_>) {
        self.registration.end_add_on();
        self.close_entries_in_time(step);
        self.tables.touch_all();
    }

    /// Closes entries as the clock leaves their last level, unless an add-on is still to come or a player has yet to
    /// answer the offer of a rebuy, whose price belongs to the pool.
    pub(super) fn close_entries_in_time(&mut self, step: &mut Step<'_>) {
        let may_add_on = self.structure.add_on.is_some() && !self.registration.add_on_is_over();
        if self.registration.is_open() && !may_add_on && !self.tables.has_offers() && self.window_is_over() {
            self.close_entries(step);
        }
    }

    /// Continues hand-for-hand after a break, a pause or a fault has held it up.
    pub(super) fn go_on(&mut self, step: &mut Step<'_>) {
        if self.hand_for_hand.is_on() && self.phase == Phase::Running {
            self.synchronise(step);
        }
    }

    /// Checks that the clock has left the levels in which players may enter and rebuy.
    fn window_is_over(&self) -> bool {
        self.clock().not_left() > self.structure.last_entry_level()
    }

    pub(super) fn tell_level(&mut self, step: &mut Step<'_>) {
        self.tell_level_of(self.clock().level(), step);
    }

    pub(super) fn tell_level_of(&mut self, level: u16, step: &mut Step<'_>) {
        let clock = self.clock();
        let (terms, duration) = (clock.terms(level), clock.duration(level));
        let before = clock.terms(level.saturating_sub(1).max(1)).unit;
        step.tell(Event::LevelStarted { level, terms, duration });
        if terms.unit > before {
            step.tell(Event::ChipRaceAnnounced {
                from: before,
                to: terms.unit,
            });
        }
    }

    pub(super) fn pause(&mut self, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        if self.paused {
            return Err(Refusal::NoChange);
        }
        self.paused = true;
        let Ruling { by, reason } = ruling;
        step.tell(Event::TournamentPaused { by, reason });
        let at = self.at;
        if self.clock.as_ref().is_some_and(Clock::runs) {
            let (level, elapsed) = (self.clock().level(), self.clock().elapsed(at));
            self.clock_mut().stop(at);
            step.tell(Event::ClockStopped { level, elapsed });
        }
        let tables = self.tables.list();
        for table in tables {
            self.stop_level(table);
        }
        Ok(())
    }

    pub(super) fn resume(&mut self, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check_running()?;
        ruling.check()?;
        if !self.paused {
            return Err(Refusal::NoChange);
        }
        self.paused = false;
        let Ruling { by, reason } = ruling;
        step.tell(Event::TournamentResumed { by, reason });
        if !self.hand_for_hand.clock_stopped() {
            let at = self.at;
            self.clock_mut().run_on(at);
            let (level, elapsed) = (self.clock().level(), self.clock().elapsed(at));
            step.tell(Event::ClockStarted { level, elapsed });
        }
        self.tables.touch_all();
        self.go_on(step);
        Ok(())
    }
}
