//! The tournament law as pure functions, one topic per file: no clock, no chance, no state of their own.
//!
//! | file | decides | rule |
//! |---|---|---|
//! | `seats` | the next player to move, and the seat to move to | tournament 2.8, L-3 |
//! | `balance` | the tables that break, halt, give up and receive players | tournament 2.8, L-1 |
//! | `places`, `prizes`, `icm`, `bounty` | finishing places and their prizes | tournament 2.10, 2.17, L-11 |
//! | `levels`, `clock` | blinds of every level, the level of every hand | tournament 2.2, 2.12 |
//! | `race` | chip races | tournament 2.11 |
//! | `penalty` | missed hands and the ladder | tournament 2.15, 11.2 |
//! | `pots` | pots of given contributions, and their award | tournament 2.6 |
//! | `live` | the meaning of chips and words at a live table | tournament 2.13, 2.14 |

mod balance;
mod bounty;
mod clock;
mod icm;
mod levels;
mod live;
mod penalty;
mod places;
mod pots;
mod prizes;
mod race;
mod seats;

pub use balance::{
    Breaks, Move, Seating, TableSizes, final_size, halted, late_seat, may_break, must_halt, next_move, next_pull,
};
pub use bounty::{BountyShares, bounty};
pub use clock::{HAND_FOR_HAND_SECONDS, LevelTime, hand_level};
pub use icm::{IcmShares, IcmTerms, icm};
pub use levels::{Level, next_level};
pub use live::{
    Answer, ChipEntry, LiveAction, Said, THINKING_MS, TimeCall, call_time, interpret, resolve_queued, spoken_amount,
    substantial,
};
pub use penalty::{Rung, Severity, orbits};
pub use places::{Bust, FinishingPlace, hand_for_hand_due, places, withdraw};
pub use pots::{Settled, award, settle};
pub use prizes::{Tied, chop, field_payouts, paid_places, pay, table_payouts};
pub use race::{ChipRace, chip_race, race_cards};
pub use seats::{BetweenHands, high_card, may_deal, next_to_move, pick_seat};

/// The reason why the law has no answer: the input contradicts itself, or the amounts are too large to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LawError {
    /// There are more odd chips than cards to race for them. Rule: tournament 2.11, D-31.
    #[error("more than 52 odd chips at one table: race to an intermediate chip")]
    TooManyOddChips,
    /// The smaller denomination cannot make up the chips, or the denominations do not divide each other.
    #[error("every stack must be a multiple of the chip being removed, and the next chip a larger multiple of it")]
    BadDenomination,
    /// There are fewer cards than must be dealt.
    #[error("too few cards for this deal")]
    TooFewCards,
    /// A seat, card, table or player is named twice, or does not exist.
    #[error("{0} named twice or unknown")]
    Mismatch(&'static str),
    /// A required list is empty, or a number is out of range.
    #[error("{0} out of range")]
    OutOfRange(&'static str),
    /// An amount exceeds 2^53 - 1.
    #[error("more than there can be")]
    Overflow,
}

impl LawError {
    /// Returns the stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooManyOddChips => "too_many_odd_chips",
            Self::BadDenomination => "bad_denomination",
            Self::TooFewCards => "too_few_cards",
            Self::Mismatch(_) => "mismatch",
            Self::OutOfRange(_) => "out_of_range",
            Self::Overflow => "overflow",
        }
    }
}
