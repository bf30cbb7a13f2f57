//! Checks and bets in the dark: declared for the coming betting round before its board cards are dealt. They are binding and visible to all
//! players. Rule: tournament 9.16.

use super::{Hand, Phase, emit};
use crate::action::{Action, DarkOffer, RuleError};
use crate::event::{BetAction, Event, PublicEvent};
use crate::game::{BetStep, First, Step};
use crate::limit::Limit;
use crate::{Chips, SeatIx};

/// Declarations for one betting round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct InTheDark {
    /// Step of that round.
    step: usize,
    /// Seats with their declarations, in order: the total of a bet, zero for a check. An entry is removed once it is carried out.
    declared: Vec<(SeatIx, Chips)>,
}

impl Hand {
    /// Returns the seat that may now act in the dark, with the bounds of its bet; `None` if no seat may.
    ///
    /// The first seat is the one that will be first to act in the coming round. After a check the next seat may follow; after a bet no
    /// further seat may.
    pub fn dark_offer(&self) -> Option<DarkOffer> {
        if !self.terms.rules.dark_bets || !matches!(self.phase, Phase::Betting(_)) {
            return None;
        }
        let (step, bet) = self.coming_round()?;
        let able = self.able();
        let declared = self.declared_for(step);
        let of = |seat: SeatIx| declared.iter().find(|(who, _)| *who == seat).map(|(_, to)| *to);
        if !able.is_several() || able.iter().filter_map(of).any(|to| !to.is_zero()) {
            return None;
        }
        let mut order = able.clockwise_from(self.before_first(bet.first));
        let seat = order.find(|seat| of(*seat).is_none())?;
        let (min, max) = self.dark_sizes(bet, seat);
        Some(DarkOffer { seat, min, max })
    }

    /// Returns the declarations in the dark for the coming round, in order: the total of a bet, zero for a check. A seat's declaration is
    /// void once it folds or is all-in; all are void once fewer than two players can bet, as the round will not be played.
    pub fn dark(&self) -> Vec<(SeatIx, Chips)> {
        let is_played = self.able().is_several();
        let to_come = self.dark.step >= self.place.step() && is_played && !self.is_over();
        let declared = if to_come { &self.dark.declared[..] } else { &[] };
        declared.to_vec()
    }

    /// Drops the declaration of a seat, or of all seats.
    pub(super) fn drop_dark(&mut self, seat: Option<SeatIx>) {
        self.dark
            .declared
            .retain(|(who, _)| seat.is_some_and(|seat| seat != *who));
    }

    /// Declares a check or a bet in the dark.
    pub(super) fn declare_dark(
        &mut self,
        seat: SeatIx,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let Some(DarkOffer { seat: first, min, max }) = self.dark_offer() else {
            return Err(RuleError::DarkNotOffered);
        };
        if seat != first {
            return Err(RuleError::NotYourTurn { seat });
        }
        let (action, to) = match action {
            Action::CheckDark => (BetAction::Check, Chips::ZERO),
            Action::BetDark(to) if to < min => return Err(RuleError::BetTooSmall { to, min }),
            Action::BetDark(to) if to > max => return Err(RuleError::BetTooLarge { to, max }),
            Action::BetDark(to) if to != self.stacks.of(seat) && !to.is_multiple_of(self.terms.rules.unit) => {
                let unit = self.terms.rules.unit;
                return Err(RuleError::NotAMultiple { to, unit });
            }
            Action::BetDark(to) => (BetAction::Bet, to),
            _ => return Err(RuleError::WrongKind),
        };
        let (step, _) = self.coming_round().ok_or(RuleError::DarkNotOffered)?;
        if self.dark.step != step {
            self.dark = InTheDark {
                step,
                declared: Vec::new(),
            };
        }
        self.dark.declared.push((seat, to));
        emit(events, || PublicEvent::DarkDeclared { seat, action, to });
        Ok(())
    }

    /// Removes the declaration of the seat to act and returns the action to carry out, given whether it may check and its bet `sizes`. A
    /// bet that has become too large is reduced to the maximum; if no bet is possible it becomes a check.
    pub(super) fn take_dark(&mut self, seat: SeatIx, check: bool, sizes: Option<(Chips, Chips)>) -> Option<Action> {
        if self.dark.step + 1 != self.place.step() {
            return None;
        }
        let declared = &mut self.dark.declared;
        let index = declared.iter().position(|(who, _)| *who == seat)?;
        let (_, to) = declared.remove(index);
        match sizes {
            _ if !check => None,
            Some((least, most)) if !to.is_zero() => {
                let whole = if to < most { self.whole_units(to) } else { most };
                Some(Action::Bet(whole.max(least)))
            }
            _ => Some(Action::Check),
        }
    }

    fn declared_for(&self, step: usize) -> &[(SeatIx, Chips)] {
        let of_round = self.dark.step == step;
        if of_round { &self.dark.declared } else { &[] }
    }

    /// Returns the coming betting round and its step, if board cards come before it, checking is free in it, and position alone decides who
    /// is first to act.
    fn coming_round(&self) -> Option<(usize, BetStep)> {
        let mut board = false;
        for (index, step) in self.game.steps.iter().enumerate().skip(self.place.step()) {
            match step {
                Step::Board { .. } | Step::Turn(_) => board = true,
                Step::Bet(bet) => {
                    let by_place = matches!(
                        bet.first,
                        First::Left | First::Left2 | First::AfterBlinds | First::Dealer
                    );
                    return (board && by_place && bet.check).then_some((index, *bet));
                }
                Step::Show(_) => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the smallest and the largest opening bet of the coming round, given the pot and the stack as they are now.
    fn dark_sizes(&self, bet: BetStep, seat: SeatIx) -> (Chips, Chips) {
        let limit = self.limit_of(bet.tier);
        let (least, stack) = (limit.min_bet(), self.stacks.of(seat));
        let most = match limit {
            Limit::NoLimit(_) => stack,
            Limit::Fixed(_) | Limit::Straddles { .. } | Limit::Bloc(_) => least,
            Limit::Spread { max, .. } => max,
            Limit::Pot(_) => self.pot(),
        };
        self.within_reach(least, most, stack)
    }
}
