//! Places that cost nothing and that all share: who has how many of them, and who gives way when they run out.
//!
//! Each kind has its law here. Nobody is refused while a place stands empty: a newcomer takes that of the network that has the
//! most, the emptiest first. Some are kept for accounts with a password that are not new. What lapses by itself when it is idle
//! says so where it is kept.

use std::time::Duration;

use crate::app::App;
use crate::network::{Crowds, Network};
use crate::store::{AccountId, AccountKind};

/// How old an account with a password is that counts as settled.
const SETTLED_AFTER: Duration = Duration::from_hours(24);

/// A place that nobody uses for so long is given up, except by a settled account.
pub(crate) const IDLE: Duration = Duration::from_mins(15);

/// How many there are of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    /// In all.
    pub most: usize,
    /// For one account.
    pub by_account: usize,
    /// For all accounts of one network; this machine's own are not counted.
    pub by_network: usize,
    /// One in so many is for settled accounts alone.
    pub reserve: usize,
    /// How many may use a place that still gives way: it is worth nothing to so few.
    pub spare: usize,
}

/// Tournaments of hosts that are not over. One that runs never gives way.
pub(crate) const TOURNAMENTS: Law = Law {
    most: 500,
    by_account: 5,
    by_network: 50,
    reserve: 5,
    spare: 1,
};

/// Practice tables, each of which costs what its bots think. Its one player may open another.
pub(crate) const PRACTICE: Law = Law {
    most: 100,
    by_account: 1,
    by_network: 8,
    reserve: 5,
    spare: 1,
};

/// Tables; how many in all, the operator says. Where two sit, there is a game. Accounts of this machine open as many as they like.
pub(crate) const fn tables(most: usize, from: Network) -> Law {
    Law {
        most,
        by_account: if from.is_here() { usize::MAX } else { 20 },
        by_network: 200,
        reserve: 5,
        spare: 1,
    }
}

/// One that is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<K> {
    /// Which.
    pub key: K,
    /// Whose; none for the house's own, which never gives way.
    pub holder: Option<AccountId>,
    /// From where; none for this machine's own, and after a restart, which together count as one network.
    pub network: Option<Network>,
    /// The holder is a settled account.
    pub settled: bool,
    /// How many use it; `None` if it must not give way.
    pub users: Option<usize>,
    /// For how long it has been used by so few.
    pub idle: Duration,
}

/// Who wants one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newcomer {
    /// Which account.
    pub account: AccountId,
    /// From where.
    pub network: Option<Network>,
    /// It is a settled account.
    pub settled: bool,
}

/// What becomes of a newcomer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict<K> {
    /// There is room.
    Enters,
    /// This place gives way.
    InPlaceOf(K),
    /// The account, or its network, has its share.
    HasItsShare,
    /// There is no room, and none that gives way.
    Full,
}

impl Newcomer {
    /// The account that asks.
    pub(crate) async fn of(app: &App, account: AccountId, from: Network) -> Self {
        Self {
            account,
            network: from.outside(),
            settled: from.is_here() || is_settled(app, account).await,
        }
    }
}

/// `true` for an account with a password that is not new.
pub(crate) async fn is_settled(app: &App, account: AccountId) -> bool {
    // Who cannot be looked up is no better than a stranger.
    let record = app.store.account(account).await.ok().flatten();
    record.is_some_and(|record| {
        let age = jiff::Timestamp::now().duration_since(record.created_at);
        record.kind == AccountKind::Account && age.unsigned_abs() >= SETTLED_AFTER && age.is_positive()
    })
}

impl Law {
    /// How many there are for somebody.
    const fn room(&self, settled: bool) -> usize {
        if settled {
            self.most
        } else {
            self.most - self.most / self.reserve
        }
    }

    /// What becomes of a newcomer where these places are taken.
    pub(crate) fn admit<K: Copy>(&self, newcomer: &Newcomer, taken: &[Place<K>]) -> Verdict<K> {
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
        // As many as the newcomer's network would have.
        let own_crowd = 1 + crowd(newcomer.network);
        let candidates = taken.iter().filter(|place| place.holder.is_some());
        let candidates = candidates.filter_map(|place| {
            let users = place.users.filter(|users| *users <= self.spare)?;
            let crowd = crowd(place.network);
            // Nobody gives way to one who has no less.
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

    /// Guests of so many networks take what they can get.
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
                // Some networks have two or more, so that a newcomer with none goes before their second.
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
