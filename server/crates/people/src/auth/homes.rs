//! Networks from which accounts have signed in before.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use poker_base::network::Network;
use poker_store::AccountId;

/// The number of latest pairs of account and network to keep. They use a few megabytes.
const KEPT: usize = 50_000;

/// Networks from which accounts have signed in since the server started. Someone who returns from one of them queues
/// separately from strangers.
#[derive(Debug, Default)]
pub(super) struct Homes(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    all: HashSet<(AccountId, Network)>,
    /// The oldest first.
    order: VecDeque<(AccountId, Network)>,
}

impl Homes {
    /// Records that the account has signed in from this network.
    pub(super) fn note(&self, account: AccountId, network: Network) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let home = (account, network);
        if !kept.all.insert(home) {
            return;
        }
        kept.order.push_back(home);
        if kept.order.len() > KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.all.remove(&oldest);
        }
    }

    /// `true` if the account has signed in from this network.
    pub(super) fn knows(&self, account: AccountId, network: Network) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.all.contains(&(account, network))
    }
}
