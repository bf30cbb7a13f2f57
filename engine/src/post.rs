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

/// Kind of a forced payment, which decides how it counts. Rules: tournament 2.3, variants 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PostKind {
    /// An ante paid by every player: no bet, but part of the pot layers, so that a short ante wins only what it matched.
    Ante,
    /// An ante paid by one player for all, or antes for which every player contends: dead money in the main pot.
    DeadAnte,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// The blind of the button in games that have no other blind.
    ButtonBlind,
    /// A blind raise.
    Straddle,
    /// The live big blind of a player who enters out of turn or comes back.
    EntryBlind,
    /// A missed small blind made up: dead money in the main pot.
    DeadBlind,
    /// A credit towards its owner's bet, which sets no bet for others to call.
    Credit,
    /// The forced bet of the door card in stud.
    BringIn,
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

    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Ante,
        Self::DeadAnte,
        Self::SmallBlind,
        Self::BigBlind,
        Self::ButtonBlind,
        Self::Straddle,
        Self::EntryBlind,
        Self::DeadBlind,
        Self::Credit,
        Self::BringIn,
    ];

    /// Returns the kind with this stable name, or `None` if there is none.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Returns the stable name, as on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ante => "ante",
            Self::DeadAnte => "dead_ante",
            Self::SmallBlind => "small_blind",
            Self::BigBlind => "big_blind",
            Self::ButtonBlind => "button_blind",
            Self::Straddle => "straddle",
            Self::EntryBlind => "entry_blind",
            Self::DeadBlind => "dead_blind",
            Self::Credit => "credit",
            Self::BringIn => "bring_in",
        }
    }
}
