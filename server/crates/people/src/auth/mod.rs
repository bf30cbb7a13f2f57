//! Authentication: guests, accounts with passwords and bots, and their sessions and tokens.
//!
//! An access token is signed, names its session and is valid for a few minutes. Whether the session still exists is
//! looked up each time, so a revocation takes effect immediately. A session is renewed with a single-use refresh token:
//! a second use ends the session for every holder. Bots have API tokens, which are sessions of their own.

mod bots;
mod error;
mod homes;
mod identity;
mod limits;
mod name;
mod password;
#[cfg(test)]
mod tests;
mod token;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use poker_base::network::Network;
use poker_engine::Chips;
use poker_owner::pool::{Asker, Pool};
use poker_store::{
    AccountId, AccountKind, AccountRecord, Ban, KeyRing, NewAccount, NewSession, Rotation, SessionId, SessionSecret,
    Store, StoreError, WallClock,
};
use tokio::sync::broadcast;

use self::homes::Homes;
use self::limits::Limiter;
use self::password::Passwords;
use self::token::{API_PREFIX, REFRESH_PREFIX, random_token};
use crate::blocked::BlockedWords;

pub use bots::{OwnedBot, WithApiToken};
pub use error::AuthError;
pub use error::sign_in_words;
pub use identity::Identity;
pub use identity::{folded, given_name, info_of, name_key};
pub use limits::{AuthLimits, Rate};
pub use name::{NAME_CHARS, Name};
pub use password::{PASSWORD_CHARS, is_weak};
pub use token::{ACCESS_TTL, AccessClaims, AccessTokens, token_hash};

/// Lifetime of an account's session if it is not renewed.
const ACCOUNT_SESSION_TTL: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Time for which a guest keeps its name and chips without coming back.
const GUEST_SESSION_TTL: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Revocations that a slow listener may fall behind by before it has to look up its session again.
const REVOCATIONS: usize = 1024;

/// Hashes a password given by an operator. This takes some 20 ms.
///
/// # Errors
/// [`AuthError::PasswordWeak`].
pub fn hash_of(password: &str, name_key: &str) -> Result<String, AuthError> {
    if password::is_weak(password, name_key) {
        return Err(AuthError::PasswordWeak);
    }
    password::hash(password)
}

/// The result of a sign-in or of a session's renewal.
#[derive(Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The account that signed in.
    pub identity: Identity,
    /// The signed access token.
    pub access_token: String,
    /// Lifetime of the access token.
    pub expires_in: Duration,
    /// The single-use refresh token.
    pub refresh_token: String,
    /// Lifetime of the refresh token.
    pub refresh_expires_in: Duration,
}

/// Settings of authentication.
#[derive(Clone, Debug)]
pub struct AuthConfig {
    /// Play money granted to every new account.
    pub grant: Chips,
    /// Rate limits per address and per name.
    pub limits: AuthLimits,
    /// Words that no new name may contain.
    pub blocked: Arc<BlockedWords>,
    /// The pool in which passwords are hashed.
    pub pool: Arc<Pool>,
}

impl Default for AuthConfig {
    fn default() -> Self {
        Self {
            grant: Chips::new(10_000),
            limits: AuthLimits::default(),
            blocked: Arc::default(),
            pool: Arc::default(),
        }
    }
}

/// The authentication service for people and programs.
pub struct Auth {
    store: Arc<dyn Store>,
    clock: WallClock,
    config: AuthConfig,
    tokens: AccessTokens,
    passwords: Passwords,
    homes: Homes,
    revocations: broadcast::Sender<SessionId>,
    password_per_address: Limiter<Network>,
    password_per_name: Limiter<(String, Network)>,
    guests_per_address: Limiter<Network>,
    refreshes_per_address: Limiter<Network>,
}

impl fmt::Debug for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Auth")
            .field("config", &self.config)
            .finish_non_exhaustive()
    }
}

impl Auth {
    /// Creates the service. It signs with the current key of `keys`; for tokens to survive a restart, that key must still be in the ring.
    pub async fn new(
        store: Arc<dyn Store>,
        keys: &KeyRing,
        config: AuthConfig,
        clock: WallClock,
    ) -> Result<Self, AuthError> {
        let limits = config.limits;
        Ok(Self {
            store,
            clock,
            tokens: AccessTokens::new(keys)?,
            passwords: Passwords::new(Arc::clone(&config.pool)).await?,
            homes: Homes::default(),
            revocations: broadcast::Sender::new(REVOCATIONS),
            password_per_address: Limiter::new(limits.password_per_address, Some("--passwords-per-minute")),
            password_per_name: Limiter::new(limits.password_per_name, None),
            guests_per_address: Limiter::new(limits.guests_per_address, Some("--guests-per-minute")),
            refreshes_per_address: Limiter::new(limits.refreshes_per_address, Some("--guests-per-minute")),
            config,
        })
    }

    /// Drops rate-limit entries that have been idle.
    pub fn forget_tries(&self) {
        self.password_per_address.forget();
        self.password_per_name.forget();
        self.guests_per_address.forget();
        self.refreshes_per_address.forget();
    }

    /// Checks a name that a person has chosen.
    fn new_name(&self, text: &str) -> Result<Name, AuthError> {
        self.allowed(Name::read(text)?)
    }

    /// Refuses a name that contains a word blocked by the operator.
    fn allowed(&self, name: Name) -> Result<Name, AuthError> {
        if self.config.blocked.are_in(&name.shown) {
            return Err(AuthError::NameBlocked);
        }
        Ok(name)
    }

    /// Creates a guest with this name, which must be free.
    pub async fn guest(&self, nickname: &str, from: Network) -> Result<SignedIn, AuthError> {
        self.guests_per_address.check(&from)?;
        let name = self.new_name(nickname)?;
        self.sign_up(AccountKind::Guest, name, None, from).await
    }

    /// Creates a guest without a page, or a bot without an owner: it gets one token that lasts as long as a guest does.
    pub async fn guest_with_token(
        &self,
        nickname: &str,
        kind: GuestKind,
        from: Network,
    ) -> Result<WithApiToken, AuthError> {
        self.guests_per_address.check(&from)?;
        let name = self.new_name(nickname)?;
        let kind = match kind {
            GuestKind::Person => AccountKind::Guest,
            GuestKind::Program => AccountKind::Bot,
        };
        let account = self.new_account(kind, name, Some(from));
        self.create_with_token(account, "guest".to_owned(), GUEST_SESSION_TTL)
            .await
    }

    /// Creates an account. With `guest`, that guest becomes the account and keeps its chips and seats.
    pub async fn register(
        &self,
        name: &str,
        password: &str,
        guest: Option<&Identity>,
        from: Network,
    ) -> Result<SignedIn, AuthError> {
        self.password_per_address.check(&from)?;
        let name = match Name::read(name)? {
            // A guest named before the word was blocked keeps its name.
            name if guest.is_some_and(|guest| name_key(&guest.name).as_ref() == Some(&name.key)) => name,
            name => self.allowed(name)?,
        };
        if password::is_weak(password, &name.key) {
            return Err(AuthError::PasswordWeak);
        }
        if guest.is_some_and(|guest| guest.kind != AccountKind::Guest) {
            return Err(AuthError::Forbidden);
        }
        let hash = self.passwords.hash(password.to_owned(), Asker::of(from)).await?;
        let Some(guest) = guest else {
            let signed_in = self.sign_up(AccountKind::Account, name, Some(hash), from).await?;
            self.homes.note(signed_in.identity.account, from);
            return Ok(signed_in);
        };
        let upgraded = self.store.upgrade_guest(guest.account, name.shown, name.key, hash);
        let account = match upgraded.await {
            Err(StoreError::NoSuchAccount) => return Err(AuthError::Revoked),
            upgraded => upgraded?,
        };
        self.homes.note(guest.account, from);
        self.sign_in(account).await
    }

    /// Opens a session for an account with a password.
    pub async fn login(&self, name: &str, password: &str, from: Network) -> Result<SignedIn, AuthError> {
        self.password_per_address.check(&from)?;
        // Impossible names and passwords take the same path, and the same time, as wrong ones.
        let key = Name::new(name).map_or_else(String::new, |name| name.key);
        // The limit is per network, so strangers elsewhere cannot lock the owner out.
        self.password_per_name.check(&(key.clone(), from))?;
        let possible = PASSWORD_CHARS.contains(&password.chars().count());
        let password = if possible { password } else { "" };
        let named = self.store.account_by_name(key).await?;
        let ban = named.as_ref().and_then(|named| named.ban);
        let (account, hash) = named.map_or((None, None), |named| (Some(named.account), named.password_hash));
        let is_home = account
            .as_ref()
            .is_some_and(|account| self.homes.knows(account.id, from));
        let asker = if is_home { Asker::known(from) } else { Asker::of(from) };
        let right = self.passwords.verify(password.to_owned(), hash, asker).await?;
        match account {
            Some(account) if right => {
                self.refuse_banned(ban)?;
                self.homes.note(account.id, from);
                tracing::info!(account = %account.id, name = account.name, "signed in");
                self.sign_in(account).await
            }
            Some(account) => {
                tracing::debug!(account = %account.id, "a login was refused: the password is wrong");
                Err(AuthError::InvalidCredentials)
            }
            // The text entered as the name may be a password.
            None => Err(AuthError::InvalidCredentials),
        }
    }

    /// Exchanges a refresh token, which is used up, for new tokens. Reusing a token ends its session.
    pub async fn refresh(&self, refresh_token: &str, from: Network) -> Result<SignedIn, AuthError> {
        self.refreshes_per_address.check(&from)?;
        if !refresh_token.starts_with(REFRESH_PREFIX) {
            return Err(AuthError::InvalidToken);
        }
        let next = random_token(REFRESH_PREFIX)?;
        let rotation = self
            .store
            .rotate_refresh(token_hash(refresh_token), token_hash(&next))
            .await?;
        match rotation {
            Rotation::Rotated(session) => {
                self.homes.note(session.account.id, from);
                self.signed_in(Identity::of(&session), next, session.expires_at)
            }
            Rotation::Reused(session) => {
                tracing::warn!(%session, "a refresh token was used twice");
                self.tell_revoked(session);
                Err(AuthError::Revoked)
            }
            Rotation::Banned(ban) => Err(AuthError::Banned { until: ban.until }),
            Rotation::Unknown => Err(AuthError::InvalidToken),
        }
    }

    /// Signs a player out of a session.
    pub async fn logout(&self, session: SessionId) -> Result<(), AuthError> {
        self.end(session).await?;
        tracing::info!(%session, "signed out");
        Ok(())
    }

    /// Ends a session: its tokens become invalid and its connections are closed.
    async fn end(&self, session: SessionId) -> Result<(), AuthError> {
        self.store.revoke_session(session).await?;
        tracing::debug!(%session, "ended");
        self.tell_revoked(session);
        Ok(())
    }

    /// Returns the identity behind an access token or an API token.
    pub async fn verify_access(&self, token: &str) -> Result<Identity, AuthError> {
        let session = if token.starts_with(API_PREFIX) {
            self.store
                .api_session(token_hash(token))
                .await?
                .ok_or(AuthError::InvalidToken)?
        } else {
            let claims = self.tokens.check(token, self.clock.now())?;
            let session = self
                .store
                .session(claims.session)
                .await?
                .ok_or(AuthError::InvalidToken)?;
            if session.account.id != claims.account || session.api {
                return Err(AuthError::InvalidToken);
            }
            session
        };
        if session.revoked {
            return Err(AuthError::Revoked);
        }
        if session.expires_at <= self.clock.now() {
            return Err(AuthError::ExpiredToken);
        }
        self.refuse_banned(session.ban)?;
        Ok(Identity::of(&session))
    }

    /// Refuses an account that the operator has banned.
    fn refuse_banned(&self, ban: Option<Ban>) -> Result<(), AuthError> {
        match ban.filter(|ban| ban.holds(self.clock.now())) {
            Some(ban) => Err(AuthError::Banned { until: ban.until }),
            None => Ok(()),
        }
    }

    /// Subscribes to the sessions that end from now on. A connection subscribes *before* it verifies its token. After a
    /// lag it verifies again, since it may have missed its own revocation.
    pub fn subscribe_revocations(&self) -> broadcast::Receiver<SessionId> {
        self.revocations.subscribe()
    }

    /// An account's chips that are not at a table.
    pub async fn balance(&self, account: AccountId) -> Result<Chips, AuthError> {
        Ok(self.store.balance(account).await?)
    }

    /// Grants play money on request; `None` asks for all that the faucet gives today. Returns the new balance.
    pub async fn top_up(
        &self,
        identity: &Identity,
        from: Network,
        amount: Option<Chips>,
        request_id: Option<String>,
    ) -> Result<Chips, AuthError> {
        Ok(self
            .store
            .top_up(identity.account, from.outside(), amount, request_id)
            .await?)
    }

    fn new_account(&self, kind: AccountKind, name: Name, from: Option<Network>) -> NewAccount {
        NewAccount {
            id: AccountId::generate(),
            kind,
            name: name.shown,
            name_key: name.key,
            password_hash: None,
            owner: None,
            house: false,
            grant: self.config.grant,
            network: from.and_then(Network::outside),
        }
    }

    async fn sign_up(
        &self,
        kind: AccountKind,
        name: Name,
        hash: Option<String>,
        from: Network,
    ) -> Result<SignedIn, AuthError> {
        let mut account = self.new_account(kind, name, Some(from));
        account.password_hash = hash;
        let (session, token) = Self::new_login(account.id, kind)?;
        let identity = Identity {
            account: account.id,
            name: account.name.clone(),
            kind,
            session: session.id,
        };
        let expires_at = self.clock.now() + session.ttl;
        self.store.create_account(account, session).await?;
        self.signed_in(identity, token, expires_at)
    }

    async fn sign_in(&self, account: AccountRecord) -> Result<SignedIn, AuthError> {
        let (session, token) = Self::new_login(account.id, account.kind)?;
        let identity = Identity::new(&account, session.id);
        let expires_at = self.clock.now() + session.ttl;
        self.store.create_session(session).await?;
        self.signed_in(identity, token, expires_at)
    }

    fn new_login(account: AccountId, kind: AccountKind) -> Result<(NewSession, String), AuthError> {
        let token = random_token(REFRESH_PREFIX)?;
        let session = NewSession {
            id: SessionId::generate(),
            account,
            label: "login".to_owned(),
            secret: SessionSecret::Refresh(token_hash(&token)),
            ttl: match kind {
                AccountKind::Guest => GUEST_SESSION_TTL,
                AccountKind::Account | AccountKind::Bot => ACCOUNT_SESSION_TTL,
            },
        };
        Ok((session, token))
    }

    fn signed_in(
        &self,
        identity: Identity,
        refresh_token: String,
        refresh_expires_at: Timestamp,
    ) -> Result<SignedIn, AuthError> {
        let now = self.clock.now();
        let claims = AccessClaims {
            account: identity.account,
            session: identity.session,
        };
        Ok(SignedIn {
            access_token: self.tokens.issue(claims, now)?,
            expires_in: ACCESS_TTL,
            refresh_token,
            refresh_expires_in: refresh_expires_at.duration_since(now).unsigned_abs(),
            identity,
        })
    }

    /// Notifies connections that a session has ended.
    pub fn tell_revoked(&self, session: SessionId) {
        // Without connections there are no receivers.
        let _ = self.revocations.send(session);
    }
}

/// The kind of a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuestKind {
    /// A person with a page.
    Person,
    /// A bot without an owner.
    Program,
}
