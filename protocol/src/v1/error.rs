//! Errors: stable codes, the legal alternatives, and whether a retry can succeed.

mod codes;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::choice::Choice;
use crate::describe::JsonSchema;

pub use codes::ErrorCode;

/// The answer to a request that was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorMsg {
    /// The `id` of the request, if it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The error code.
    pub code: ErrorCode,
    /// The error in English, for logs; clients should build their own text from the code and the parameters.
    pub message: String,
    /// Numbers and words that belong to the code, such as `min` and `to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("additionalProperties" = {"type": ["number", "string"]}))]
    pub params: Option<BTreeMap<String, serde_json::Value>>,
    /// The legal choices, if it is the player's turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<Choice>>,
    /// Number of the open decision, if the action named another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// `true` if the very same request may succeed later.
    #[serde(default)]
    pub retryable: bool,
}

impl ErrorMsg {
    /// Creates an error of this code without parameters.
    pub fn new(id: Option<String>, code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            id,
            code,
            message: message.into(),
            params: None,
            legal: None,
            turn: None,
            retryable: code.is_retryable(),
        }
    }

    /// Creates an error for a field that cannot be read or has an invalid value.
    pub fn invalid_field(id: Option<String>, field: &str, message: impl Into<String>) -> Self {
        Self::new(id, ErrorCode::ProtocolInvalidField, message).with("field", field)
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.params
            .get_or_insert_default()
            .insert(name.to_owned(), value.into());
        self
    }
}
