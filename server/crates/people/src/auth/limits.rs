//! Rate limits for attempts per network and per name.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;
use poker_limits::{Key, Keyed, limit_bites};

use super::AuthError;

/// A rate limit: an initial burst, then one attempt per `every`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Attempts allowed in quick succession after a rest.
    pub burst: NonZeroU32,
    /// Time per attempt in the long run; never zero.
    pub every: Duration,
}

/// The rate limits; `None` means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthLimits {
    /// Logins, registrations and API tokens per network; any of them may cost a password hash.
    pub password_per_address: Option<Rate>,
    /// Logins to one name from one network.
    pub password_per_name: Option<Rate>,
    /// New guests per network.
    pub guests_per_address: Option<Rate>,
    /// Session renewals per network.
    pub refreshes_per_address: Option<Rate>,
}

impl AuthLimits {
    /// No limits at all, for load tests.
    pub const NONE: Self = Self {
        password_per_address: None,
        password_per_name: None,
        guests_per_address: None,
        refreshes_per_address: None,
    };
}

impl Default for AuthLimits {
    fn default() -> Self {
        let rate = |burst, every_ms| {
            Some(Rate {
                burst: NonZeroU32::new(burst)?,
                every: Duration::from_millis(every_ms),
            })
        };
        Self {
            // A club of a few dozen players may sign in all at the same moment; guesses at one name have a limit of their own.
            password_per_address: rate(60, 1_000),
            password_per_name: rate(10, 6_000),
            guests_per_address: rate(300, 200),
            refreshes_per_address: rate(300, 200),
        }
    }
}

pub(super) struct Limiter<K: Key> {
    keyed: Option<Keyed<K>>,
    /// The configuration option that raises the limit, if the whole network shares it.
    option: Option<&'static str>,
}

impl<K: Key> Limiter<K> {
    pub(super) fn new(rate: Option<Rate>, option: Option<&'static str>) -> Self {
        let quota = rate.and_then(|rate| Some(Quota::with_period(rate.every)?.allow_burst(rate.burst)));
        let keyed = quota.map(Keyed::new);
        Self { keyed, option }
    }

    pub(super) fn check(&self, key: &K) -> Result<(), AuthError> {
        let Some(limiter) = &self.keyed else { return Ok(()) };
        limiter.count(key).map_err(|retry_after| {
            if let (Some(option), Some(from)) = (self.option, key.network()) {
                limit_bites(option, from);
            }
            let shared = self.option.is_some();
            AuthError::RateLimited { shared, retry_after }
        })
    }

    /// Drops the keys that have been idle.
    pub(super) fn forget(&self) {
        if let Some(limiter) = &self.keyed {
            limiter.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poker_base::network::Network;

    #[test]
    fn a_burst_is_used_up_for_its_key_alone() {
        let rate = Rate {
            burst: NonZeroU32::new(3).unwrap(),
            every: Duration::from_hours(1),
        };
        let limiter = Limiter::new(Some(rate), None);
        let (ann, bob) = (("ann".to_owned(), Network::HERE), ("bob".to_owned(), Network::HERE));
        let passed = (0..5).filter(|_| limiter.check(&ann).is_ok()).count();
        assert_eq!(passed, 3);
        assert!(
            matches!(limiter.check(&ann), Err(AuthError::RateLimited { retry_after, .. }) if !retry_after.is_zero())
        );
        assert!(limiter.check(&bob).is_ok());
        assert!((0..1000).all(|_| Limiter::new(None, None).check(&ann).is_ok()));
    }
}
