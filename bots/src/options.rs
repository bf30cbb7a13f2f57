//! Who connects, and how.

use std::path::PathBuf;
use std::time::Duration;

/// Who connects.
#[derive(Clone, PartialEq, Eq)]
pub enum Credentials {
    /// A new guest of this name, marked as a bot.
    Guest {
        /// The name to show.
        nickname: String,
    },
    /// The account of an access token or an API token.
    Token(String),
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Guest { nickname } => f.debug_struct("Guest").field("nickname", nickname).finish(),
            Self::Token(_) => f.write_str("Token(..)"),
        }
    }
}

/// How a client behaves.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// What the client is, for the server's log: `name/version`.
    pub name: String,
    /// How long to go on trying to connect, at first and after a loss.
    pub give_up_after: Duration,
    /// The first pause between two attempts; each further one is twice as long, up to ten seconds.
    pub retry_after: Duration,
    /// A file in PEM with the certificates that `wss://` trusts, such as that of a club which signs its own. `None`: those that
    /// the machine trusts, or the file that `SSL_CERT_FILE` names.
    pub trust: Option<PathBuf>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            name: concat!("poker-bots/", env!("CARGO_PKG_VERSION")).to_owned(),
            give_up_after: Duration::from_mins(5),
            retry_after: Duration::from_millis(250),
            trust: None,
        }
    }
}
