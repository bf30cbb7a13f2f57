//! Chat limits of accounts and networks, over all tables together.

use std::time::Duration;

use poker_base::network::Network;
use poker_limits::Keyed;
use poker_store::AccountId;

/// Chat limits of this server. Each table has its own in addition.
pub struct Remarks {
    /// Remarks of an account at a table where it sits.
    seated: Keyed<AccountId>,
    /// Remarks of an account as a spectator.
    standing: Keyed<AccountId>,
    /// Remarks of all spectators of one network.
    networks: Keyed<Network>,
}

impl Default for Remarks {
    fn default() -> Self {
        Self {
            seated: Keyed::every(Duration::from_secs(1), 10),
            standing: Keyed::every(Duration::from_secs(5), 4),
            networks: Keyed::every(Duration::from_secs(1), 10),
        }
    }
}

impl Remarks {
    /// Counts a remark of an account and its network; `sits` at the table where it is made.
    ///
    /// # Errors
    /// The time to wait, if it exceeds the limit.
    pub fn count(&self, account: AccountId, network: Option<Network>, sits: bool) -> Result<(), Duration> {
        if sits {
            return self.seated.count(&account);
        }
        self.standing.count(&account)?;
        network.map_or(Ok(()), |network| self.networks.count(&network))
    }

    /// Forgets quiet accounts and networks.
    pub fn forget(&self) {
        self.seated.forget();
        self.standing.forget();
        self.networks.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_look_on_say_less() {
        let remarks = Remarks::default();
        let account = AccountId::generate();
        let said = |account, network, sits| {
            let said = (0..50).filter(|_| remarks.count(account, network, sits).is_ok());
            said.count()
        };
        assert_eq!(said(account, None, true), 10);
        assert_eq!(said(account, None, false), 4);
        let network = Some(Network::of([192, 0, 2, 1].into()));
        let crowd: usize = (0..50).map(|_| said(AccountId::generate(), network, false)).sum();
        assert_eq!(crowd, 10, "a network is no crowd");
        assert_eq!(said(AccountId::generate(), network, true), 10, "who sits plays there");
    }
}
