//! Forced payments.

use crate::{Chips, SeatIx};

/// One forced payment. A player with less pays what he has and is all-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Post {
    /// Who pays.
    pub seat: SeatIx,
    /// The full amount, above zero.
    pub amount: Chips,
    /// What it is.
    pub kind: PostKind,
}

/// What a forced payment is, and so how it counts. Rules: tournament 2.3, variants 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PostKind {
    /// An ante paid by every player: part of no bet, but of the pot layers, so that a short one wins only what it matched.
    Ante,
    /// An ante paid by one player for all, or antes that all contend for: dead money in the main pot.
    DeadAnte,
    /// The small blind.
    SmallBlind,
    /// The big blind.
    BigBlind,
    /// The blind of the button in games that have only that one.
    ButtonBlind,
    /// A blind raise.
    Straddle,
    /// The live big blind of a player who enters out of turn or comes back.
    EntryBlind,
    /// A missed small blind made good: dead money in the main pot.
    DeadBlind,
    /// Counts towards its owner's bet, but sets none to call.
    Credit,
    /// The forced bet of the door card in stud.
    BringIn,
}

impl PostKind {
    /// Whether it counts as a bet of its owner in the first round.
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

    /// Whether its full amount is a bet that others must match, even when it is posted short.
    pub const fn sets_bet(self) -> bool {
        self.is_live() && !matches!(self, Self::Credit)
    }

    /// Whether the first betting round may begin behind its seat: it is a blind of the hand, not of a player who enters.
    pub const fn opens(self) -> bool {
        self.sets_bet() && !matches!(self, Self::ButtonBlind | Self::EntryBlind)
    }

    /// Whether it is dead money: in the main pot, and no part of the layers.
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

    /// The kind of a stable name, `None` if there is none.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The stable name, as on the wire.
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
