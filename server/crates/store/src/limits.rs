//! Limits that accounts set for themselves.

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use poker_engine::Chips;

use super::StoreError;
use super::types::AccountId;

/// The limits of a day; `None` for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DayLimits {
    /// Minutes at tables.
    pub minutes: Option<u32>,
    /// Chips of the house lost.
    pub loss: Option<Chips>,
}

/// The limits of an account. Days are numbered from 1970-01-01, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnLimit {
    /// The account.
    pub account: AccountId,
    /// What holds, unless `later` does.
    pub now: DayLimits,
    /// What holds from a day on.
    pub later: Option<(i64, DayLimits)>,
    /// End of a break.
    pub break_until: Option<Timestamp>,
    /// The last day on which time was counted.
    pub day: i64,
    /// Milliseconds at tables on that day.
    pub played_ms: u64,
}

/// Limits of accounts. A result is returned only once it is durable.
pub trait OwnLimits: Send + Sync + 'static {
    /// All limits.
    fn own_limits(&self) -> BoxFuture<'_, Result<Vec<OwnLimit>, StoreError>>;

    /// The limits of an account, if it has set any.
    fn own_limit(&self, account: AccountId) -> BoxFuture<'_, Result<Option<OwnLimit>, StoreError>>;

    /// Stores the limits of an account, replacing earlier ones. Those of an account that is gone are not kept.
    fn keep_own_limit(&self, limit: OwnLimit) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Chips of the house that an account has won since an instant, negative for a loss: in finished hands of cash games,
    /// and in tournaments what it was paid less what it paid.
    fn won_since(&self, account: AccountId, since: Timestamp) -> BoxFuture<'_, Result<i64, StoreError>>;
}
