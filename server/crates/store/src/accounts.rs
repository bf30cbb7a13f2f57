//! Accounts, sessions and tokens as stored.

use std::fmt;
use std::str::FromStr;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use poker_engine::Chips;
use uuid::Uuid;

use super::StoreError;
use super::people::Ban;
use super::types::{AccountId, BadId};
use poker_base::network::Network;

/// The operator's verification of an account holder's age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgeCheck {
    /// Verified as an adult.
    Adult,
    /// Not verified by the operator.
    Unverified,
}

/// Identifier of a session, opened by a login or backing an API token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub Uuid);

impl SessionId {
    /// Generates a new identifier. It is not a secret.
    pub fn generate() -> Self {
        Self(Uuid::now_v7())
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl FromStr for SessionId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let id = Uuid::try_parse(text).map(Self).map_err(|_| BadId)?;
        if id.to_string() == text { Ok(id) } else { Err(BadId) }
    }
}

poker_engine::coded! {
    /// The kind of an account.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum AccountKind: code, from_code {
        /// A nickname without a password.
        Guest = "guest",
        /// A name and a password.
        Account = "account",
        /// A program that plays.
        Bot = "bot",
    }
}

/// An account as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRecord {
    /// Identifier of the account.
    pub id: AccountId,
    /// Kind of the account.
    pub kind: AccountKind,
    /// The display name.
    pub name: String,
    /// The owner, if the account is a bot with one.
    pub owner: Option<AccountId>,
    /// `true` for a house bot.
    pub house: bool,
    /// Time of creation.
    pub created_at: Timestamp,
}

poker_engine::coded! {
    /// A role in all tournaments, granted by the operator.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum OfficialRole: code, from_code {
        /// Rules on incidents.
        Floor = "floor",
        /// In addition, disqualifies players, cancels tournaments and makes deals.
        Director = "director",
    }
}

/// An account with the credentials for its login.
#[derive(Clone)]
pub struct NamedAccount {
    /// The ban on the account, whether or not it has ended.
    pub ban: Option<Ban>,
    /// The account itself.
    pub account: AccountRecord,
    /// Set only for [`AccountKind::Account`].
    pub password_hash: Option<String>,
}

/// An account to create, with the play money it starts with.
#[derive(Clone)]
pub struct NewAccount {
    /// Identifier of the account.
    pub id: AccountId,
    /// Kind of the account.
    pub kind: AccountKind,
    /// The display name.
    pub name: String,
    /// The name in comparison form.
    pub name_key: String,
    /// Set only for [`AccountKind::Account`].
    pub password_hash: Option<String>,
    /// The owner, if the account is a bot with one.
    pub owner: Option<AccountId>,
    /// `true` for a house bot.
    pub house: bool,
    /// Play money to start with, reduced to what the faucet still gives.
    pub grant: Chips,
    /// The network of origin, whose daily share the faucet charges; `None` for this machine itself.
    pub network: Option<Network>,
}

/// The hash of a token. Tokens have 256 random bits, so a plain hash protects them.
pub type TokenHash = [u8; 32];

/// The secret that renews or authenticates a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionSecret {
    /// A login, with its first refresh token.
    Refresh(TokenHash),
    /// An API token, used as it is presented.
    Api(TokenHash),
}

/// A session to open.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Identifier of the session.
    pub id: SessionId,
    /// Account of the session.
    pub account: AccountId,
    /// Label for lists of sessions.
    pub label: String,
    /// The secret that renews or authenticates it.
    pub secret: SessionSecret,
    /// Lifetime from now, and again from each renewal.
    pub ttl: SignedDuration,
}

/// A session with its account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// Identifier of the session.
    pub id: SessionId,
    /// Account of the session.
    pub account: AccountRecord,
    /// `true` for an API token.
    pub api: bool,
    /// Label for lists of sessions.
    pub label: String,
    /// Opening time.
    pub created_at: Timestamp,
    /// Time at which it expires.
    pub expires_at: Timestamp,
    /// `true` if it was ended early.
    pub revoked: bool,
    /// The ban on its account, whether or not it has ended.
    pub ban: Option<Ban>,
}

/// The result of presenting a refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// The token was valid and has been replaced.
    Rotated(SessionRecord),
    /// The token had been used before: its session is now revoked.
    Reused(SessionId),
    /// The operator has banned the account. The token was not used up.
    Banned(Ban),
    /// There is no such token, or its session has ended.
    Unknown,
}

/// Accounts and sessions. A result is returned only once it is durable.
pub trait Accounts: Send + Sync + 'static {
    /// Creates an account and opens its first session. A guest who can never come back loses its name to the new account.
    fn create_account(&self, account: NewAccount, session: NewSession) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Turns a guest into an account with a name and a password; it keeps its chips, seats and sessions.
    fn upgrade_guest(
        &self,
        account: AccountId,
        name: String,
        name_key: String,
        password_hash: String,
    ) -> BoxFuture<'_, Result<AccountRecord, StoreError>>;

    /// The live account with a name, in comparison form.
    fn account_by_name(&self, name_key: String) -> BoxFuture<'_, Result<Option<NamedAccount>, StoreError>>;

    /// An account, live or not.
    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<AccountRecord>, StoreError>>;

    /// The role of an account in all tournaments, if it is an official.
    fn official(&self, account: AccountId) -> BoxFuture<'_, Result<Option<OfficialRole>, StoreError>>;

    /// The age verification of an account.
    fn age(&self, account: AccountId) -> BoxFuture<'_, Result<AgeCheck, StoreError>>;

    /// The live bots of an owner, oldest first.
    fn bots_of(&self, owner: AccountId) -> BoxFuture<'_, Result<Vec<AccountRecord>, StoreError>>;

    /// Opens a session of an account.
    fn create_session(&self, session: NewSession) -> BoxFuture<'_, Result<(), StoreError>>;

    /// A session, ended or not.
    fn session(&self, id: SessionId) -> BoxFuture<'_, Result<Option<SessionRecord>, StoreError>>;

    /// The session of an API token, ended or not.
    fn api_session(&self, hash: TokenHash) -> BoxFuture<'_, Result<Option<SessionRecord>, StoreError>>;

    /// The sessions of an account that have not ended, oldest first.
    fn sessions_of(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<SessionRecord>, StoreError>>;

    /// Replaces a refresh token with another and renews its session.
    fn rotate_refresh(&self, used: TokenHash, next: TokenHash) -> BoxFuture<'_, Result<Rotation, StoreError>>;

    /// Ends a session; `false` if it had already ended or never existed. A guest left without a session gives up its name.
    fn revoke_session(&self, id: SessionId) -> BoxFuture<'_, Result<bool, StoreError>>;
}
