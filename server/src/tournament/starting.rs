//! When play begins, and whom it waits for.

use poker_engine::tournament::director::{Phase, Player, PlayerNo, Refusal};
use poker_engine::tournament::structure::Start;
use poker_protocol::v1::tournament::{Official, TournamentEvent};
use poker_protocol::v1::{PlayerKind, UnixMs};

use super::command::{Command, RulingRow};
use super::state::{Applied, Entrant, Refused, Tournament};

/// So long before an announced start the bots come, in milliseconds: they play elsewhere until then.
pub(super) const FILL_MS: u32 = 120_000;

impl Tournament {
    /// When play begins by the clock on the wall, in milliseconds since 1970; `None` if it has begun, or begins when all are there.
    pub(super) fn waits_until(&self) -> Option<i64> {
        let waits = self.director.phase() == Phase::Registering && self.setup.structure.start == Start::Time;
        self.starts_at.filter(|_| waits)
    }

    /// Whether a person has entered, and is not out.
    pub(super) fn has_people(&self) -> bool {
        let is_person = |(number, entrant): (PlayerNo, &Entrant)| {
            entrant.info.kind != PlayerKind::Bot && self.director.player(number).is_some_and(Player::is_alive)
        };
        self.entrants().any(is_person)
    }

    /// What is to be done at the announced time: play begins, unless no person is there for whom it would.
    pub(super) fn begin_or_wait(&self, now: i64) -> Command {
        let Some((every, starts_at)) = self.setup.every_ms.zip(self.starts_at).filter(|_| !self.has_people()) else {
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

    /// The start is put off.
    pub(super) fn postpone(&mut self, starts_at: i64) -> Result<Applied, Refused> {
        if self.waits_until().is_none_or(|until| starts_at <= until) {
            return Err(Refusal::WrongPhase.into());
        }
        self.starts_at = Some(starts_at);
        let starts_at = UnixMs::new(starts_at.unsigned_abs()).ok_or(Refusal::NoChange)?;
        Ok(self.told(vec![TournamentEvent::StartPostponed { starts_at }]))
    }

    /// How many bots of the house should come: once a person is there, as many as it takes.
    pub(super) fn wants_bots(&self) -> u32 {
        let director = &self.director;
        let is_time = self.setup.starts_at.is_none() || self.is_filling;
        if self.setup.fill == 0 || director.phase() != Phase::Registering || !is_time || !self.has_people() {
            return 0;
        }
        let most = self.setup.fill.min(self.setup.structure.entries.1);
        most.saturating_sub(director.entries())
    }
}

/// The server cancels a tournament that cannot begin.
pub(super) fn cancelled(reason: &str) -> Command {
    Command::Cancel {
        ruling: RulingRow {
            by: Official::Director,
            reason: reason.to_owned(),
        },
    }
}
