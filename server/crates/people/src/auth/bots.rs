//! Bots, owned by an account or run by the house, and their API tokens.

use jiff::SignedDuration;
use poker_base::network::Network;
use poker_protocol::v1::PlayerInfo;
use poker_store::{
    AccountId, AccountKind, AccountRecord, NewAccount, NewSession, SessionId, SessionRecord, SessionSecret,
};

use super::name::Name;
use super::token::{API_PREFIX, random_token, token_hash};
use super::{Auth, AuthError, Identity, info_of};

/// Lifetime of an API token.
const API_TTL: SignedDuration = SignedDuration::from_hours(365 * 24);

/// Limits on bots per account and API tokens per bot. They are low because every new bot is granted play money.
pub(super) const BOTS_MAX: usize = 10;
pub(super) const TOKENS_MAX: usize = 10;

/// A new API token and the account that it belongs to.
#[derive(Clone, PartialEq, Eq)]
pub struct WithApiToken {
    /// The guest or bot that the token authenticates.
    pub identity: Identity,
    /// The API token in plain text. It is shown only this once.
    pub token: String,
}

/// A bot and its API tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedBot {
    /// The bot's account.
    pub account: AccountRecord,
    /// Its API tokens that are still valid.
    pub tokens: Vec<SessionRecord>,
}

impl OwnedBot {
    /// The bot's public information.
    pub fn player_info(&self) -> PlayerInfo {
        info_of(&self.account)
    }
}

impl Auth {
    /// Creates a bot for an owner, or issues another token for one of the owner's bots.
    pub async fn create_bot_token(
        &self,
        owner: &Identity,
        name: &str,
        label: &str,
        from: Network,
    ) -> Result<WithApiToken, AuthError> {
        self.password_per_address.check(&from)?;
        if owner.kind == AccountKind::Bot {
            return Err(AuthError::Forbidden);
        }
        let name = Name::read(name)?;
        let label: String = label.chars().filter(|c| !c.is_control()).take(40).collect();
        let bots = self.bots(owner).await?;
        if let Some(named) = self.store.account_by_name(name.key.clone()).await? {
            let bot = bots.iter().find(|bot| bot.account.id == named.account.id);
            let bot = bot.ok_or(AuthError::NameTaken)?;
            if bot.tokens.len() >= TOKENS_MAX {
                return Err(AuthError::Forbidden);
            }
            return self.another_token(&bot.account, label).await;
        }
        if bots.len() >= BOTS_MAX {
            return Err(AuthError::Forbidden);
        }
        let mut account = self.new_account(AccountKind::Bot, self.allowed(name)?, Some(from));
        account.owner = Some(owner.account);
        self.create_with_token(account, label, API_TTL).await
    }

    /// Lists an owner's bots with their tokens.
    pub async fn bots(&self, owner: &Identity) -> Result<Vec<OwnedBot>, AuthError> {
        let mut bots = Vec::new();
        for account in self.store.bots_of(owner.account).await? {
            let tokens = self.store.sessions_of(account.id).await?;
            bots.push(OwnedBot { account, tokens });
        }
        Ok(bots)
    }

    /// Revokes an API token of one of the owner's bots.
    pub async fn revoke_bot_token(&self, owner: &Identity, token: SessionId) -> Result<(), AuthError> {
        let session = self.store.session(token).await?;
        let own = session.is_some_and(|session| session.api && session.account.owner == Some(owner.account));
        if !own {
            return Err(AuthError::Forbidden);
        }
        self.logout(token).await
    }

    /// Returns a house bot with a new token. Tokens from an earlier start are revoked.
    pub async fn house_bot(&self, name: &str) -> Result<WithApiToken, AuthError> {
        let name = Name::read(name)?;
        match self.store.account_by_name(name.key.clone()).await? {
            Some(named) if named.account.house => {
                let old = self.store.sessions_of(named.account.id).await?;
                let new = self.another_token(&named.account, "house".to_owned()).await?;
                for session in old {
                    self.end(session.id).await?;
                }
                Ok(new)
            }
            Some(_) => Err(AuthError::NameTaken),
            None => {
                let mut account = self.new_account(AccountKind::Bot, name, None);
                account.house = true;
                self.create_with_token(account, "house".to_owned(), API_TTL).await
            }
        }
    }

    /// Returns `true` if a house bot has this name.
    pub async fn is_house_bot(&self, name: &str) -> Result<bool, AuthError> {
        let name = Name::read(name)?;
        let named = self.store.account_by_name(name.key).await?;
        Ok(named.is_some_and(|named| named.account.house))
    }

    /// Creates an account with a token that is valid for `ttl`.
    pub(super) async fn create_with_token(
        &self,
        account: NewAccount,
        label: String,
        ttl: SignedDuration,
    ) -> Result<WithApiToken, AuthError> {
        let (session, token) = Self::new_api_token(account.id, label, ttl)?;
        let identity = Identity {
            account: account.id,
            name: account.name.clone(),
            kind: account.kind,
            session: session.id,
        };
        self.store.create_account(account, session).await?;
        Ok(WithApiToken { identity, token })
    }

    async fn another_token(&self, account: &AccountRecord, label: String) -> Result<WithApiToken, AuthError> {
        let (session, token) = Self::new_api_token(account.id, label, API_TTL)?;
        let identity = Identity::new(account, session.id);
        self.store.create_session(session).await?;
        Ok(WithApiToken { identity, token })
    }

    fn new_api_token(
        account: AccountId,
        label: String,
        ttl: SignedDuration,
    ) -> Result<(NewSession, String), AuthError> {
        let token = random_token(API_PREFIX)?;
        let session = NewSession {
            id: SessionId::generate(),
            account,
            label,
            secret: SessionSecret::Api(token_hash(&token)),
            ttl,
        };
        Ok((session, token))
    }
}
