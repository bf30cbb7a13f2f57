//! Who is whose friend, and who asks whom.

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};

use super::StoreError;
use super::accounts::AccountRecord;
use super::types::AccountId;

/// Friends of an account, at most.
pub const FRIENDS_MAX: u32 = 200;

/// Questions that stand from an account, and to one, at most.
pub const QUESTIONS_MAX: u32 = 50;

/// A declined question can be asked again after this time.
pub(super) const ASK_AGAIN: SignedDuration = SignedDuration::from_hours(7 * 24);

/// A friend, or a player who asks or is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// Who.
    pub player: AccountRecord,
    /// Since when, or when it was asked.
    pub at: Timestamp,
    /// Whether the player shows friends where they play.
    pub shown: bool,
}

/// All ties of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Friends by name.
    pub friends: Vec<Tie>,
    /// Who asks the account, the oldest question first.
    pub asked_by: Vec<Tie>,
    /// Whom the account asks, the oldest question first; also those who declined, until the account takes the question back.
    pub asks: Vec<Tie>,
    /// Whether the account shows friends where it plays.
    pub shown: bool,
}

/// What became of a question, or of the wish to accept one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The player is asked, and learns of it.
    Asks,
    /// Nothing changed: the question stood, or was declined not long ago.
    Stands,
    /// The two have become friends.
    Accepted,
    /// They were friends before.
    Friends,
    /// The account has as many friends as it may have.
    Full,
    /// The account asks as many players as it may.
    QuestionsFull,
    /// The player has as many friends, or is asked by as many others, as there may be.
    PlayerFull(u32),
    /// The player, or the account itself, is a program.
    Program,
    /// There is no such player.
    NoSuchPlayer,
    /// The player does not ask.
    NoQuestion,
}

/// Friends of accounts. What a method returns is durable.
pub trait Friends: Send + Sync + 'static {
    /// The friends of an account, and the questions that stand.
    fn ties(&self, account: AccountId) -> BoxFuture<'_, Result<Ties, StoreError>>;

    /// How many players ask an account.
    fn questions_to(&self, account: AccountId) -> BoxFuture<'_, Result<u32, StoreError>>;

    /// Asks a player for friendship, or accepts the question of one who asks. Nothing changes unless the answer is
    /// [`Asked::Asks`] or [`Asked::Accepted`].
    fn ask_friend(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<Asked, StoreError>>;

    /// Accepts the question of a player. Nothing changes unless the answer is [`Asked::Accepted`].
    fn accept_friend(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<Asked, StoreError>>;

    /// Ends a friendship for both, declines a question of the player, and takes the account's own back. Tells whether the player
    /// may learn of it: one whose question was declined may not.
    fn part(&self, account: AccountId, player: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Shows friends where an account plays, or does so no more.
    fn set_shown(&self, account: AccountId, shown: bool) -> BoxFuture<'_, Result<(), StoreError>>;
}
