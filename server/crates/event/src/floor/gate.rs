//! The offices in force, and the gate before every act of an official.

use std::sync::Arc;

use poker_engine::tournament::director::{self, Phase, PlayerNo};
use poker_protocol::v1::tournament::{FloorAction, FloorOfficial, FloorRole};
use poker_store::AccountId;

use crate::acts::Deed;
use crate::law::{self as officials, Denied, Interest, Kind, Office, Official, is_of};
use crate::setup::starts_when_full;
use crate::state::{Entrant, Tournament};

impl Tournament {
    /// Returns an account as the law of officials sees it. `family` are all accounts of the same person, this one included, and
    /// `granted` is the role granted by the operator. The host of a public tournament and the officials named by the host hold office
    /// until the start.
    pub fn official(&self, account: AccountId, family: &[AccountId], granted: Option<FloorRole>) -> Official {
        let (kind, phase) = (self.kind(), self.phase_by_law());
        let stays = kind != Kind::Public || phase == officials::Phase::Before;
        let is_host = self.setup.host.as_deref() == Some(account.to_string().as_str());
        let host = (is_host && stays).then_some(Office::Host);
        let named = self.book.lists.holds_office(account, stays);
        let offices = host
            .into_iter()
            .chain(named.then_some(Office::Named))
            .chain(granted.map(Office::Operator));
        Official {
            offices: offices.collect(),
            kind,
            phase,
            interest: self.interest_of(family),
        }
    }

    /// Returns the officials named by directors of the event who are still in office.
    pub(crate) fn named_officials(&self) -> impl Iterator<Item = &FloorOfficial> {
        let stays = self.kind() != Kind::Public || self.phase_by_law() == officials::Phase::Before;
        self.book.lists.in_office(stays)
    }

    /// Ends the offices given by the host of a public tournament as play begins, together with their restrictions on chat: these
    /// officials may now play, and no one in the tournament could lift the restrictions.
    pub(crate) fn lapse(&mut self) {
        if self.kind() != Kind::Public {
            return;
        }
        let book = Arc::make_mut(&mut self.book);
        book.lapsing.end(&mut book.lists);
    }

    fn kind(&self) -> Kind {
        Kind::of(self.setup.live, self.setup.private)
    }

    fn phase_by_law(&self) -> officials::Phase {
        match self.director.phase() {
            Phase::Registering => officials::Phase::Before,
            Phase::Running if self.paused.is_some() => officials::Phase::Paused,
            Phase::Running => officials::Phase::InPlay,
            Phase::Completed | Phase::Cancelled => officials::Phase::Over,
        }
    }

    /// Returns what these accounts have at stake.
    pub(crate) fn interest_of(&self, accounts: &[AccountId]) -> Interest {
        let is_theirs = |entrant: &Entrant| entrant.account.is_some_and(|account| accounts.contains(&account));
        let theirs = self
            .entrants()
            .filter(|(number, entrant)| self.is_in(*number) && is_theirs(entrant));
        let interest = theirs.map(|(number, _)| {
            let is_alive = self.director.player(number).is_some_and(director::Player::is_alive);
            if is_alive && !self.is_over() {
                Interest::Plays
            } else {
                Interest::Out
            }
        });
        interest.max().unwrap_or(Interest::Stranger)
    }

    /// The gate before every act of an official: returns the role in which the account acts. Changes nothing.
    pub fn may_act(
        &self,
        account: AccountId,
        family: &[AccountId],
        granted: Option<FloorRole>,
        action: &FloorAction,
    ) -> Result<FloorRole, Denied> {
        let role = self.official(account, family, granted).check(Deed::of(action))?;
        // A listed sit & go plays with all the seats it was announced with. Rule: tournament 2.18.
        let is_listed = self.kind() == Kind::Public;
        if matches!(action, FloorAction::Start {}) && is_listed && starts_when_full(&self.setup.structure) {
            return Err(Denied::Phase);
        }
        let is_own = match action {
            FloorAction::Answer { ticket } => self.book.tickets.get(ticket).is_some_and(|ticket| {
                let mut parties = std::iter::once(&ticket.by).chain(&ticket.about);
                parties.any(|who| is_of(family, who))
            }),
            FloorAction::Mute { player, .. } => self
                .entrant(PlayerNo(*player))
                .is_some_and(|entrant| is_of(family, &entrant.info)),
            _ => false,
        };
        // An act that an account may not do, it may not undo or redo either.
        let turned = match action {
            FloorAction::Undo {} => self.to_undo().ok(),
            FloorAction::Redo {} => self.to_redo().ok(),
            _ => None,
        };
        let turned = turned.and_then(|no| self.book.deed(no));
        if turned.is_some_and(Deed::is_for_directors) && role != FloorRole::Director {
            return Err(Denied::Office);
        }
        if is_own { Err(Denied::OwnCase) } else { Ok(role) }
    }

    /// `true` if an official has ruled here, so entries have to be checked for the person's other accounts.
    pub(crate) fn has_rulings(&self) -> bool {
        self.book.rulings().next().is_some()
    }

    /// Checks that no account of a person has ruled here, which would bar all of them from entering.
    pub(crate) fn may_enter(&self, family: &[AccountId]) -> Result<(), Denied> {
        if self.book.has_ruled(family) {
            Err(Denied::Ruled)
        } else {
            Ok(())
        }
    }
}
