//! How much a connection may ask.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::hash::Hash;

/// Broken or refused messages that a connection is forgiven at once, and in each second.
const FORGIVEN: (u32, u32) = (30, 3);

/// The limits of one connection.
pub(crate) struct Limiter {
    messages: DefaultDirectRateLimiter,
    burst: NonZeroU32,
    offences: DefaultDirectRateLimiter,
    clock: DefaultClock,
}

impl Limiter {
    /// So many messages a second in the long run, so many at once.
    pub(crate) fn new(per_second: u32, burst: u32) -> Self {
        let quota_of_messages = quota(per_second, burst);
        Self {
            messages: RateLimiter::direct(quota_of_messages),
            burst: quota_of_messages.burst_size(),
            offences: RateLimiter::direct(quota(FORGIVEN.1, FORGIVEN.0)),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a message that weighs so much.
    ///
    /// # Errors
    /// How long to wait, if it is one too many.
    pub(crate) fn message(&self, weight: u32) -> Result<(), Duration> {
        let now = self.clock.now();
        // Heavier than all that may come at once, it would never pass.
        let weight = NonZeroU32::new(weight).map_or(NonZeroU32::MIN, |weight| weight.min(self.burst));
        match self.messages.check_n(weight) {
            Ok(passed) => passed.map_err(|limited| limited.wait_time_from(now)),
            Err(_) => Ok(()),
        }
    }

    /// Counts an offence. `false` once there were too many.
    pub(crate) fn forgives(&self) -> bool {
        self.offences.check().is_ok()
    }
}

/// So many events for each key.
pub(crate) struct Keyed<K: Clone + Eq + Hash> {
    keyed: DefaultKeyedRateLimiter<K>,
    clock: DefaultClock,
}

impl<K: Clone + Eq + Hash> Keyed<K> {
    /// So many a minute, all of which may come at once.
    pub(crate) fn per_minute(count: u32) -> Self {
        Self::new(Quota::per_minute(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)))
    }

    /// So many a second in the long run, and five times as many at once.
    pub(crate) fn per_second(count: u32) -> Self {
        Self::new(quota(count, count.saturating_mul(5)))
    }

    fn new(quota: Quota) -> Self {
        Self {
            keyed: RateLimiter::keyed(quota),
            clock: DefaultClock::default(),
        }
    }

    /// Counts an event.
    ///
    /// # Errors
    /// How long to wait, if it is one too many.
    pub(crate) fn count(&self, key: &K) -> Result<(), Duration> {
        let now = self.clock.now();
        self.keyed.check_key(key).map_err(|limited| limited.wait_time_from(now))
    }

    /// Forgets keys that have been quiet.
    pub(crate) fn forget(&self) {
        self.keyed.retain_recent();
        self.keyed.shrink_to_fit();
    }
}

/// What counts as one address: an IPv6 customer has a whole /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if v6.is_loopback() => IpAddr::V6(v6),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The network of a client that is not on this machine, whose limits this machine's own do not share.
pub(crate) fn outside_network(address: IpAddr) -> Option<IpAddr> {
    let network = network(address);
    (!network.is_loopback()).then_some(network)
}

fn quota(per_second: u32, burst: u32) -> Quota {
    let at_least_one = |count| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_one_has_to_wait() {
        let limiter = Limiter::new(1, 5);
        for _ in 0..5 {
            limiter.message(1).unwrap();
        }
        let wait = limiter.message(1).unwrap_err();
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(1));
    }

    #[test]
    fn offences_are_forgiven_up_to_a_point() {
        let limiter = Limiter::new(1, 1);
        let forgiven = (0..1000).filter(|_| limiter.forgives()).count();
        assert!((30..100).contains(&forgiven), "{forgiven}");
    }

    #[test]
    fn an_ipv6_network_is_one_address() {
        let address = |text: &str| network(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::"), address("2001:db8:1:3::"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        for own in ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(outside_network(own.parse().unwrap()), None, "{own}");
        }
        assert!(outside_network("192.0.2.1".parse().unwrap()).is_some());
    }

    #[test]
    fn keys_are_counted_apart() {
        let limiter = Keyed::per_minute(1);
        limiter.count(&1).unwrap();
        limiter.count(&2).unwrap();
        assert!(limiter.count(&1).is_err());
        limiter.forget();
        assert!(limiter.count(&1).is_err());
    }
}
