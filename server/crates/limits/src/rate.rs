//! Rate limits.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::LazyLock;
use std::time::Duration;

use dashmap::DashMap;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use poker_base::Seldom;
use poker_base::network::{Net, Network, SHARES};
use poker_store::AccountId;

/// Offences (broken or refused messages) forgiven in one burst, and per second.
const FORGIVEN: (u32, u32) = (30, 3);

/// Rate limits of one connection.
pub struct Limiter {
    messages: DefaultDirectRateLimiter,
    burst: NonZeroU32,
    offences: DefaultDirectRateLimiter,
    clock: DefaultClock,
}

impl Limiter {
    /// Allows `per_second` messages in the long run, and `burst` of them together.
    pub fn new(per_second: u32, burst: u32) -> Self {
        let quota_of_messages = quota(per_second, burst);
        Self {
            messages: RateLimiter::direct(quota_of_messages),
            burst: quota_of_messages.burst_size(),
            offences: RateLimiter::direct(quota(FORGIVEN.1, FORGIVEN.0)),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a message of this weight.
    ///
    /// # Errors
    /// The time to wait, if it exceeds the limit.
    pub fn message(&self, weight: u32) -> Result<(), Duration> {
        let now = self.clock.now();
        // Capped, since a message heavier than a full burst would never pass.
        let weight = NonZeroU32::new(weight).map_or(NonZeroU32::MIN, |weight| weight.min(self.burst));
        match self.messages.check_n(weight) {
            Ok(passed) => passed.map_err(|limited| limited.wait_time_from(now)),
            Err(_) => Ok(()),
        }
    }

    /// Counts an offence. Returns `false` after too many.
    pub fn forgives(&self) -> bool {
        self.offences.check().is_ok()
    }
}

/// Key of a limit. An address will not do: a customer with IPv6 has 2^64 of them and more.
pub trait Key {
    /// Unit that is counted: the key itself, or a prefix around it.
    type Counted: Clone + Eq + Hash;

    /// Units that an event of this key counts towards. The first has the limit itself, the next ones that limit times
    /// [`SHARES`].
    fn counted(&self) -> impl Iterator<Item = Self::Counted>;

    /// The network of the key, if it has one.
    fn network(&self) -> Option<Network> {
        None
    }
}

impl Key for AccountId {
    type Counted = Self;

    fn counted(&self) -> impl Iterator<Item = Self> {
        std::iter::once(*self)
    }
}

impl Key for Network {
    type Counted = Net;

    fn counted(&self) -> impl Iterator<Item = Net> {
        self.nets()
    }

    fn network(&self) -> Option<Network> {
        Some(*self)
    }
}

/// An account name, as used from one network.
impl Key for (String, Network) {
    type Counted = (String, Net);

    fn counted(&self) -> impl Iterator<Item = (String, Net)> {
        self.1.nets().map(|net| (self.0.clone(), net))
    }

    fn network(&self) -> Option<Network> {
        Some(self.1)
    }
}

/// A rate limit per key.
pub struct Keyed<K: Key> {
    /// One limiter for each of the [`SHARES`].
    limiters: [DefaultKeyedRateLimiter<K::Counted>; SHARES.len()],
    /// Burst size of each limiter.
    bursts: [NonZeroU32; SHARES.len()],
    clock: DefaultClock,
}

impl<K: Key> Keyed<K> {
    /// Allows `count` events a minute, all of which may come in one burst.
    pub fn per_minute(count: u32) -> Self {
        Self::new(Quota::per_minute(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)))
    }

    /// Allows `count` events a second in the long run, and five times as many in one burst.
    pub fn per_second(count: u32) -> Self {
        Self::new(quota(count, count.saturating_mul(5)))
    }

    /// Allows `burst` events together, then one each time this interval has passed.
    pub fn every(time: Duration, burst: u32) -> Self {
        Self::new(Quota::with_period(time).map_or(quota(burst, burst), |every| {
            every.allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN))
        }))
    }

    /// Allows what the quota says.
    pub fn new(quota: Quota) -> Self {
        Self {
            limiters: SHARES.map(|times| RateLimiter::keyed(enlarged(quota, times))),
            bursts: SHARES.map(|times| enlarged(quota, times).burst_size()),
            clock: DefaultClock::default(),
        }
    }

    /// Counts an event.
    ///
    /// # Errors
    /// The time to wait, if it exceeds the limit.
    pub fn count(&self, key: &K) -> Result<(), Duration> {
        self.count_many(key, 1)
    }

    /// Counts an event of this weight.
    ///
    /// # Errors
    /// The time to wait, if it exceeds the limit.
    pub fn count_many(&self, key: &K, weight: u32) -> Result<(), Duration> {
        let now = self.clock.now();
        // Narrowest first: excess requests of one network must not be charged to its neighbours.
        let mut levels = self.limiters.iter().zip(&self.bursts).zip(key.counted());
        levels.try_for_each(|((limiter, burst), counted)| {
            // Capped, since an event heavier than a full burst would never pass.
            let weight = NonZeroU32::new(weight).unwrap_or(NonZeroU32::MIN).min(*burst);
            match limiter.check_key_n(&counted, weight) {
                Ok(passed) => passed.map_err(|limited| limited.wait_time_from(now)),
                Err(_) => Ok(()),
            }
        })
    }

    /// Forgets quiet keys.
    pub fn forget(&self) {
        for limiter in &self.limiters {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Reports a limit that turns away clients of a network, once a minute for each, naming the option that raises it.
pub fn limit_bites(option: &'static str, network: Network) {
    static TOLD: LazyLock<DashMap<&str, Seldom>> = LazyLock::new(DashMap::new);
    if let Some(left_out) = TOLD.entry(option).or_default().due() {
        tracing::warn!(
            %network,
            option,
            left_out,
            "clients of one network are refused: if they are many people behind one address, raise the limit"
        );
    }
}

/// The quota multiplied.
fn enlarged(quota: Quota, times: u32) -> Quota {
    let burst = quota
        .burst_size()
        .saturating_mul(NonZeroU32::new(times).unwrap_or(NonZeroU32::MIN));
    let enlarged = Quota::with_period(quota.replenish_interval() / times.max(1));
    enlarged.unwrap_or(quota).allow_burst(burst)
}

fn quota(per_second: u32, burst: u32) -> Quota {
    let at_least_one = |count| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst))
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

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
    fn keys_are_counted_apart() {
        let limiter = Keyed::per_minute(1);
        let (one, other) = (AccountId::generate(), AccountId::generate());
        limiter.count(&one).unwrap();
        limiter.count(&other).unwrap();
        assert!(limiter.count(&one).is_err());
        limiter.forget();
        assert!(limiter.count(&one).is_err());
    }

    #[test]
    fn what_costs_more_leaves_less() {
        let purse = Keyed::per_minute(10);
        let network = Network::of([192, 0, 2, 1].into());
        purse.count_many(&network, 7).unwrap();
        let wait = purse.count_many(&network, 7).unwrap_err();
        assert!(
            wait > Duration::from_secs(20) && wait < Duration::from_secs(30),
            "{wait:?}"
        );
        purse.count_many(&network, 3).unwrap();
        // An event that costs more than a full burst uses all of it.
        let other = Network::of([192, 0, 2, 2].into());
        purse.count_many(&other, 1000).unwrap();
        assert!(purse.count(&other).is_err());
    }

    #[test]
    fn nets_of_ipv6_have_their_share() {
        let limiter = Keyed::per_minute(10);
        let passed = |of: fn(u16) -> [u16; 4], hosts: std::ops::Range<u16>| {
            let network = |host| {
                let [a, b, c, d] = of(host);
                Network::of(IpAddr::from([0x2001, 0xdb8, a, b, c, d, 0, host]))
            };
            hosts.filter(|host| limiter.count(&network(*host)).is_ok()).count()
        };
        assert_eq!(passed(|host| [0, 0, host, 0], 0..1000), 10, "one /64");
        assert_eq!(passed(|host| [1, host % 256, 0, 0], 0..1000), 40, "one /56");
        assert_eq!(passed(|host| [2, host, 0, 0], 0..1000), 160, "one /48");
        assert_eq!(passed(|host| [host, 0, 0, 0], 10..1010), 1000, "a customer each");
    }

    #[test]
    fn what_one_network_asks_too_much_costs_its_neighbours_nothing() {
        let limiter = Keyed::per_minute(10);
        let network = |subnet| Network::of(IpAddr::from([0x2001, 0xdb8, 0, subnet, 0, 0, 0, 1]));
        assert_eq!((0..1000).filter(|_| limiter.count(&network(1)).is_ok()).count(), 10);
        assert_eq!((0..10).filter(|_| limiter.count(&network(2)).is_ok()).count(), 10);
    }
}
