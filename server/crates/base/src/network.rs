//! Client networks, as limits count them.

use std::collections::HashMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Prefix lengths of IPv6 that limits look at, each with its multiple of a network's share. A customer gets at least a
/// /64 and often a /56 or /48, so that many networks of one such prefix need not be many people.
const LEVELS: [(u32, u32); 3] = [(64, 1), (56, 4), (48, 16)];

/// A client's network: an IPv4 address, or a /64 of IPv6. Limits use no other key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

/// A network or a wider prefix around it, each with a share of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Net {
    first: IpAddr,
    bits: u32,
}

/// Share of each prefix length, as a multiple of a network's.
pub const SHARES: [u32; LEVELS.len()] = [LEVELS[0].1, LEVELS[1].1, LEVELS[2].1];

impl Network {
    /// This machine, where house bots and the server itself connect from.
    pub const HERE: Self = Self(IpAddr::V4(Ipv4Addr::LOCALHOST));

    /// The network of an address. An IPv4-mapped IPv6 address belongs to the network of its IPv4 address.
    pub const fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) if !v6.is_loopback() => Self(IpAddr::V6(leading(v6, LEVELS[0].0))),
            other => Self(other),
        }
    }

    /// `true` for this machine, which some limits exempt.
    pub const fn is_here(self) -> bool {
        self.0.is_loopback()
    }

    /// The network, or `None` for this machine.
    pub fn outside(self) -> Option<Self> {
        (!self.is_here()).then_some(self)
    }

    /// Prefixes that a limit counts, the network itself first; their shares are [`SHARES`].
    pub fn nets(self) -> impl Iterator<Item = Net> {
        let net = move |bits: u32| match self.0 {
            IpAddr::V6(v6) if !v6.is_loopback() => Some(Net {
                first: IpAddr::V6(leading(v6, bits)),
                bits,
            }),
            first if bits == LEVELS[0].0 => Some(Net { first, bits: 0 }),
            _ => None,
        };
        LEVELS.into_iter().map_while(move |(bits, _)| net(bits))
    }

    /// Number of the given networks inside each prefix around this one.
    fn counts(self, others: impl IntoIterator<Item = Self>) -> [usize; LEVELS.len()] {
        let mut counts = [0; LEVELS.len()];
        for other in others {
            for (count, (own, others)) in counts.iter_mut().zip(self.nets().zip(other.nets())) {
                *count += usize::from(own == others);
            }
        }
        counts
    }

    /// `true` if a prefix around this network has its full share of the places that the given networks have taken;
    /// `share` is that of one network.
    pub fn has_its_share(self, taken: impl IntoIterator<Item = Self>, share: usize) -> bool {
        let shares = SHARES.map(|times| share.saturating_mul(times as usize));
        let counts = self.counts(taken);
        counts.iter().zip(shares).any(|(count, share)| *count >= share)
    }
}

/// Places taken per prefix.
#[derive(Debug, Default)]
pub struct Crowds(HashMap<Net, usize>);

impl Crowds {
    /// Counts the places that these networks have taken.
    pub fn of(networks: impl IntoIterator<Item = Network>) -> Self {
        let mut crowds = Self::default();
        for net in networks.into_iter().flat_map(Network::nets) {
            *crowds.0.entry(net).or_default() += 1;
        }
        crowds
    }

    /// Places taken in the fullest prefix around a network, in units of that prefix's share.
    pub fn around(&self, network: Network) -> usize {
        let counts = network.nets().map(|net| self.0.get(&net).copied().unwrap_or_default());
        let crowds = counts.zip(SHARES).map(|(count, times)| count.div_ceil(times as usize));
        crowds.max().unwrap_or_default()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nets().take(1).try_for_each(|net| net.fmt(f))
    }
}

impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits {
            0 => self.first.fmt(f),
            bits => write!(f, "{}/{bits}", self.first),
        }
    }
}

/// First address of the prefix with this many leading bits.
const fn leading(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    let rest = Ipv6Addr::BITS - bits;
    Ipv6Addr::from_bits(address.to_bits() >> rest << rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str) -> Network {
        Network::of(address.parse().unwrap())
    }

    #[test]
    fn a_64_of_ipv6_is_one_network() {
        assert_eq!(of("2001:db8:1:2:3::4"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::"), of("2001:db8:1:3::"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        for own in ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(of(own).outside(), None, "{own}");
        }
        assert!(of("192.0.2.1").outside().is_some());
    }

    #[test]
    fn wider_nets_are_counted_beside_it() {
        let nets = |address| of(address).nets().map(|net| net.to_string()).collect::<Vec<_>>();
        assert_eq!(
            nets("2001:db8:1:2345:6::7"),
            ["2001:db8:1:2345::/64", "2001:db8:1:2300::/56", "2001:db8:1::/48"]
        );
        for one in ["192.0.2.1", "127.0.0.1", "::1"] {
            assert_eq!(nets(one), [one]);
        }
        assert_eq!(of("2001:db8:1:2345:6::7").to_string(), "2001:db8:1:2345::/64");
    }

    #[test]
    fn a_share_is_that_of_the_narrowest_full_net() {
        let newcomer = of("2001:db8:1:100::1");
        let taken = |networks: &[(u16, usize)]| {
            let of = |third: u16| Network::of(IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, third, 9, 9, 9, 9)));
            let taken = networks.iter().flat_map(|(third, count)| vec![of(*third); *count]);
            taken.collect::<Vec<_>>()
        };
        for (networks, is_full) in [
            (taken(&[(0x100, 1)]), false),
            (taken(&[(0x100, 2)]), true),
            (taken(&[(0x101, 2), (0x102, 2), (0x103, 3)]), false),
            (taken(&[(0x101, 2), (0x102, 2), (0x103, 4)]), true),
            (taken(&[(0x201, 31)]), false),
            (taken(&[(0x201, 32)]), true),
            (vec![of("192.0.2.1"); 99], false),
        ] {
            assert_eq!(newcomer.has_its_share(networks.clone(), 2), is_full, "{networks:?}");
        }
    }
}
