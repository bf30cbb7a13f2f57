//! How often one network or one name may try.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

use super::AuthError;
use crate::log::limit_bites;
use crate::net::{Key, Keyed};

/// A rate: so many at once, then one each time `every` has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// At once, after a rest.
    pub burst: NonZeroU32,
    /// In the long run, one each time this has passed; not zero.
    pub every: Duration,
}

/// The rates; `None` is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthLimits {
    /// Logins, registrations and API tokens of one network, which all may cost a hash.
    pub password_per_address: Option<Rate>,
    /// Logins to one name from one network.
    pub password_per_name: Option<Rate>,
    /// New guests of one network.
    pub guests_per_address: Option<Rate>,
    /// Renewals of sessions of one network.
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
            // A club of some dozens comes in at once; what one name may be tried for is another limit.
            password_per_address: rate(60, 1_000),
            password_per_name: rate(10, 6_000),
            guests_per_address: rate(300, 200),
            refreshes_per_address: rate(300, 200),
        }
    }
}

/// A limiter for one kind of request.
pub(super) struct Limiter<K: Key> {
    keyed: Option<Keyed<K>>,
    /// The option that raises it, if all of a network share it.
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

    /// Forgets keys that have been quiet.
    pub(super) fn forget(&self) {
        if let Some(limiter) = &self.keyed {
            limiter.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;

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
