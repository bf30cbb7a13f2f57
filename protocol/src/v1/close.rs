//! Why the server closes a connection.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// WebSocket close codes of the server. Codes below 4000 keep their meaning of RFC 6455.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum CloseCode {
    /// 1000: the client said goodbye.
    Normal,
    /// 1002: the bytes are no WebSocket.
    Protocol,
    /// 1003: binary messages are not understood.
    Unsupported,
    /// 1007: a text that is not UTF-8.
    InvalidUtf8,
    /// 1008: too many broken or refused messages.
    Policy,
    /// 1009: a message above the limit.
    TooBig,
    /// 1011: a fault of ours.
    Internal,
    /// 1012: the server restarts; come back and resume.
    Restart,
    /// 4000: no `hello` in time.
    HelloTimeout,
    /// 4001: a newer session of the same account took over.
    Replaced,
    /// 4002: the token is not valid.
    Unauthorized,
    /// 4003: the session was revoked.
    Revoked,
    /// 4004: the client reads too slowly; come back and resume.
    SlowConsumer,
    /// 4005: nothing heard for too long.
    HeartbeatTimeout,
    /// 4006: more messages than the rate limit allows, again and again.
    Flood,
    /// 4007: the operator keeps the account out.
    Banned,
}

impl CloseCode {
    /// All codes.
    pub const ALL: [Self; 16] = [
        Self::Normal,
        Self::Protocol,
        Self::Unsupported,
        Self::InvalidUtf8,
        Self::Policy,
        Self::TooBig,
        Self::Internal,
        Self::Restart,
        Self::HelloTimeout,
        Self::Replaced,
        Self::Unauthorized,
        Self::Revoked,
        Self::SlowConsumer,
        Self::HeartbeatTimeout,
        Self::Flood,
        Self::Banned,
    ];

    /// The number in the close frame.
    pub const fn code(self) -> u16 {
        match self {
            Self::Normal => 1000,
            Self::Protocol => 1002,
            Self::Unsupported => 1003,
            Self::InvalidUtf8 => 1007,
            Self::Policy => 1008,
            Self::TooBig => 1009,
            Self::Internal => 1011,
            Self::Restart => 1012,
            Self::HelloTimeout => 4000,
            Self::Replaced => 4001,
            Self::Unauthorized => 4002,
            Self::Revoked => 4003,
            Self::SlowConsumer => 4004,
            Self::HeartbeatTimeout => 4005,
            Self::Flood => 4006,
            Self::Banned => 4007,
        }
    }

    /// The reason text in the close frame: the stable name.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Protocol => "protocol",
            Self::Unsupported => "unsupported",
            Self::InvalidUtf8 => "invalid_utf8",
            Self::Policy => "policy",
            Self::TooBig => "too_big",
            Self::Internal => "internal",
            Self::Restart => "restart",
            Self::HelloTimeout => "hello_timeout",
            Self::Replaced => "replaced",
            Self::Unauthorized => "unauthorized",
            Self::Revoked => "revoked",
            Self::SlowConsumer => "slow_consumer",
            Self::HeartbeatTimeout => "heartbeat_timeout",
            Self::Flood => "flood",
            Self::Banned => "banned",
        }
    }

    /// Whether the same client may simply connect again and resume.
    pub const fn may_resume(self) -> bool {
        matches!(
            self,
            Self::Restart | Self::SlowConsumer | Self::HeartbeatTimeout | Self::Internal | Self::HelloTimeout
        )
    }
}
