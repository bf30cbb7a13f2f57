//! Balances, answers to requests that moved chips, and grants.

use futures_util::future::BoxFuture;
use poker_base::network::Network;
use poker_engine::Chips;

use super::StoreError;
use super::faucet::{FaucetLimits, MintLevel};
use super::types::{AccountId, TableId};

/// The ledger. A result is returned only once it is durable.
pub trait Ledger: Send + Sync + 'static {
    /// An account's chips that are not at a table.
    fn balance(&self, account: AccountId) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// The chips that a table holds for its seats, or a tournament for its entrants.
    fn escrow(&self, table: TableId) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// The answer to a request that moved chips, if it has been carried out.
    fn answer(&self, account: AccountId, request_id: String) -> BoxFuture<'_, Result<Option<String>, StoreError>>;

    /// Grants play money to an account within the limits of the faucet; without an amount, all that they allow. Returns
    /// the new balance. A repeated `request_id` of the account grants nothing and returns the balance.
    fn top_up(
        &self,
        account: AccountId,
        network: Option<Network>,
        amount: Option<Chips>,
        request_id: Option<String>,
    ) -> BoxFuture<'_, Result<Chips, StoreError>>;

    /// The limits of the faucet.
    fn faucet(&self) -> FaucetLimits;

    /// The fill level of the mint.
    fn mint(&self) -> BoxFuture<'_, Result<MintLevel, StoreError>>;
}
