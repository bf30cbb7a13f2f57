//! Places that go to those who wait.

use poker_protocol::v1::PlayerKind;
use poker_protocol::v1::tournament::WaitEnd;
use poker_store::{AccountId, AgeCheck};

use super::{Applicant, ApplicantFacts, Core, Effects, Outputs};
use crate::command::Command;
use crate::state::Applied;

/// The progress of giving a free place to the first in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    /// No place is free, or nothing is known about the first in line.
    Idle,
    /// The facts about a line are being looked up.
    Asked(u32),
    /// A line may have the place, or is passed over.
    Judged(u32, Result<(), WaitEnd>),
}

impl Core {
    /// Asks for the facts about the first in line, if a place is free.
    pub(super) fn ask_about_applicant(&mut self, out: &mut Outputs) {
        if self.admission != Admission::Idle || self.is_tentative() {
            return;
        }
        let first = self.tournament.first_to_admit();
        let applicant = first.and_then(|line| {
            let (waiting, account) = (line.no, line.account?);
            Some(Applicant { waiting, account })
        });
        if let Some(applicant) = applicant {
            self.admission = Admission::Asked(applicant.waiting);
            out.applicant = Some(applicant);
        }
    }

    /// Decides by the facts if a line may have the place.
    pub(super) fn judge_applicant(&mut self, waiting: u32, facts: Option<&ApplicantFacts>) {
        if self.admission != Admission::Asked(waiting) {
            return;
        }
        self.admission = match facts {
            None => Admission::Idle,
            Some(facts) if self.may_have_place(waiting, facts) => Admission::Judged(waiting, Ok(())),
            Some(_) => Admission::Judged(waiting, Err(WaitEnd::NotAllowed)),
        };
    }

    fn may_have_place(&self, waiting: u32, facts: &ApplicantFacts) -> bool {
        let tournament = &self.tournament;
        let lines = tournament.waitlist.lines();
        let is_bot = |no: u32| {
            lines
                .iter()
                .any(|line| line.no == no && line.info.kind == PlayerKind::Bot)
        };
        // A program has no age.
        let is_of_age = facts.age == AgeCheck::Adult && !is_bot(waiting);
        let has_ruled = tournament.has_rulings() && tournament.may_enter(&facts.family).is_err();
        !facts.kept_out && !has_ruled && (is_of_age || !tournament.setup.adults_only)
    }

    /// Returns the command that a free place owes to the first in line, or a bot to a person who waits.
    pub(super) fn owed_to_waitlist(&mut self) -> Option<Command> {
        let Some(line) = self.tournament.first_to_admit() else {
            self.admission = Admission::Idle;
            let account = self.tournament.bot_giving_way()?;
            return Some(Command::Unregister { account });
        };
        let verdict = match self.admission {
            _ if line.account.is_none() => Ok(()),
            Admission::Judged(waiting, verdict) if waiting == line.no => verdict,
            Admission::Asked(waiting) if waiting == line.no => return None,
            _ => {
                self.admission = Admission::Idle;
                return None;
            }
        };
        let command = self.tournament.admission(line, verdict);
        self.admission = Admission::Idle;
        Some(command)
    }

    /// Tells those on the list their places, and those who have left it why.
    pub(super) fn tell_waitlist(&mut self, applied: &Applied, at: u64, effects: &mut Effects) {
        effects.place_given = applied.waitlist.place_given;
        if !applied.waitlist.changed {
            return;
        }
        let lines = self.tournament.waitlist.lines().iter();
        let waiting: Vec<AccountId> = lines.filter_map(|line| line.account).collect();
        for account in applied.waitlist.gone.iter().copied().chain(waiting) {
            effects
                .accounts
                .extend(self.you_news(account, at).map(|frame| (account, frame)));
        }
    }
}
