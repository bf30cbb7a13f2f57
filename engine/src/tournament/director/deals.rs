//! Deals and cancellation. Rules: tournament 2.17, 2.18, L-11, L-13.

use super::command::{Command, DealTerms, Official, PlayerNo, Refusal, Ruling};
use super::event::{Event, PrizeReason};
use super::{Director, Phase, Step};
use crate::Chips;
use crate::tournament::law::{IcmShares, IcmTerms, chop};
use crate::tournament::structure::Kind;

/// Shares by ICM that were computed ahead of time. They never differ from those computed on demand, so they do not affect equality.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownIcm(Option<IcmShares>);

impl PartialEq for KnownIcm {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownIcm {}

impl Command {
    /// Makes a deal to which all players alive have agreed; `keep` stays for first place. Rule: L-11.
    pub fn make_deal(terms: DealTerms, keep: Chips, ruling: Ruling) -> Self {
        Self::decide((terms, keep), ruling, |director, (terms, keep), ruling, step| {
            director.make_deal(&terms, keep, &ruling, step)
        })
    }

    /// Cancels the tournament. Rule: L-13.
    pub fn cancel(ruling: Ruling) -> Self {
        Self::decide((), ruling, |director, (), ruling, step| director.cancel(ruling, step))
    }
}

impl Director {
    /// Returns the chips of each player alive who has a seat, in the order of entry.
    pub fn stacks_by_entry(&self) -> Vec<(PlayerNo, Chips)> {
        let mut players = self.entrants.everyone_alive();
        players.sort_by_key(|player| self.player(*player).map_or(0, |player| player.entry));
        let stack = |player: &PlayerNo| {
            let place = self.player(*player)?.place?;
            let taken = self.tables.get(place.0)?.law.seat(place.1)?;
            Some((*player, taken.stack))
        };
        players.iter().filter_map(stack).collect()
    }

    /// Checks that play is paused, all hands are over and no rebuy is on offer, so that every player alive has chips and a seat.
    fn check_still(&self) -> Result<(), Refusal> {
        self.check_running()?;
        if !self.paused {
            return Err(Refusal::WrongPhase);
        }
        if self.tables.running() > 0 || self.tables.has_offers() {
            return Err(Refusal::HandRunning);
        }
        Ok(())
    }

    /// Checks that the prizes may be shared by a deal, now or once play is still: entries are closed, and places are
    /// paid in chips.
    ///
    /// # Errors
    /// [`Refusal::WrongPhase`] if they may not.
    pub fn check_deal(&self) -> Result<(), Refusal> {
        self.check_running()?;
        if self.registration.is_open() || self.structure.kind != Kind::Field || self.money.prizes.has_seats() {
            return Err(Refusal::WrongPhase);
        }
        Ok(())
    }

    /// Returns `true` if play is paused and every hand is over, so that a deal can be made.
    pub fn is_still(&self) -> bool {
        self.check_still().is_ok()
    }

    /// Returns the chips that a deal would give each player alive, in the order of entry, by the current stacks. `keep`
    /// stays for first place. Rule: L-11.
    ///
    /// # Errors
    /// If no deal can be made in this tournament, or the terms do not share out exactly what is left.
    pub fn deal_shares(&self, terms: &DealTerms, keep: Chips) -> Result<Vec<(PlayerNo, Chips)>, Refusal> {
        let (alive, stacks, prizes) = self.deal_basis(keep)?;
        let shares = match terms {
            DealTerms::Chop => chop(&stacks, &prizes).map_err(|_| Refusal::BadDeal)?,
            DealTerms::Icm => {
                let terms = IcmTerms::new(stacks, prizes).map_err(|_| Refusal::BadDeal)?;
                match &self.money.icm.0 {
                    Some(known) if *known.terms() == terms => known.shares().to_vec(),
                    _ => terms.work_out().shares().to_vec(),
                }
            }
            DealTerms::Other(agreed) => agreed_shares(&alive, agreed, &prizes)?,
        };
        Ok(alive.iter().map(|(player, _)| *player).zip(shares).collect())
    }

    /// Checks that a deal would give at least one player something, without computing the shares.
    ///
    /// # Errors
    /// As [`Self::deal_shares`], and [`Refusal::BadDeal`] if it gives nothing.
    pub fn check_deal_gives(&self, terms: &DealTerms, keep: Chips) -> Result<(), Refusal> {
        let gives = match terms {
            DealTerms::Icm => {
                let (_, stacks, prizes) = self.deal_basis(keep)?;
                let terms = IcmTerms::new(stacks, prizes).map_err(|_| Refusal::BadDeal)?;
                !terms.pool().is_zero()
            }
            _ => self.deal_shares(terms, keep)?.iter().any(|(_, share)| !share.is_zero()),
        };
        gives.then_some(()).ok_or(Refusal::BadDeal)
    }

    /// Returns the terms still to be computed for a deal by ICM, `None` if the shares are known. Hand the result to
    /// [`Self::know_icm`]; otherwise the shares are computed when they are needed.
    pub fn unknown_icm(&self, keep: Chips) -> Option<IcmTerms> {
        let (_, stacks, prizes) = self.deal_basis(keep).ok()?;
        let terms = IcmTerms::new(stacks, prizes).ok()?;
        let is_known = self.money.icm.0.as_ref().is_some_and(|known| *known.terms() == terms);
        (!is_known).then_some(terms)
    }

    /// Stores shares that were computed ahead of time.
    pub fn know_icm(&mut self, shares: IcmShares) {
        self.money.icm = KnownIcm(Some(shares));
    }

    /// Returns the players of a deal with their stacks, the stacks alone, and the prizes that it shares, largest first.
    #[expect(clippy::type_complexity, reason = "three lists, taken apart at once")]
    fn deal_basis(&self, keep: Chips) -> Result<(Vec<(PlayerNo, Chips)>, Vec<Chips>, Vec<Chips>), Refusal> {
        self.check_deal()?;
        let alive = self.stacks_by_entry();
        let mut prizes = self.money.prizes.left(self.entrants.alive());
        let first = prizes.first_mut().ok_or(Refusal::BadDeal)?;
        *first = first.checked_sub(keep).ok_or(Refusal::BadDeal)?;
        prizes.sort_by(|a, b| b.cmp(a));
        let stacks: Vec<Chips> = alive.iter().map(|(_, stack)| *stack).collect();
        Ok((alive, stacks, prizes))
    }

    pub(super) fn make_deal(
        &mut self,
        terms: &DealTerms,
        keep: Chips,
        ruling: &Ruling,
        step: &mut Step<'_>,
    ) -> Result<(), Refusal> {
        self.check_still()?;
        ruling.check_director()?;
        let shares = self.deal_shares(terms, keep)?;
        let alive = self.stacks_by_entry();
        let stacks: Vec<Chips> = alive.iter().map(|(_, stack)| *stack).collect();
        step.tell(Event::DealMade {
            kind: terms.code(),
            shares: shares.clone(),
        });
        for (player, amount) in &shares {
            self.award_prize(*player, *amount, PrizeReason::Deal, step);
        }
        self.money.prizes.keep(keep, self.entrants.alive());
        if keep.is_zero() {
            let players: Vec<PlayerNo> = alive.iter().map(|(player, _)| *player).collect();
            self.share_envelopes(&players, &stacks, step);
            self.finish(&players, step);
        }
        Ok(())
    }

    /// Shares the envelopes that no player will open in proportion to chips.
    fn share_envelopes(&mut self, players: &[PlayerNo], stacks: &[Chips], step: &mut Step<'_>) {
        let left = self.money.envelopes.take().into_iter().sum::<Chips>();
        if left.is_zero() {
            return;
        }
        let shares = chop(stacks, &[left]).unwrap_or_default();
        for (player, share) in players.iter().zip(shares) {
            self.pay_bounty(*player, *player, (share, Chips::ZERO), step);
        }
    }

    pub(super) fn cancel(&mut self, ruling: Ruling, step: &mut Step<'_>) -> Result<(), Refusal> {
        match self.phase {
            Phase::Completed | Phase::Cancelled => return Err(Refusal::WrongPhase),
            Phase::Registering => {
                ruling.check()?;
                if !matches!(ruling.by, Official::Director | Official::Server) {
                    return Err(Refusal::NotAllowed);
                }
                step.tell(Event::TournamentCancelled { reason: ruling.reason });
                for player in self.entrants.everyone_alive() {
                    self.refund(player, step);
                }
                self.phase = Phase::Cancelled;
                return Ok(());
            }
            Phase::Running => {
                self.check_still()?;
                ruling.check_director()?;
            }
        }
        step.tell(Event::TournamentCancelled { reason: ruling.reason });
        if self.registration.is_open() {
            self.close_entries(step);
        }
        if self.phase == Phase::Running {
            self.place_losers(step);
            self.share_by_chips(step);
        }
        self.phase = Phase::Cancelled;
        Ok(())
    }

    /// Pays each player alive the lowest prize left and a share by chips. Between two rounds all stacks are equal.
    fn share_by_chips(&mut self, step: &mut Step<'_>) {
        let players = self.entrants.everyone_alive();
        let stack = |player: &PlayerNo| {
            let place = self.player(*player).and_then(|player| player.place);
            let taken = place.and_then(|place| self.tables.get(place.0)?.law.seat(place.1));
            taken.map_or(self.structure.stack, |taken| taken.stack)
        };
        let stacks: Vec<Chips> = players.iter().map(stack).collect();
        let mut prizes = self.money.prizes.left(self.entrants.alive());
        // The remainder that a satellite pays besides its seats may exceed a seat.
        prizes.sort_by(|a, b| b.cmp(a));
        self.money.prizes.share_forfeited();
        self.share_envelopes(&players, &stacks, step);
        self.pay_own_bounties(&players, step);
        let shares = chop(&stacks, &prizes).unwrap_or_default();
        for (player, share) in players.iter().zip(shares) {
            self.award_prize(*player, share, PrizeReason::Cancel, step);
        }
    }
}

/// Returns the agreed shares in order of entry, if every player alive has one and they add up to what is left.
fn agreed_shares(
    alive: &[(PlayerNo, Chips)],
    agreed: &[(PlayerNo, Chips)],
    prizes: &[Chips],
) -> Result<Vec<Chips>, Refusal> {
    if alive.len() != agreed.len() {
        return Err(Refusal::BadDeal);
    }
    let share = |(player, _): &(PlayerNo, Chips)| {
        let mut shares = agreed.iter().filter(|(other, _)| other == player);
        shares.next().map(|(_, share)| *share)
    };
    let shares: Option<Vec<Chips>> = alive.iter().map(share).collect();
    let shares = shares.ok_or(Refusal::BadDeal)?;
    let sum = |amounts: &[Chips]| {
        amounts
            .iter()
            .try_fold(Chips::ZERO, |sum, amount| sum.checked_add(*amount))
    };
    if sum(&shares) != sum(prizes) || sum(&shares).is_none() {
        return Err(Refusal::BadDeal);
    }
    Ok(shares)
}
