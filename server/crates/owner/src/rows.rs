//! Rows of a journal: JSON, written and read in one way by tables and tournaments.

use serde::{Deserialize, Serialize};

/// A journal row that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the row cannot be read: {0}")]
pub struct BadRow(pub String);

/// A row.
///
/// # Panics
/// If the value cannot be written as JSON, which ours can.
pub fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("rows have string keys and no fallible parts")
}

/// Reads a row.
///
/// # Errors
/// If it has another form.
pub fn from_json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, BadRow> {
    serde_json::from_slice(bytes).map_err(|error| BadRow(error.to_string()))
}

/// Serializes accounts as text.
pub mod account {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use poker_store::AccountId;

    /// Writes an account.
    ///
    /// # Errors
    /// As the serializer says.
    pub fn serialize<S: Serializer>(account: &AccountId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(account)
    }

    /// Reads an account.
    ///
    /// # Errors
    /// If it is no account.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AccountId, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}
