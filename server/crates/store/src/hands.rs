//! Finished hands, and links to them.

use futures_util::future::BoxFuture;
use jiff::Timestamp;

use super::StoreError;
use super::types::{AccountId, HandCursor, HandLine, HandView, OpenedHand, ShareToken, SharedHand, TableId};

/// Finished hands.
pub trait Hands: Send + Sync + 'static {
    /// The hands that an account took part in, newest first; a page starts with the hand just older than `before`.
    fn hands_of(
        &self,
        account: AccountId,
        before: Option<HandCursor>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<HandLine>, StoreError>>;

    /// A place in the histories that comes after every hand that ended before `at`, and after few others.
    fn place_of(&self, at: Timestamp) -> BoxFuture<'_, Result<HandCursor, StoreError>>;

    /// A finished hand with the private view of `viewer`; `None` if there is no such hand, or `viewer` took no part in
    /// it. Without a viewer, the public record.
    fn hand(
        &self,
        table: TableId,
        hand_no: u64,
        viewer: Option<AccountId>,
    ) -> BoxFuture<'_, Result<Option<HandView>, StoreError>>;

    /// A finished hand with the private views of all its players; `None` if there is no such hand. For officials, never for players.
    fn opened_hand(&self, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<Option<OpenedHand>, StoreError>>;
}

/// Links to finished hands. A result is returned only once it is durable.
pub trait HandLinks: Send + Sync + 'static {
    /// Creates a link to a hand, identified by `token`. If the same account already has a link that shows the same,
    /// that link's token is returned instead.
    fn share_hand(&self, share: SharedHand, token: ShareToken) -> BoxFuture<'_, Result<ShareToken, StoreError>>;

    /// Revokes an account's links to a hand, and returns their number.
    fn unshare_hand(&self, account: AccountId, table: TableId, hand_no: u64) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// The target of a link; `None` if there is no such link.
    fn shared_hand(&self, token: ShareToken) -> BoxFuture<'_, Result<Option<SharedHand>, StoreError>>;
}
