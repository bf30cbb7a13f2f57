//! What the direction of a tournament does to a running hand. Rules: tournament 2.9, 2.15, 2.16, 7.8, 11.4.

use super::betting::Spoken;
use super::{Hand, Phase, emit};
use crate::action::Action;
use crate::event::{Event, PublicEvent};
use crate::list::Cards;
use crate::setup::Tabling;
use crate::{Chips, SeatIx, pot};

/// What a hand is held before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// All hands are tabled next.
    Tabling,
    /// The showdown comes next, after decisions that followed the last betting round.
    Showdown,
}

/// Why a hand is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kill {
    /// Its player has left, or the time that was called is up: it is mucked.
    Absence,
    /// An official has ruled it: all viewers see it once the hand is over, and it wins nothing for its player. Rule: tournament 11.4.
    Ruling,
}

/// A hand that an official killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condemned {
    /// Whose.
    pub seat: SeatIx,
    /// What it has won all the same, as it had no turn to fold at.
    pub won: Chips,
    /// Its cards, once they went back into the deck.
    cards: Option<Cards>,
}

impl Hand {
    /// Whether an all-in was called, and the hands wait face down for [`Self::release`]: no player is asked, and no card is
    /// dealt or tabled. Only with [`Tabling::OnRelease`]. Rule: tournament 2.9.
    pub const fn is_held(&self) -> bool {
        matches!(self.phase, Phase::Held(_))
    }

    /// Whether the showdown has to wait: an all-in was called, and the table holds such hands.
    pub(super) fn must_hold_showdown(&self) -> bool {
        self.rules.tabling == Tabling::OnRelease && self.live.intersection(self.solvent) != self.live
    }

    /// Tables the hands that were held, deals what is still to come and ends the hand; `None` if it is not held. Rule:
    /// tournament 2.9.
    pub fn release(&mut self) -> Option<Vec<Event>> {
        let Phase::Held(held) = self.phase else {
            return None;
        };
        let mut events = Vec::with_capacity(10);
        self.rules.tabling = Tabling::AtOnce;
        self.phase = Phase::Over;
        if held == Held::Tabling {
            self.table_hands(self.live, &mut events);
        }
        self.advance(&mut events);
        self.check_conservation();
        Some(events)
    }

    /// Whether hands were tabled: from then on the hand is neither void nor split. Rule: tournament 2.16.
    pub const fn is_tabled(&self) -> bool {
        self.tabled
    }

    /// Kills a hand: it folds at its next turn to bet, which is now if it is asked, even where checking is free. Without a
    /// turn to come, as all-in, it plays on. Rules: tournament 2.15, 11.4.
    pub fn kill(&mut self, seat: SeatIx, why: Kill) -> Vec<Event> {
        let mut events = Vec::with_capacity(4);
        self.killed.insert(seat);
        if why == Kill::Ruling && !self.is_over() && self.condemned.iter().all(|known| known.seat != seat) {
            let (won, cards) = (Chips::ZERO, None);
            self.condemned.push(Condemned { seat, won, cards });
        }
        if matches!(self.phase, Phase::Betting(_)) && self.phase.asks(seat) {
            self.bet(seat, Action::Fold, Spoken::InTurn, &mut events)
                .expect("a killed hand may always be folded");
            self.check_conservation();
        }
        events
    }

    /// The hands that officials killed, in that order.
    pub fn condemned(&self) -> &[Condemned] {
        &self.condemned
    }

    /// Notes what a hand has won that was killed.
    pub(super) fn note_won(&mut self, seat: SeatIx, share: Chips) {
        if let Some(condemned) = self.condemned.iter_mut().find(|known| known.seat == seat) {
            condemned.won += share;
        }
    }

    /// Keeps the hands in mind that officials killed and that are folded: their cards go back into the deck.
    pub(super) fn keep_condemned(&mut self) {
        for index in 0..self.condemned.len() {
            let Condemned { seat, cards, .. } = self.condemned[index];
            if cards.is_none() && !self.live.contains(seat) {
                self.condemned[index].cards = Some(self.laid_out(seat).collect());
            }
        }
    }

    /// The hand is over: what officials killed is shown to all, unless it was shown down.
    pub(super) fn show_condemned(&self, events: &mut Vec<Event>) {
        for &Condemned { seat, cards, .. } in &self.condemned {
            if !self.shown.contains(seat) {
                let cards = cards.unwrap_or_else(|| self.laid_out(seat).collect());
                emit(events, || PublicEvent::KilledShown { seat, cards });
            }
        }
    }

    /// Ends the hand without a showdown: the uncalled bet goes back, and each pot is shared equally among its live hands.
    /// `None`, and nothing has changed, once the hands are tabled or the hand is over, or if no two live hands have matched
    /// bets. Rules: tournament 2.16, 7.8.
    pub fn split(&mut self) -> Option<Vec<Event>> {
        let matched = self.pots().iter().any(|pot| pot.eligible.is_several());
        if self.is_over() || self.tabled || !matched {
            return None;
        }
        let mut events = Vec::with_capacity(4);
        self.wagers.gather();
        self.return_uncalled(self.live, &mut events);
        let pots = self.pots();
        emit(&mut events, || PublicEvent::PotsFormed { pots: pots.clone() });
        for (index, pot) in pots.iter().enumerate().rev() {
            let shares = pot::share(pot.amount, pot.eligible, self.button, self.rules.unit);
            self.award_whole(index, pot.amount, shares, &mut events);
        }
        self.complete(&mut events);
        self.check_conservation();
        Some(events)
    }
}
