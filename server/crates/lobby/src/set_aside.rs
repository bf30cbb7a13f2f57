//! Tables out of play after a fault, by account with chips there.

use dashmap::DashMap;
use poker_protocol::v1::server::SetAside;
use poker_store::AccountId;

/// Chips of each account at tables out of play. Every start examines all tables, so none of this is stored.
#[derive(Default)]
pub struct SetAsides(DashMap<AccountId, Vec<SetAside>>);

impl SetAsides {
    /// Notes chips of an account at a table out of play.
    pub fn add(&self, account: AccountId, aside: SetAside) {
        self.0.entry(account).or_default().push(aside);
    }

    /// Entries of one account.
    pub fn of(&self, account: AccountId) -> Vec<SetAside> {
        self.0.get(&account).map(|found| found.clone()).unwrap_or_default()
    }
}
