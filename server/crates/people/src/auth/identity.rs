//! The identity of a player, and the form of names.

use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::common::PlayerKind;
use poker_store::{AccountId, AccountKind, AccountRecord, SessionId, SessionRecord};

use super::error::AuthError;
use super::name::{self, Name};

/// An authenticated account, for the duration of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The account's identifier.
    pub account: AccountId,
    /// The display name.
    pub name: String,
    /// The kind of account.
    pub kind: AccountKind,
    /// The session that was presented.
    pub session: SessionId,
}

impl Identity {
    pub(super) fn of(session: &SessionRecord) -> Self {
        Self::new(&session.account, session.id)
    }

    pub(super) fn new(account: &AccountRecord, session: SessionId) -> Self {
        Self {
            account: account.id,
            name: account.name.clone(),
            kind: account.kind,
            session,
        }
    }

    /// The account's public information.
    pub fn player_info(&self) -> PlayerInfo {
        player_info(self.account, &self.name, self.kind)
    }
}

/// The key by which a name is compared; `None` if no account can have the name.
pub fn name_key(name: &str) -> Option<String> {
    Name::new(name).map(|name| name.key)
}

/// A part of a name, in the form in which names are compared.
pub fn folded(text: &str) -> String {
    name::folded(text)
}

/// Checks a name given by an operator, and returns it in display form and as its comparison key.
///
/// # Errors
/// Returns what is wrong with the name.
pub fn given_name(text: &str) -> Result<(String, String), AuthError> {
    let name = Name::read(text)?;
    Ok((name.shown, name.key))
}

/// The public information of an account.
pub fn info_of(account: &AccountRecord) -> PlayerInfo {
    player_info(account.id, &account.name, account.kind)
}

fn player_info(account: AccountId, name: &str, kind: AccountKind) -> PlayerInfo {
    PlayerInfo {
        id: account.to_string(),
        name: name.to_owned(),
        kind: match kind {
            AccountKind::Guest => PlayerKind::Guest,
            AccountKind::Account => PlayerKind::Account,
            AccountKind::Bot => PlayerKind::Bot,
        },
    }
}
