//! What table law says of the next hand.

use super::positions::Positions;
use crate::SeatSet;
use crate::setup::Setup;

/// A hand as it is about to be dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandPlan {
    /// What [`crate::Hand::deal`] needs: players, positions, and every post in the order in which it is paid.
    pub setup: Setup,
    /// Button and blinds, in games with two blinds.
    pub positions: Option<Positions>,
    /// The seats that are dealt in.
    pub dealt: SeatSet,
    /// The seats that would play, but have to wait: for the big blind, or for the button to pass.
    pub waiting: SeatSet,
    /// The absent seats that the small blind passes over in this hand.
    pub missed_small_blind: SeatSet,
    /// The absent seats that the big blind passes over in this hand.
    pub missed_big_blind: SeatSet,
}
