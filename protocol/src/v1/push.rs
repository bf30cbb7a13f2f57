//! Web Push notifications to a browser when it is its player's turn. Messages are encrypted for that browser alone.

use serde::{Deserialize, Serialize};

use crate::describe::JsonSchema;

/// `GET /api/v1/push`: the public key for browsers to subscribe with, as `applicationServerKey`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushKey {
    /// An uncompressed P-256 point in base64url. It stays the same for the life of the server's data folder.
    pub key: String,
}

/// A browser's subscription, as returned by `PushSubscription.toJSON()`: `PUT /api/v1/push`. An account has at most 5; a new
/// one replaces the oldest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushSubscription {
    /// URL of the subscription at the browser's push service.
    #[schemars(length(min = 1, max = 1000))]
    pub endpoint: String,
    /// The keys that messages are encrypted with.
    pub keys: PushKeys,
}

/// The keys that messages to a subscription are encrypted with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PushKeys {
    /// The browser's public key: an uncompressed P-256 point in base64url.
    pub p256dh: String,
    /// The authentication secret: 16 bytes in base64url.
    pub auth: String,
}

/// The subscription to delete: `DELETE /api/v1/push`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PushAddress {
    /// URL of the subscription at the browser's push service.
    pub endpoint: String,
}
