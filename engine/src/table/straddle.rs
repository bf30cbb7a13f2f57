//! The live straddle: a voluntary blind raise before the deal, to twice the big blind.
//!
//! A player opts in once to straddle whenever in a place that allows it, so no hand waits for an answer. Each hand has
//! at most one straddle, by a seat that is dealt in, posts nothing else but an ante, and has the whole amount. The
//! betting begins to the left of the straddler, who may still raise if the others have only called. As a blind raise it
//! leaves the minimum raise at the big blind. Two players never straddle.

use super::positions::Positions;
use super::state::TableState;
use super::{CashTable, PlayerId, TableEvent, TableRuleError};
use crate::post::{Post, PostKind};
use crate::{Chips, SeatIx, SeatSet};

/// Size of a straddle, in big blinds.
pub(super) const FACTOR: u64 = 2;

/// The places that may straddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StraddleRule {
    /// The first seat to the left of the big blind.
    UnderTheGun,
    /// The button only.
    Button,
    /// Every seat but the blinds. If several want to straddle, the button has priority, then the seat to its right, and so on.
    AnyPlace,
}

impl CashTable {
    /// Opts a player in to or out of straddling whenever in a place that allows it, starting with the next hand.
    ///
    /// # Errors
    /// If the table has no straddles, the player has no seat, or nothing would change.
    pub fn set_straddling(&mut self, player: PlayerId, straddles: bool) -> Result<Vec<TableEvent>, TableRuleError> {
        let seat = self.seat_of(player).ok_or(TableRuleError::NotSeated)?;
        if self.config().straddle.is_none() {
            return Err(TableRuleError::NoStraddles);
        }
        if self.seat(seat).is_some_and(|taken| taken.straddles == straddles) {
            return Err(TableRuleError::NoChange);
        }
        Ok(self.change(|state, events| {
            state.taken_mut(seat).straddles = straddles;
            events.push(TableEvent::StraddlingSet {
                seat,
                player,
                straddles,
            });
        }))
    }
}

impl TableState {
    /// Returns the straddle of a hand into which these seats are dealt, given its other posts.
    pub(super) fn straddle(&self, dealt: SeatSet, positions: Positions, posts: &[Post]) -> Option<Post> {
        let rule = self.config.straddle?;
        let amount = self.structure().big_blind().checked_mul(FACTOR)?;
        if dealt.len() < 3 {
            return None;
        }
        let owed = |seat: SeatIx, kind: fn(PostKind) -> bool| {
            let own = posts.iter().filter(|post| post.seat == seat && kind(post.kind));
            own.map(|post| post.amount).sum::<Chips>()
        };
        let is_blind = [positions.small_blind, positions.big_blind];
        let able = |seat: &SeatIx| {
            let ante = owed(*seat, |kind| kind == PostKind::Ante);
            let needs = amount.checked_add(ante);
            !is_blind.contains(seat)
                && owed(*seat, |kind| kind != PostKind::Ante).is_zero()
                && self.seats[*seat]
                    .is_some_and(|taken| taken.straddles && needs.is_some_and(|needs| taken.stack >= needs))
        };
        let seat = match rule {
            StraddleRule::UnderTheGun => dealt.next_after(positions.big_blind).filter(able),
            StraddleRule::Button => Some(positions.button).filter(|seat| dealt.contains(*seat)).filter(able),
            StraddleRule::AnyPlace => dealt.clockwise_from(positions.button).filter(able).last(),
        }?;
        Some(Post {
            seat,
            amount,
            kind: PostKind::Straddle,
        })
    }
}
