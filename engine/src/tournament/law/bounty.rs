//! Bounties. Rule: tournament 2.17.

use crate::{Chips, SeatIx, SeatSet, pot};

/// How a bounty is shared, from the first winner after the button on; winners who get nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BountyShares {
    /// Paid out.
    pub cash: Vec<(SeatIx, Chips)>,
    /// Added to the winner's own bounty.
    pub head: Vec<(SeatIx, Chips)>,
}

/// What the winners of the victim's last contested pot get for the bounty, in equal shares; odd chips go like those of a
/// pot. Of a progressive bounty one half, rounded down, is cash. Nothing without winners. Rule: tournament 2.17, X-42.
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
