//! Where browsers are called: subscriptions to Web Push.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::accounts::SessionId;
use super::types::AccountId;

/// Where a browser is called, and what it reads with.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The address that its push service gave it. Who knows it can send there.
    pub endpoint: String,
    /// The browser's public key.
    pub key: Vec<u8>,
    /// The secret that it gave with that.
    pub secret: Vec<u8>,
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Subscription")
    }
}

/// A subscription that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribed {
    /// Where, and what it reads with.
    pub subscription: Subscription,
    /// When a page last said that it has it: it was made for the key of Web Push that was in use then.
    pub made_at: Timestamp,
}

/// Subscriptions of accounts. What a method returns is durable.
pub trait Subscriptions: Send + Sync + 'static {
    /// The accounts that have one.
    fn subscribed(&self) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>>;

    /// The subscriptions of an account, the newest first.
    fn subscriptions(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<Subscribed>, StoreError>>;

    /// Keeps a subscription until the session is revoked that it was made in; of more than `most` of an account the oldest go. One
    /// with the same address is replaced: the account that it belonged to, if that is another one, is given back.
    fn subscribe(
        &self,
        owner: (AccountId, SessionId),
        subscription: Subscription,
        most: u32,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>>;

    /// Forgets the subscription of an account with this address, if there is one.
    fn unsubscribe(&self, account: AccountId, endpoint: String) -> BoxFuture<'_, Result<(), StoreError>>;
}
