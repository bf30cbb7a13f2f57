//! Roodles, or whangdoodles: after a big hand has won a pot, one orbit for doubled stakes in which everybody takes part.
//! Rules: variants 4.2, A10, BT13.
//!
//! The orbit begins with the next hand and ends when the deal comes back to its dealer, or passes that seat
//! because no player sits there any more; and after as many pots as there were players, should the button stay where it is while
//! people come and go. It goes on through the games of a mixed table, each for twice its stakes. Who wants to
//! sit out is dealt in until it is over; no player can be kept from leaving, and a player who sat out before it began still does.

use std::borrow::Cow;

use super::state::{Presence, TableState};
use super::{CashTable, TableEvent, TableRuleError};
use crate::eval::Category;
use crate::game::Structure;
use crate::{Hand, SeatIx, SeatSet};

/// What the stakes are multiplied by.
pub(super) const FACTOR: u64 = 2;

/// An orbit for doubled stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roodles {
    /// It begins with the next hand.
    Due,
    /// It is being played.
    Since {
        /// Who dealt its first hand; it ends when the deal comes back.
        dealer: SeatIx,
        /// How many pots there are still to be.
        left: u8,
    },
}

/// Whether a hand that wins a pot is big enough: a full house or better, by name. Rule: variants A10.
const fn is_big(category: Category) -> bool {
    matches!(
        category,
        Category::FullHouse | Category::FourOfAKind | Category::StraightFlush | Category::FiveOfAKind
    )
}

impl CashTable {
    /// Whether roodles begin after this hand, which is over: the table plays so, they are not being played already, and a
    /// big hand has won a pot, or its high half.
    pub fn begins_roodles(&self, hand: &Hand) -> bool {
        self.state.config.roodles && self.state.roodles.is_none() && hand.won_with().into_iter().any(is_big)
    }

    /// Roodles begin with the next hand. To be called before [`CashTable::finish_hand`], so that a hand that ends them does
    /// not begin them anew.
    ///
    /// # Errors
    /// If the table does not play so, they are being played already, or no hand is running.
    pub fn start_roodles(&mut self) -> Result<Vec<TableEvent>, TableRuleError> {
        if self.state.hand.is_none() {
            return Err(TableRuleError::NoHand);
        }
        if !self.state.config.roodles || self.state.roodles.is_some() {
            return Err(TableRuleError::NoChange);
        }
        Ok(self.change(|state, events| {
            state.roodles = Some(Roodles::Due);
            let structure = state.structure().into_owned();
            events.push(TableEvent::RoodlesStarted { structure });
        }))
    }

    /// Whether an orbit for doubled stakes is being played, or begins with the next hand.
    pub const fn plays_roodles(&self) -> bool {
        self.state.roodles.is_some()
    }

    /// The amounts that the next hand is played for: of the current game, doubled in roodles.
    pub fn structure(&self) -> Cow<'_, Structure> {
        self.state.structure()
    }
}

impl TableState {
    /// The amounts that the next hand is played for.
    pub(super) fn structure(&self) -> Cow<'_, Structure> {
        match self.roodles {
            Some(_) => Cow::Owned(self.game.structure.times(FACTOR)),
            None => Cow::Borrowed(&self.game.structure),
        }
    }

    /// A hand begins with this button for so many players: the first of an orbit that was due decides when that ends.
    pub(super) fn begin_orbit(&mut self, dealer: SeatIx, players: usize) {
        if self.roodles == Some(Roodles::Due) {
            let left = u8::try_from(players).unwrap_or(u8::MAX);
            self.roodles = Some(Roodles::Since { dealer, left });
        }
    }

    /// A pot of an orbit was won.
    pub(super) fn count_orbit(&mut self) {
        if let Some(Roodles::Since { left, .. }) = &mut self.roodles {
            *left = left.saturating_sub(1);
        }
    }

    /// The running hand is undone: if it was the first of an orbit, that is due again.
    pub(super) fn undo_orbit(&mut self, button: SeatIx, players: usize) {
        if let Some(Roodles::Since { dealer, left }) = self.roodles
            && dealer == button
            && usize::from(left) == players
        {
            self.roodles = Some(Roodles::Due);
        }
    }

    /// Between two hands, ends an orbit whose first dealer would deal again, or that no player is left to play. Those who wanted
    /// to sit out do now.
    pub(super) fn end_orbit(&mut self, events: &mut Vec<TableEvent>) {
        let Some(roodles) = self.roodles.filter(|_| self.hand.is_none()) else {
            return;
        };
        let is_over = self.seats_where(|_| true).is_empty() || self.deal_returns(roodles);
        if !is_over {
            return;
        }
        self.roodles = None;
        for seat in self
            .seats_where(|taken| taken.presence == Presence::InUntilOrbit)
            .iter()
        {
            self.taken_mut(seat).presence = Presence::Out;
        }
        let structure = self.game.structure.clone();
        events.push(TableEvent::RoodlesEnded { structure });
    }

    /// Whether the next deal is that of the orbit's first dealer, or passes the seat, or there were as many pots as players.
    fn deal_returns(&self, roodles: Roodles) -> bool {
        let (Roodles::Since { dealer: first, left }, Some(last)) = (roodles, self.last_button) else {
            return false;
        };
        if left == 0 {
            return true;
        }
        let next = self.next_button().filter(|next| *next != last);
        next.is_some_and(|next| SeatSet::from_iter([first, next]).next_after(last) == Some(first))
    }
}
