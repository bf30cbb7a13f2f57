//! Tables that are out of play after a fault, by the accounts that have chips there.

use dashmap::DashMap;
use poker_protocol::v1::server::SetAside;

use crate::store::AccountId;

/// What each account has at tables that are out of play. A start looks at every table anew, so nothing of it is stored.
#[derive(Default)]
pub(crate) struct SetAsides(DashMap<AccountId, Vec<SetAside>>);

impl SetAsides {
    pub(crate) fn add(&self, account: AccountId, aside: SetAside) {
        self.0.entry(account).or_default().push(aside);
    }

    /// The tables of one account.
    pub(crate) fn of(&self, account: AccountId) -> Vec<SetAside> {
        self.0.get(&account).map(|found| found.clone()).unwrap_or_default()
    }
}
