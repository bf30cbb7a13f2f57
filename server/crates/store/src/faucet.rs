//! The faucet, the only way for chips to leave the mint, and its limits.

use poker_engine::Chips;

/// Upper bounds on the chips that leave the mint within one day (UTC). An account's starting chips count towards the
/// limits of its network and of all accounts, but not towards its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaucetLimits {
    /// Per account: daily grants and free stacks together.
    pub account: Chips,
    /// Per network, over all its accounts.
    pub network: Chips,
    /// Over all accounts. The mint holds 2^53 - 1 chips: at the default rate they last for more than 2,000 years.
    pub all: Chips,
}

impl Default for FaucetLimits {
    fn default() -> Self {
        Self {
            account: Chips::new(10_000),
            network: Chips::new(5_000_000),
            all: Chips::new(10_000_000_000),
        }
    }
}

/// The fill level of the mint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MintLevel {
    /// Chips still in the mint.
    pub left: Chips,
    /// Chips that left the mint today (UTC), less those that came back.
    pub given_today: Chips,
}

impl MintLevel {
    /// `true` if the chips would run out within a year at the highest rate that the faucet allows.
    pub fn is_low(&self, limits: &FaucetLimits) -> bool {
        /// Days of notice for the operator.
        const DAYS: u64 = 365;
        self.left.get() / DAYS < limits.all.get()
    }
}
