//! Accounts, sessions and tokens as the store keeps them.

use std::fmt;
use std::str::FromStr;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use poker_engine::Chips;
use uuid::Uuid;

use super::StoreError;
use super::people::Ban;
use super::types::{AccountId, BadId};
use crate::network::Network;

/// What the operator has said of the age of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgeCheck {
    /// It is an adult's.
    Adult,
    /// Nothing.
    Unverified,
}

/// A session: what a login opened, or an API token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub Uuid);

impl SessionId {
    /// A new one. It is no secret.
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

/// What kind of account somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccountKind {
    /// A nickname without a password.
    Guest,
    /// A name and a password.
    Account,
    /// A program.
    Bot,
}

impl AccountKind {
    /// The word in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::Account => "account",
            Self::Bot => "bot",
        }
    }

    /// The kind of a word.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Guest, Self::Account, Self::Bot]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountRecord {
    /// Which.
    pub id: AccountId,
    /// What kind.
    pub kind: AccountKind,
    /// The name to show.
    pub name: String,
    /// Whose bot it is.
    pub owner: Option<AccountId>,
    /// Whether it is a bot of the house.
    pub house: bool,
    /// When it was made.
    pub created_at: Timestamp,
}

/// What an account is in all tournaments, by the operator's grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfficialRole {
    /// Decides on incidents.
    Floor,
    /// Besides, disqualifies, cancels and makes deals.
    Director,
}

impl OfficialRole {
    /// The word in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Director => "director",
        }
    }

    /// The role of a word.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Floor, Self::Director]
            .into_iter()
            .find(|role| role.code() == code)
    }
}

/// An account with what it logs in with.
#[derive(Clone)]
pub struct NamedAccount {
    /// What keeps it out, over or not.
    pub ban: Option<Ban>,
    /// The account.
    pub account: AccountRecord,
    /// For [`AccountKind::Account`] alone.
    pub password_hash: Option<String>,
}

/// An account to be made, with the play money it starts with.
#[derive(Clone)]
pub struct NewAccount {
    /// Which.
    pub id: AccountId,
    /// What kind.
    pub kind: AccountKind,
    /// The name to show.
    pub name: String,
    /// The name as it is compared.
    pub name_key: String,
    /// For [`AccountKind::Account`] alone.
    pub password_hash: Option<String>,
    /// Whose bot it is.
    pub owner: Option<AccountId>,
    /// Whether it is a bot of the house.
    pub house: bool,
    /// Play money to start with, as far as the faucet gives as much.
    pub grant: Chips,
    /// The network it comes from, whose share of the day the faucet charges; `None` for this machine's own.
    pub network: Option<Network>,
}

/// The hash of a token. Tokens have 256 random bits, so that a plain hash keeps them.
pub type TokenHash = [u8; 32];

/// What a session is renewed or used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionSecret {
    /// A login: its first refresh token.
    Refresh(TokenHash),
    /// An API token, used as it is.
    Api(TokenHash),
}

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Which.
    pub id: SessionId,
    /// Whose.
    pub account: AccountId,
    /// What to call it in a list.
    pub label: String,
    /// What it is renewed or used with.
    pub secret: SessionSecret,
    /// How long it lasts from now, and from each renewal, on.
    pub ttl: SignedDuration,
}

/// A session with its account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRecord {
    /// Which.
    pub id: SessionId,
    /// Whose.
    pub account: AccountRecord,
    /// Whether it is an API token.
    pub api: bool,
    /// What to call it in a list.
    pub label: String,
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it ends by itself.
    pub expires_at: Timestamp,
    /// Whether it was ended early.
    pub revoked: bool,
    /// What keeps its account out, over or not.
    pub ban: Option<Ban>,
}

/// What became of a refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// It was good, and is replaced.
    Rotated(SessionRecord),
    /// It had been used before: its session is revoked now.
    Reused(SessionId),
    /// The operator keeps the account out. The token was not used up.
    Banned(Ban),
    /// There is no such token, or its session is over.
    Unknown,
}

/// Accounts and sessions. What a method returns is durable.
pub trait Accounts: Send + Sync + 'static {
    /// Makes an account and opens its first session. A guest who can never come back loses its name to the newcomer.
    fn create_account(&self, account: NewAccount, session: NewSession) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Makes a guest an account with a name and a password; it keeps its chips, its seats and its sessions.
    fn upgrade_guest(
        &self,
        account: AccountId,
        name: String,
        name_key: String,
        password_hash: String,
    ) -> BoxFuture<'_, Result<AccountRecord, StoreError>>;

    /// The live account of a name as it is compared.
    fn account_by_name(&self, name_key: String) -> BoxFuture<'_, Result<Option<NamedAccount>, StoreError>>;

    /// An account, live or not.
    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<AccountRecord>, StoreError>>;

    /// What an account is in all tournaments, if it is an official there.
    fn official(&self, account: AccountId) -> BoxFuture<'_, Result<Option<OfficialRole>, StoreError>>;

    /// What the operator has said of the age of an account.
    fn age(&self, account: AccountId) -> BoxFuture<'_, Result<AgeCheck, StoreError>>;

    /// The live bots of an owner, oldest first.
    fn bots_of(&self, owner: AccountId) -> BoxFuture<'_, Result<Vec<AccountRecord>, StoreError>>;

    /// Opens a session of an account.
    fn create_session(&self, session: NewSession) -> BoxFuture<'_, Result<(), StoreError>>;

    /// A session, over or not.
    fn session(&self, id: SessionId) -> BoxFuture<'_, Result<Option<SessionRecord>, StoreError>>;

    /// The session of an API token, over or not.
    fn api_session(&self, hash: TokenHash) -> BoxFuture<'_, Result<Option<SessionRecord>, StoreError>>;

    /// The sessions of an account that are not over, oldest first.
    fn sessions_of(&self, account: AccountId) -> BoxFuture<'_, Result<Vec<SessionRecord>, StoreError>>;

    /// Replaces a refresh token by another and renews its session.
    fn rotate_refresh(&self, used: TokenHash, next: TokenHash) -> BoxFuture<'_, Result<Rotation, StoreError>>;

    /// Ends a session; `false` if it was over or never was. A guest without a session gives its name back.
    fn revoke_session(&self, id: SessionId) -> BoxFuture<'_, Result<bool, StoreError>>;
}
