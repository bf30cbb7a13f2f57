//! Legal actions of the seat to act, and their prices.

use super::super::Hand;
use super::{Options, Round};
use crate::action::RuleError;
use crate::limit::Limit;
use crate::{Chips, SeatIx};

impl Hand {
    /// Returns the legal actions of a seat for which a call costs `price`.
    pub(super) fn options(&self, round: &Round, seat: SeatIx, price: Chips) -> Options {
        let sizes = self.raise_bounds(round, seat);
        let check = price.is_zero() && (round.step.check || !round.bet.is_zero());
        let must_bet = sizes.is_ok() && round.must_open && round.is_fresh() && round.bet.is_zero();
        let mut big = Chips::ZERO;
        if let Ok((least, _)) = sizes
            && !round.big.is_zero()
        {
            let total = round.bet.saturating_add(round.big).min(self.reach(seat));
            if total > least {
                big = total;
            }
        }
        Options {
            price,
            sizes,
            big,
            check,
            fold: (self.terms.rules.open_fold || !check) && !must_bet,
            must_bet,
        }
    }

    /// Returns the limit of a tier in the round that begins now. A limit that depends on the play so far becomes a range.
    pub(in crate::hand) fn limit_of(&self, tier: u8) -> Limit {
        let tier = usize::from(tier.max(1)) - 1;
        let limit = self.terms.tiers.get(tier).or(self.terms.tiers.last());
        match *limit.expect("a setup with bets has a limit") {
            Limit::Straddles { unit, times } => {
                let units = times << self.course.straddles();
                let max = unit.checked_mul(units).unwrap_or(Chips::MAX);
                Limit::Spread { min: unit, max }
            }
            Limit::Bloc(unit) => Limit::Spread {
                min: unit,
                max: self.wagers.without_dead_ante().max(unit),
            },
            limit => limit,
        }
    }

    /// Returns the chips to add for a call. No player must match chips that no opponent can contest (rule: tournament D-14).
    pub(in crate::hand) fn price(&self, round: &Round, seat: SeatIx) -> Chips {
        let committed = self.wagers.committed(seat);
        if committed >= round.bet {
            return Chips::ZERO;
        }
        // Usually the first opponent can contest the whole bet.
        let mut most = Chips::ZERO;
        for rival in self.rivals(seat).iter() {
            most = most.max(self.reach(rival));
            if most >= round.bet {
                break;
            }
        }
        let match_to = round.bet.min(most);
        match_to.saturating_sub(committed).min(self.stacks.of(seat))
    }

    /// Returns the smallest and the largest total of a bet or raise.
    fn raise_bounds(&self, round: &Round, seat: SeatIx) -> Result<(Chips, Chips), RuleError> {
        if !self.rival_has_chips(seat) {
            return Err(RuleError::NobodyToBetAgainst);
        }
        // A player who acted and has chips left matched the bet at that time; a credit exceeds what a check matches.
        let acted_at = if round.early.contains(seat) || round.facing.contains(seat) {
            Chips::ZERO
        } else {
            self.wagers.committed(seat)
        };
        let reopened = !round.acted.contains(seat) || round.bet.saturating_sub(acted_at) >= round.last_raise;
        if !reopened {
            return Err(RuleError::RaiseNotReopened);
        }
        if let Some(cap) = round.cap.filter(|cap| round.raises >= *cap) {
            return Err(RuleError::RaiseCapReached { cap });
        }
        let own_cap = round.cap.and(self.game.raise_cap_player);
        if let Some(cap) = own_cap.filter(|cap| round.raised[seat] >= *cap) {
            return Err(RuleError::RaiseCapReached { cap });
        }
        if !round.step.first_may_raise && round.is_fresh() && !round.bet.is_zero() {
            return Err(RuleError::FirstMayNotRaise);
        }
        if !self.game.check_raise && round.checked.contains(seat) {
            return Err(RuleError::CheckerMayNotRaise);
        }
        if round.bet.is_zero() && !self.may_open(round.step.open, seat) {
            return Err(RuleError::NoOpeners);
        }
        let top = self.reach(seat);
        // Totals are bounded by the player's chips, whose sum is in range; the nominal amounts of a table may exceed it.
        // A bring-in is completed to a whole bet, and so is an all-in on top of it that falls short of one.
        let least = if round.is_incomplete() {
            round.last_raise
        } else {
            round.bet.saturating_add(round.last_raise)
        };
        let most = match round.limit {
            Limit::NoLimit(_) => top,
            Limit::Spread { max, .. } if round.is_incomplete() => max.max(least),
            // At the start of a round, a limit that depends on the past has become a range.
            Limit::Fixed(_) | Limit::Straddles { .. } | Limit::Bloc(_) => least,
            Limit::Spread { max, .. } => round.bet.saturating_add(max),
            // The pot after the call, on top of the bet; the minimum bet is always allowed (rule: variants 4.2).
            Limit::Pot(_) => {
                let call = round.bet.saturating_sub(self.wagers.committed(seat));
                round
                    .bet
                    .saturating_add(self.wagers.middle())
                    .saturating_add(call)
                    .max(least)
            }
        };
        Ok(self.within_reach(least, most, top))
    }

    /// Narrows the bounds of a bet to what a seat with a reach of `top` can put in.
    pub(in crate::hand) fn within_reach(&self, least: Chips, most: Chips, top: Chips) -> (Chips, Chips) {
        let most = if most < top {
            self.whole_units(most).max(least)
        } else {
            top
        };
        (least.min(top), most.min(top))
    }

    pub(in crate::hand) fn whole_units(&self, amount: Chips) -> Chips {
        let unit = self.terms.rules.unit.get();
        Chips::new(amount.get() / unit * unit)
    }
}
