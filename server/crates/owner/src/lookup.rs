//! Questions of an owner for the store.

use poker_store::AccountId;

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
