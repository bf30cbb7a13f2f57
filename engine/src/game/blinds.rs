//! The blinds of a game.

use super::{GameDef, PostSeat, Step};
use crate::post::PostKind;
use crate::{SeatIx, SeatSet};

/// Blinds of a game, which decide how its button moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlindLayout {
    /// A small and a big blind: positions follow the blinds, and the button may be dead.
    SmallAndBig,
    /// A small and a big blind left of a button that also pays: all move with the button, which passes to the next player.
    /// Rule: variants V22.
    Following,
    /// Any other set of posts: the button moves to the next player.
    ButtonOnly,
}

impl BlindLayout {
    /// Returns the seats of the small and the big blind of a hand in which both are posted: left of the button, or heads-up the button and
    /// the other player, unless the button pays anyway. Rules: tournament 4.4, variants V22, V66.
    pub fn seats(self, dealt: SeatSet, button: SeatIx) -> (Option<SeatIx>, Option<SeatIx>) {
        let mut after = dealt.clockwise_from(button);
        match self {
            Self::ButtonOnly => (None, None),
            Self::SmallAndBig if dealt.len() == 2 => (Some(button), after.next()),
            Self::SmallAndBig | Self::Following => (after.next(), after.next()),
        }
    }
}

impl GameDef {
    /// Returns the blinds of the game.
    pub fn blind_layout(&self) -> BlindLayout {
        let has = |kind: PostKind| {
            self.steps
                .iter()
                .any(|step| matches!(step, Step::Post { kind: k, .. } if *k == kind))
        };
        let dealer_pays = |step: &Step| {
            matches!(
                step,
                Step::Post {
                    at: PostSeat::Dealer,
                    ..
                }
            )
        };
        if !has(PostKind::SmallBlind) || !has(PostKind::BigBlind) {
            BlindLayout::ButtonOnly
        } else if self.steps.iter().any(dealer_pays) {
            BlindLayout::Following
        } else {
            BlindLayout::SmallAndBig
        }
    }
}
