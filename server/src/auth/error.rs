//! Why somebody is not let in.

use std::time::Duration;

use jiff::Timestamp;
use unicode_normalization::char::is_combining_mark;

use super::name::NameFault;
use super::{NAME_CHARS, PASSWORD_CHARS};
use crate::store::StoreError;
use crate::table::setup::config::is_invisible;

/// Why somebody is not let in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    /// The token is forged, malformed, or of another kind.
    #[error("the token is not valid")]
    InvalidToken,
    /// The token was good once.
    #[error("the token has expired")]
    ExpiredToken,
    /// The session was ended.
    #[error("the session was ended")]
    Revoked,
    /// The operator keeps the account out, and if not for ever until then.
    #[error("the operator keeps the account out{}", .until.map(|until| format!(" until {until}")).unwrap_or_default())]
    Banned {
        /// Until when.
        until: Option<Timestamp>,
    },
    /// Unknown name or wrong password; which of the two is not told.
    #[error("unknown name or wrong password")]
    InvalidCredentials,
    /// The name belongs to somebody.
    #[error("the name is taken")]
    NameTaken,
    /// The name is too short, too long or holds characters that are not allowed.
    #[error(
        "a name has {} to {} letters, digits, single spaces and signs of ASCII such as - or _, but no colon",
        NAME_CHARS.start(),
        NAME_CHARS.end()
    )]
    NameInvalid,
    /// The name holds this character, which is not allowed.
    #[error("{}, and not {}", Self::NameInvalid, sign_in_words(*.0))]
    NameSign(char),
    /// The name has a word that the operator blocks. Which one is not told.
    #[error("the name has a word that is blocked here")]
    NameBlocked,
    /// The password is too short, too long or too common.
    #[error("a password has {} to {} characters and is not a common one", PASSWORD_CHARS.start(), PASSWORD_CHARS.end())]
    PasswordWeak,
    /// The account may not do this.
    #[error("the account may not do this")]
    Forbidden,
    /// Too many attempts.
    #[error("too many attempts")]
    RateLimited {
        /// Many in one network share the limit.
        shared: bool,
        /// When the next one may succeed.
        retry_after: Duration,
    },
    /// Too many others are at it; the same request may succeed later.
    #[error("the server has too much to do")]
    Busy,
    /// The store could not do it.
    #[error(transparent)]
    Store(StoreError),
    /// A fault of ours.
    #[error("an internal fault")]
    Internal,
}

impl From<NameFault> for AuthError {
    fn from(fault: NameFault) -> Self {
        match fault {
            NameFault::Form => Self::NameInvalid,
            NameFault::Sign(sign) => Self::NameSign(sign),
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

/// A character as it is shown, or as its number if it cannot be seen.
pub(crate) fn sign_in_words(sign: char) -> String {
    if sign.is_control() || sign.is_whitespace() || is_invisible(sign) || is_combining_mark(sign) {
        format!("U+{:04X}", u32::from(sign))
    } else {
        sign.to_string()
    }
}
