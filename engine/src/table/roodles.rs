//! Roodles, or whangdoodles: after a big hand has won a pot, all players play one orbit at doubled stakes.
//! Rules: variants 4.2, A10, BT13.
//!
//! The orbit begins with the next hand. It ends when the deal returns to its first dealer, or passes that seat because
//! it is empty, and at the latest after as many pots as it had players at first, in case the button stays put while
//! players come and go. It continues through the games of a mixed table, each at twice its stakes. A player who asks to
//! sit out is dealt in until it is over. Players may still leave, and those who sat out before it began still do.

use std::borrow::Cow;

use super::state::{Presence, TableState};
use super::{CashTable, TableEvent, TableRuleError};
use crate::eval::Category;
use crate::game::Structure;
use crate::{Hand, SeatIx, SeatSet};

/// Multiplier of the stakes.
pub(super) const FACTOR: u64 = 2;

/// An orbit at doubled stakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roodles {
    /// It begins with the next hand.
    Due,
    /// It is being played.
    Since {
        /// Dealer of its first hand; the orbit ends when the deal returns there.
        dealer: SeatIx,
        /// Largest number of pots still to be won in it.
        left: u8,
    },
}

/// Checks that a winning hand is big enough: a full house or better, by name. Rule: variants A10.
const fn is_big(category: Category) -> bool {
    matches!(
        category,
        Category::FullHouse | Category::FourOfAKind | Category::StraightFlush | Category::FiveOfAKind
    )
}

impl CashTable {
    /// Returns `true` if this finished hand starts roodles: the table plays them, none are under way, and a big hand
    /// has won a pot or its high half.
    pub fn begins_roodles(&self, hand: &Hand) -> bool {
        self.state.config.roodles && self.state.roodles.is_none() && hand.won_with().into_iter().any(is_big)
    }

    /// Starts roodles with the next hand. Call this before [`CashTable::finish_hand`], so that a hand that ends roodles
    /// does not start them again.
    ///
    /// # Errors
    /// If the table does not play roodles, they are already under way, or no hand is running.
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

    /// Returns `true` while an orbit at doubled stakes is due or being played.
    pub const fn plays_roodles(&self) -> bool {
        self.state.roodles.is_some()
    }

    /// Returns the stakes of the next hand: those of the current game, doubled during roodles.
    pub fn structure(&self) -> Cow<'_, Structure> {
        self.state.structure()
    }
}

impl TableState {
    /// Returns the stakes of the next hand.
    pub(super) fn structure(&self) -> Cow<'_, Structure> {
        match self.roodles {
            Some(_) => Cow::Owned(self.game.structure.times(FACTOR)),
            None => Cow::Borrowed(&self.game.structure),
        }
    }

    /// Begins an orbit that is due, as a hand starts with this dealer and number of players.
    pub(super) fn begin_orbit(&mut self, dealer: SeatIx, players: usize) {
        if self.roodles == Some(Roodles::Due) {
            let left = u8::try_from(players).unwrap_or(u8::MAX);
            self.roodles = Some(Roodles::Since { dealer, left });
        }
    }

    /// Counts a pot won in the orbit.
    pub(super) fn count_orbit(&mut self) {
        if let Some(Roodles::Since { left, .. }) = &mut self.roodles {
            *left = left.saturating_sub(1);
        }
    }

    /// Makes an orbit due again if the voided hand was its first.
    pub(super) fn undo_orbit(&mut self, button: SeatIx, players: usize) {
        if let Some(Roodles::Since { dealer, left }) = self.roodles
            && dealer == button
            && usize::from(left) == players
        {
            self.roodles = Some(Roodles::Due);
        }
    }

    /// Between hands, ends an orbit whose first dealer would deal again, or whose players have all left. Players who
    /// asked to sit out now do.
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

    /// Checks that the deal returns to the orbit's first dealer or passes that seat, or that all its pots were won.
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
