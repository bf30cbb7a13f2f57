//! Questions of an owner for the store.

use poker_store::{AccountId, Store};

/// A question for the store: has this request been answered before?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Number of the question, to be repeated in the owner's input.
    pub ticket: u64,
    /// The account that made the request.
    pub account: AccountId,
    /// The request's `id`.
    pub id: String,
}

impl Lookup {
    /// Asks the store. Returns the number of the question, and the first answer to the request: `None` if there is none, or
    /// if it cannot be read.
    pub async fn ask(self, store: &dyn Store) -> (u64, Option<String>) {
        let answer = store.answer(self.account, self.id).await;
        (self.ticket, answer.unwrap_or_default())
    }
}
