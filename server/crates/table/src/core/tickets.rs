//! Questions to the store: has this request been answered before?

use std::collections::BTreeMap;

use poker_owner::Lookup;
use poker_store::{Answer, LedgerAccount, TableId};
use poker_wire::id_reused;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::parked::Reply;

/// The open questions, each with the answer to give if the store does not know the request.
#[derive(Debug, Default)]
pub(super) struct Tickets {
    last: u64,
    open: BTreeMap<u64, Reply>,
}

impl Tickets {
    /// Asks for the first answer to a request; `otherwise` is the answer if there is none.
    pub(super) fn look_up(&mut self, otherwise: Reply) -> Lookup {
        self.last += 1;
        let lookup = Lookup {
            ticket: self.last,
            account: otherwise.caller.account,
            id: otherwise.id.clone(),
        };
        self.open.insert(self.last, otherwise);
        lookup
    }

    /// Takes the store's finding and returns the answer to the request. If the `id` belongs to a request at another
    /// table, the client must not mistake that table's answer for its own.
    pub(super) fn found(&mut self, ticket: u64, kept: Option<&str>, table: TableId) -> Option<Reply> {
        let mut reply = self.open.remove(&ticket)?;
        match kept.map(|kept| Answer::given_by(LedgerAccount::Table(table), kept)) {
            Some(Some(answer)) => reply.frame = Utf8Bytes::from(answer.to_owned()),
            Some(None) => return Some(Reply::error(&reply.caller, &reply.id, id_reused(&reply.id))),
            None => {}
        }
        Some(reply)
    }

    /// `true` if no question is open.
    pub(super) fn are_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Takes out the open questions.
    pub(super) fn take(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.open).into_values().collect()
    }
}
