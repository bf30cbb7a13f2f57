//! Errors of signing in.

use std::time::Duration;

use jiff::Timestamp;
use poker_base::alike::is_ignorable;
use poker_store::StoreError;
use poker_table::setup::config::is_invisible;
use unicode_normalization::char::is_combining_mark;

use super::name::NameFault;
use super::{NAME_CHARS, PASSWORD_CHARS};

/// The reasons for which authentication or a related request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    /// The token is forged, malformed or of the wrong kind.
    #[error("the token is not valid")]
    InvalidToken,
    /// The token has expired.
    #[error("the token has expired")]
    ExpiredToken,
    /// The session has been ended.
    #[error("the session was ended")]
    Revoked,
    /// The operator has banned the account.
    #[error("the operator keeps the account out{}", .until.map(|until| format!(" until {until}")).unwrap_or_default())]
    Banned {
        /// End of the ban; `None` for a permanent one.
        until: Option<Timestamp>,
    },
    /// The name is unknown or the password wrong. The client does not learn which.
    #[error("unknown name or wrong password")]
    InvalidCredentials,
    /// The name is taken.
    #[error("the name is taken")]
    NameTaken,
    /// The name is too short or too long, or its spaces are not allowed.
    #[error(
        "a name has {} to {} letters, digits, single spaces and signs of ASCII such as - or _, but no colon",
        NAME_CHARS.start(),
        NAME_CHARS.end()
    )]
    NameInvalid,
    /// The name contains this character, which is not allowed.
    #[error("{}, and not {}", Self::NameInvalid, sign_in_words(*.0))]
    NameSign(char),
    /// The name contains a word that the operator blocks. The client does not learn which one.
    #[error("the name has a word that is blocked here")]
    NameBlocked,
    /// The password is too short, too long or too common.
    #[error("a password must have {} to {} characters and must not be a common one", PASSWORD_CHARS.start(), PASSWORD_CHARS.end())]
    PasswordWeak,
    /// The account is not permitted to do this.
    #[error("the account may not do this")]
    Forbidden,
    /// There were too many attempts.
    #[error("too many attempts")]
    RateLimited {
        /// Set when the limit is shared by everyone on the network.
        shared: bool,
        /// Time until the next attempt may succeed.
        retry_after: Duration,
    },
    /// Too many other requests are in progress; the same request may succeed later.
    #[error("the server is overloaded")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
    /// An internal error of the server.
    #[error("an internal fault")]
    Internal,
}

impl From<NameFault> for AuthError {
    fn from(fault: NameFault) -> Self {
        match fault {
            NameFault::Form => Self::NameInvalid,
            NameFault::Sign(sign) => Self::NameSign(sign),
            NameFault::Deleted => Self::NameTaken,
        }
    }
}

impl From<StoreError> for AuthError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => Self::NameTaken,
            StoreError::Busy => Self::Busy,
            error => Self::Store(error),
        }
    }
}

/// A character as it appears, or its code point if it is invisible.
pub fn sign_in_words(sign: char) -> String {
    if sign.is_control() || sign.is_whitespace() || is_invisible(sign) || is_ignorable(sign) || is_combining_mark(sign)
    {
        format!("U+{:04X}", u32::from(sign))
    } else {
        sign.to_string()
    }
}
