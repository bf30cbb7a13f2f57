//! Friendships, and the requests for them.

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

use super::StoreError;
use super::accounts::AccountRecord;
use super::types::AccountId;

/// Maximum number of friends of an account.
pub const FRIENDS_MAX: u32 = 200;

/// Maximum number of open requests from an account, and of open requests to one.
pub const QUESTIONS_MAX: u32 = 50;

/// Time after which a declined request may be repeated.
pub(super) const ASK_AGAIN: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A friend, or a player who has sent or received a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The other account.
    pub player: AccountRecord,
    /// Start of the friendship, or time of the request.
    pub at: Timestamp,
    /// `true` if the player lets friends see where they play.
    pub shown: bool,
}

/// All ties of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Friends, by name.
    pub friends: Vec<Tie>,
    /// Players with a request to the account, the oldest first.
    pub asked_by: Vec<Tie>,
    /// Players whom the account has asked, the oldest request first; those who declined remain until the account withdraws the request.
    pub asks: Vec<Tie>,
    /// `true` if the account lets friends see where it plays.
    pub shown: bool,
}

/// The result of sending or accepting a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FriendRequestOutcome {
    /// The request is sent, and the player is notified.
    Asks,
    /// Nothing changed: the request was already open, or was declined recently.
    Stands,
    /// The two have become friends.
    Accepted,
    /// They were friends already.
    Friends,
    /// The account has the maximum number of friends.
    Full,
    /// The account has the maximum number of open requests.
    QuestionsFull,
    /// The player has the maximum number of friends, or of open requests from others.
    PlayerFull(u32),
    /// The player, or the account itself, is a program.
    Program,
    /// There is no such player.
    NoSuchPlayer,
    /// There is no request from the player.
    NoQuestion,
}

/// Friends of accounts. A result is returned only once it is durable.
pub trait Friends: Send + Sync + 'static {
    /// The friends of an account, and its open requests.
    fn ties(&self, account: AccountId) -> BoxFuture<'_, Result<Ties, StoreError>>;

    /// The number of players with a request to an account.
    fn questions_to(&self, account: AccountId) -> BoxFuture<'_, Result<u32, StoreError>>;

    /// Sends a friend request to a player, or accepts the player's own. Nothing changes unless the result is
    /// [`FriendRequestOutcome::Asks`] or [`FriendRequestOutcome::Accepted`].
    fn ask_friend(
        &self,
        account: AccountId,
        player: AccountId,
    ) -> BoxFuture<'_, Result<FriendRequestOutcome, StoreError>>;

    /// Accepts a player's request. Nothing changes unless the result is [`FriendRequestOutcome::Accepted`].
    fn accept_friend(
        &self,
        account: AccountId,
        player: AccountId,
    ) -> BoxFuture<'_, Result<FriendRequestOutcome, StoreError>>;

    /// Ends a friendship for both, declines the player's request, and withdraws the account's own. Returns `true` if
    /// the player may be notified: one whose request was declined may not.
    fn part(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Shows or hides from friends where an account plays.
    fn set_shown(&self, account: AccountId, shown: bool) -> BoxFuture<'_, Result<(), StoreError>>;
}
