//! The public list of tables, encoded once for all clients.

use std::sync::OnceLock;

use poker_owner::{Burst, with_json};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::table::TableSummary;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{TABLES_AT_ONCE, lobby_messages};

/// The list of tables between two changes of the lobby.
pub(super) struct Listing {
    /// Number of changes before this list.
    pub(super) version: u64,
    tables: Vec<TableSummary>,
    first: Box<RawValue>,
    /// Tables beyond the first message, sent only to clients that watch the lobby.
    rest: OnceLock<Vec<Utf8Bytes>>,
}

/// An `ok` whose tables are already encoded.
#[derive(Serialize)]
#[serde(tag = "type", rename = "ok")]
struct Listed<'a> {
    #[serde(flatten)]
    plain: OkMsg,
    tables: &'a RawValue,
}

impl Listing {
    /// Encodes a list of tables, oldest first.
    pub(super) fn new(version: u64, tables: Vec<TableSummary>) -> Self {
        let first = &tables[..tables.len().min(TABLES_AT_ONCE)];
        let first = to_raw_value(first).expect("tables have string keys and no fallible parts");
        Self {
            version,
            tables,
            first,
            rest: OnceLock::new(),
        }
    }

    /// Answers request `id` with as many tables as one message can carry.
    pub(super) fn answer(&self, id: String) -> Burst {
        let plain = OkMsg { id, ..OkMsg::default() };
        let tables = &self.first;
        Burst::from(with_json(&Listed { plain, tables }, |text| Utf8Bytes::from(text)))
    }

    /// The same answer, followed by messages with the remaining tables.
    pub(super) fn answer_with_all(&self, id: String) -> Burst {
        let mut burst = self.answer(id);
        let rest = self.rest.get_or_init(|| {
            let rest = self.tables.get(TABLES_AT_ONCE..).unwrap_or_default();
            lobby_messages(rest.to_vec(), Vec::new()).collect()
        });
        burst.frames.extend(rest.iter().cloned());
        burst
    }
}
