//! Interventions of tournament direction in a running hand. Rules: tournament 2.9, 2.15, 2.16, 7.8, 11.4.

use super::betting::Spoken;
use super::{Condemned, Hand, Phase, emit};
use crate::action::Action;
use crate::event::{Event, PublicEvent};
use crate::setup::Tabling;
use crate::{SeatIx, pot};

/// Step before which a hand is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// Tabling all hands.
    Tabling,
    /// The showdown, after decisions that followed the last betting round.
    Showdown,
}

/// Reason for killing a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kill {
    /// The player has left, or the called time is up: the hand is mucked.
    Absence,
    /// An official has ruled so: the hand is shown to all viewers after it is over and wins nothing for its player. Rule: tournament 11.4.
    Ruling,
}

impl Hand {
    /// Returns `true` if an all-in was called and the hands wait face down for [`Self::release`]: no player is to act, and no card is dealt
    /// or tabled. Only with [`Tabling::OnRelease`]. Rule: tournament 2.9.
    pub const fn is_held(&self) -> bool {
        matches!(self.phase, Phase::Held(_))
    }

    /// Returns `true` if the showdown has to wait: an all-in was called at a table that holds such hands.
    pub(super) fn must_hold_showdown(&self) -> bool {
        self.terms.rules.tabling == Tabling::OnRelease && self.able() != self.live()
    }

    /// Tables the held hands, deals the remaining cards and ends the hand; returns `None` if it is not held. Rule: tournament 2.9.
    pub fn release(&mut self) -> Option<Vec<Event>> {
        let Phase::Held(held) = self.phase else {
            return None;
        };
        let mut events = Vec::with_capacity(10);
        self.terms.release();
        self.phase = Phase::Over;
        if held == Held::Tabling {
            self.table_hands(self.live(), &mut events);
        }
        self.advance(&mut events);
        self.check_conservation();
        Some(events)
    }

    /// Returns `true` once hands were tabled: from then on the hand can neither be void nor split. Rule: tournament 2.16.
    pub const fn is_tabled(&self) -> bool {
        self.holdings.are_tabled()
    }

    /// Kills a hand: it folds at its next turn to bet, immediately if that is now, even when checking is free. A hand with no turn to come,
    /// such as an all-in, plays on. Rules: tournament 2.15, 11.4.
    pub fn kill(&mut self, seat: SeatIx, why: Kill) -> Vec<Event> {
        let mut events = Vec::with_capacity(4);
        self.contenders.kill(seat);
        if why == Kill::Ruling && !self.is_over() {
            self.contenders.condemn(seat);
        }
        if matches!(self.phase, Phase::Betting(_)) && self.phase.asks(seat) {
            self.bet(seat, Action::Fold, Spoken::InTurn, &mut events)
                .expect("a killed hand may always be folded");
            self.check_conservation();
        }
        events
    }

    /// Returns the hands killed by officials, in the order of the rulings.
    pub fn condemned(&self) -> &[Condemned] {
        self.contenders.condemned()
    }

    /// Ends the hand without a showdown: the uncalled bet is returned, and each pot is shared equally among its live hands. Returns `None`
    /// and changes nothing once the hands are tabled or the hand is over, or if no two live hands have matched bets.
    /// Rules: tournament 2.16, 7.8.
    pub fn split(&mut self) -> Option<Vec<Event>> {
        let matched = self.pots().iter().any(|pot| pot.eligible.is_several());
        if self.is_over() || self.is_tabled() || !matched {
            return None;
        }
        let mut events = Vec::with_capacity(4);
        self.wagers.gather();
        self.return_uncalled(self.live(), &mut events);
        let pots = self.pots();
        emit(&mut events, || PublicEvent::PotsFormed { pots: pots.clone() });
        for (index, pot) in pots.iter().enumerate().rev() {
            let shares = pot::share(pot.amount, pot.eligible, self.terms.button, self.terms.rules.unit);
            self.award_whole(index, pot.amount, shares, &mut events);
        }
        self.complete(&mut events);
        self.check_conservation();
        Some(events)
    }
}
