//! The faucet: the one way for chips to leave the mint, and how much it gives.

use poker_engine::Chips;

/// Most chips that leave the mint within one day (UTC). What an account starts with counts for its network and in all,
/// but not for the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaucetLimits {
    /// For one account: daily grants and free stacks together.
    pub account: Chips,
    /// For all accounts of one network together.
    pub network: Chips,
    /// For everybody together. The mint holds 2^53 - 1 chips: at the default rate they last for more than 2,000 years.
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

/// How full the mint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MintLevel {
    /// Chips that it still holds.
    pub left: Chips,
    /// Chips that left it today (UTC), without those that came back.
    pub given_today: Chips,
}

impl MintLevel {
    /// Whether the chips would run out within a year at the highest rate the faucet allows.
    pub fn is_low(&self, limits: &FaucetLimits) -> bool {
        /// Days of notice for the operator.
        const DAYS: u64 = 365;
        self.left.get() / DAYS < limits.all.get()
    }
}
