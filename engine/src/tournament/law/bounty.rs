//! Bounties. Rule: tournament 2.17.

use crate::{Chips, SeatIx, SeatSet, pot};

/// The shares of a bounty, from the first winner left of the button on; winners who get nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BountyShares {
    /// Chips paid out, by seat.
    pub cash: Vec<(SeatIx, Chips)>,
    /// Chips added to each winner's own bounty, by seat.
    pub head: Vec<(SeatIx, Chips)>,
}

/// Divides a bounty equally among the winners of the victim's last contested pot; odd chips are given out like those of
/// a pot. Of a progressive bounty one half, rounded down, is paid out. Returns no shares without winners. Rule:
/// tournament 2.17, X-42.
pub fn bounty(amount: Chips, progressive: bool, winners: SeatSet, button: SeatIx) -> BountyShares {
    if winners.is_empty() {
        return BountyShares::default();
    }
    let cash = if progressive {
        Chips::new(amount.get() / 2)
    } else {
        amount
    };
    let share = |amount| {
        let mut shares = pot::share(amount, winners, button, Chips::new(1));
        shares.retain(|(_, share)| !share.is_zero());
        shares
    };
    BountyShares {
        cash: share(cash),
        head: share(amount - cash),
    }
}
