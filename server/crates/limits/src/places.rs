//! Free places shared by all users: who may have how many, and who gives way when they run out.
//!
//! Each kind has its law here. No newcomer is refused while a place is unused: it takes one from the network that has
//! the most, the emptiest first. Some places are reserved for settled accounts, which have a password and are not new.
//! Rules for places that expire by themselves are stated where those places are kept.

use std::time::Duration;

use poker_base::network::{Crowds, Network};
use poker_store::{AccountId, AccountKind, Store};

/// Age at which an account with a password counts as settled.
const SETTLED_AFTER: Duration = Duration::from_hours(24);

/// An unsettled account loses a place that stays unused for this long.
pub const IDLE: Duration = Duration::from_mins(15);

/// A tournament that does not begin or end by itself counts as unused once nothing has happened there for this long.
pub const UNTENDED: Duration = Duration::from_hours(1);

/// A live tournament of an unsettled account is cancelled in play once its officials have done nothing for this long.
pub const FORSAKEN: Duration = Duration::from_hours(24);

/// Limits of one kind of place.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// Places in total.
    pub most: usize,
    /// Places of one account.
    pub by_account: usize,
    /// Places of all accounts of one network; this machine's are not counted.
    pub by_network: usize,
    /// One place in this many is reserved for settled accounts.
    pub reserve: usize,
    /// Maximum number of users of a place that still gives way: with so few it is of no use.
    pub spare: usize,
}

/// Hosts' tournaments that are not over. A running one gives way only if it is live and nobody tends it.
pub const TOURNAMENTS: Law = Law {
    most: 500,
    by_account: 5,
    by_network: 50,
    reserve: 5,
    spare: 1,
};

/// Practice tables, each of which costs its bots' computing time. Its one player may open another.
pub const PRACTICE: Law = Law {
    most: 100,
    by_account: 1,
    by_network: 8,
    reserve: 5,
    spare: 1,
};

/// Tables, up to the operator's total. Two at a table make a game. Accounts of this machine may open any number.
pub const fn tables(most: usize, from: Network) -> Law {
    Law {
        most,
        by_account: if from.is_here() { usize::MAX } else { 20 },
        by_network: 200,
        reserve: 5,
        spare: 1,
    }
}

/// A place that is taken.
#[derive(Clone, Copy, Debug)]
pub struct Place<K> {
    /// Name of the place.
    pub key: K,
    /// Account that holds it; `None` for the house's own, which never gives way.
    pub holder: Option<AccountId>,
    /// Network it was taken from. `None` for this machine's own and after a restart; all of those count as one network.
    pub network: Option<Network>,
    /// `true` if its holder is settled.
    pub settled: bool,
    /// Number of users; `None` if it must not give way.
    pub users: Option<usize>,
    /// Time for which it has had so few users.
    pub idle: Duration,
}

/// An account that wants a place.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer {
    /// The account itself.
    pub account: AccountId,
    /// Network it asks from; `None` for this machine.
    pub network: Option<Network>,
    /// `true` for a settled account.
    pub settled: bool,
}

/// Decision about a newcomer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict<K> {
    /// A place is free.
    Enters,
    /// The named place gives way.
    InPlaceOf(K),
    /// The account or its network already has its share.
    HasItsShare,
    /// No room, and no place gives way.
    Full,
}

impl Newcomer {
    /// Describes the account that asks from network `from`.
    pub async fn of(store: &dyn Store, account: AccountId, from: Network) -> Self {
        Self {
            account,
            network: from.outside(),
            settled: from.is_here() || is_settled(store, account).await,
        }
    }
}

/// `true` for an account with a password that is not new.
pub async fn is_settled(store: &dyn Store, account: AccountId) -> bool {
    // An account that cannot be looked up counts as unsettled.
    let record = store.account(account).await.ok().flatten();
    record.is_some_and(|record| {
        let age = jiff::Timestamp::now().duration_since(record.created_at);
        record.kind == AccountKind::Account && age.unsigned_abs() >= SETTLED_AFTER && age.is_positive()
    })
}

impl Law {
    /// Places open to a settled or an unsettled account.
    const fn room(&self, settled: bool) -> usize {
        if settled {
            self.most
        } else {
            self.most - self.most / self.reserve
        }
    }

    /// Decides about a newcomer, given the places taken.
    pub fn admit<K: Copy>(&self, newcomer: &Newcomer, taken: &[Place<K>]) -> Verdict<K> {
        let own = taken.iter().filter(|place| place.holder == Some(newcomer.account));
        let networks = || taken.iter().filter_map(|place| place.network);
        let by_network = newcomer
            .network
            .is_some_and(|network| network.has_its_share(networks(), self.by_network));
        if by_network || own.count() >= self.by_account {
            return Verdict::HasItsShare;
        }
        if taken.len() < self.room(newcomer.settled) {
            return Verdict::Enters;
        }
        let crowds = Crowds::of(networks());
        let unknown = taken.iter().filter(|place| place.network.is_none()).count();
        let crowd = |network: Option<Network>| network.map_or(unknown, |network| crowds.around(network));
        // The count that the newcomer's network would have.
        let own_crowd = 1 + crowd(newcomer.network);
        let candidates = taken.iter().filter(|place| place.holder.is_some());
        let candidates = candidates.filter_map(|place| {
            let users = place.users.filter(|users| *users <= self.spare)?;
            let crowd = crowd(place.network);
            // No place gives way to a network that has just as many.
            let gives_way = (users == 0 && (newcomer.settled || !place.settled)) || crowd > own_crowd;
            let rank = (crowd, !place.settled, self.spare - users, place.idle);
            gives_way.then_some((rank, place.key))
        });
        let last = candidates.max_by_key(|(rank, _)| *rank);
        last.map_or(Verdict::Full, |(_, key)| Verdict::InPlaceOf(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Law = Law {
        most: 100,
        by_account: 5,
        by_network: 20,
        reserve: 5,
        spare: 1,
    };

    fn network(last: u8) -> Network {
        Network::of([203, 0, 113, last].into())
    }

    fn newcomer(last: u8) -> Newcomer {
        Newcomer {
            account: AccountId::generate(),
            network: Some(network(last)),
            settled: false,
        }
    }

    /// Guests from this many networks take all they can get.
    fn attacked(networks: u8, users: usize) -> Vec<Place<usize>> {
        let mut taken: Vec<Place<usize>> = Vec::new();
        for key in 0..1_000 {
            let guest = newcomer(u8::try_from(key % usize::from(networks)).unwrap());
            match LAW.admit(&guest, &taken) {
                Verdict::Enters => {}
                Verdict::InPlaceOf(other) => taken.retain(|place| place.key != other),
                Verdict::HasItsShare | Verdict::Full => continue,
            }
            taken.push(Place {
                key,
                holder: Some(guest.account),
                network: guest.network,
                settled: false,
                users: Some(users),
                idle: Duration::from_secs(1_000 - u64::try_from(key).unwrap()),
            });
        }
        taken
    }

    #[test]
    fn a_stranger_gets_a_place_from_whoever_has_the_most() {
        for networks in [1, 5, 10, 13, 60] {
            for users in [0, 1] {
                let mut taken = attacked(networks, users);
                assert!(
                    taken.len() >= 20 && taken.len() <= 80,
                    "some are kept for settled accounts"
                );
                // Some networks have two or more, so a newcomer with none comes before their second.
                if networks == 60 && users == 1 {
                    continue;
                }
                let verdict = LAW.admit(&newcomer(200), &taken);
                assert!(
                    matches!(verdict, Verdict::Enters | Verdict::InPlaceOf(_)),
                    "{networks} {users}: {verdict:?}"
                );
                // After a restart no network is known.
                for place in &mut taken {
                    place.network = None;
                }
                let verdict = LAW.admit(&newcomer(200), &taken);
                assert!(
                    matches!(verdict, Verdict::Enters | Verdict::InPlaceOf(_)),
                    "{verdict:?}"
                );
            }
        }
    }

    #[test]
    fn settled_accounts_have_a_reserve() {
        let taken = attacked(90, 1);
        assert_eq!(LAW.admit(&newcomer(200), &taken), Verdict::Full);
        let settled = Newcomer {
            settled: true,
            ..newcomer(200)
        };
        assert_eq!(LAW.admit(&settled, &taken), Verdict::Enters);
    }

    #[test]
    fn those_with_few_do_not_give_way_to_those_with_many() {
        let mut taken = attacked(10, 1);
        for place in &mut taken {
            place.users = Some(0);
        }
        let quiet = Place {
            key: 5_000,
            holder: Some(AccountId::generate()),
            network: Some(network(200)),
            settled: false,
            users: Some(0),
            idle: Duration::from_hours(9),
        };
        taken[0] = quiet;
        for last in 0..10 {
            match LAW.admit(&newcomer(last), &taken) {
                Verdict::InPlaceOf(key) => assert_ne!(key, quiet.key, "its network has one"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn what_is_used_or_belongs_to_the_house_stays() {
        let mut taken = attacked(10, 1);
        for place in &mut taken {
            place.users = Some(2);
        }
        assert_eq!(LAW.admit(&newcomer(200), &taken), Verdict::Full);
        for place in &mut taken {
            (place.users, place.holder) = (Some(0), None);
        }
        assert_eq!(LAW.admit(&newcomer(200), &taken), Verdict::Full);
    }
}
