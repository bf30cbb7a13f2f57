//! How often one network or one name may try.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

use super::AuthError;
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
            password_per_address: rate(10, 6_000),
            password_per_name: rate(10, 6_000),
            guests_per_address: rate(60, 1_000),
            refreshes_per_address: rate(60, 1_000),
        }
    }
}

/// A limiter for one kind of request.
pub(super) struct Limiter<K: Key>(Option<Keyed<K>>);

impl<K: Key> Limiter<K> {
    pub(super) fn new(rate: Option<Rate>) -> Self {
        let quota = rate.and_then(|rate| Some(Quota::with_period(rate.every)?.allow_burst(rate.burst)));
        Self(quota.map(Keyed::new))
    }

    pub(super) fn check(&self, key: &K) -> Result<(), AuthError> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter
            .count(key)
            .map_err(|retry_after| AuthError::RateLimited { retry_after })
    }

    /// Forgets keys that have been quiet.
    pub(super) fn forget(&self) {
        if let Some(limiter) = &self.0 {
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
        let limiter = Limiter::new(Some(rate));
        let (ann, bob) = (("ann".to_owned(), Network::HERE), ("bob".to_owned(), Network::HERE));
        let passed = (0..5).filter(|_| limiter.check(&ann).is_ok()).count();
        assert_eq!(passed, 3);
        assert!(matches!(limiter.check(&ann), Err(AuthError::RateLimited { retry_after }) if !retry_after.is_zero()));
        assert!(limiter.check(&bob).is_ok());
        assert!((0..1000).all(|_| Limiter::new(None).check(&ann).is_ok()));
    }
}
