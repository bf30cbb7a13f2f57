//! Deals that players propose, as far as they are durable. Rule: L-11.
//!
//! A player at the last table proposes a deal. Play is paused for it; once every hand is over, the deal is offered with each
//! player's share by the stacks at that instant. It is made when all have agreed. A refusal, the time limit, a change of stacks, or
//! an official who resumes play ends it. The director computes the shares and pays them. Each stage is a row of its own in the
//! journal: [`Tournament::owed_to_deal`] names the next one, even after a crash.

use poker_engine::Chips;
use poker_engine::tournament::director::{DealTerms, Event, Phase, PlayerNo, Refusal, Standing};
use poker_engine::tournament::law::IcmTerms;
use poker_protocol::v1::tournament::{DealEndReason, DealKind, DealOffer, Official, TournamentEvent};
use poker_store::AccountId;
use poker_wire as wire;
use poker_wire::tournament::ToWire as _;

use super::command::{BadCommand, Command, RulingRow, terms_in};
use super::state::{Applied, Refused, Tournament};

/// Time limit of an offer, in milliseconds.
const TIME: u32 = 60_000;

/// Durable state of deals.
#[derive(Clone, Debug, Default)]
pub(super) struct Deals {
    /// The deal under negotiation.
    open: Option<OpenDeal>,
    /// Set if play is paused only for a deal, and resumes without an official.
    pauses: bool,
    /// Players who have proposed a deal, with the level of their last proposal.
    proposers: Vec<(PlayerNo, u16)>,
}

/// A deal that was proposed and is neither made nor off.
#[derive(Clone, Debug)]
struct OpenDeal {
    kind: DealKind,
    keep: Chips,
    /// Each player's share, for terms that are not computed.
    agreed_on: Vec<(u32, u64)>,
    /// The offer; `None` while hands run.
    offered: Option<Offered>,
}

/// A deal as offered to the players.
#[derive(Clone, Debug)]
struct Offered {
    shares: Vec<(PlayerNo, Chips)>,
    /// The stacks it rests on.
    stacks: Vec<(PlayerNo, Chips)>,
    agreed: Vec<PlayerNo>,
    /// Deadline, in milliseconds of the tournament.
    until: u64,
}

impl OpenDeal {
    /// Returns the terms for the director.
    fn terms(&self) -> Option<DealTerms> {
        terms_in(self.kind, &self.agreed_on).ok()
    }
}

impl Tournament {
    /// Carries out a command about a deal that is not for the director; `None` if it is another command.
    pub(super) fn apply_deal(&mut self, command: &Command, t: u64) -> Option<Result<Applied, Refused>> {
        Some(match command {
            Command::ProposeDeal {
                account,
                terms,
                keep,
                shares,
            } => self.propose_deal(*account, *terms, *keep, shares),
            Command::OfferDeal {} => self.offer_deal(t),
            Command::AnswerDeal { account, agrees } => self.answer_deal(*account, *agrees),
            Command::EndDeal { why } => self.end_deal(*why),
            _ => return None,
        })
    }

    fn propose_deal(
        &mut self,
        account: AccountId,
        kind: DealKind,
        keep: u64,
        agreed_on: &[(u32, u64)],
    ) -> Result<Applied, Refused> {
        let player = self.player_of(account).ok_or(BadCommand::Player)?;
        let director = &self.director;
        director.check_deal()?;
        let standing = director.player(player).map(|player| player.standing);
        if standing != Some(Standing::Playing) {
            return Err(Refusal::NoSuchPlayer.into());
        }
        if self.deals.open.is_some() || director.alive() < 2 || director.open_tables().count() != 1 {
            return Err(Refusal::WrongPhase.into());
        }
        let is_other = kind == DealKind::Other;
        let terms = terms_in(kind, agreed_on).map_err(|_| Refusal::BadDeal)?;
        if is_other == agreed_on.is_empty() {
            return Err(Refusal::BadDeal.into());
        }
        let keep = Chips::try_new(keep).ok_or(Refusal::BadDeal)?;
        director.check_deal_gives(&terms, keep)?;
        let level = director.shown_clock(self.t).map_or(0, |clock| clock.level);
        if self.deals.proposers.contains(&(player, level)) {
            return Err(Refusal::NoneLeft.into());
        }
        self.deals.proposers.retain(|(other, _)| *other != player);
        self.deals.proposers.push((player, level));
        self.deals.open = Some(OpenDeal {
            kind,
            keep,
            agreed_on: agreed_on.to_vec(),
            offered: None,
        });
        let (player, keep) = (player.0, wire::chips(keep));
        Ok(self.told(vec![TournamentEvent::DealProposed { player, kind, keep }]))
    }

    fn offer_deal(&mut self, t: u64) -> Result<Applied, Refused> {
        let open = self.deals.open.as_mut().filter(|open| open.offered.is_none());
        let open = open.ok_or(Refused::NoDeal)?;
        if !self.director.is_still() {
            return Err(Refusal::HandRunning.into());
        }
        let terms = open.terms().ok_or(Refusal::BadDeal)?;
        let shares = self.director.deal_shares(&terms, open.keep)?;
        let event = TournamentEvent::DealOffered {
            kind: open.kind,
            keep: wire::chips(open.keep),
            shares: shares.to_wire(),
            left_ms: Some(TIME),
        };
        open.offered = Some(Offered {
            shares,
            stacks: self.director.stacks_by_entry(),
            agreed: Vec::new(),
            until: t.saturating_add(u64::from(TIME)),
        });
        Ok(self.told(vec![event]))
    }

    fn answer_deal(&mut self, account: AccountId, agrees: bool) -> Result<Applied, Refused> {
        let number = self.player_of(account).ok_or(BadCommand::Player)?;
        let offered = self.deals.open.as_mut().and_then(|open| open.offered.as_mut());
        let offered = offered.ok_or(Refused::NoDeal)?;
        if !offered.shares.iter().any(|(player, _)| *player == number) {
            return Err(Refusal::NoSuchPlayer.into());
        }
        if offered.agreed.contains(&number) {
            return Err(Refused::NoDeal);
        }
        let player = number.0;
        let mut events = vec![TournamentEvent::DealAnswered { player, agrees }];
        if agrees {
            offered.agreed.push(number);
        } else {
            self.deals.open = None;
            let why = DealEndReason::Refused;
            events.push(TournamentEvent::DealEnded { why });
        }
        Ok(self.told(events))
    }

    fn end_deal(&mut self, why: DealEndReason) -> Result<Applied, Refused> {
        self.deals.open.take().ok_or(Refused::NoDeal)?;
        Ok(self.told(vec![TournamentEvent::DealEnded { why }]))
    }

    /// Follows the director's events that concern a deal.
    pub(super) fn note_deal(&mut self, event: &Event, applied: &mut Applied) {
        match event {
            Event::TournamentPaused { .. } => self.deals.pauses = self.deals.open.is_some(),
            Event::TournamentResumed { .. } => {
                self.deals.pauses = false;
                if self.deals.open.take().is_some() {
                    let why = DealEndReason::Resumed;
                    self.tell(TournamentEvent::DealEnded { why }, applied);
                }
            }
            Event::DealMade { .. } | Event::TournamentCancelled { .. } | Event::TournamentCompleted { .. } => {
                self.deals.open = None;
            }
            _ => {}
        }
    }

    /// Returns the ICM terms to work out before the deal under negotiation can proceed.
    pub(super) fn icm_owed(&self) -> Option<IcmTerms> {
        let director = &self.director;
        let open = self.deals.open.as_ref().filter(|open| open.kind == DealKind::Icm)?;
        let is_due = match &open.offered {
            None => director.is_still(),
            Some(offered) => {
                let all_agree = offered.agreed.len() == offered.shares.len();
                all_agree && director.stacks_by_entry() == offered.stacks
            }
        };
        is_due.then(|| director.unknown_icm(open.keep)).flatten()
    }

    /// Returns the next command for the deal under negotiation, at a tournament time.
    pub(super) fn owed_to_deal(&self, at: u64) -> Option<Command> {
        let director = &self.director;
        if director.phase() != Phase::Running {
            return None;
        }
        let Some(open) = &self.deals.open else {
            let ruling = RulingRow::of_server("no deal is open any more");
            return self.deals.pauses.then_some(Command::Resume { ruling });
        };
        if !director.is_paused() {
            let ruling = RulingRow::of_server("the players talk about a deal");
            return Some(Command::Pause { ruling });
        }
        let changed = Command::EndDeal {
            why: DealEndReason::Changed,
        };
        let Some(offered) = &open.offered else {
            if !director.is_still() {
                return None;
            }
            let shares = open
                .terms()
                .and_then(|terms| director.deal_shares(&terms, open.keep).ok());
            return Some(shares.map_or(changed, |_| Command::OfferDeal {}));
        };
        if director.stacks_by_entry() != offered.stacks {
            Some(changed)
        } else if offered.agreed.len() == offered.shares.len() {
            Some(Command::MakeDeal {
                terms: open.kind,
                shares: open.agreed_on.clone(),
                keep: open.keep.get(),
                ruling: RulingRow {
                    by: Official::Director,
                    reason: "all players still in have agreed".to_owned(),
                },
            })
        } else if at >= offered.until {
            let why = DealEndReason::Time;
            Some(Command::EndDeal { why })
        } else {
            None
        }
    }

    /// Returns the deadline of the offer, in milliseconds of the tournament.
    pub(super) fn deal_until(&self) -> Option<u64> {
        Some(self.deals.open.as_ref()?.offered.as_ref()?.until)
    }

    /// Returns the offered deal as shown at a tournament time.
    pub(super) fn shown_deal(&self, at: u64) -> Option<DealOffer> {
        let open = self.deals.open.as_ref()?;
        let offered = open.offered.as_ref()?;
        Some(DealOffer {
            kind: open.kind,
            keep: wire::chips(open.keep),
            shares: offered.shares.to_wire(),
            agreed: offered.agreed.iter().map(|player| player.0).collect(),
            left_ms: Some(u32::try_from(offered.until.saturating_sub(at)).unwrap_or(u32::MAX)),
        })
    }
}
