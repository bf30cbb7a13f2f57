//! The live straddle: a voluntary blind raise before the deal, for twice the big blind.
//!
//! A player says once to straddle whenever the place allows it, so that no hand waits for an answer. One player straddles a hand:
//! a seat that is dealt in, posts nothing else but an ante, and has the whole amount. The betting begins left of the straddler, who
//! may still raise when the others have only called. As a blind raise it leaves the least raise at the big blind. Between two players there is no straddle.

use super::positions::Positions;
use super::state::TableState;
use super::{CashTable, PlayerId, TableEvent, TableRuleError};
use crate::post::{Post, PostKind};
use crate::{Chips, SeatIx, SeatSet};

/// What a straddle is multiplied by: the big blind.
pub(super) const FACTOR: u64 = 2;

/// Which places may straddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StraddleRule {
    /// The first seat left of the big blind.
    UnderTheGun,
    /// The button.
    Button,
    /// Every seat but the blinds. Of several who want to, the button comes first, then the seat at its right, and so on.
    AnyPlace,
}

impl CashTable {
    /// Straddles from the next hand on whenever the place allows it, or does so no more.
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
    /// The straddle of a hand that these seats are dealt into, behind what they post otherwise.
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
