//! Subscriptions to Web Push, through which browsers are called.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::accounts::SessionId;
use super::types::AccountId;

/// The address of a browser and the keys with which it decrypts messages.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    /// The address assigned by its push service. Anyone who has the address can send to it.
    pub endpoint: String,
    /// The browser's public key.
    pub key: Vec<u8>,
    /// The authentication secret that comes with the key.
    pub secret: Vec<u8>,
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Subscription")
    }
}

/// A stored subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscribed {
    /// The browser's address and keys.
    pub subscription: Subscription,
    /// Last confirmation by a page: the subscription was made for the Web Push key in use at that time.
    pub made_at: Timestamp,
}

/// Subscriptions of accounts. A result is returned only once it is durable.
pub trait Subscriptions: Send + Sync + 'static {
    /// The accounts that have a subscription.
    fn subscribed(&self) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>>;

    /// The subscriptions of an account, the newest first.
    fn subscriptions(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<Subscribed>, StoreError>>;

    /// Stores a subscription until the session in which it was made is revoked. Beyond `most` per account, the oldest
    /// are removed. One with the same address is replaced; if it belonged to another account, that account is returned.
    fn subscribe(
        &self,
        owner: (AccountId, SessionId),
        subscription: Subscription,
        most: u32,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>>;

    /// Removes an account's subscription with this address, if there is one.
    fn unsubscribe(&self, account: AccountId, endpoint: String) -> BoxFuture<'_, Result<(), StoreError>>;
}
