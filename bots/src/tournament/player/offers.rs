//! Purchases and deals that a tournament offers the bot.

use poker_protocol::v1::Chips;
use poker_protocol::v1::tournament::{DealAnswer, Offer, YourTournament};

use super::{Player, settle};
use crate::{Bot, RunError};

impl<B: Bot> Player<B> {
    /// Answers open offers. Returns `false` if a purchase may have made the bot's standing out of date.
    pub(super) async fn answer_offers(&mut self, you: &YourTournament) -> Result<bool, RunError> {
        self.answered
            .retain(|kind| you.offers.iter().any(|offer| kind_of(offer) == *kind));
        for offer in &you.offers {
            let kind = kind_of(offer);
            let Some(model) = self.model.as_ref().filter(|_| !self.answered.contains(&kind)) else {
                continue;
            };
            let Some(price) = price_of(offer) else {
                continue;
            };
            self.answered.push(kind);
            let takes = self.at.bot.buys(offer, model);
            let tournament = &self.tournament;
            let done = match offer {
                Offer::ReEnter { .. } if takes => self.client.re_enter(tournament).await,
                Offer::AddOn { .. } if takes => self.client.add_on(tournament).await,
                Offer::TournamentRebuy { left_ms, .. } if takes || left_ms.is_some() => {
                    self.client.tournament_rebuy(tournament, takes).await
                }
                _ => continue,
            };
            if settle(done)? && takes {
                self.answered.retain(|answered| *answered != kind);
                self.spend(price);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Answers the deal on offer once, if it has a share for the bot.
    pub(super) async fn answer_deal(&mut self) -> Result<(), RunError> {
        let Some(model) = &self.model else {
            return Ok(());
        };
        let own = model.you().player;
        let state = model.state();
        let deal = state.deal.as_ref().filter(|deal| {
            let is_asked = deal.shares.iter().any(|(player, _)| Some(*player) == own);
            is_asked && !deal.agreed.iter().any(|player| Some(*player) == own)
        });
        let Some(deal) = deal else {
            self.is_deal_answered = false;
            return Ok(());
        };
        if self.is_deal_answered {
            return Ok(());
        }
        self.is_deal_answered = true;
        let answer = if self.at.bot.agrees(deal, model) {
            DealAnswer::Agree
        } else {
            DealAnswer::Refuse
        };
        // The deal may have been called off in the meantime.
        settle(self.client.answer_deal(&self.tournament, answer).await)?;
        Ok(())
    }

    pub(super) fn spend(&mut self, price: Chips) {
        self.spent = Chips::new(self.spent.get().saturating_add(price.get())).unwrap_or(self.spent);
    }
}

const fn kind_of(offer: &Offer) -> &'static str {
    match offer {
        Offer::Register { .. } => "register",
        Offer::Unregister { .. } => "unregister",
        Offer::ReEnter { .. } => "re_enter",
        // The rebuy after losing the last chip is a separate offer.
        Offer::TournamentRebuy { left_ms: Some(_), .. } => "rebuy_in_time",
        Offer::TournamentRebuy { left_ms: None, .. } => "rebuy",
        Offer::AddOn { .. } => "add_on",
    }
}

/// Returns the price of an offer; `None` if it is not one for a bot in the tournament.
const fn price_of(offer: &Offer) -> Option<Chips> {
    match offer {
        Offer::Register { .. } | Offer::Unregister { .. } => None,
        Offer::ReEnter { price } | Offer::TournamentRebuy { price, .. } | Offer::AddOn { price, .. } => Some(*price),
    }
}
