//! Forced payments.

use crate::{Chips, SeatIx};

/// One forced payment. A player with fewer chips posts the whole stack and is all-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// Seat that pays.
    pub seat: SeatIx,
    /// Full amount, above zero.
    pub amount: Chips,
    /// Kind of payment.
    pub kind: PostKind,
}

crate::coded! {
    /// Kind of a forced payment, which decides how it counts. Rules: tournament 2.3, variants 4.5.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PostKind: ALL, code, from_code {
        /// An ante paid by every player: no bet, but part of the pot layers, so that a short ante wins only what it matched.
        Ante = "ante",
        /// An ante paid by one player for all, or antes for which every player contends: dead money in the main pot.
        DeadAnte = "dead_ante",
        /// The small blind.
        SmallBlind = "small_blind",
        /// The big blind.
        BigBlind = "big_blind",
        /// The blind of the button in games that have no other blind.
        ButtonBlind = "button_blind",
        /// A blind raise.
        Straddle = "straddle",
        /// The live big blind of a player who enters out of turn or comes back.
        EntryBlind = "entry_blind",
        /// A missed small blind made up: dead money in the main pot.
        DeadBlind = "dead_blind",
        /// A credit towards its owner's bet, which sets no bet for others to call.
        Credit = "credit",
        /// The forced bet of the door card in stud.
        BringIn = "bring_in",
    }
}

impl PostKind {
    /// Returns `true` if the payment counts as a bet of its owner in the first round.
    pub const fn is_live(self) -> bool {
        matches!(
            self,
            Self::SmallBlind
                | Self::BigBlind
                | Self::ButtonBlind
                | Self::Straddle
                | Self::EntryBlind
                | Self::Credit
                | Self::BringIn
        )
    }

    /// Returns `true` if the full amount is a bet that others must match, even when it is posted short.
    pub const fn sets_bet(self) -> bool {
        self.is_live() && !matches!(self, Self::Credit)
    }

    /// Returns `true` if the first betting round may begin after its seat: the post is a blind of the hand, not of a player who enters.
    pub const fn opens(self) -> bool {
        self.sets_bet() && !matches!(self, Self::ButtonBlind | Self::EntryBlind)
    }

    /// Returns `true` for dead money: in the main pot, but not in the layers.
    pub const fn is_dead(self) -> bool {
        matches!(self, Self::DeadAnte | Self::DeadBlind)
    }
}
