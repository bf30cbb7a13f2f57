//! Web Push: where a browser is called when it is its player's turn. Messages are sealed for the browser alone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// `GET /api/v1/push`: the key that browsers subscribe with, as `applicationServerKey`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushKey {
    /// A point of P-256, uncompressed, in base64 for addresses. It is the same for the life of the server's data folder.
    pub key: String,
}

/// A subscription of a browser, as `PushSubscription.toJSON()` returns it: `PUT /api/v1/push`. An account has at most 5; a new one takes
/// the place of the oldest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushSubscription {
    /// The address at the browser's push service.
    #[schemars(length(min = 1, max = 1000))]
    pub endpoint: String,
    /// What messages are sealed with.
    pub keys: PushKeys,
}

/// What messages for a subscription are sealed with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct PushKeys {
    /// The browser's public key: a point of P-256, uncompressed, in base64 for addresses.
    pub p256dh: String,
    /// 16 bytes, in base64 for addresses.
    pub auth: String,
}

/// The subscription that is to be forgotten: `DELETE /api/v1/push`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PushAddress {
    /// The address at the browser's push service.
    pub endpoint: String,
}
