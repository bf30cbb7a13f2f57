//! The place where an act is carried out: the server that has the folder open, or this process.

use std::fs;
use std::path::{Path, PathBuf};

use poker_base::idle::IdleSignal;
use poker_edge::http::operator::{ADDRESS, TOKEN};
use poker_owner::pool::Pool;
use poker_people::operators::{self, Ask, Question};
use poker_program::PROGRAM;
use poker_protocol::v1::ErrorMsg;
use poker_store::{DataFolder, SqliteStore, Store, StoreError, StoreOptions, WallClock, is_locked};
use poker_table::state::command::FORMAT;
use serde::Serialize;
use serde_json::Value;

use super::FolderArgs;
use crate::cli::http::{Call, HttpFault};

/// The reasons nothing was done.
#[derive(Debug, thiserror::Error)]
pub(super) enum Fault {
    /// The act was refused.
    #[error("{} ({})", .0.message, .0.code.code())]
    Refused(Box<ErrorMsg>),
    /// The folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server that has the folder open cannot be reached.
    #[error("a server uses {folder}, and it cannot be reached: {why}")]
    Server {
        /// Path of the data folder.
        folder: String,
        /// The failure, in words.
        why: String,
    },
}

impl Fault {
    /// Returns the exit code.
    pub(super) const fn exit(&self) -> u8 {
        match self {
            Self::Refused(_) => 1,
            Self::Store(_) | Self::Server { .. } => 2,
        }
    }
}

impl From<ErrorMsg> for Fault {
    fn from(refused: ErrorMsg) -> Self {
        Self::Refused(Box::new(refused))
    }
}

/// The place where acts are carried out.
pub(super) enum Desk {
    /// The running server.
    Server {
        folder: PathBuf,
        address: String,
        token: String,
    },
    /// This process: no server has the folder open.
    Here { store: Box<SqliteStore>, pool: Pool },
}

impl Desk {
    /// Finds the server that has the folder open, or else opens the folder for acts.
    pub(super) async fn open(place: &FolderArgs) -> Result<Self, Fault> {
        if let Some(server) = Self::server(place)? {
            return Ok(server);
        }
        let options = StoreOptions {
            format: FORMAT,
            seal_key: place.seal_key().map(Path::to_owned),
            ..StoreOptions::of(PROGRAM)
        };
        let data = DataFolder::existing(&place.data)?;
        let store = SqliteStore::open(data, WallClock::system(), IdleSignal::always(), options).await;
        Ok(Self::here(store.map_err(|error| error.advised(&place.data))?))
    }

    /// Finds the server that has the folder open, or else opens the folder for a question, and changes nothing there.
    pub(super) async fn look(place: &FolderArgs, question: &Question) -> Result<Self, Fault> {
        if let Some(server) = Self::server(place)? {
            return Ok(server);
        }
        let store = SqliteStore::look(&place.data, WallClock::system(), place.seal_key()).await;
        let store = store.map_err(|error| error.advised(&place.data))?;
        if question.needs_cards() {
            store.refuse_sealed()?;
        }
        Ok(Self::here(store))
    }

    /// The server that has the folder open, if there is one.
    fn server(place: &FolderArgs) -> Result<Option<Self>, Fault> {
        let folder = &place.data;
        if !is_locked(folder) {
            return Ok(None);
        }
        Ok(Some(Self::Server {
            folder: folder.clone(),
            address: kept(folder, ADDRESS)?,
            token: kept(folder, TOKEN)?,
        }))
    }

    fn here(store: SqliteStore) -> Self {
        Self::Here {
            store: Box::new(store),
            pool: Pool::default(),
        }
    }

    /// Carries out an act.
    pub(super) async fn act(&self, ask: &Ask) -> Result<Value, Fault> {
        match self {
            Self::Server { .. } => {
                let body = serde_json::to_string(ask).expect("an act has string keys and no fallible parts");
                self.exchange("/acts", Some(body)).await
            }
            Self::Here { store, pool } => Ok(operators::answer(&here(store, pool), ask).await?),
        }
    }

    /// Answers a question.
    pub(super) async fn read(&self, question: Question) -> Result<Value, Fault> {
        match self {
            Self::Server { .. } => self.exchange(&path(&question), None).await,
            Self::Here { store, pool } => Ok(operators::read(&here(store, pool), question).await?),
        }
    }

    async fn exchange(&self, path: &str, body: Option<String>) -> Result<Value, Fault> {
        let Self::Server { folder, address, token } = self else {
            return Ok(Value::Null);
        };
        let call = Call {
            address,
            is_tls: false,
            // The server may listen on every address of the machine, and accepts this name for itself.
            host: "localhost",
            token: Some(token),
            path,
            body,
        };
        let failed = |why: String| Fault::Server {
            folder: folder.display().to_string(),
            why,
        };
        let (accepted, answer) = call
            .exchange()
            .await
            .map_err(|fault: HttpFault| failed(fault.to_string()))?;
        if accepted {
            return serde_json::from_str(&answer).map_err(|fault| failed(fault.to_string()));
        }
        match serde_json::from_str::<ErrorMsg>(&answer) {
            Ok(refused) => Err(refused.into()),
            Err(_) => Err(failed(answer.trim().to_owned())),
        }
    }

    /// Releases the folder.
    pub(super) async fn close(self) {
        if let Self::Here { store, .. } = self {
            store.close().await;
        }
    }
}

/// Returns the desk of a folder that no server uses.
fn here<'a>(store: &'a SqliteStore, pool: &'a Pool) -> operators::Desk<'a> {
    operators::Desk {
        store,
        pool,
        server: None,
    }
}

/// Reads a line that a server keeps in its folder.
fn kept(folder: &Path, name: &str) -> Result<String, Fault> {
    let text = fs::read_to_string(folder.join(name));
    text.map(|text| text.trim().to_owned()).map_err(|fault| Fault::Server {
        folder: folder.display().to_string(),
        why: format!("{name}: {fault}; it needs `--admin-listen`"),
    })
}

/// Returns the path of a question.
fn path(question: &Question) -> String {
    match question {
        Question::Accounts(asked) => format!("/accounts{}", query(asked)),
        Question::Account(name) => format!("/accounts/{}", escaped(name)),
        Question::Explain(asked) => format!("/explain{}", query(asked)),
        Question::Trail(asked) => format!("/trail{}", query(asked)),
        Question::Chat(asked) => format!("/chat{}", query(asked)),
        Question::Hands(name, asked) => format!("/accounts/{}/hands{}", escaped(name), query(asked)),
    }
}

/// Returns the query string, with the leading `?` if there is one.
fn query(asked: &impl Serialize) -> String {
    let fields = serde_json::to_value(asked).unwrap_or_default();
    let fields = fields.as_object().into_iter().flatten().map(|(name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        format!("{name}={}", escaped(&text))
    });
    let fields: Vec<String> = fields.collect();
    if fields.is_empty() {
        return String::new();
    }
    format!("?{}", fields.join("&"))
}

/// Percent-encodes a text for a URL.
fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use poker_people::operators::TrailAsked;

    #[test]
    fn any_name_stands_in_an_address() {
        assert_eq!(path(&Question::Account("A/b?é".to_owned())), "/accounts/A%2Fb%3F%C3%A9");
        let asked = TrailAsked {
            account: Some("a&b".to_owned()),
            before: Some(7),
            limit: None,
        };
        assert_eq!(path(&Question::Trail(asked)), "/trail?account=a%26b&before=7");
    }
}
