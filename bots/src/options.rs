//! Credentials and options of a connection.

use std::path::PathBuf;
use std::time::Duration;

/// The credentials of a client.
#[derive(Clone, PartialEq, Eq)]
pub enum Credentials {
    /// A new guest, marked as a bot.
    Guest {
        /// The display name, 2 to 20 characters.
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

/// Options of a client.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Name and version of the client software, for the server's log: `name/version`.
    pub name: String,
    /// Time after which the client gives up trying to connect, at first or after a loss.
    pub give_up_after: Duration,
    /// The first pause between two attempts to connect; each further one is twice as long, up to ten seconds.
    pub retry_after: Duration,
    /// A PEM file with the certificates to trust for `wss://`, for example those of a club that signs its own. `None` for those
    /// the machine trusts, or for the file named by `SSL_CERT_FILE`.
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
