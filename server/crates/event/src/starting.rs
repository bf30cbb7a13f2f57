//! The start of play, and the players it waits for.

use poker_engine::tournament::director::{Phase, Player, PlayerNo, Refusal};
use poker_engine::tournament::structure::Start;
use poker_protocol::v1::tournament::{FloorAction, Official, TournamentEvent};
use poker_protocol::v1::{PlayerKind, UnixMs};

use super::command::{Command, RulingRow};
use super::state::{Applied, Entrant, Refused, Tournament};

/// Time that bots have to come when an official starts early, in milliseconds: the house looks for work every two seconds.
const CALL_MS: u32 = 15_000;

/// Time before an announced start at which the bots come, in milliseconds: they play elsewhere until then.
pub(super) const FILL_MS: u32 = 120_000;

/// The start of play, in milliseconds since 1970: the time that is announced, and the time it came.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartTime {
    announced: Option<i64>,
    /// The start that was announced before an official called the bots for an early start.
    called_from: Option<i64>,
    began_at: Option<i64>,
    /// Set when the start is so near that house bots come. Derived from the time, and not durable.
    is_filling: bool,
}

impl StartTime {
    /// Returns a start that is yet to come, at a time or when all are there.
    pub(super) const fn announced(at: Option<i64>) -> Self {
        Self {
            announced: at,
            called_from: None,
            began_at: None,
            is_filling: false,
        }
    }

    /// Returns the announced time.
    pub(super) const fn at(&self) -> Option<i64> {
        self.announced
    }

    /// Returns the time at which play began.
    pub(super) const fn began_at(&self) -> Option<i64> {
        self.began_at
    }

    /// `true` if the start is so near that house bots come.
    pub(super) const fn is_filling(&self) -> bool {
        self.is_filling
    }

    /// Changes the announcement.
    pub(super) const fn announce(&mut self, at: Option<i64>) {
        self.announced = at;
    }

    /// Brings the start forward, because the bots were called.
    const fn bring_forward(&mut self, at: i64) {
        self.called_from = self.announced.replace(at);
    }

    /// Postpones the start.
    const fn postpone(&mut self, at: i64) {
        self.announced = Some(at);
        self.called_from = None;
    }

    /// Begins play, unless it has begun: `true` if it had not.
    pub(super) fn begin(&mut self, at: i64) -> bool {
        let is_first = self.began_at.is_none();
        self.began_at.get_or_insert(at);
        is_first
    }

    /// Notes whether the start is near: `true` if that is new.
    pub(super) const fn fill(&mut self, is_filling: bool) -> bool {
        let is_new = self.is_filling != is_filling;
        self.is_filling = is_filling;
        is_new
    }

    /// Takes the beginning of play back, if it came after `mark`.
    pub(super) const fn rewind(&mut self, mark: Self) {
        self.began_at = mark.began_at;
    }
}

impl Tournament {
    /// Returns the start by the wall clock, in milliseconds since 1970; `None` if play has begun, or begins when all are there.
    pub(super) fn waits_until(&self) -> Option<i64> {
        let waits = self.director.phase() == Phase::Registering && self.setup.structure.start == Start::Time;
        self.start.announced.filter(|_| waits)
    }

    /// `true` if a human has entered and is not out.
    pub(super) fn has_people(&self) -> bool {
        let is_person = |(number, entrant): (PlayerNo, &Entrant)| {
            entrant.info.kind != PlayerKind::Bot && self.director.player(number).is_some_and(Player::is_alive)
        };
        self.entrants().any(is_person)
    }

    /// Returns the latest start of play after an official starts early while announced bots are missing: play begins once they have
    /// come, and at that time without them. `None` if none is missing, or they were called before.
    pub(super) fn begins_at(&self, action: &FloorAction, now: i64) -> Option<i64> {
        let starts = matches!(action, FloorAction::Start {}) && self.lacks_bots() > 0;
        let until = self.waits_until().filter(|_| starts)?;
        let soon = now.saturating_add(i64::from(CALL_MS));
        (soon < until).then_some(soon)
    }

    /// Calls the bots, if that is what an order does, and returns the event with the new start.
    pub(super) fn call_bots(&mut self, command: &Command) -> Option<TournamentEvent> {
        let Command::Floor {
            begins_at: Some(soon), ..
        } = command
        else {
            return None;
        };
        self.start.bring_forward(*soon);
        let starts_at = UnixMs::new(soon.unsigned_abs())?;
        Some(TournamentEvent::StartPostponed { starts_at })
    }

    /// `true` if all bots called for an early start have come.
    pub(super) fn is_called_and_complete(&self) -> bool {
        self.start.called_from.is_some() && self.waits_until().is_some() && self.lacks_bots() == 0
    }

    /// Returns the command for when play cannot begin: a start that was brought forward is put back, any other is cancelled.
    pub(super) fn wait_or_cancel(&self, now: i64) -> Command {
        match self.start.called_from.filter(|from| *from > now) {
            Some(starts_at) => Command::Postpone { starts_at },
            None => cancelled("not enough players"),
        }
    }

    /// Returns the command for the announced time: begin play, unless no human is there for it.
    pub(super) fn begin_or_wait(&self, now: i64) -> Command {
        let Some((every, starts_at)) = self
            .setup
            .every_ms
            .zip(self.start.announced)
            .filter(|_| !self.has_people())
        else {
            return Command::Start {};
        };
        if self.director.entries() > 0 {
            return cancelled("no person has entered");
        }
        let periods = now.saturating_sub(starts_at).div_euclid(every) + 1;
        Command::Postpone {
            starts_at: starts_at.saturating_add(every.saturating_mul(periods)),
        }
    }

    /// Postpones the start.
    pub(super) fn postpone(&mut self, starts_at: i64) -> Result<Applied, Refused> {
        if self.waits_until().is_none_or(|until| starts_at <= until) {
            return Err(Refusal::WrongPhase.into());
        }
        self.start.postpone(starts_at);
        let starts_at = UnixMs::new(starts_at.unsigned_abs()).ok_or(Refusal::NoChange)?;
        Ok(self.told(vec![TournamentEvent::StartPostponed { starts_at }]))
    }

    /// Returns how many house bots should come: once a human is there, as many as it takes.
    pub(super) fn wants_bots(&self) -> u32 {
        let is_time = self.setup.starts_at.is_none() || self.start.is_filling;
        if is_time { self.lacks_bots() } else { 0 }
    }

    /// Returns how many of the announced house bots are missing.
    fn lacks_bots(&self) -> u32 {
        let director = &self.director;
        // Those who wait come before bots.
        if self.setup.fill == 0
            || !self.waitlist.lines().is_empty()
            || director.phase() != Phase::Registering
            || !self.has_people()
        {
            return 0;
        }
        let most = self.setup.fill.min(self.setup.structure.entries.1);
        most.saturating_sub(director.entries())
    }
}

/// Builds the command by which the server cancels a tournament that cannot begin or go on.
pub(super) fn cancelled(reason: &str) -> Command {
    Command::Cancel {
        ruling: of_director(reason),
    }
}

/// Builds the command by which the server pauses a tournament.
pub(super) fn paused(reason: &str) -> Command {
    Command::Pause {
        ruling: of_director(reason),
    }
}

fn of_director(reason: &str) -> RulingRow {
    RulingRow {
        by: Official::Director,
        reason: reason.to_owned(),
    }
}
